#!/usr/bin/env python3
"""The tutorial with the installed commands only: outside any repository, under their installed names.

What the tutorial takes from the repository, a Prometheus with data, is made here, as its reader would bring a server of
their own. --transcript prints what a reader would see.

usage: tutorial.py (--build DIR | --prefix DIR) [--transcript]
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / part) for part in ("lib", "docs", "live")]
import run as docs  # noqa: E402
import servers  # noqa: E402
from check import Checks  # noqa: E402

# A command's name where a command stands or is named; not in the middle of a word or a path.
NAMES = re.compile(r"(?<![\w/.-])(capture|compare|check-bounds)(?=:? |$)")


def tutorial():
    """The commands, less those that start and stop a server from the repository."""
    path = ROOT / "docs/tutorial.md"
    lines = path.read_text(encoding="utf-8").splitlines()
    first = lines.index("## 1. What is measured") + 1
    for start, language, block in docs.blocks(path):
        if language == "console" and start > first and not block[0].startswith("$ kill"):
            for line, command, expected in docs.session(start, block):
                yield line, named(command), [named(x) for x in expected]


def named(text):
    if text.startswith("cat >"):
        return text
    return NAMES.sub(r"rungate-\1", text)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    place = parser.add_mutually_exclusive_group(required=True)
    place.add_argument("--build")
    place.add_argument("--prefix", type=pathlib.Path, help="where they are installed already")
    parser.add_argument("--transcript", action="store_true")
    args = parser.parse_args()
    data = subprocess.run([sys.executable, ROOT / "scripts/demo_data.py", "span.tx.process", "20"], capture_output=True,
                          text=True, check=True).stdout
    check = Checks()
    commands = list(tutorial())
    with tempfile.TemporaryDirectory() as name, servers.start(servers.found(servers.PROMETHEUS)[0], data) as url:
        prefix, work = args.prefix or pathlib.Path(name) / "prefix", pathlib.Path(name) / "work"
        if args.build:
            subprocess.run(["cmake", "--install", args.build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
        for directory in ("config", "baselines"):
            (work / directory).mkdir(parents=True)
        env = {"PATH": f"{prefix / 'bin'}:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "RUNGATE_PROMETHEUS": url, "HOME": name,
               "NO_COLOR": "1"}
        docs.run(check, ROOT / "docs/tutorial.md", commands, env, cwd=work, transcript=args.transcript)
    check.that(len(commands) >= 15, "the tutorial's commands are found", len(commands))
    check.end()


if __name__ == "__main__":
    main()
