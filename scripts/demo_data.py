#!/usr/bin/env python3
"""Histograms for every series of the shipped surface, as OpenMetrics: a healthy run, one with a slow span, a healthy one.

Three runs of five minutes each, an hour apart, at fixed times, so that every capture of them gives the same numbers: the
baseline's, a little slower, as a healthy run would be.

usage: demo_data.py SLOW_SPAN FACTOR > demo.om
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEALTHY, SLOW, AGAIN = 1700000000, 1700003600, 1700007200  # the starts of the runs, in seconds since 1970
STEP, SAMPLES, PER_STEP = 15, 21, 10000
NOISE = 1.02  # a healthy run is never the baseline again
FAMILY = re.compile(r'rate\((\w+)_bucket\{(\w+)="\{name\}"\}')


def load(name):
    return json.loads((ROOT / name).read_text())


def shares(quantiles, edges):
    """The share of observations up to each edge, such that interpolation between edges gives the quantiles back.

    Straight lines through the quantiles make a start; then each quantile in turn moves the two edges around it just
    as far as it takes (Kaczmarz), as long as shares stay ascending."""
    points = [(0.0, 0.0)] + sorted((v, q) for q, v in quantiles.items())
    points.append((points[-1][0] * 1.5, 1.0))

    def line(value):
        for (v0, q0), (v1, q1) in zip(points, points[1:]):
            if value <= v1:
                return q0 + (q1 - q0) * (value - v0) / (v1 - v0)
        return 1.0

    f = [0.0] + [line(edge) for edge in edges]
    lows = [0.0] + edges
    for _ in range(500):
        for q, v in quantiles.items():
            i = next(i for i, edge in enumerate(edges) if v <= edge)
            t = (v - lows[i]) / (edges[i] - lows[i])
            miss, low, high = q - ((1 - t) * f[i] + t * f[i + 1]), (1 - t) * (i > 0), t
            f[i] += miss * low / (low * low + high * high)
            f[i + 1] += miss * high / (low * low + high * high)
        for i in range(1, len(f)):
            f[i] = min(1.0, max(f[i], f[i - 1]))
    return f[1:]


def targets(base, metrics):
    """p50, p95 and p99 of a series; excluded keys have no baseline, so a plausible spread stands in."""
    known = {q: metrics[f"{base}.{label}"]["value"] for q, label in ((0.5, "p50"), (0.95, "p95"), (0.99, "p99"))
             if f"{base}.{label}" in metrics}
    if 0.95 not in known:
        known[0.95] = known[0.5] * 4
    known.setdefault(0.5, known[0.95] / 4)
    known.setdefault(0.99, known[0.95] * 1.5)
    return known


def series():
    """(family, label, name, base, ladder name) of every series."""
    surface = load("config/regression-metrics.json")
    for group, prefix, phases in (("spans", "span", [""]), ("job_queue", "job", surface["job_queue"]["_phases"])):
        for phase in phases:
            template = surface[group][f"_{phase or 'query'}_template"]
            family, label = FAMILY.search(template).groups()
            for name in surface[group]["names"]:
                yield family, label, name, f"{prefix}.{name}" + (f".{phase}" if phase else ""), prefix


def main():
    slow_span, factor = sys.argv[1], float(sys.argv[2])
    ladders, metrics = load("config/ladders.json"), load("baselines/baseline-timings.json")["metrics"]
    families = {}
    for family, label, name, base, ladder in series():
        edges = ladders[ladder]["edges"]
        healthy = {q: v * NOISE for q, v in targets(base, metrics).items()}
        slow = {q: v * factor for q, v in healthy.items()} if base == slow_span else healthy
        lines = families.setdefault(family, [])
        for start, quantiles in ((HEALTHY, healthy), (SLOW, slow), (AGAIN, healthy)):
            for le, share in zip([repr(e) for e in edges] + ["+Inf"], shares(quantiles, edges) + [1.0]):
                count = round(PER_STEP * share)
                lines += [f'{family}_bucket{{{label}="{name}",le="{le}"}} {count * i} {start + STEP * i}'
                          for i in range(SAMPLES)]
    for lines in families.values():
        print("\n".join(lines))
    print("# EOF")


if __name__ == "__main__":
    main()
