#!/usr/bin/env python3
"""One table of all three commands: the medians of interleaved runs, next to what the same work takes elsewhere.

capture is next to curl, which asks the same Prometheus for quantiles and rates; compare and check-bounds are next to
python3, which only runs json.load on the same files. The start of each process is included.

usage: table.py --bin DIR
"""
import argparse
import os
import pathlib
import platform
import re

import capture
import check_bounds
import compare

COMPARE_SIZES, COMPARE_ROUNDS = (20, 1_000, 10_000, 100_000), 9
CHECK_SIZES = (20, 10_000)
ROW = "| {:<12} | {:<38} | {:>9} | {:<7} | {:>9} | {:>5} |"


def machine():
    model = re.search(r"^model name\s*:\s*(.+)$", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return f"{model.group(1).strip() if model else platform.machine()}, {len(os.sched_getaffinity(0))} processors, Linux"


def row(command, work, ours, other, theirs):
    print(ROW.format(command, work, f"{ours * 1e3:.1f} ms", other, f"{theirs * 1e3:.1f} ms", f"{ours / theirs:.2f}"), flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    binaries = parser.parse_args().bin
    print(machine(), "\n")
    print(ROW.format("command", "work", "median", "next to", "median", "ratio"))
    print("|---|---|--:|---|--:|--:|")
    for what, made in (("shipped surface", capture.shipped()), ("large surface", capture.big())):
        queries, ours, theirs, _ = capture.measure(*made)
        row("capture", f"{what}, {queries:,} queries", ours, "curl", theirs)
    for keys in COMPARE_SIZES:
        _, seconds, _ = compare.measure(str(binaries.resolve() / "compare"), keys, COMPARE_ROUNDS)
        row("compare", f"{keys:,} keys", seconds["text"], "python3", seconds["python"])
        row("compare", f"{keys:,} keys, all forms of the verdict", seconds["all"], "python3", seconds["python"])
    for keys in CHECK_SIZES:
        ours, theirs = check_bounds.medians(binaries, keys)
        row("check-bounds", f"{keys:,} keys", ours, "python3", theirs)


if __name__ == "__main__":
    main()
