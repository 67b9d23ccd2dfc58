#!/usr/bin/env python3
"""compare at 20 to 100,000 keys: wall time, peak memory, and the ratio to Python reading the same files.

Python only runs json.load on the files, in a process of its own, which is the least that a harness in Python does. The
runs are interleaved, so that what else the machine does hits all alike; shown is the median. Peak memory is that of one
run, beside the size of its input.

usage: compare.py --bin DIR [--rounds N]
"""
import argparse
import json
import multiprocessing
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

SIZES = (20, 1_000, 10_000, 100_000)
FILES = ("timings", "baseline", "thresholds", "metrics", "ladders")
OUTPUTS = ["--report=report.json", "--junit=junit.xml", "--annotate=github", "--summary=summary.md"]
LOAD = "import json, sys\nfor name in sys.argv[1:]:\n    with open(name) as f: json.load(f)"


def write_inputs(directory, keys):
    """Both sides and an override a key; one key in a hundred regressed, one in fifty is missing."""
    names = [f"request.handler.number.{i:06d}" for i in range(keys)]
    baseline = {f"span.{name}.p95": {"value": 10.0 + i % 7, "unit": "ms"} for i, name in enumerate(names)}
    current = {key: {"value": 60.0 if i % 100 == 1 else 9.9 + i % 7, "unit": "ms"}
               for i, key in enumerate(baseline) if i % 50 != 2}
    contents = {
        "timings": {"schema_version": 1, "metrics": current},
        "baseline": {"schema_version": 1, "metrics": baseline},
        "thresholds": {"defaults": {}, "overrides": {
            f"span.{name}": {"p95": {"max_abs_increase_ms": 40.0, "max_pct_increase": 50.0}} for name in names}},
        "metrics": {"spans": {"_query_template": "{quantile} {name}", "_quantiles": [0.95], "_unit": "ms",
                              "names": names}},
        "ladders": {"span": {"unit": "ms", "edges": [1.0, 5.0, 10.0, 25.0, 50.0, 100.0]}},
    }
    for name, content in contents.items():
        (directory / f"{name}.json").write_text(json.dumps(content, indent=2, sort_keys=True) + "\n")


def timed(command, directory):
    """Seconds, and peak memory in bytes."""
    summary = directory / "summary.md"
    if summary.exists():
        summary.unlink()
    started = time.perf_counter()
    process = subprocess.Popen(command, cwd=directory, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    elapsed = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{command[0]} ended {process.returncode}")
    return elapsed, usage.ru_maxrss * 1024


def measure(compare, keys, rounds):
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        # In a process of its own: one that was large leaves its size in the peak of its children.
        writer = multiprocessing.Process(target=write_inputs, args=(directory, keys))
        writer.start()
        writer.join()
        size = sum(path.stat().st_size for path in directory.iterdir())
        inputs = [f"--{f}={f}.json" for f in FILES]
        commands = {"text": [compare, *inputs], "all": [compare, *inputs, *OUTPUTS],
                    "python": [sys.executable, "-c", LOAD, *[f"{f}.json" for f in FILES]]}
        samples = {which: [] for which in commands}
        for _ in range(rounds):
            for which, command in commands.items():
                samples[which].append(timed(command, directory))
        seconds = {which: statistics.median(s for s, _ in taken) for which, taken in samples.items()}
        peak = {which: max(m for _, m in taken) for which, taken in samples.items()}
        return size, seconds, peak


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=9)
    args = parser.parse_args()
    compare = str(args.bin.resolve() / "compare")

    print(f"compare, median of {args.rounds}, interleaved; ratio to python3 running json.load on the same files")
    print(f"{'keys':>8}{'input MiB':>11}{'text ms':>10}{'ratio':>7}{'all ms':>10}{'ratio':>7}{'python ms':>11}"
          f"{'text MiB':>10}{'all MiB':>9}{'peak/input':>12}")
    for keys in SIZES:
        size, seconds, peak = measure(compare, keys, args.rounds)
        print(f"{keys:>8}{size / 2**20:>11.2f}{seconds['text'] * 1e3:>10.1f}{seconds['text'] / seconds['python']:>7.2f}"
              f"{seconds['all'] * 1e3:>10.1f}{seconds['all'] / seconds['python']:>7.2f}{seconds['python'] * 1e3:>11.1f}"
              f"{peak['text'] / 2**20:>10.1f}{peak['all'] / 2**20:>9.1f}{peak['text'] / size:>12.2f}")


if __name__ == "__main__":
    main()
