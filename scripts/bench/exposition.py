#!/usr/bin/env python3
"""Reading a page of 100,000 samples, and of as many families: MB/s and peak memory, and the ratio to 'promtool check metrics' on
the same page. It also lints, and has no mode that only reads. The runs are interleaved; shown is the median.

usage: exposition.py --bin DIR [--rounds N]    (uses DIR/../unit/exposition; needs promtool)
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

SAMPLES = 100_000


def histograms():
    """As a service shows them: families of a few routes, ten edges each."""
    edges = ["0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "+Inf"]
    for family in range(SAMPLES // 1200):
        name = f"service_request_{family}_duration_seconds"
        yield f"# HELP {name} How long requests took.\n# TYPE {name} histogram\n"
        for route in range(100):
            labels = f'method="GET",route="/api/v1/things/{route}",status="200"'
            for i, edge in enumerate(edges):
                yield f'{name}_bucket{{{labels},le="{edge}"}} {i * 1234567}\n'
            yield f"{name}_sum{{{labels}}} {route * 17.123456}\n{name}_count{{{labels}}} {9 * 1234567}\n"


def families():
    """Each sample a family of its own."""
    for i in range(SAMPLES):
        yield f'# TYPE service_thing_{i}_size gauge\nservice_thing_{i}_size{{a="b"}} {i / 7}\n'


def timed(command, path):
    """Seconds, and peak memory in bytes."""
    with open(path, "rb") as page:
        started = time.perf_counter()
        process = subprocess.Popen(command, stdin=page, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
    elapsed = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 3):  # 3: promtool's lint found something
        raise SystemExit(f"{command[0]} exited with {process.returncode}")
    return elapsed, usage.ru_maxrss * 1024


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    reader = options.bin.resolve().parent / "unit/exposition"
    with tempfile.TemporaryDirectory() as directory:
        for what, make in (("histograms", histograms), ("families", families)):
            path = pathlib.Path(directory) / what
            path.write_text("".join(make()))
            size = path.stat().st_size
            commands = {"rungate": [reader, "count", "text", path], "promtool": ["promtool", "check", "metrics"]}
            taken = {who: [] for who in commands}
            for _ in range(options.rounds):
                for who, command in commands.items():
                    taken[who].append(timed(command, path))
            ratio = statistics.median(a[0] / b[0] for a, b in zip(taken["promtool"], taken["rungate"], strict=True))
            print(f"{what}: {size / 1e6:.1f} MB")
            for who, runs in taken.items():
                seconds = statistics.median(s for s, _ in runs)
                print(f"  {who:<9} {seconds * 1e3:8.1f} ms {size / 1e6 / seconds:8.1f} MB/s, peak {max(m for _, m in runs) / 1e6:6.1f} MB")
            print(f"  promtool takes {ratio:.1f} times as long")


if __name__ == "__main__":
    main()
