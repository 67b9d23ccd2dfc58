#!/usr/bin/env python3
"""action.yml and the recipes of docs/ci.md: they are YAML, and what they name is there; the action builds when one command
is missing.

usage: wiring.py
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

try:
    import yaml
except ImportError:  # Debian's package is for Debian's Python, which need not be the first on the PATH
    if sys.executable == "/usr/bin/python3":
        raise
    os.execv("/usr/bin/python3", ["/usr/bin/python3", "-B", *sys.argv])

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
from check import Checks  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMANDS = ("rungate-capture", "rungate-compare", "rungate-check-bounds")
check = Checks()


def variables(text):
    """Without those that are the action's own."""
    return set(re.findall(r"\bRUNGATE_[A-Z_]+", text)) - {"RUNGATE_SOURCE"}


def uses(node):
    """Each step of a recipe that uses this action."""
    if isinstance(node, dict):
        if str(node.get("uses", "")).startswith("your-organisation/rungate@"):
            yield node
        for inner in node.values():
            yield from uses(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from uses(inner)


def look(script, present, **variables):
    """What the action's first step says on a machine that has the commands `present`; sudo and realpath do nothing there."""
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        for tool in ("cat", "cut", "find", "sha256sum", "sort", "uname", "xargs"):
            (directory / tool).symlink_to(shutil.which(tool))
        for command in (*present, "sudo", "realpath"):
            (directory / command).symlink_to(shutil.which("true"))
        output = directory / "output"
        env = {"PATH": name, "RUNGATE_SOURCE": str(ROOT), "RUNGATE_DEB": "", "GITHUB_OUTPUT": str(output), **variables}
        done = subprocess.run([shutil.which("bash"), "-e", "-o", "pipefail", "-c", script], env=env, capture_output=True,
                              text=True, check=False)
        said = dict(line.split("=", 1) for line in output.read_text().splitlines()) if output.exists() else {}
        return done.returncode, said.get("build"), said.get("key")


def check_look(script):
    status, build, key = look(script, COMMANDS)
    check.that((status, build) == (0, "false") and re.fullmatch("rungate-[0-9a-f]{32}", key or ""), f"all installed: {status} {build} {key}")
    for missing in COMMANDS:
        result = look(script, [c for c in COMMANDS if c != missing])
        check.that(result == (0, "true", key), f"without {missing}: {result}")
    check.that(look(script, COMMANDS, RUNGATE_DEB="x.deb")[:2] == (0, "false"), "a .deb")
    check.that(look(script, COMMANDS[1:], RUNGATE_DEB="x.deb") == (2, None, None), "a .deb that lacks a command")


def run_step(step, **variables):
    """The words that a step gives to the command that it runs; inputs are empty unless they are given."""
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        for command in ("scripts/gate.sh", "build/bin/check-bounds"):
            path = directory / command
            path.parent.mkdir(parents=True)
            path.write_text('#!/bin/sh\nfor word; do echo "$word"; done\n')
            path.chmod(0o755)
        env = {v: "" for v in step["env"]} | {"PATH": "/usr/bin:/bin", "RUNGATE_SOURCE": name} | variables
        done = subprocess.run([shutil.which("bash"), "-e", "-o", "pipefail", "-c", step["run"]], env=env, capture_output=True,
                              text=True, check=False, cwd=name)
        return done.returncode, done.stdout.split(), done.stderr


def check_steps(steps):
    bounds = next(s for s in steps if "check-bounds" in s.get("if", ""))
    gate = next(s for s in steps if s.get("id") == "gate")
    check.equal(run_step(bounds), (0, [], ""), "check-bounds with its defaults")
    check.equal(run_step(bounds, METRICS="m n", BASELINE="b", REQUIRE_BASELINE="true"),
                (0, ["--metrics", "m", "n", "--baseline", "b", "--require-baseline"], ""), "check-bounds with options")
    check.equal(run_step(gate), (0, [], ""), "the gate with its defaults")
    check.equal(run_step(gate, RERUNS="2", MIN_COMPARED="0.5", REQUIRE_BASELINE="true"),
                (0, ["--reruns", "2", "--min-compared", "0.5", "--require-baseline"], ""), "the gate with options")


def main():
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    gate = (ROOT / "scripts/gate.sh").read_text()
    head = gate.split("set -euo pipefail")[0]
    step = next(s for s in action["runs"]["steps"] if s.get("id") == "gate")
    used = re.findall(r"inputs\.([\w-]+)", str(action["runs"]["steps"]))
    check.equal(sorted(set(used)), sorted(action["inputs"]), "each input is used")
    check.equal(variables(" ".join(step["env"])), variables(head) - {"RUNGATE_SUMMARY"},
                "the variables of the action and of the script")
    check.equal(variables(gate), variables(head), "the script's head names its variables")
    for step in action["runs"]["steps"]:
        check.that("${{" not in step.get("run", ""), "no input stands in a script, where it could be a command", step.get("run"))
    check_steps(action["runs"]["steps"])
    check_look(action["runs"]["steps"][0]["run"])
    blocks = re.findall(r"^```yaml\n(.*?)^```", (ROOT / "docs/ci.md").read_text(), re.MULTILINE | re.DOTALL)
    recipes = [yaml.safe_load(block) for block in blocks]
    found = list(uses(recipes))
    check.that(len(found) >= 2, "recipes that use the action", found)
    for use in found:
        check.equal(set(use["with"]) - set(action["inputs"]), set(), "inputs in a recipe that the action has not")
    for block in blocks:
        check.equal(variables(block) - variables(head), set(), "variables in a recipe that the script has not")
    check.end()


if __name__ == "__main__":
    main()
