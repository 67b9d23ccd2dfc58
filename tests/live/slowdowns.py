#!/usr/bin/env python3
"""What the gate says of a live service that got slower: a demonstration, which the clock decides; no test runs it.

usage: slowdowns.py [--seconds S] [--runs N] [--keep DIR]

A Prometheus scrapes a service whose requests really take their time. N windows of S seconds are the baseline (10 of 60
unless given). Then four builds of it run side by side, for two windows each, the run and its rerun: one that is healthy,
one whose route `search` is 2 times slower, one 3 times, and one whose slowest 5 % of that route are 10 times slower.
Printed is what the commands print. --keep copies all files.
"""
import argparse
import contextlib
import math
import pathlib
import shutil
import subprocess
import sys
import time

from capture_tool import BIN, Directory, clean_environment
from logged_service import EDGES
from servers import PROMETHEUS, found, prometheus_command, running
from waiting_service import ROUTES

HERE = pathlib.Path(__file__).resolve().parent
BUILDS = {
    "healthy": ("--seed", "2"),
    "2x": ("--seed", "3", "--slow", "search", "--factor", "2"),
    "3x": ("--seed", "4", "--slow", "search", "--factor", "3"),
    "stalls": ("--seed", "5", "--slow", "search", "--factor", "10", "--slowest", "0.05"),
}
FILES = ("--metrics", "metrics.json", "--ladders", "ladders.json")


def surface(job):
    """The same keys for each build; only the job that the queries select differs."""
    selector = f'svc_seconds_bucket{{job="{job}",route="{{name}}"}}[{{window}}]'
    return {"requests": {"_query_template": f"histogram_quantile({{quantile}}, sum by (le) (rate({selector})))",
                         "_quantiles": [0.5, 0.95, 0.99], "_mean": True, "_unit": "s", "names": sorted(ROUTES)}}


class Desk:
    """A directory with the files of the gate; commands that run there are shown with what they print."""

    def __init__(self, directory):
        self.directory = directory
        self.path = pathlib.Path(directory.name)

    def run(self, command, *arguments, shown=True):
        done = subprocess.run([pathlib.Path(BIN).resolve() / command, *arguments], cwd=self.path, text=True,
                              capture_output=True, env=clean_environment(), check=False)
        if shown:
            print(f"$ {command} {' '.join(arguments)}\n{done.stdout}{done.stderr}exit {done.returncode}\n", flush=True)
        return done

    def capture(self, url, job, at, seconds):
        """The window that ends at that instant, as {job}-{at}.json, once the server is past it."""
        name = f"{job}-{at}.json"
        self.directory.put(f"surface-{job}.json", surface(job))
        while time.time() < at + 3:
            time.sleep(0.2)
        done = self.run("capture", "--prometheus", url, "--metrics", f"surface-{job}.json", "--ladders", "ladders.json",
                        "--time", time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at)), "--window", f"{seconds}s",
                        "--profile", "steady", "--git-sha", "0" * 40, "--output", name, shown=False)
        if done.returncode != 0:
            raise RuntimeError(done.stdout + done.stderr)
        return name


@contextlib.contextmanager
def scraped(builds):
    """The builds, and a Prometheus that scrapes them each second; its URL."""
    with contextlib.ExitStack() as stack:
        jobs = []
        for job, options in builds.items():
            directory = stack.enter_context(Directory())
            url = stack.enter_context(running([sys.executable, str(HERE / "waiting_service.py"), *options], "/metrics",
                                              directory.name))
            jobs.append({"job_name": job, "static_configs": [{"targets": [url.removeprefix("http://")]}]})
        directory = stack.enter_context(Directory())
        directory.put("config.yml", {"global": {"scrape_interval": "1s", "scrape_timeout": "1s"}, "scrape_configs": jobs})
        command = prometheus_command(found(PROMETHEUS)[0], directory.name)
        yield stack.enter_context(running(command, "/-/ready", directory.name))


def windows(desk, jobs, count, seconds):
    """So many windows of each of the builds, one after the other; the names of the files by build."""
    with scraped(jobs) as url:
        begin = math.ceil(time.time()) + 3
        files = {job: [] for job in jobs}
        for i in range(1, count + 1):
            for job in jobs:
                files[job].append(desk.capture(url, job, begin + i * seconds, seconds))
    return files


def timings(names):
    return [word for name in names for word in ("--timings", name)]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--keep", type=pathlib.Path)
    args = parser.parse_args()
    with Directory() as directory:
        desk = Desk(directory)
        directory.put("ladders.json", {"requests": {"unit": "s", "edges": EDGES}})
        directory.put("thresholds.json", {})
        directory.put("metrics.json", surface("baseline"))
        runs = windows(desk, {"baseline": ("--seed", "1")}, args.runs, args.seconds)["baseline"]
        files = windows(desk, BUILDS, 2, args.seconds)
        judge(desk, runs, files)
        if args.keep:
            shutil.copytree(desk.path, args.keep, dirs_exist_ok=True)


def judge(desk, runs, files):
    made = desk.run("compare", "--paste", *FILES, *timings(runs), shown=False)
    print(f"$ compare --paste {' '.join(runs)} > baseline.json\n{made.stderr}exit {made.returncode}\n")
    desk.directory.put("baseline.json", made.stdout)
    gate = (*FILES, "--baseline", "baseline.json", "--thresholds", "thresholds.json")
    desk.run("check-bounds", *gate, "--derive", "--output", "thresholds.json")
    desk.run("check-bounds", *gate)
    desk.run("check-bounds", *gate, "--table")
    desk.run("compare", *gate, "--replay", *timings(files["healthy"]))
    for job, names in files.items():
        print(f"-- {job}")
        desk.run("compare", *gate, *timings(names))
        for key in ("search.mean", "search.p95", "search.p99"):
            desk.run("compare", *gate, *timings(names), "--explain", f"requests.{key}")


if __name__ == "__main__":
    main()
