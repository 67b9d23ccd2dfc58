#!/usr/bin/env bash
# Two builds on one machine: a whole A/B experiment in interleaved rounds, and its verdict.
#
#   rungate-ab [options] --a CMD --b CMD [-- CAPTURE-OPTION…]
#
#   --a CMD, --b CMD   the workload with each build: runs to its end, and exports its histograms while it runs
#   --rounds N         how many rounds (default 10; a verdict needs 5, a budget 3)
#   --dir DIR          where the rounds are kept (default ab-run); run again with the same DIR, it continues
#   --report FILE, --summary FILE, --junit FILE
#                      as for compare; without --report the report is DIR/report.json
#
# Every other option of capture, such as --prometheus, --metrics, --window, and every option of compare that an A/B knows, such as
# --margin, --tier, --no-load-check, can be given as well. Each round runs A and B once, taking turns in going first (AB BA AB …),
# each between 'capture --begin' and 'capture --since'. After the first round the script says what would make it drop out, after
# the fifth what the rounds so far show.
#
# Without a server, --scrape reads the build itself: CMD starts it, and leaves it running or its page in a file; each run needs a
# process that began with it.
#
# The SHA-256 of each command's executable is recorded and is the build's name. A round counts only if this script recorded it by
# its hash, on this machine; DIR/record and the user's state directory hold the record. Exits with the status of compare: 0, 1 for
# a regression, 2 when it cannot judge, whatever the reason; also when a workload fails or an executable is no longer the
# recorded one.

if ! script=$(readlink -f -- "${BASH_SOURCE[0]}") || [[ ! -r ${script%/*}/tools.sh ]]; then
    echo "${0##*/}: cannot find tools.sh, which lies beside ab.sh" >&2
    exit 2
fi
# shellcheck source=scripts/tools.sh
source "${script%/*}/tools.sh" || exit 2

rounds=10
dir=ab-run
report=
outputs=()
declare -A command=() build=() given=()
declare -A owned=(
    [output]=1 [begin]=1 [since]=1 [time]=1 [dry-run]=1 [write-ladders]=1 [discover]=1 [version]=1 [timings]=1 [baseline]=1
    [paste]=1 [void]=1 [replay]=1 [ab]=1 [comment]=1 [require-baseline]=1 [same-conditions]=1 [not-before]=1 [max-age]=1
)
# shellcheck disable=SC2034  # read by next_option()
own=([help]=0 [a]=1 [b]=1 [rounds]=1 [dir]=1 [report]=1 [summary]=1 [junit]=1 [html]=1)

# take_options WORD…: sets `rest` to what follows "--".
take_options() {
    while (($# > 0)) && [[ $1 != -- ]]; do
        next_option "$@"
        shift "$used"
        [[ ! -v owned[$name] ]] || die "'--$name' cannot be given: the script sets it for each run, or an A/B has no use for it"
        given[$name]=1
        case $name in
            help)
                usage
                leave 0
                ;;
            a | b) command[$name]=$value ;;
            rounds) rounds=$value ;;
            dir) dir=$value ;;
            report) report=$value ;;
            summary | junit | html) outputs+=("--$name" "$value") ;;
            *) pass_on ;;
        esac
    done
    rest=("${@:2}")
}

# executable CMD: sets `file` to what the command's first word runs.
executable() {
    local word=${1%%[[:space:]]*}
    file=
    ! file=$(command -v -- "$word") || file=$(readlink -f -- "$file")
    [[ -f $file ]] || die "'$word' is not an executable file; '--a' and '--b' must start with one"
}

# describe: sets `description`, which must not change while the experiment lasts, and `build`.
describe() {
    local side file sum
    description=()
    for side in a b; do
        executable "${command[$side]}"
        sum_of "$file"
        build[$side]=$side-${sum:0:12}
        description+=("$side $sum ${command[$side]}")
    done
    description+=("capture ${capture_options[*]-}")
}

check_unchanged() {
    local before=("${description[@]}") i
    describe
    for i in "${!before[@]}"; do
        [[ ${before[i]} == "${description[i]}" ]] ||
            die "the experiment in '$dir' has changed since it was started: '${before[i]%% *}' is another executable"
    done
}

# begin_with: sets `words` to the options of capture for a begin. Each build is a process of its own, whose page is not there
# yet when its run begins: the begin is this host's time, without pages, and capture counts a process only when it began since.
begin_with() {
    local i
    words=()
    [[ ! -v given[scrape] ]] || words+=(--time "$EPOCHSECONDS")
    for ((i = 0; i < ${#capture_options[@]}; i++)); do
        case ${capture_options[i]} in
            --scrape | --target-label) i=$((i + 1)) ;;
            *) words+=("${capture_options[i]}") ;;
        esac
    done
}

# run ROUND SIDE: one run of a build, between its begin and its capture.
run() {
    local at=$dir/$1/$2 ended words
    check_unchanged
    begin_with
    logged "$at.begin.log" - "$capture" --begin "$at.begin.json" "${quiet[@]}" ${words[@]+"${words[@]}"}
    ((status == 0)) || die "capture --begin exited with $status${reason:+: $reason}"
    [[ -s $at.begin.json ]] || die "capture --begin exited with 0, but wrote no '$at.begin.json'"
    run_workload "$at.log" bash -c "${command[$2]}"
    ((ended == 0)) || die "the workload of ${2^^} exited with $ended; its output is in '$at.log'"
    check_unchanged
    logged "$at.capture.log" - "$capture" --since "$at.begin.json" --output "$at.json" "${quiet[@]}" --label "build=${build[$2]}" \
        ${capture_options[@]+"${capture_options[@]}"}
    ((status < 2)) || die "capture exited with $status${reason:+: $reason}"
    [[ -s $at.json ]] || die "capture exited with $status, but wrote no '$at.json'"
}

# judge TEXT REPORT OPTION…: the rounds in `files`; sets `status`, `reason`, `dropped` (why rounds do not count), and whether the
# report says the same as the exit status, in `agrees`.
judge() {
    local text=$1 written=$2 paths=("${files[@]/#/$dir/}") lines line count=0 regressions=
    shift 2
    record_check "${files[@]}"
    remove "$written"
    logged "$dir/compare.log" "$text" "$compare" --ab "${paths[@]}" --report "$written" \
        ${compare_options[@]+"${compare_options[@]}"} "$@"
    record_check "${files[@]}"
    dropped=() agrees=0 verdict=
    [[ -f $written ]] || return 0
    mapfile -t lines < "$written"
    for line in ${lines[@]+"${lines[@]}"}; do
        [[ ! $line =~ ^\ {6}\"dropped\":\ \"(.*)\",?$ ]] || dropped+=("${BASH_REMATCH[1]}")
        [[ ! $line =~ ^\ {6}\"dropped\": ]] || count=$((count + 1))
        [[ ! $line =~ ^\ {4}\"regressions\":\ ([0-9]+),?$ ]] || regressions=${BASH_REMATCH[1]}
        [[ ! $line =~ ^\ \ \"verdict\":\ \"([^\"]*)\",?$ ]] || verdict=${BASH_REMATCH[1]}
    done
    ((2 * count == ${#files[@]})) || return 0
    case $status:$regressions:$verdict in
        0:0: | 0:0:pass | 1:*: | 1:*:fail | 2:*) agrees=1 ;;
    esac
}

# so_far: what compare makes of the rounds so far, in `text`; it must be able to read them.
so_far() {
    hush=$hidden
    judge "$dir/so-far.txt" "$dir/so-far.json" --annotate none
    hush=2
    ((agrees)) || die "compare cannot read the rounds so far${reason:+: $reason}"
    mapfile -t text < "$dir/so-far.txt"
}

after_round() {
    local text line
    if ((round == 1)); then
        so_far
        if ((${#dropped[@]} > 0)); then
            say "round 1 would not count: ${dropped[0]}; on a quiet machine it would, and with --no-load-check every round does"
        else
            mapfile -t text < "$dir/compare.log"
            for line in ${text[@]+"${text[@]}"}; do
                [[ $line != *warning:*--no-load-check* ]] || say "after round 1: ${line#*warning: }"
            done
        fi
    elif ((round == 5 && rounds > 5)); then
        so_far
        say "what 5 of $rounds rounds show:"
        for line in ${text[@]+"${text[@]}"}; do
            plain "$line"
            echo "  $plain_text" >&2
        done
    fi
}

one_round() {
    local name order=(a b) side
    printf -v name 'round-%03d' "$round"
    files+=("$name/a.json" "$name/b.json")
    if [[ -v recorded[$name/a.json] && -v recorded[$name/b.json] ]]; then
        record_check "$name/a.json" "$name/b.json"
        say "round $round of $rounds: already done"
        return
    fi
    remove "$dir/$name"
    make_directory "$dir/$name"
    ((round % 2 == 1)) || order=(b a)
    for side in "${order[@]}"; do
        say "round $round of $rounds: ${side^^}"
        run "$name" "$side"
    done
    record_add "$name/a.json" "$name/b.json"
    ran=$((ran + 1))
    say "round $round of $rounds is done; about $(((SECONDS - started) * (rounds - round) / ran)) s to go"
    after_round
}

help_first "$@"
learn capture
learn compare
take_options "$@"
take_options ${rest[@]+"${rest[@]}"}
[[ -n ${command[a]:-} && -n ${command[b]:-} ]] || die "'--a' and '--b' are both needed; see '$me --help'"
[[ $rounds =~ ^[1-9][0-9]{0,2}$ ]] || die "'--rounds $rounds': expected a number from 1 to 999"
quiet=(--quiet)
[[ ! -v given[quiet] && ! -v given[verbose] ]] || quiet=()

# What compare refuses is refused before the first round, not after the last.
status=0
why=$("$compare" --ab "$dir/no-a" "$dir/no-b" ${compare_options[@]+"${compare_options[@]}"} 2>&1 > /dev/null) || status=$?
((status == 2)) || die "compare exited with $status on files that are not there"
[[ $why != *"--help'"* ]] || die "${why#*: }"

describe
record_open "$dir" "${description[@]}"
[[ -n $report ]] || report=$dir/report.json
started=$SECONDS ran=0 files=()
for ((round = 1; round <= rounds; round++)); do
    one_round
done
judge "$dir/verdict.txt" "$report" ${outputs[@]+"${outputs[@]}"}
((status == 2 || agrees)) || die "compare exited with $status, but its report does not say so"
show "$dir/verdict.txt"
((status != 2)) || say "cannot judge${reason:+: $reason}"
leave "$status"
