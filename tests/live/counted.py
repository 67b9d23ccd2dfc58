#!/usr/bin/env python3
"""Readings that are counted from raw samples: the same on every server.

Each case is the raw samples of one histogram, made at a fixed time, and what has to come out: the counts at or below each
edge, the quantiles, the status. Every server of build/servers must give all of it.
"""
from capture_tool import Checks, Directory, capture
from servers import announce, openmetrics, start

T = 1700000300
W = 180
AT = "2023-11-14T22:18:20Z"
OLD = 1699990000
K = range(12)
GRID = [1700000125 + 15 * k for k in K]
NAN = float("nan")
check = Checks()


def series(case, edges, samples, up=None, start_at=None, target=None):
    """`samples`: time → a value an edge, None where there is no sample."""
    labels = {"job": case, "instance": target or "one:1"}
    made = []
    for at, edge in enumerate(edges):
        points = [(t, row[at]) for t, row in sorted(samples.items()) if row[at] is not None]
        if points:
            made.append((f"{case}_bucket", {**labels, "le": edge}, points))
    if up:
        made.append(("up", labels, sorted(up.items())))
    if start_at:
        made.append(("process_start_time_seconds", labels, sorted(start_at.items())))
    return made


def times(shape, factors, begin=0):
    """shape × factor at each point of the grid from `begin` on."""
    return {GRID[k]: [None if f is None else s * f for s in shape] for k, f in zip(range(begin, 12), factors)}


def every(value):
    return {t: value for t in GRID}


def old(**more):
    return {"up": every(1), "start_at": every(OLD), **more}


TABLE_1 = [1700000005 + 15 * k for k in range(20)]
SPARSE = {GRID[k]: [5 * (k - 3) if k >= 4 else None, 10 * (k - 1) if k >= 2 else None, 1000 + 20 * k, 1000 + 20 * k]
          for k in K}

# case: (series, counts at or below each edge or None, {quantile label: value}, status)
CASES = {
    "warm": (series("warm", [".01", ".026", ".1", "1", "12", "30", "+Inf"], {
        t + 2: [600 * max(0, k - 8)] + [1000 * max(0, k - 8)] * 3 + [1000 + 1000 * max(0, k - 8)] * 3
        for k, t in enumerate(TABLE_1)}),
        [6600] + [11000] * 6, {"p99": 0.0256}, "good"),
    "late": (series("late", [".05", ".1", "10", "30", "+Inf"], {
        t: [84 * k, 85 * k] + [100 * k if k < 19 else None] * 3 for k, t in enumerate(TABLE_1)}),
        [840, 850, 1000, 1000, 1000], {"p90": 3.4}, "good"),
    "young": (series("young", [".01", ".1", "+Inf"], {t: [6 * k, 10 * k, 10 * k] for k, t in enumerate(TABLE_1[-5:], 1)}),
              [24, 40, 40], {}, "good"),
    "part": (series("part", [".1", "1", "+Inf"], {
        t: [100, 100, 100] if k < 14 else [90, 120, 120] for k, t in enumerate(TABLE_1)}),
        [90, 120, 120], {"p50": 0.1 * 60 / 90}, "below_ladder"),
    "stale": (series("stale", [".1", "1", "+Inf"], times(
        [30, 90, 90], [50, 51, 52, 53, 54, NAN, None, None, 58, 59, 60, 61]), **old()),
        [330, 990, 990], {"p50": 0.325}, "good"),
    "left": (series("left", [".1", "1", "+Inf"], times([30, 90, 90], [50, 51, 52, 53, 54, NAN]), **old()),
             [120, 360, 360], {}, "good"),
    "lazychild": (series("lazychild", [".1", "1", "2.5", "+Inf"], {
        GRID[k]: [10 * (k - 6), 10 * (k - 6), 10 * (k - 6) + 4, 10 * (k - 6) + 4] for k in range(6, 12)}, **old()),
        [50, 50, 54, 54], {"p99": 2.2975}, "good"),
    "lazyonce": (series("lazyonce", [".1", "1", "+Inf"], {GRID[k]: [0, 50, 50] for k in range(6, 12)}, **old()),
                 [0, 50, 50], {"p50": 0.55}, "good"),
    "known": (series("known", [".1", "1", "+Inf"], {
        1700000100: [0, 50, 50], **{GRID[k]: [0, 50, 50] for k in range(6, 12)}}, **old()),
        None, {}, "no_data"),
    "born": (series("born", [".1", "1", "+Inf"], times([6, 10, 10], range(1, 10), 3),
                    up={t: 1 if k >= 3 else 0 for k, t in enumerate(GRID)},
                    start_at={t: 1700000160.5 for t in GRID[3:]}),
             [54, 90, 90], {"p99": 0.9775}, "good"),
    "short": (series("short", [".1", "1", "+Inf"], {GRID[11]: [30, 40, 40]}, up={GRID[11]: 1},
                     start_at={GRID[11]: 1700000281}),
              [30, 40, 40], {}, "good"),
    "hidden": (series("hidden", [".1", "1", "+Inf"], {
        GRID[k]: [20, 30, 30] if k < 4 else [60 * (k - 3), 90 * (k - 3), 90 * (k - 3)] for k in K}, up=every(1),
        start_at={GRID[k]: OLD if k < 4 else 1700000171.2 for k in K}),
        [480, 720, 720], {}, "good"),
    "sparse": (series("sparse", [".1", ".5", "1", "+Inf"], SPARSE), [40, 100, 220, 220], {}, "good"),
    "headlost": (series("headlost", [".1", ".5", "1", "+Inf"], {
        GRID[k]: [0, 1020 + 10 * (k - 2) if k >= 2 else None, 1000 + 10 * k, 1000 + 10 * k] for k in K}),
        None, {}, "ladder_mismatch"),
    "balanced": (series("balanced", [".1", "1", "+Inf"], times(
        [.5, 1, 1], [(4000 if k % 2 == 0 else 5000) + 10 * k for k in K])), None, {}, "bad_histogram"),
    "unchanged": (series("unchanged", [".1", "1", "+Inf"], times(
        [5, 10, 10], [100] * 6 + [99 + j for j in range(6)]), **old()), None, {}, "bad_histogram"),
    "torn": (series("torn", [".1", ".5", "1", "+Inf"], {
        GRID[k]: [500 * k, 9903 if k == 11 else 900 * k, 900 * k, 900 * k] for k in K}),
        [5500, 9903, 9903, 9903], {}, "good"),
    "ends": (series("ends", [".1", "1", "+Inf"], {1700000120 + 15 * k: [5 * k, 10 * k, 10 * k] for k in range(13)}),
             [55, 110, 110], {}, "good"),
    # One request of the warm-up before the window, nine fast ones in it.
    "onewarm": (series("onewarm", [".01", "1", "10", "+Inf"], {
        t: [9 if k >= 14 else 0, 9 if k >= 14 else 0] + [10 if k >= 14 else 1] * 2 for k, t in enumerate(TABLE_1)}),
        [9, 9, 9, 9], {"p99": 0.0099}, "below_ladder"),
    # An overflow edge beside +Inf, and in place of it; more than one observation beyond the last finite edge.
    "overflow": (series("overflow", [".1", "1", "1.7976931348623157e+308", "+Inf"], {
        GRID[k]: [50 * k, 90 * k, 95 * k, 95 * k] for k in K}), [550, 990, 1045], {"p50": 0.095}, "below_ladder"),
    "onlyover": (series("onlyover", [".1", "1", "1.7976931348623157e+308"], {
        GRID[k]: [50 * k, 90 * k, 95 * k] for k in K}), [550, 990, 1045], {}, "good"),
    # Spellings of an edge that servers accept.
    "spelled": (series("spelled", ["0x1p-2", "0.5", "1e0", "Infinity"], {
        GRID[k]: [50 * k, 60 * k, 90 * k, 100 * k] for k in K}), [550, 660, 990, 1100], {}, "good"),
    # A rolling restart of two instances: each counted by itself.
    "rolling": (series("rolling", [".1", "1", "+Inf"], times([2, 5, 5], [10 + k if k < 6 else k - 5 for k in K]),
                       up=every(1), start_at={GRID[k]: OLD if k < 6 else GRID[k] - 4 - 15 * (k - 6) for k in K}) +
                series("rolling", [".1", "1", "+Inf"], times([2, 5, 5], [90 + k for k in K]), target="two:2", **old()),
                [2 * 22, 5 * 22, 5 * 22], {}, "good"),
}


def template(case):
    return f'histogram_quantile({{quantile}}, sum by (le) (rate({case}_bucket{{job="{{name}}"}}[{{window}}])))'


def check_server(server, url):
    who = str(server)
    surface = {case: {"_query_template": template(case), "_quantiles": [0.5, 0.9, 0.99], "_unit": "s", "_prefix": "x",
                      "_ladder": case, "names": [case]} for case in CASES}
    with Directory() as d:
        got = capture(d, "--prometheus", url, "--time", AT, "--window", f"{W}s", "--metrics", d.put("m.json", surface),
                      "--min-capture-ratio", "0.01")
    if got.doc is None:
        check.that(False, f"{who}: capture exited with {got.status}: {got.err}")
        return
    for case, (_, counts, quantiles, status) in CASES.items():
        base = f"x.{case}"
        wanted = None if counts is None else " ".join(map(str, [counts[-1]] + [counts[-1] - c for c in counts[:-1]]))
        check.equal(got.doc.get("counts", {}).get(base), wanted, f"{who}: counts of {case}")
        label = next(iter(quantiles), "p90")
        check.equal(got.reading(f"{base}.{label}"), status, f"{who}: status of {case}")
        for label, value in quantiles.items():
            seen = got.value(f"{base}.{label}")
            check.that(seen is not None and abs(seen - value) <= 1e-9 * value, f"{who}: {case} {label}: {seen!r}, not {value}")
        print(f"{who:24} {case:10} {got.reading(f'{base}.{label}'):16} {got.value(f'{base}.{label}')!s:22} "
              f"{got.doc.get('counts', {}).get(base, '-')}")


def main():
    text = openmetrics([s for made, _, _, _ in CASES.values() for s in made])
    for server in announce():
        with start(server, text) as url:
            check_server(server, url)
    check.end()


if __name__ == "__main__":
    main()
