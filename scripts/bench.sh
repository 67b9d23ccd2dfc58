#!/usr/bin/env bash
# Measure the optimised build.
#
#   scripts/bench.sh              one table of all three commands
#   scripts/bench.sh NAME …       one of them in detail, measured by scripts/bench/NAME.py
set -euo pipefail

cd "$(dirname "$0")/.."
name=${1:-table}
if [[ ! -f scripts/bench/$name.py ]]; then
    echo "usage: scripts/bench.sh [NAME], one of:" >&2
    for file in scripts/bench/*.py; do
        echo "  $(basename "$file" .py)" >&2
    done
    exit 2
fi
(($# == 0)) || shift
cmake --preset release > /dev/null
cmake --build build > /dev/null
exec python3 -B "scripts/bench/$name.py" --bin build/bin "$@"
