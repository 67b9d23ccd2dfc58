#!/usr/bin/env python3
"""rungate-baseline and rungate-gate with a workload that a real Prometheus scrapes, as a user has it: baseline, green, red that a
rerun confirms, red that it does not.

usage: workload.py [--transcript]

The workloads are those of live/ab, with drawn latencies: the slow one is five times as slow.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import ab
from capture_tool import BIN, PATIENCE, Checks, clean_environment
from servers import PROMETHEUS, announce

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
check = Checks()


class Gate(ab.Experiment):
    """The experiment's directory as a repository with a gate of its own."""

    def __init__(self, directory, server):
        super().__init__(directory, 5.0, server)
        (self.directory / "config").mkdir()
        (self.directory / "config/regression-metrics.json").write_text(json.dumps({"work": ab.SURFACE["work"]}))
        edges = [round(0.1 * 1.15**k, 6) for k in range(60)]
        (self.directory / "config/ladders.json").write_text(json.dumps({"span": {"unit": "ms", "edges": edges}}))
        (self.directory / "bin/rungate-check-bounds").symlink_to(pathlib.Path(BIN).resolve() / "check-bounds")
        (self.directory / "flaky").write_text('#!/bin/sh\nside=b\n[ ! -e ran ] || side=a\ntouch ran\nexec "./service-$side" "$@"\n')
        (self.directory / "flaky").chmod(0o755)

    def script(self, name, *options, program):
        workload = [f"./{program}", "--socket", str(self.listener.fileno()), "--seen-by", self.url, "--instant", "instant"]
        env = clean_environment({"PATH": f"{self.directory / 'bin'}:/usr/bin:/bin", "XDG_STATE_HOME": str(self.directory / "state"),
                                 "RUNGATE_PROMETHEUS": self.url, "NO_COLOR": "1", "HOME": "/nowhere"})
        env["PATH"] = f"{self.directory / 'bin'}:{pathlib.Path(sys.executable).parent}:{env['PATH']}"
        command = [SCRIPTS / name, *options, *PATIENCE, "--", *workload]
        done = subprocess.run(command, cwd=self.directory, env=env, pass_fds=[self.listener.fileno()], capture_output=True,
                              text=True, check=False)
        if "--transcript" in sys.argv:
            print(f"$ {name} {' '.join(map(str, command[1:]))}\n{done.stdout}{done.stderr}(exit {done.returncode})\n", flush=True)
        return done


def main():
    servers = announce(PROMETHEUS)
    with tempfile.TemporaryDirectory() as name, Gate(pathlib.Path(name) / "gate", servers[-1]) as g:
        options = ("--runs", "5", "--shadow", "1", "--window", "2s", "--profile", "drawn")
        done = g.script("baseline.sh", *options, program="service-a")
        check.exits(done, 0, "a baseline")
        check.holds("wrote 'baselines/baseline-timings.json', of 5 runs, and 'config/regression-thresholds.json'", done.stderr, "a baseline")
        baseline = json.loads((g.directory / "baselines/baseline-timings.json").read_text())
        check.equal((len(baseline["runs"]), baseline["window"], baseline["profile"]), (5, "2s", "drawn"), "the baseline")
        again = g.script("baseline.sh", *options, program="service-a")
        check.exits(again, 0, "the baseline again, from the same runs")
        check.equal(again.stderr.count("already done"), 6, "nothing runs again")
        check.equal(json.loads((g.directory / "baselines/baseline-timings.json").read_text()), baseline, "the same baseline")
        done = g.script("gate.sh", program="service-a")
        check.exits(done, 0, "green")
        check.holds("PASS: all 2 keys of the baseline judged, none regressed", done.stdout, "green")
        done = g.script("gate.sh", program="service-b")
        check.exits(done, 1, "red, confirmed")
        check.holds("1 of 1 reruns fired", done.stdout, "red, confirmed")
        for key in ("span.work.p50", "span.work.p95"):
            check.that((g.directory / f"rungate-artifacts/explain-{key}.txt").is_file(), f"red, confirmed: explain-{key}.txt")
        done = g.script("gate.sh", program="flaky")
        check.exits(done, 0, "red, not confirmed")
        check.holds("not confirmed by a rerun", done.stdout, "red, not confirmed")
        (g.directory / "flaky").write_text("#!/bin/sh\necho no; exit 7\n")
        done = g.script("gate.sh", program="flaky")
        check.exits(done, 2, "a workload that fails")
        check.holds("the workload exited with 7", done.stderr, "a workload that fails")
    check.end()


if __name__ == "__main__":
    main()
