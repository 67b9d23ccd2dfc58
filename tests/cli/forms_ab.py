#!/usr/bin/env python3
"""Every form of an A/B verdict on hostile names, read back by an independent parser; and a summary that does not fit.

usage: forms_ab.py --bin DIR
"""
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
from check import bin_option  # noqa: E402
from forms import HOSTILE, ROOM_KEYS, check, check_rooms, rows_of, visible, write  # noqa: E402


ROUNDS = 8
WIDTH = 100  # of a terminal, that the rows of such keys fit
NAMES = ["span.consensus.ledger_close.%s", "span.ledger.validate.%s", "job.transaction_batch.queued.%s"]
BREAK = "<span></span>"  # parts what would be a link


def capture(round_number, side, keys, value):
    minute = 10 * round_number + (0 if side == "a" else 5)
    return {"captured_at": f"2026-04-24T{17 + minute // 60}:{minute % 60:02d}:00Z", "git_sha": "unknown", "window": "3m",
            "profile": HOSTILE[10], "labels": {"build": side + "".join(HOSTILE)},
            "host": {"processors": 2, "load_average": [9.0 if (round_number, side) == (0, "a") else 1.0, 1.0, 1.0]},
            "metrics": {key: {"value": value, "unit": HOSTILE[3]} for key in keys}}


def lay_out(directory, keys):
    """Leads and regressions in turn, and a round that is dropped, in which the host was busy; returns the arguments of compare."""
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
    check.exits(done, 1, "exit 1")
    plain = re.sub("\033\\[\\d*m", "", done.stdout)
    check.that(not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", plain), "no control character in the text")
    check.that(all(f"\n  {visible(k)}  " in plain for k in keys), "each key is in the text")
    report = json.loads((directory / "r.json").read_text())
    text = json.dumps(report, indent=2, sort_keys=True) + "\n"
    check.equal(text, (directory / "r.json").read_text(), "the report is canonical")
    check.equal(sorted(m["key"] for m in report["metrics"]), sorted(keys * 2), "the report has every key and budget")
    rows = [line for line in (directory / "s.md").read_text().split("\n") if line.startswith("| span")]
    cells = [[html.unescape(c.strip().replace(BREAK, "")) for c in row.split("|")[1:-1]] for row in rows]
    check.that({len(c) for c in cells} == {6, 7}, "Markdown: the cells of a key and of a budget", cells[:2])
    check.equal(sorted(c[0] for c in cells), sorted(visible(k) for k in keys * 2), "Markdown: keys")
    check.exits(subprocess.run(["xmllint", "--noout", directory / "j.xml"], capture_output=True, text=True, check=False), 0,
                "xmllint")
    lines = done.stderr.splitlines()
    half = len(keys) // 2  # every second key regresses and is over its budget, the others are leads
    for kind, count in (("error", 2 * half), ("warning", half)):
        of_kind = [x for x in lines if x.startswith(f"::{kind} ")]
        check.equal(len(of_kind), 10, f"annotations: ten of kind {kind}")
        check.that(f"::and {count - 9} more {kind}s;" in of_kind[-1], f"annotations: the tenth {kind} counts the rest", of_kind[-1])


def check_width(compare, directory):
    """One line a key, of every kind of verdict, with its counts and off its ladder, within a terminal."""
    edges = [1.0, 5.0, 10.0, 50.0]
    files = []
    for r in range(ROUNDS):
        for side in "ab":
            b = side == "b"
            doc = capture(1 + r, side, [], 0)
            values = {"p50": 12.3456 if b else 9.8765, "p95": 49.0 if b else 48.0, "p99": 3.25, "mean": 1234.5678 if b else 1000.25}
            values["value"] = (400.125 if b and r < 3 else 100.0625)
            doc["metrics"] = {name % label: {"value": None if label == "p99" and r > 1 and "job" in name else value, "unit": "ms"}
                              for name in NAMES for label, value in values.items()}
            doc["ladders"] = {prefix: {"unit": "ms", "edges": edges} for prefix in ("span", "job")}
            doc["counts"] = {(name % "x")[:-2]: "123456 99999 54321 12345 1234" for name in NAMES}
            write(directory / f"{side}{r}.json", doc)
            files.append(f"{side}{r}.json")
    done = run(compare, directory, ["--ab", *files])
    check.exits(done, 1, "width: exit 1")
    rows = [line for line in done.stdout.splitlines() if line.startswith(("  span", "  job"))]
    check.equal(len(rows), 5 * len(NAMES), "width: one line a key")
    check.that(all(len(row) <= WIDTH for row in rows), f"width: at most {WIDTH} columns", max(rows, key=len))


def check_no_room(compare, directory):
    """Everything that does not fit is counted: keys, and what comes before them: warnings, dropped rounds and budgets."""
    def lines_in(text):
        return rows_of(text) + re.findall("^- (?:round|warning:) ", text, re.M)

    keys = [f"span.{i:05d}.p95" for i in range(ROOM_KEYS)]
    arguments = lay_out(directory, keys)
    check_rooms("no room", directory, [compare, *arguments], lines_in, ROOM_KEYS + 3)
    write(directory / "th.json", {"budgets": {keys[1].removesuffix(".p95"): {"p95": {"max_ratio": 1.2, "ratio_to": keys[0]}}}})
    check_rooms("no room, with a budget", directory, [compare, *arguments, "--thresholds=th.json"], lines_in, ROOM_KEYS + 4)


def main():
    compare = bin_option(__doc__) / "compare"
    for test in (check_hostile, check_width, check_no_room):
        with tempfile.TemporaryDirectory() as name:
            test(compare, pathlib.Path(name))
    check.end()


if __name__ == "__main__":
    main()
