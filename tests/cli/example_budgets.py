#!/usr/bin/env python3
"""config/examples/observability: the published snapshot passes on both tiers, and each limit, moved just past, fails alone.

usage: example_budgets.py --bin DIR
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
from check import Checks, bin_option  # noqa: E402

EXAMPLE = pathlib.Path(__file__).resolve().parent.parent.parent / "config" / "examples" / "observability"
# key, limit on each tier, a reading just within and one on the limit: at that it fails
LIMITS = [
    ("workload.no_sink.p50", {"dedicated": 1.01 * 18.743, "ci": 1.01 * 18.743}),
    ("memory.retained.value", {"dedicated": 1154.16 + 1024, "ci": 1154.16 + 1024}),
    ("sink.dispatch.p95", {"dedicated": 10.0, "ci": 100.0}),
    ("sink.enqueue.p95", {"dedicated": 20.0, "ci": 200.0}),
    ("sink.conversion.p95", {"dedicated": 50.0, "ci": 500.0}),
    ("run.batch_sink.p50", {"dedicated": 11 * 9.001, "ci": 11 * 9.001}),
]
SINGLE = [key for key, _ in LIMITS[2:]]  # what one capture can tell
check = Checks()


def run(command, directory, *arguments):
    done = subprocess.run([command, *arguments, "--thresholds", "regression-thresholds.json", "--metrics",
                           "regression-metrics.json", "--ladders", "ladders.json"], cwd=directory, capture_output=True,
                          text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def judge(compare, directory, tier, ab):
    """Exit status, and the budgets of the report: all and those exceeded."""
    arguments = (["--ab", *(f"rounds/{side}-{r}.json" for r in (1, 2, 3) for side in "ab")] if ab else
                 ["--baseline", "baseline-timings.json", "--timings", "rounds/b-1.json"])
    status, out, err = run(compare, directory, *arguments, "--tier", tier, "--report", "report.json")
    entries = [m for m in json.loads((directory / "report.json").read_text())["metrics"] if m.get("kind") == "budget"]
    return status, out + err, [m["key"] for m in entries], [m["key"] for m in entries if m["regressed"]]


def move(directory, key, value):
    """Give B another reading of a key in every round."""
    for path in sorted((directory / "rounds").glob("b-*.json")):
        doc = json.loads(path.read_text())
        doc["metrics"][key]["value"] = value
        path.write_text(json.dumps(doc))


def check_tier(compare, directory, tier):
    for ab, keys in ((True, [k for k, _ in LIMITS]), (False, SINGLE)):
        status, text, judged, exceeded = judge(compare, directory, tier, ab)
        how = f"{tier}, {'A/B' if ab else 'one capture'}"
        check.that(status == 0 and exceeded == [] and sorted(judged) == sorted(keys), f"{how}: passes", (status, text))
        for key, limits in LIMITS:
            if key not in keys:
                continue
            for factor, wanted in ((1 - 1e-9, []), (1 + 1e-9, [key])):
                with tempfile.TemporaryDirectory() as name:
                    other = pathlib.Path(name) / "example"
                    shutil.copytree(directory, other)
                    move(other, key, factor * limits[tier])
                    status, text, _, exceeded = judge(compare, other, tier, ab)
                    check.that(exceeded == wanted and status == len(wanted),
                               f"{how}: {key} {'just within' if not wanted else 'just past'}", (status, exceeded, text))


def main():
    bin_dir = bin_option(__doc__)
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name) / "example"
        shutil.copytree(EXAMPLE, directory)
        for tier in ("dedicated", "ci"):
            check_tier(bin_dir / "compare", directory, tier)
        status, out, err = run(bin_dir / "check-bounds", directory, "--baseline", "baseline-timings.json")
        check.that(status == 0, "check-bounds has nothing to say of the budgets", out + err)
    check.end()


if __name__ == "__main__":
    main()
