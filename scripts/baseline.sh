#!/usr/bin/env bash
# A baseline from healthy runs of a workload, its bounds, and a rehearsal of the gate on further healthy runs.
#
#   rungate-baseline [options] -- WORKLOAD…
#
#   --runs N           how many runs make the baseline (default 10; 5 is the least from which bounds are derived)
#   --shadow N         how many more healthy runs the new gate judges (default 0)
#   --dir DIR          where the runs are kept (default baseline-runs); run again with the same DIR, it continues
#   --baseline FILE    what to write (default baselines/baseline-timings.json)
#   --thresholds FILE  what to write; bounds, waivers and budgets that are there are kept (default
#                      config/regression-thresholds.json)
#
# Every option of capture, such as --prometheus, --metrics, --ladders, --window, --profile, --label, can be given as well; window
# and profile are those of the baseline that is there, if there is one. Each run lies between 'capture --begin' and 'capture
# --since', and must be complete. The baseline is printed by 'compare --paste', the bounds are those of 'check-bounds --derive'.
# For each key that fires on a shadow run, which was healthy, the entry that excludes it from the gate is printed.
#
# Make the runs on several days: run it with a small --runs on each, with the same DIR and a larger number each time. A run counts
# only if this script recorded it by its hash, on this machine; DIR/record and the user's state directory hold the record.
#
# Exit status: 0 baseline and thresholds are written and the gate can fail; 1 they are written, and check-bounds has findings or a
# shadow run fired; 2 nothing was written, or anything else failed.

if ! script=$(readlink -f -- "${BASH_SOURCE[0]}") || [[ ! -r ${script%/*}/tools.sh ]]; then
    echo "${0##*/}: cannot find tools.sh, which lies beside baseline.sh" >&2
    exit 2
fi
# shellcheck source=scripts/tools.sh
source "${script%/*}/tools.sh" || exit 2

runs=10 shadow=0
dir='baseline-runs'
baseline=baselines/baseline-timings.json
thresholds=config/regression-thresholds.json
files=() common=()
declare -A given=()
declare -A owned=(
    [output]=1 [begin]=1 [since]=1 [time]=1 [dry-run]=1 [write-ladders]=1 [discover]=1 [version]=1
)
# shellcheck disable=SC2034  # read by next_option()
own=([help]=0 [runs]=1 [shadow]=1 [dir]=1 [baseline]=1 [thresholds]=1)

take_options() {
    while (($# > 0)) && [[ $1 != -- ]]; do
        next_option "$@"
        shift "$used"
        [[ ! -v owned[$name] ]] || die "'--$name' cannot be given: the script sets it for each run"
        given[$name]=1
        case $name in
            help)
                usage
                leave 0
                ;;
            runs) runs=$value ;;
            shadow) shadow=$value ;;
            dir) dir=$value ;;
            baseline) baseline=$value ;;
            thresholds) thresholds=$value ;;
            *)
                has capture "$name" || die "'--$name' is no option of capture; see '$me --help'"
                pass_on
                [[ $name != metrics && $name != ladders ]] || common+=("--$name" "$value")
                ;;
        esac
    done
    workload=("${@:2}")
}

# one_run NAME WHAT: workload and capture, unless they are recorded; adds to `files`.
one_run() {
    local at=$dir/$1 ended
    files+=("$at.json")
    if [[ -v recorded[$1.json] ]]; then
        record_check "$1.json"
        say "$2: already done"
        return
    fi
    say "$2"
    remove "$at.json" "$at.begin.json"
    logged "$at.begin.log" - "$capture" --begin "$at.begin.json" ${capture_options[@]+"${capture_options[@]}"}
    ((status == 0)) || die "capture --begin exited with $status${reason:+: $reason}"
    [[ -s $at.begin.json ]] || die "capture --begin exited with 0, but wrote no '$at.begin.json'"
    run_workload "$at.log" "${workload[@]}"
    ((ended == 0)) || die "the workload exited with $ended; its output is in '$at.log'"
    logged "$at.capture.log" - "$capture" --since "$at.begin.json" --output "$at.json" ${like[@]+"${like[@]}"} \
        ${capture_options[@]+"${capture_options[@]}"}
    ((status == 0)) || die "the capture is not complete${reason:+: $reason}"
    [[ -s $at.json ]] || die "capture exited with $status, but wrote no '$at.json'"
    record_add "$1.json"
}

# numbered PREFIX COUNT WHAT: so many runs; sets `files`.
numbered() {
    local i name
    files=()
    for ((i = 1; i <= $2; i++)); do
        printf -v name '%s-%03d' "$1" "$i"
        one_run "$name" "$3 $i of $2"
    done
}

# make NAME COMMAND…: what the command prints, in DIR/NAME; sets `status`.
make() {
    local name=$1
    shift
    remove "$dir/$name"
    logged "$dir/${name%.*}.log" "$dir/$name" "$@"
    ((status == 2)) || [[ -s $dir/$name ]] || die "'${1##*/}' exited with $status, but printed nothing"
}

# Baseline and thresholds, in the directory first.
derive() {
    local source=$thresholds
    make new-baseline.json "$compare" --paste --timings "${files[@]}" --baseline "$baseline" ${common[@]+"${common[@]}"}
    ((status == 0)) || die "the runs make no baseline${reason:+: $reason}"
    if [[ ! -e $source ]]; then
        source=$dir/no-thresholds.json
        echo '{}' > "$source"
    fi
    make new-thresholds.json "$check_bounds" --derive --baseline "$dir/new-baseline.json" --thresholds "$source" \
        ${common[@]+"${common[@]}"}
    ((status < 2)) || die "no bounds can be derived${reason:+: $reason}"
}

# The new gate on the shadow runs; sets `fired`.
rehearse() {
    local lines
    fired=0
    ((shadow > 0)) || return 0
    numbered shadow "$shadow" "shadow run"
    make replay.txt "$compare" --replay --timings "${files[@]}" --baseline "$dir/new-baseline.json" \
        --thresholds "$dir/new-thresholds.json" ${common[@]+"${common[@]}"}
    mapfile -t lines < "$dir/replay.txt"
    ((status < 2)) || die "the shadow runs cannot be judged: ${reason:-${lines[-1]:-compare exited with 2}}"
    fired=$status
    show "$dir/replay.txt"
}

place() {
    [[ $2 != */* ]] || make_directory "${2%/*}"
    move "$dir/$1" "$2"
}

help_first "$@"
learn capture
learn compare
learn check-bounds
take_options "$@"
((${#workload[@]} > 0)) || die "the workload follows '--'; see '$me --help'"
[[ $runs =~ ^[1-9][0-9]?$ ]] || die "'--runs $runs': expected a number from 1 to 99"
[[ $shadow =~ ^[0-9]{1,2}$ ]] || die "'--shadow $shadow': expected a number from 0 to 99"
like=()
[[ ! -f $baseline || -v given[like] ]] || like=(--like "$baseline")

record_open "$dir" "workload ${workload[*]}" "capture ${capture_options[*]-}"
numbered run "$runs" run
derive
rehearse
make table.txt "$check_bounds" --table --baseline "$dir/new-baseline.json" --thresholds "$dir/new-thresholds.json" \
    ${common[@]+"${common[@]}"}
((status < 2)) || die "the new bounds cannot be checked${reason:+: $reason}"
show "$dir/table.txt"
place new-baseline.json "$baseline"
place new-thresholds.json "$thresholds"
say "wrote '$baseline', of $runs runs, and '$thresholds'"
((fired == 0)) || say "keys fired on healthy runs: exclude them with the entries above, or make more runs"
((status == 0)) || say "check-bounds has findings: see '$dir/table.log'"
say "next: review and commit both, and judge a run: rungate-gate -- ${workload[*]}"
leave $((status > fired ? status : fired))
