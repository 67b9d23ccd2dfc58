#!/usr/bin/env python3
"""The same histograms on real servers: the value or status that capture must give for each, and why.

Prints the table. A value that is counted is the same on every server, to the last digit; one that is not must be exactly
the number that the server printed.
"""

import json
import math
import sys
import urllib.parse
import urllib.request

from capture_tool import Checks, Directory, capture
from servers import HANG_SECONDS, T0, VICTORIA, announce, openmetrics, start

STEP, COUNT, NOW = 15, 21, T0 + 300
INF = "+Inf"
GOOD = {"1": 10, "2": 50, "5": 90, "10": 100, INF: 100}  # a step; the 0.95 quantile is 7.5


def steps(first=0, last=COUNT):
    return range(first, last)


def line(per_step, which=steps(), start_at=None):
    """A counter that grows by `per_step` from each sample to the next."""
    base = which[0] if start_at is None else start_at
    return [(T0 + STEP * k, per_step * (k - base + 1)) for k in which]


def buckets(case, per_step, which=steps(), **labels):
    return [("t_bucket", {"case": case, "le": le, **labels}, line(n, which)) for le, n in per_step.items()]


def constant(case, per_le):
    return [("t_bucket", {"case": case, "le": le}, [(T0 + STEP * k, n) for k in steps()]) for le, n in per_le.items()]


def reset_all(case):
    """All counters start anew at the eleventh sample."""
    made = []
    for le, n in GOOD.items():
        made.append(("t_bucket", {"case": case, "le": le}, line(n, steps(0, 10)) + line(n, steps(10, COUNT))))
    return made


def reset_low(case):
    """Only the lowest counter starts anew, from nothing."""
    made = buckets(case, GOOD)
    name, labels, _ = made[0]
    made[0] = (name, labels, line(GOOD["1"], steps(0, 15)) + line(GOOD["1"], steps(15, COUNT)))
    return made


def drop_low(case):
    """Only the lowest counter drops, by two steps."""
    made = buckets(case, {**GOOD, "1": 45})
    name, labels, samples = made[0]
    made[0] = (name, labels, samples[:15] + [(t, v - 90) for t, v in samples[15:]])
    return made


SUM = 'histogram_quantile({quantile}, sum by (le) (rate(t_bucket{case="{name}"}[{window}])))'
AFTER = 'histogram_quantile({quantile}, sum(rate(t_bucket{case="{name}"}[{window}])) by (le))'
BARE = 'histogram_quantile({quantile}, rate(t_bucket{case="{name}"}[{window}]))'
NO_LE = 'histogram_quantile({quantile}, sum(rate(t_bucket{case="{name}"}[{window}])))'
OTHER = '1 * histogram_quantile({quantile}, sum by (le) (rate(t_bucket{case="{name}"}[{window}])))'
INCREASE = 'histogram_quantile({quantile}, sum by (le) (increase(t_bucket{case="{name}"}[{window}])))'

TOTAL = 'histogram_quantile({quantile}, sum by (le) (t_bucket{case="{name}"}))'
AVERAGE = 'histogram_quantile({quantile}, avg by (le) (rate(t_bucket{case="{name}"}[{window}])))'
PER_MINUTE = 'histogram_quantile({quantile}, sum by (le) (rate(t_bucket{case="{name}"}[{window}]) * 60))'

UNCOUNTED = ("total", "average", "per_minute", "other_shape", "no_le")

# case: template, declared edges or None, series, what Prometheus gives, what VictoriaMetrics gives (None: the
# same), reason. A number is a good value; "status" is one without a value, ("status", number) one with.
CASES = {
    "good": (SUM, [1, 2, 5, 10], buckets("good", GOOD), 7.5, None, "rank 95 of 100 is half-way from 5 to 10"),
    "good_sum_after": (AFTER, None, buckets("good_sum_after", GOOD), 7.5, None, "'sum(...) by (le)' is the same"),
    "increase": (INCREASE, None, buckets("increase", GOOD), 7.5, None, "increase in place of rate"),
    "total": (TOTAL, None, buckets("total", GOOD), 7.5, None, "since the start of the process: no count for the window"),
    "average": (AVERAGE, None, buckets("average", GOOD, instance="a") + buckets("average", GOOD, instance="b"), 7.5, None,
                "an average over instances: the same"),
    "per_minute": (PER_MINUTE, None, buckets("per_minute", GOOD), 7.5, None, "rates in another unit: the same"),
    "other_shape": (OTHER, None, buckets("other_shape", GOOD), 7.5, None, "not one call: taken as it is"),
    "saturated": (SUM, None, buckets("saturated", {**GOOD, "10": 90}), ("saturated", 10.0), None,
                  "the rank is in +Inf: at least the top edge"),
    "top_edge": (SUM, None, buckets("top_edge", {**GOOD, "5": 80, "10": 95}), 10.0, None,
                 "the rank is exactly the count at the top edge"),
    "zero_traffic": (SUM, None, constant("zero_traffic", GOOD), "no_traffic", None,
                     "no observation"),
    "missing_inf": (SUM, None, buckets("missing_inf", {k: v for k, v in GOOD.items() if k != INF}), "bad_histogram",
                    None, "nothing says how many there are in all"),
    "only_inf": (SUM, None, buckets("only_inf", {INF: 100}), "bad_histogram", None, "no edge to resolve on"),
    "non_monotone": (SUM, None, buckets("non_monotone", {**GOOD, "5": 40}), "bad_histogram", None,
                     "cumulative counts that fall"),
    "mixed_ladders": (SUM, None, buckets("mixed_ladders", GOOD, instance="a") +
                      buckets("mixed_ladders", {"1": 10, "3": 70, "10": 100, INF: 100}, instance="b"),
                      "ladder_mismatch", None, "two instances with different edges, summed"),
    "mixed_subset": (SUM, [1, 2, 5, 10], buckets("mixed_subset", GOOD, instance="a") +
                     buckets("mixed_subset", {"1": 10, "5": 90, "10": 100, INF: 100}, instance="b"),
                     "ladder_mismatch", None, "the union is the declared ladder, the sum is still wrong"),
    "ladder_changed": (SUM, None, buckets("ladder_changed", {k: v for k, v in GOOD.items() if k != INF}, steps(0, 14)) +
                       buckets("ladder_changed", {"3": 70, "20": 100}, steps(14, COUNT)) +
                       buckets("ladder_changed", {INF: 100}), "ladder_mismatch", None,
                       "other edges from the fifteenth sample on"),
    "edge_added": (SUM, [1, 2, 5, 10], buckets("edge_added", {k: v for k, v in GOOD.items() if k != "2"}) +
                   buckets("edge_added", {"2": 50}, steps(14, COUNT)), "ladder_mismatch", None,
                   "all declared edges are there, one only for half the window"),
    "not_declared": (SUM, [1, 2, 5, 20], buckets("not_declared", GOOD), "ladder_mismatch", None,
                     "edge 10 where 20 is declared"),
    "one_ulp": (SUM, [1, 2, 5, 10], buckets("one_ulp", {"1.0000000000000002": 10, "2": 50, "5": 90, "10": 100,
                                                        INF: 100}), 7.5, None, "a true edge can come one ulp high"),
    "reset_all": (SUM, None, reset_all("reset_all"), 7.5, None, "a restart: what was counted since is added"),
    "reset_low": (SUM, None, reset_low("reset_low"), 7.5, None, "one bucket starts from nothing: all of the instance did"),
    "drop_low": (SUM, None, drop_low("drop_low"), 7.5, None, "one bucket falls: a restart, too"),
    "one_sample": (SUM, None, buckets("one_sample", GOOD, steps(20, 21)), "no_data", None, "one scrape is no difference"),
    "gone": (SUM, None, buckets("gone", GOOD, steps(0, 4)), "no_data", None, "the last sample is before the window"),
    "absent": (SUM, None, [], "no_data", None, "no such series"),
    "two_routes": (BARE, None, buckets("two_routes", GOOD, route="a") + buckets("two_routes", GOOD, route="b"),
                   "ambiguous", None, "one result a route; never the first"),
    "no_le": (NO_LE, None, buckets("no_le", GOOD), "bad_histogram", None, "'sum' without 'by (le)' loses the edges"),
    "le_1_and_1.0": (SUM, None, buckets("le_1_and_1.0", GOOD, instance="a") +
                     buckets("le_1_and_1.0", {"1.0": 10, "2.0": 50, "5.0": 90, "10.0": 100, INF: 100}, instance="b"),
                     7.5, None, "two spellings of one edge"),
    "overflow_edge": (SUM, [1, 2, 5, 10], buckets("overflow_edge", {**GOOD, "1e308": 100}), 7.5, None,
                      "an edge of 1e308 is no edge of the ladder"),
    "overflow_rank": (SUM, None, buckets("overflow_rank", {**GOOD, "10": 90, "1e308": 100}),
                      ("saturated", 10.0), None, "the rank is in the overflow bucket"),
    "first_bucket": (SUM, None, buckets("first_bucket", {le: 100 for le in GOOD}), ("below_ladder", 0.95), None,
                     "0.95 x the first edge: arithmetic"),
    "zero_edge": (SUM, [1, 2, 5, 10], buckets("zero_edge", {"0": 0, **GOOD}), 7.5, None,
                  "OpenTelemetry's le=\"0\": holds nothing, is no edge"),
    "tiny": (SUM, None, buckets("tiny", {"1e-09": 10, "2e-09": 90, "4e-09": 100, INF: 100}), 3e-09, None,
             "exponent notation"),
    "huge": (SUM, None, buckets("huge", {"1e+240": 10, "2e+240": 90, "4e+240": 100, INF: 100}), 3e240, None,
             "large edges"),
    "integer_edges": (SUM, None, buckets("integer_edges", {"1000": 10, "2000": 90, "1e+06": 100, INF: 100}), 501000.0,
                      None, "le as 1e+06"),
}


def surface():
    """One group a case: the groups differ in template and ladder."""
    return {case: {"_query_template": case_of[0], "_quantiles": [0.95], "_unit": "ms", "_prefix": "case",
                   "_ladder": case, "names": [case]} for case, case_of in CASES.items()}


def ladders():
    return {case: {"unit": "ms", "edges": c[1]} for case, c in CASES.items() if c[1]}


def wanted_of(case, server):
    prometheus, victoria = CASES[case][3:5]
    wanted = victoria if server.engine == VICTORIA and victoria is not None else prometheus
    if isinstance(wanted, tuple):
        return wanted
    return (wanted, None) if isinstance(wanted, str) else ("good", wanted)


def printed(url, query):
    """The number in the server's own answer, as it stands there."""
    form = urllib.parse.urlencode({"query": query, "time": NOW, "nocache": 1}).encode()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(url + "/api/v1/query", data=form, timeout=HANG_SECONDS) as response:
        return json.load(response)["data"]["result"][0]["value"][1]


def check_case(checks, url, server, case, result, known):
    status, value = wanted_of(case, server)
    key = f"case.{case}.p95"
    got = result.value(key)
    what = f"{server}: {case}"
    checks.equal(result.reading(key), status, what)
    keeps = status in ("good", "saturated", "below_ladder")
    checks.that((got is not None) == keeps, f"{what}: value {got}")
    if value is not None and got is not None:
        checks.that(math.isclose(got, value, rel_tol=1e-9), f"{what}: wanted {value}, got {got}")
    counted = case not in UNCOUNTED
    checks.equal(f"case.{case}" in result.doc["uncounted"], not counted, f"{what}: uncounted")
    checks.equal(f"case.{case}" in result.doc["counts"], counted and (keeps or case == "not_declared"), f"{what}: counts")
    if got is not None and counted:
        checks.equal(got, known.setdefault(case, got), f"{what}: not what the other servers give")
    elif got is not None:
        query = CASES[case][0].replace("{quantile}", "0.95").replace("{name}", case).replace("{window}", "3m")
        text = printed(url, query)
        checks.equal(got, float(text), f"{what}: not what the server printed")
        checks.holds(f'"value": {float(text)!r}', result.text, what)
    status = result.reading(key)
    return status if got is None else f"{got!r}" if status == "good" else f"{status} {got!r}"


def check_server(checks, server, known):
    text = openmetrics([s for c in CASES.values() for s in c[2]])
    with Directory() as d, start(server, text) as url:
        metrics, edges = d.put("surface.json", surface()), d.put("ladders.json", ladders())
        result = capture(d, "--prometheus", url, "--metrics", metrics, "--ladders", edges, "--time", str(NOW))
        checks.equal(result.status, 0, f"{server}: exit status; {result.err}")
        cells = {case: check_case(checks, url, server, case, result, known) for case in CASES}
        checks.holds("case.other_shape: uncounted, read as the server's quantile: the template is not one call", result.err,
                     str(server))
        samples = result.doc["samples"]
        for case in ("good", "increase", "le_1_and_1.0"):
            checks.equal(samples[f"case.{case}"], 2200 if case == "le_1_and_1.0" else 1100, f"{server}: {case}: samples")
        for case in ("total", "average", "per_minute", "other_shape"):
            checks.that(f"case.{case}" not in samples, f"{server}: {case}: counts what is no count: {samples.get(f'case.{case}')}")
        checks.equal(result.doc["ladders"]["case"]["edges"], [1.0, 2.0, 5.0, 10.0], f"{server}: ladders")
        checks.equal(result.doc["ladders"]["case.tiny"]["edges"], [1e-09, 2e-09, 4e-09], f"{server}: ladders")
        checks.holds('case.missing_inf.p95: bad_histogram: there is no bucket with le=\'+Inf\'', result.err, str(server))
        checks.that("case.missing_inf" not in samples, f"{server}: samples without +Inf")
        checks.that("case.mixed_ladders" not in result.doc["ladders"], f"{server}: a ladder that nobody has")
        return cells


def main():
    checks = Checks()
    servers = announce()
    known = {}  # values that are counted
    cells = [check_server(checks, server, known) for server in servers]
    rows = [("case", *(str(s) for s in servers), "reason")] + [(c, *(cell[c] for cell in cells), CASES[c][5]) for c in CASES]
    widths = [max(len(row[i]) for row in rows) for i in range(len(servers) + 1)]
    for row in rows:
        print("  ".join(t.ljust(w) for t, w in zip(row, widths)) + "  " + row[-1])
    checks.end()


if __name__ == "__main__":
    sys.exit(main())
