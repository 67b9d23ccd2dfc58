#!/usr/bin/env python3
"""Run every command that the documentation shows, and compare what it prints.

A block that is fenced as ```console is a session: "$ " starts a command, a line that ends in a backslash goes on, a
here-document (<<'EOF') goes on to its end, the rest is output, standard output and error as they come. A line "..."
stands for any lines. What differs from run to run (a port, a time, a commit) may differ here too. The blocks of one file
run in order, in one shell, in the repository's root, with the built commands first on the PATH.

A block fenced as ```sh is for other machines and is not run; each must stand below the words "not run".

usage: run.py --bin DIR [FILE ...]
"""
import argparse
import difflib
import os
import pathlib
import re
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
from check import Checks  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
VARYING = [(re.compile(r"127\.0\.0\.1:\d+"), "127.0.0.1:PORT"), (re.compile(r"in \d+ ms"), "in N ms"),
           (re.compile(r"git (?:[0-9a-f]{12,40}|unknown)\b"), "git COMMIT"), (re.compile(r"/tmp/[\w.]+"), "/tmp/DIR")]
MARK = "@@@ next command @@@"


def blocks(path):
    """(line, language, text) of each fenced block."""
    fence, start, language, lines = None, 0, "", []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        opened = re.match(r"^(`{3,})(\w*)$", line)
        if fence is None and opened:
            fence, language, start, lines = opened.group(1), opened.group(2), number, []
        elif fence is not None and line == fence:
            yield start, language, lines
            fence = None
        elif fence is not None:
            lines.append(line)


def session(start, lines):
    """[line, command, expected output lines] of each command of a block that starts at `start`."""
    commands, until = [], None
    for number, line in enumerate(lines, start + 1):
        if until is not None:
            commands[-1][1] += "\n" + line
            until = None if line == until else until
        elif line.startswith("$ "):
            commands.append([number, line[2:], []])
            here = re.search(r"<<'(\w+)'$", line)
            until = here.group(1) if here else None
        elif commands and not commands[-1][2] and commands[-1][1].endswith("\\"):
            commands[-1][1] += "\n" + line
        elif commands:
            commands[-1][2].append(line)
    return commands


def normal(line):
    for pattern, instead in VARYING:
        line = pattern.sub(instead, line)
    return line.rstrip()


def matches(expected, actual):
    """With "..." for any lines."""
    if not expected:
        return not actual
    if expected[0] == "...":
        return any(matches(expected[1:], actual[i:]) for i in range(len(actual) + 1))
    return bool(actual) and expected[0] == actual[0] and matches(expected[1:], actual[1:])


def strip(lines):
    while lines and not lines[-1]:
        lines = lines[:-1]
    while lines and not lines[0]:
        lines = lines[1:]
    return lines


def run(check, path, commands, env, cwd=ROOT, transcript=False):
    """Check that each of the commands prints what is shown; `path` is where they are from."""
    script = "".join(f"echo '{MARK}'; (exit $status)\n{command}\nstatus=$?\n" for _, command, _ in commands)
    done = subprocess.run(["bash"], input="status=0\nexec 2>&1\n" + script, cwd=cwd, env=env, text=True,
                          capture_output=True, check=False)
    outputs = done.stdout.split(MARK + "\n")[1:]
    for i, (line, command, expected) in enumerate(commands):
        if transcript and i < len(outputs):
            print(f"$ {command}\n{outputs[i]}", end="")
        actual = strip([normal(x) for x in (outputs[i] if i < len(outputs) else "").splitlines()])
        wanted = strip([normal(x) for x in expected])
        check.that(matches(wanted, actual), f"{path.relative_to(ROOT)}:{line}: {command}",
                   "\n" + "\n".join(difflib.unified_diff(wanted, actual, "shown", "printed", lineterm="")))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    args = parser.parse_args()
    env = dict(os.environ, PATH=f"{args.bin.resolve()}:{os.environ['PATH']}", LC_ALL="C.UTF-8", NO_COLOR="1")
    for name in ("GITHUB_ACTIONS", "RUNGATE_PROMETHEUS"):
        env.pop(name, None)
    check = Checks()
    for path in [p.resolve() for p in args.files] or sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")]):
        commands = []
        for line, language, lines in blocks(path):
            if language == "sh":
                check.holds("not run", path.read_text(encoding="utf-8"), f"{path.relative_to(ROOT)}:{line}: says what is not run")
            if language == "console":
                commands += session(line, lines)
        if commands:
            run(check, path, commands, env)
    check.end()


if __name__ == "__main__":
    main()
