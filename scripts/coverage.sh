#!/usr/bin/env bash
# Line and branch coverage of the layers below src/http by the tests that run without a server: scripts/coverage.sh [--lines]
#
#   --lines   also list the lines of each file that no test reaches
#
# Needs gcovr. Branches that only the compiler sees, in throwing functions or unreachable code, are not counted.
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1:-} in
    '' | --lines) ;;
    *)
        echo "usage: scripts/coverage.sh [--lines]" >&2
        exit 2
        ;;
esac
command -v gcovr > /dev/null || {
    echo "coverage.sh: gcovr is missing; apt-get install gcovr" >&2
    exit 2
}
mkdir -p build-coverage
log=build-coverage/log
{
    cmake --preset coverage && cmake --build build-coverage -j "$(nproc)"
    find build-coverage -name '*.gcda' -delete
    ctest --test-dir build-coverage -j "$(nproc)" --output-on-failure -L 'unit|cli' -E 'cli/(scale|io-faults)|docs/'
} > "$log" 2>&1 || {
    tail -n 60 "$log"
    exit 1
}
report=(gcovr --root . --object-directory build-coverage --filter 'src/(base|format|model|measure|judge|report)/' --exclude-unreachable-branches
    --exclude-throw-branches --print-summary)
if [[ ${1:-} == --lines ]]; then
    "${report[@]}" build-coverage
    "${report[@]}" --branches build-coverage
else
    "${report[@]}" build-coverage | grep -E '^(lines|branches|functions):'
fi
