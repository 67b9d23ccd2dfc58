#!/bin/sh
# Measure the optimised build: scripts/bench.sh NAME, where scripts/bench/NAME.py is what measures.
set -eu

cd "$(dirname "$0")/.."
name=${1:-}
if [ -z "$name" ] || [ ! -f "scripts/bench/$name.py" ]; then
  echo "usage: scripts/bench.sh NAME, one of: $(cd scripts/bench && ls ./*.py | sed 's|\./||; s|\.py$||' | tr '\n' ' ')" >&2
  exit 2
fi
shift
cmake --preset release >/dev/null
cmake --build build >/dev/null
RUNGATE_BIN_DIR=$PWD/build/bin exec python3 -B "scripts/bench/$name.py" "$@"
