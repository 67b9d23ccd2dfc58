#!/usr/bin/env python3
"""The memory of capture stays below 64 MiB plus twice the longest answer, however many series and samples there are."""

import os
import subprocess
import sys

import fault_server as fs
from capture_tool import CAPTURE, PATIENCE, Checks, Directory, clean_environment
from fault_server import FaultServer, is_evidence, is_value

EDGES = 21
MIB = 1024 * 1024
# What it shows: the series, the instances of each, the scrapes of each instance.
CASES = {
    "many series": (2000, 1, 12),
    "long answers": (100, 10, 180),
    "very long answers": (12, 100, 180),
}
check = Checks()


def answer(instances, scrapes):
    """The raw samples of one series: bucket i holds i + 1 of EDGES observations a scrape."""
    les = [str(2 ** i / 1000) for i in range(EDGES - 1)] + ["+Inf"]
    return fs.matrix(*[({"__name__": "t_bucket", "job": "j", "instance": f"i{n}:1", "le": le, "case": "a"},
                        [(fs.NOW - scrapes + 1 + k, str((i + 1) * (k + 1))) for k in range(scrapes)])
                       for n in range(instances) for i, le in enumerate(les)])


def peak_bytes(argv, d):
    """A process inherits the peak of the one that started it, so a small one starts it, not this one."""
    small = "import os, sys; p = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ); s = os.wait4(p, 0); print(s[1], s[2].ru_maxrss)"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", small, *argv], check=True, cwd=d.name, env=clean_environment(),
                          stdout=subprocess.PIPE, text=True)
    status, kib = done.stdout.split()
    return os.waitstatus_to_exitcode(int(status)), int(kib) * 1024


def main():
    for what, (series, instances, scrapes) in CASES.items():
        text = answer(instances, scrapes)
        counted = fs.vector(({}, "0.5"))

        def behave(request, query, text=text, counted=counted):
            return (is_evidence(query) and request.answer(text)) or (is_value(query) and request.answer(counted))

        with Directory() as d, FaultServer(behave) as server:
            metrics = d.put("s.json", fs.surface([f"n{i:04d}" for i in range(series)]))
            status, peak = peak_bytes([CAPTURE, "--prometheus", server.url, "--metrics", metrics, "--output", d.path("t.json"),
                                       "--git-sha", "0" * 40, "--window", "10m", "-q", *PATIENCE], d)
            check.equal(status, 0, f"{what}: exit status")
        limit = 64 * MIB + 2 * len(text)
        print(f"{what}: {series} series, answers of {len(text) / MIB:.2f} MiB, peak {peak / MIB:.1f} MiB of {limit / MIB:.1f}")
        check.that(peak <= limit, f"{what}: peak of {peak / MIB:.1f} MiB, above {limit / MIB:.1f}")
    check.end()


if __name__ == "__main__":
    main()
