"""Attacks with a baseline that gates nothing."""
from world import AT_BASELINE, BASELINE, DROP, PLACEHOLDER, RUN, change, check, gate, values

HALF = change(values(RUN, span_a_p50=None, span_a_p95=None), capture={"declared": 4, "captured": 2, "min_ratio": 0.5, "complete": True},
              status={"span.a.p50": "no_data", "span.a.p95": "no_traffic"})
FEW = change(HALF, capture={"declared": 4, "captured": 2, "min_ratio": 0.9, "complete": False})
COMMENTS = change(BASELINE, metrics={"_" + key: value for key, value in BASELINE["metrics"].items()})
LOUD = "NOTHING WAS GATED"


def row(name, files, status, words=(), arguments=(), reads=()):
    return gate(name, "placeholders", files, status, words, arguments, reads)


ROWS = [
    row("a placeholder says so", {AT_BASELINE: PLACEHOLDER}, 0, (LOUD,)),
    row("real metrics, and placeholder is true", {AT_BASELINE: change(BASELINE, placeholder=True)}, 0, (LOUD,)),
    row("all keys renamed to comments", {AT_BASELINE: COMMENTS}, 0, (LOUD,)),
    row("no metrics", {AT_BASELINE: change(BASELINE, metrics=DROP)}, 2, ("metrics",)),
    row("an empty baseline", {AT_BASELINE: {}}, 2),
    row("no baseline file", {AT_BASELINE: None}, 2, (AT_BASELINE,)),
    row("an incomplete capture", {AT_BASELINE: PLACEHOLDER, "timings.json": FEW}, 2, ("NOT refreshable",)),
    check("check-bounds demands a baseline", "placeholders", {AT_BASELINE: PLACEHOLDER}, 1, (), ["--require-baseline"]),
]
