#!/usr/bin/env python3
"""How often A/B experiments say what, on made-up rounds with fixed seeds: the tables of ab_verdicts, against a file.

usage: ab.py --program FILE [--experiments N] [--expect FILE [--update]]

Without --experiments a cell has few experiments, as the tests run it; docs/ab.md quotes 2,000. Some cells are
promises, whatever a file holds: B slower in three rounds of ten or more never exits with 0, and a build that is really
50 % slower is found in 95 % of the experiments or more, under load that both runs of a round share.
"""
import argparse
import pathlib
import re
import subprocess
import sys

LADDERS = pathlib.Path(__file__).resolve().parents[2] / "config/ladders.json"
SHORT = 60
SURE_NOISE = 0.05  # up to this noise an exit of 0 is a fault; above it noise can hide a slow round
EXITS = re.compile(r"([\d.]+) / +([\d.]+) / +([\d.]+)")


def broken(text):
    """The lines that break a promise."""
    _, slow = text.split("\nB slower in some", 1)
    slow, load = slow.split("\nload on both", 1)
    for line in slow.splitlines()[2:]:
        if line and float(line.split()[2]) <= SURE_NOISE and any(float(passed) > 0 for passed, _, _ in EXITS.findall(line)):
            yield line
    for line in load.splitlines()[2:]:
        if float(EXITS.findall(line)[0][1]) < 95:
            yield line


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--experiments", type=int, default=SHORT)
    parser.add_argument("--expect", type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    args = parser.parse_args()
    text = subprocess.run([args.program, str(args.experiments), LADDERS], capture_output=True, text=True, check=True).stdout
    print(text, end="")
    found = list(broken(text))
    if found:
        sys.exit("\n".join(["a promise is broken:", *found]))
    if args.update:
        args.expect.write_text(text)
    if args.expect and text != args.expect.read_text():
        sys.exit(f"that is not what {args.expect} holds; see what changed, then --update")


if __name__ == "__main__":
    main()
