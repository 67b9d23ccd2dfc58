"""Attacks with files that are not what they seem: the run, its age, its conditions, the baseline as its own run."""
import json
import os
import time

from world import (AT_BASELINE, AT_THRESHOLDS, BASELINE, DROP, LADDERS, PLACEHOLDER, RUN, SLOW, THRESHOLDS, change, gate, load, rerun, values,
                   with_rerun)

OLD = "--not-before", "2026-04-25T17:30:01Z"
HOUR = 3600


def at(offset_s, **members):
    """The healthy run, captured so many seconds from now."""
    def write(_, path):
        stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + offset_s))
        path.write_text(json.dumps(change(RUN, captured_at=stamp, **members)))
    return write


def link(_, path):
    path.symlink_to(AT_BASELINE)


def hard_link(place, path):
    os.link(place / AT_BASELINE, path)


def own(name, files, words, arguments=()):
    return gate(name, "a baseline as its own run", files, 2, words, arguments)


COUNTS = "1000 900 400 40 5 0"  # of span.a: p50 is in (1, 2], p95 in (2, 5]
COUNTED = {"ladders": LADDERS, "samples": {"span.a": 1000}, "counts": {"span.a": COUNTS}}


def contradicts(name, words, arguments=(), files=None, **members):
    run = change(RUN, **{**COUNTED, **members})
    return gate(name, "a run that contradicts itself", {"timings.json": run, **(files or {})}, 2, ("timings.json", *words), arguments)


def idle(name, status, words, **files):
    """No observation is behind span.a, and the baseline does not say how many there should be."""
    return gate(name, "a value on no observation", {"timings.json": change(RUN, samples={"span.a": 0}), **files}, status, words)


def age(name, files, words, arguments, status=2):
    return gate(name, "the age of a run", files, status, words, arguments)


def conditions(name, run, words, status=2, arguments=("--same-conditions",), baseline=BASELINE):
    return gate(name, "other conditions", {"timings.json": run, AT_BASELINE: baseline}, status, words, arguments)


def alone(name, run, words, arguments=()):
    return gate(name, "a run that is none", {"timings.json": run}, 2, words, arguments)


ROWS = [
    own("by its name", {}, ("are one file",), ["--timings", AT_BASELINE]),
    own("by another path", {}, ("are one file",), ["--timings", "./config/../" + AT_BASELINE]),
    own("by a symbolic link", {"link.json": link}, ("are one file",), ["--timings", "link.json"]),
    own("by a hard link", {"link.json": hard_link}, ("are one file",), ["--timings", "link.json"]),
    own("the default timings are a link", {"timings.json": link}, ("are one file",)),
    own("in a replay", {}, ("are one file",), ["--replay", "--timings", AT_BASELINE]),
    own("among the runs of a replay", {}, ("are one file",), ["--replay", "--timings", "timings.json", AT_BASELINE]),

    alone("a placeholder", PLACEHOLDER, ("timings.json", "placeholder")),
    alone("marked as a placeholder", change(RUN, placeholder=True), ("timings.json", "placeholder")),
    alone("placeholder, in a replay", change(RUN, placeholder=True), ("timings.json", "placeholder"), ["--replay"]),
    alone("without a time", change(RUN, captured_at=DROP), ("timings.json", "captured_at")),
    alone("the time is null", change(RUN, captured_at=None), ("timings.json", "captured_at")),
    alone("the time is no time", change(RUN, captured_at="yesterday"), ("timings.json", "captured_at")),
    alone("the 31st of April", change(RUN, captured_at="2026-04-31T00:00:00Z"), ("timings.json", "captured_at")),
    alone("the time is a number", change(RUN, captured_at=1777138200), ("captured_at",)),

    alone("a baseline of several runs", change(load("mini-spread.json"), captured_at="2026-04-25T17:30:00Z"),
          ("timings.json", "is a baseline of 5 runs")),
    alone("a baseline of several runs, in a replay", load("mini-spread.json"), ("timings.json", "is a baseline of 5 runs"), ["--replay"]),

    contradicts("counts above the trip point", ("span.a.p50 is 1.5 ms", "another bucket"), counts={"span.a": "1000 1000 1000 1000 9 0"}),
    contradicts("counts below the value", ("span.a.p95 is 4.0 ms", "another bucket"), counts={"span.a": "1000 900 4 3 0 0"}),
    contradicts("counts of nothing", ("no observation",), samples=DROP, counts={"span.a": "0 0 0 0 0 0"}),
    contradicts("samples that nobody counted", ("not the total",), samples={"span.a": 1000000}),
    contradicts("counts of fewer edges", ("not one for each edge",), counts={"span.a": "1000 900 400"}),
    contradicts("counts of more edges", ("not one for each edge",), counts={"span.a": COUNTS + " 0 0"}),
    contradicts("counts on the declared ladder", ("another bucket",), ladders=DROP, counts={"span.a": "1000 1000 1000 1000 9 0"}),
    contradicts("in a block", ("another bucket", "NOT refreshable"), ["--paste"], counts={"span.a": "1000 1000 1000 1000 9 0"}),
    contradicts("in a replay", ("another bucket",), ["--replay"], counts={"span.a": "1000 1000 1000 1000 9 0"}),
    contradicts("under a placeholder", ("another bucket",), (), {AT_BASELINE: PLACEHOLDER}, counts={"span.a": "1000 1000 1000 1000 9 0"}),
    with_rerun("its counts fire as well", "a run that contradicts itself", rerun(ladders=LADDERS, counts={"span.a": "1000 1000 1000 1000 9 0"}), 2,
               ("rerun.json", "another bucket"), change(SLOW, ladders=LADDERS)),
    idle("is no pass", 0, ("PASS, with 2 of 4 keys NOT judged", "2 inconclusive")),
    idle("keeps no budget", 2, ("a key under a budget has no reading",),
         **{AT_THRESHOLDS: {**THRESHOLDS, "budgets": {"span.a": {"p50": {"max_ms": 5.0}}}}}),
    idle("that fires is a regression", 1, ("REGRESSION",), **{"timings.json": change(values(RUN, span_a_p50=9.0), samples={"span.a": 0})}),

    age("of an earlier job", {}, ("timings.json", "earlier run"), OLD),
    age("in seconds since 1970", {}, ("timings.json", "earlier run"), ["--not-before", "1777138201"]),
    age("two hours old", {"timings.json": at(-2 * HOUR)}, ("timings.json", "may be 3600 s old"), ["--max-age", "1h"]),
    age("of next week", {"timings.json": at(168 * HOUR)}, ("ahead of this host's clock",), ["--max-age", "1h"]),
    age("of next week, against a begin", {"timings.json": at(168 * HOUR)}, ("ahead of this host's clock",), OLD),
    age("11 minutes ahead", {"timings.json": at(660)}, ("ahead of this host's clock",), OLD),
    age("without a time", {"timings.json": change(RUN, captured_at=DROP)}, ("captured_at",), ["--max-age", "1h"]),
    age("old runs in a replay", {}, ("earlier run",), ["--replay", *OLD]),
    age("an old run for a block", {}, ("earlier run", "NOT refreshable"), ["--paste", *OLD]),
    age("an old run under a placeholder", {AT_BASELINE: PLACEHOLDER}, ("earlier run", "NOT refreshable"), OLD),
    age("an old run and an old rerun", {"rerun.json": rerun()}, ("rerun.json", "earlier run"),
        ["--timings", "timings.json", "rerun.json", "--not-before", "2026-04-25T17:40:01Z"]),

    conditions("another profile", change(RUN, profile="quick"), ("profile differs", "quick")),
    conditions("another window", change(RUN, window="30s"), ("window differs", "30s")),
    conditions("no profile", change(RUN, profile=DROP), ("profile differs",)),
    conditions("no window", change(RUN, window=DROP), ("window differs",)),
    conditions("no profile in the baseline", RUN, ("profile differs",), baseline=change(BASELINE, profile=DROP)),
    conditions("in a replay", change(RUN, profile="quick"), ("profile differs",), arguments=("--same-conditions", "--replay")),
    conditions("no profile, where the baseline has one", change(RUN, profile=DROP), ("PASS, under another profile than the baseline's",), 0, ()),
    conditions("no window, where the baseline has one", change(RUN, window=DROP), ("PASS, under another window than the baseline's",), 0, ()),
    conditions("another profile, allowed", change(RUN, profile="quick"), ("PASS, under another profile than the baseline's",), 0, ()),
    conditions("another window, allowed", change(RUN, window="30s"), ("PASS, under another window than the baseline's",), 0, ()),
    conditions("both, allowed", change(RUN, window="30s", profile="quick"),
               ("PASS, under another profile and window than the baseline's",), 0, ()),
    conditions("another profile, in the annotations", change(RUN, profile="quick"),
               ("::warning title=performance gate::PASS, under another profile",), 0, ("--annotate", "github")),
    conditions("a label that only the run has", change(RUN, labels={"level": "debug"}, profile="quick"),
               ("label 'level' ('debug') is declared only in the timings", "PASS, under another"), 0, ()),
    conditions("another label", change(RUN, labels={"level": "debug"}), ("'level'",), arguments=(),
               baseline=change(BASELINE, labels={"level": "info"})),
]

# The attack on each row of the table in judge/sound.h.
PROVES = {
    "RUN_PLACEHOLDER": "a run that is none: a placeholder",
    "RUN_TIME": "a run that is none: without a time",
    "RUN_ONE": "a run that is none: a baseline of several runs",
    "RUN_AGREES": "a run that contradicts itself: counts above the trip point",
    "BASELINE_FILE": "a baseline as its own run: by its name",
    "BASELINE_LABEL": "other conditions: another label",
    "BASELINE_LABEL_ALONE": "other conditions: a label that only the run has",
    "BASELINE_PROFILE": "other conditions: another profile",
    "BASELINE_WINDOW": "other conditions: another window",
    "BASELINE_UNIT": "keys that are not judged: another unit",
    "BASELINE_LADDER": "bounds and waivers: another ladder",
    "RERUN_ORDER": "reruns that are refused: older than the run",
    "RERUN_OVERLAP": "reruns that are refused: a minute later",
    "RERUN_BUILD": "reruns that are refused: another commit",
    "RERUN_LABEL": "reruns that are refused: another label",
    "RERUN_PROFILE": "reruns that are refused: another profile",
    "RERUN_WINDOW": "reruns that are refused: another window",
    "RERUN_SOURCE": "reruns that are refused: from another source",
    "RERUN_UNIT": "reruns that are refused: in another unit",
    "RERUN_LADDER": "reruns that are refused: on another ladder",
    "RERUN_WHOLE": "reruns without a say: not complete",
    "RERUN_READING": "reruns without a say: a partial answer",
    "CLOCK_AGE": "the age of a run: two hours old",
    "CLOCK_BEGIN": "the age of a run: of an earlier job",
    "CLOCK_AHEAD": "the age of a run: 11 minutes ahead",
}
