#!/usr/bin/env bash
# Everything that is checked before a change is accepted: install, build, test, lint.
#
#   scripts/test.sh            all of it
#   scripts/test.sh --quick    only the release build and its tests
#
# It stops at the first step that fails, and shows what that step printed. Independent steps run in parallel, two at a
# time: tests of servers spend much of their time waiting, and linters do not.
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
closing=()
current=start

# The plan: of each step its name, the steps that it needs, its command, when it was started. The group of one that runs is
# its process id.
names=() needs=() commands=() started=()
declare -A groups=() passed=()

finish() {
    local status=$? group
    trap - EXIT
    exec 2> /dev/null # where the shell would report each that is killed
    for group in "${!groups[@]}"; do
        kill -KILL -- "-$group" || true
    done
    wait || true
    rm -rf "$logs"
    ((${#closing[@]} == 0)) || printf '%s\n' "${closing[@]}"
    if ((status == 0)); then
        echo "test.sh: PASSED, ${#passed[@]} steps in $SECONDS s"
    else
        echo "test.sh: FAILED in '$current' after $SECONDS s"
    fi
    exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# step NAME NEEDED+… COMMAND…: put it in the plan. No word of the command has a blank in it.
step() {
    names+=("$1")
    needs+=("$2")
    commands+=("${*:3}")
}

# ready I: it has not been started, and what it needs has passed.
ready() {
    local needed
    [[ -z ${started[$1]:-} ]] || return 1
    while IFS= read -r needed; do
        [[ -z $needed || -n ${passed[$needed]:-} ]] || return 1
    done <<< "${needs[$1]//+/$'\n'}"
}

start() {
    local words
    read -ra words <<< "${commands[$1]}"
    "${words[@]}" > "$logs/$1" 2>&1 < /dev/null &
    groups[$!]=$1
    started[$1]=$SECONDS
}

# end GROUP STATUS: quiet when it passed; a process that it leaves behind is a failure. One that has ended and that nobody
# has waited for yet, as a sanitizer leaves its symbolizer, is none.
end() {
    local group=$1 status=$2 i=${groups[$1]} left
    current=${names[i]}
    if ((status == 0)) && left=$(pgrep --list-full --pgroup "$group" --runstates D,R,S,T,t); then
        printf 'processes left behind:\n%s\n' "$left" >> "$logs/$i"
        status=1
    fi
    kill -KILL -- "-$group" 2> /dev/null || true
    unset "groups[$group]"
    if ((status != 0)); then
        cat "$logs/$i"
        exit 1
    fi
    passed[$current]=yes
    printf '%-32s %4d s\n' "$current" $((SECONDS - started[i]))
    keep "$current" "$logs/$i"
}

# keep NAME LOG: what of it is to be seen at the end: ctest's closing line and the tests that it
# skipped, the servers that were found and those that were not.
keep() {
    case $1 in
        servers) mapfile -t -O "${#closing[@]}" closing < <(sed 's/^/server: /; s/ build[^ ]*$//' "$2") ;;
        tests,* | fuzzing)
            closing+=("$1: $(grep -E 'tests passed' "$2")")
            mapfile -t -O "${#closing[@]}" closing < <(sed -n "s/.* - \\(.*\\) (Skipped)$/$1: NOT RUN: \\1/p" "$2")
            ;;
    esac
}

run_plan() {
    local i group status
    while true; do
        for i in "${!names[@]}"; do
            if ((${#groups[@]} < 2)) && ready "$i"; then
                start "$i"
            fi
        done
        ((${#groups[@]} > 0)) || break
        status=0
        wait -n -p group "${!groups[@]}" || status=$?
        end "$group" "$status"
    done
    for i in "${!names[@]}"; do
        current=${names[i]}
        [[ -n ${passed[$current]:-} ]] || {
            echo "it needs a step that is not in the plan: ${needs[i]}"
            exit 1
        }
    done
}

# compile PRESET DIRECTORY CMAKE-ARGUMENT…
compile() {
    cmake --preset "$1" -B "$2" -DRUNGATE_TESTS=ON "${@:3}" && cmake --build "$2" -j "$jobs"
}

run_tests() {
    ctest --test-dir "$1" -j "$jobs" --output-on-failure --no-tests=error
}

sources() {
    git ls-files -z --cached --others --exclude-standard -- "$@"
}

check_format() {
    sources '*.c' '*.h' | xargs -0 clang-format --dry-run --Werror
}

# One file a run: clang-tidy 14 takes va_start for unknown in all files after the first. The analysis of paths is gcc's, which
# takes a tenth of the time of clang's; -clang-analyzer-* is off here only, not in .clang-tidy.
check_tidy() {
    sources '*.c' ':!tests/fuzz' |
        xargs -0 -P "$jobs" -n 1 clang-tidy --quiet --checks='-clang-analyzer-*' -p build-clang &&
        sources 'tests/fuzz/*.c' | xargs -0 -P "$jobs" -n 1 clang-tidy --quiet --checks='-clang-analyzer-*' -p build-fuzz
}

# Off, and why: variableScope, as declarations stand at the head of a block here; shadowFunction, as a local
# name says what it is wherever another file may have a function of that name; constParameterCallback, as the signature of
# a callback is its caller's; normalCheckLevelMaxBranches, which is no finding.
check_cppcheck() {
    mkdir -p build-clang/cppcheck
    cppcheck --quiet --std=c11 --platform=unix64 -j "$jobs" --error-exitcode=1 --inline-suppr \
        --enable=warning,style,performance,portability --cppcheck-build-dir=build-clang/cppcheck \
        --suppress=variableScope --suppress=shadowFunction --suppress=constParameterCallback \
        --suppress=normalCheckLevelMaxBranches --project=build-clang/compile_commands.json
}

check_shell() {
    sources '*.sh' .ci/run | xargs -0 shellcheck
}

# What sanitizers do not see: values that were never set. Without the tests that only repeat one thing thousands of times.
check_valgrind() {
    find build/unit -type f -name 'test_*' ! -name '*_no_memory' ! -name test_simulation ! -name test_suggest -print0 |
        xargs -0 -P "$jobs" -n 1 valgrind --quiet --error-exitcode=9 \
            --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all
}

step 'install' '' scripts/deps.sh test
step 'servers' 'install' scripts/servers.sh all
step 'build, release' 'install' compile release build
if ! "$quick"; then
    # What takes longest comes first: the tests with sanitizers, and clang-tidy.
    step 'build, sanitizers' 'install' compile asan build-asan
    step 'tests, sanitizers' 'servers+build, sanitizers' run_tests build-asan
    step 'build, clang, all warnings' 'install' compile dev build-clang -DCMAKE_C_COMPILER=clang
    step 'build, fuzzing' 'install' compile fuzz build-fuzz
    step 'clang-tidy' 'build, clang, all warnings+build, fuzzing' check_tidy
fi
step 'tests, release' 'servers+build, release' run_tests build
if ! "$quick"; then
    step 'build, gcc, all warnings' 'install' compile dev build-gcc -DRUNGATE_ANALYZE=ON
    step 'fuzzing' 'build, fuzzing' run_tests build-fuzz
    step 'valgrind, unit tests' 'build, release' check_valgrind
    step 'cppcheck' 'build, clang, all warnings' check_cppcheck
    step 'clang-format' 'install' check_format
    step 'shellcheck' 'install' check_shell
fi
run_plan
