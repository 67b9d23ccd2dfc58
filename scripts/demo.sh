#!/usr/bin/env bash
# A whole gate against a real Prometheus, starting from a bare Debian: install missing packages, build, capture a healthy run
# that passes, then a run in which one span is 20 times slower, and check that the gate fails on exactly that span's keys.
# Then the same without asking it: that Prometheus is a service with a latency histogram of its own, and two scrapes of its
# page, before and after a workload, make each capture.
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

# The workload: so many requests, one after the other.
requests() {
    python3 - "$RUNGATE_PROMETHEUS" "$1" "$2" <<'EOF'
import sys
import urllib.parse
import urllib.request

url, query, count = sys.argv[1:]
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
for _ in range(int(count)):
    opener.open(f"{url}/api/v1/query", data=urllib.parse.urlencode({"query": query}).encode(), timeout=300).read()
EOF
}

# A capture by two scrapes: its name, and the workload between them.
scrape() {
    local dir=$1 name=$2
    shift 2
    expect 0 capture --begin "$dir/begin.json" --scrape "$RUNGATE_PROMETHEUS/metrics" --metrics "$dir/surface.json"
    printf '\n--> %s\n' "$*"
    "$@"
    expect 0 capture --since "$dir/begin.json" --scrape "$RUNGATE_PROMETHEUS/metrics" --metrics "$dir/surface.json" \
        --ladders "$dir/ladders.json" --output "$dir/$name.json"
}

# The same gate without a server: the service is its own source.
scraped() {
    local dir=$1/scraped gate
    rm -rf "$dir"
    mkdir -p "$dir"
    cat >"$dir/surface.json" <<'EOF'
{
  "http": {
    "_query_template": "histogram_quantile({quantile}, sum by (le) (rate(prometheus_http_request_duration_seconds_bucket{handler=\"{name}\"}[{window}])))",
    "_quantiles": [0.5],
    "_mean": true,
    "_unit": "s",
    "names": ["/api/v1/query"]
  }
}
EOF
    echo '{"http": {"unit": "s", "edges": [0.1, 0.2, 0.4, 1, 3, 8, 20, 60, 120]}}' >"$dir/ladders.json"
    cat >"$dir/thresholds.json" <<'EOF'
{
  "defaults": {"http": {"p50": {"max_pct_increase": 50}, "mean": {"max_pct_increase": 50}}},
  "overrides": {"http./api/v1/query": {"mean": {"max_abs_increase_s": 0.1}}}
}
EOF
    gate=(--metrics "$dir/surface.json" --ladders "$dir/ladders.json" --thresholds "$dir/thresholds.json"
        --baseline "$dir/baseline.json")
    scrape "$dir" first requests 'vector(1)' 50
    expect 0 compare --paste --timings "$dir/first.json" "${gate[@]}" >"$dir/paste.txt"
    sed '1,/^-->/d' "$dir/paste.txt" >"$dir/baseline.json" # less the line that shows the command
    scrape "$dir" healthy requests 'vector(1)' 50
    expect 0 compare --timings "$dir/healthy.json" "${gate[@]}"
    scrape "$dir" slow requests 'sum_over_time(vector(1)[20m:1ms])' 3
    expect 1 compare --timings "$dir/slow.json" "${gate[@]}"
    printf '\ndemo: without a server, two scrapes of the service were enough: the healthy run passed, and the slow one failed\n'
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
    scraped "$work"
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
