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

ROOT = pathlib.Path(__file__).resolve().parents[2]
failures = []


def check(condition, what):
    if not condition:
        failures.append(what)


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
    check(sorted(used) == sorted(action["inputs"]), f"inputs {sorted(action['inputs'])}, used {sorted(used)}")
    check(variables(" ".join(step["env"])) == variables(head) - {"RUNGATE_SUMMARY"}, "the variables of the action and of the script")
    check(variables(gate) == variables(head), f"not in the script's head: {variables(gate) - variables(head)}")
    for step in action["runs"]["steps"]:
        check("${{" not in step["run"], "an input in a script could be a command")
    blocks = re.findall(r"^```yaml\n(.*?)^```", (ROOT / "docs/ci.md").read_text(), re.MULTILINE | re.DOTALL)
    recipes = [yaml.safe_load(block) for block in blocks]
    found = list(uses(recipes))
    check(len(found) >= 2, f"{len(found)} uses of the action in the recipes")
    for use in found:
        check(set(use["with"]) <= set(action["inputs"]), f"inputs that the action has not: {use['with']}")
    for block in blocks:
        check(variables(block) <= variables(head), f"variables that the script has not: {variables(block)}")
    print("\n".join(failures) or "passed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
