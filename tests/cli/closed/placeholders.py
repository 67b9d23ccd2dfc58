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
    row("the summary says so", {AT_BASELINE: PLACEHOLDER}, 0, ("### NOT GATED: NOTHING WAS GATED",), ["--summary", "s.md"], ["s.md"]),
    row("the annotation says so", {AT_BASELINE: PLACEHOLDER}, 0, ("::warning title=performance gate::NOT GATED: NOTHING WAS GATED",),
        ["--annotate", "github"]),
    row("the report says so", {AT_BASELINE: change(BASELINE, placeholder=True), "r.json": "old"}, 0,
        ('"placeholder": true', '"verdict": "not gated"'), ["--report", "r.json"], ["r.json"]),
    row("JUnit says so", {AT_BASELINE: COMMENTS, "j.xml": "old"}, 0, ('<skipped message="NOT GATED: NOTHING WAS GATED',), ["--junit", "j.xml"],
        ["j.xml"]),
    row("an old report does not outlive a refusal", {AT_BASELINE: PLACEHOLDER, "timings.json": FEW, "r.json": '{"verdict": "pass"}', "j.xml": "old"},
        2, ("no r.json", "no j.xml"), ["--report", "r.json", "--junit", "j.xml"], ["r.json", "j.xml"]),
    row("half a capture becomes a baseline", {AT_BASELINE: PLACEHOLDER, "timings.json": HALF}, 0,
        (LOUD, "span.a.p50: no", "does not exist in the window", "span.a.p95: no"), ["--summary", "s.md"], ["s.md"]),
    row("half a capture is pasted", {"timings.json": HALF}, 0, ("nothing was judged", "span.a.p50: no"), ["--paste", "--summary", "s.md"], ["s.md"]),
    row("--require-baseline", {AT_BASELINE: PLACEHOLDER}, 2, (LOUD,), ["--require-baseline"]),
    row("--require-baseline, real metrics", {AT_BASELINE: change(BASELINE, placeholder=True)}, 2, (LOUD,), ["--require-baseline"]),
    row("--require-baseline, all keys renamed", {AT_BASELINE: COMMENTS}, 2, (LOUD,), ["--require-baseline"]),
    row("--require-baseline, in the summary", {AT_BASELINE: PLACEHOLDER}, 2, ("### CANNOT JUDGE: NOTHING WAS GATED",),
        ["--require-baseline", "--summary", "s.md", "--format", "json"], ["s.md"]),
    row("--require-baseline, in the annotation", {AT_BASELINE: PLACEHOLDER}, 2, ("::error title=performance gate::NOTHING WAS GATED",),
        ["--require-baseline", "--annotate", "github"]),
    row("--require-baseline, in the report", {AT_BASELINE: PLACEHOLDER, "r.json": "old"}, 2, ('"verdict": "cannot judge"', '"placeholder": true'),
        ["--require-baseline", "--report", "r.json"], ["r.json"]),
    row("--require-baseline, in JUnit", {AT_BASELINE: PLACEHOLDER, "j.xml": "old"}, 2, ('<error type="cannot judge" message="NOTHING WAS GATED',),
        ["--require-baseline", "--junit", "j.xml"], ["j.xml"]),
    row("--require-baseline with --paste", {}, 2, ("cannot be combined",), ["--require-baseline", "--paste"]),
    row("--require-baseline with --void", {}, 2, ("cannot be combined",), ["--require-baseline", "--void"]),
    row("a replay against a placeholder", {AT_BASELINE: PLACEHOLDER}, 2, ("placeholder",), ["--replay"]),
    check("check-bounds suggests no edge", "placeholders", {AT_BASELINE: PLACEHOLDER}, 0, ("NOTHING IS GATED", "no quantile is gated"),
          ["--suggest-edges", "2"]),
    check("check-bounds demands a baseline", "placeholders", {AT_BASELINE: PLACEHOLDER}, 1, (), ["--require-baseline"]),
]
