#!/usr/bin/env bash
# A whole gate against a real Prometheus, starting from a bare Debian: install missing packages, build, capture a healthy run
# that passes, then a run in which one span is 20 times slower, and check that the gate fails on exactly that span's keys.
# Safe to run twice; leaves no process behind. Exits with 0 when all of that succeeded.
set -euo pipefail

SLOW_SPAN=span.tx.process
FACTOR=20
HEALTHY_AT=2023-11-14T22:18:20Z # the end of the healthy run in the data of demo_data.py
SLOW_AT=2023-11-14T23:18:20Z

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"

fail() {
    echo "demo: $*" >&2
    exit 1
}

# Show a command, run it, and check its exit status.
expect() {
    local wanted=$1 status=0
    shift
    printf '\n--> %s\n' "$*"
    PATH="$root/build/bin:$PATH" "$@" || status=$?
    [ "$status" -eq "$wanted" ] || fail "'$1' exited with $status, expected $wanted"
}

# With the server running: RUNGATE_PROMETHEUS is its address.
steps() {
    local work=$1
    expect 0 capture --time "$HEALTHY_AT" --profile full-validation --output "$work/healthy.json"
    expect 0 compare --timings "$work/healthy.json"
    expect 0 check-bounds
    expect 0 capture --time "$SLOW_AT" --profile full-validation --output "$work/slow.json"
    expect 1 compare --timings "$work/slow.json" --report "$work/report.json"
    python3 - "$work/report.json" "$SLOW_SPAN" <<'EOF'
import json
import sys

report = json.load(open(sys.argv[1]))
regressed = [m["key"] for m in report["metrics"] if m["regressed"]]
gated = [m["key"] for m in report["metrics"] if m["key"].startswith(sys.argv[2] + ".")]
if not gated or regressed != gated:
    sys.exit(f"demo: regressed are {regressed}, expected {gated}")
EOF
    printf '\ndemo: the healthy run passed, and the slow one failed on exactly the gated keys of %s\n' "$SLOW_SPAN"
}

if [ "${1-}" = --steps ]; then
    steps "$2"
    exit
fi

work=build/demo
mkdir -p "$work"
scripts/deps.sh demo
if ! scripts/servers.sh release >"$work/servers.log" 2>&1; then
    cat "$work/servers.log"
    fail 'there is no server to run against'
fi
if ! { cmake --preset release && cmake --build build -j "$(nproc)"; } >"$work/build.log" 2>&1; then
    cat "$work/build.log"
    fail 'the build failed'
fi
python3 scripts/demo_data.py "$SLOW_SPAN" "$FACTOR" >"$work/demo.om"
python3 tests/live/servers.py prometheus "$work/demo.om" -- scripts/demo.sh --steps "$work"
