#!/usr/bin/env python3
"""action.yml and the recipes of docs/ci.md: they are YAML, and what they name is there.

usage: wiring.py
"""
import os
import pathlib
import re
import sys

try:
    import yaml
except ImportError:  # Debian's package is for Debian's Python, which need not be the first on the PATH
    if sys.executable == "/usr/bin/python3":
        raise
    os.execv("/usr/bin/python3", ["/usr/bin/python3", "-B", *sys.argv])

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
from check import Checks  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
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


def main():
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    gate = (ROOT / "scripts/gate.sh").read_text()
    head = gate.split("set -euo pipefail")[0]
    step = action["runs"]["steps"][-1]
    used = re.findall(r"inputs\.([\w-]+)", " ".join(step["env"].values()))
    check.equal(sorted(used), sorted(action["inputs"]), "each input is used")
    check.equal(variables(" ".join(step["env"])), variables(head) - {"RUNGATE_SUMMARY"},
                "the variables of the action and of the script")
    check.equal(variables(gate), variables(head), "the script's head names its variables")
    for step in action["runs"]["steps"]:
        check.that("${{" not in step["run"], "no input stands in a script, where it could be a command", step["run"])
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
