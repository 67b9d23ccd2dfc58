#!/usr/bin/env python3
"""capture --discover: the surface it prints of a server is one that capture captures, whatever the names hold."""

import json
import os
import subprocess

from capture_tool import CAPTURE, PATIENCE, Checks, Directory, capture, clean_environment
from servers import PROMETHEUS, T0, announce, openmetrics, start

STEP, COUNT = 15, 21
ODD = ['a"b\\c', ".*|(x", "{brace}", "{name}", "it's", "ü", "two words", "a.b"]
check = Checks()


def histogram(metric, labels, each):
    """`each`: observations between two scrapes, half of them up to the first edge."""
    for le, share in (("0.5", 0.5), ("1.0", 1), ("+Inf", 1)):
        yield f"{metric}_bucket", {**labels, "le": le}, [(T0 + STEP * k, int(each * share) * k) for k in range(COUNT)]
    yield f"{metric}_sum", labels, [(T0 + STEP * k, each * k * 0.25) for k in range(COUNT)]
    yield f"{metric}_count", labels, [(T0 + STEP * k, each * k) for k in range(COUNT)]


def data():
    """In a window of 4 minutes, 15 intervals between two scrapes."""
    series = []
    for i, name in enumerate(ODD):
        series += histogram("odd_seconds", {"route": name, "path": str(i)}, 40)
    for method, each in (("get", 2000), ("put", 4), ("delete", 2), ("idle", 0)):
        series += histogram("rpc_milliseconds", {"method": method, "code": "200"}, each)
    series += histogram("plain", {}, 4)
    series += histogram("idle_seconds", {"name": "x"}, 0)
    return openmetrics(series)


def discover(d, url, *arguments):
    """The server is that of the variable: the option is tried by all other tests."""
    done = subprocess.run([CAPTURE, "--discover", "--time", str(T0 + 300), "--window", "4m", "--retries", "0", *PATIENCE,
                           *arguments], capture_output=True, text=True, cwd=d.name,
                          env=clean_environment({"RUNGATE_PROMETHEUS": url}))
    return done.returncode, done.stdout, done.stderr


def captures(d, url):
    status, out, err = discover(d, url)
    check.equal((status, err), (0, "capture: 11 series of 4 histograms\n"), "status")
    surface = json.loads(out)
    check.equal(sorted(k for k in surface if k[0] != "_"), ["odd_seconds", "plain", "rpc_milliseconds", "rpc_milliseconds up to p50"],
                "groups")
    check.equal(surface["odd_seconds"]["names"], sorted(ODD, key=lambda n: n.encode()), "names")
    check.equal(surface["odd_seconds"]["_quantiles"], [0.5, 0.95], "quantiles")
    check.equal((surface["odd_seconds"]["_unit"], surface["plain"]["_unit"]), ("s", "count"), "units")
    check.equal((surface["rpc_milliseconds"]["names"], surface["rpc_milliseconds"]["_quantiles"]),
                (["get"], [0.5, 0.95, 0.99, 0.999]), "much traffic")
    check.equal(surface["rpc_milliseconds up to p50"]["names"], ["put"], "little traffic")
    check.equal(sorted(surface["_left_out"]), ["idle_seconds_bucket", "rpc_milliseconds_bucket"], "left out")
    check.equal(sorted(surface["_left_out"]["rpc_milliseconds_bucket"]), ["delete", "idle"], "left out of it")
    check.holds("30 observations, and 40 are needed", surface["_left_out"]["rpc_milliseconds_bucket"]["delete"], "why")
    d.put("surface.json", out)
    result = capture(d, "--prometheus", url, "--metrics", d.path("surface.json"), "--time", str(T0 + 300), "--window", "4m")
    check.equal(result.status, 0, f"capture: {result.err}")
    check.equal([k for k, m in result.doc["metrics"].items() if m["value"] is None], [], "no key is null")
    check.equal(len(result.doc["metrics"]), 8 * 3 + 5 + 2 + 2, "keys")
    check.that("uncounted" not in result.text, "everything is counted")


def writes(d, url):
    """A new file only; nothing else is touched."""
    path = d.path("new.json")
    status, out, err = discover(d, url, "--output", path, "-q")
    check.equal((status, out, err), (0, "", ""), "to a file")
    with open(path, encoding="utf-8") as f:
        first = f.read()
    check.equal(first, discover(d, url)[1], "the same")
    status, out, err = discover(d, url, "--output", path)
    check.equal((status, out), (2, ""), "not over a file")
    check.holds("is there, and is not replaced", err, "not over a file")
    check.that(not os.path.exists(d.path("timings.json")), "no capture")


def refuses(d, url):
    status, out, err = discover(d, url + "/nowhere")
    check.equal((status, out), (2, ""), "no server")
    check.holds("cannot discover at", err, "no server")


def nothing(d, server):
    """No histogram with traffic: no surface, and why."""
    with start(server, openmetrics(list(histogram("idle_seconds", {}, 0)))) as url:
        status, out, err = discover(d, url)
    check.equal((status, out), (2, ""), "no traffic")
    check.holds("idle_seconds_bucket: the series has no observation in the window", err, "no traffic")
    check.holds("of 1 histogram none has a series with 40 observations in 4m", err, "no traffic")


def main():
    servers = announce()
    newest = {s.engine: s for s in servers}  # the last of each
    for server in newest.values():
        with start(server, data()) as url, Directory() as d:
            writes(d, url)
            captures(d, url)
            refuses(d, url)
    with Directory() as d:
        nothing(d, newest[PROMETHEUS])
    check.end()


if __name__ == "__main__":
    main()
