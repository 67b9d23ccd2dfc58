#!/usr/bin/env python3
"""Make the pages that tests and pictures look at, with `compare --html` on made-up captures.

usage: pages.py --bin DIR --output DIR

Everything is computed, and nothing drawn: the same pages on every machine. Prints the path of each page.
"""
import argparse
import json
import math
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LADDER = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 25.0, 50.0, 100.0, 250.0, 500.0, 1000.0, 2500.0, 5000.0]
QUANTILES = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
LABELS = (*QUANTILES, "mean")
# Median in ms, width of ln latency, observations.
SERIES = {
    "span.http.checkout": (3.1, 0.55, 18234), "span.http.search": (12.0, 0.7, 40512), "span.http.login": (1.4, 0.4, 9120),
    "span.db.query": (0.42, 0.6, 120344), "span.db.commit": (1.9, 0.5, 20310), "span.cache.get": (0.031, 0.45, 310212),
    "span.queue.publish": (0.7, 0.5, 15020), "span.queue.consume": (6.2, 0.8, 14988), "span.render.page": (22.0, 0.35, 8120),
    "span.mail.send": (140.0, 0.6, 640), "span.auth.verify": (0.19, 0.3, 52010), "span.search.index": (61.0, 0.9, 2210),
}
HOSTILE = ["</title><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)", "<!--", "]]>",
           "</style><style>*{display:none}", "&lt;b&gt;&amp;", "\u202egnp.exe", "\x1b[31mred", "line\nbreak", "-->", "</svg></details>",
           "{{x}}", "😀é" * 6, "a" * 180, "</pre></p>", "javascript:alert(1)", "%3Cscript%3E"]
OLD, NEW = "5d41402abc4b2a76b9719d911017c592a1b2c3d4", "7d793037a0760186574b0282f2f435e7c3b2a190"


def normal_cdf(z):
    return 0.5 * math.erfc(-z / math.sqrt(2))


class Latencies:
    """A mixture of log-normals: (share, median, width) each."""

    def __init__(self, *parts):
        self.parts = parts

    def below(self, value):
        return sum(share * normal_cdf((math.log(value) - math.log(median)) / width) for share, median, width in self.parts)

    def mean(self):
        return sum(share * median * math.exp(width * width / 2) for share, median, width in self.parts)


def series_of(latencies, total, labels):
    """What a capture holds of a series: its readings by label, and its counts."""
    above = [round(total * (1 - latencies.below(edge))) for edge in LADDER]
    readings = {}
    for label in labels:
        if label == "mean":
            readings[label] = latencies.mean()
            continue
        rank = QUANTILES[label] * total
        i = next((i for i, a in enumerate(above) if total - a >= rank), None)
        if i is None:
            readings[label] = LADDER[-1]
            continue
        low, under = (LADDER[i - 1], total - above[i - 1]) if i > 0 else (0.0, 0)
        readings[label] = low + (LADDER[i] - low) * (rank - under) / (total - above[i] - under)
    return readings, " ".join(map(str, [total, *above]))


def capture(day, series, commit=NEW, keys=LABELS, **more):
    """`series`: by base, (latencies, total)."""
    out = {"schema_version": 1, "captured_at": f"2026-05-{day:02d}T10:00:00Z", "git_sha": commit, "window": "3m", "profile": "full",
           "ladders": {"span": {"unit": "ms", "edges": LADDER}}, "metrics": {}, "samples": {}, "covered": {}, "counts": {}}
    for base, (latencies, total) in series.items():
        readings, counts = series_of(latencies, total, keys)
        for label, value in readings.items():
            out["metrics"][f"{base}.{label}"] = {"value": value, "unit": "ms"}
        out["samples"][base], out["covered"][base], out["counts"][base] = total, 165.0, counts
    out.update(more)
    out["capture"] = {"declared": len(out["metrics"]), "captured": len(out["metrics"]), "min_ratio": 0.5, "complete": True}
    return out


def plain(names, run):
    """A healthy run: each differs a little, in a way of its own."""
    return {name: (Latencies((1.0, SERIES[name][0] * math.exp(0.08 * math.sin(3.1 * run + i)), SERIES[name][1])), SERIES[name][2])
            for i, name in enumerate(names)}


class Pages:
    def __init__(self, bin_dir, directory):
        self.bin, self.directory, self.made = bin_dir.resolve(), directory, []

    def write(self, name, value):
        (self.directory / name).write_text(json.dumps(value))
        return name

    def run(self, *arguments, command="compare"):
        return subprocess.run([self.bin / command, *arguments], cwd=self.directory, capture_output=True, text=True, check=False)

    def page(self, name, status, *arguments):
        """Where the page is; the command exits with that status."""
        path = self.directory / f"{name}.html"
        done = self.run(f"--html={path}", "--annotate=none", *arguments)
        if done.returncode != status or not path.exists():
            raise SystemExit(f"{name}: exit {done.returncode}, expected {status}\n{done.stdout}{done.stderr}")
        self.made.append(path)
        return path

    def baseline(self, runs, name="baseline.json"):
        """Of these runs, made as users make it."""
        paths = [self.write(f"base-{i}.json", run) for i, run in enumerate(runs)]
        pasted = self.run("--paste", *[f"--timings={p}" for p in paths])
        (self.directory / name).write_text(pasted.stdout)
        return name

    def thresholds(self, **more):
        bound = {label: {"max_pct_increase": 5.0} for label in LABELS}
        return self.write("thresholds.json", {"defaults": {"span": bound}, **more})

    def inputs(self, baseline, *timings, surface=None, thresholds=None):
        out = [f"--baseline={baseline}", f"--thresholds={thresholds or self.thresholds()}", "--today=2026-05-20",
               *[f"--timings={t}" for t in timings]]
        return [*out, f"--metrics={surface}"] if surface else out

    def green(self):
        names = list(SERIES)
        baseline = self.baseline([capture(d, plain(names, d), commit=OLD) for d in range(1, 8)])
        run = self.write("green.json", capture(12, plain(names, 12)))
        return self.page("green", 0, *self.inputs(baseline, run))

    def red_arguments(self, names=tuple(SERIES)[:-1], labels=LABELS):
        """A run in which everything happens that there is to see."""
        baseline = self.baseline([capture(d, plain(names, d), OLD, labels) for d in range(1, 8)], "red-baseline.json")
        slow = plain(names, 12)
        slow["span.http.checkout"] = (Latencies((0.93, 3.3, 0.55), (0.07, 160.0, 0.4)), 17990)
        slow["span.db.query"] = (Latencies((1.0, 2.6, 0.6)), 118820)
        slow["span.queue.publish"] = (Latencies((1.0, 4.4, 0.5)), 15101)
        slow["span.http.search"] = (Latencies((1.0, 78.0, 0.7)), 39800)
        slow["span.render.page"] = (Latencies((1.0, 7.0, 0.35)), 8200)
        slow["span.new.route"] = (Latencies((1.0, 2.0, 0.5)), 5000)
        slow = {name: of for name, of in slow.items() if name in (*names, "span.new.route") and name != "span.cache.get"}
        again = dict(slow, **{"span.http.search": plain(names, 12)["span.http.search"]})
        run = self.write("red.json", capture(12, slow, keys=labels))
        rerun = self.write("rerun.json", capture(13, again, keys=labels))
        waivers = {f"span.queue.publish.{label}": {"until": "2026-06-30", "owner": "queue team", "reason": "broker upgrade"}
                   for label in labels}
        return self.inputs(baseline, run, rerun, thresholds=self.thresholds(waivers=waivers))

    def red(self):
        return self.page("red", 1, *self.red_arguments())

    def large(self):
        """300 keys, of 75 series."""
        names = {f"span.service{i // 5:02d}.operation{i % 5}": (0.05 * 1.13 ** i, 0.3 + 0.05 * (i % 9), 1000 + 613 * i)
                 for i in range(75)}
        SERIES.update(names)
        baseline = self.baseline([capture(d, plain(names, d), commit=OLD) for d in range(1, 11)], "large-baseline.json")
        slow = plain(names, 12)
        for name in list(names)[20:23]:
            median, width, total = names[name]
            slow[name] = (Latencies((1.0, median * 9, width)), total)
        return self.page("large", 1, *self.inputs(baseline, self.write("large.json", capture(12, slow))))

    def alone(self):
        """300 keys, each of a series of its own: no page of as many keys is longer. Too long for a browser's checks."""
        names = {f"span.service{i // 5:02d}.operation{i % 5}": (0.05 * 1.03 ** i, 0.3 + 0.05 * (i % 9), 1000 + 613 * i)
                 for i in range(300)}
        SERIES.update(names)
        baseline = self.baseline([capture(d, plain(names, d), OLD, ("p95",)) for d in range(1, 11)], "alone-baseline.json")
        slow = plain(names, 12)
        for name in list(names)[:30]:
            median, width, total = names[name]
            slow[name] = (Latencies((1.0, median * 9, width)), total)
        return self.page("alone", 1, *self.inputs(baseline, self.write("alone.json", capture(12, slow, keys=("p95",)))))

    def placeholder(self):
        (self.directory / "void.json").write_text(self.run("--void", "--today=2026-05-01").stdout)
        run = self.write("first.json", capture(12, plain(list(SERIES)[:5], 12)))
        return self.page("placeholder", 0, "--baseline=void.json", f"--timings={run}", f"--thresholds={self.thresholds()}")

    def hostile(self):
        names = [f"span.{i:02d}{text}" for i, text in enumerate(HOSTILE)]
        SERIES.update({name: (2.0 + i, 0.5, 1000 + i) for i, name in enumerate(names)})
        baseline = self.baseline([capture(d, plain(names, d), commit=HOSTILE[0]) for d in range(1, 6)], "hostile-baseline.json")
        slow = {name: (Latencies((1.0, 300.0, 0.5)), 1000) for name in names[::2]}
        run = capture(12, dict(plain(names, 12), **slow), commit=HOSTILE[1], labels={HOSTILE[1]: HOSTILE[2]}, profile=HOSTILE[5],
                      notes={f"{names[0]}.p99": HOSTILE[0]})
        waivers = {f"{names[2]}.p99": {"until": "2026-06-30", "owner": HOSTILE[3], "reason": HOSTILE[0]}}
        return self.page("hostile", 1, *self.inputs(baseline, self.write("hostile.json", run),
                                                    thresholds=self.thresholds(waivers=waivers)))

    def cannot(self):
        """No counts in the baseline, the ladder of one series has changed, and too few keys are left to judge."""
        names = list(SERIES)[:4]
        base = capture(3, plain(names, 3))
        del base["counts"]
        run = capture(12, plain(names[:1], 12))
        return self.page("cannot", 2, *self.inputs(self.write("cannot-baseline.json", base), self.write("cannot.json", run)),
                         "--min-compared=0.8")

    def ab(self):
        shutil.copytree(ROOT / "config/examples/ab", self.directory / "rounds", dirs_exist_ok=True)
        rounds = sorted(p.name for p in (self.directory / "rounds").glob("round-*"))
        files = [f"rounds/{r}/{side}.json" for r in rounds for side in "ab"]
        return self.page("ab", 1, "--ab", *files)

    def replay(self):
        names = list(SERIES)[:6]
        baseline = self.baseline([capture(d, plain(names, d)) for d in range(1, 6)], "replay-baseline.json")
        runs = []
        for day in range(10, 20):
            series = plain(names, day)
            if day in (13, 16):
                series[names[1]] = (Latencies((1.0, 90.0, 0.7)), 40000)
            runs.append(self.write(f"replay-{day}.json", capture(day, series)))
        return self.page("replay", 1, "--replay", *self.inputs(baseline, *runs))

    def all(self):
        for make in (self.green, self.red, self.large, self.ab, self.placeholder, self.hostile, self.cannot, self.replay):
            make()
        return self.made


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build/bin")
    parser.add_argument("--output", type=pathlib.Path, required=True)
    args = parser.parse_args()
    args.output.mkdir(parents=True, exist_ok=True)
    for path in Pages(args.bin, args.output.resolve()).all():
        print(path)


if __name__ == "__main__":
    sys.exit(main())
