#!/usr/bin/env python3
"""capture against services that are scraped live, whose own log of latencies is the truth.

usage: services.py [--seconds S]

Every server of build/servers scrapes the same services, once a second, for S seconds (8 unless given): steady load; a
route that appears late; a restart; a rolling restart of two instances; a target that is down for some scrapes; instances
that live shortly; two processes behind one target. Then one capture a server, and its counts, means and quantiles against
the observations between the very scrapes that the server stored.
"""
import argparse
import bisect
import collections
import contextlib
import json
import math
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

from capture_tool import Checks, Directory, capture
from logged_service import EDGES
from servers import PROMETHEUS, VICTORIA, announce, end_with_parent, get, prometheus_command, running, stop, victoria_command

HERE = pathlib.Path(__file__).resolve().parent
QUANTILES = [0.5, 0.95, 0.99]
JOBS = {  # what runs as which job, with how many targets, and the routes that its series must have
    "steady": (1, ["a", "b"]),
    "lazy": (1, ["a", "late"]),
    "restart": (1, ["a"]),
    "rolling": (2, ["a"]),
    "down": (1, ["a"]),
    "short": (3, ["a"]),
    "twins": (1, ["a"]),
}
check = Checks()


def ask(url, query, at):
    text = urllib.parse.urlencode({"query": query, "time": at})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"{url}/api/v1/query", data=text.encode(), timeout=60) as response:
        return json.load(response)["data"]["result"]


class Services:
    """The processes of all jobs; their logs by number."""

    def __init__(self, directory):
        self.directory = directory
        self.held = []
        self.ports = {job: [self.hold_port() for _ in range(count)] for job, (count, _) in JOBS.items()}
        self.running = {}
        self.number = 0

    def hold_port(self):
        """A port that stays ours while a service is down: bound, and not listening."""
        held = socket.socket()
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        held.bind(("127.0.0.1", 0))
        self.held.append(held)
        return held.getsockname()[1]

    def begin(self, job, target=0, *options):
        self.number += 1
        log = f"{self.directory}/log.{self.number}"
        process = subprocess.Popen(
            [sys.executable, str(HERE / "logged_service.py"), "--port", str(self.ports[job][target]), "--log", log,
             "--number", str(self.number), *options], preexec_fn=end_with_parent, stdin=subprocess.DEVNULL)
        self.running.setdefault((job, target), []).append((process, log))
        return log

    def end(self, job, target=0):
        for process, _ in self.running.pop((job, target), []):
            stop(process)

    def end_all(self):
        for job, target in list(self.running):
            self.end(job, target)
        for held in self.held:
            held.close()


@contextlib.contextmanager
def scraping(server, services):
    """That server, scraping the services; gives its URL."""
    directory = tempfile.mkdtemp(prefix="rungate-live-")
    jobs = [{"job_name": job, "metrics_path": "/metrics", "params": {"who": [str(server)]},
             "static_configs": [{"targets": [f"127.0.0.1:{port}" for port in ports]}]}
            for job, ports in services.ports.items()]
    config = pathlib.Path(directory, "config.yml")
    config.write_text(json.dumps({"global": {"scrape_interval": "1s", "scrape_timeout": "1s"}, "scrape_configs": jobs}))
    command = prometheus_command(server, directory)
    if server.engine == VICTORIA:
        command = [*victoria_command(server, directory), f"-promscrape.config={config}"]
    try:
        with running(command, "/-/ready" if server.engine == PROMETHEUS else "/health", directory) as url:
            yield url
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def scrapes(url, job, at, window_s):
    """The scrapes that the server stored: by process number its scrapes' numbers."""
    stored = collections.defaultdict(list)
    for series in ask(url, f'svc_scrape{{job="{job}"}}[{window_s}s]', at):
        for stamp, value in series["values"]:
            if at - window_s < float(stamp) and value != "NaN":
                stored[int(float(value)) // 1000000].append(int(float(value)))
    return stored


def wait_for(urls, done, what):
    """Until every server says so; the limit only ends what hangs."""
    end = time.monotonic() + 300
    while not all(done(url) for url in urls):
        if time.monotonic() > end:
            raise RuntimeError(f"not within 300 s: {what}")
        time.sleep(0.2)


def has_scrapes(count, *jobs):
    """Each of the jobs has that many scrapes at the server."""
    def done(url):
        now = time.time()
        return all(sum(len(v) for v in scrapes(url, job, now, 300).values()) >= count for job in jobs)
    return done


def observed(log, first, last):
    """By route, the observations after the scrape `first` (0: from the beginning) and before the scrape `last`."""
    values, begun = collections.defaultdict(list), first == 0
    with open(log, encoding="ascii") as f:
        for line in f:
            kind, name, value = line.split()
            if kind == "S":
                if int(value) == last:
                    return values, True
                begun = begun or int(value) == first
            elif begun:
                values[name].append(float(value))
    return values, False


def truth(services, logs, stored, whole):
    """The observations by route: of processes that began in the window (`whole`) from their beginning."""
    values = collections.defaultdict(list)
    for number, numbers in stored.items():
        first = 0 if number in whole else min(numbers)
        got, found = observed(logs[number], first, max(numbers))
        check.that(found, f"the log of process {number} has the scrape {max(numbers)}")
        for route, seconds in got.items():
            values[route] += seconds
    return values


def bucket(value):
    return bisect.bisect_left(EDGES, value)


def check_series(who, base, doc, values):
    """Counts, mean and quantiles of one series against the observations."""
    values = sorted(values)
    wanted = [len(values)] + [sum(v > edge for v in values) for edge in EDGES]
    check.equal(doc.get("counts", {}).get(base), " ".join(map(str, wanted)), f"{who}: counts of {base}")
    mean = doc["metrics"].get(f"{base}.mean", {}).get("value")
    exact = math.fsum(values) / len(values)
    # VictoriaMetrics stores fewer digits of a sum.
    tolerance = 1e-12 if who.startswith("prometheus") else 2e-8
    check.that(mean is not None and abs(mean / exact - 1) <= tolerance,
               f"{who}: mean of {base}: {mean!r}, of the log {exact!r}")
    for q in QUANTILES:
        key = f"{base}.p{round(q * 100)}"
        value = doc["metrics"][key]["value"]
        true = values[max(0, math.ceil(q * len(values)) - 1)]
        check.that(value is not None and bucket(value) == bucket(true), f"{who}: {key}: {value!r}, of the log {true!r}")


def surface():
    groups = {}
    for job, (_, routes) in JOBS.items():
        selector = f'svc_seconds_bucket{{job="{job}",route="{{name}}"}}[{{window}}]'
        groups[job] = {"_query_template": f"histogram_quantile({{quantile}}, sum by (le) (rate({selector})))",
                       "_quantiles": QUANTILES, "_mean": True, "_unit": "s", "_prefix": job, "names": routes}
    return groups


def check_server(server, url, at, window_s, services, logs, whole):
    who = str(server)
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))
    ladders = {job: {"unit": "s", "edges": EDGES} for job in JOBS}
    with Directory() as d:
        got = capture(d, "--prometheus", url, "--time", when, "--window", f"{window_s}s", "--metrics",
                      d.put("m.json", surface()), "--ladders", d.put("l.json", ladders), "--min-capture-ratio", "0.01")
    if got.doc is None:
        check.that(False, f"{who}: capture exited with {got.status}: {got.err}")
        return
    for job, (_, routes) in JOBS.items():
        if job == "twins":
            check.equal(got.reading("twins.a.p50"), "bad_histogram", f"{who}: two processes behind one target")
            continue
        stored = scrapes(url, job, at, window_s)
        values = truth(services, logs, stored, whole)
        for route in routes:
            base = f"{job}.{route}"
            check_series(who, base, got.doc, values[route])
            print(f"{who:24} {base:12} {len(values[route]):6} observations in {sum(map(len, stored.values()))} scrapes")


def run(seconds):
    found = announce()
    directory = tempfile.mkdtemp(prefix="rungate-services-")
    services = Services(directory)
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, directory, True)
        stack.callback(services.end_all)
        services.begin("steady", 0, "--route", "a", "--route", "b")
        services.begin("lazy", 0, "--route", "a", "--route", f"late:{900 + seconds * 90}")
        services.begin("restart")
        services.begin("rolling", 0)
        services.begin("rolling", 1)
        down = pathlib.Path(services.begin("down") + ".down")
        services.begin("twins", 0, "--twins")
        old = services.number
        urls = [stack.enter_context(scraping(server, services)) for server in found]
        wait_for(urls, has_scrapes(3, "steady", "lazy", "restart", "rolling", "down"), "the first scrapes")
        opened = math.ceil(time.time())  # the window begins here: what ran before is not in it
        part = max(2, seconds // 5)
        for step in range(1, 5):
            so_far = 3 + part * step
            wait_for(urls, has_scrapes(so_far, "steady"), f"{so_far} scrapes")
            if step == 1:
                services.end("restart")
                services.begin("restart")
                services.begin("short", 0)
                down.touch()
                services.end("rolling", 0)
            elif step == 2:
                down.unlink()
                services.end("short", 0)
                services.begin("short", 1)
                services.begin("rolling", 0)
            elif step == 3:
                services.end("short", 1)
                services.begin("short", 2)
                services.end("rolling", 1)
                services.begin("rolling", 1)
        wait_for(urls, has_scrapes(3 + part * 5, "steady"), "the last scrapes")
        at = math.floor(time.time())
        # What was scraped before `at` has arrived when something later is there.
        wait_for(urls, lambda url: all(any(float(v[0]) > at + 1 for v in series["values"])
                                       for series in ask(url, 'svc_scrape{job="steady"}[60s]', time.time() + 1)),
                 "a scrape after the end")
        for server, url in zip(found, urls):
            if server.engine == VICTORIA and get(url + "/internal/force_flush") != 200:
                raise RuntimeError("victoria-metrics does not flush")
        logs = {n: f"{directory}/log.{n}" for n in range(1, services.number + 1)}
        whole = set(range(old + 1, services.number + 1))
        for server, url in zip(found, urls):
            check_server(server, url, at, at - opened, services, logs, whole)
    check.end()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--seconds", type=int, default=8)
    run(parser.parse_args().seconds)
