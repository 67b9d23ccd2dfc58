#!/usr/bin/env python3
"""Break each rule of check-bounds in several ways, from gates that pass: exactly the findings that the change must lead to
are found, and --derive fixes exactly those that are about a derived bound.

usage: mutations.py --bin DIR
"""
import collections
import copy
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
from check import Checks, bin_option  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FILES = {"baseline": "baselines/baseline-timings.json", "thresholds": "config/regression-thresholds.json",
         "metrics": "config/regression-metrics.json", "ladders": "config/ladders.json"}
VALUE, MORE = "span.a.value", "throughput.tx.value"  # of the base "gauges"
P95, JOB = "span.tx.process.p95", "job.transaction.queued.p95"
PROCESS = [f"span.tx.process.p{q}" for q in (50, 95, 99)]
WS = [f"span.rpc.ws_message.p{q}" for q in (50, 95, 99)]
CASES = []


class Gate:
    """The four files, as objects to change: those that are shipped, or those of tests/cli/bases."""

    def __init__(self, base):
        for name, path in FILES.items():
            setattr(self, name, json.loads((place_of(base) / path).read_text(encoding="utf-8")))

    def value(self, key, value):
        self.baseline["metrics"][key]["value"] = value

    def entry(self, key):
        base, label = key.rsplit(".", 1)
        return self.thresholds["overrides"][base][label]

    def remove(self, key):
        base, label = key.rsplit(".", 1)
        del self.thresholds["overrides"][base][label]

    def limit(self, key):
        bound = next(v for n, v in self.entry(key).items() if n.startswith("max_abs"))
        return 100 * bound / self.baseline["metrics"][key]["value"]

    def record(self, name, unit, edges):
        self.baseline["ladders"] = {name: {"unit": unit, "edges": edges}}


def place_of(base):
    return ROOT if base is None else ROOT / "tests" / "cli" / "bases" / base


def case(name, expected, *arguments, base=None):
    """Register a change of a gate; `expected`: (rule, key) of each finding."""
    def register(change):
        CASES.append((name, change, sorted(expected), arguments, base))
        return change
    return register


def rule(letter, keys):
    return [(letter, key) for key in ([keys] if isinstance(keys, str) else keys)]


# A: the keys are those of the surface.
case("A: a value is gone", rule("A", P95))(lambda g: g.baseline["metrics"].pop(P95))
case("A: a value too many", rule("A", "span.x.p95"))(
    lambda g: g.baseline["metrics"].update({"span.x.p95": {"value": 1.0, "unit": "ms"}}))
case("A: an override too many", rule("A", "span.x.p95"))(
    lambda g: g.thresholds["overrides"].update({"span.x": {"p95": {"max_abs_increase_ms": 1.0}}}))
case("A: a misspelt override", rule("A", [f"span.tx.proces.p{q}" for q in (50, 95, 99)]) + rule("B", PROCESS))(
    lambda g: g.thresholds["overrides"].update({"span.tx.proces": g.thresholds["overrides"].pop("span.tx.process")}))
case("A: a name more", rule("A", [f"span.more.p{q}" for q in (50, 95, 99)]))(
    lambda g: g.metrics["spans"]["names"].append("more"))
case("A: a name less", rule("A", WS) * 2)(lambda g: g.metrics["spans"]["names"].remove("rpc.ws_message"))
case("A: a misspelt label", rule("A", "span.tx.process.p96") + rule("B", P95))(
    lambda g: g.thresholds["overrides"]["span.tx.process"].update({"p96": g.thresholds["overrides"]["span.tx.process"].pop("p95")}))

# B: each gated key has an override.
case("B: one override gone", rule("B", P95))(lambda g: g.remove(P95))
case("B: all of a base gone", rule("B", PROCESS))(lambda g: g.thresholds["overrides"].pop("span.tx.process"))
case("B: no absolute bound", rule("B", JOB))(lambda g: g.entry(JOB).pop("max_abs_increase_us"))
case("B: no override and no policy", rule("B", [P95, JOB]))(
    lambda g: (g.remove(P95), g.remove(JOB), g.thresholds["defaults"].clear()))
case("B: a misspelt policy", rule("B", P95) + rule("A", [f"span.p{q}" for q in (50, 95, 99)]))(
    lambda g: (g.remove(P95), g.metrics["spans"].update({"_policy": "spann"})))
case("B: no policy, but overrides", [])(lambda g: g.thresholds["defaults"].clear())
case("B: an empty override", rule("B", P95))(lambda g: g.entry(P95).clear())

# C: each bound is the derived one.
case("C: a little more", rule("C", P95))(
    lambda g: g.entry(P95).update(max_abs_increase_ms=g.entry(P95)["max_abs_increase_ms"] * (1 + 2e-12)))
case("C: a little less", rule("C", P95))(
    lambda g: g.entry(P95).update(max_abs_increase_ms=g.entry(P95)["max_abs_increase_ms"] * (1 - 2e-12)))
case("C: within the tolerance", [])(
    lambda g: g.entry(P95).update(max_abs_increase_ms=g.entry(P95)["max_abs_increase_ms"] * (1 + 5e-13)))
case("C: twice as much", rule("C", JOB))(
    lambda g: g.entry(JOB).update(max_abs_increase_us=g.entry(JOB)["max_abs_increase_us"] * 2))
case("C: the baseline moved in its bucket", rule("C", P95))(lambda g: g.value(P95, 0.49))
case("C: the baseline crossed an edge", rule("C", P95))(lambda g: g.value(P95, 0.51))
case("C: no edge above the bucket", rule("C", P95))(lambda g: g.value(P95, 20000.0))
case("C: on the top edge", rule("C", P95))(lambda g: g.value(P95, 30000.0))
case("C: above the top edge", rule("C", JOB))(lambda g: g.value(JOB, 6e7 * 1.1))
case("C: an edge is gone", rule("C", "span.consensus.accept.p95"))(
    lambda g: g.ladders["span"]["edges"].remove(25.0) or g.entry("span.consensus.accept.p99").update(
        max_abs_increase_ms=100.0 - g.baseline["metrics"]["span.consensus.accept.p99"]["value"]))

# D: the percentage must not decide.
case("D: none", rule("D", P95))(lambda g: g.entry(P95).pop("max_pct_increase"))
case("D: none, of a job", rule("D", JOB))(lambda g: g.entry(JOB).pop("max_pct_increase"))
case("D: at the limit", rule("D", P95))(lambda g: g.entry(P95).update(max_pct_increase=g.limit(P95)))
case("D: just below", [])(lambda g: g.entry(P95).update(max_pct_increase=g.limit(P95) * (1 - 1e-15)))
case("D: above", rule("D", P95))(lambda g: g.entry(P95).update(max_pct_increase=g.limit(P95) * 1.01))
case("D: far above", rule("D", JOB))(lambda g: g.entry(JOB).update(max_pct_increase=1e300))
case("D: with C", rule("C", P95) + rule("D", P95))(lambda g: g.entry(P95).update(max_abs_increase_ms=0.01))

# E: a baseline that is arithmetic.
for number, (label, quantile) in enumerate((("p50", 0.5), ("p95", 0.95), ("p99", 0.99))):
    case(f"E: {label}", rule("E", f"span.tx.process.{label}"))(
        lambda g, k=f"span.tx.process.{label}", q=quantile: g.value(k, q * 0.01))
case("E: a job", rule("E", JOB))(lambda g: g.value(JOB, 0.95))
case("E: 99 % in the first bucket", rule("E", P95))(lambda g: g.value(P95, 0.95 * 0.01 / 0.99))
case("E: a little less", rule("C", P95))(lambda g: g.value(P95, 0.95 * 0.01 / 0.98999))
case("E: all of a span", rule("E", PROCESS))(
    lambda g: [g.value(k, q * 0.01) for k, q in zip(PROCESS, (0.5, 0.95, 0.99))])

# F: exclusions that are none.
case("F: nothing to exclude", rule("F", "span.x.p95"))(lambda g: g.metrics["excluded_keys"].update({"span.x.p95": "noise"}))
case("F: no reason", rule("F", "span.tx.apply.p50"))(lambda g: g.metrics["excluded_keys"].update({"span.tx.apply.p50": ""}))
case("F: a blank reason", rule("F", "span.tx.apply.p50"))(
    lambda g: g.metrics["excluded_keys"].update({"span.tx.apply.p50": " \t\n"}))
case("F: an override left", rule("F", "span.tx.apply.p50"))(
    lambda g: g.thresholds["overrides"]["span.tx.apply"].update(p50={"max_abs_increase_ms": 1.0}))
case("F: an override left that cannot be read", rule("F", "span.tx.apply.p50"))(
    lambda g: g.thresholds["overrides"]["span.tx.apply"].update(p50=5))
case("F: a value left", rule("F", "span.tx.apply.p50"))(
    lambda g: g.baseline["metrics"].update({"span.tx.apply.p50": {"value": 1.0, "unit": "ms"}}))
case("F: a gated key excluded", rule("F", P95) * 2)(lambda g: g.metrics["excluded_keys"].update({P95: "noise"}))
case("F: everything at once", rule("F", "span.x.p95") * 2 + rule("F", P95) * 3)(
    lambda g: g.metrics["excluded_keys"].update({"span.x.p95": "", P95: ""}))

# G: the recorded ladder.
case("G: an edge less", rule("G", "span"))(lambda g: g.record("span", "ms", g.ladders["span"]["edges"][:-1]))
case("G: an edge more", rule("G", "job"))(lambda g: g.record("job", "us", g.ladders["job"]["edges"] + [1e8]))
case("G: an edge moved", rule("G", "span"))(
    lambda g: g.record("span", "ms", [x * (1 + 2e-9) if x == 5 else x for x in g.ladders["span"]["edges"]]))
case("G: an edge within the tolerance", [])(
    lambda g: g.record("span", "ms", [x * (1 + 5e-10) for x in g.ladders["span"]["edges"]]))
case("G: another unit", rule("G", "span"))(lambda g: g.record("span", "us", g.ladders["span"]["edges"]))
case("G: of a longer prefix", rule("G", "span.tx.process"))(lambda g: g.record("span.tx.process", "ms", [1.0, 2.0]))
case("G: of a prefix with its dot", rule("G", "span.tx"))(lambda g: g.record("span.tx.", "ms", [1.0, 2.0]))
case("G: of what is not declared", [])(lambda g: g.record("rpc", "ms", [1.0, 2.0]))

# H: baselines of several runs. All other keys are excluded.
def runs(key, values):
    def change(g):
        g.metrics["excluded_keys"].update({k: "not in this case" for k in g.baseline["metrics"] if k != key})
        g.baseline["metrics"] = {key: g.baseline["metrics"][key]}
        g.thresholds["overrides"] = {key.rpartition(".")[0]: {key.rpartition(".")[2]: g.entry(key)}}
        g.baseline["runs"] = [{"captured_at": f"2026-09-0{1 + i}T00:00:00Z", "git_sha": "unknown"} for i in range(len(values))]
        g.baseline["spread"] = {key: values}
        g.value(key, sorted(values)[len(values) // 2] if len(values) % 2 else sum(sorted(values)[len(values) // 2 - 1:][:2]) / 2)
    return change


ACCEPT = "span.consensus.accept.p99"
case("H: too far above the median", rule("H", ACCEPT))(runs(ACCEPT, [7.06, 8.944, 29, 8.1, 7.9]))
case("H: only the top edge", rule("H", ACCEPT))(runs(ACCEPT, [9000, 9100, 8800, 9200, 9050]))
case("H: no edge", rule("H", ACCEPT))(runs(ACCEPT, [19000, 19100, 18800, 19200, 19050]))
case("H: two runs, one too near", rule("H", ACCEPT))(runs(ACCEPT, [9, 40.1]))
case("H: two runs, one at the limit", rule("C", ACCEPT))(runs(ACCEPT, [9, 40]))
case("H: four runs, one above the trip point", rule("H", ACCEPT))(runs(ACCEPT, [20, 21, 22, 51]))
case("H: a job", rule("H", JOB))(runs(JOB, [400, 410, 390, 900]))
case("H: five runs with a trip point of their own", rule("C", P95))(runs(P95, [0.5287, 0.51, 0.55, 0.54, 0.53]))

# V: entries that no rule can judge.
case("V: no value", rule("V", P95))(lambda g: g.value(P95, None))
case("V: text for a value", rule("V", P95))(lambda g: g.value(P95, "0.5"))
case("V: a number for an entry", rule("V", P95))(lambda g: g.baseline["metrics"].update({P95: 0.5}))
case("V: another unit", rule("V", JOB))(lambda g: g.baseline["metrics"][JOB].update(unit="ms"))
case("V: zero", rule("V", P95))(lambda g: g.value(P95, 0.0))
case("V: below zero", rule("V", P95))(lambda g: g.value(P95, -1.0))
case("V: no ladder", rule("V", [JOB, "job.transaction.running.p95", "job.acceptLedger.queued.p95",
                                "job.acceptLedger.running.p95"]))(lambda g: g.ladders.pop("job"))
case("V: a bound in another unit", rule("V", P95))(
    lambda g: g.entry(P95).update(max_abs_increase_us=g.entry(P95).pop("max_abs_increase_ms")))
case("V: a bound of zero", rule("V", P95))(lambda g: g.entry(P95).update(max_abs_increase_ms=0))
case("V: text for a bound", rule("V", P95))(lambda g: g.entry(P95).update(max_abs_increase_ms="1"))
case("V: a base that is no object", rule("V", "span.tx.process"))(
    lambda g: g.thresholds["overrides"].update({"span.tx.process": 1}))
case("V: an incomplete capture", rule("V", ""))(
    lambda g: g.baseline.update(capture={"declared": 19, "captured": 9, "min_ratio": 0.5, "complete": False}))
case("V: a placeholder that is refused", rule("V", ""), "--require-baseline")(
    lambda g: g.baseline.update(placeholder=True, metrics={}))
case("V: a placeholder that is too old", rule("V", ""), "--max-placeholder-age", "1d", "--today", "2026-09-12")(
    lambda g: g.baseline.update(placeholder=True, metrics={}))
case("V: a placeholder that is old enough", [], "--max-placeholder-age", "2d", "--today", "2026-09-12")(
    lambda g: g.baseline.update(placeholder=True, metrics={}))


# W: waivers.
def waive(key, until):
    return lambda g: g.thresholds.update(waivers={key: {"until": until, "reason": "known"}})


TODAY = ("--today", "2026-09-12")
case("W: its last day", [], *TODAY)(waive(P95, "2026-09-12"))
case("W: expired yesterday", rule("W", P95), *TODAY)(waive(P95, "2026-09-11"))
case("W: expired long ago", rule("W", JOB), *TODAY)(waive(JOB, "2001-01-01"))
case("W: of an excluded key", rule("W", "span.tx.apply.p50"), *TODAY)(waive("span.tx.apply.p50", "2027-09-13"))
case("W: of an undeclared key", rule("W", "span.x.p95"), *TODAY)(waive("span.x.p95", "2027-09-13"))
case("W: of a base", rule("W", "span.tx.process"), *TODAY)(waive("span.tx.process", "2027-09-13"))
case("W: expired and undeclared", rule("W", "span.x.p95") * 2, *TODAY)(waive("span.x.p95", "2001-01-01"))
case("W: 366 days ahead", [], *TODAY)(waive(P95, "2027-09-13"))
case("W: 367 days ahead", rule("W", P95), *TODAY)(waive(P95, "2027-09-14"))
case("W: for ever", rule("W", P95), *TODAY)(waive(P95, "9999-12-31"))


def waive_to(key, most):
    return lambda g: g.thresholds.update(waivers={key: {"until": "2026-12-31", "max": most}})


# The trip point of P95 is the edge 1, that of the value 11000, that of the mean 0.98, that of the throughput, of which more is better, 900.
for what, most, found in (("the edge beyond the trip point", 10, False), ("the top edge", 30000, False), ("the trip point", 1, True),
                          ("an edge below it", 0.5, True), ("between two edges", 7, True), ("above the top edge", 30001, True),
                          ("within the tolerance of an edge", 10 * (1 + 5e-10), False), ("beside an edge", 10 * (1 + 2e-9), True)):
    case(f"W: max is {what}", rule("W", P95) if found else [], *TODAY)(waive_to(P95, most))
case("W: max is below 0", rule("W", P95) * 2, *TODAY)(waive_to(P95, -1))
for what, most, found in (("beyond", 11000.5, 0), ("the trip point", 11000, 1), ("below the baseline", 1, 1), ("no size of anything", 1e20, 1)):
    case(f"W: max of a value is {what}", rule("W", VALUE) * found, *TODAY, base="gauges")(waive_to(VALUE, most))
for what, most, found in (("below", 899.5, 0), ("the trip point", 900, 1), ("above the baseline", 2000, 1), ("above 0", 1e-9, 0),
                          ("0", 0, 1), ("below 0", -1, 1)):
    case(f"W: max where more is better is {what}", rule("W", MORE) * found, *TODAY, base="gauges")(waive_to(MORE, most))
case("W: max of a mean", [], *TODAY, base="means")(waive_to("span.a.mean", 0.99))
case("W: max of a mean below the trip point", rule("W", "span.a.mean"), *TODAY, base="means")(waive_to("span.a.mean", 0.97))

# A: what no key uses.
case("A: a default of no policy", rule("A", "spans.p95"))(lambda g: g.thresholds["defaults"].update(spans={"p95": {"max_pct_increase": 5.0}}))
case("A: a default of no quantile", rule("A", "span.p90"))(lambda g: g.thresholds["defaults"]["span"].update(p90={"on_missing": "fail"}))
case("A: a default of means, without means", rule("A", "span.mean"))(lambda g: g.thresholds["defaults"]["span"].update(mean={"max_pct_increase": 5.0}))
case("A: a default that overrides replace everywhere", [])(lambda g: None)
case("A: a default of excluded keys alone", [])(lambda g: (
    g.metrics["spans"]["_quantiles"].append(0.9), g.thresholds["defaults"]["span"].update(p90={"max_pct_increase": 5.0}),
    g.metrics["excluded_keys"].update({f"span.{n}.p90": "noise" for n in g.metrics["spans"]["names"]})))
case("A: a ladder too many", rule("A", "rpc"))(lambda g: g.ladders.update(rpc={"unit": "ms", "edges": [1, 2]}))
case("A: a ladder of a group without quantiles", rule("A", "throughput"), base="gauges")(
    lambda g: g.ladders.update(throughput={"unit": "per_second", "edges": [1, 2]}))
case("A: a ladder for one series", [])(lambda g: g.ladders.update({"span.tx.process": g.ladders["span"]}))
case("A: a ladder for no series", rule("A", "span.tx.proces"))(lambda g: g.ladders.update({"span.tx.proces": g.ladders["span"]}))
case("A: on a placeholder, too", rule("A", "spans.p95"))(
    lambda g: (g.baseline.update(placeholder=True, metrics={}), g.thresholds["defaults"].update(spans={"p95": {"max_pct_increase": 5.0}})))

# B: a mean of few runs.
FEW = {"span.a.mean": [0.5, 0.5625, 0.53125, 0.53125], "span.a.p95": [0.8, 0.9, 0.85, 0.85], "span.b.mean": [12.5] * 4,
       "span.b.p95": [14.0, 14.5, 14.2, 14.2]}


def few_runs(entry, default=None):
    """Four runs, without the two values; what is set for the mean of span.a."""
    def change(g):
        del g.metrics["heap"], g.metrics["throughput"]
        for key in ("heap.a.value", "throughput.tx.value"):
            del g.baseline["metrics"][key]
        g.baseline["runs"].pop()
        g.baseline["spread"] = FEW
        g.thresholds["overrides"]["span.b"].pop("mean")
        g.thresholds["overrides"]["span.a"].pop("mean") if entry is None else g.thresholds["overrides"]["span.a"].update(mean=entry)
        g.thresholds["defaults"] = {} if default is None else {"span": {"mean": default}}
    return change


MEAN = "span.a.mean"
case("B: a mean that is only shown", [], base="means")(few_runs(None))
case("B: a mean with a percentage alone", rule("B", MEAN), base="means")(few_runs({"max_pct_increase": 50.0}))
case("B: a mean that must be there", [], base="means")(few_runs({"on_missing": "fail"}))

# D: no reading gets beyond the trip point.
VALUE_BOUND, MORE_BOUND, LEFT, RIGHT = "max_abs_increase_bytes", "max_abs_increase_per_second", "drift.left.value", "drift.right.value"


def bound(key, value, baseline=None):
    def change(g):
        entry = g.entry(key)
        entry.update({next(n for n in entry if n.startswith("max_abs")): value, "max_pct_increase": 1.0})
        if baseline is not None:
            g.value(key, baseline)
    return change


for what, key, value, baseline, found in (
        ("more is better: the whole baseline", MORE, 1000, None, True), ("more is better: twice the baseline", MORE, 2000, None, True),
        ("more is better: all but a thousandth", MORE, 999, None, False), ("more is better: all but a little", MORE, 999.5, None, True),
        ("more is better: on nothing", MORE, 100, 0.0, True), ("more is better: on a reading below 0", MORE, 100, -5.0, False),
        ("to infinity", VALUE, 1.7e308, 1e308, True), ("beyond what is counted", VALUE, 1.7e308, None, True),
        ("a thousand times", VALUE, 9990000, None, False), ("more than a thousand times", VALUE, 9990001, None, True),
        ("on 0", LEFT, 1e6, None, False), ("on 0, beyond what is counted", LEFT, 1.9e19, None, True),
        ("on 0, below 2^64", LEFT, 1.8e19, None, False), ("below 0", RIGHT, 2.0, None, False), ("below 0, for ever", RIGHT, 1e300, None, True)):
    case(f"D: {what}", rule("D", key) if found else [], base="gauges")(bound(key, value, baseline))


def ratio(value, baseline, budget=None):
    """The drift, as a share."""
    def change(g):
        g.metrics["drift"]["_unit"] = "ratio"
        for key in (LEFT, RIGHT):
            g.baseline["metrics"][key] = {"unit": "ratio", "value": baseline}
            g.thresholds["overrides"][key[:-6]]["value"] = {"max_abs_increase_ratio": value, "max_pct_increase": 1.0}
        if budget is not None:
            g.thresholds["budgets"] = {"drift.left": {"value": {"max_ratio": budget}}}
    return change


case("D: a share above all", rule("D", [LEFT, RIGHT]), base="gauges")(ratio(0.5, 0.75))
case("D: a share of all", rule("D", [LEFT, RIGHT]), base="gauges")(ratio(0.25, 0.75))
case("D: a share below all", [], base="gauges")(ratio(0.125, 0.75))
case("D: a ratio that is no share", [], base="gauges")(ratio(0.5, 1.5))
case("D: a mean at 5 times", [], base="means")(few_runs({"max_abs_increase_ms": 4 * 0.53125, "max_pct_increase": 50.0}))
case("D: a mean beyond 5 times", rule("D", MEAN), base="means")(few_runs({"max_abs_increase_ms": 4.01 * 0.53125, "max_pct_increase": 50.0}))
case("D: means by default", [], base="means")(few_runs(None, {"max_abs_increase_ms": 0.5, "max_pct_increase": 3.0}))
case("D: a mean by default beyond 5 times", rule("D", MEAN), base="means")(few_runs(None, {"max_abs_increase_ms": 20, "max_pct_increase": 50.0}))
case("D: a percentage by default that decides", rule("D", "span.b.mean"), base="means")(
    few_runs(None, {"max_abs_increase_ms": 0.5, "max_pct_increase": 50.0}))
case("V: a default in another unit", rule("V", [MEAN, "span.b.mean"]), base="means")(
    few_runs(None, {"max_abs_increase_us": 0.5, "max_pct_increase": 50.0}))


# S: budgets.
def budget(key, **limits):
    base, label = key.rsplit(".", 1)
    return lambda g: g.thresholds.update(budgets={base: {label: limits}})


for what, value, found in (("an edge", 10, 0), ("the first edge", 0.01, 0), ("the top edge", 30000, 0), ("between two edges", 7, 1),
                           ("below the first edge", 0.005, 1), ("above the top edge", 30001, 1), ("0", 0, 1),
                           ("within the tolerance of an edge", 10 * (1 - 5e-10), 0), ("beside an edge", 10 * (1 - 2e-9), 1)):
    case(f"S: {what}", rule("S", P95) * found)(budget(P95, max_ms=value))
case("S: both tiers", rule("S", P95) * 2)(budget(P95, max_ms=7, ci_max_ms=70))
case("S: of CI alone", rule("S", P95))(budget(P95, max_ms=5, ci_max_ms=70))
case("S: on a placeholder", rule("S", P95))(lambda g: (budget(P95, max_ms=7)(g), g.baseline.update(placeholder=True, metrics={})))
case("S: a key of none", rule("S", "span.x.p95"))(budget("span.x.p95", max_ms=10))
case("S: an excluded key", rule("S", "span.tx.apply.p50"))(budget("span.tx.apply.p50", max_ms=10))
for what, key, limits, found in (
        ("a value", VALUE, {"max_bytes": 12345.6}, 0), ("a value beyond what is counted", VALUE, {"max_bytes": 1e20}, 1),
        ("more is better", MORE, {"max_per_second": 0}, 0), ("more is better, below 0", MORE, {"max_per_second": -1}, 1),
        ("a reading below 0", RIGHT, {"max_count": -2}, 0), ("a change", VALUE, {"ab_max_pct": 100000}, 0),
        ("a change by all there is", MORE, {"ab_max_pct": 100}, 0), ("a change by more than there is", MORE, {"ab_max_pct": 100.5}, 1),
        ("a change beyond measure", VALUE, {"ab_max_pct": 100001}, 1), ("an increase", VALUE, {"ab_max_increase_bytes": 1e7}, 0),
        ("an increase beyond measure", VALUE, {"ab_max_increase_bytes": 1e8}, 1),
        ("a fall by more than there is", MORE, {"ab_max_increase_per_second": 1001}, 1),
        ("a ratio", LEFT, {"max_ratio": 1000, "ratio_to": RIGHT}, 0), ("a ratio beyond measure", LEFT, {"max_ratio": 1001, "ratio_to": RIGHT}, 1)):
    case(f"S: {what}", rule("S", key) * found, base="gauges")(budget(key, **limits))
case("S: a mean", [], base="means")(budget(MEAN, max_ms=0.77))
case("S: a mean at 0", rule("S", MEAN), base="means")(budget(MEAN, max_ms=0))
case("S: a share above all", rule("S", LEFT), base="gauges")(ratio(0.125, 0.75, 1.5))
case("S: a share of all", [], base="gauges")(ratio(0.125, 0.75, 1))


# V: what contradicts itself.
def series(**members):
    return lambda g: [g.baseline[name].update({"span.tx.process": value}) if name in g.baseline else
                      g.baseline.update({name: {"span.tx.process": value}}) for name, value in members.items()]


case("V: the median", [], base="means")(lambda g: None)
case("V: not the median", rule("V", "span.a.p95"), base="means")(lambda g: g.value("span.a.p95", 0.86))
case("V: far from it, and from the counts of each run", rule("V", "span.a.p95") * 6, base="means")(lambda g: g.baseline["spread"].update({"span.a.p95": [20.0, 21.0, 22.0, 20.5, 21.5]}))
case("V: within the rounding", [], base="means")(lambda g: g.value("span.a.p95", 0.85 * (1 + 5e-13)))
case("V: beyond the rounding", rule("V", "span.a.p95"), base="means")(lambda g: g.value("span.a.p95", 0.85 * (1 + 2e-12)))
case("V: a mean that is not the median", rule("V", MEAN), base="means")(lambda g: g.value(MEAN, 0.5))
case("V: a value that is not the median", rule("V", "heap.a.value"), base="means")(lambda g: g.value("heap.a.value", 1.0))
case("V: no list", rule("V", MEAN), base="means")(lambda g: g.baseline["spread"].pop(MEAN))
case("V: a list of nulls", rule("V", "span.a.p95"), base="means")(lambda g: g.baseline["spread"].update({"span.a.p95": [None] * 5}))
case("V: samples beside runs", rule("V", ""), base="means")(lambda g: g.baseline.update(samples={"span.a": 1}))
case("V: saturated below the top edge", rule("V", P95))(lambda g: g.baseline.update(status={P95: "saturated"}))
case("V: below the ladder, above its first edge", rule("V", P95))(lambda g: g.baseline.update(status={P95: "below_ladder"}))
case("V: partial", [])(lambda g: g.baseline.update(status={P95: "partial"}))
case("V: counts of another run", rule("V", "span.a.p95"), base="means")(
    lambda g: g.baseline["runs"][2]["counts"].update({"span.a": "18002 17000 15000 14000 13000 12000 11000 9000 0 0 0"}))
case("V: samples of another run", rule("V", "span.a"), base="means")(lambda g: g.baseline["runs"][2]["samples"].update({"span.a": 18003}))
case("V: an edge too few", rule("V", "span.a"), base="means")(
    lambda g: g.baseline["runs"][2]["counts"].update({"span.a": "18002 17000 15000 9000 300 40 2 0 0 0"}))
case("V: no observation", rule("V", "span.tx.process"))(series(samples=0))
case("V: one observation", [])(series(samples=1))
case("V: covers the window", [])(lambda g: (series(samples=100, covered=180)(g), g.baseline.update(window="3m")))
case("V: covers more than the window", rule("V", "span.tx.process"))(lambda g: (series(samples=100, covered=181)(g), g.baseline.update(window="3m")))


def run(program, directory, *arguments):
    return subprocess.run([program, *arguments], cwd=directory, capture_output=True, text=True, check=False)


def findings(done):
    if done.returncode not in (0, 1):
        raise ValueError(f"exit {done.returncode}: {done.stderr}")
    report = json.loads(done.stdout)
    if report["ok"] != (done.returncode == 0) or report["ok"] != (not report["failures"]):
        raise ValueError(f"exit {done.returncode}, ok {report['ok']}, {len(report['failures'])} findings")
    return sorted((f["rule"], f["key"]) for f in report["failures"])


def check_derive(check, program, directory, expected, arguments, by_hand):
    """
    --derive fixes rules B, C and D where there is a trip point, and nothing else, so nothing where the bounds are a person's;
    running it again changes nothing.
    """
    thresholds = FILES["thresholds"]
    without_edge = {key for letter, key in expected if letter == "C"}
    done = run(program, directory, "--derive", "--output", thresholds, *arguments)
    if done.returncode not in (0, 1):
        raise ValueError(f"--derive: exit {done.returncode}: {done.stderr}")
    first = (directory / thresholds).read_text(encoding="utf-8")
    if first != json.dumps(json.loads(first), indent=2, sort_keys=True) + "\n":
        raise ValueError("--derive: not in canonical form")
    left = findings(run(program, directory, "--format", "json", *arguments))
    if by_hand:
        check.equal(left, expected, "--derive: what a person set stands")
        return
    fixed = [f for f in expected if f[0] not in "BCD"]
    if [f for f in left if f[0] in "BD"] or {k for letter, k in left if letter == "C"} - without_edge:
        raise ValueError(f"--derive: left {left}")
    if [f for f in left if f[0] not in "BCD"] != fixed:
        raise ValueError(f"--derive: left {left}, expected {fixed}")
    if (done.returncode == 0) != (not left):
        raise ValueError(f"--derive: exit {done.returncode}, but left {left}")
    if run(program, directory, "--derive", *arguments).stdout != first:
        raise ValueError("--derive: running it again changes something")


def main():
    check = Checks()
    program = bin_option(__doc__) / "check-bounds"
    ways = collections.Counter()
    bases = {base: Gate(base) for base in {base for *_, base in CASES}}
    for name, change, expected, arguments, base in CASES:
        gate = copy.deepcopy(bases[base])
        change(gate)
        with tempfile.TemporaryDirectory() as temporary:
            directory = pathlib.Path(temporary)
            for part, path in FILES.items():
                (directory / path).parent.mkdir(exist_ok=True)
                (directory / path).write_text(json.dumps(getattr(gate, part)), encoding="utf-8")
            try:
                check.equal(findings(run(program, directory, "--format", "json", *arguments)), expected, name)
                if not gate.baseline.get("placeholder"):
                    check_derive(check, program, directory, expected, arguments, base is not None)
                    check.that(True, f"{name}: --derive")
            except (ValueError, KeyError) as error:
                check.fail(name, error)
        ways[name[0]] += name[0] in (letter for letter, _ in expected)
    for letter in "ABCDEFGHSVW":
        check.that(ways[letter] >= 5, f"five ways to break rule {letter}", ways[letter])
    check.end()


if __name__ == "__main__":
    main()
