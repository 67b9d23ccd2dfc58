#!/usr/bin/env python3
"""What 'cmake --install' puts in place, and that --help, manual page and completion name the same options.

usage: install.py --build DIR
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
from check import Checks  # noqa: E402

COMMANDS = ("capture", "compare", "check-bounds")
SCRIPTS = ("gate", "ab", "baseline")
FILES = ("share/rungate/gate.sh", "share/rungate/ab.sh", "share/rungate/tools.sh", "share/rungate/schema/timings.json", "share/doc/rungate/LICENSE", "share/doc/rungate/CHANGELOG.md",
         "share/doc/rungate/examples/config/ladders.json", "share/doc/rungate/examples/baselines/baseline-timings.json",
         "share/doc/rungate/examples/config/examples/spread/run-1.json")
check = Checks()


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def long_options(text):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", text))


def help_options(text):
    """The options that --help lists, not those that it mentions."""
    return set(re.findall(r"^  (?:-\w, )?(--[a-z][a-z0-9-]*)", text, re.MULTILINE))


def complete(file, function, words):
    script = (f"source {file}; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); {function}; "
              'printf "%s\\n" "${COMPREPLY[@]}"')
    return run("bash", "-c", script).stdout.split()


def check_permissions(prefix):
    """All may read what was installed with a umask that keeps others out, and only its owner may write it."""
    for path in (prefix, *prefix.rglob("*")):
        wanted = 0o755 if path.is_dir() or path.parent.name == "bin" or path.name in [f"{name}.sh" for name in SCRIPTS] else 0o644
        check.equal(f"{path.stat().st_mode & 0o7777:o}", f"{wanted:o}", f"mode of {path.relative_to(prefix)}")


def check_command(prefix, name):
    installed = f"rungate-{name}"
    program = prefix / "bin" / installed
    version = run(program, "--version")
    check.that(version.returncode == 0 and version.stdout.startswith(f"{installed} (rungate) "), f"{name} --version", version)
    shown = run(program, "--help").stdout
    check.that(shown.startswith(f"usage: {installed} [options]\n"), f"{name} --help names itself", shown[:40])
    wrong = run(program, "--no-such-option")
    check.that(wrong.returncode == 2 and wrong.stderr.startswith(f"{installed}: ") and f"'{installed} --help'" in wrong.stderr,
               f"{name}: bad usage", wrong)

    page = (prefix / "share/man/man1" / f"{installed}.1").read_text()
    plain = page.replace("\\-", "-").replace("\\fB", "").replace("\\fR", "")
    wanted = help_options(shown)
    check.that(len(wanted) > 10, f"{name}: options in --help", wanted)
    missing = wanted - set(re.findall(r"--[a-z][a-z0-9-]*", plain))
    check.equal(missing, set(), f"{name}: options that the page lacks")
    for section in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "FILES", "NOTES", "SEE ALSO"):
        check.holds(f".SH {section}\n", page, f"{name}: section {section}")

    completion = prefix / "share/bash-completion/completions" / installed
    function = "_rungate_" + name.replace("-", "_")
    check.equal(set(complete(completion, function, f"{installed} --")), wanted, f"{name}: completion of --")
    if "--format" in wanted:
        check.equal(complete(completion, function, f"{installed} --format j"), ["json"], f"{name}: completion of --format j")
        check.equal(complete(completion, function, f"{installed} --format = j"), ["json"], f"{name}: completion of --format=j")


def check_script(prefix, name):
    """By its name on the PATH, with the commands that lie beside it; its page has what --help prints."""
    installed = f"rungate-{name}"
    env = {"PATH": "/usr/bin:/bin", "HOME": "/nowhere"}
    shown = run(prefix / "bin" / installed, "--help", env=env)
    check.that(shown.returncode == 0 and installed in shown.stdout, f"{installed} --help", shown)
    wrong = run(prefix / "bin" / installed, "--no-such-option", env=env)
    check.that(wrong.returncode == 2 and wrong.stderr == f"{installed}: unknown option '--no-such-option'; see '{installed} --help'\n",
               f"{installed}: bad usage", wrong)
    page = prefix / "share/man/man1" / f"{installed}.1"
    missing = long_options(shown.stdout) - long_options(page.read_text().replace("\\-", "-"))
    check.that(len(long_options(shown.stdout)) > 5 and not missing, f"{installed}: options that the page lacks", missing)
    for section in ("NAME", "SYNOPSIS", "OPTIONS", "NOTES"):
        check.holds(f".SH {section}\n", page.read_text(), f"{installed}: section {section}")


def check_hints(prefix, directory):
    """What the user is told to type has the names that are installed."""
    examples = prefix / "share/doc/rungate/examples"
    capture = json.loads((examples / "baselines/baseline-timings.json").read_text())
    capture["metrics"]["span.tx.process.p95"]["value"] *= 100
    slow = directory / "slow.json"
    slow.write_text(json.dumps(capture))
    compare = (prefix / "bin/rungate-compare", "--timings", slow)
    judged = run(*compare, cwd=examples)
    check.that(judged.returncode == 1 and ": rungate-compare --explain span.tx.process.p95\n" in judged.stdout, "the hint",
               judged)
    explained = run(*compare, "--explain", "span.tx.process.p95", cwd=examples).stdout
    for command in ("rungate-capture --output", "&& rungate-compare --timings", "rungate-compare --paste", "rungate-check-bounds --derive"):
        check.holds(command, explained, f"--explain says '{command}'")


def check_tables(prefix):
    """Every status, rule and exit status is in a page, by its name in the tables' headers."""
    include = pathlib.Path(__file__).resolve().parents[2] / "include/rungate"
    statuses = re.findall(r'X\([A-Z_]+, "(\w+)", (?:true|false)', (include / "model/status.h").read_text())
    rules = re.findall(r"X\(([A-Z]), \"", (include / "judge/findings.h").read_text())
    check.that(len(statuses) >= 9 and len(rules) >= 10, "the tables are read", (statuses, rules))
    for page, names in (("capture", statuses), ("compare", statuses), ("check-bounds", rules)):
        lines = (prefix / f"share/man/man1/rungate-{page}.1").read_text().splitlines()
        for name in names:
            check.that(f".B {name}" in lines, f"'{name}' is in the page of {page}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--build", required=True)
    build = parser.parse_args().build
    with tempfile.TemporaryDirectory() as name:
        prefix = pathlib.Path(name) / "prefix"
        usual = os.umask(0o077)
        done = run("cmake", "--install", build, "--prefix", prefix)
        os.umask(usual)
        if done.returncode != 0:
            raise SystemExit(done.stdout + done.stderr)
        check_permissions(prefix)
        for file in FILES:
            check.that((prefix / file).is_file(), f"{file} is installed")
        for command in COMMANDS:
            check_command(prefix, command)
        for script in SCRIPTS:
            check_script(prefix, script)
        check_tables(prefix)
        check_hints(prefix, pathlib.Path(name))
        env = dict(os.environ, PATH=f"{prefix / 'bin'}:{os.environ['PATH']}")
        judged = run("rungate-check-bounds", cwd=prefix / "share/doc/rungate/examples", env=env)
        check.that(judged.returncode == 0 and "19 keys gated" in judged.stdout, "the installed examples", judged)
    check.end()


if __name__ == "__main__":
    main()
