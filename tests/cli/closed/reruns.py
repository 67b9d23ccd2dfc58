"""Attacks with a rerun that is none: it would clear what fired in the run."""
from world import (AT_BASELINE, AT_THRESHOLDS, BASELINE, DROP, EVERY, LADDERS, PLACEHOLDER, RUN, SLOW, THRESHOLDS, change, gate, rerun, values,
                   with_rerun)

FAIL_ON_MISSING = change(THRESHOLDS, **{"overrides/span.b/p95/on_missing": "fail"})
GONE = values(RUN, span_b_p95=None)
COUNTED = {"samples": {"span.a": 1000, "span.b": 1000, "job.j.running": 1000}}
COUNTED_BASE = change(BASELINE, **COUNTED)
DECIDES = "the first run decides"
LABELLED = change(SLOW, labels={"level": "info"})


def refused(name, again, words=(), run=None, **files):
    """The rerun cannot be one: exit 2, with both names."""
    return with_rerun(name, "reruns that are refused", again, 2, ("timings.json", "rerun.json", *words), run, **files)


def no_say(name, again, words=(DECIDES,), run=None, **files):
    """The rerun has no usable reading: what fired stays."""
    return with_rerun(name, "reruns without a say", again, 1, words, run, **files)


def found(name, again, status, words=(), run=GONE):
    return with_rerun(name, "keys that a rerun has", again, status, words, run, **{AT_THRESHOLDS: FAIL_ON_MISSING})


def order(name, files, status, words, arguments):
    return gate(name, "the order of runs", files, status, words, ["--timings", *arguments])


ROWS = [
    refused("another commit", rerun(git_sha="c" * 40), ("build", "c" * 40)),
    refused("another build", rerun(labels={"build": "b"}), ("label 'build'",), change(SLOW, labels={"build": "a"})),
    refused("another build under one commit", rerun(labels={"build": "b"}), ("label 'build'",), change(SLOW, labels={"build": "a"})),
    refused("another label", rerun(labels={"level": "debug"}), ("'level'", "debug"), LABELLED),
    refused("without the label", rerun(), ("'level'",), LABELLED),
    refused("a label more", rerun(labels={"level": "info", "x": "1"}), ("'x'",), LABELLED),
    refused("another profile", rerun(profile="quick"), ("profile", "quick")),
    refused("without a profile", rerun(profile=DROP), ("profile",)),
    refused("another window", rerun(window="1m"), ("window", "1m")),
    refused("without a window", rerun(window=DROP), ("window",)),
    refused("from another source", rerun(source="scrape"), ("source", "scrape")),
    refused("in another unit", rerun(**{"metrics/span.a.p50/unit": "s"}), ("span.a.p50", "unit")),
    refused("another key in another unit", rerun(**{"metrics/span.b.p95/unit": "s"}), ("span.b.p95", "unit")),
    refused("on another ladder", rerun(ladders={"span": {"unit": "ms", "edges": [1, 50]}}), ("ladder",), change(SLOW, ladders=LADDERS)),
    refused("older than the run", rerun(captured_at="2026-04-25T17:00:00Z"), ("give: rerun.json timings.json",)),
    refused("an hour older, in another zone", rerun(captured_at="2026-04-25T18:30:00+02:00"), ("give: rerun.json timings.json",)),
    refused("the run itself", SLOW, ("overlap",)),
    refused("the healthy run at the same time", RUN, ("overlap",)),
    refused("a minute later", rerun(captured_at="2026-04-25T17:31:00Z"), ("overlap",)),
    with_rerun("when it was captured is not known", "reruns that are refused", rerun(captured_at=DROP), 2, ("rerun.json", "captured_at")),
    with_rerun("when it was captured is no time", "reruns that are refused", rerun(captured_at="soon"), 2, ("rerun.json", "captured_at")),
    with_rerun("an older placeholder", "reruns that are refused", PLACEHOLDER, 2, ("give: rerun.json timings.json",)),
    gate("the baseline as rerun", "reruns that are refused", {"timings.json": SLOW}, 2, ("are one file", AT_BASELINE),
         ["--timings", "timings.json", AT_BASELINE]),

    no_say("a placeholder", change(PLACEHOLDER, captured_at="2026-04-25T17:40:00Z"), (DECIDES, "it is a placeholder")),
    no_say("marked as a placeholder", rerun(placeholder=True), (DECIDES, "it is a placeholder")),
    no_say("without a capture block", rerun(capture=DROP), (DECIDES, "no 'capture' block")),
    no_say("not complete", rerun(capture={"declared": 4, "captured": 4, "min_ratio": 0.5, "complete": False}), (DECIDES, "not complete")),
    no_say("an incomplete one of another commit",
           rerun(git_sha="c" * 40, capture={"declared": 9, "captured": 1, "min_ratio": 0.9, "complete": False})),
    no_say("without the key", rerun(metrics={key: RUN["metrics"][key] for key in EVERY if key != "span.a.p50"})),
    no_say("the key is null", values(rerun(), span_a_p50=None)),
    no_say("every key is null", values(rerun(capture=DROP), all=None)),
    no_say("a partial answer", rerun(status={"span.a.p50": "partial"})),
    no_say("a value of 0", values(rerun(), span_a_p50=0)),
    no_say("a value below 0", values(rerun(), span_a_p50=-1)),
    no_say("no samples", rerun(), run=change(SLOW, **COUNTED), **{AT_BASELINE: COUNTED_BASE}),
    no_say("no samples, and only the run has", rerun(), run=change(SLOW, **COUNTED)),
    no_say("no sample of this series", rerun(samples={"span.b": 1000}), run=change(SLOW, **COUNTED)),
    no_say("0 samples", rerun(samples={"span.a": 0}), run=change(SLOW, **COUNTED)),
    no_say("fewer than half of the baseline's", rerun(samples={"span.a": 499}), **{AT_BASELINE: COUNTED_BASE}),
    no_say("fewer than half of the run's", rerun(samples={"span.a": 499}), run=change(SLOW, **COUNTED)),
    no_say("two that are none", rerun(capture=DROP), (DECIDES,), **{"third.json": rerun(captured_at="2026-04-25T17:50:00Z", capture=DROP)})
    ._replace(arguments=["compare", "--timings", "timings.json", "rerun.json", "third.json"]),

    found("and it fires there", values(rerun(), span_b_p95=90), 1, ("1 of 1 reruns fired",)),
    found("in another unit", rerun(**{"metrics/span.b.p95/unit": "s"}), 2, ("unit",)),
    found("on few observations", rerun(samples={"span.b": 1}), 1, (DECIDES,), change(GONE, **COUNTED)),
    found("on an unknown number of observations", rerun(), 1, (DECIDES,), change(GONE, **COUNTED)),
    found("in a partial answer", rerun(status={"span.b.p95": "partial"}), 1, (DECIDES,)),
    found("with a value of 0", values(rerun(), span_b_p95=0), 1, (DECIDES,)),
    found("in a rerun that is not complete", rerun(capture={"declared": 4, "captured": 4, "min_ratio": 0.5, "complete": False}), 1),
    found("null again", values(rerun(), span_b_p95=None), 1),

    order("an older healthy file as the run", {"old.json": rerun(captured_at="2026-04-25T18:30:00Z"), "timings.json": SLOW}, 2,
          ("give: timings.json old.json",), ["old.json", "timings.json"]),
    order("three, the last two in the wrong order",
          {"timings.json": SLOW, "b.json": rerun(captured_at="2026-04-25T18:30:00Z"), "c.json": rerun()}, 2,
          ("give: timings.json c.json b.json",), ["timings.json", "b.json", "c.json"]),
    order("an incomplete newer file first",
          {"timings.json": SLOW, "b.json": rerun(capture={"declared": 4, "captured": 4, "min_ratio": 0.5, "complete": False})}, 2,
          ("give: timings.json b.json",), ["b.json", "timings.json"]),
]
