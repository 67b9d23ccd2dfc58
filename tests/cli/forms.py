#!/usr/bin/env python3
"""Every form of a large and hostile verdict, read back by an independent parser.

JUnit by xmllint, the report by Python's json (and byte for byte as Python would write it), the Markdown by its own
rules: each table row has as many cells as its head, each cell is the text it was made from. Both forms that have a
limit keep it and say what they cut.

usage: forms.py --bin DIR
"""
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
from check import Checks, bin_option  # noqa: E402

SUMMARY_MAX = 1024 * 1024
KEYS = 20_000
# What is left of a summary's limit: nothing, less than a verdict, less than a table, a few rows, a part of the rows, nearly all.
ROOMS = (0, 1, 50, 100, 150, 200, 300, 500, 700, 900, 1000, 1023, 1024, 1025, 1100, 1200, 1500, 2000, 3000, 10_000, 30_000)
ROOM_KEYS = 500
HOSTILE = ["|", "`", "```", "<b>", "&amp;", "*x*", "_x_", "[a](b)", "!", "~~x~~", "#1", "@team", ":smile:", "http://x",
           "\\|", "\n\n# h", "\r\n|", "\u001b[31m", "\u202e", "\u009b", "é", "😀", "'", '"', "]]>", "--", "%0A::error::", "$x$"]
check = Checks()
BREAK = "<span></span>"  # parts what would be a link


def visible(text):
    """What a control character is shown as."""
    def one(match):
        c = match.group(0)
        short = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}.get(c)
        return short or (f"\\x{ord(c):02x}" if ord(c) < 0x100 else f"\\u{{{ord(c):x}}}")
    return re.sub("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]", one, text)


def side(keys, value):
    return {"schema_version": 1, "captured_at": "2026-04-24T17:30:00Z", "git_sha": HOSTILE[4], "window": "3m",
            "capture": {"declared": len(keys), "captured": len(keys), "min_ratio": 0.5, "complete": True},
            "metrics": {key: {"value": value, "unit": "ms"} for key in keys}}


def write(path, value):
    path.write_text(json.dumps(value), encoding="utf-8")


def rows_of(markdown):
    return [line for line in markdown.split("\n") if line.startswith("| ") and not line.startswith("| key")]


def check_hostile(compare, directory):
    keys = [f"span.{i:02d}{text}.p95" for i, text in enumerate(HOSTILE)]
    write(directory / "t.json", side(keys, 500.0))
    write(directory / "b.json", side(keys, 2.0))
    write(directory / "th.json", {"defaults": {"span": {"p95": {"max_pct_increase": 50.0, "max_abs_increase_ms": 1.0}}}})
    done = subprocess.run([compare, "--timings=t.json", "--baseline=b.json", "--thresholds=th.json", "--report=r.json",
                           "--summary=s.md", "--junit=j.xml", "--annotate=github", "--color=never"], cwd=directory,
                          capture_output=True, text=True, check=False)
    check.exits(done, 1, "hostile: exit")
    report = (directory / "r.json").read_text()
    parsed = json.loads(report)
    check.equal([m["key"] for m in parsed["metrics"]], sorted(keys), "hostile: report keys")
    check.equal(json.dumps(parsed, indent=2, sort_keys=True) + "\n", report, "hostile: report is canonical")
    check.exits(subprocess.run(["xmllint", "--noout", directory / "j.xml"], capture_output=True, text=True, check=False), 0,
                "hostile: xmllint")
    names = subprocess.run(["xmllint", "--xpath", "//testcase/@classname", directory / "j.xml"], capture_output=True,
                           text=True, check=False).stdout
    found = sorted(html.unescape(n) for n in re.findall(r'classname="([^"]*)"', names))
    check.equal(found, sorted(visible(k)[: -len(".p95")] for k in keys), "hostile: JUnit classes")
    cases = list(ElementTree.parse(directory / "j.xml").getroot().iter("testcase"))
    check.equal(sorted(c.get("name") for c in cases), sorted(visible(k) for k in keys), "hostile: JUnit names are whole keys")
    failures = [c.find("failure") for c in cases]
    check.that(all(f is not None and f.text and f.text == f.get("message") for f in failures),
               "hostile: a JUnit failure has its sentence as content")
    markdown = (directory / "s.md").read_text()
    cells = [row.split(" | ") for row in rows_of(markdown)]
    check.that(all(len(c) == 8 for c in cells), "hostile: Markdown cells", cells)
    found = sorted(html.unescape(c[0][2:].replace(BREAK, "")) for c in cells)
    check.equal(found, sorted(visible(k) for k in keys), "hostile: Markdown text")
    for key, row in sorted(zip(keys, cells)):
        # Less its character references, and the escapes that stand for control characters.
        plain = re.sub(BREAK + r"|&#\d+;|\\(?:[nrt]|x[0-9a-f]{2}|u\{[0-9a-f]+\})", "", row[0][2:])
        check.that(not re.search(r"[|`<>&*_\[\]{}~@:!#$^\\]", plain), f"hostile: nothing of Markdown's own: {key!r}", row[0])
    for name, text in (("stdout", done.stdout), ("stderr", done.stderr)):
        check.that(not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text), f"hostile: {name} has no control character")
    check.that(all(re.match("::(error|warning) title=[^:]*::", line) for line in done.stderr.splitlines()),
               "hostile: one line an annotation", done.stderr)


def check_rooms(what, directory, command, rows_in, total=ROOM_KEYS):
    """The summary of `total` rows, in a file that is full but for so many bytes: it keeps the limit, and counts what it cut."""
    path, before = directory / "full.md", 0
    for room in ROOMS:
        path.write_text("x" * (SUMMARY_MAX - room))
        done = subprocess.run([*command, f"--summary={path}"], cwd=directory, capture_output=True, text=True, check=False)
        check.exits(done, 1, f"{what}: {room} bytes are left: exit")
        added = path.read_text()[SUMMARY_MAX - room:]
        shown = len(rows_in(added))
        check.that(len(added.encode()) <= room, f"{what}: {room} bytes are left: within the limit", len(added))
        check.that(added.strip() == "" or "### FAIL" in added, f"{what}: {room} bytes are left: the verdict or nothing", added)
        said = re.search(r"^(\d+) \w+ were cut", added, re.M)
        check.that(shown == 0 and not said or said and int(said.group(1)) == total - shown,
                   f"{what}: {room} bytes are left: what is cut is counted", added[-500:])
        check.that(before <= shown < total, f"{what}: {room} bytes are left: no fewer rows than with less", shown)
        before = shown
    check.that(before > ROOM_KEYS / 10, f"{what}: the room is used", before)


def check_no_room(compare, directory):
    keys = [f"span.request.handler.{i:05d}.p95" for i in range(ROOM_KEYS)]
    write(directory / "t.json", side(keys, 500.0))
    write(directory / "b.json", side(keys, 2.0))
    check_rooms("no room", directory, [compare, "--timings=t.json", "--baseline=b.json", "--thresholds=th.json"], rows_of)


def check_large(compare, directory):
    keys = [f"span.request.handler.{i:05d}.p95" for i in range(KEYS)]
    write(directory / "t.json", side(keys, 500.0))
    write(directory / "b.json", side(keys, 2.0))
    (directory / "s.md").write_text("x" * 1000)
    subprocess.run([compare, "--timings=t.json", "--baseline=b.json", "--thresholds=th.json", "--summary=s.md",
                    "--junit=j.xml"], cwd=directory, capture_output=True, check=False)
    markdown = (directory / "s.md").read_text()
    shown = len(rows_of(markdown))
    check.that(900_000 < len(markdown.encode()) <= SUMMARY_MAX, "large: summary below its limit", len(markdown))
    check.that(f"{KEYS - shown} rows were cut" in markdown, "large: says what it cut")
    check.exits(subprocess.run(["xmllint", "--noout", directory / "j.xml"], capture_output=True, text=True, check=False), 0,
                "large: xmllint")

    write(directory / "b.json", {"placeholder": True, "metrics": {}})
    (directory / "s.md").unlink()
    done = subprocess.run([compare, "--timings=t.json", "--baseline=b.json", "--thresholds=th.json", "--summary=s.md"],
                          cwd=directory, capture_output=True, text=True, check=False)
    parsed = json.loads(done.stdout)
    check.that(json.dumps(parsed, indent=2, sort_keys=True) + "\n" == done.stdout and len(parsed["metrics"]) == KEYS,
               "large: block is whole and canonical")
    markdown = (directory / "s.md").read_text()
    check.that("\n### Paste into baselines/baseline-timings.json\n" in markdown and "artifact" in markdown and "```" not in markdown,
               "large: a block is named, not cut", markdown)


def main():
    compare = bin_option(__doc__) / "compare"
    with tempfile.TemporaryDirectory() as name:
        check_hostile(compare, pathlib.Path(name))
        check_no_room(compare, pathlib.Path(name))
        check_large(compare, pathlib.Path(name))
    check.end()


if __name__ == "__main__":
    main()
