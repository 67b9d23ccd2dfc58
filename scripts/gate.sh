#!/usr/bin/env bash
# The gate of a pipeline: workload, capture, compare, a rerun that confirms what fires, summary, exit status.
#
#   rungate-gate [options] -- WORKLOAD…     run the workload and judge it
#   rungate-gate [options]                  judge a workload that has just run
#
# option                variable               default
#   --prometheus URL    RUNGATE_PROMETHEUS     http://localhost:9090: the server that scrapes the workload
#   --artifacts DIR     RUNGATE_ARTIFACTS      rungate-artifacts: what is kept of the run, see below
#   --reruns N                                 1: how often the workload runs again when a key has fired, 0 to 9
#   --rerun CMD         RUNGATE_RERUN          (none) what to run then, where no workload is given, or in its place
#   --summary FILE      RUNGATE_SUMMARY        GITHUB_STEP_SUMMARY, if there is one: the verdict is appended as Markdown
#   --window DURATION   RUNGATE_WINDOW         that of the baseline; the workload and a rerun must last longer
#   --profile NAME      RUNGATE_PROFILE        that of the baseline
#   --tier T            RUNGATE_TIER           that of compare
#   --metrics FILE      RUNGATE_METRICS        config/regression-metrics.json
#   --ladders FILE      RUNGATE_LADDERS        config/ladders.json
#   --thresholds FILE   RUNGATE_THRESHOLDS     config/regression-thresholds.json
#   --baseline FILE     RUNGATE_BASELINE       baselines/baseline-timings.json
#                       RUNGATE_WORKLOAD       the workload, as one command of the shell
#                       RUNGATE_OPTIONS        further options, one word a line
#                       RUNGATE_CAPTURE_OPTIONS  the same
#
# Every other option of capture and compare can be given as well, such as --require-baseline, --wait, --label; those that choose
# files, the input or the mode are the script's own. All keys of the baseline must be judged, unless --min-compared says
# otherwise; a run under other conditions than the baseline's is not judged, unless --window or --profile is given.
#
# The baseline decides the mode. On a placeholder (bootstrap) a complete capture is printed as the block to commit, and nothing
# is gated. Otherwise a key that fires is a regression; with a rerun, only if it fires in most runs. A rerun that fails, or that
# cannot be judged beside the first run, is left out; without any, the first run decides.
#
# Artifacts: timings.json, rerun.json, regression-report.json, junit.xml, page.html, summary.md, verdict.txt, explain-KEY.txt for each key that
# fired, the logs of the workload and of the commands, and in bootstrap new-baseline.json. Those of an earlier run are removed
# first. With GITHUB_OUTPUT set, "mode" (bootstrap or gate), "verdict" (pass, fail, cannot-judge, or not-gated on a placeholder)
# and "artifacts" are written there.
#
# Exit status: 0 judged and good, or a complete block in bootstrap; 1 a regression, a budget, or an incomplete capture; 2
# cannot judge, whatever the reason. 2 takes precedence over 1.

if ! script=$(readlink -f -- "${BASH_SOURCE[0]}") || [[ ! -r ${script%/*}/tools.sh ]]; then
    echo "${0##*/}: cannot find tools.sh, which lies beside gate.sh" >&2
    exit 2
fi
# shellcheck source=scripts/tools.sh
source "${script%/*}/tools.sh" || exit 2

mode=gate
artifacts=rungate-artifacts
summary=${GITHUB_STEP_SUMMARY:-}
annotate=auto
rerun='' reruns=1 baseline=baselines/baseline-timings.json
workload=()
timings=()
ready=
declare -A owned=(
    [output]=1 [begin]=1 [dry-run]=1 [write-ladders]=1 [like]=1 [discover]=1 [version]=1 [timings]=1 [format]=1 [explain]=1
    [report]=1 [junit]=1 [html]=1 [comment]=1 [ab]=1 [margin]=1 [no-load-check]=1 [paste]=1 [void]=1 [replay]=1
)
# shellcheck disable=SC2034  # read by next_option()
own=([help]=0 [artifacts]=1 [rerun]=1 [reruns]=1 [summary]=1 [annotate]=1)
declare -A given=() sums=()
doubt_title='Performance gate: cannot judge'

# note TITLE TEXT: Markdown for what compare does not see; nothing has a meaning in the text.
note() {
    plain "$2"
    printf '### %s\n\n    %s\n\n' "$1" "$plain_text" >> "$artifacts/summary.md"
}

annotates() {
    [[ $annotate == github || ($annotate == auto && ${GITHUB_ACTIONS:-} == true) ]]
}

# tell_outputs VERDICT: the last thing that is written.
tell_outputs() {
    [[ -n ${GITHUB_OUTPUT:-} ]] || return 0
    printf 'mode=%s\nverdict=%s\nartifacts=%s\n' "$mode" "$1" "$artifacts" >> "$GITHUB_OUTPUT"
}

# doubt_annotation WHY, doubt_junit WHY: "cannot judge" in these forms, where compare has not said it.
doubt_annotation() {
    plain "$1"
    ! annotates || echo "::error title=Performance gate: cannot judge::${plain_text//'%'/%25}" >&2
}

doubt_junit() {
    local text
    plain "$1"
    text=$plain_text
    text=${text//'&'/'&amp;'}
    text=${text//'<'/'&lt;'}
    text=${text//'>'/'&gt;'}
    text=${text//'"'/'&quot;'}
    {
        printf '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n'
        printf '  <testsuite name="rungate" package="rungate" id="0" tests="1" failures="0" errors="1" skipped="0" time="0">\n'
        printf '    <testcase classname="rungate" name="performance gate" time="0">\n'
        printf '      <error type="cannot judge" message="%s">%s</error>\n' "$text" "$text"
        printf '    </testcase>\n  </testsuite>\n</testsuites>\n'
    } > "$artifacts/junit.xml"
}

# own_files: sets `files` to all that the script may have written into the artifacts.
own_files() {
    files=("$artifacts"/{timings,rerun,rerun-[0-9]}{{,-begin}.json,{,-begin,-capture,-workload}.log}
        "$artifacts"/{regression-report,new-baseline,probe}.json "$artifacts"/{summary.md,junit.xml,page.html}
        "$artifacts"/{verdict,probe,explain-*}.txt "$artifacts"/{verdict,probe,explain}.log)
}

# The line on the error stream is there when this is called. It takes the place of what was said before something failed.
show_doubt() {
    local files
    doubt_annotation "$1"
    {
        if [[ -n $ready ]] || { [[ -d $artifacts ]] && own_files && rm -rf -- "${files[@]}"; }; then
            note "$doubt_title" "$1"
            doubt_junit "$1"
        fi
        plain "$1"
        [[ -z $summary ]] || printf '### %s\n\n    %s\n\n' "$doubt_title" "$plain_text" >> "$summary"
        tell_outputs cannot-judge
    } 2> /dev/null
}

# take_option WORD…: one option, of the command line or of a variable.
take_option() {
    next_option "$@"
    [[ ! -v owned[$name] ]] || die "'--$name' cannot be given: the script sets it, or chooses the file or the mode"
    given[$name]=1
    case $name in
        help)
            usage
            leave 0
            ;;
        artifacts) artifacts=$value ;;
        rerun) rerun=$value ;;
        reruns) reruns=$value ;;
        summary) summary=$value ;;
        annotate) annotate=$value ;;
        baseline)
            baseline=$value
            pass_on
            ;;
        *) pass_on ;;
    esac
}

take_options() {
    while (($# > 0)); do
        take_option "$@"
        shift "$used"
    done
}

# from_variable OPTION VALUE: for an option that was not given.
from_variable() {
    [[ -z $2 || -v given[$1] ]] || take_option "--$1" "$2"
}

# from_lines VARIABLE: options in a variable, one word a line.
from_lines() {
    local words=() lines line
    mapfile -t lines <<< "${!1:-}"
    for line in "${lines[@]}"; do
        [[ -z $line ]] || words+=("$line")
    done
    take_options ${words[@]+"${words[@]}"}
}

# take NAME [BEGIN]: capture into NAME.json; sets `status`. What capture says is believed when the file it wrote agrees.
take() {
    local file=$artifacts/$1.json words=(--output "$artifacts/$1.json" --like "$baseline") lines line complete=
    [[ -z ${2:-} ]] || words+=(--since "$2")
    logged "$artifacts/$1-capture.log" - "$capture" "${words[@]}" ${capture_options[@]+"${capture_options[@]}"}
    ((status < 2)) || return 0
    taken=
    [[ -s $file ]] || die "capture exited with $status, but wrote no '$file'"
    mapfile -t lines < "$file"
    for line in ${lines[@]+"${lines[@]}"}; do
        [[ ! $line =~ ^\ \ \ \ \"complete\":\ (true|false),?$ ]] || complete=${BASH_REMATCH[1]}
        [[ ! $line =~ ^\ \ \"captured_at\":\ \"([^\"]*)\",?$ ]] || taken=${BASH_REMATCH[1]}
    done
    [[ -n $taken && $status$complete =~ ^(0true|1false)$ ]] || die "capture exited with $status, but '$file' does not say so"
    sum_of "$file"
    sums[$file]=$sum
}

# run NAME: begin, workload, capture; sets `status` as take() does, `ended`, and `reason` when either is not 0.
run() {
    local begin=$artifacts/$1-begin.json
    logged "$artifacts/$1-begin.log" - "$capture" --begin "$begin" ${capture_options[@]+"${capture_options[@]}"}
    ((status == 0)) || return 0
    sum_of "$begin"
    run_workload "$artifacts/$1-workload.log" "${workload[@]}"
    ((ended == 0)) || return 0
    local was=$sum
    sum_of "$begin"
    [[ $sum == "$was" ]] || die "'$begin' was changed by another program"
    take "$1" "$begin"
}

# read_report FILE: sets `verdict`, `of` (when its capture was made), the number of `keys`, and those that `fired`, which
# on a placeholder nothing does that could be explained.
read_report() {
    local lines line key="" placeholder=0
    verdict='' of='' keys=0 fired=()
    [[ -f $1 ]] || return 0
    mapfile -t lines < "$1"
    for line in ${lines[@]+"${lines[@]}"}; do
        [[ ! $line =~ ^\ \ \"verdict\":\ \"([^\"]*)\",?$ ]] || verdict=${BASH_REMATCH[1]}
        [[ ! $line =~ ^\ \ \"current_captured_at\":\ \"([^\"]*)\",?$ ]] || of=${BASH_REMATCH[1]}
        if [[ $line =~ ^\ {6}\"key\":\ \"(.*)\",?$ ]]; then
            key=${BASH_REMATCH[1]}
            keys=$((keys + 1))
        fi
        [[ ! $line =~ ^\ {6}\"regressed\":\ true,?$ ]] || fired+=("$key")
        [[ ! $line =~ ^\ \ \"placeholder\":\ true,?$ ]] || placeholder=1
    done
    ((placeholder == 0)) || fired=()
}

# judge TEXT REPORT FILE… [-- OPTION…]: compare of these captures; sets `status` and what read_report() does. An exit status is
# believed together with a report of this very run.
judge() {
    local text=$artifacts/$1 report=$artifacts/$2 files=() file
    shift 2
    while (($# > 0)) && [[ $1 != -- ]]; do
        files+=("$1")
        shift
    done
    remove "$report"
    logged "${text%.txt}.log" "$text" "$compare" --timings "${files[@]}" --report "$report" \
        ${compare_options[@]+"${compare_options[@]}"} "${@:2}"
    for file in "${files[@]}"; do
        sum_of "$file"
        [[ ${sums[$file]} == "$sum" ]] || die "'$file' was changed by another program"
    done
    read_report "$report"
    believe
}

# The report says what the exit status says, of the first capture.
believe() {
    case $status:$verdict in
        0:pass | '0:not gated' | 1:fail)
            [[ $of == "$first" ]] || die "compare exited with $status, but its report is not of the capture of this run"
            ;;
        2:*) ;;
        *) die "compare exited with $status, but its report does not say so" ;;
    esac
}

# Run the workload again, and keep in `timings` what can be judged beside the first run.
confirm() {
    local i name again
    say "${#fired[@]} keys have fired; running the workload again to confirm"
    for ((i = 1; i <= reruns; i++)); do
        name=rerun
        ((i == 1)) || name=rerun-$i
        run_again "$name"
        if [[ -n $why ]]; then
            again='the first run decides'
            ((${#timings[@]} == 1)) || again='it is left out'
            say "$why, so $again"
            note 'A rerun could not be used' "$why, so $again"
        else
            timings+=("$artifacts/$name.json")
            expected=$status
        fi
    done
}

# run_again NAME: sets `why` when the rerun cannot be used.
run_again() {
    local kept=$taken
    why='' ended=0
    if [[ -n $rerun ]]; then
        run_workload "$artifacts/$1.log" bash -c "$rerun"
        ((ended != 0)) || take "$1"
    else
        run "$1"
    fi
    taken=$kept
    if ((ended != 0)); then
        why="the rerun exited with $ended"
    elif ((status == 2)); then
        why="the rerun could not be captured${reason:+: $reason}"
    else
        judge probe.txt probe.json "${timings[@]}" "$artifacts/$1.json" -- --annotate none
        ((status != 2 || keys > 0)) || why="the rerun could not be judged${reason:+: $reason}"
    fi
}

# explain KEY: its arithmetic, in a file of its own.
explain() {
    local key file number=1 kept=$status
    printf -v key '%b' "$1"
    file=${key//[!A-Za-z0-9._-]/_}
    file=$artifacts/explain-${file:0:200}
    while [[ -e $file.txt ]]; do
        number=$((number + 1))
        file=${file%"~$((number - 1))"}~$number
    done
    status=0
    "$compare" --timings "${timings[@]}" ${compare_options[@]+"${compare_options[@]}"} --annotate none --explain "$key" \
        > "$file.txt" 2> "$artifacts/explain.log" || status=$?
    [[ $status == "$kept" && -s $file.txt ]] || die "compare --explain exited with $status and explained nothing of '$key'"
}

# What was not gated, or could not be judged, is said where compare has not said it.
complete_forms() {
    local said
    said=$(< "$artifacts/verdict.log")
    if [[ $mode == bootstrap && $status == 0 ]]; then
        [[ -s $artifacts/summary.md && $(< "$artifacts/summary.md") == *'NOTHING WAS GATED'* ]] ||
            note 'NOTHING WAS GATED' "'$baseline' is a placeholder: commit the block that was printed"
        if annotates && [[ $'\n'$said != *$'\n::'*'NOTHING WAS GATED'* ]]; then
            echo "::warning title=NOTHING WAS GATED::the baseline is a placeholder: commit the block that was printed" >&2
        fi
    elif ((status == 2)); then
        [[ -s $artifacts/summary.md ]] || note "$doubt_title" "$reason"
        [[ -e $artifacts/junit.xml ]] || doubt_junit "$reason"
        [[ $'\n'$said == *$'\n::error'* ]] || doubt_annotation "$reason"
    fi
}

# The page is an artifact; on GitHub the artifacts stand at the end of the page of the run.
link_page() {
    local where="\`page.html\` in the artifacts"
    [[ -s $artifacts/page.html ]] || return 0
    if [[ ${GITHUB_SERVER_URL:-}/${GITHUB_REPOSITORY:-} =~ ^https?://[A-Za-z0-9.:/_-]+$ && ${GITHUB_RUN_ID:-} =~ ^[0-9]+$ ]]; then
        where="[page.html]($GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$GITHUB_RUN_ID#artifacts)"
    fi
    printf 'Each series with its distribution, its trip points and the arithmetic: %s\n\n' "$where" >> "$artifacts/summary.md"
}

finish() {
    local words=(pass fail cannot-judge)
    [[ $mode == gate ]] || words[0]=not-gated
    if [[ -n $summary && -s $artifacts/summary.md ]]; then
        cat -- "$artifacts/summary.md" >> "$summary" || die "cannot append the summary to '$summary'"
    fi
    say "$mode: ${words[$1]} ($1); see '$artifacts'"
    tell_outputs "${words[$1]}" || die "cannot write to '$GITHUB_OUTPUT', which GITHUB_OUTPUT names"
    leave "$1"
}

read_arguments() {
    local option variable
    while (($# > 0)) && [[ $1 != -- ]]; do
        take_option "$@"
        shift "$used"
    done
    if [[ ${2:-} == -* ]]; then
        say "options after '--' are deprecated: give them before it; what follows '--' is the workload"
        take_options "${@:2}"
    else
        workload=("${@:2}")
    fi
    from_lines RUNGATE_OPTIONS
    from_lines RUNGATE_CAPTURE_OPTIONS
    for option in artifacts rerun summary window profile tier metrics ladders thresholds baseline; do
        variable=RUNGATE_${option^^}
        from_variable "$option" "${!variable:-}"
    done
    if ((${#workload[@]} == 0)) && [[ -n ${RUNGATE_WORKLOAD:-} ]]; then
        workload=(bash -c "$RUNGATE_WORKLOAD")
    fi
}

check_arguments() {
    local option
    [[ $reruns =~ ^[0-9]$ ]] || die "'--reruns $reruns': expected a number from 0 to 9"
    [[ $annotate =~ ^(auto|github|none)$ ]] || die "'--annotate $annotate': expected auto, github or none"
    if ((${#workload[@]} > 0)); then
        for option in since time; do
            [[ ! -v given[$option] ]] || die "'--$option' cannot be given with a workload, which decides the time"
        done
    elif [[ -z $rerun ]]; then
        reruns=0
    fi
}

# What makes the verdict sound, unless it was said otherwise. The two clocks may be a minute apart.
be_strict() {
    [[ -v given[min-compared] ]] || compare_options+=(--min-compared 1)
    if [[ ! -v given[same-conditions] && ! -v given[window] && ! -v given[profile] ]]; then
        compare_options+=(--same-conditions)
    fi
    if [[ ! -v given[not-before] && ! -v given[time] ]]; then
        compare_options+=(--not-before $((EPOCHSECONDS - 60)))
    fi
}

prepare() {
    local files
    make_directory "$artifacts"
    own_files
    remove "${files[@]}"
    ready=1
}

help_first "$@"
learn capture
learn compare
read_arguments "$@"
check_arguments
be_strict
prepare

ended=0
if ((${#workload[@]} > 0)); then
    run timings
else
    take timings
fi
((ended == 0)) || die "the workload exited with $ended; its output is in '$artifacts/timings-workload.log'"
((status < 2)) || die "nothing could be captured${reason:+: $reason}"
captured=$status first=$taken timings=("$artifacts/timings.json")

if ((reruns > 0)); then
    # Without annotations or summary, because this is not the final verdict.
    judge probe.txt probe.json "${timings[@]}" -- --annotate none
    expected=$status
    ((status != 1)) || confirm
    remove "$artifacts"/probe.*
fi
forms=(--junit "$artifacts/junit.xml" --summary "$artifacts/summary.md" --annotate "$annotate")
if has compare html; then
    forms+=(--html "$artifacts/page.html")
fi
judge verdict.txt regression-report.json "${timings[@]}" -- "${forms[@]}"
((reruns == 0 || status == expected)) || die "compare exited with $status, and before with $expected, on the same captures"
if [[ $verdict == 'not gated' ]] || { [[ -z $verdict && -s $artifacts/summary.md ]] &&
    [[ $(< "$artifacts/summary.md") == *'NOT refreshable'* ]]; }; then
    mode=bootstrap
fi
complete_forms
link_page
if ((status == 1)); then
    for key in ${fired[@]+"${fired[@]}"}; do
        explain "$key"
    done
fi
show "$artifacts/verdict.txt"
# On a placeholder only the block is printed.
[[ $mode != bootstrap ]] || ((status != 0)) || move "$artifacts/verdict.txt" "$artifacts/new-baseline.json"
if ((captured == 1)); then
    note 'The capture is incomplete' 'Too few keys have a value; the log of this step says which have none, and why.'
    say "the capture is incomplete"
fi
finish $((status > captured ? status : captured))
