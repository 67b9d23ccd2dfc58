#!/usr/bin/env python3
"""Draw the pictures of README and docs from what the programs print. Needs the release build.

usage: scripts/pictures.py [--rates DAYS INDEPENDENT] [--browser] [--look DIRECTORY]

Writes docs/pictures/ladder.svg, floors.svg and spread-rule.svg. --rates: spread-rates.svg as well, from two files of
tests/simulation/table.py --json, of the world of days and of the independent one. --browser: those that a browser draws as
well, of a page, a terminal and a summary. --look: only pictures of all pages that tests/html/pages.py makes, narrow and wide,
light and dark, into that directory. A browser comes with scripts/deps.sh browser.
"""
import argparse
import json
import math
import pathlib
import subprocess
import tempfile

import pictures_browser

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD, PICTURES = ROOT / "build", ROOT / "docs" / "pictures"
INK, FAINT, GOOD, BAD, ACCENT = "#1f2328", "#8b949e", "#1a7f37", "#cf222e", "#0969da"
EXAMPLE = ROOT / "config" / "examples" / "spread"
RUNS = sorted(EXAMPLE.glob("run-*.json"))
KEYS = {key: [json.loads(run.read_text())["metrics"][key]["value"] for run in RUNS]
        for key in ("span.quiet.p95", "span.wider.p95", "span.small.p95", "span.outlier.p95")}


class Svg:
    def __init__(self, width, height, title):
        self.width, self.height, self.parts = width, height, [f"<title>{title}</title>"]

    def line(self, x1, y1, x2, y2, color, width=1.0, dash=""):
        self.parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" '
                          f'stroke-width="{width}"' + (f' stroke-dasharray="{dash}"' if dash else "") + "/>")

    def dot(self, x, y, color):
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{color}" fill-opacity="0.7"/>')

    def box(self, x, y, width, height, color):
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{color}"/>')

    def text(self, x, y, text, color=INK, anchor="start", size=13):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" fill="{color}" text-anchor="{anchor}" font-size="{size}">{text}</text>')

    def save(self, name):
        body = "\n".join(self.parts)
        (PICTURES / name).write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="{self.width}" '
            f'font-family="Helvetica, Arial, sans-serif">\n<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n')


def gate_rows():
    """The rows of check-bounds --table for the shipped gate, weakest first."""
    said = subprocess.run([BUILD / "bin" / "check-bounds", "--table", "--format=json"], cwd=ROOT, capture_output=True, text=True,
                          check=True).stdout
    return json.loads(said)["keys"]


def floor_text(row):
    return f'{row["floor_min"]:.3g}x to {row["floor_max"]:.3g}x' if row["floor_max"] else f'{row["floor_min"]:.3g}x, unbounded'


def draw_ladder():
    rows = [row for row in gate_rows() if row["key"].startswith(("span.tx.process.", "span.consensus.accept."))]
    rows.sort(key=lambda row: row["key"])
    edges = [e for e in json.loads((ROOT / "config" / "ladders.json").read_text())["span"]["edges"] if 0.04 <= e <= 110]
    left, right, bottom = 190, 830, 30 + 44 * len(rows)
    svg = Svg(860, bottom + 52, "Six keys on their ladder: the bucket of each baseline, and the edge that it trips above")

    def x(value):
        return left + (right - left) * (math.log(value) - math.log(edges[0])) / (math.log(edges[-1]) - math.log(edges[0]))

    for i, row in enumerate(rows):
        y = 40 + 44 * i
        lo, hi, trip = row["bucket"]["lo"], row["bucket"]["hi"], row["fires_at"]
        svg.box(x(lo), y - 11, x(hi) - x(lo), 22, "#ddf4ff")
        svg.box(x(hi), y - 11, x(trip) - x(hi), 22, "#f6f8fa")
    for edge in edges:
        svg.line(x(edge), 20, x(edge), bottom, "#d0d7de")
        svg.text(x(edge), bottom + 18, f"{edge:g}", FAINT, "middle", 11)
    svg.text((left + right) / 2, bottom + 38, "ms; the grey lines are the edges of the ladder", FAINT, "middle", 12)
    for i, row in enumerate(rows):
        y = 40 + 44 * i
        svg.text(8, y + 5, row["key"])
        svg.dot(x(row["baseline"]), y, INK)
        svg.line(x(row["fires_at"]), y - 15, x(row["fires_at"]), y + 15, BAD, 3)
        svg.text(x(row["fires_at"]) + 6, y + 5, floor_text(row), BAD, "start", 12)
    svg.save("ladder.svg")


def draw_floors():
    """A bar from what cannot fire to what is certain to, for each key."""
    rows = sorted(gate_rows(), key=lambda row: -(row["floor_max"] or math.inf))
    svg = Svg(860, 62 + 20 * len(rows), "From which slowdown on each key of the shipped gate may fire, and is certain to")
    left, unit = 250, 180

    def x(factor):
        return left + unit * math.log2(factor) * 0.62

    for factor in (1, 2, 5, 10, 20):
        svg.line(x(factor), 10, x(factor), 16 + 20 * len(rows), "#d0d7de")
        svg.text(x(factor), 32 + 20 * len(rows), f"{factor}x", FAINT, "middle", 11)
    for i, row in enumerate(rows):
        least, most = row["floor_min"], row["floor_max"] or 40
        svg.text(left - 8, 26 + 20 * i, row["key"], INK, "end", 12)
        svg.box(x(least), 15 + 20 * i, max(2, x(most) - x(least)), 14, ACCENT)
        svg.text(x(most) + 6, 26 + 20 * i, floor_text(row), INK, "start", 11)
    svg.text(left, 52 + 20 * len(rows), "left of a bar nothing fires; right of it everything does; inside it depends on the bucket",
             FAINT, "start", 12)
    svg.save("floors.svg")


def verdict_rows():
    """What compare reports of the keys, with a baseline of five runs made by compare itself."""
    compare, inputs = str(BUILD / "bin" / "compare"), [f"--metrics={EXAMPLE / 'regression-metrics.json'}"]

    def run(*arguments):
        return subprocess.run([compare, *inputs, *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    with tempfile.NamedTemporaryFile("w", suffix=".json") as baseline:
        baseline.write(run("--paste", *[f"--timings={r}" for r in RUNS]))
        baseline.flush()
        report = run(f"--baseline={baseline.name}", f"--timings={RUNS[-1]}", "--format=json",
                     f"--thresholds={EXAMPLE / 'regression-thresholds.json'}")
    return {row["key"]: row for row in json.loads(report)["metrics"]}


def draw_rule():
    edges = [e for e in json.loads((ROOT / "config" / "ladders.json").read_text())["span"]["edges"] if 0.04 <= e <= 300]
    svg = Svg(860, 90 + 62 * len(KEYS), "Five healthy runs of four keys, where 99 % of such runs land, and the trip point")
    left, right = 150, 830

    def x(value):
        return left + (right - left) * (math.log(value) - math.log(0.04)) / (math.log(300) - math.log(0.04))

    bottom = 40 + 62 * len(KEYS)
    for edge in edges:
        svg.line(x(edge), 24, x(edge), bottom, "#d0d7de")
        svg.text(x(edge), bottom + 18, f"{edge:g}", FAINT, "middle", 11)
    svg.text((left + right) / 2, bottom + 38, "ms; the grey lines are the edges of the ladder", FAINT, "middle", 12)
    rows = verdict_rows()
    for i, (key, values) in enumerate(KEYS.items()):
        row, y = rows[key], 58 + 62 * i
        svg.text(8, y + 5, key)
        svg.line(x(min(values)), y, x(min(row["spread"]["upper"], 300)), y, ACCENT, 2)
        svg.line(x(row["spread"]["upper"]), y - 10, x(row["spread"]["upper"]), y + 10, ACCENT, 2)
        svg.text(x(row["spread"]["upper"]) + 6, y - 10, f'U = {row["spread"]["upper"]:.3g}', ACCENT, "start", 11)
        for value in values:
            svg.dot(x(value), y, INK)
        if row["trip_point"] is None:
            svg.text(right, y + 22, "excluded: no edge within 10 medians", BAD, "end", 12)
        else:
            svg.line(x(row["trip_point"]), y - 20, x(row["trip_point"]), y + 20, GOOD, 3)
            svg.text(x(row["trip_point"]) + 6, y + 19, f'trips above {row["trip_point"]:g}', GOOD, "start", 12)
    svg.save("spread-rule.svg")


def draw_rates(paths):
    """Of each row of table.py without shadow runs, in the world of days and beside it in the independent one."""
    worlds = [json.loads(path.read_text()) for path in paths]
    for world in worlds:
        world["rows"] = [row for row in world["rows"] if row["shadow"] == 0]
    labels = []
    for row in worlds[0]["rows"]:
        count, _, days = row["runs"].partition(", ")
        labels.append(f'{count} run{"s" if count != "1" else ""}{" " if days else ""}{days}: {row["rule"]}')
    svg = Svg(940, 92 + 100 * len(labels), "Healthy runs that fail, and slowdowns that are caught, by rule")
    names = [("healthy runs that fail", BAD), ("caught at 2x", ACCENT), ("caught at 3x", ACCENT), ("caught at 5x", ACCENT)]
    for w, world in enumerate(worlds):
        svg.text(330 + 320 * w, 20, "most of the variance is the day's" if world["world"] == "days" else "independent runs", INK, "start", 14)
        for i, row in enumerate(world["rows"]):
            top = 34 + 100 * i
            values = [row["healthy"], *(row["caught"][f"{f}x"] for f in "235")]
            if w == 0:
                svg.text(8, top + 12, labels[i], INK, "start", 14)
            for j, ((name, color), (value, _)) in enumerate(zip(names, values)):
                y = top + 20 + 17 * j
                if w == 0:
                    svg.text(310, y + 11, name, FAINT, "end", 12)
                svg.box(320 + 320 * w, y, 2.4 * value + 1, 13, color)
                svg.text(328 + 320 * w + 2.4 * value, y + 11, f"{value:.1f} %", INK, "start", 12)
    svg.text(8, 70 + 100 * len(labels), f'simulated with the commands: {worlds[0]["gates"]} gates of 20 series in each world; '
             "what fires is confirmed by a rerun in every row; caught: of the quiet series", FAINT)
    svg.save("spread-rates.svg")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--rates", nargs=2, type=pathlib.Path)
    parser.add_argument("--browser", action="store_true")
    parser.add_argument("--look", type=pathlib.Path)
    args = parser.parse_args()
    if args.look:
        pictures_browser.look(BUILD / "bin", args.look)
        return
    draw_ladder()
    draw_floors()
    draw_rule()
    if args.rates:
        draw_rates(args.rates)
    if args.browser:
        pictures_browser.draw(BUILD / "bin", PICTURES)


if __name__ == "__main__":
    main()
