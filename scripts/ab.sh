#!/usr/bin/env bash
# Two builds on one machine: a whole A/B experiment in interleaved rounds, and its verdict.
#
#   scripts/ab.sh [options] --a CMD --b CMD [-- CAPTURE-OPTION…]
#
#   --a CMD, --b CMD   the workload with each build: runs to its end, and exports its histograms while it runs
#   --rounds N         how many rounds (default 10; a verdict needs 5, a budget 3)
#   --dir DIR          where the rounds are kept (default ab-run); started again with the same, it goes on where it was
#   --margin R, --tier T, --no-load-check, --thresholds FILE, --report FILE, --summary FILE, --junit FILE
#                      as for compare
#
# What follows "--" goes to capture, such as --prometheus, --metrics, --window. Each round runs A and B once, in turn the
# one and the other first, each between 'capture --begin' and 'capture --since'. The SHA-256 of each command's executable
# is recorded and is the build's name. Ends as compare does: 0, 1 for a regression, 2 when nothing can be said, a
# workload fails, or an executable is no longer the one that was recorded.
set -euo pipefail
shopt -s inherit_errexit

# shellcheck source=scripts/tools.sh
source "$(dirname "$0")/tools.sh"
rounds=10
dir=ab-run
declare -A command=()
verdict=()
capture_options=()

while (($# > 0)); do
    case $1 in
        --help | -h)
            usage
            exit 0
            ;;
        --no-load-check) verdict+=("$1") ;;
        --a | --b | --rounds | --dir | --margin | --tier | --thresholds | --report | --summary | --junit)
            (($# > 1)) || die "'$1' needs a value; see 'ab.sh --help'"
            case $1 in
                --a) command[a]=$2 ;;
                --b) command[b]=$2 ;;
                --rounds) rounds=$2 ;;
                --dir) dir=$2 ;;
                *) verdict+=("$1" "$2") ;;
            esac
            shift
            ;;
        --)
            shift
            capture_options=("$@")
            break
            ;;
        *) die "unknown option '$1'; options of capture follow '--'; see 'ab.sh --help'" ;;
    esac
    shift
done
[[ -n ${command[a]:-} && -n ${command[b]:-} ]] || die "'--a' and '--b' are both needed; see 'ab.sh --help'"
[[ $rounds =~ ^[1-9][0-9]{0,2}$ ]] || die "'--rounds $rounds': expected a number from 1 to 999"

capture=$(tool capture)
compare=$(tool compare)

quiet=(--quiet)
# Surface and ladders are for both; the files of a capture are this script's own.
for ((i = 0; i < ${#capture_options[@]}; i++)); do
    case ${capture_options[i]} in
        -q | --quiet | -v | --verbose) quiet=() ;;
        --metrics | --ladders) verdict+=("${capture_options[i]}" "${capture_options[i + 1]:-}") ;;
        --metrics=* | --ladders=*) verdict+=("${capture_options[i]}") ;;
        --output | --output=* | --begin | --begin=* | --since | --since=* | --time | --time=*)
            die "'${capture_options[i]}' cannot be one of the options of capture: each run gets its own"
            ;;
    esac
done

# executable CMD: the file that the command's first word runs.
executable() {
    local word file
    read -r word _ <<< "$1"
    file=$(command -v -- "$word" || true)
    [[ -f $file ]] || die "'$word' is no executable file; '--a' and '--b' each start with one"
    readlink -f -- "$file"
}

# sum CMD: its SHA-256.
sum() {
    local file
    file=$(executable "$1")
    sha256sum < "$file" | cut -d ' ' -f 1
}

# What the experiment is: written when it is started, and not to change.
describe() {
    local side hash
    for side in a b; do
        hash=$(sum "${command[$side]}")
        printf '%s %s %s\n' "$side" "$hash" "${command[$side]}"
    done
    printf 'capture %s\n' "${capture_options[*]}"
}

check_unchanged() {
    local now
    now=$(describe)
    [[ $now == "$(cat "$dir/experiment")" ]] || {
        diff "$dir/experiment" - <<< "$now" >&2 || true
        die "the experiment in '$dir' is no longer the one that was started: an executable or an option has changed; start anew with another --dir"
    }
}

# run ROUND-DIRECTORY SIDE: one run of a build, between its begin and its capture.
run() {
    local where=$1 side=$2 status=0
    check_unchanged
    "$capture" --begin "$where/$side.begin.json" "${quiet[@]}" "${capture_options[@]}" || die "capture --begin failed"
    bash -c "${command[$side]}" > "$where/$side.log" 2>&1 < /dev/null || {
        status=$?
        tail -n 5 "$where/$side.log" >&2
        die "the workload of ${side^^} ended $status; its output is in '$where/$side.log'"
    }
    check_unchanged
    "$capture" --since "$where/$side.begin.json" --output "$where/$side.json" "${quiet[@]}" \
        --label "build=$side-${build[$side]}" "${capture_options[@]}" || status=$?
    ((status < 2)) || die "capture failed"
}

mkdir -p "$dir"
if [[ ! -e $dir/experiment ]]; then
    describe > "$dir/experiment.new"
    mv "$dir/experiment.new" "$dir/experiment"
fi
check_unchanged
declare -A build
for side in a b; do
    build[$side]=$(sum "${command[$side]}")
    build[$side]=${build[$side]:0:12}
done

started=$SECONDS
ran=0
files=()
for ((round = 1; round <= rounds; round++)); do
    where=$dir/round-$(printf '%03d' "$round")
    files+=("$where/a.json" "$where/b.json")
    if [[ -e $where/done ]]; then
        echo "ab.sh: round $round of $rounds: already there" >&2
        continue
    fi
    rm -rf "$where"
    mkdir "$where"
    order=(a b)
    ((round % 2 == 1)) || order=(b a)
    for side in "${order[@]}"; do
        echo "ab.sh: round $round of $rounds: ${side^^}" >&2
        run "$where" "$side"
    done
    : > "$where/done"
    ran=$((ran + 1))
    echo "ab.sh: round $round of $rounds is done; about $(((SECONDS - started) * (rounds - round) / ran)) s to go" >&2
done
exec "$compare" --ab "${files[@]}" "${verdict[@]}"
