#!/usr/bin/env bash
# The gate of a pipeline, after its workload: capture, compare, summary, exit status.
#
#   scripts/gate.sh [options] [-- CAPTURE-OPTION…]
#
# option                variable               default
#   --prometheus URL    RUNGATE_PROMETHEUS     http://localhost:9090: the server that scraped the workload
#   --artifacts DIR     RUNGATE_ARTIFACTS      rungate-artifacts: what is kept of the run, see below
#   --rerun CMD         RUNGATE_RERUN          (none) runs the workload once more, to its end, when a key has fired
#   --summary FILE      RUNGATE_SUMMARY        GITHUB_STEP_SUMMARY, if there is one: the verdict is appended as Markdown
#   --window DURATION   RUNGATE_WINDOW         that of capture; a rerun must last longer
#   --profile NAME      RUNGATE_PROFILE        that of capture
#   --tier T            RUNGATE_TIER           that of compare
#   --metrics FILE      RUNGATE_METRICS        config/regression-metrics.json
#   --ladders FILE      RUNGATE_LADDERS        config/ladders.json
#   --thresholds FILE   RUNGATE_THRESHOLDS     config/regression-thresholds.json
#   --baseline FILE     RUNGATE_BASELINE       baselines/baseline-timings.json
#                       RUNGATE_CAPTURE_OPTIONS  further options of capture, one word a line, as after "--"
#
# The mode is the baseline's: on a placeholder (bootstrap) a complete capture is printed as the block to commit and nothing is
# gated. Otherwise a key that fires is a regression; with --rerun, only when it fires in the rerun as well. A rerun that
# cannot be had leaves the first run to decide.
#
# Artifacts: timings.json, rerun.json, rerun.log, regression-report.json, junit.xml, summary.md, verdict.txt, and in
# bootstrap new-baseline.json. Those of an earlier run are removed first. With GITHUB_OUTPUT set, "mode" (bootstrap or
# gate), "verdict" (pass, fail or cannot-judge) and "artifacts" are written there.
#
# Exit status: 0 judged and good, or a complete block in bootstrap; 1 a regression, a budget, or an incomplete capture; 2
# cannot judge: the server, the files, the usage, an incomplete capture in bootstrap. 2 wins over 1.
set -euo pipefail
shopt -s inherit_errexit

# shellcheck source=scripts/tools.sh
source "$(dirname "$0")/tools.sh"

say() {
    echo "gate.sh: $*" >&2
}

prometheus=${RUNGATE_PROMETHEUS:-}
artifacts=${RUNGATE_ARTIFACTS:-rungate-artifacts}
rerun=${RUNGATE_RERUN:-}
summary=${RUNGATE_SUMMARY:-${GITHUB_STEP_SUMMARY:-}}
declare -A given=(
    [window]=${RUNGATE_WINDOW:-} [profile]=${RUNGATE_PROFILE:-} [tier]=${RUNGATE_TIER:-}
    [metrics]=${RUNGATE_METRICS:-} [ladders]=${RUNGATE_LADDERS:-} [thresholds]=${RUNGATE_THRESHOLDS:-}
    [baseline]=${RUNGATE_BASELINE:-}
)
capture_options=()
while IFS= read -r word; do
    [[ -z $word ]] || capture_options+=("$word")
done <<< "${RUNGATE_CAPTURE_OPTIONS:-}"

while (($# > 0)); do
    case $1 in
        --help | -h)
            usage
            exit 0
            ;;
        --prometheus | --artifacts | --rerun | --summary | --window | --profile | --tier | --metrics | --ladders | --thresholds | --baseline)
            [[ -n ${2:-} ]] || die "'$1' needs a value; see 'gate.sh --help'"
            case $1 in
                --prometheus) prometheus=$2 ;;
                --artifacts) artifacts=$2 ;;
                --rerun) rerun=$2 ;;
                --summary) summary=$2 ;;
                *) given[${1#--}]=$2 ;;
            esac
            shift
            ;;
        --)
            shift
            capture_options+=("$@")
            break
            ;;
        *) die "unknown option '$1'; options of capture follow '--'; see 'gate.sh --help'" ;;
    esac
    shift
done
for word in ${capture_options[@]+"${capture_options[@]}"}; do
    case $word in
        --output | --output=* | --begin | --begin=* | --dry-run)
            die "'$word' cannot be one of the options of capture: the files are this script's own"
            ;;
    esac
done

capture=$(tool capture)
compare=$(tool compare)

# pass NAME…: the options of these names that were given.
options=()
pass() {
    local name
    options=()
    for name in "$@"; do
        [[ -z ${given[$name]} ]] || options+=("--$name" "${given[$name]}")
    done
}

# take FILE: a capture; sets `status`.
take() {
    status=0
    pass window profile metrics ladders
    [[ -z $prometheus ]] || options+=(--prometheus "$prometheus")
    "$capture" --output "$1" ${options[@]+"${options[@]}"} ${capture_options[@]+"${capture_options[@]}"} || status=$?
    ((status <= 2)) || die "capture ended $status"
}

# judge OUTPUT OPTION…: what compare says; sets `status`.
judge() {
    local output=$1
    shift
    status=0
    pass tier metrics ladders thresholds baseline
    "$compare" ${options[@]+"${options[@]}"} "$@" > "$output" || status=$?
    ((status <= 2)) || die "compare ended $status"
}

# Markdown for what compare does not come to see.
note() {
    printf '### %s\n\n%s\n\n' "$1" "$2" >> "$artifacts/summary.md"
}

finish() {
    local status=$1 verdicts=(pass fail cannot-judge)
    if [[ -n $summary && -s $artifacts/summary.md ]]; then
        cat "$artifacts/summary.md" >> "$summary" || die "cannot append to '$summary'"
    fi
    if [[ -n ${GITHUB_OUTPUT:-} ]]; then
        printf 'mode=%s\nverdict=%s\nartifacts=%s\n' "$mode" "${verdicts[status]}" "$artifacts" >> "$GITHUB_OUTPUT"
    fi
    say "$mode: ${verdicts[status]} ($status); see '$artifacts'"
    exit "$status"
}

# The workload again and a capture of it. Adds to `timings` when both came out.
confirm() {
    local ended=0
    say "a key has fired; running the workload again to confirm it"
    bash -c "$rerun" > "$artifacts/rerun.log" 2>&1 < /dev/null || ended=$?
    if ((ended != 0)); then
        tail -n 5 "$artifacts/rerun.log" >&2
        say "the rerun ended $ended, so the first run decides; its output is in '$artifacts/rerun.log'"
        note 'Not confirmed by a rerun' "The rerun ended $ended, so the first run decides."
        return
    fi
    take "$artifacts/rerun.json"
    if ((status == 2)); then
        say "the rerun could not be captured, so the first run decides"
        note 'Not confirmed by a rerun' 'The rerun could not be captured, so the first run decides.'
        return
    fi
    timings+=(--timings "$artifacts/rerun.json")
}

mode=gate
mkdir -p "$artifacts" || die "cannot make '$artifacts'"
for name in timings.json rerun.json rerun.log regression-report.json junit.xml summary.md verdict.txt new-baseline.json probe.txt; do
    rm -f "$artifacts/$name"
done

take "$artifacts/timings.json"
captured=$status
if ((captured == 2)); then
    note 'Performance gate: cannot judge' 'Nothing could be captured; the log of this step says why.'
    finish 2
fi
timings=(--timings "$artifacts/timings.json")
if [[ -n $rerun ]]; then
    # Without annotations or summary, as this is not yet the verdict.
    judge "$artifacts/probe.txt" "${timings[@]}" --annotate none 2> /dev/null
    ((status != 1)) || confirm
    rm -f "$artifacts/probe.txt"
fi
judge "$artifacts/verdict.txt" "${timings[@]}" --report "$artifacts/regression-report.json" --junit "$artifacts/junit.xml" \
    --summary "$artifacts/summary.md"
cat "$artifacts/verdict.txt"
# On a placeholder the block alone is printed, which is JSON.
if [[ $(head -c 1 "$artifacts/verdict.txt") == '{' ]]; then
    mode=bootstrap
    mv "$artifacts/verdict.txt" "$artifacts/new-baseline.json"
elif [[ ! -s $artifacts/regression-report.json ]] && grep -q 'NOT refreshable' "$artifacts/summary.md" 2> /dev/null; then
    mode=bootstrap
fi
if ((captured == 1)); then
    note 'The capture is incomplete' 'Too few keys have a value; the log of this step says which have none, and why.'
    say "the capture is incomplete"
fi
finish $((status > captured ? status : captured))
