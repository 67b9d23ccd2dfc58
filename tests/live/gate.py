#!/usr/bin/env python3
"""scripts/gate.sh against a real Prometheus, in each of its modes.

The data are those of scripts/demo_data.py: a healthy run, an hour later one in which a span is slow, and after another hour a
healthy one. A wrapper before capture gives the instant to capture at, which a rerun changes: as if time had passed.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from capture_tool import BIN, Checks, clean_environment
from fault_server import nobody
from servers import PROMETHEUS, announce, start

ROOT = pathlib.Path(__file__).resolve().parents[2]
GATE = ROOT / "scripts/gate.sh"
SLOW_SPAN = "span.tx.process"
HEALTHY, SLOW_FIRST, SLOW_LATER, HEALTHY_LATER, NOTHING = 1700000300, 1700003780, 1700003900, 1700007500, 1600000000
WRAPPER = """#!/bin/sh
words=$#
while [ $words -gt 0 ]; do
    word=$1
    shift
    words=$((words - 1))
    set -- "$@" "$word"
    [ "$word" != --time ] || {{ shift; words=$((words - 1)); set -- "$@" "$(cat '{now}')"; }}
done
exec '{capture}' "$@"
"""
check = Checks()


class Pipeline:
    """A repository with the shipped gate, and the commands under their installed names."""

    def __init__(self, directory, url):
        self.directory, self.url = directory, url
        shutil.copytree(ROOT / "config", directory / "config")
        shutil.copytree(ROOT / "baselines", directory / "baselines")
        (directory / "bin").mkdir()
        wrapper = directory / "bin/rungate-capture"
        wrapper.write_text(WRAPPER.format(now=directory / "now", capture=os.path.abspath(f"{BIN}/capture")))
        wrapper.chmod(0o755)
        (directory / "bin/rungate-compare").symlink_to(os.path.abspath(f"{BIN}/compare"))
        self.file("summary.md")

    def file(self, name):
        path = self.directory / name
        return path.read_text() if path.exists() else ""

    def run(self, at, *options, url=None, env=None):
        """The gate at that instant. Its summary and outputs start empty."""
        (self.directory / "now").write_text(str(at))
        for name in ("summary.md", "output"):
            (self.directory / name).unlink(missing_ok=True)
        environment = clean_environment({"PATH": f"{self.directory / 'bin'}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
                                         "GITHUB_STEP_SUMMARY": str(self.directory / "summary.md"),
                                         "GITHUB_OUTPUT": str(self.directory / "output"),
                                         "RUNGATE_PROMETHEUS": url or self.url, "RUNGATE_WINDOW": "1m",
                                         "RUNGATE_PROFILE": "full-validation", "RUNGATE_OPTIONS": f"--time\n{at}\n",
                                         "GITHUB_ACTIONS": "true", **(env or {})})
        for name in ("RUNGATE_RERUN", "RUNGATE_ARTIFACTS"):
            if name not in (env or {}):
                environment.pop(name, None)
        return subprocess.run([GATE, *options], cwd=self.directory, env=environment, capture_output=True, text=True,
                              check=False)

    def expect(self, what, done, status, mode, verdict, files=(), absent=()):
        check.equal(done.returncode, status, f"{what}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
        check.equal(self.file("output"), f"mode={mode}\nverdict={verdict}\nartifacts=rungate-artifacts\n", f"{what}: outputs")
        for name in files:
            check.that((self.directory / "rungate-artifacts" / name).exists(), f"{what}: no artifact {name}")
        for name in absent:
            check.that(not (self.directory / "rungate-artifacts" / name).exists(), f"{what}: there is an artifact {name}")


def passes(p):
    done = p.run(HEALTHY)
    p.expect("healthy", done, 0, "gate", "pass", ["timings.json", "regression-report.json", "junit.xml", "verdict.txt", "summary.md"],
             ["rerun.json", "new-baseline.json", "probe.txt"])
    check.holds("PASS, under another window than the baseline's: all 19 keys of the baseline judged, none regressed", done.stdout, "healthy")
    check.holds("19", p.file("summary.md"), "healthy: the summary")
    check.holds("`page.html` in the artifacts", p.file("summary.md"), "healthy: where the page is")
    done = p.run(HEALTHY, "--rerun", "touch ran")
    p.expect("healthy, with a rerun at hand", done, 0, "gate", "pass", [], ["rerun.json", "probe.txt"])
    check.that(not (p.directory / "ran").exists(), "healthy: nothing is run again")


def regresses(p):
    done = p.run(SLOW_FIRST, env={"GITHUB_SERVER_URL": "https://git.example.org", "GITHUB_REPOSITORY": "team/service",
                                  "GITHUB_RUN_ID": "42"})
    p.expect("slow", done, 1, "gate", "fail", ["regression-report.json", "page.html"], ["rerun.json"])
    check.holds("[page.html](https://git.example.org/team/service/actions/runs/42#artifacts)", p.file("summary.md"),
                "slow: the link to the page")
    report = json.loads(p.file("rungate-artifacts/regression-report.json"))
    fired = [m["key"] for m in report["metrics"] if m["regressed"]]
    check.equal(fired, [f"{SLOW_SPAN}.{q}" for q in ("p50", "p95", "p99")], "slow: what fires")
    check.holds(f"{SLOW_SPAN}.p95", p.file("summary.md"), "slow: the summary")
    check.holds("::error", done.stderr, "slow: annotations")
    for key in fired:
        check.holds(key, p.file(f"rungate-artifacts/explain-{key}.txt"), "slow: what fired is explained")


def reruns(p):
    done = p.run(SLOW_FIRST, "--rerun", f"echo {SLOW_LATER} > now")
    p.expect("slow twice", done, 1, "gate", "fail", ["rerun.json", "rerun.log"])
    annotated = [line for line in done.stderr.splitlines() if line.startswith("::error") and f"{SLOW_SPAN}.p95" in line]
    check.equal(len(annotated), 1, f"slow twice: annotated once: {done.stderr}")
    check.holds("1 of 1 reruns fired", done.stdout, "slow twice")
    done = p.run(SLOW_FIRST, env={"RUNGATE_RERUN": f"echo {HEALTHY_LATER} > now"})
    p.expect("slow once", done, 0, "gate", "pass", ["rerun.json"])
    check.holds("not confirmed by a rerun", done.stdout, "slow once")
    check.that("::error" not in done.stderr, f"slow once: no error is annotated: {done.stderr}")
    done = p.run(SLOW_FIRST, "--rerun", "echo broken; exit 3")
    p.expect("the rerun fails", done, 1, "gate", "fail", ["rerun.log"], ["rerun.json"])
    check.holds("the rerun exited with 3", done.stderr, "the rerun fails")
    check.holds("A rerun could not be used", p.file("summary.md"), "the rerun fails")
    done = p.run(SLOW_FIRST, "--rerun", "true")
    p.expect("a rerun of the same window", done, 1, "gate", "fail")
    check.holds("so the first run decides", done.stderr, "a rerun of the same window")
    check.holds(f"{SLOW_SPAN}.p95", p.file("summary.md"), "a rerun of the same window: what fired is in the summary")


def incomplete(p):
    done = p.run(NOTHING)
    check.equal(done.returncode, 2, "no data at all: nothing is compared")
    done = p.run(HEALTHY, "--", "--min-capture-ratio", "1")
    check.equal(done.returncode, 0, f"all there: {done.stderr}")
    check.holds("are deprecated", done.stderr, "options after --")
    # A span without data, where every key is asked for.
    surface = json.loads((p.directory / "config/regression-metrics.json").read_text())
    surface["spans"]["names"].append("tx.unknown")
    (p.directory / "config/more.json").write_text(json.dumps(surface))
    done = p.run(HEALTHY, "--metrics", "config/more.json", env={"RUNGATE_CAPTURE_OPTIONS": "--min-capture-ratio\n1\n"})
    p.expect("incomplete", done, 1, "gate", "fail", ["regression-report.json"])
    check.holds("The capture is incomplete", p.file("summary.md"), "incomplete: the summary")


def server_down(p):
    with nobody() as gone:
        done = p.run(HEALTHY, "--", "--retries", "0", url=gone)
    p.expect("server down", done, 2, "gate", "cannot-judge", ["timings.json", "summary.md", "junit.xml"],
             ["regression-report.json", "verdict.txt"])
    check.holds("::error title=Performance gate: cannot judge::nothing could be captured: ", done.stderr, "server down: the annotation")
    check.holds("<error ", p.file("rungate-artifacts/junit.xml"), "server down: JUnit")
    check.holds("cannot judge", p.file("summary.md"), "server down: the summary")
    metrics = json.loads(p.file("rungate-artifacts/timings.json"))["metrics"]
    check.that(all(m["value"] is None for m in metrics.values()), "server down: no old capture is left")


def bootstraps(p):
    baseline = p.directory / "baselines/baseline-timings.json"
    kept = baseline.read_text()
    baseline.write_text(subprocess.run([f"{BIN}/compare", "--void"], capture_output=True, text=True, check=True).stdout)
    done = p.run(HEALTHY, "--rerun", "touch ran")
    p.expect("bootstrap", done, 0, "bootstrap", "not-gated", ["new-baseline.json", "summary.md"], ["verdict.txt", "rerun.json"])
    check.holds("NOTHING WAS GATED", p.file("summary.md"), "bootstrap: the summary")
    check.that(any(l.startswith("::warning") and "NOTHING WAS GATED" in l for l in done.stderr.splitlines()), "bootstrap: annotated", done.stderr)
    required = p.run(HEALTHY, "--require-baseline")
    p.expect("a placeholder where a baseline is required", required, 2, "gate", "cannot-judge", ["junit.xml"])
    check.holds("placeholder", p.file("summary.md"), "a placeholder where a baseline is required")
    done = p.run(HEALTHY)
    check.equal(done.stdout, p.file("rungate-artifacts/new-baseline.json"), "bootstrap: the block is printed")
    check.holds("### Paste into baselines/baseline-timings.json", p.file("summary.md"), "bootstrap: the summary")
    baseline.write_text(done.stdout)
    check.equal(p.run(HEALTHY).returncode, 0, "the block as the baseline")
    baseline.write_text(subprocess.run([f"{BIN}/compare", "--void"], capture_output=True, text=True, check=True).stdout)
    thresholds = json.loads((p.directory / "config/regression-thresholds.json").read_text())
    budget = {"budgets": {SLOW_SPAN: {"p95": {"max_ms": 0.01, "ci_max_ms": 0.01}}}}
    (p.directory / "config/budget.json").write_text(json.dumps(thresholds | budget))
    done = p.run(HEALTHY, "--thresholds", "config/budget.json")
    p.expect("a budget without a baseline", done, 1, "gate", "fail", ["regression-report.json", "verdict.txt"])
    check.holds("budget", p.file("summary.md"), "a budget without a baseline: the summary")
    done = p.run(NOTHING)
    p.expect("bootstrap, incomplete", done, 2, "bootstrap", "cannot-judge", [], ["new-baseline.json"])
    check.holds("NOT refreshable", p.file("summary.md"), "bootstrap, incomplete: the summary")
    baseline.write_text(kept)


def conditions(p):
    """Those of the baseline, unless they are given; all of its keys."""
    done = p.run(HEALTHY, env={"RUNGATE_WINDOW": "", "RUNGATE_PROFILE": ""})
    check.equal(done.returncode, 0, f"the baseline's window and profile: {done.stderr}")
    taken = json.loads(p.file("rungate-artifacts/timings.json"))
    check.equal((taken["window"], taken["profile"]), ("3m", "full-validation"), "the baseline's window and profile")
    surface = json.loads((p.directory / "config/regression-metrics.json").read_text())
    surface["spans"]["names"].remove("tx.apply")
    (p.directory / "config/fewer.json").write_text(json.dumps(surface))
    done = p.run(HEALTHY, "--metrics", "config/fewer.json")
    p.expect("a key is not measured any more", done, 2, "gate", "cannot-judge", ["junit.xml", "summary.md"])
    done = p.run(HEALTHY, "--metrics", "config/fewer.json", "--min-compared=0.5")
    p.expect("which was allowed", done, 0, "gate", "pass")
    check.holds("NOT judged", done.stdout, "which was allowed")


def unwritable(p):
    """Where people look for the verdict: a verdict that could not be told is none."""
    for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"):
        for place in ("/dev/full", "missing/file"):
            done = p.run(SLOW_FIRST, env={name: place})
            check.equal(done.returncode, 2, f"{name}={place}: {done.stderr}")
            check.holds("gate.sh: ", done.stderr.splitlines()[-1] + done.stderr, f"{name}={place}")
    done = p.run(HEALTHY, env={"RUNGATE_ARTIFACTS": "a\nverdict=pass"})
    check.equal((done.returncode, "verdict=pass" in p.file("output")), (2, False), "a line break in the name of the artifacts")
    (p.directory / "file").write_text("")
    check.equal(p.run(HEALTHY, env={"RUNGATE_ARTIFACTS": "file/artifacts"}).returncode, 2, "no directory can be made")


def usage(p):
    for options in (["--no-such"], ["--rerun"], ["--", "--output", "x"], ["--", "--begin=x"], ["--thresholds", "-h"], ["--tier", "--help"],
                    ["--baseline", "--version"], ["--report=x"], ["--time", "1", "--", "true"]):
        done = p.run(HEALTHY, *options)
        check.equal(done.returncode, 2, f"{options}: {done.stderr}")
        check.holds("gate.sh: ", done.stderr, str(options))
    done = p.run(HEALTHY, "--help")
    check.equal(done.returncode, 0, "--help")
    check.holds("RUNGATE_RERUN", done.stdout, "--help")
    done = p.run(HEALTHY, "--thresholds", "missing.json")
    p.expect("no thresholds", done, 2, "gate", "cannot-judge")


def main():
    data = subprocess.run([sys.executable, "-B", ROOT / "scripts/demo_data.py", SLOW_SPAN, "20"], capture_output=True, text=True,
                          check=True).stdout
    for server in announce(PROMETHEUS):
        with tempfile.TemporaryDirectory() as name, start(server, data) as url:
            p = Pipeline(pathlib.Path(name), url)
            for part in (passes, regresses, reruns, incomplete, server_down, bootstraps, conditions, unwritable, usage):
                part(p)
    check.end()


if __name__ == "__main__":
    main()
