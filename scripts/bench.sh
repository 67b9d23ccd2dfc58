#!/bin/sh
# Measure the optimised build: scripts/bench.sh NAME, where scripts/bench/NAME.py is what measures.
set -eu

cd "$(dirname "$0")/.."
name=${1:-}
if [ -z "$name" ] || [ ! -f "scripts/bench/$name.py" ]; then
    echo "usage: scripts/bench.sh NAME, one of:" >&2
    for file in scripts/bench/*.py; do
        echo "  $(basename "$file" .py)" >&2
    done
    exit 2
fi
shift
cmake --preset release > /dev/null
cmake --build build > /dev/null
exec python3 -B "scripts/bench/$name.py" --bin build/bin "$@"
