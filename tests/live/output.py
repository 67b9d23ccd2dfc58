#!/usr/bin/env python3
"""What capture says and writes: summary, progress, -q, -v, labels, ladders, and files that cannot be written."""

import json
import os
import pty
import re
import subprocess
import sys
import types

import fault_server as fs
from capture_tool import CAPTURE, MARKED, OLD, PATIENCE, Checks, Directory, capture, clean_environment
from fault_server import FaultServer, is_evidence, is_preflight, matrix, nobody, scrapes, vector

check = Checks()
NAMES = ("a", "b", "c", "d")


def mixed(request, query):
    """a is good, b has no data, c is saturated, d is an error."""
    if 'case="b"' in query:
        return request.answer(matrix() if is_evidence(query) else vector())
    if 'case="c"' in query:
        return request.answer(scrapes({"1": 0, "10": 50, "+Inf": 100}) if is_evidence(query) else vector(({}, "10")))
    return 'case="d"' in query and request.answer("", 400)


def run(d, server, *arguments, names=NAMES, **more):
    return capture(d, "--prometheus", server.url, "--metrics", d.put("s.json", fs.surface(names)), *arguments, **more)


def summary():
    with Directory() as d, FaultServer(mixed) as server:
        result = run(d, server)
        lines = result.err.splitlines()
        check.equal((result.status, result.out), (0, ""), "half is enough")
        check.that(re.fullmatch(r"capture: captured 2 of 4 \(1 error, 1 no_data, 1 saturated\) at 2023-11-14T22:18:20Z in \d+ ms",
                                lines[0]), lines[0])
        check.equal([line.split(": ")[1:3] for line in lines[1:]],
                    [["span.b.p95", "no_data"], ["span.c.p95", "saturated"], ["span.d.p95", "error"],
                     ["span.b", "there is no 't_bucket'; asked"], ["span.d", "uncounted, read as the server's quantile"]], "a line a key")
        check.holds("; check the template and the name, or widen --window", lines[1], "what to do")
        check.that("\r" not in result.err, "no progress off a terminal")
        check.equal(result.doc["status"], {"span.b.p95": "no_data", "span.c.p95": "saturated", "span.d.p95": "error"}, "status")
        check.equal(result.doc["capture"], {"captured": 2, "complete": True, "declared": 4, "min_ratio": 0.5}, "capture")
        check.equal(result.doc["samples"], {"span.a": 1100, "span.c": 1100}, "samples")
        check.equal(result.doc["counts"], {"span.a": "1100 990 550 110 0", "span.c": "1100 1100 550"}, "counts")
        check.equal(result.doc["covered"], {"span.a": 165.0, "span.c": 165.0}, "covered")
        check.equal(result.doc["notes"], {"span.b.p95": "there is no sample in the window; there is no 't_bucket'",
                                          "span.d.p95": "the server answers 400"}, "notes")
        check.equal(result.doc["uncounted"], {"span.d": "its samples cannot be asked for: the server answers 400"}, "uncounted")
        check.equal(result.doc["ladders"]["span"], {"unit": "ms", "edges": [1.0, 2.0, 5.0, 10.0]}, "ladders")
        check.equal(result.doc["ladders"]["span.c"], {"unit": "ms", "edges": [1.0, 10.0]}, "ladders")
        check.that(result.doc["host"]["processors"] >= 1, "host")
        check.equal((result.doc["window"], result.doc["profile"]), ("3m", "default"), "window and profile")
        check.that("labels" not in result.doc, "no labels")
        canonical = json.dumps(result.doc, indent=2, sort_keys=True) + "\n"
        check.equal(result.text, canonical, "canonical form")

        result = run(d, server, "--min-capture-ratio", "0.51")
        check.equal((result.status, result.doc["capture"]["complete"]), (1, False), "half is not enough")
        check.holds("incomplete: ", result.err, "half is not enough")
        quiet = run(d, server, "-q", "--min-capture-ratio", "0.51")
        check.equal(len(quiet.err.splitlines()), 1, f"-q: {quiet.err}")
        check.equal(run(d, server, "-q").err, "", "-q")


def exclusions():
    """An excluded key is not asked, not in the file, and counted."""
    surface = fs.surface(("a", "b"), (0.95,))
    surface["excluded_keys"] = {"span.b.p95": "noisy"}
    with Directory() as d, FaultServer() as server:
        result = capture(d, "--prometheus", server.url, "--metrics", d.put("s.json", surface))
        check.equal((result.status, list(result.doc["metrics"]), len(server.requests)), (0, ["span.a.p95"], 5), "excluded")
        check.holds("captured 1 of 1 (1 excluded) at", result.err, "excluded")
        surface["excluded_keys"]["span.a.p95"] = "noisy too"
        result = capture(d, "--prometheus", server.url, "--metrics", d.put("s.json", surface))
        check.equal((result.status, result.doc["capture"]["complete"]), (1, False), "nothing declared is not complete")


def verbose():
    with Directory() as d, FaultServer() as server:
        lines = run(d, server, "-v", names=("a",)).err.splitlines()
        query = fs.TEMPLATE.replace("{quantile}", "0.95").replace("{name}", "a").replace("{window}", "3m")
        check.that(re.fullmatch(r"capture: span\.a\.p95: \d+\.\d ms, \d+ bytes: " + re.escape(query), lines[0]), lines[0])
        check.that(re.match(r"capture: span\.a: \d+\.\d ms, \d+ bytes: t_bucket\{case=\"a\"\}\[3m\]$", lines[1]), lines[1])
        check.equal(lines[2], "capture: 4 queries in all", "queries")


def progress():
    """On a terminal, a long capture shows how far it is, and leaves the line clean."""
    names = [f"n{i}" for i in range(60)]
    with Directory() as d, FaultServer() as server:
        ours, theirs = pty.openpty()
        process = subprocess.Popen([CAPTURE, "--prometheus", server.url, "--metrics", d.put("s.json", fs.surface(names)),
                                    "--output", d.path("t.json"), *PATIENCE], stderr=theirs, cwd=d.name, env=clean_environment())
        os.close(theirs)
        text = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:
                break
            if not piece:
                break
            text += piece
        os.close(ours)
        quiet = capture(d, "--prometheus", server.url, "--metrics", d.path("s.json"))
        check.that("\r" not in quiet.err and len(quiet.err.splitlines()) == 1, f"off a terminal: {quiet.err!r}")
        check.equal(process.wait(), 0, "on a terminal")
        check.holds(b"\rcapture: 120 of 120 queries", text, "progress")
        check.that(re.search(rb"\r\x1b\[Kcapture: captured 60 of 60 at .* ms\r\n$", text), f"the end: {text[-200:]}")


def conditions():
    with Directory() as d, FaultServer() as server:
        result = run(d, server, "--label", "log=warning", "--label", "cpu=4=four", "--label", "empty=", "--window", "5m",
                     "--profile", "é\x01", names=("a",))
        check.equal(result.doc["labels"], {"log": "warning", "cpu": "4=four", "empty": ""}, "labels")
        check.equal((result.doc["window"], result.doc["profile"]), ("5m", "é\x01"), "window and profile")
        check.holds("[5m]", server.requests[1].form["query"], "window")
        check.equal(result.doc["samples"], {"span.a": 1100}, "samples")


def ladders():
    with Directory() as d, FaultServer(mixed) as server:
        result = run(d, server, "--write-ladders", d.path("ladders.json"), names=("a", "b"))
        check.equal(result.status, 0, "--write-ladders")
        with open(d.path("ladders.json")) as f:
            check.equal(json.load(f), {"span": {"unit": "ms", "edges": [1.0, 2.0, 5.0, 10.0]}}, "--write-ladders")
        result = run(d, server, "--ladders", d.path("ladders.json"), names=("a",))
        check.equal((result.status, result.reading("span.a.p95")), (0, "good"), "what was written is right")
        run(d, server, "--write-ladders", d.path("several.json"), names=("a", "a2", "c"))
        with open(d.path("several.json")) as f:
            check.equal(sorted(json.load(f)), ["span", "span.c"], "--write-ladders: one of them has another")
        result = run(d, server, "--ladders", d.path("several.json"), names=("a", "a2", "c"))
        check.equal([result.reading(f"span.{name}.p95") for name in ("a", "a2", "c")], ["good", "good", "saturated"],
                    "several that were written are right")
        d.put("ladders.json", {"span": {"unit": "ms", "edges": [1, 2, 5]}})
        result = run(d, server, "--ladders", d.path("ladders.json"), names=("a",))
        check.holds(f"make '{d.path('ladders.json')}' and the instrumentation agree", result.err, "another ladder: the file")
        check.equal((result.status, result.reading("span.a.p95"), result.value("span.a.p95")), (1, "ladder_mismatch", None),
                    "another ladder")
        check.equal(result.doc["ladders"]["span"]["edges"], [1.0, 2.0, 5.0, 10.0], "the server's ladder is recorded")
        d.put("ladders.json", {"span": {"unit": "s", "edges": [1, 2, 5]}})
        result = run(d, server, "--ladders", d.path("ladders.json"), names=("a",))
        check.equal(result.status, 2, "a ladder in another unit")
        check.equal(run(d, server, "--ladders", d.path("none.json"), names=("a",)).status, 2, "named and absent")
        for old, status, what in (('{"span": {"unit": "ms", "edges": [1, 2]}}', 1, "nothing seen, nothing written"),
                                  (OLD, 2, "over what is no ladders file"), ("text", 2, "over a text")):
            d.put("old.json", old)
            d.put("timings.json", OLD)
            result = run(d, server, "--write-ladders", d.path("old.json"), names=("b",))
            with open(d.path("old.json")) as f:
                check.equal((result.status, f.read()), (status, old), what)
            check.equal(result.text == OLD, status == 2, f"{what}: a refusal touches nothing")


COLLECTOR = """connectors:
  spanmetrics:
    histogram:
      explicit:
        buckets: [1ms, 2ms, 5ms, 10ms]
  spanmetrics/fine:
    histogram:
      explicit:
        buckets: [100us, 1ms]
"""


def ladder_sources():
    """A collector's configuration, several sources, and the default file beside those with a name."""
    wrong = {"span": {"unit": "ms", "edges": [1, 2, 5]}}
    with Directory() as d, FaultServer() as server:
        yaml = d.put("collector.yaml", COLLECTOR)
        right = d.put("right.json", {"span": {"unit": "ms", "edges": [1, 2, 5, 10]}})
        os.mkdir(d.path("config"))
        d.put("config/ladders.json", wrong)
        for what, sources, wanted in (
                ("the default", (), "ladder_mismatch"),
                ("a ladders.json", (right,), "good"),
                ("a collector's", (yaml + "#connectors/spanmetrics",), "good"),
                ("another of its components", (yaml + "#connectors/spanmetrics/fine",), "ladder_mismatch"),
                ("a name", (f"span={yaml}#connectors/spanmetrics",), "good"),
                ("the name before the rest", (d.path("config/ladders.json"), f"span={yaml}#connectors/spanmetrics"), "good")):
            arguments = [a for source in sources for a in ("--ladders", source)]
            result = run(d, server, *arguments, names=("a",))
            check.equal((result.status, result.reading("span.a.p95")), (wanted != "good", wanted), f"{what}: {result.err}")
        edge = run(d, server, "--ladders", yaml + "#connectors/spanmetrics/fine", names=("a",))
        check.holds("the histogram has no edge 0.1, which the declared ladder 'span' has; make '", edge.err, "durations in the unit of the group")
        both = {**fs.surface(), "job_queue": {**fs.surface()["spans"], "_ladder": "job"}}
        result = capture(d, "--prometheus", server.url, "--metrics", d.put("both.json", both), "--ladders",
                         f"job={yaml}#connectors/spanmetrics")
        check.equal(result.doc["status"], {"span.a.p95": "ladder_mismatch"}, "one by its name: the default file holds for the other")
        for what, sources, part in (("two components", (yaml,), "connectors/spanmetrics"),
                                    ("two sources of one ladder", (right, d.path("config/ladders.json")), "span"),
                                    ("no such component", (yaml + "#none",), "none"),
                                    ("named and absent", ("span=" + d.path("none.json"),), "No such file")):
            d.put("timings.json", OLD)
            result = run(d, server, *[a for source in sources for a in ("--ladders", source)], names=("a",))
            check.equal((result.status, result.text), (2, MARKED), f"{what}: {result.err}")
            check.holds(part, result.err, what)


def bad_places():
    with Directory() as d, FaultServer() as server:
        metrics = d.put("s.json", fs.surface())
        done = subprocess.run([CAPTURE, "--prometheus", server.url, "--metrics", metrics, "--output",
                               d.path("no/such/directory.json"), *PATIENCE], capture_output=True, text=True, cwd=d.name)
        check.equal(done.returncode, 2, f"unwritable: {done.stderr}")
        check.holds("no/such/directory.json", done.stderr, "unwritable")
        d.put("timings.json", OLD)
        broken = capture(d, "--prometheus", server.url, "--metrics", d.put("bad.json", "{"))
        check.equal((broken.status, broken.text), (2, MARKED), "a malformed surface")
        with open("/dev/full", "w") as full:
            done = subprocess.run([CAPTURE, "--metrics", metrics, "--dry-run"], stdout=full, cwd=d.name,
                                  stderr=subprocess.DEVNULL)
        check.equal(done.returncode, 2, "--dry-run to a full disk")


def not_written():
    """What cannot be written says nothing; the messages must not say that it does."""
    with Directory() as d, nobody() as gone, FaultServer(mixed) as server:
        d.put("begin.json", {"host": {"began_at": "2023-11-14T22:18:20Z", "load_average_at_begin": [0, 0, 0]}})
        for what, url, arguments in (("no server", gone, ()),
                                     ("too early", server.url, ("--since", d.path("begin.json"))),
                                     ("incomplete", server.url, ("--min-capture-ratio", "1", "-q"))):
            server_of = types.SimpleNamespace(url=url)
            result = run(d, server_of, "--retries", "0", *arguments)
            check.equal((result.err.count("timings.json"), len(result.err.splitlines())), (1, 1), f"{what}: {result.err}")
            result = run(d, server_of, "--retries", "0", *arguments, output="none/timings.json")
            check.equal((result.status, len(result.err.splitlines())), (2, 2), f"{what}: {result.err}")
            check.equal(result.err.count("timings.json"), 1, f"{what}: names the file once: {result.err}")
            check.holds("cannot write", result.err, what)
        result = run(d, server, "--write-ladders", d.path("none/l.json"), "--min-capture-ratio", "1")
        check.equal((result.status, result.doc["capture"]["captured"]), (2, 2), "only the ladders are not written")
        check.holds("timings.json' has fewer values", result.err, "only the ladders are not written")


def server_goes_away():
    """Between the preflight and the rest: a file, and every key says why."""
    with Directory() as d, FaultServer(lambda r, q: not is_preflight(q) and r.reset()) as server:
        result = run(d, server, "--retries", "0")
        check.equal((result.status, result.doc["capture"]["captured"]), (1, 0), "gone after the preflight")
        check.equal(set(result.doc["status"].values()), {"error"}, "gone after the preflight")


def main():
    for part in (summary, exclusions, verbose, progress, conditions, ladders, ladder_sources, bad_places, not_written, server_goes_away):
        part()
    check.end()


if __name__ == "__main__":
    sys.exit(main())
