#!/usr/bin/env python3
"""Faults that real servers do not produce on demand, and how capture must handle each."""

import functools
import gzip
import json
import sys
import threading
import time
import zlib

import fault_server as fs
from capture_tool import OLD, Checks, Directory, capture, side_by_side
from fault_server import (HANG_SECONDS, UNCOUNTED, FaultServer, is_evidence, is_preflight, is_rates, is_value, matrix, nobody, rates,
                          scrapes, success, vector)

KEY = "span.a.p95"
FAST = ("--retries", "0")
check = Checks()


def run(behave, *arguments, names=("a",), path="", env=None, template=fs.TEMPLATE):
    """One capture against a server that behaves so. Gives the result and the server."""
    with Directory() as d, FaultServer(behave) as server:
        d.put("timings.json", OLD)
        metrics = d.put("surface.json", fs.surface(names, template=template))
        return capture(d, "--prometheus", server.url + path, "--metrics", metrics, *arguments, env=env), server


def on(which, act):
    """Misbehave only for such queries."""
    return lambda request, query: which(query) and act(request)


def cannot_ask(what, behave, part, *arguments):
    """A preflight that fails: status 2, and a file that says so."""
    result, server = run(on(is_preflight, behave), *FAST, *arguments)
    check.equal(result.status, 2, f"{what}: exit status")
    check.equal((result.value(KEY), result.reading(KEY)), (None, "error"), what)
    check.equal(result.doc["capture"]["complete"], False, what)
    check.holds(part, result.err, what)
    check.equal(len(result.err.splitlines()), 1, f"{what}: one line: {result.err}")
    check.equal(len(server.requests), 1, f"{what}: requests")


def spoils_value(what, act, status, part, *arguments, which=is_value, template=fs.TEMPLATE):
    """A fault of one query: status 1, no value, and the reason."""
    result, _ = run(on(which, act), *FAST, *arguments, template=template)
    check.equal(result.status, 1, f"{what}: exit status")
    check.equal((result.value(KEY), result.reading(KEY)), (None, status), what)
    check.holds(part, result.err, what)


def spoils_uncounted(what, act, status, part, which=is_value):
    """The same for a series that is read as the server's quantile."""
    spoils_value(f"uncounted: {what}", act, status, part, which=which, template=UNCOUNTED)


def good_at_last(what, behave, *arguments, template=fs.TEMPLATE):
    result, server = run(behave, *arguments, template=template)
    check.equal(result.status, 0, f"{what}: exit status: {result.err}")
    check.equal((result.value(KEY), result.reading(KEY)), (7.5, "good"), what)
    return result, server


def preflight_faults():
    with nobody() as url, Directory() as d:
        d.put("timings.json", OLD)
        metrics = d.put("surface.json", fs.surface())
        result = capture(d, "--prometheus", url, "--metrics", metrics, *FAST, "--time", "2023-11-14T22:18:20Z")
    check.equal(result.status, 2, "refused")
    check.equal((result.value(KEY), result.reading(KEY)), (None, "error"), "refused")
    check.equal(result.doc["captured_at"], "2023-11-14T22:18:20Z", "refused")
    check.holds("cannot ask", result.err, "refused")

    cannot_ask("401", lambda r: r.answer("no", 401, "text/plain"), "401: no; give --bearer-token-file")
    cannot_ask("403", lambda r: r.answer("", 403), "403; these credentials may not query")
    cannot_ask("404", lambda r: r.answer("404 page not found", 404, "text/plain"), "is there a Prometheus API at")
    cannot_ask("307", lambda r: r.answer("", 307, Location="https://u:secret@other.example/graph?token=secret"),
               "redirects (307) to 'https://other.example/graph'")
    cannot_ask("200 with HTML", lambda r: r.answer("<html>login</html>", kind="text/html"), "(text/html) is not one of")
    cannot_ask("empty", lambda r: r.answer(""), "not one of the Prometheus API")
    cannot_ask("no time", lambda r: r.answer(vector()), "no usable value for 'time()'")
    cannot_ask("NaN for time", lambda r: r.answer(vector(({}, "NaN"))), "no usable value for 'time()'")
    cannot_ask("400", lambda r: r.answer(json.dumps({"status": "error", "errorType": "bad_data", "error": "x\n\x1b[1m"}), 400),
               "400: bad_data: x\\n\\x1b[1m")
    cannot_ask("200 with an error", lambda r: r.answer(json.dumps({"status": "error", "errorType": "bad_data", "error": "x"})),
               "bad_data: x")
    cannot_ask("starting", lambda r: r.answer("Service Unavailable", 503, "text/plain"), "503: Service Unavailable")


def reset_in_body(request):
    request.send_response(200)
    request.send_header("Content-Length", "1000")
    request.end_headers()
    request.wfile.write(b'{"status"')
    return request.reset()


def bomb(request):
    return request.answer(gzip.compress(b" " * (64 << 20)), Content_Encoding="gzip")


def value_faults():
    spoils_value("reset in mid-body", reset_in_body, "error", "span.a.p95: error: ")
    spoils_value("closed at once", lambda r: r.reset(), "error", "span.a.p95: error: ")
    spoils_value("endless", lambda r: r.pour(b" " * 65536), "error", "larger than 16777216 bytes")
    spoils_value("endless, of many at one time", lambda r: r.pour(b" " * 65536), "error", "larger than 268435 bytes",
                 "--parallel", "1000")
    spoils_value("gzip bomb", bomb, "error", "larger than 16777216 bytes")
    spoils_value("truncated", lambda r: r.answer(fs.good("h")[:-3]), "error", "line 1")
    spoils_value("deep", lambda r: r.answer("[" * 100000), "error", "deep")
    spoils_value("duplicate members", lambda r: r.answer('{"status":"success","status":"success"}'), "error", "duplicate")
    spoils_value("wrong type", lambda r: r.answer(success({"resultType": "vector", "result": 7})), "error", "data.result")
    spoils_value("matrix", lambda r: r.answer(success({"resultType": "matrix", "result": []})), "error", "'matrix'")
    spoils_value("not UTF-8", lambda r: r.answer(b'{"status":"\xff"}'), "error", "UTF-8")
    spoils_value("HTML", lambda r: r.answer("<html>", kind="text/html"), "error", "text/html")
    spoils_value("204", lambda r: r.answer("", 204), "error", "answers 204")
    spoils_value("a mix with native histograms",
                 lambda r: r.answer(vector(warnings=["PromQL warning: vector contains a mix of classic and native histograms"])),
                 "error", "native histograms beside classic buckets")
    spoils_value("a native histogram", lambda r: r.answer(success({"resultType": "vector", "result": [
        {"metric": {}, "histogram": [fs.NOW, {"count": "1", "sum": "1"}]}]})), "error", "a native histogram, which")
    spoils_value("warning", lambda r: r.answer(vector(({}, "7.5"), warnings=["a store is down"])), "partial", "a store is down")
    spoils_value("isPartial", lambda r: r.answer(vector(({}, "7.5"), isPartial=True)), "partial", "is partial")
    spoils_value("annotations omitted", lambda r: r.answer(vector(({}, "7.5"), warnings=["2 more annotations omitted"])), "partial",
                 "2 more annotations omitted")
    spoils_value("another instant", lambda r: r.answer(vector(({}, "7.5"), at=fs.NOW - 30)), "error",
                 "answered for the instant 1700000270.000, but was asked for 1700000300")
    spoils_value("no series", lambda r: r.answer(matrix()), "no_data", "there is no sample in the window", which=is_evidence)


def sample_faults():
    """What a server may do to the raw samples of a series."""
    for what, act, part in (("HTML", lambda r: r.answer("<html>", kind="text/html"), "the query for its samples: the answer (text/html)"),
                            ("500", lambda r: r.answer("", 500), "the query for its samples: the server answers 500"),
                            ("a vector", lambda r: r.answer(vector()), "expected a matrix, found a 'vector'"),
                            ("truncated", lambda r: r.answer(scrapes()[:-3]), "line 1"),
                            ("a time alone", lambda r: r.answer(success({"resultType": "matrix", "result": [
                                {"metric": {"le": "1"}, "values": [[fs.NOW]]}]})), "expected a time and a value"),
                            ("no number", lambda r: r.answer(matrix(({"le": "1"}, [(fs.NOW, "x")]))), "expected a number"),
                            ("no samples", lambda r: r.answer(success({"resultType": "matrix", "result": [
                                {"metric": {"le": "1"}}]})), "missing 'values'"),
                            ("native", lambda r: r.answer(success({"resultType": "matrix", "result": [
                                {"metric": {}, "histograms": [[fs.NOW, {"count": "1", "sum": "1"}]]}]})), "a native histogram, which")):
        spoils_value(f"samples: {what}", act, "error", part, which=is_evidence)
    spoils_value("warning on the samples", lambda r: r.answer(scrapes(warnings=["a store is down"])), "partial", "a store is down",
                 which=is_evidence)
    falling = {**fs.EDGES, "5": 40}
    spoils_value("counts that fall", lambda r: r.answer(scrapes(falling)), "bad_histogram",
                 "edge 5 has 110 fewer observations than the edge below it", which=is_evidence)


def half(request):
    """Each scrape lacks one edge or another: a server that takes its samples from two replicas."""
    series = json.loads(scrapes())["data"]["result"]
    for i, one in enumerate(series):
        one["values"] = [v for k, v in enumerate(one["values"]) if k in (0, 11) or k % len(series) != i]
    return request.answer(success({"resultType": "matrix", "result": series}))


def uncounted():
    """A server that gives no raw samples, or not whole ones: the series is read as its quantile, and that is said."""
    refusal = json.dumps({"status": "error", "errorType": "bad_data", "error": "range vectors are not for you"})
    for what, act, part in (("refused", lambda r: r.answer(refusal, 400), "range vectors are not for you"),
                            ("endless", lambda r: r.pour(b" " * 65536), "more than 16 MiB"),
                            ("half scrapes", half, "less than half of its times have a sample of every bucket")):
        result, server = good_at_last(what, on(is_evidence, act))
        check.holds(f"uncounted, read as the server's quantile: {'its samples' if part[0] in 'rm' else ''}", result.err, what)
        check.holds(part, result.doc["uncounted"]["span.a"], what)
        check.that("counts" not in result.doc and "covered" not in result.doc, f"{what}: counts")
        check.equal(server.count(is_rates), 1, f"{what}: its rates")
    names = [f"n{i}" for i in range(9)]
    result, server = run(on(is_evidence, lambda r: r.answer(refusal, 400)), names=names)
    check.equal((result.status, len(result.doc["uncounted"]), server.count(is_evidence)), (0, 9, 2), "refused: not asked nine times")


def uncounted_faults():
    spoils_uncounted("several results", lambda r: r.answer(vector(({"a": "1"}, "1"), ({"a": "2"}, "2"))), "ambiguous", "2 results")
    spoils_uncounted("several histograms", lambda r: r.answer(vector(*[({"le": "1", "a": a}, "1") for a in "ab"])), "ambiguous",
                     "several histograms", which=is_rates)
    spoils_uncounted("NaN", lambda r: r.answer(vector(({}, "NaN"))), "bad_histogram", "answers NaN, its buckets give 7.5")
    spoils_uncounted("infinite", lambda r: r.answer(vector(({}, "+Inf"))), "bad_histogram", "answers +Inf")
    spoils_uncounted("warning on the rates", lambda r: r.answer(rates(warnings=["a store is down"])), "partial",
                     "a store is down", which=is_rates)
    spoils_uncounted("forced monotonicity",
                     lambda r: r.answer(vector(({}, "7.5"), infos=["input to histogram_quantile needed to be fixed for monotonicity"])),
                     "bad_histogram", "raise counts")
    spoils_uncounted("counter resets, on the rates",
                     lambda r: r.answer(rates(warnings=["PromQL warning: conflicting counter resets during histogram addition"])),
                     "bad_histogram", "some were reset", which=is_rates)
    spoils_uncounted("native rates", lambda r: r.answer(success({"resultType": "vector", "result": [
        {"metric": {}, "histogram": [fs.NOW, {"count": "1", "sum": "1"}]}]})), "error", "a native histogram, which", which=is_rates)
    spoils_uncounted("no rates", lambda r: r.answer("", 500), "error", "the query for its buckets", which=is_rates)
    spoils_uncounted("no series", lambda r: r.answer(vector()), "no_data", "does not exist", which=lambda q: not is_preflight(q))


def late():
    """
    An answer that never ends. The time that capture waits is that of all queries: where a busy machine was late with
    another answer too, ask with more time.
    """
    for timeout_s in (1, 8, 60):
        result, server = run(on(is_value, lambda r: r.pour(b" ", 0.02)), *FAST, "--timeout", f"{timeout_s}s")
        if server.count(is_value) > 0:
            break
    check.equal((result.status, result.value(KEY), result.reading(KEY)), (1, None, "error"), f"drip: {result.err}")
    check.holds(f"no answer within {timeout_s} s; raise --timeout", result.err, "drip")


def still_good():
    good_at_last("infos", on(is_value, lambda r: r.answer(vector(({}, "7.5"), infos=["metric might not be a counter"]))))
    good_at_last("infos among warnings", on(is_value, lambda r: r.answer(vector(({}, "7.5"), warnings=[
        "PromQL info: metric might not be a counter", "2 more info annotations omitted"]))))
    good_at_last("unknown members", on(is_value, lambda r: r.answer(vector(({}, "7.5"), stats={"seriesFetched": "1"}))))
    good_at_last("gzip", lambda r, q: r.answer(gzip.compress(fs.good(q).encode()), Content_Encoding="gzip"))
    good_at_last("deflate", lambda r, q: r.answer(zlib.compress(fs.good(q).encode()), Content_Encoding="deflate"))
    for what, elements in (("NaN", [({}, "NaN")]), ("infinite", [({}, "+Inf")]), ("another bucket", [({}, "9e9")]), ("nothing", []),
                           ("several", [({"a": "1"}, "1"), ({"a": "2"}, "2")])):
        result, _ = good_at_last(f"the server's own: {what}", on(is_value, lambda r, e=elements: r.answer(vector(*e))))
        check.holds("counted 7.5; the server's own quantile is ", result.err, f"the server's own: {what}")
        check.holds("counted 7.5; the server's own quantile is ", result.doc["notes"][KEY], f"the server's own: {what}: notes")
    good_at_last("notes about rates", on(is_value, lambda r: r.answer(vector(({}, "7.5"), infos=[
        "input to histogram_quantile needed to be fixed for monotonicity"]))))
    digits = "7." + "5" + "0" * 600
    good_at_last("hundreds of digits", on(is_value, lambda r: r.answer(vector(({}, digits)))))
    result, _ = good_at_last("partial, allowed", on(is_value, lambda r: r.answer(vector(({}, "7.5")))), "--allow-partial")
    result, _ = run(on(is_value, lambda r: r.answer(vector(({}, "7.5"), warnings=["w"]))), "--allow-partial")
    check.equal((result.status, result.value(KEY), result.reading(KEY)), (0, 7.5, "partial"), "--allow-partial")
    check.holds("partial: w; kept, as --allow-partial asks", result.err, "--allow-partial")
    result, _ = run(on(is_value, lambda r: r.answer(vector(({}, "9.5"), warnings=["w"]))), "--allow-partial", template=UNCOUNTED)
    check.equal((result.status, result.value(KEY), result.reading(KEY)), (1, None, "partial"), "partial and wrong")
    check.holds("partial: w; fix the server; --allow-partial keeps a value that has no other fault", result.err, "partial and wrong")
    result, _ = run(on(is_value, lambda r: r.answer(vector(({}, "7.5"), warnings=["w"]))))
    check.holds("accept it with --allow-partial", result.err, "partial")


def retries():
    result, server = good_at_last("503 then good", lambda r, q: r.number in (1, 3) and r.answer("", 503))
    check.equal(len(server.requests), 7, "503 then good: requests")

    _, server = good_at_last("429 with Retry-After", lambda r, q: r.number == 1 and r.answer("", 429, Retry_After="1"))
    check.that(server.requests[1].arrived - server.requests[0].arrived >= 0.99, "429: came back before Retry-After")

    _, server = good_at_last("reset then good", lambda r, q: r.number == 2 and reset_in_body(r))
    check.equal(len(server.requests), 6, "reset then good: requests")

    result, server = run(on(is_value, lambda r: r.answer("", 502)), "--retries", "2")
    check.equal((result.status, server.count(is_value)), (1, 3), "502 for ever: 1 + 2 attempts")
    check.holds("(3 attempts)", result.err, "502 for ever")
    for status in (400, 401, 404, 422, 500):
        result, server = run(on(is_value, lambda r, s=status: r.answer("", s)), "--retries", "3")
        check.equal((result.status, server.count(is_value)), (1, 1), f"{status} is not asked again")


def whole_is_bounded():
    """By 20 times --timeout, which all of it waits for here, so that is short: again, until the answer itself is in time."""
    for _ in range(HANG_SECONDS):
        result, server = run(lambda r, q: r.answer("", 503, Retry_After="30"), "--timeout", "300ms")
        if "no answer within" not in result.err:
            break
    check.equal((result.status, len(server.requests)), (2, 1), "the whole is bounded")
    check.holds("20 times --timeout", result.err, "the whole is bounded")


def as_get():
    _, server = good_at_last("405", lambda r, q: r.command == "POST" and r.answer("", 405), "--retries", "0")
    check.equal([r.command for r in server.requests], ["POST"] + 5 * ["GET"], "405")
    result, server = run(lambda r, q: r.answer("", 405), *FAST)
    check.equal((result.status, len(server.requests)), (2, 2), "405 for GET too")


def asked_again():
    """A value that differs is asked once more, with what it is held against; two answers are said."""
    for template, which in ((fs.TEMPLATE, is_evidence), (UNCOUNTED, is_rates)):
        seen = []

        def once(request, query, seen=seen):
            seen.append(query)
            return is_value(query) and seen.count(query) == 1 and request.answer(vector(({}, "19.5")))

        result, server = good_at_last("differs once", once, template=template)
        check.equal((server.count(is_value), server.count(which)), (2, 2), "differs once: requests")
        check.equal(len({r.form["time"] for r in server.requests[1:]}), 1, "differs once: one instant")
        check.holds("two answers for one instant, 19.5 and then 7.5", result.err, "differs once")
        check.holds("two answers for one instant, 19.5 and then 7.5", result.doc["notes"][KEY], "differs once: notes")

    result, server = run(on(is_value, lambda r: r.answer(vector(({}, "9.5")))), template=UNCOUNTED)
    check.equal((result.status, result.value(KEY), result.reading(KEY)), (1, None, "bad_histogram"), "differs twice")
    check.holds("the server answers 9.5, its buckets give 7.5", result.err, "differs twice")
    check.equal((server.count(is_value), server.count(is_rates)), (2, 2), "differs twice: requests")
    check.that("two answers" not in result.err, "differs twice: one answer")
    seen = []

    def other_samples(request, query):
        seen.append(query)
        if is_value(query):
            return request.answer(vector(({}, "19.5")))
        return is_evidence(query) and seen.count(query) == 1 and request.answer(scrapes({le: 2 * n for le, n in fs.EDGES.items()}))

    result, _ = good_at_last("other samples", other_samples)
    check.holds("two answers for one instant: its samples changed", result.err, "other samples")


def how_it_asks():
    names = [f"n{i}" for i in range(40)]
    gate = threading.Barrier(3)

    def together(request, query):
        """Answer only when three are there: they must run side by side, and the file proves that all came."""
        if not is_preflight(query) and request.number <= 4:
            gate.wait(HANG_SECONDS)
        return False

    result, server = run(together, "--parallel", "3", names=names)
    check.equal((result.status, result.doc["capture"]["captured"]), (0, 40), "side by side")
    check.that(server.most_running <= 3, f"--parallel 3: {server.most_running} at one time")
    connections = {r.client for r in server.requests}
    check.that(len(connections) <= 4, f"connections are reused: {len(connections)} for {len(server.requests)} requests")
    forms = [r.form for r in server.requests]
    check.that("time" not in forms[0] and forms[0]["query"] == "time()", "the preflight is the first")
    check.equal({f["time"] for f in forms[1:]}, {str(fs.NOW)}, "one instant, floored")
    check.equal({f["nocache"] for f in forms}, {"1"}, "nocache")
    check.equal(result.doc["captured_at"], "2023-11-14T22:18:20Z", "captured_at")

    _, server = good_at_last("--time", lambda r, q: False, "--time", "2020-01-01T00:00:00Z")
    check.equal({r.form["time"] for r in server.requests[1:]}, {"1577836800"}, "--time")
    _, server = good_at_last("a time before 1970", lambda r, q: False, "--time", "1969-12-31T23:59:59Z")
    check.equal({r.form["time"] for r in server.requests[1:]}, {"-1"}, "a time before 1970")
    for path in ("/prometheus", "/prometheus/", "//prometheus//", "/select//0///prometheus"):
        with_path, server = run(lambda r, q: False, path=path)
        wanted = "/" + "/".join(p for p in path.split("/") if p) + "/api/v1/query"
        check.equal({r.path for r in server.requests}, {wanted}, f"base path {path}")

    result, server = run(lambda r, q: False, "--dry-run")
    check.equal((result.status, len(server.requests), result.text), (0, 0, OLD), "--dry-run")
    check.equal(result.out, KEY + "\t" + fs.TEMPLATE.replace("{quantile}", "0.95").replace("{name}", "a")
                .replace("{window}", "3m") + "\n", "--dry-run")


def waits():
    """--wait: no data at first; each attempt is at a new instant."""
    attempts = []

    def behave(request, query):
        if is_preflight(query):
            attempts.append(query)
            return request.answer(success({"resultType": "scalar", "result": [1, str(fs.NOW + len(attempts))]}))
        return len(attempts) < 3 and is_evidence(query) and request.answer(matrix())

    result, server = good_at_last("--wait", behave, "--wait", "5m")
    times = [int(r.form["time"]) - fs.NOW for r in server.requests if is_value(r.form["query"])]
    check.equal(times, [1, 2, 3], "--wait: instants")
    check.equal(result.doc["captured_at"], "2023-11-14T22:18:23Z", "--wait")


def waits_in_vain():
    result, _ = run(on(is_evidence, lambda r: r.answer(matrix())), "--wait", "400ms")
    check.equal((result.status, result.reading(KEY)), (1, "no_data"), "--wait in vain")
    with nobody() as url, Directory() as d:
        began = time.monotonic()
        result = capture(d, "--prometheus", url, "--metrics", d.put("s.json", fs.surface()), "--wait", "600ms", *FAST)
        check.equal(result.status, 2, "--wait, nobody listens")
        check.that(time.monotonic() - began > 0.4, "--wait, nobody listens: gave up at once")


def waits_for_what_may_come(what, behave, *arguments):
    """Such a first answer is no reason to give up."""
    result, server = run(lambda r, q: r.number == 1 and behave(r), "--wait", "5m", *arguments, *FAST)
    check.equal((result.status, result.value(KEY)), (0, 7.5), f"--wait, {what}: {result.err}")
    check.that(server.count(is_preflight) > 1, f"--wait, {what}: asked once only")


def goes_on_after(status):
    """A refusal is none when the preflight was answered."""
    result, server = run(lambda r, q: r.number in (2, 3) and r.answer("", status), "--wait", "5m", *FAST)
    check.equal((result.status, server.count(is_preflight)), (0, 2), f"--wait, {status} after the preflight: {result.err}")


def refuses(status):
    """What ends a wait at once."""
    result, server = run(lambda r, q: r.answer("no", status, Location="/x"), "--wait", "5m", *FAST)
    check.equal((result.status, result.reading(KEY)), (2, "error"), f"--wait, {status}: {result.err}")
    check.equal(server.count(is_preflight), 2 if status == 405 else 1, f"--wait, {status}: asked")


def all_that_wait():
    """Side by side, as that takes seconds: 5 between two attempts under --wait 5m, in which any machine asks twice."""
    for status in (300, 301, 307, 400, 401, 403, 404, 405, 410, 413, 422, 499):
        refuses(status)
    may_come = {str(s): lambda r, s=s: r.answer("", s) for s in (408, 425, 429, 500, 503)}
    may_come.update({"a reset": lambda r: r.reset(), "a reset in mid-body": reset_in_body,
                     "HTML": lambda r: r.answer("<html>", kind="text/html")})
    jobs = [functools.partial(waits_for_what_may_come, what, behave) for what, behave in may_come.items()]
    # What comes too late is asked for again too, so a busy machine only makes this take longer.
    jobs.append(lambda: waits_for_what_may_come("no answer", lambda r: r.pour(b" ", 0.05), "--timeout", "1s"))
    side_by_side([retries, late, waits, waits_in_vain, whole_is_bounded, *jobs, lambda: goes_on_after(401), lambda: goes_on_after(404)])


def main():
    for part in (preflight_faults, value_faults, sample_faults, uncounted, uncounted_faults, still_good, as_get, asked_again, how_it_asks, all_that_wait):
        part()
    check.end()


if __name__ == "__main__":
    sys.exit(main())
