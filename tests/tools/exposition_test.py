#!/usr/bin/env python3
"""The reader of expositions against the two of python3-prometheus-client, on made-up pages: good ones, and ones that were damaged
in one place. Both must refuse a page, or read the same samples; what is left is a row of KNOWN, each with its reason and a page
that shows it.

usage: exposition_test.py EXPOSITION [--pages N] [--seed N] [--file text|openmetrics FILE]…   (tests/tools/exposition.c)

Seeds are fixed, so a failure repeats; page i has the seed SEED + i.
"""
import argparse
import collections
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from prometheus_client import parser as text_parser
from prometheus_client.openmetrics import parser as openmetrics_parser

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
from check import Checks  # noqa: E402

PARSERS = {"text": text_parser, "openmetrics": openmetrics_parser}
SUFFIXES = {
    "counter": ["_total", "_created"], "gauge": [""], "histogram": ["_bucket", "_sum", "_count"], "summary": ["", "_sum", "_count"],
    "unknown": [""], "untyped": [""], "info": ["_info"], "stateset": [""], "gaugehistogram": ["_bucket", "_gsum", "_gcount"],
}
TYPES = {"text": ["counter", "gauge", "histogram", "summary", "untyped"],
         "openmetrics": ["counter", "gauge", "histogram", "summary", "unknown", "info", "stateset", "gaugehistogram"]}
VALUES = ["0", "1", "17", "0.25", "1e3", "123456789012345678", "4.9e-324", "1.7976931348623157e308", "5.", ".5"]
GAUGES = VALUES + ["-1", "NaN", "+Inf", "-Inf", "-0.0"]
LABEL_VALUES = ["", "a", "b c", "}", "{", ",", "=", "#", "\\\\", "\\\"", "\\n", "\u00e9", "\U0001f600", "/a?b=c", "le"]
PIECES = [" ", "\t", "\n", "\r", "{", "}", ",", "=", "\"", "\\", "#", "# ", " # {} 1", "1", "-", "+", ".", "e", "_", "0x1p2", "NaN",
          "nan", "inf", "Infinity", "\u00e9", ":", "a", "# EOF\n", "# TYPE a gauge\n", "# HELP a \n", "# UNIT a s\n", "a 1\n"]


class Page:
    """A page of a few families, made from a seed."""

    def __init__(self, form, seed):
        self.form, self.rng = form, random.Random(seed)
        self.lines = []
        names = self.rng.sample(["aa", "b_seconds", "c:d", "_e", "F9", "g_bytes"], self.rng.randint(0, 4))
        for name in names:
            self.family(name)
        if form == "openmetrics":
            self.lines.append("# EOF")
        self.text = "".join(line + "\n" for line in self.lines)
        for _ in range(self.rng.choice([0, 0, 1, 1, 1, 2])):
            self.damage()

    def family(self, name):
        kind = self.rng.choice(TYPES[self.form])
        head = [f"# TYPE {name} {kind}"]
        if self.rng.random() < 0.5:
            head.append(f"# HELP {name} " + self.rng.choice(["some", "", "a \\\\ b \\n", "\u00e9 # {"]))
        if self.form == "openmetrics" and "_" in name[1:] and kind not in ("info", "stateset"):
            head.append(f"# UNIT {name} {name.split('_')[-1]}")
        self.rng.shuffle(head)
        self.lines += head
        for i in range(self.rng.randint(0, 3)):
            labels = [(n, self.rng.choice(LABEL_VALUES)) for n in self.rng.sample(["x", "y_1", "_z", "le_"], self.rng.randint(0, 3))]
            self.group(name, kind, labels + [("i", str(i))])

    def group(self, name, kind, labels):
        value, luck = self.rng.choice(VALUES), self.rng.random()
        for suffix in SUFFIXES[kind]:
            if kind == "counter" and self.form == "text":
                suffix = ""
            if suffix == "_bucket":
                count = self.rng.randint(0, 5)
                for i, le in enumerate(("0.5", "1.0", "+Inf")):
                    self.sample(name + suffix, labels + [("le", le)], str(count + i), luck)
                value = str(count + 2)
            elif kind == "summary" and suffix == "":
                self.sample(name, labels + [("quantile", "0.5")], self.rng.choice(VALUES), luck)
            elif kind == "stateset":
                self.sample(name, labels + [(name, "on")], "1", luck)
            elif suffix == "_info":
                self.sample(name + suffix, labels, "1", luck)
            elif suffix.endswith("count"):
                self.sample(name + suffix, labels, value if kind != "summary" else "3", luck)
            else:
                self.sample(name + suffix, labels, self.rng.choice(GAUGES if kind in ("gauge", "unknown", "untyped") else VALUES), luck)
            if kind == "counter" and self.form == "text":
                break

    def blank(self, least=""):
        return self.rng.choice([least, least, least, " ", "\t ", "  "]) if self.form == "text" else least

    def sample(self, name, labels, value, luck):
        b = self.blank
        self.rng.shuffle(labels)
        inner = ",".join(f'{b()}{n}{b()}={b()}"{v}"{b()}' for n, v in labels)
        if self.form == "text" and self.rng.random() < 0.1:
            inner += ","
        line = f"{name}{b()}{{{inner}}}{b(' ')}{value}"
        if luck > 0.9:
            line += b(" ") + (str(self.rng.randint(-5, 10**13)) if self.form == "text" else "1700000000.5")
        if luck > 0.5 and self.form == "openmetrics" and name.endswith("_total"):
            line += ' # {t="x"} 0.5' + self.rng.choice(["", " 12.5"])
        self.lines.append(line)

    def damage(self):
        rng, text = self.rng, self.text
        at, end = rng.randint(0, len(text)), rng.randint(0, 8)
        what = rng.randrange(6)
        lines = text.splitlines(keepends=True)
        if what == 0:
            text = text[:at] + rng.choice(PIECES) + text[at:]
        elif what == 1:
            text = text[:at] + text[at + end:]
        elif what == 2:
            text = text[:at] + rng.choice(PIECES) + text[at + 1:]
        elif what == 3:
            text = text[:at]
        elif lines:
            i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
            if what == 4:
                lines[i], lines[j] = lines[j], lines[i]
            else:
                lines.insert(i, lines[j])
            text = "".join(lines)
        self.text = text


def key(name, labels, value):
    """What is compared of a sample. The text parser puts _total behind counters."""
    value = "NaN" if math.isnan(value) else value
    return name.removesuffix("_total"), tuple(sorted(labels.items())), value


def theirs(form, text):
    """(samples, None) or (None, what it said)."""
    try:
        families = list(PARSERS[form].text_string_to_metric_families(text))
        return [key(s.name, s.labels, float(s.value)) for f in families for s in f.samples], None
    except Exception as fault:  # pylint: disable=broad-except  # it raises many kinds
        return None, f"{type(fault).__name__}: {fault}"


def ours(program, form, texts):
    with tempfile.TemporaryDirectory() as directory:
        paths = []
        for i, text in enumerate(texts):
            paths.append(pathlib.Path(directory) / str(i))
            paths[-1].write_bytes(text.encode())
        done = subprocess.run([program, form, *paths], stdout=subprocess.PIPE, check=True)
    for page in done.stdout.split(b"\0")[:-1]:
        page = json.loads(page)
        samples = [key(s["metric"], s["labels"], float.fromhex(s["value"])) for s in page["samples"]]
        yield (None, page["fault"]) if page["fault"] else (samples, None)


# What differs: format, who refuses the page alone, a pattern of what it says, why, and a page that shows it.
LAX = "Python's text parser looks for the next '=' and the next quote, and does not mind what is between them"
NOT_HERE = "no grammar: what samples mean to each other is for who counts them, who must tell a torn page from a wrong one"
GIVEN = "# TYPE a {}\n{}# EOF\n"
KNOWN = [
    ("text", "ours", "a series that is there already", "Python hands out both, and one value would be lost", "a 1\na 2\n"),
    ("text", "ours", "the last line does not end", "Python takes the half of a number that was cut for a number", "a 1\nb 1"),
    ("text", "ours", "expected ',' or '}'", LAX, 'a{b="c" d="e"} 1\n'),
    ("text", "ours", "expected '='", LAX, 'a{b c="d"} 1\n'),
    ("text", "ours", "expected '\"'", LAX, 'a{b=,c = "d"} 1\n'),
    ("text", "ours", "expected the name of a label", LAX, 'a{,b="c"} 1\n'),
    ("text", "ours", "a second name of the metric", LAX, 'a{"b",c="d"} 1\n'),
    ("text", "ours", "a quoted text that does not end", LAX, 'a{b="c",d="} 1\n'),
    ("text", "ours", "an empty name", LAX, 'a{"",b="c"} 1\n'),
    ("text", "ours", "a label that is there already", "Python keeps the last", 'a{b="c",b="d"} 1\n'),
    ("text", "ours", "as an escape", "Python lets an escape that is none stand as it is, as servers do; Go's library refuses it",
     'a{b="\\t"} 1\n'),
    ("text", "ours", "expected a decimal number", "Python's float() takes underscores, and its strip() carriage returns", "a 1_0\n"),
    ("text", "ours", "expected a timestamp", "Python takes decimals, which the format has not", "a 1 1.5\n"),
    ("text", "ours", "expected the end of the line", "Python takes the last word for the timestamp", "a 1 2 3\n"),
    ("text", "ours", "expected a type", "Python takes any word where another TYPE of the name follows", "# TYPE a b\n# TYPE a gauge\n"),
    ("text", "ours", "expected a blank$", "for Python a carriage return is a blank; servers refuse it", "# TYPE a\rgauge\n"),
    ("text", "ours", "expected a blank or '{'", "for Python a carriage return is a blank", 'a\r{b="c"} 1\n'),
    ("text", "ours", "expected the name of a metric", "for Python a carriage return is a blank", "\r\n"),
    ("text", "ours", "a second TYPE of the family, which is another", "Python goes by the last", "# TYPE a counter\n# TYPE a gauge\n"),
    ("openmetrics", "ours", "a series that is there already", "Python takes a series at several times; which one counts is not said",
     "a 1 1\na 1 2\n# EOF\n"),
    ("openmetrics", "ours", "expected '# HELP'", "Python does not mind what stands between '#' and the blank",
     "#x TYPE a gauge\n# EOF\n"),
    ("openmetrics", "ours", "expected a blank$", "Python drops the character after the brace, whatever it is", 'a{b="c"}12\n# EOF\n'),
    ("openmetrics", "ours", "a quoted text that does not end", "Python looks for the backslash at twice the quote's place",
     'a{b="c\\"} 1\n# EOF\n'),
    ("openmetrics", "ours", "expected a decimal number", "Python makes infinite what is too large; servers refuse it", "a 1e400\n# EOF\n"),
    ("openmetrics", "theirs", "Mix of timestamp presence", NOT_HERE, GIVEN.format("summary", "a_sum 1 1\na_count 1\n")),
    ("openmetrics", "theirs", "Timestamps went backwards", NOT_HERE, GIVEN.format("summary", "a_sum 1 2\na_count 1 1\n")),
    ("openmetrics", "theirs", "Invalid metric grouping", NOT_HERE,
     GIVEN.format("summary", 'a_sum{b="1"} 1\na_sum{b="2"} 1\na_count{b="1"} 1\n')),
    ("openmetrics", "theirs", "Invalid quantile label|KeyError: 'quantile'", NOT_HERE, GIVEN.format("summary", "a 1\n")),
    ("openmetrics", "theirs", "Quantile values cannot be negative", NOT_HERE, GIVEN.format("summary", 'a{quantile="0.5"} -1\n')),
    ("openmetrics", "theirs", "Invalid le label|KeyError: 'le'", NOT_HERE, GIVEN.format("histogram", "a_bucket 1\n")),
    ("openmetrics", "theirs", "could not convert string to float: '[^']*'$", NOT_HERE, GIVEN.format("histogram", 'a_bucket{le="x"} 1\n')),
    ("openmetrics", "theirs", "_s?g?sum must be present|_g?count must be present", NOT_HERE,
     GIVEN.format("histogram", 'a_bucket{le="+Inf"} 1\na_sum 1\n')),
    ("openmetrics", "theirs", r"\+Inf bucket missing", NOT_HERE, GIVEN.format("histogram", 'a_bucket{le="1.0"} 1\n')),
    ("openmetrics", "theirs", "Count does not match", NOT_HERE, GIVEN.format("histogram", 'a_bucket{le="+Inf"} 1\na_count 2\na_sum 1\n')),
    ("openmetrics", "theirs", "Buckets out of order", NOT_HERE,
     GIVEN.format("histogram", 'a_bucket{le="+Inf"} 1\na_bucket{le="1.0"} 1\n')),
    ("openmetrics", "theirs", "Bucket values out of order", NOT_HERE,
     GIVEN.format("histogram", 'a_bucket{le="1.0"} 2\na_bucket{le="+Inf"} 1\n')),
    ("openmetrics", "theirs", "(Bucket|Count) value must be an integer", NOT_HERE, GIVEN.format("histogram", 'a_bucket{le="+Inf"} 0.5\n')),
    ("openmetrics", "theirs", "Cannot have (_sum with negative|negative _gsum)", NOT_HERE,
     GIVEN.format("histogram", 'a_bucket{le="-1.0"} 1\na_bucket{le="+Inf"} 1\na_count 1\na_sum 1\n')),
    ("openmetrics", "theirs", "Counter-like samples cannot", NOT_HERE, GIVEN.format("counter", "a_total -1\n")),
    ("openmetrics", "theirs", "Stateset (missing label|samples can only)|KeyError", NOT_HERE, GIVEN.format("stateset", "a 1\n")),
    ("openmetrics", "theirs", "Info samples can only", NOT_HERE, GIVEN.format("info", "a_info 2\n")),
    ("openmetrics", "theirs", "can have exemplars|Exemplar labels are too long", "exemplars are passed over",
     GIVEN.format("gauge", "a 1 # {} 1\n")),
]


def reason(form, side, said):
    for i, (known_form, known_side, pattern, *_) in enumerate(KNOWN):
        if form == known_form and side == known_side and re.search(pattern, said):
            return i
    return None


def compare(program, form, pages, check, counts):
    """Each of (name, text) with both readers. Returns the rows of KNOWN that were seen, one a page, or None."""
    rows = []
    for (name, text), (samples, fault) in zip(pages, ours(program, form, [text for _, text in pages]), strict=True):
        wanted, said = theirs(form, text)
        row = None
        if fault and said:
            counts[f"{form}: refused by both"] += 1
        elif samples == wanted and not fault:
            counts[f"{form}: read by both, the same"] += 1
        else:
            side = "ours" if fault else "theirs" if said else "both"
            row = reason(form, side, fault or said or "")
            counts["?" if row is None else f"{form}: refused by {side} only: {KNOWN[row][2]}"] += 1
            check.that(row is not None, f"{form}, {name}, {side}", f"{fault or said}\n{text}\n{samples}\n{wanted}")
        rows.append(row)
    return rows


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--pages", type=int, default=600)
    parser.add_argument("--seed", type=int, default=20261201)
    parser.add_argument("--file", nargs=2, action="append", metavar=("FORMAT", "FILE"))
    options = parser.parse_args()
    check, counts = Checks(), collections.Counter()
    for form, path in options.file or ():
        text = pathlib.Path(path).read_text(encoding="utf-8")
        compare(options.program, form, [(path, text)], check, counts)
        print(f"{path}: {len(theirs(form, text)[0] or ())} samples")
    if not options.file:
        for i, (form, _, pattern, _, text) in enumerate(KNOWN):
            check.equal(compare(options.program, form, [("known", text)], check, collections.Counter()), [i], f"{form}: {pattern}")
        end = options.seed + options.pages // 2
        for form in PARSERS:
            for start in range(options.seed, end, 500):
                pages = [(f"seed {seed}", Page(form, seed).text) for seed in range(start, min(start + 500, end))]
                compare(options.program, form, pages, check, counts)
        print(f"seeds {options.seed} to {end - 1}, in each format")
    for what, count in sorted(counts.items()):
        print(f"{count:6} {what}")
    check.that(counts.total() > 0, "pages were compared")
    check.end()


if __name__ == "__main__":
    main()
