#!/usr/bin/env python3
"""Every form of an A/B verdict on hostile names, read back by somebody else's parser; and a summary that has no room.

usage: forms_ab.py --bin DIR
"""
import argparse
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from forms import HOSTILE, check, visible, write

ROUNDS = 6
SUMMARY_MAX = 1024 * 1024


def capture(round_number, side, keys, value):
    minute = 10 * round_number + (0 if side == "a" else 5)
    return {"captured_at": f"2026-04-24T{17 + minute // 60}:{minute % 60:02d}:00Z", "git_sha": "unknown", "window": "3m",
            "profile": HOSTILE[10], "labels": {"build": side + "".join(HOSTILE)},
            "host": {"processors": 2, "load_average": [9.0 if round_number == 0 else 1.0, 1.0, 1.0]},
            "metrics": {key: {"value": value, "unit": HOSTILE[3]} for key in keys}}


def lay_out(directory, keys):
    """Leads and regressions in turn; returns the arguments of compare."""
    files = []
    for r in range(ROUNDS):
        for side in "ab":
            doc = capture(r, side, keys, 10.0)
            if side == "b":
                for i, key in enumerate(keys):
                    doc["metrics"][key]["value"] = 15.0 if i % 2 else 10.2
            write(directory / f"{side}{r}.json", doc)
            files.append(f"{side}{r}.json")
    return ["--ab", *files]


def run(compare, directory, arguments):
    return subprocess.run([compare, *arguments], cwd=directory, capture_output=True, text=True, check=False)


def check_hostile(compare, directory):
    keys = [f"span.{i:02d}{text}.p95" for i, text in enumerate(HOSTILE)]
    arguments = lay_out(directory, keys)
    budgets = {f"span.{i:02d}{text}": {"p95": {"max_ratio": 1.2, "ratio_to": keys[0]}} for i, text in enumerate(HOSTILE)}
    write(directory / "th.json", {"budgets": budgets})
    done = run(compare, directory, [*arguments, "--thresholds=th.json", "--report=r.json", "--summary=s.md", "--junit=j.xml",
                                    "--annotate=github", "--color=always"])
    failed = check("exit 1", done.returncode == 1, (done.returncode, done.stderr))
    plain = re.sub("\033\\[\\d*m", "", done.stdout)
    failed += check("no control character in the text", not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", plain))
    failed += check("each key is in the text", all(f"\n{visible(k)}  " in plain for k in keys))
    report = json.loads((directory / "r.json").read_text())
    text = json.dumps(report, indent=2, sort_keys=True) + "\n"
    failed += check("the report is canonical", text == (directory / "r.json").read_text())
    failed += check("the report has every key and budget", sorted(m["key"] for m in report["metrics"]) == sorted(keys * 2))
    rows = [line for line in (directory / "s.md").read_text().split("\n") if line.startswith("| span")]
    cells = [[html.unescape(c.strip()) for c in row.split("|")[1:-1]] for row in rows]
    failed += check("Markdown: cells of a key and of a budget", {len(c) for c in cells} == {6, 7}, cells[:2])
    failed += check("Markdown: keys", sorted(c[0] for c in cells) == sorted(visible(k) for k in keys * 2))
    failed += check("xmllint", subprocess.run(["xmllint", "--noout", directory / "j.xml"], check=False).returncode == 0)
    lines = done.stderr.splitlines()
    kinds = [re.match("::(error|warning) ", x).group(1) for x in lines]
    failed += check("annotations: ten of a kind", (kinds.count("error"), kinds.count("warning")) == (10, 10), lines)
    half = len(keys) // 2  # every second key regresses and is over its budget, the others are leads
    for kind, count in (("error", 2 * half), ("warning", half)):
        last = [x for x in lines if x.startswith(f"::{kind} ")][-1]
        failed += check(f"annotations: the tenth {kind} counts the rest", f"::and {count - 9} more {kind}s;" in last, last)
    return failed


def check_no_room(compare, directory):
    """The summary ends within the limit, and counts what it left out."""
    arguments = lay_out(directory, [f"span.{i:05d}.p95" for i in range(500)])
    failed = 0
    for left in (10_000, 3_000, 1_500, 1_100, 500, 100, 1, 0):
        (directory / "full.md").write_text("x" * (SUMMARY_MAX - left))
        done = run(compare, directory, [*arguments, "--summary=full.md", "--format=json"])
        text = (directory / "full.md").read_text()
        added = text[SUMMARY_MAX - left:]
        rows = sum(line.startswith("| span") for line in added.split("\n"))
        failed += check(f"{left} left: exit 1", done.returncode == 1, done.stderr)
        failed += check(f"{left} left: within the limit", len(text) <= SUMMARY_MAX, len(text))
        cut = 500 - rows + 1 - added.count("- round 1 is dropped")
        said = f"\n{cut} rows were cut" in added or (rows == 0 and ("All rows were cut" in added or left <= 100))
        failed += check(f"{left} left: what is cut is counted", said and (rows > 5 or left < 10_000), added[-300:])
    return failed


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    compare = parser.parse_args().bin.resolve() / "compare"
    failed = 0
    for test in (check_hostile, check_no_room):
        with tempfile.TemporaryDirectory() as name:
            failed += test(compare, pathlib.Path(name))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
