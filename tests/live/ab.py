#!/usr/bin/env python3
"""scripts/ab.sh on two small programs that export histograms to a real Prometheus.

usage: ab.py [--long]

Few rounds with drawn latencies, which no load of the machine changes: the slower program is found, an equal one is not; an
experiment goes on where it was, and ends when an executable changes. --long: ten rounds of real work, and with load in mid-experiment; prints the figures.
"""
import concurrent.futures
import contextlib
import json
import multiprocessing
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from capture_tool import BIN, CAPTURE, PATIENCE, Checks, clean_environment, side_by_side
from servers import PROMETHEUS, announce, prometheus_command, running

HERE = pathlib.Path(__file__).resolve().parent
AB = HERE.parent.parent / "scripts" / "ab.sh"
SURFACE = {
    "work": {"_query_template": "histogram_quantile({quantile}, sum by (le) (rate(work_ms_bucket[{window}])))",
             "_quantiles": [0.5, 0.95], "_unit": "ms", "_prefix": "span", "names": ["work"]},
    "heap": {"_query_template": "last_over_time(work_heap_bytes[{window}])", "_unit": "bytes", "names": ["work"]},
}
check = Checks()
WRAPPER = """#!/bin/sh
case $1 in --since) set -- "$@" --time "$(cat '{instant}')" ;; esac
exec '{capture}' "$@"
"""


class Experiment:
    """
    A directory with two programs, B slower than A by `factor`, and a server that scrapes whichever runs. Both answer on
    one socket, which stays open, so that nobody else gets its port. Unless the work is measured, a wrapper before capture
    gives the instant at which the server has seen a window of it, however long ago that is.
    """

    def __init__(self, directory, factor, server, window="2s", measured_s=None):
        self.directory, self.server, self.window, self.measured_s = pathlib.Path(directory), server, window, measured_s
        self.directory.mkdir()
        (self.directory / "surface.json").write_text(json.dumps(SURFACE))
        (self.directory / "bin").mkdir()
        for tool in ("capture", "compare"):  # under the installed names, which ab.sh looks for first
            (self.directory / f"bin/rungate-{tool}").symlink_to(os.path.abspath(f"{BIN}/{tool}"))
        if measured_s is None:
            wrapper = self.directory / "bin/rungate-capture"
            wrapper.unlink()
            wrapper.write_text(WRAPPER.format(instant=self.directory / "instant", capture=CAPTURE))
            wrapper.chmod(0o755)
        for side, slow in (("a", 1.0), ("b", factor)):
            program = self.directory / f"service-{side}"
            source = (HERE / "latency_service.py").read_text().replace("FACTOR = 1.0", f"FACTOR = {slow}")
            program.write_text(source + f"# build {side}\n")
            program.chmod(0o755)

    def __enter__(self):
        self.stack = contextlib.ExitStack()
        self.listener = self.stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        port = self.listener.getsockname()[1]
        home = self.stack.enter_context(tempfile.TemporaryDirectory(prefix="rungate-ab-"))
        pathlib.Path(home, "config.yml").write_text(
            "global: {scrape_interval: 200ms, scrape_timeout: 200ms}\n"
            f"scrape_configs: [{{job_name: work, static_configs: [{{targets: ['127.0.0.1:{port}']}}]}}]\n")
        self.url = self.stack.enter_context(running(prometheus_command(self.server, home), "/-/ready", home))
        return self

    def __exit__(self, *_):
        self.stack.close()

    def run(self, rounds, *options, capture=(), workload=""):
        arguments = f" --socket {self.listener.fileno()} " + (
            f"--measured-s {self.measured_s}" if self.measured_s else f"--seen-by {self.url} --instant instant")
        env = clean_environment()
        env |= {"PATH": f"{self.directory / 'bin'}:{env['PATH']}", "XDG_STATE_HOME": str(self.directory / "state")}
        return subprocess.run(
            [AB, "--rounds", str(rounds), "--dir", "run", "--a", "./service-a" + arguments + workload, "--b",
             "./service-b" + arguments + workload, "--report", "report.json", *options, "--", "--prometheus", self.url,
             "--metrics", "surface.json", "--window", self.window, *PATIENCE, *capture], cwd=self.directory, env=env,
            pass_fds=[self.listener.fileno()], capture_output=True, text=True, check=False)

    def report(self):
        return json.loads((self.directory / "report.json").read_text())


def verdicts(experiment):
    return {m["key"]: m["verdict"] for m in experiment.report()["metrics"]}


def slower(directory, server):
    """Six rounds in two goes; then what must end an experiment."""
    with Experiment(directory / "slower", 1.5, server) as e:
        first = e.run(1, "--no-load-check")
        check.equal(first.returncode, 2, f"one round judges nothing: {first.stdout}{first.stderr}")
        done = e.run(6, "--no-load-check")
        check.equal(done.returncode, 1, f"1.5 times slower: {done.stdout}{done.stderr}")
        check.holds("round 1 of 6: already done", done.stderr, "continues where it stopped")
        check.holds("round 6 of 6 is done", done.stderr, "progress")
        check.holds("what 5 of 6 rounds show:", done.stderr, "what the rounds so far show")
        check.equal(verdicts(e), {"heap.work.value": "REGRESSION", "span.work.p50": "REGRESSION",
                                  "span.work.p95": "REGRESSION"}, "1.5 times slower")
        orders = [sorted(json.loads(p.read_text())["captured_at"] + p.name for p in r.glob("[ab].json"))[0][-6]
                  for r in sorted((e.directory / "run").glob("round-*"))]
        check.equal("".join(orders), "ababab", "which ran first")
        again = e.run(6, "--no-load-check")
        check.equal((again.returncode, again.stdout), (1, done.stdout), "judging again")
        other = e.run(7, "--no-load-check", workload=" --measured-s 9")
        check.equal(other.returncode, 2, "another command")
        with (e.directory / "service-b").open("a") as f:
            f.write("# changed\n")
        changed = e.run(7, "--no-load-check")
        check.equal(changed.returncode, 2, f"a changed executable: {changed.stderr}")
        check.holds("has changed since it was started", changed.stderr, "a changed executable")
        check.that(not (e.directory / "run/round-007").exists(), "no round of a changed executable")
        not_ours(e, done)


def not_ours(e, done):
    """Rounds that this script did not record on this machine: those of a checkout, and those that were changed."""
    source = (e.directory / "service-b").read_text()
    (e.directory / "service-b").write_text(source.removesuffix("# changed\n"))
    file = e.directory / "run/round-002/b.json"
    kept = file.read_text()
    file.write_text(kept + "\n")
    changed = e.run(6, "--no-load-check")
    check.equal(changed.returncode, 2, f"a changed round: {changed.stderr}")
    check.holds("is not as it was recorded", changed.stderr, "a changed round")
    file.write_text(kept)
    check.equal(e.run(6, "--no-load-check").returncode, 1, "the round as it was")
    shutil.rmtree(e.directory / "state")
    there = e.run(6, "--no-load-check")
    check.equal(there.returncode, 2, f"rounds of a checkout: {there.stderr}")
    check.holds("its runs are not believed", there.stderr, "rounds of a checkout")
    (e.directory / "run/record").unlink()
    there = e.run(6, "--no-load-check")
    check.equal(there.returncode, 2, f"rounds without a record: {there.stderr}")
    check.holds("no record of who wrote them", there.stderr, "rounds without a record")


def equal(directory, server):
    with Experiment(directory / "equal", 1.0, server) as e:
        done = e.run(6, "--no-load-check")
        check.equal(done.returncode, 0, f"the same twice: {done.stdout}{done.stderr}")
        found = verdicts(e)
        check.that(not {"REGRESSION", "improvement", "cannot judge", "unstable", "too noisy"} & set(found.values()), f"the same twice: {found}")
        check.holds("same bucket", done.stdout, "and what that says nothing of")


PAGE = """#!/bin/sh
# A build that works, and leaves the page of its process in a file. {side}
now=$(date +%s)
cat > page.prom <<EOF
work_ms_bucket{{le="1"}} 400
work_ms_bucket{{le="5"}} {fast}
work_ms_bucket{{le="25"}} 1000
work_ms_bucket{{le="+Inf"}} 1000
work_ms_sum {total}
work_ms_count 1000
process_start_time_seconds $((now - {age_s}))
EOF
"""


def without_a_server(directory):
    """Pages of processes that began with their run are counted from the beginning; those of older ones are refused."""
    place = directory / "pages"
    place.mkdir()
    surface = {"work": {**SURFACE["work"], "_mean": True}}
    (place / "surface.json").write_text(json.dumps(surface))
    env = clean_environment() | {"XDG_STATE_HOME": str(place / "state")}
    (place / "bin").mkdir()
    for tool in ("capture", "compare"):
        (place / f"bin/rungate-{tool}").symlink_to(os.path.abspath(f"{BIN}/{tool}"))
    env["PATH"] = f"{place / 'bin'}:{env['PATH']}"

    def run(age_s, name):
        for side, fast, total in (("a", 900, 3000), ("b", 500, 6000)):
            build = place / f"{name}-{side}"
            build.write_text(PAGE.format(side=side, fast=fast, total=total, age_s=age_s))
            build.chmod(0o755)
        return subprocess.run([AB, "--rounds", "5", "--dir", name, "--a", f"./{name}-a", "--b", f"./{name}-b", "--scrape", "page.prom",
                               "--metrics", "surface.json", "--no-load-check", "--report", f"{name}.json"],
                              cwd=place, env=env, capture_output=True, text=True, check=False)

    done = run(0, "new")
    check.equal(done.returncode, 1, f"without a server: {done.stdout}{done.stderr}")
    found = {m["key"]: m["verdict"] for m in json.loads((place / "new.json").read_text())["metrics"]}
    check.equal(found.get("span.work.mean"), "REGRESSION", "without a server: the mean")
    done = run(60, "old")
    check.equal(done.returncode, 2, f"an older process: {done.stdout}{done.stderr}")
    check.holds("did not begin after that", done.stderr, "an older process: why")


def refused(directory, server):
    with Experiment(directory / "refused", 1.0, server, window="1h") as e:
        short = e.run(1)
        check.equal(short.returncode, 2, "a window that is longer than the workload")
        check.holds("reaches back further", short.stderr, "a window that is longer than the workload")
        (e.directory / "service-a").write_text("#!/bin/sh\necho no >&2; exit 3\n")
        shutil.rmtree(e.directory / "run")
        failing = e.run(1)
        check.equal(failing.returncode, 2, "a workload that fails")
        check.holds("the workload of A exited with 3", failing.stderr, "a workload that fails")
        shutil.rmtree(e.directory / "run")
        for options, capture, said in (((), ("--output", "x"), "'--output' cannot be given"), (("--margin", "x"), (), "--margin x"),
                                       (("--min-comparedd", "1"), (), "unknown option"), (("--replay",), (), "cannot be given")):
            own = e.run(1, *options, capture=capture)
            check.equal(own.returncode, 2, f"{options} {capture}")
            check.holds(said, own.stderr, f"refused before the first round: {options} {capture}")
            check.that(not (e.directory / "run").exists(), f"nothing has run: {options} {capture}")
        (e.directory / "service-b").unlink()
        check.equal(e.run(1, "--dir", "new").returncode, 2, "a command that is not there")


def spin(end):
    while time.monotonic() < end:
        pass


def long_form(directory, server):
    """
    Real work: 1.5 times as much, the same, the same with load from a third of the way on to two thirds. The first two
    keep all rounds, whatever else runs on the machine; the third is judged with and without the load check.
    """
    seconds = 6.2
    for name, factor, load in (("1.5 times", 1.5, False), ("the same", 1.0, False), ("the same, load", 1.0, True)):
        with (Experiment(directory / name.replace(" ", "-"), factor, server, "4s", seconds) as e,
              concurrent.futures.ThreadPoolExecutor() as pool):
            job = pool.submit(e.run, 10, *([] if load else ["--no-load-check"]))
            if load:
                time.sleep(20 * seconds / 3)
                end = time.monotonic() + 20 * seconds / 3
                spinning = [multiprocessing.Process(target=spin, args=(end,)) for _ in range(4 * os.cpu_count())]
                for process in spinning:
                    process.start()
                for process in spinning:
                    process.join()
            done = job.result()
            print(f"== {name}: exit {done.returncode}\n{done.stdout}", flush=True)
            check.that(done.returncode != 1 or factor > 1, f"{name}: no regression where there is none")
            if load:
                check.that(any(r["slowed_a"] or r["slowed_b"] for r in e.report()["rounds"]), f"{name}: the load is seen")
                kept = e.run(10, "--no-load-check")
                print(f"== {name}, without the load check: exit {kept.returncode}\n{kept.stdout}", flush=True)
                check.that(kept.returncode != 1, f"{name}: nor without the load check")
            elif factor > 1:
                check.equal(done.returncode, 1, f"{name}: found")


def main():
    servers = announce(PROMETHEUS)
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        if sys.argv[1:] == ["--long"]:
            long_form(directory, servers[0])
        else:  # the oldest and the newest
            side_by_side([lambda: slower(directory, servers[0]), lambda: equal(directory, servers[-1]),
                          lambda: refused(directory, servers[0]), lambda: without_a_server(directory)])
    check.end()


if __name__ == "__main__":
    main()
