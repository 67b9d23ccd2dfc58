#!/usr/bin/env python3
"""check-bounds on 10,000 gated keys against python3 running json.load on the same files: the ratio of the medians of nine
interleaved runs, start of the process included. The target is below 3.

usage: check_bounds.py --bin DIR [--keys N] [--view OPTION]

--view measures a view in place of the plain run, for example --view=--table or --view=--sensitivity=10.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

RUNS = 9
TARGET = 3.0
EDGES = [0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 10.0, 25.0, 50.0, 100.0, 250.0, 500.0, 1000.0]
LOAD = "import json, sys\nfor path in sys.argv[1:]:\n    with open(path, encoding='utf-8') as f:\n        json.load(f)\n"


def write_gate(directory, keys):
    """A gate that passes: a baseline, an override and a declaration for each key."""
    names = [f"request.handler.number.{i:06d}" for i in range(keys)]
    values = {name: 0.3 + i % 97 for i, name in enumerate(names)}

    def trip(value):
        above = [edge for edge in EDGES if edge >= value]
        return above[1]

    files = {
        "baseline": {"schema_version": 1, "captured_at": "2026-04-24T17:30:00Z",
                     "metrics": {f"span.{n}.p95": {"value": v, "unit": "ms"} for n, v in values.items()}},
        "thresholds": {"defaults": {"span": {"p95": {"max_pct_increase": 50.0}}},
                       "overrides": {f"span.{n}": {"p95": {"max_abs_increase_ms": trip(v) - v, "max_pct_increase": 1.0}}
                                     for n, v in values.items()}},
        "metrics": {"spans": {"_query_template": "{quantile} {name}", "_quantiles": [0.95], "_unit": "ms", "names": names}},
        "ladders": {"span": {"unit": "ms", "edges": EDGES}},
    }
    for name, content in files.items():
        (directory / f"{name}.json").write_text(json.dumps(content, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    return {name: str(directory / f"{name}.json") for name in files}


def measure(command):
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def medians(binaries, keys, view=()):
    """Seconds of check-bounds, and of Python."""
    with tempfile.TemporaryDirectory() as name:
        files = write_gate(pathlib.Path(name), keys)
        ours = [str(binaries.resolve() / "check-bounds"), *(f"--{option}={path}" for option, path in files.items()), *view]
        theirs = ["python3", "-c", LOAD, *files.values()]
        times = [(measure(ours), measure(theirs)) for _ in range(RUNS)]
    return tuple(statistics.median(column) for column in zip(*times))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--keys", type=int, default=10_000)
    parser.add_argument("--view", action="append", default=[])
    args = parser.parse_args()
    rungate, python = medians(args.bin, args.keys, args.view)
    print(f"check-bounds, {args.keys} keys: {rungate * 1e3:.1f} ms; python3 json.load: {python * 1e3:.1f} ms; "
          f"ratio {rungate / python:.2f} (target below {TARGET:g})")
    return 0 if rungate < TARGET * python else 1


if __name__ == "__main__":
    sys.exit(main())
