#!/usr/bin/env python3
"""The scripts with each of their commands failing once: none may exit with 0 or 1 from that, or without a line that says so.

A script finds its commands as functions of bash, which BASH_ENV defines: they count their calls by name and make one of them
fail. The PATH holds only what is counted, so that no other command is used. A program in the place of capture copies a file.

usage: script_faults.py --bin DIR [--all]

--all: each call of each scenario, in every way, which takes ten minutes; otherwise the ways take turns, and of the calls only
every second one fails, or fewer where a scenario has much in common with others.
"""
import argparse
import collections
import concurrent.futures
import dataclasses
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/lib"))
from check import Checks  # noqa: E402

# What a script may run, besides the two commands; and builtins that write or read.
TOOLS = ("bash", "cat", "cut", "diff", "mkdir", "mv", "readlink", "rm", "sha256sum", "tail", "tee")
BUILTINS = ("echo", "mapfile", "printf")
COMMANDS = ("rungate-capture", "rungate-compare", "rungate-check-bounds")
# How a call fails: without having done anything, after all its work, or without a word, when it claims to have done it.
WAYS = {"refuses": "return 1", "killed": "return 137", "late": '"$@" || true; return 99', "cannot": "return 2", "lies": "return 0"}
LIARS = ("mkdir", "mv", "rm", "sha256sum", *COMMANDS)
FUNCTIONS = """
injected() {
    local calls=0
    [[ ! -e $FAULTS/$1 ]] || read -r calls < "$FAULTS/$1"
    builtin echo $((calls + 1)) > "$FAULTS/$1"
    [[ $FAULT == "$1:$((calls + 1))" ]]
}
"""
CAPTURE = """#!/bin/sh
case $1 in --version | --help) exec '{capture}' "$1" ;; esac
while [ $# -gt 0 ]; do
    case $1 in
        --output) output=$2; shift ;;
        --begin) begin=$2; shift ;;
        --label) label=$2; shift ;;
    esac
    shift
done
[ -z "$begin" ] || {{ echo '{{"host": {{}}}}' > "$begin"; exit 0; }}
echo . >> taken
sed "s/^  \\"captured_at\\": .*/  \\"captured_at\\": \\"$(date -u +%FT%TZ -d "+$(wc -l < taken)0 seconds")\\",/;s/BUILD/${{label#*=}}/" \\
    "$(cat now)" > "$output"
echo 'rungate-capture: captured' >&2
"""
BUILD = {"labels": {"build": "BUILD"}}  # capture puts its label there
check = Checks()


def functions(way):
    """The file for BASH_ENV: a call fails in that way."""
    text = [FUNCTIONS]
    for name in (*TOOLS, *BUILTINS, *COMMANDS):
        run = f"builtin {name}" if name in BUILTINS else f"command {name}"
        if name == "bash":
            run = "BASH_ENV= " + run
        fault = WAYS[way].replace('"$@"', f'{run} "$@"')
        text.append(f'{name}() {{\n    if injected {name}; then {fault}; fi\n    {run} "$@"\n}}\n')
    return "".join(text)


@dataclasses.dataclass
class Scenario:
    """What is run in the tree of a gate, how it ends when nothing fails, and the calls whose failure it survives."""
    name: str
    script: str
    arguments: tuple
    status: int
    now: str = "healthy.json"
    placeholder: bool = False
    step: int = 12  # of which calls fail in the short form
    survives: str = "^$"  # words that are said when the verdict stands although a call failed


def metrics(factor):
    document = json.loads((ROOT / "baselines/baseline-timings.json").read_text())
    count = len(document["metrics"])
    for key, metric in document["metrics"].items():
        if key.startswith("span.tx.process"):
            metric["value"] *= factor
    document |= {"window": "5s", "capture": {"captured": count, "complete": True, "declared": count, "min_ratio": 0.5}}
    return document


class Tree:
    """A repository with a gate."""

    def __init__(self, directory):
        self.directory = directory

    def make(self, bin_dir, scenario):
        directory = self.directory
        for name in ("config", "baselines"):
            (directory / name).mkdir()
        for path in (ROOT / "config").glob("*.json"):
            shutil.copy(path, directory / "config")
        for name, factor, more in (("healthy.json", 1, {}), ("slow.json", 20, {}), ("baselines/baseline-timings.json", 1, {}),
                                   ("quick-build.json", 1, BUILD), ("slow-build.json", 20, BUILD)):
            (directory / name).write_text(json.dumps(metrics(factor) | more, indent=2, sort_keys=True))
        for build in ("quick", "slow"):
            program = directory / build
            program.write_text(f"#!/bin/sh\necho {build}-build.json > now\n")
            program.chmod(0o755)
        if scenario.placeholder:
            (directory / "baselines/baseline-timings.json").write_text(
                subprocess.run([bin_dir / "compare", "--void"], capture_output=True, text=True, check=True).stdout)
        (directory / "now").write_text(scenario.now)
        tools, programs = directory / "tools", directory / "programs"
        tools.mkdir()
        programs.mkdir()
        for tool in TOOLS:
            (tools / tool).symlink_to(shutil.which(tool))
        for name in COMMANDS[1:]:
            (programs / name).symlink_to(bin_dir / name.removeprefix("rungate-"))
        (programs / "rungate-capture").write_text(CAPTURE.format(capture=bin_dir / "capture").replace(
            "#!/bin/sh\n", "#!/bin/sh\nPATH=/usr/bin:/bin\n"))
        (programs / "rungate-capture").chmod(0o755)
        (directory / "faults").mkdir()
        old = directory / "rungate-artifacts"
        old.mkdir()
        for name in ("timings.json", "rerun.json", "regression-report.json", "junit.xml", "verdict.txt"):
            (old / name).write_text("of another run")

    def run(self, scenario, fault="", way="refuses", **changes):
        (self.directory / "functions").write_text(functions(way))
        env = {"PATH": f"{self.directory}/programs:{self.directory}/tools", "HOME": str(self.directory), "LC_ALL": "C.UTF-8",
               "BASH_ENV": str(self.directory / "functions"), "FAULT": fault, "FAULTS": str(self.directory / "faults"),
               "GITHUB_OUTPUT": "output", "GITHUB_STEP_SUMMARY": "step.md", "GITHUB_ACTIONS": "true", **changes}
        return subprocess.run(["/bin/bash", ROOT / "scripts" / scenario.script, *scenario.arguments], cwd=self.directory, env=env,
                              capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)

    def calls(self):
        return {p.name: int(p.read_text()) for p in (self.directory / "faults").iterdir()}

    def text(self, name):
        path = self.directory / name
        return path.read_text() if path.is_file() else ""


SCENARIOS = (
    Scenario("healthy", "gate.sh", ("--", "bash", "-c", "true"), 0),
    Scenario("slow, and in the rerun", "gate.sh", ("--", "bash", "-c", "true"), 1, "slow.json", step=2,
             survives="the first run decides"),
    Scenario("slow, and not in the rerun", "gate.sh", ("--rerun", "echo healthy.json > now"), 0, "slow.json",
             survives="the first run decides"),
    Scenario("placeholder", "gate.sh", (), 0, placeholder=True),
    Scenario("B faster", "ab.sh", ("--rounds", "5", "--a", "./slow", "--b", "./quick"), 0, step=61),
    Scenario("a baseline", "baseline.sh", ("--runs", "2", "--shadow", "1", "--baseline", "new.json", "--", "bash", "-c", "true"), 0, step=9),
    Scenario("B slower", "ab.sh", ("--rounds", "6", "--a", "./quick", "--b", "./slow"), 1, step=151),
)


def try_fault(made, scenario, fault, way):
    """One call fails, in a copy of the tree."""
    with tempfile.TemporaryDirectory() as name:
        tree = Tree(pathlib.Path(name) / "tree")
        shutil.copytree(made, tree.directory, symlinks=True)
        done = tree.run(scenario, fault, way)
        called, number = fault.split(":")
        return fault, way, done, tree.calls().get(called, 0) >= int(number), tree.text("output")


def unjudged(scenario, done, output):
    """What is wrong with a run in which a call failed; the outcome as one word."""
    lines = [line for line in done.stderr.splitlines() if line.startswith(f"{scenario.script}: ")]
    if done.returncode == 2:
        if not lines:
            return "2 without a line", "2"
        if "verdict=" in output and not output.endswith(("verdict=cannot-judge\nartifacts=rungate-artifacts\n",)):
            return "another verdict stands in GITHUB_OUTPUT", "2"
        return None, "2"
    if done.returncode == 1 and re.search(scenario.survives, done.stderr):
        return None, "1, as the first run decides"
    return f"exit {done.returncode}", str(done.returncode)


def faults(calls, every, step):
    """Each call, or each STEP-th, with the ways in which it fails: all, or one after the other."""
    turns = itertools.cycle(way for way in WAYS if way != "lies")
    numbered = [(name, number) for name in sorted(calls) for number in range(1, calls[name] + 1)]
    for name, number in numbered[::step]:
        for way in [w for w in WAYS if w != "lies"] if every else [next(turns)]:
            yield f"{name}:{number}", way
        if name in LIARS:
            yield f"{name}:{number}", "lies"


def check_scenario(bin_dir, scenario, every, outcomes):
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(2) as pool:
        made, tree = pathlib.Path(name) / "made", Tree(pathlib.Path(name) / "whole")
        made.mkdir()
        Tree(made).make(bin_dir, scenario)
        shutil.copytree(made, tree.directory, symlinks=True)
        done = tree.run(scenario)
        calls = tree.calls()
        check.exits(done, scenario.status, f"{scenario.name}: nothing fails")
        running = [pool.submit(try_fault, made, scenario, *fault) for fault in faults(calls, every, 1 if every else scenario.step)]
        for job in running:
            fault, way, done, reached, output = job.result()
            wrong, outcome = unjudged(scenario, done, output)
            outcomes[f"{scenario.script}: {outcome}"] += 1
            check.that(wrong is None and reached, f"{scenario.name}: {fault} {way}: {wrong}", done.stdout[-500:] + done.stderr[-1500:])


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", default="", help="the scenarios whose name holds this")
    args = parser.parse_args()
    outcomes = collections.Counter()
    for scenario in SCENARIOS:
        if args.only in f"{scenario.script} {scenario.name}":
            check_scenario(args.bin.resolve(), scenario, args.all, outcomes)
    for outcome, count in sorted(outcomes.items()):
        print(f"{count:5} {outcome}")
    check.end()


if __name__ == "__main__":
    main()
