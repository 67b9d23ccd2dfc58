#!/usr/bin/env python3
"""capture --begin and --since: what both ends of a workload leave, and a window that reaches back before it."""

import os
import subprocess

from capture_tool import CAPTURE, PATIENCE, Checks, Directory, capture, clean_environment
from fault_server import nobody
from servers import T0, announce, openmetrics, start

STEP, COUNT = 15, 21
GOOD = {"1": 10, "2": 50, "5": 90, "10": 100, "+Inf": 100}
SURFACE = {
    "spans": {"_query_template": "histogram_quantile({quantile}, sum by (le) (rate(t_bucket{case=\"{name}\"}[{window}])))",
              "_quantiles": [0.95], "_unit": "ms", "names": ["good"]},
    "heap": {"_query_template": "heap_bytes{case=\"{name}\"}", "_unit": "bytes", "names": ["good", "none", "inf", "zero"]},
}
check = Checks()


def data():
    def steps():
        return [T0 + STEP * k for k in range(COUNT)]
    series = [("t_bucket", {"case": "good", "le": le}, [(t, n * (k + 1)) for k, t in enumerate(steps())])
              for le, n in GOOD.items()]
    for case, value in (("good", 1154.16), ("inf", float("inf")), ("zero", -0.5)):
        series.append(("heap_bytes", {"case": case}, [(t, "+Inf" if value == float("inf") else value) for t in steps()]))
    return openmetrics(series)


def begin(d, url, *arguments):
    """Status, message, and what the file holds."""
    path = d.path("begin.json")
    done = subprocess.run([CAPTURE, "--begin", path, "--prometheus", url, "--metrics", d.path("surface.json"),
                           "--output", d.path("timings.json"), *PATIENCE, *arguments], capture_output=True, text=True, cwd=d.name,
                          env=clean_environment())
    return done.returncode, done.stderr


def run(d, url, window, *arguments):
    return capture(d, "--prometheus", url, "--metrics", d.path("surface.json"), "--since", d.path("begin.json"),
                   "--window", window, "--time", str(T0 + 300), "--retries", "0", *arguments)


def both_ends(d, url):
    status, err = begin(d, url, "--time", str(T0 + 60))
    check.equal(status, 0, f"begin: {err}")
    check.holds("workload start 2023-11-14T22:14:20Z (from ", err, "begin says when")
    check.that(not os.path.exists(d.path("timings.json")), "begin captures nothing")
    for window, wanted in (("4m", 0), ("4m1s", 2), ("1m", 0), ("241s", 2), ("240001ms", 2)):
        result = run(d, url, window)
        check.equal(result.status, wanted, f"window {window}: {result.err}")
        host = result.doc["host"]
        check.equal(host["began_at"], "2023-11-14T22:14:20Z", "began_at")
        check.equal(len(host["load_average_at_begin"]), 3, "load at the begin")
        check.equal(len(host["load_average"]), 3, "load at the end")
        check.that(host["processors"] >= 1, "processors")
        check.equal(result.doc["captured_at"], "2023-11-14T22:18:20Z", "captured_at")
        check.equal(result.doc["capture"]["complete"], wanted == 0, "complete")
        if wanted == 0:
            check.that(abs(result.value("span.good.p95") - 7.5) < 1e-9, "p95")
            check.equal(result.value("heap.good.value"), 1154.16, "a value is taken as it is")
            check.equal(result.value("heap.zero.value"), -0.5, "a negative one too")
            check.equal((result.value("heap.inf.value"), result.value("heap.none.value")), (None, None), "no finite one")
            check.equal(result.reading("heap.none.value"), "no_data", "one that is not there")
            check.that("uncounted" not in result.err + result.text, "a value is not counted")
        else:
            check.holds("the workload began 240 s before this capture", result.err, f"window {window}")
            check.equal({m["value"] for m in result.doc["metrics"].values()}, {None}, "every key is null")
            check.equal({result.reading(k) for k in result.doc["metrics"]}, {"error"}, "and says error")


def bad_begins(d, url):
    for content, part in (("{}", "missing 'host'"), ('{"host": {"processors": 2}}', "missing 'began_at'"),
                          ('{"host": {"began_at": "noon"}}', "expected a time"), ("[]", "expected an object")):
        d.put("begin.json", content)
        result = run(d, url, "1m")
        check.equal(result.status, 2, f"begin {content}")
        check.holds(part, result.err, f"begin {content}")
        check.equal({m["value"] for m in result.doc["metrics"].values()}, {None}, f"begin {content}: every key is null")
        check.equal(result.doc["capture"]["complete"], False, f"begin {content}: complete")
    os.unlink(d.path("begin.json"))
    check.equal(run(d, url, "1m").status, 2, "no begin at all")


def failed_begin(d, url):
    """A server that is gone: the begin of another day must not stand."""
    check.equal(begin(d, url)[0], 0, "begin")
    with nobody() as gone:
        status, err = begin(d, gone, "--retries", "0")
    check.equal(status, 2, "begin without a server")
    check.holds("cannot ask '", err, "begin without a server")
    result = run(d, url, "1m")
    check.equal(result.status, 2, "since a begin that failed")
    check.holds("missing 'host'", result.err, "since a begin that failed")
    os.unlink(d.path("surface.json"))
    check.equal(begin(d, url)[0], 0, "begin needs no surface")
    status, err = begin(d, url, "--since", "x")
    check.equal(status, 2, "both at once")
    check.holds("'--begin' cannot be combined with '--since'", err, "both at once")


def main():
    for server in announce():
        with Directory() as d, start(server, data()) as url:
            d.put("surface.json", SURFACE)
            both_ends(d, url)
            bad_begins(d, url)
            failed_begin(d, url)
    check.end()


if __name__ == "__main__":
    main()
