#!/usr/bin/env python3
"""The pages of `compare --html`: their policy, their size, and what a browser makes of them.

usage: run.py --bin DIR [--browser]

Without --browser: the pages as text. With it: tests/html/browser.mjs looks at them with Chromium; when that, node or the
packages of tests/html/package.json are not there, a line "NOT RUN" says so and the exit is 77. `scripts/deps.sh browser`
installs them.
"""
import argparse
import base64
import hashlib
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "lib"))
from check import Checks  # noqa: E402
from pages import HOSTILE, Pages  # noqa: E402

CHROMIUM = os.environ.get("RUNGATE_CHROMIUM", "/usr/bin/chromium")
NOT_RUN = 77
LARGE_MAX = 1_500_000
check = Checks()


class Outline(html.parser.HTMLParser):
    """The elements of a page, and its text."""

    def __init__(self):
        super().__init__()
        self.tags, self.attributes, self.text, self.ids, self.used, self.addresses = [], set(), [], [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes.update(name for name, _ in attrs)
        self.ids += [value for name, value in attrs if name == "id"]
        self.used += [word for name, value in attrs if name == "aria-labelledby" for word in value.split()]
        self.used += [value[1:] for name, value in attrs if name == "href"]
        self.addresses += [value for name, value in attrs if name in ("href", "src", "srcset", "action", "data", "poster")]

    def handle_data(self, data):
        self.text.append(data)


def outline(path):
    out = Outline()
    out.feed(path.read_text(encoding="utf-8"))
    return out


def check_policy(name, text):
    style = re.search("<style>(.*?)</style>", text, re.S).group(1)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = re.search('http-equiv="Content-Security-Policy" content="([^"]*)"', text).group(1)
    check.equal(policy, f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'",
                f"{name}: the policy allows this style and nothing else")


def check_page(path):
    name, text, found = path.stem, path.read_text(encoding="utf-8"), outline(path)
    check_policy(name, text)
    known = {"html", "head", "meta", "title", "style", "body", "header", "main", "section", "article", "div", "h1", "h2", "h3", "p", "b",
             "ul", "li", "table", "caption", "thead", "tbody", "tr", "th", "td", "details", "summary", "pre", "span", "svg", "defs",
             "desc", "path", "circle", "rect", "line", "use", "text"}
    check.equal(sorted(set(found.tags) - known), [], f"{name}: no other elements")
    check.that(not any(a.startswith("on") or a == "style" for a in found.attributes), f"{name}: no handler, no inline style")
    check.equal([a for a in found.addresses if not a.startswith("#")], [], f"{name}: refers to itself only")
    check.that(not re.search(r"url\(|@import|https?:", text.split("</style>")[0]), f"{name}: its style loads nothing")
    check.equal(len(found.ids), len(set(found.ids)), f"{name}: an id is there once")
    check.equal(sorted(set(found.used) - set(found.ids)), [], f"{name}: what is referred to is there")
    check.equal(found.tags.count("h1"), 1, f"{name}: one heading of the first rank")
    check.that(not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text), f"{name}: no control character")


def check_names(path):
    """Each hostile name can be read, as the text that it is."""
    text = "".join(outline(path).text)
    for raw in HOSTILE:
        shown = raw.replace("\n", "\\n").replace("\x1b", "\\x1b").replace("\u202e", "\\u{202e}")
        check.that(shown in text, f"hostile: {shown!r} is shown")


def why_not(wanted):
    """What is missing for the browser, or None."""
    node = shutil.which("node")
    if not pathlib.Path(CHROMIUM).exists():
        return f"there is no {CHROMIUM}"
    if not node:
        return "there is no node"
    missing = [name for name in wanted if not (HERE / "node_modules" / name / "package.json").exists()]
    return f"{', '.join(missing)} of npm are not in tests/html/node_modules" if missing else None


def look(pages):
    missing = why_not(json.loads((HERE / "package.json").read_text())["dependencies"])
    if missing:
        print(f"NOT RUN: the pages in a browser: {missing}; scripts/deps.sh browser installs what is missing")
        sys.exit(NOT_RUN)
    sys.exit(subprocess.run(["node", HERE / "browser.mjs", *pages], check=False).returncode)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--browser", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        made = Pages(args.bin, pathlib.Path(name))
        pages = made.all()
        if args.browser:
            look(pages)
        for page in pages:
            check_page(page)
        check_page(made.alone())
        check_names(pathlib.Path(name) / "hostile.html")
        for page in ("large.html", "alone.html"):
            size = (pathlib.Path(name) / page).stat().st_size
            check.that(size <= LARGE_MAX, f"300 keys, {page}: {size} bytes, at most {LARGE_MAX}")
    check.end()


if __name__ == "__main__":
    main()
