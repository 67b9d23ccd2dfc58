#!/usr/bin/env python3
"""compare stays near n log n in work, with its page and without, and below 8 times its input in memory.

Work is counted in instructions, under valgrind, so that a busy machine changes nothing: from n to 10 n keys it may grow
by 10 times the growth of the logarithm, and a little for what does not depend on n. Memory is the peak of a plain run
with 100,000 keys on both sides.

usage: scale.py --bin DIR
"""
import json
import math
import multiprocessing
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
from check import Checks, bin_option  # noqa: E402

SMALL, LARGE, HUGE = 2_000, 20_000, 100_000
PAGE = (300, 3_000)  # keys with a page, which costs more a key
SLACK = 1.05
INPUTS = ("timings", "baseline", "thresholds", "metrics", "ladders")


def apart(function, *arguments):
    """Run it in a process of its own: a process that was large leaves its size in the peak of its children."""
    process = multiprocessing.Process(target=function, args=arguments)
    process.start()
    process.join()
    if process.exitcode != 0:
        raise SystemExit("cannot write the inputs")


def input_arguments(directory):
    return [f"--{name}={directory / name}.json" for name in INPUTS]


def write_inputs(directory, keys):
    """Both sides, with an override a key: each look-up that can be quadratic has its n."""
    names = [f"request.handler.number.{i:06d}" for i in range(keys)]
    side = {f"span.{name}.p95": {"value": 10.0 + i % 7, "unit": "ms"} for i, name in enumerate(names)}
    overrides = {f"span.{name}": {"p95": {"max_abs_increase_ms": 40.0, "max_pct_increase": 50.0}} for name in names}
    files = {
        "timings.json": {"schema_version": 1, "captured_at": "2026-04-25T17:30:00Z", "metrics": side},
        "baseline.json": {"schema_version": 1, "metrics": side},
        "thresholds.json": {"defaults": {}, "overrides": overrides},
        "metrics.json": {"spans": {"_query_template": "{quantile} {name}", "_quantiles": [0.95], "_unit": "ms",
                                   "names": names}},
        "ladders.json": {"span": {"unit": "ms", "edges": [1.0, 5.0, 10.0, 25.0, 50.0, 100.0]}},
    }
    for name, content in files.items():
        (directory / name).write_text(json.dumps(content, indent=2, sort_keys=True) + "\n")


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0 or "compared" not in done.stdout:
        raise SystemExit(f"{command[0]} ended {done.returncode}: {done.stderr[-2000:]}")
    return done.stderr


def instructions(compare, keys, *options):
    with tempfile.TemporaryDirectory() as name:
        apart(write_inputs, pathlib.Path(name), keys)
        said = run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", compare,
                    *input_arguments(pathlib.Path(name)), *options])
    return int(re.search(r"Collected\s*:\s*(\d+)", said).group(1))


def main():
    check = Checks()
    compare = str(bin_option(__doc__) / "compare")

    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        apart(write_inputs, directory, HUGE)
        size = sum(path.stat().st_size for path in directory.iterdir())
        process = subprocess.Popen([compare, *input_arguments(directory)], stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        peak = usage.ru_maxrss * 1024
    print(f"memory: {peak / 2**20:.1f} MiB for {size / 2**20:.1f} MiB of input, {HUGE} keys: {peak / size:.2f} times (limit 8)")
    check.equal(process.returncode, 0, f"{HUGE} keys: exit")
    check.that(peak <= 8 * size, "memory", peak / size)

    for what, (few, many), options in (("work", (SMALL, LARGE), []), ("work with a page", PAGE, ["--html=/dev/null"])):
        small, large = instructions(compare, few, *options), instructions(compare, many, *options)
        limit = many / few * math.log(many) / math.log(few) * SLACK
        print(f"{what}: {small} instructions at {few} keys, {large} at {many}: {large / small:.2f} times (limit {limit:.2f})")
        check.that(large <= limit * small, what, large / small)
    check.end()


if __name__ == "__main__":
    main()
