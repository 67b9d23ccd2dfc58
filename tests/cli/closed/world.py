"""What the rows of the attacks are made of: a small gate, its files as objects, and changes to them."""
import copy
import json
import pathlib
import typing

BASES = pathlib.Path(__file__).resolve().parent.parent / "bases"
DROP = object()  # in change(): the member goes


def load(name):
    return json.loads((BASES / name).read_text(encoding="utf-8"))


BASELINE = load("mini/baselines/baseline-timings.json")
RUN = load("mini-run.json")
SURFACE = load("mini/config/regression-metrics.json")
THRESHOLDS = load("mini/config/regression-thresholds.json")
LADDERS = load("mini/config/ladders.json")

AT_BASELINE = "baselines/baseline-timings.json"
AT_THRESHOLDS = "config/regression-thresholds.json"
AT_SURFACE = "config/regression-metrics.json"
AT_LADDERS = "config/ladders.json"

EVERY = ("job.j.running.p95", "span.a.p50", "span.a.p95", "span.b.p95")
PLACEHOLDER = {"schema_version": 1, "captured_at": "2026-04-24T17:30:00Z", "placeholder": True, "metrics": {}}


def change(document, **members):
    """A copy with other members; "metrics__span_a_p50" would be unreadable, so paths come in `at`: {"a/b": value}."""
    new = copy.deepcopy(document)
    for path, value in {**members.pop("at", {}), **members}.items():
        *parents, last = path.split("/")
        place = new
        for parent in parents:
            place = place.setdefault(parent, {})
        if value is DROP:
            place.pop(last, None)
        else:
            place[last] = value
    return new


def values(document, **keys):
    """A copy in which all keys have one value ("all"), or single ones another, by name with "_" for ".": span_a_p50=9."""
    new = copy.deepcopy(document)
    for key, metric in new["metrics"].items():
        if "all" in keys:
            metric["value"] = keys["all"]
        metric["value"] = keys.get(key.replace(".", "_"), metric["value"])
    return new


SLOW = values(RUN, span_a_p50=5.5)  # above its trip point of 5


def rerun(**members):
    """The healthy run, captured ten minutes later, with other members."""
    return change(RUN, **{"captured_at": "2026-04-25T17:40:00Z", **members})


class Row(typing.NamedTuple):
    name: str
    kind: str
    files: dict  # path: an object, a text, bytes, None to remove, or a function of (directory, path)
    arguments: list
    status: int
    words: tuple = ()
    reads: tuple = ()  # files whose text counts as output


def gate(name, kind, files, status, words=(), arguments=(), reads=()):
    """A row of compare on the small gate; timings.json is the healthy run unless `files` has it."""
    whole = {AT_BASELINE: BASELINE, AT_THRESHOLDS: THRESHOLDS, AT_SURFACE: SURFACE, AT_LADDERS: LADDERS, "timings.json": RUN}
    return Row(name, kind, {**whole, **files}, ["compare", *arguments], status, words, reads)


def check(name, kind, files, status, words=(), arguments=()):
    """A row of check-bounds on the same gate."""
    return gate(name, kind, files, status, words)._replace(arguments=["check-bounds", *arguments])


def with_rerun(name, kind, again, status, words=(), run=None, arguments=(), **files):
    """A run that fired, and what is given as its rerun."""
    given = {"timings.json": SLOW if run is None else run, "rerun.json": again, **files}
    return gate(name, kind, given, status, words, ["--timings", "timings.json", "--timings", "rerun.json", *arguments])
