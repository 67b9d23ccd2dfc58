#!/usr/bin/env bash
# Run the libFuzzer targets of tests/fuzz: scripts/fuzz.sh SECONDS [TARGET…], such as scripts/fuzz.sh 60 json answer.
#
# Each target runs for so many seconds, all one after the other; without names all of them. What it has learnt is kept in
# build-fuzz/corpus, and is where the next run starts. Exits with 1 when a target found something: the input is then in
# build-fuzz/found, and belongs in a unit test with the repair.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-}
mapfile -t all < <(basename -a tests/fuzz/seeds/*)
if [[ ! $seconds =~ ^[1-9][0-9]{0,5}$ ]]; then
    echo "usage: scripts/fuzz.sh SECONDS [TARGET…], one of: ${all[*]}" >&2
    exit 2
fi
shift
(($# > 0)) || set -- "${all[@]}"
for target in "$@"; do
    [[ -d tests/fuzz/seeds/$target ]] || {
        echo "fuzz.sh: no target '$target'; see 'scripts/fuzz.sh'" >&2
        exit 2
    }
done

mkdir -p build-fuzz/found
log=build-fuzz/log
{ cmake --preset fuzz && cmake --build build-fuzz -j "$(nproc)"; } > "$log" 2>&1 || {
    cat "$log"
    exit 1
}
failed=0
for target in "$@"; do
    mkdir -p "build-fuzz/corpus/$target"
    if "build-fuzz/fuzz/fuzz_$target" -max_total_time="$seconds" -max_len=4096 -timeout=10 -print_final_stats=1 \
        -artifact_prefix="build-fuzz/found/$target-" "build-fuzz/corpus/$target" "tests/fuzz/seeds/$target" \
        > "$log" 2>&1; then
        runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
        printf '%-12s %10d executions in %d s\n' "$target" "$runs" "$seconds"
    else
        printf '%-12s FAILED\n' "$target"
        tail -n 40 "$log"
        failed=1
    fi
done
exit "$failed"
