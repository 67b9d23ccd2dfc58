"""Attacks with a capture that read nothing, and with one that read half."""
from world import AT_SURFACE, DROP, RUN, SURFACE, change, gate, values

HALF = change(values(RUN, span_a_p50=None, span_a_p95=None), capture={"declared": 4, "captured": 2, "min_ratio": 0.5, "complete": True},
              status={"span.a.p50": "no_data", "span.a.p95": "error"})
ASK = ["capture", "--prometheus", "{dead}", "--retries", "0", "--git-sha", "unknown"]


def capture(name, files, words, arguments=(), reads=("timings.json",)):
    return gate(name, "captures that read nothing", files, 2, words, (), reads)._replace(arguments=[*ASK, *arguments])


def half(name, words, arguments=(), reads=(), status=0):
    return gate(name, "captures that read half", {"timings.json": HALF}, status, words, arguments, reads)


ROWS = [
    capture("no server, and an old capture", {}, ('"complete": false', '"value": null')),
    capture("no server, and no capture", {"timings.json": None}, ('"complete": false', '"value": null')),
    gate("what a capture that was killed leaves", "captures that read nothing",
         {"timings.json": change(values(RUN, all=None), captured_at=None, window=None, git_sha=None, profile=None,
                                 capture={"declared": 4, "captured": 0, "min_ratio": 0.5, "complete": False})}, 2, ("did not finish",)),
    capture("no surface", {AT_SURFACE: None}, (AT_SURFACE,)),
    capture("a surface that declares nothing", {AT_SURFACE: {}}, ("group",)),
    capture("a surface of comments", {AT_SURFACE: {"_spans": SURFACE["spans"]}}, ("group",)),
    capture("a group without names", {AT_SURFACE: change(SURFACE, **{"spans/names": []})}, ("names",)),
    capture("a group without a unit", {AT_SURFACE: change(SURFACE, **{"spans/_unit": DROP})}, ("_unit",)),

    half("the last line", ("PASS, with 2 of 4 keys NOT judged", "1 no_data", "1 error")),
    half("each key and why, in the summary", ("span.a.p50", "the series does not exist in the window", "span.a.p95", "the query failed"),
         ["--summary", "s.md", "--format", "json"], ["s.md"]),
    half("with a share", ("2 of 4 keys NOT judged",), ["--min-compared", "0.75"], (), 2),
]
