#!/usr/bin/env python3
"""Every form of a large and hostile verdict, read back by somebody else's parser.

JUnit by xmllint, the report by Python's json (and byte for byte as Python would write it), the Markdown by its own
rules: each table row has as many cells as its head, each cell is the text it was made from. Both forms that have a
limit keep it and say what they cut.

usage: forms.py --bin DIR
"""
import argparse
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

SUMMARY_MAX = 1024 * 1024
KEYS = 20_000
HOSTILE = ["|", "`", "```", "<b>", "&amp;", "*x*", "_x_", "[a](b)", "!", "~~x~~", "#1", "@team", ":smile:", "http://x",
           "\\|", "\n\n# h", "\r\n|", "\u001b[31m", "\u202e", "\u009b", "é", "😀", "'", '"', "]]>", "--", "%0A::error::", "$x$"]


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


def check(name, holds, detail=""):
    print(f"{'ok' if holds else 'FAILED'} {name}{'' if holds else ': ' + str(detail)[:400]}")
    return 0 if holds else 1


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
    failed = check("hostile: exit", done.returncode == 1, done.stderr)
    report = (directory / "r.json").read_text()
    parsed = json.loads(report)
    failed += check("hostile: report keys", [m["key"] for m in parsed["metrics"]] == sorted(keys))
    failed += check("hostile: report is canonical", json.dumps(parsed, indent=2, sort_keys=True) + "\n" == report)
    failed += check("hostile: xmllint", subprocess.run(["xmllint", "--noout", directory / "j.xml"], check=False).returncode == 0)
    names = subprocess.run(["xmllint", "--xpath", "//testcase/@classname", directory / "j.xml"], capture_output=True,
                           text=True, check=False).stdout
    found = sorted(html.unescape(n) for n in re.findall(r'classname="([^"]*)"', names))
    failed += check("hostile: JUnit classes", found == sorted(visible(k)[: -len(".p95")] for k in keys), found)
    names = subprocess.run(["xmllint", "--xpath", "//testcase/@name", directory / "j.xml"], capture_output=True, text=True,
                           check=False).stdout
    found = sorted(html.unescape(n) for n in re.findall(r' name="([^"]*)"', names))
    failed += check("hostile: JUnit names are whole keys", found == sorted(visible(k) for k in keys), found)
    root = ElementTree.parse(directory / "j.xml").getroot()
    failures = list(root.iter("failure"))
    failed += check("hostile: JUnit failures have their sentence as content",
                    len(failures) == len(keys) and all(f.text == f.get("message") for f in failures))
    markdown = (directory / "s.md").read_text()
    cells = [row.split(" | ") for row in rows_of(markdown)]
    failed += check("hostile: Markdown cells", all(len(c) == 8 for c in cells), cells)
    found = sorted(html.unescape(c[0][2:]) for c in cells)
    failed += check("hostile: Markdown text", found == sorted(visible(k) for k in keys), found)
    raw = "".join(c[0][2:] for c in cells)
    failed += check("hostile: nothing of Markdown's own", not re.search(r"[|`<>*_\[\]~@:!\\](?!n|r|x[0-9a-f]{2}|u\{)|&(?!#)", raw.replace("&#", "&#")), raw)
    for name, text in (("stdout", done.stdout), ("stderr", done.stderr)):
        failed += check(f"hostile: {name} has no control character", not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text))
    failed += check("hostile: one line an annotation", all(re.match("::(error|warning) title=[^:]*::", line)
                                                          for line in done.stderr.splitlines()), done.stderr)
    return failed


def check_large(compare, directory):
    keys = [f"span.request.handler.{i:05d}.p95" for i in range(KEYS)]
    write(directory / "t.json", side(keys, 500.0))
    write(directory / "b.json", side(keys, 2.0))
    (directory / "s.md").write_text("x" * 1000)
    subprocess.run([compare, "--timings=t.json", "--baseline=b.json", "--thresholds=th.json", "--summary=s.md",
                    "--junit=j.xml"], cwd=directory, capture_output=True, check=False)
    markdown = (directory / "s.md").read_text()
    shown = len(rows_of(markdown))
    failed = check("large: summary below its limit", 900_000 < len(markdown.encode()) <= SUMMARY_MAX, len(markdown))
    failed += check("large: says what it cut", f"{KEYS - shown} rows were cut" in markdown)
    failed += check("large: xmllint", subprocess.run(["xmllint", "--noout", directory / "j.xml"], check=False).returncode == 0)

    write(directory / "b.json", {"placeholder": True, "metrics": {}})
    (directory / "s.md").unlink()
    done = subprocess.run([compare, "--timings=t.json", "--baseline=b.json", "--thresholds=th.json", "--summary=s.md"],
                          cwd=directory, capture_output=True, text=True, check=False)
    parsed = json.loads(done.stdout)
    failed += check("large: block is whole and canonical", json.dumps(parsed, indent=2, sort_keys=True) + "\n" == done.stdout
                    and len(parsed["metrics"]) == KEYS)
    markdown = (directory / "s.md").read_text()
    failed += check("large: a block is named, not cut", markdown.startswith("### Paste into baselines/baseline-timings.json\n")
                    and "artifact" in markdown and "```" not in markdown, markdown)
    return failed


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    compare = parser.parse_args().bin.resolve() / "compare"
    with tempfile.TemporaryDirectory() as name:
        failed = check_hostile(compare, pathlib.Path(name))
        failed += check_large(compare, pathlib.Path(name))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
