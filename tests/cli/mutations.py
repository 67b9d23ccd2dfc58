#!/usr/bin/env python3
"""Break each rule of check-bounds in several ways, from the shipped gate, which passes: exactly the findings that the
change must lead to are found, and --derive fixes exactly those that are about a bound.

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
P95, JOB = "span.tx.process.p95", "job.transaction.queued.p95"
PROCESS = [f"span.tx.process.p{q}" for q in (50, 95, 99)]
WS = [f"span.rpc.ws_message.p{q}" for q in (50, 95, 99)]
CASES = []


class Gate:
    """The four files, as objects to change."""

    def __init__(self):
        for name, path in FILES.items():
            setattr(self, name, json.loads((ROOT / path).read_text(encoding="utf-8")))

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


def case(name, expected, *arguments):
    """Register a change of a gate; `expected`: (rule, key) of each finding."""
    def register(change):
        CASES.append((name, change, sorted(expected), arguments))
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
case("B: a misspelt policy", rule("B", P95))(
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

# H: baselines of several runs. Each key's other values stand still, so that only `key` has a spread to speak of.
def runs(key, values):
    def change(g):
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
case("W: of an excluded key", rule("W", "span.tx.apply.p50"), *TODAY)(waive("span.tx.apply.p50", "2030-01-01"))
case("W: of an undeclared key", rule("W", "span.x.p95"), *TODAY)(waive("span.x.p95", "2030-01-01"))
case("W: of a base", rule("W", "span.tx.process"), *TODAY)(waive("span.tx.process", "2030-01-01"))
case("W: expired and undeclared", rule("W", "span.x.p95") * 2, *TODAY)(waive("span.x.p95", "2001-01-01"))


def run(program, directory, *arguments):
    return subprocess.run([program, *arguments], cwd=directory, capture_output=True, text=True, check=False)


def findings(done):
    if done.returncode not in (0, 1):
        raise ValueError(f"exit {done.returncode}: {done.stderr}")
    report = json.loads(done.stdout)
    if report["ok"] != (done.returncode == 0) or report["ok"] != (not report["failures"]):
        raise ValueError(f"exit {done.returncode}, ok {report['ok']}, {len(report['failures'])} findings")
    return sorted((f["rule"], f["key"]) for f in report["failures"])


def check_derive(program, directory, expected, arguments):
    """--derive fixes rules B, C and D where there is a trip point, and nothing else; a second one changes nothing."""
    thresholds = FILES["thresholds"]
    without_edge = {key for letter, key in expected if letter == "C"}
    done = run(program, directory, "--derive", "--output", thresholds, *arguments)
    if done.returncode not in (0, 1):
        raise ValueError(f"--derive: exit {done.returncode}: {done.stderr}")
    first = (directory / thresholds).read_text(encoding="utf-8")
    if first != json.dumps(json.loads(first), indent=2, sort_keys=True) + "\n":
        raise ValueError("--derive: not in canonical form")
    left = findings(run(program, directory, "--format", "json", *arguments))
    fixed = [f for f in expected if f[0] not in "BCD"]
    if [f for f in left if f[0] in "BD"] or {k for letter, k in left if letter == "C"} - without_edge:
        raise ValueError(f"--derive: left {left}")
    if [f for f in left if f[0] not in "BCD"] != fixed:
        raise ValueError(f"--derive: left {left}, expected {fixed}")
    if (done.returncode == 0) != (not left):
        raise ValueError(f"--derive: exit {done.returncode}, but left {left}")
    if run(program, directory, "--derive", *arguments).stdout != first:
        raise ValueError("--derive: a second one changes something")


def main():
    check = Checks()
    program = bin_option(__doc__) / "check-bounds"
    ways = collections.Counter()
    shipped = Gate()
    for name, change, expected, arguments in CASES:
        gate = copy.deepcopy(shipped)
        change(gate)
        with tempfile.TemporaryDirectory() as temporary:
            directory = pathlib.Path(temporary)
            for part, path in FILES.items():
                (directory / path).parent.mkdir(exist_ok=True)
                (directory / path).write_text(json.dumps(getattr(gate, part)), encoding="utf-8")
            try:
                check.equal(findings(run(program, directory, "--format", "json", *arguments)), expected, name)
                if not gate.baseline.get("placeholder"):
                    check_derive(program, directory, expected, arguments)
                    check.that(True, f"{name}: --derive")
            except (ValueError, KeyError) as error:
                check.fail(name, error)
        ways[name[0]] += name[0] in (letter for letter, _ in expected)
    for letter in "ABCDEFGHVW":
        check.that(ways[letter] >= 5, f"five ways to break rule {letter}", ways[letter])
    check.end()


if __name__ == "__main__":
    main()
