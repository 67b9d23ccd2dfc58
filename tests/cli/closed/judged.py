"""Attacks on what is judged: keys that go missing, bounds that are not there, waivers, words that look like a verdict."""
from world import AT_BASELINE, AT_LADDERS, AT_SURFACE, AT_THRESHOLDS, BASELINE, DROP, EVERY, LADDERS, PLACEHOLDER, RUN, SLOW, SURFACE, THRESHOLDS, change, gate, values  # noqa: E501

WAIVERS = {key: {"until": "2099-12-31"} for key in EVERY}
NOTHING = "nothing was compared"
FAIL_ON_MISSING = change(THRESHOLDS, **{"overrides/span.b/p95/on_missing": "fail"})


def missing(*keys, status=None):
    statuses = {"status": {key: status for key in keys}} if status else {}
    return change(values(RUN, **{key.replace(".", "_"): None for key in keys}), **statuses)


def without(*keys):
    return change(RUN, metrics={k: v for k, v in RUN["metrics"].items() if k not in keys})


def renamed(document, mark):
    return change(document, metrics={k.replace("span.", mark): v for k, v in document["metrics"].items()})


def in_unit(document, unit):
    return change(document, metrics={k: {**v, "unit": unit} for k, v in document["metrics"].items()})


def excluded(*keys):
    names = {**SURFACE, "excluded_keys": {key: "it fired" for key in keys}}
    return names


def keys(name, files, status, words=(), arguments=(), reads=()):
    return gate(name, "keys that are not judged", files, status, words, arguments, reads)


def bounds(name, files, status, words=(), arguments=()):
    return gate(name, "bounds and waivers", files, status, words, arguments)


def share(name, files, status, words=(), arguments=()):
    return gate(name, "--min-compared", files, status, words, ["--min-compared", "1", *arguments])


ROWS = [
    keys("two of four are null", {"timings.json": missing("span.a.p50", "span.a.p95")}, 0,
         ("PASS, with 2 of 4 keys NOT judged", "2 not captured")),
    keys("half are gone after a rename", {"timings.json": renamed(RUN, "span.x.")}, 0,
         ("PASS, with 3 of 4 keys NOT judged: 1 judged", "3 not captured")),
    keys("in Markdown", {"timings.json": missing("span.a.p50")}, 0, ("PASS, with 1 of 4 keys NOT judged",),
         ["--format", "markdown"]),
    keys("in the summary", {"timings.json": missing("span.a.p50", status="no_data")}, 0,
         ("### PASS, with 1 of 4 keys NOT judged", "the series does not exist in the window"),
         ["--summary", "summary.md", "--format", "json"], ["summary.md"]),
    keys("in JUnit", {"timings.json": missing("span.a.p50")}, 0,
         ("<system-out>PASS, with 1 of 4 keys NOT judged", "<skipped message="), ["--junit", "junit.xml"], ["junit.xml"]),
    keys("in the annotations", {"timings.json": missing("span.a.p50")}, 0,
         ("::warning title=performance gate::PASS, with 1 of 4 keys NOT judged",), ["--annotate", "github"]),
    keys("in the report", {"timings.json": missing("span.a.p50")}, 0,
         ('"sentence": "PASS, with 1 of 4 keys NOT judged', '"judged": 3', '"missing": 1'), ["--format", "json"]),
    keys("in a replay", {"timings.json": missing("span.a.p50")}, 0, ("PASS, with 1 of 4 keys NOT judged",), ["--replay"]),
    keys("partly in a replay", {"timings.json": missing("span.a.p50"), "later.json": change(RUN, captured_at="2026-04-26T17:30:00Z")},
         0, ("1 of them NOT judged in every run",), ["--replay", "--timings", "timings.json", "later.json"]),
    keys("a replay of which one run has nothing", {"timings.json": missing(*EVERY)}, 2, ("CANNOT JUDGE",), ["--replay"]),
    keys("every key is null", {"timings.json": missing(*EVERY)}, 2, (NOTHING,)),
    keys("every key is null in the baseline", {AT_BASELINE: values(BASELINE, all=None)}, 2, (NOTHING,)),
    keys("the run has no key", {"timings.json": change(RUN, metrics={}, capture=DROP)}, 2),
    keys("the run has no metrics", {"timings.json": change(RUN, metrics=DROP)}, 2),
    keys("the run is an empty object", {"timings.json": {}}, 2),
    keys("the run is an empty file", {"timings.json": ""}, 2),
    keys("the run is a list", {"timings.json": "[]"}, 2),
    keys("the run has other keys", {"timings.json": renamed(RUN, "job.")}, 0,
         ("PASS, with 3 of 4 keys NOT judged",)),
    keys("all keys of the run are new", {"timings.json": change(RUN, metrics={"span.z.p95": {"value": 1, "unit": "ms"}})}, 2, (NOTHING,)),
    keys("the keys of the run are comments", {"timings.json": renamed(without("job.j.running.p95"), "_span.")}, 2, ("is a placeholder",)),
    keys("a slow key is there twice, first slow",
         {"timings.json": '{"metrics": {"span.a.p50": {"value": 9, "unit": "ms"}, "span.a.p50": {"value": 1, "unit": "ms"}}}'}, 2,
         ("span.a.p50",)),
    keys("the value is text", {"timings.json": change(RUN, **{"metrics/span.a.p50/value": "1.5"})}, 2, ("span.a.p50",)),
    keys("the value is NaN", {"timings.json": '{"metrics": {"span.a.p50": {"value": NaN, "unit": "ms"}}}'}, 2),
    keys("the value overflows", {"timings.json": '{"metrics": {"span.a.p50": {"value": 1e999, "unit": "ms"}}}'}, 2),
    keys("no unit", {"timings.json": change(RUN, **{"metrics/span.a.p50/unit": DROP})}, 2, ("unit",)),
    keys("another unit", {"timings.json": in_unit(RUN, "s")}, 1, ("unit differs",)),
    keys("a smaller unit hides a slowdown", {"timings.json": change(SLOW, **{"metrics/span.a.p50/value": 0.0055,
                                                                          "metrics/span.a.p50/unit": "s"})}, 1, ("unit differs",)),
    keys("a status that rules out the value", {"timings.json": change(RUN, status={"span.a.p50": "no_data"})}, 2, ("no_data",)),
    keys("a status that nobody knows", {"timings.json": change(RUN, status={"span.a.p50": "fine"})}, 2, ("fine",)),
    keys("saturated, with a small value", {"timings.json": change(RUN, status={"span.a.p50": "saturated"})}, 1, ("REGRESSION",)),
    keys("complete beside counts that say otherwise",
         {"timings.json": change(RUN, capture={"declared": 9, "captured": 1, "min_ratio": 0.5, "complete": True})}, 2, ("complete",)),
    keys("a surface that excludes all", {AT_SURFACE: excluded(*EVERY)}, 2, (NOTHING, "4 excluded")),
    keys("a surface that excludes the slow key", {AT_SURFACE: excluded("span.a.p50"), "timings.json": SLOW}, 0,
         ("PASS, with 1 of 4 keys NOT judged", "1 excluded")),
    keys("a run too small to show anything",
         {"timings.json": change(RUN, samples={"span.a": 1, "span.b": 1, "job.j.running": 1}),
          AT_BASELINE: change(BASELINE, samples={"span.a": 1000, "span.b": 1000, "job.j.running": 1000})}, 2, ("inconclusive",)),
    keys("on_missing is fail, and the key is gone", {"timings.json": without("span.b.p95"), AT_THRESHOLDS: FAIL_ON_MISSING}, 1,
         ("on_missing is fail",)),
    keys("on_missing is fail, and the key has no traffic",
         {"timings.json": missing("span.b.p95", status="no_traffic"), AT_THRESHOLDS: FAIL_ON_MISSING}, 1),

    bounds("no thresholds", {AT_THRESHOLDS: {}}, 2, (NOTHING, "4 without a threshold")),
    bounds("thresholds that are comments", {AT_THRESHOLDS: {"_defaults": THRESHOLDS["defaults"]}}, 2, (NOTHING,)),
    bounds("empty bounds", {AT_THRESHOLDS: {"defaults": {"span": {"p50": {}, "p95": {}}}, "overrides": {}}}, 2, (NOTHING,)),
    bounds("thresholds with a byte order mark", {AT_THRESHOLDS: b"\xef\xbb\xbf{}"}, 2),
    bounds("thresholds with CRLF that hold nothing", {AT_THRESHOLDS: "{\r\n}\r\n"}, 2, (NOTHING,)),
    bounds("no thresholds file", {AT_THRESHOLDS: None}, 2, (AT_THRESHOLDS,)),
    bounds("a misspelt bound", {AT_THRESHOLDS: {"defaults": {"span": {"p50": {"max_pct": 50}}}}}, 2, ("max_pct",)),
    bounds("a bound in another unit", {AT_THRESHOLDS: change(THRESHOLDS, **{"overrides/span.a/p50": {"max_abs_increase_s": 3.5,
                                                                                              "max_pct_increase": 50}})}, 2, ("in ms",)),
    bounds("a negative bound", {AT_THRESHOLDS: change(THRESHOLDS, **{"overrides/span.a/p50/max_abs_increase_ms": -1})}, 2),
    bounds("a ladder that is saturated by the baseline", {AT_BASELINE: values(BASELINE, span_a_p50=20.0)}, 1, ("saturated",)),
    bounds("a waiver on every key, all in another unit", {"timings.json": in_unit(RUN, "s"), AT_THRESHOLDS: {**THRESHOLDS, "waivers": WAIVERS}},
           2, (NOTHING, "4 not comparable, and waived")),
    bounds("a waiver on every key, all on another ladder",
           {"timings.json": change(RUN, ladders={"span": {"unit": "ms", "edges": [3, 50]}, "job": {"unit": "us", "edges": [3, 50000]}}),
            AT_BASELINE: change(BASELINE, ladders=LADDERS), AT_THRESHOLDS: {**THRESHOLDS, "waivers": WAIVERS}}, 2,
           (NOTHING, "4 not comparable, and waived")),
    bounds("another ladder", {"timings.json": change(RUN, ladders={"span": {"unit": "ms", "edges": [3, 50]}}),
                              AT_BASELINE: change(BASELINE, ladders=LADDERS)}, 1, ("ladder differs",)),
    bounds("a waiver on one key in another unit",
           {"timings.json": change(RUN, **{"metrics/span.a.p50/unit": "s"}), AT_THRESHOLDS: {**THRESHOLDS, "waivers": WAIVERS}}, 0,
           ("PASS, with 1 of 4 keys NOT judged", "1 not comparable, and waived")),
    bounds("a waiver on a key that must not be missing and is",
           {"timings.json": missing("span.b.p95", status="no_data"), AT_THRESHOLDS: {**FAIL_ON_MISSING, "waivers": WAIVERS}}, 0,
           ("PASS, with 1 of 4 keys NOT judged: 3 judged, none regressed", "1 no_data")),
    bounds("a waiver on every key, all regressed", {"timings.json": values(RUN, all=1e5), AT_THRESHOLDS: {**THRESHOLDS, "waivers": WAIVERS}}, 0,
           ("all 4 keys of the baseline judged, 4 regressed but waived",)),
    gate("in the owner of a waiver, in JUnit", "commands to a CI system",
         {"timings.json": SLOW, AT_THRESHOLDS: {**THRESHOLDS, "waivers": {"span.a.p50": {"until": "2099-12-31", "owner": "##[error]x"}}}}, 0,
         ("but waived", "&#35;&#35;[error]x"), ["--junit", "/dev/stdout"]),
    bounds("a waiver that has ended", {"timings.json": SLOW, AT_THRESHOLDS: {**THRESHOLDS, "waivers": {"span.a.p50": {"until": "2026-01-01"}}}},
           1, ("REGRESSION",)),
    bounds("a waiver without a day", {AT_THRESHOLDS: {**THRESHOLDS, "waivers": {"span.a.p50": {}}}}, 2, ("until",)),
    bounds("a budget of a key that is not there", {AT_THRESHOLDS: {**THRESHOLDS, "budgets": {"span.zz": {"p95": {"max_ms": 5}}}}}, 2,
           ("span.zz.p95",)),
    bounds("a budget of a key without a reading",
           {"timings.json": missing("span.b.p95"), AT_THRESHOLDS: {**THRESHOLDS, "budgets": {"span.b": {"p95": {"max_ms": 5}}}}}, 2,
           ("a key under a budget has no reading",)),
    bounds("a budget without a reading beside a regression",
           {"timings.json": values(missing("span.b.p95"), span_a_p50=9),
            AT_THRESHOLDS: {**THRESHOLDS, "budgets": {"span.b": {"p95": {"max_ms": 5}}}}}, 2, ("a key under a budget has no reading",)),
    bounds("an empty budget", {AT_THRESHOLDS: {**THRESHOLDS, "budgets": {"span.b": {"p95": {}}}}}, 2),
    bounds("a budget under a placeholder, without a reading",
           {"timings.json": missing("span.b.p95"), AT_BASELINE: PLACEHOLDER,
            AT_THRESHOLDS: {**THRESHOLDS, "budgets": {"span.b": {"p95": {"max_ms": 5}}}}}, 2, ("1 have no reading",)),
    bounds("ladders that are empty", {AT_LADDERS: {"span": {"unit": "ms", "edges": []}}}, 2, ("edges",)),

    share("half are gone", {"timings.json": missing("span.a.p50", "span.a.p95")}, 2, ("2 of 4 keys NOT judged",)),
    share("one is inconclusive",
          {"timings.json": change(RUN, samples={"span.b": 499}), AT_BASELINE: change(BASELINE, samples={"span.b": 1000})}, 2,
          ("1 inconclusive",)),
    share("one is waived in another unit",
          {"timings.json": change(RUN, **{"metrics/span.a.p50/unit": "s"}), AT_THRESHOLDS: {**THRESHOLDS, "waivers": WAIVERS}}, 2),
    share("half are gone, and another fired", {"timings.json": values(missing("span.a.p95", "span.b.p95"), span_a_p50=9)}, 1,
          ("2 of 4 keys NOT judged",)),
    share("what has no traffic does not count", {"timings.json": missing("span.a.p50", status="no_traffic")}, 0,
          ("1 of 4 keys NOT judged", "1 no_traffic")),
    share("all without traffic", {"timings.json": missing(*EVERY, status="no_traffic")}, 2, (NOTHING, "4 no_traffic")),
]
