#!/usr/bin/env bash
# Everything that is checked before a change is taken: install, build, test, lint.
#
#   scripts/test.sh            all of it
#   scripts/test.sh --quick    the release build and its tests
#
# It stops at the first step that fails, and shows what that step printed.
set -euo pipefail
# Each step is a job with a process group of its own, so that nothing it started outlives it.
set -m
cd "$(dirname "$0")/.."

quick=false
case ${1:-} in
    '') ;;
    --quick) quick=true ;;
    *)
        echo "usage: scripts/test.sh [--quick]" >&2
        exit 2
        ;;
esac

jobs=$(nproc)
logs=$(mktemp -d)
group=
closing=()
current=start
done_steps=0

finish() {
    local status=$?
    trap - EXIT
    [[ -z $group ]] || kill -KILL -- "-$group" 2> /dev/null || true
    rm -rf "$logs"
    ((${#closing[@]} == 0)) || printf '%s\n' "${closing[@]}"
    if ((status == 0)); then
        echo "test.sh: PASSED, $done_steps steps in $SECONDS s"
    else
        echo "test.sh: FAILED in '$current' after $SECONDS s"
    fi
    exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# step NAME COMMAND…: quiet when it passes; a process that it leaves behind is a failure. One that has ended and that
# nobody has waited for yet, as a sanitizer leaves its symbolizer, is none.
step() {
    local started=$SECONDS status=0 left
    current=$1
    shift
    "$@" > "$logs/step" 2>&1 < /dev/null &
    group=$!
    wait "$group" || status=$?
    if ((status == 0)) && left=$(pgrep --list-full --pgroup "$group" --runstates D,R,S,T,t); then
        printf 'processes left behind:\n%s\n' "$left" >> "$logs/step"
        status=1
    fi
    kill -KILL -- "-$group" 2> /dev/null || true
    group=
    if ((status != 0)); then
        cat "$logs/step"
        exit 1
    fi
    done_steps=$((done_steps + 1))
    printf '%-32s %4d s\n' "$current" $((SECONDS - started))
}

# compile PRESET DIRECTORY CMAKE-ARGUMENT…
compile() {
    cmake --preset "$1" -B "$2" "${@:3}" && cmake --build "$2" -j "$jobs"
}

run_tests() {
    ctest --test-dir "$1" -j "$jobs" --output-on-failure --no-tests=error
}

# Each target over its seeds and their first variations; scripts/fuzz.sh goes on from there.
fuzz() {
    compile fuzz build-fuzz && run_tests build-fuzz
}

# keep NAME: ctest's closing line, for the end.
keep() {
    closing+=("$1: $(grep -E 'tests passed' "$logs/step")")
}

# keep_servers DIRECTORY: which servers the live tests ran against, and which they could not.
keep_servers() {
    local line
    while read -r line; do
        closing+=("$line")
    done < <(awk '/^servers: / && length > length(all) { all = $0 } /^NOT RUN: / && !seen[$0]++ { missing = missing $0 "\n" }
        END { printf "%s\n%s", all, missing }' "$1/Testing/Temporary/LastTest.log")
}

sources() {
    git ls-files -z --cached --others --exclude-standard -- "$@"
}

check_format() {
    sources '*.c' '*.h' | xargs -0 clang-format --dry-run --Werror
}

# One file a run: clang-tidy 14 takes va_start for unknown in all files after the first.
check_tidy() {
    sources '*.c' ':!tests/fuzz' | xargs -0 -P "$jobs" -n 1 clang-tidy --quiet -p build-clang
    sources 'tests/fuzz/*.c' | xargs -0 -P "$jobs" -n 1 clang-tidy --quiet -p build-fuzz
}

# Off, and why: variableScope, as declarations stand at the head of a block here; shadowFunction, as a local
# name says what it is wherever another file may have a function of that name.
check_cppcheck() {
    mkdir -p build-clang/cppcheck
    cppcheck --quiet --std=c11 --platform=unix64 -j "$jobs" --error-exitcode=1 --inline-suppr \
        --enable=warning,style,performance,portability --cppcheck-build-dir=build-clang/cppcheck \
        --suppress=variableScope --suppress=shadowFunction --project=build-clang/compile_commands.json
}

check_shell() {
    sources '*.sh' .ci/run | xargs -0 shellcheck
}

check_valgrind() {
    printf '%s\0' build/unit/test_* | xargs -0 -P "$jobs" -n 1 valgrind --quiet --error-exitcode=9 \
        --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all
}

step 'install' scripts/deps.sh test
step 'build, release' compile release build
step 'tests, release' run_tests build
keep release
keep_servers build
if ! "$quick"; then
    step 'build, gcc, all warnings' compile dev build-dev
    step 'build, clang, all warnings' compile dev build-clang -DCMAKE_C_COMPILER=clang
    step 'build, sanitizers' compile asan build-asan
    step 'tests, sanitizers' run_tests build-asan
    keep sanitizers
    step 'fuzzing' fuzz
    keep fuzzing
    step 'clang-format' check_format
    step 'shellcheck' check_shell
    step 'cppcheck' check_cppcheck
    step 'clang-tidy' check_tidy
    step 'gcc -fanalyzer' scripts/analyze.sh
    step 'valgrind, unit tests' check_valgrind
fi
