#!/usr/bin/env python3
"""How often gates are wrong, measured with the commands themselves: capture's files are made up, and compare and
check-bounds do the rest: --paste, --derive, --replay, compare with a rerun.

A gate has 20 series, 16 on the span ladder and 4 on the job ladder, each with one quantile and its mean. From run to run the
logarithm of a series' latency differs by σ: 15 are quiet (0.05 to 0.3), 3 wide (0.4 to 1.0), and 2 have two modes, 5 to 20
apart, of which the slow one is that of 3 days in 10. 70 % of the variance, and of the modes, belong to the day, and so does an
effect of the host, σ 0.1, on all of them; ten runs are of five days. A run has 200 to
200,000 observations of a series: log-normal, gamma, of two modes, with a Pareto tail of 3 %, or narrow.

Of each gate: healthy runs of five other days fail or not, each with one rerun of its own day, before and after ten shadow runs have
excluded what fired in them; and which quiet series are caught, by the quantile or the mean, when all get slower, or when
only their slowest 5 % do.

usage: gates.py --bin DIR [--gates 400] [--seed 1] [--independent] [--json FILE] [--check]

--independent: nothing belongs to the day. --check: what few gates show from a fixed seed is held to what they must show.
--json: the figures, for scripts/pictures.py.
"""
import argparse
import bisect
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LADDERS = json.loads((ROOT / "config/ladders.json").read_text())
QUANTILES = (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))
FACTORS = (1.5, 2, 3, 5, 10)
TAIL = "tail"  # in place of a factor: the slowest 5 % become 10x
QUIET, WIDE, SERIES, SHADOW, HEALTHY, SAMPLE = 15, 3, 20, 10, 5, 3000
# runs, means, all on one day
ROWS = ((1, False, False), (5, False, False), (5, True, False), (7, True, False), (10, False, False), (10, True, False),
        (10, True, True))


def shape(rng):
    """Latencies of one series, around 1, sorted."""
    kind = rng.choice(("log-normal", "gamma", "modes", "pareto", "narrow"))
    sigma, k, apart, alpha = rng.uniform(0.3, 1), rng.uniform(0.7, 4), rng.uniform(3, 10), rng.uniform(1.6, 2.5)
    draw = {
        "log-normal": lambda: rng.lognormvariate(0, sigma),
        "gamma": lambda: rng.gammavariate(k, 1 / k),
        "modes": lambda: rng.lognormvariate(0, 0.2) * (apart if rng.random() < 0.2 else 1),
        "pareto": lambda: 3 * rng.paretovariate(alpha) if rng.random() < 0.03 else rng.lognormvariate(0, 0.5),
        "narrow": lambda: rng.lognormvariate(0, sigma * 0.15),
    }[kind]
    return sorted(draw() for _ in range(SAMPLE))


class Series:
    def __init__(self, rng, index, day_share):
        self.rng, self.day_share = rng, day_share
        self.is_job = index >= SERIES - 4
        self.is_quiet = index % SERIES < QUIET
        self.ladder = LADDERS["job" if self.is_job else "span"]
        self.base = f"{'job' if self.is_job else 'span'}.n{index:02d}"
        self.label, self.q = rng.choice(QUANTILES)
        self.values = shape(rng)
        self.tail_from = self.values[int(0.95 * SAMPLE)]
        self.level = 10 ** (rng.uniform(1.5, 5) if self.is_job else rng.uniform(-1, 2.5))
        self.count = int(10 ** rng.uniform(math.log10(200), math.log10(200000)))
        self.sigma = rng.uniform(0.05, 0.3) if self.is_quiet else rng.uniform(0.4, 1)
        self.modes = rng.uniform(5, 20) if index % SERIES >= QUIET + WIDE else 1

    def is_slow_mode(self):
        return self.modes > 1 and self.rng.random() < 0.3

    def day(self):
        """What the day adds to the logarithm, and whether it is one of the slow mode."""
        return self.rng.gauss(0, self.sigma * math.sqrt(self.day_share)), self.is_slow_mode()

    def read(self, day, slowed):
        """The quantile that a server would interpolate, and the mean, of a run on that day."""
        rng = self.rng
        factor = math.exp(day[0] + rng.gauss(0, self.sigma * math.sqrt(1 - self.day_share))) * self.level
        factor *= self.modes if (day[1] if rng.random() < self.day_share else self.is_slow_mode()) else 1
        values = self.values
        if slowed == TAIL:
            values = [v if v <= self.tail_from else 10 * v for v in values]
        elif self.is_quiet:
            factor *= slowed
        rank = max(1, math.ceil(self.q * self.count))
        share = rng.betavariate(rank, self.count - rank + 1)
        return self.interpolate(values, share, factor), self.mean(values, factor)

    def interpolate(self, values, share, factor):
        edges = self.ladder["edges"]
        reading = values[min(SAMPLE - 1, int(share * SAMPLE))] * factor
        at = bisect.bisect_left(edges, reading)
        if at == len(edges):
            return edges[-1]
        low, high = edges[at - 1] if at > 0 else 0, edges[at]
        below, up_to = (bisect.bisect_right(values, e / factor) / SAMPLE for e in (low, high))
        place = (share - below) / (up_to - below) if up_to > below else 1
        return low + (high - low) * min(1, max(place, 1e-6))

    def mean(self, values, factor):
        """Of the observations of a run, or of as many as the sample has and then by the central limit."""
        count = min(self.count, 400)
        drawn = self.rng.choices(values, k=count)
        average, whole = sum(drawn) / count, sum(values) / SAMPLE
        return factor * (whole + (average - whole) * math.sqrt(count / self.count))


class Gate:
    """What is known of one gate: series, runs of healthy days, and the files of the commands in a directory."""

    def __init__(self, bin_dir, directory, rng, day_share):
        self.bin_dir, self.directory, self.rng = bin_dir, directory, rng
        self.host_sigma = 0.1 if day_share > 0 else 0
        self.series = [Series(rng, i, day_share) for i in range(SERIES)]
        self.minute = 0

    def day(self):
        host = self.rng.gauss(0, self.host_sigma)
        return [(host + effect, is_slow) for effect, is_slow in (s.day() for s in self.series)]

    def capture(self, name, day, slowed=1):
        metrics, self.minute = {}, self.minute + 10
        for s, effect in zip(self.series, day):
            unit = s.ladder["unit"]
            quantile, mean = s.read(effect, slowed)
            metrics[f"{s.base}.{s.label}"] = {"unit": unit, "value": quantile}
            metrics[f"{s.base}.mean"] = {"unit": unit, "value": mean}
        at = f"2026-01-{1 + self.minute // 1440:02d}T{self.minute // 60 % 24:02d}:{self.minute % 60:02d}:00Z"
        self.put(name, {"schema_version": 1, "captured_at": at, "window": "3m", "ladders": LADDERS, "metrics": metrics, "capture": {
            "declared": len(metrics), "captured": len(metrics), "min_ratio": 0.5, "complete": True}})
        return name

    def put(self, name, value):
        (self.directory / name).write_text(json.dumps(value))

    def run(self, command, *arguments):
        done = subprocess.run([self.bin_dir / command, "--metrics=surface.json", *arguments], cwd=self.directory,
                              capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            raise SystemExit(f"{command} {arguments}: {done.stderr}")
        return done.stdout

    def exclude(self, keys, means):
        left_out = {key: "fired" for key in keys}
        groups = {"excluded_keys": left_out}
        for s in self.series:
            group = {"_query_template": "{quantile} {window}", "_quantiles": [s.q], "_unit": s.ladder["unit"], "_prefix": s.base.split(".")[0],
                     "names": [s.base.split(".")[1]], "_mean": True}
            groups[s.base.replace(".", "-")] = group
            if not means:
                left_out[f"{s.base}.mean"] = "means off"
        self.put("surface.json", groups)

    def derive(self, runs):
        (self.directory / "baseline.json").write_text(self.run("compare", "--paste", *(f"--timings={r}" for r in runs)))
        self.put("thresholds.json", {})
        self.run("check-bounds", "--ladders=ladders.json", "--baseline=baseline.json", "--thresholds=thresholds.json", "--derive",
                 "--output=thresholds.json")

    def judge(self, *arguments):
        return json.loads(self.run("compare", "--ladders=ladders.json", "--baseline=baseline.json", "--thresholds=thresholds.json",
                                   "--format=json", *arguments))

    def regressed(self, pair):
        return {m["key"] for m in self.judge(*(f"--timings={p}" for p in pair))["metrics"] if m["regressed"]}

    def failing(self):
        return sum(bool(self.regressed(pair)) for pair in self.healthy) / HEALTHY

    def try_row(self, runs, means):
        """Which share of the healthy runs fails, without and with shadow runs, and which share of the quiet series is caught."""
        self.exclude((), means)
        self.derive(runs)
        before = self.failing()
        caught = {}
        for slowed, pair in self.slow.items():
            fired = {key.rsplit(".", 1)[0] for key in self.regressed(pair)}
            caught[slowed] = sum(s.is_quiet and s.base in fired for s in self.series) / sum(s.is_quiet for s in self.series)
        replay = self.judge("--replay", *(f"--timings={s}" for s in self.shadow))
        self.exclude([k["key"] for k in replay["keys"] if "fired" in k["results"]], means)
        self.derive(runs)
        return before, self.failing(), caught

    def try_rows(self):
        self.put("ladders.json", LADDERS)
        days = [self.day() for _ in range(5)]
        several = [self.capture(f"run{i}.json", days[i % 5]) for i in range(10)]
        one_day = [self.capture(f"one{i}.json", days[0]) for i in range(10)]
        days = [self.day() for _ in range(5)]
        self.shadow = [self.capture(f"shadow{i}.json", days[i % 5]) for i in range(SHADOW)]
        days = [self.day() for _ in range(HEALTHY)]
        self.healthy = [[self.capture(f"healthy{i}-{j}.json", day) for j in range(2)] for i, day in enumerate(days)]
        day = self.day()
        self.slow = {f: [self.capture(f"slow-{f}-{i}.json", day, f) for i in range(2)] for f in (*FACTORS, TAIL)}
        return [self.try_row((one_day if one else several)[:count], means) for count, means, one in ROWS]


def percent(values):
    """The mean in percent, and its standard error."""
    mean = sum(values) / len(values)
    error = math.sqrt(sum((v - mean) ** 2 for v in values) / max(1, len(values) - 1) / len(values))
    return 100 * mean, 100 * error


def simulate(bin_dir, gates, seed, day_share):
    """By row: for each gate what try_row() returns."""
    rows = [[] for _ in ROWS]
    for i in range(gates):
        with tempfile.TemporaryDirectory() as name:
            for row, result in zip(rows, Gate(bin_dir, pathlib.Path(name), random.Random(f"{seed}-{i}"), day_share).try_rows()):
                row.append(result)
    return rows


def print_table(rows, gates):
    print(f"{gates} gates, {gates * HEALTHY} healthy runs, {gates * QUIET} quiet series each; ± standard error, by gate\n")
    print("| runs | rule | healthy runs that fail: no shadow run / 10 | quiet series caught at "
          f"{' / '.join(f'{f}x' for f in FACTORS)} | slowest 5 % become 10x |\n|---|---|---|---|---|")
    for (count, means, one_day), row in zip(ROWS, rows):
        fails = [percent([r[i] for r in row]) for i in (0, 1)]
        caught = [percent([r[2][f] for r in row]) for f in (*FACTORS, TAIL)]
        rule = "hi_next" if count < 5 else "edges and means" if means else "edges"
        print(f"| {count}{', all on one day' if one_day else ''} | {rule} | {' / '.join(f'{m:.1f} ± {e:.1f} %' for m, e in fails)} | "
              f"{' / '.join(f'{m:.0f}' for m, _ in caught[:-1])} % (± {max(e for _, e in caught):.1f}) | {caught[-1][0]:.0f} % |")


def figures(rows, gates, independent):
    return {"gates": gates, "healthy_runs": gates * HEALTHY, "world": "independent" if independent else "days", "rows": [
        {"runs": count, "means": means, "one_day": one_day, "fails": percent([r[0] for r in row]), "fails_shadowed": percent([r[1] for r in row]),
         "caught": {str(f): percent([r[2][f] for r in row]) for f in (*FACTORS, TAIL)}}
        for (count, means, one_day), row in zip(ROWS, rows)]}


def hold(rows):
    """What must show on few gates: means see more, runs of one day and single runs cry wolf."""
    fails = [percent([r[0] for r in row])[0] for row in rows]
    caught = [{f: percent([r[2][f] for r in row])[0] for f in (*FACTORS, TAIL)} for row in rows]
    edges, means, one_day = (ROWS.index(r) for r in ((10, False, False), (10, True, False), (10, True, True)))
    faults = [what for what, holds in (
        ("a gate of ten runs fails on few healthy runs", fails[means] <= 20),
        ("a single run cries wolf more often", fails[0] > fails[means]),
        ("runs of one day cry wolf more often", fails[one_day] > fails[means]),
        ("means double what is seen at 2x", caught[means][2] > 2 * caught[edges][2]),
        ("and see most at 5x", caught[means][5] > 75),
        ("and a slower tail", caught[means][TAIL] > caught[edges][TAIL]),
        ("more slowdown is caught more often", all(c[2] <= c[3] <= c[5] <= c[10] for c in caught)),
    ) if not holds]
    print("\n".join(f"FAILED {what}" for what in faults) or "all holds")
    return 1 if faults else 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--gates", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--independent", action="store_true")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    rows = simulate(args.bin.resolve(), args.gates, args.seed, 0 if args.independent else 0.7)
    print_table(rows, args.gates)
    if args.json:
        args.json.write_text(json.dumps(figures(rows, args.gates, args.independent), indent=1) + "\n")
    return hold(rows) if args.check else 0


if __name__ == "__main__":
    sys.exit(main())
