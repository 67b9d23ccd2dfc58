#!/usr/bin/env python3
"""capture against a real Prometheus, next to curl that only asks the server for its quantiles and rates.

Capture counts raw samples where curl has the server add up rates: a POST for each quantile, and one for the rates by `le`
of each series. The queries of the shipped surface, and a surface of 2,000. Nine runs of each, interleaved; the medians,
their ratio and the peak memory. Exits with 1 when a ratio is above 1.05 and 1.0, or the memory above 32 MiB.

usage: capture.py --bin DIR
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
import urllib.parse

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
sys.path.insert(0, os.path.join(ROOT, "tests/live"))
parser = argparse.ArgumentParser(description="capture next to curl")
parser.add_argument("--bin", required=True)
os.environ["RUNGATE_BIN_DIR"] = os.path.abspath(parser.parse_args().bin)

from capture_tool import CAPTURE, Directory, clean_environment  # noqa: E402
from servers import PROMETHEUS, T0, found, openmetrics, start, tool  # noqa: E402

RUNS, PARALLEL, NOW = 9, 8, T0 + 300
SMALL_RATIO_MAX, LARGE_RATIO_MAX, MEMORY_MAX_KIB = 1.05, 1.0, 32 * 1024
BIG_NAMES = 500  # three quantiles and the evidence: 2,000 queries


def read(name):
    with open(os.path.join(ROOT, "config", name)) as f:
        return json.load(f)


def histogram(metric, labels, edges):
    made = []
    for i, le in enumerate([repr(e) for e in edges] + ["+Inf"]):
        per_step = 10 * (min(i, len(edges) - 1) + 1)
        made.append((metric + "_bucket", dict(labels, le=le), [(T0 + 15 * k, per_step * k) for k in range(21)]))
    return made


def shipped():
    surface, ladders = read("regression-metrics.json"), read("ladders.json")
    series = []
    for name in surface["spans"]["names"]:
        series += histogram("span_duration_milliseconds", {"span_name": name}, ladders["span"]["edges"])
    for name in surface["job_queue"]["names"]:
        for phase in surface["job_queue"]["_phases"]:
            series += histogram(f"job_{phase}_us", {"job_type": name}, ladders["job"]["edges"])
    return surface, series


def big():
    spans = dict(read("regression-metrics.json")["spans"], names=[f"s{n}" for n in range(BIG_NAMES)])
    edges = read("ladders.json")["span"]["edges"]
    series = []
    for name in spans["names"]:
        series += histogram("span_duration_milliseconds", {"span_name": name}, edges)
    return {"spans": spans}, series


def command(d, url, metrics):
    return [CAPTURE, "--prometheus", url, "--metrics", metrics, "--time", str(NOW), "--parallel", str(PARALLEL),
            "--git-sha", "0" * 40, "--output", d.path("timings.json"), "-q"]


def posts(d, metrics):
    """The bodies of the POSTs that ask for the same quantiles, and for the rates that each is made of."""
    done = subprocess.run([*command(d, "http://localhost", metrics), "--dry-run"], cwd=d.name, env=clean_environment(),
                          stdout=subprocess.PIPE, text=True, check=True)
    queries = [line.split("\t")[1] for line in done.stdout.splitlines()]
    rates = {query.partition(", ")[2][:-1] for query in queries}
    return [urllib.parse.urlencode({"query": query, "time": NOW, "nocache": 1}) for query in queries + sorted(rates)]


def curl_config(url, bodies):
    entry = 'url = "{}/api/v1/query"\ndata = "{}"\noutput = "/dev/null"\ncompressed\n'
    return "next\n".join(entry.format(url, body) for body in bodies)


def timed(argv, d):
    started = time.perf_counter()
    subprocess.run(argv, check=True, cwd=d.name, env=clean_environment(), stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


def peak_memory_kib(argv, d):
    """A process inherits the peak of the one that started it, so a small one starts it, not this one."""
    small = "import os, sys; p = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ); print(os.wait4(p, 0)[2].ru_maxrss)"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", small, *argv], check=True, cwd=d.name,
                          env=clean_environment(), stdout=subprocess.PIPE, text=True)
    return int(done.stdout)


def measure(surface, series):
    """How many queries; seconds of capture, and of curl; peak memory in KiB."""
    with Directory() as d, start(found(PROMETHEUS)[0], openmetrics(series)) as url:
        metrics = d.put("surface.json", surface)
        bodies = posts(d, metrics)
        config = d.put("curl.config", curl_config(url, bodies))
        curl = [tool("curl"), "--fail", "--parallel", "--parallel-max", str(PARALLEL), "--config", config]
        ours, theirs = [], []
        for _ in range(RUNS):
            theirs.append(timed(curl, d))
            ours.append(timed(command(d, url, metrics), d))
        memory = peak_memory_kib(command(d, url, metrics), d)
    return len(bodies), statistics.median(ours), statistics.median(theirs), memory


def report(what, surface, series, ratio_max):
    queries, ours, theirs, memory = measure(surface, series)
    ratio = ours / theirs
    print(f"{what}: {queries} queries: capture {ours * 1000:.1f} ms, "
          f"curl {theirs * 1000:.1f} ms, ratio {ratio:.2f}, peak memory {memory / 1024:.1f} MiB")
    return ratio <= ratio_max and memory <= MEMORY_MAX_KIB


def main():
    results = [report("shipped surface", *shipped(), SMALL_RATIO_MAX), report("large surface", *big(), LARGE_RATIO_MAX)]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
