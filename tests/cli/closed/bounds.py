"""Attacks on check-bounds: bounds that cannot fire, and files that contradict themselves or hold for nothing."""
from world import (AT_BASELINE, AT_LADDERS, AT_SURFACE, AT_THRESHOLDS, BASELINE, DROP, LADDERS, PLACEHOLDER, RUN, SURFACE, THRESHOLDS, change,
                   check, gate, load, values)

GAUGES = {AT_BASELINE: load("gauges/baselines/baseline-timings.json"), AT_SURFACE: load("gauges/config/regression-metrics.json"),
          AT_THRESHOLDS: load("gauges/config/regression-thresholds.json"), AT_LADDERS: load("gauges/config/ladders.json")}
MEANS = {AT_BASELINE: load("means/baselines/baseline-timings.json"), AT_SURFACE: load("means/config/regression-metrics.json"),
         AT_THRESHOLDS: load("means/config/regression-thresholds.json"), AT_LADDERS: load("means/config/ladders.json")}
DAY = ["--today", "2026-09-12"]


def fires(name, path, value, words):
    return check(name, "bounds that cannot fire", {**GAUGES, AT_THRESHOLDS: change(GAUGES[AT_THRESHOLDS], **{path: value})}, 1, ("rule D", *words))


def budget(name, base, label, limits, words, files=None):
    place = GAUGES if files is None else files
    thresholds = change(place[AT_THRESHOLDS], budgets={base: {label: limits}})
    return check(name, "budgets that are never exceeded", {**place, AT_THRESHOLDS: thresholds}, 1, ("rule S", *words))


def unused(name, words, **files):
    paths = {"thresholds": AT_THRESHOLDS, "ladders": AT_LADDERS, "baseline": AT_BASELINE}
    return check(name, "what holds for nothing", {paths[part]: content for part, content in files.items()}, 1, ("rule A", *words))


def contradicts(name, words, files=None, **changes):
    place = MEANS if files is None else files
    return check(name, "baselines that contradict themselves", {**place, AT_BASELINE: change(place[AT_BASELINE], **changes)}, 1, ("rule V", *words))


def waived(name, entry, words, key="span.a.p50"):
    thresholds = change(THRESHOLDS, waivers={key: entry})
    return check(name, "waivers without end", {AT_THRESHOLDS: thresholds}, 1, ("rule W", *words), DAY)


def waived_run(name, most, value, status, words, **changes):
    files = {AT_THRESHOLDS: change(THRESHOLDS, waivers={"span.a.p50": {"until": "2026-12-31", "max": most}}),
             "timings.json": change(values(RUN, span_a_p50=value), **changes)}
    return gate(name, "waivers with a max", files, status, words, ["--today", "2026-12-31"])


def old(name, files, words, arguments):
    """An old capture, of which nothing may be left; then `words` in what stands in its place."""
    row = gate(name, "old results", files, 2, words, (), ("timings.json",))
    return row._replace(arguments=["capture", "--prometheus", "{dead}", "--retries", "0", "--git-sha", "unknown", *arguments])


MORE = "overrides/throughput.tx/value/max_abs_increase_per_second"
SIZE = "overrides/span.a/value/max_abs_increase_bytes"


def refresh(name, before, after, status, words, base=None):
    """A refresh of the baseline that may be 10 % slower."""
    place = {AT_BASELINE: after, "old.json": before}
    return check(name, "refreshes", {**(base or {}), **place}, status, words, ["--diff", "old.json", "--max-slower", "10"])


UNREADABLE = ('"complete": false', '"value": null')
ROWS = [
    fires("more is better, and the bound is twice the baseline", MORE, 2000.0, ("throughput.tx.value", "only a reading below 0")),
    fires("more is better, and the bound is the baseline", MORE, 1000.0, ("throughput.tx.value", "only a reading below 0")),
    fires("a bound without end", SIZE, 1.7e308, ("span.a.value", "no reading is as large as that")),
    fires("a bound in another unit", SIZE, 1e9, ("span.a.value", "not a gate")),
    fires("a percentage without end", "overrides/span.a/value/max_pct_increase", 1e300, ("span.a.value", "the percentage would decide")),
    budget("between two edges", "span.a", "p50", {"max_ms": 3.0}, ("between 2 and 5", "the nearest edge is 2")),
    budget("above the top edge", "span.a", "p50", {"max_ms": 3000.0}, ("above the top edge", "the nearest edge is 20")),
    budget("below the first edge", "span.a", "p50", {"max_ms": 0.9}, ("between 0 and 1", "the nearest edge is 1")),
    budget("in CI alone", "span.a", "p50", {"max_ms": 2.0, "ci_max_ms": 4.0}, ('"ci_max_ms" is 4', "the nearest edge is 5")),
    budget("on a placeholder", "span.a", "p50", {"max_ms": 3.0}, ("the nearest edge",), {**GAUGES, AT_BASELINE: PLACEHOLDER}),
    budget("more is better, and the limit is below 0", "throughput.tx", "value", {"max_per_second": -1.0}, ("never exceeded",)),
    budget("a size without end", "span.a", "value", {"max_bytes": 1e300}, ("never exceeded",)),
    budget("a fall by more than all", "throughput.tx", "value", {"ab_max_pct": 101.0}, ("nothing falls by more than all of it",)),
    budget("a key of none", "span.x", "p50", {"max_ms": 2.0}, ("not declared",)),
    unused("a default of no policy, with on_missing", ("spans.p95", "on_missing"),
           thresholds=change(THRESHOLDS, **{"defaults/spans": {"p95": {"on_missing": "fail"}}})),
    unused("a default of no quantile", ("span.p99", "did you mean 'span.p95'"),
           thresholds=change(THRESHOLDS, **{"defaults/span/p99": {"on_missing": "fail"}})),
    unused("a default on a placeholder", ("spans.p95",), baseline=PLACEHOLDER,
           thresholds=change(THRESHOLDS, **{"defaults/spans": {"p95": {"on_missing": "fail"}}})),
    unused("an override of no key", ("span.x.p95",), thresholds=change(THRESHOLDS, **{"overrides/span.x": {"p95": {"max_abs_increase_ms": 1.0}}})),
    unused("a ladder of nothing", ("spam", "did you mean 'span'"), ladders=change(LADDERS, spam=LADDERS["span"])),
    contradicts("a value that no run read", ("the median of its runs is 0.85",), **{"metrics/span.a.p95/value": 0.1}),
    contradicts("runs far from the value", ("the median of its runs is 21.0",), **{"spread/span.a.p95": [20.0, 21.0, 22.0, 20.5, 21.5]}),
    contradicts("a mean without its runs", ("none of them has a value",), **{"spread/span.a.mean": DROP}),
    contradicts("counts of another distribution", ("into another bucket",), **{"metrics/span.a.p95/value": 0.85, "runs": [
        change(run, counts={"span.a": " ".join([run["counts"]["span.a"].split()[0]] * 11)}) for run in MEANS[AT_BASELINE]["runs"]]}),
    contradicts("samples that nobody counted", ("beside \"runs\"",), samples={"span.a": 1}),
    contradicts("no observation, so that none is too few", ("on no observation",), {AT_BASELINE: BASELINE}, samples={"span.a": 0}),
    contradicts("a status that the value denies", ("saturated",), {AT_BASELINE: BASELINE}, status={"span.a.p50": "saturated"}),
    refresh("to a placeholder", BASELINE, PLACEHOLDER, 2, ("nothing to judge",)),
    refresh("from a placeholder", PLACEHOLDER, BASELINE, 2, ("nothing to judge",)),
    refresh("of other keys", change(BASELINE, metrics={"span.z.p95": {"value": 1.0, "unit": "ms"}}), BASELINE, 2, ("nothing to judge",)),
    refresh("from 0", GAUGES[AT_BASELINE], values(GAUGES[AT_BASELINE], drift_left_value=1.0), 1,
            ("'drift.left.value' got slower beyond any percentage",), GAUGES),
    refresh("by more than a double holds", values(BASELINE, span_a_p50=5e-324), values(BASELINE, span_a_p50=1.5), 1, ("beyond any percentage",)),
    refresh("into another unit", BASELINE, change(BASELINE, **{"metrics/span.a.p50/unit": "us", "metrics/span.a.p50/value": 1500.0}), 1,
            ("ms -> us", "unit differs")),
    refresh("of what has no floor is the same", GAUGES[AT_BASELINE], values(GAUGES[AT_BASELINE], span_a_value=10001.0), 0,
            ("0 slower; 0 lost, 0 weaker",), GAUGES),
    waived("for ever", {"until": "9999-12-31"}, ("366 days",)),
    waived("a year and a day", {"until": "2027-09-14"}, ("366 days",)),
    waived("a key of none", {"until": "2026-12-31"}, ("not gated",), "span.x.p50"),
    waived("a max between two edges", {"until": "2026-12-31", "max": 7.0}, ("make it an edge",)),
    waived("a max above the top edge", {"until": "2026-12-31", "max": 1e9}, ("above the top edge",)),
    waived("a max that waives nothing", {"until": "2026-12-31", "max": 2.0}, ("waives nothing",)),
    waived_run("beyond it", 10.0, 14.2, 1, ("14.2 ms is beyond",)),
    waived_run("saturated", 20.0, 20.0, 1, ("is beyond",)),
    waived_run("on other edges", 10.0, 6.0, 1, ("not known to keep to",), ladders={"span": {"unit": "ms", "edges": [1.0, 2.0, 5.0]}}),
    old("no surface", {AT_SURFACE: None}, (AT_SURFACE, *UNREADABLE), []),
    old("a surface that is no JSON", {AT_SURFACE: "{"}, UNREADABLE, []),
    old("no ladders", {}, ("none.json", *UNREADABLE), ["--ladders", "none.json"]),
    old("a secret on the command line", {}, UNREADABLE, ["--header", "Cookie: x"]),
    gate("an old report of a run that cannot be judged", "old results", {AT_BASELINE: None, "r.json": '{"verdict": "pass"}'}, 2, ("no r.json",),
         ["--report", "r.json"], ["r.json"]),
    gate("an old JUnit file of a run that cannot be judged", "old results", {"timings.json": None, "j.xml": "<testsuites/>"}, 2, ("no j.xml",),
         ["--junit", "j.xml"], ["j.xml"]),
]
