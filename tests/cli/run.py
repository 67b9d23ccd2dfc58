#!/usr/bin/env python3
"""Run the golden cases: arguments and input files -> exact stdout, stderr, exit status and files.

usage: run.py [--update] --bin DIR [CASE ...]

A case is one text file below tests/cli/cases:

    # what it shows, and why
    base: mini                  the files it starts with: tests/cli/bases/mini (default: the shipped config, baselines)
    env: NO_COLOR=1             may be repeated
    $ compare --timings run.json
    -- run.json --              an input file, laid over the base; "-- remove config/ladders.json --" takes one away
    {...}
    -- rerun.json like run.json --       another JSON file with these changes, or none
    /metrics/span.a.p95/value = 9.0      the member at this path (a JSON pointer), put there or replaced
    /labels is removed
    -- timings.json like mini-run --     the same with tests/cli/bases/mini-run.json, which many cases share
    -- change config/ladders.json --     the same with a file that is there already
    -- stdout --                the expected output; a section that is missing means empty
    -- stderr --
    -- exit --                  missing means 0
    1
    -- after report.json --     the file as the command must leave it; "-- absent after X --" that it must not be there

--update rewrites stdout, stderr, exit and "after" sections with what the command does: read the diff before you
commit it.
"""
import argparse
import difflib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
NO_NEWLINE = "\\ no newline at the end\n"
CHANGE = re.compile(r"^/(.+?)(?: is removed| = (.+))$")
ELAPSED = re.compile(r" in \d+ ms$", re.MULTILINE)
PROCESSORS = re.compile(r'^(    "processors": )\d+', re.MULTILINE)
LOAD = re.compile(r'^(    "load_average(?:_at_begin)?": \[)((?:\n +[\d.]+,?){3})', re.MULTILINE)
SECTION = re.compile(r"^-- (.+) --$")


class Case:
    def __init__(self, path):
        self.path = path
        self.header, self.base, self.env, self.command, self.sections = [], None, {}, None, {}
        current = None
        for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
            found = SECTION.match(line.rstrip("\n"))
            if found:
                current = found.group(1)
                if current in self.sections:
                    raise SystemExit(f"{path}: section '{current}' twice")
                self.sections[current] = ""
            elif current is not None:
                self.sections[current] += line
            else:
                self.header.append(line)
                self.read_header(line.rstrip("\n"))
        if self.command is None:
            raise SystemExit(f"{path}: no '$ command'")

    def read_header(self, line):
        if line.startswith("base: "):
            self.base = line[6:]
        elif line.startswith("env: "):
            name, _, value = line[5:].partition("=")
            self.env[name] = value
        elif line.startswith("$ "):
            self.command = shlex.split(line[2:])
        elif line and not line.startswith("#"):
            raise SystemExit(f"{self.path}: cannot read header line {line!r}")

    def is_expected(self, name):
        return name in ("stdout", "stderr", "exit") or name.startswith("after ")

    def lay_out(self, directory):
        source = HERE / "bases" / self.base if self.base else ROOT
        for part in ("config", "baselines"):
            if (source / part).is_dir():
                shutil.copytree(source / part, directory / part)
        for name, text in self.sections.items():
            if name.startswith("remove "):
                (directory / name[7:]).unlink()
            elif not self.is_expected(name) and not name.startswith("absent after "):
                self.put(directory, name, unescape(text))

    def put(self, directory, section, text):
        """An input file: as it stands, or another file with changes."""
        name, _, model = section.partition(" like ")
        if section.startswith("change "):
            name = model = section[7:]
        if model:
            source = directory / model if model.endswith(".json") else HERE / "bases" / f"{model}.json"
            text = self.changed(json.loads(source.read_text(encoding="utf-8")), text)
        target = directory / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def changed(self, document, changes):
        """The text of a document after lines of "/path = JSON" and "/path is removed"."""
        for line in changes.split("\n")[:-1]:
            try:
                pointer, value = CHANGE.match(line).groups()
                *path, last = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")]
                inside = document
                for part in path:
                    inside = inside[int(part) if isinstance(inside, list) else part]
                last = int(last) if isinstance(inside, list) else last
                if value is None:
                    del inside[last]
                else:
                    inside[last] = json.loads(value)
            except (AttributeError, LookupError, TypeError, ValueError) as error:
                raise SystemExit(f"{self.path}: cannot make the change {line!r}: {error!r}") from None
        return json.dumps(document, indent=2) + "\n"

    def run(self, bin_dir):
        """What the command did, as sections."""
        with tempfile.TemporaryDirectory() as name:
            directory = pathlib.Path(name)
            self.lay_out(directory)
            env = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": name} | self.env
            for variable in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
                if variable in os.environ:
                    env[variable] = os.environ[variable]
            done = subprocess.run([bin_dir / self.command[0], *self.command[1:]], cwd=directory, env=env,
                                  stdin=subprocess.DEVNULL, capture_output=True, check=False)
            actual = {"stdout": steady(done.stdout), "stderr": steady(done.stderr),
                      "exit": f"{done.returncode}\n" if done.returncode else ""}
            for name in self.sections:
                if name.startswith("after "):
                    target = directory / name[6:]
                    actual[name] = steady(target.read_bytes()) if target.exists() else "(not there)\n"
                elif name.startswith("absent after ") and (directory / name[13:]).exists():
                    actual[name] = "(there)\n"
            left = sorted(str(p) for p in directory.rglob(".rungate-*"))
            if left:
                actual["stderr"] += f"(temporary files left: {left})\n"
            return actual

    def update(self, actual):
        kept = {n: t for n, t in self.sections.items() if not self.is_expected(n)}
        with self.path.open("w", encoding="utf-8") as out:
            out.writelines(self.header)
            for name, text in (kept | {n: t for n, t in actual.items() if t}).items():
                out.write(f"-- {name} --\n{text}")


def steady(data):
    """Escaped, without what differs from run to run: the time that a capture took, and how busy the machine was."""
    text = PROCESSORS.sub(r"\g<1>1", ELAPSED.sub(" in 0 ms", escape(data)))
    return LOAD.sub(lambda m: m[1] + re.sub(r"[\d.]+", "0.5", m[2]), text)


def escape(data):
    text = data.decode("utf-8", "backslashreplace").replace("\033", "␛")
    return text if text.endswith("\n") or not text else text + "\n" + NO_NEWLINE


def unescape(text):
    return text[: -len(NO_NEWLINE) - 1] if text.endswith(NO_NEWLINE) else text


def report(case, actual):
    """Print how a case differs; True when it does."""
    differs = False
    for name in sorted(set(actual) | {n for n in case.sections if case.is_expected(n)}):
        expected = case.sections.get(name, "")
        if expected != actual.get(name, ""):
            differs = True
            print(f"FAILED {case.path.relative_to(HERE / 'cases')}: {name}")
            sys.stdout.writelines(difflib.unified_diff(expected.splitlines(True), actual.get(name, "").splitlines(True),
                                                       "expected", "actual"))
    return differs


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("cases", nargs="*")
    args = parser.parse_args()
    paths = sorted((HERE / "cases").rglob("*.txt"))
    if args.cases:
        paths = [p for p in paths if any(want in str(p) for want in args.cases)]
    if not paths:
        raise SystemExit("no case found")
    failed = 0
    for path in paths:
        case = Case(path)
        actual = case.run(args.bin.resolve())
        if args.update:
            case.update(actual)
        else:
            failed += report(case, actual)
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
