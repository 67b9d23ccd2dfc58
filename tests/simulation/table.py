#!/usr/bin/env python3
"""How often healthy runs fail, and which slowdowns are caught, measured with the product's own commands on made-up gates.

usage: table.py [--bin DIR] [--gates N] [--first N] [--healthy N] [--world days|independent] [--json FILE]
                [--expect FILE [--update]]

A gate has 20 keys, 16 on the span ladder and 4 on the job ladder: 15 quiet (σ of ln latency from run to run 0.05 to 0.3),
3 wide (0.4 to 1.0), 2 of two modes (5 to 20 apart, 30 % of the runs slow); 200 to 200,000 observations a run that are
log-normal, gamma, of two modes, with a 3 % Pareto tail, or narrow (world.py has the parameters). In the world "days" 70 %
of the variance, and a host's effect of σ 0.1 that all keys share, belong to the day; in "independent" each run differs by
itself. Runs of a baseline, where no number of days is said, and shadow runs are of a day each; a run that is judged has one
rerun, on its own day. For each row: compare --paste, check-bounds --derive, keys that it cannot bound excluded; then compare
of healthy runs and of runs whose quiet keys are slower; with shadow runs again without the keys that compare --replay says
to exclude. Seeds are fixed, gate N has seed N.

--expect compares what is printed with a file, --update writes it. --json writes the first table for scripts/pictures.py.
"""
import argparse
import json
import math
import pathlib
import sys
import tempfile

from gate import Gate
from world import QUIET, SHAPES, SORTS, World

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUNS, SHADOW = 10, 10
# Heading, what happens to all latencies of a run's quiet keys, and to their slowest 5 %.
SLOWDOWNS = (("1.5x", 1.5, 1), ("2x", 2, 1), ("3x", 3, 1), ("5x", 5, 1), ("10x", 10, 1), ("slowest 5 % 10x", 1, 10))
BY_SHAPE = "3x"


class Row:
    """A gate by one rule; `days`: how many its baseline's runs are of."""

    def __init__(self, runs, means, days=RUNS):
        self.runs, self.means, self.days = runs, means, days
        self.plain, self.tried = Tally(), Tally()

    def baseline(self):
        return [f"base-{self.days}-{i}" for i in range(self.runs)]

    def title(self):
        return str(self.runs) + {1: ", all on one day", 3: ", on three days"}.get(self.days, "")

    def rule(self):
        return "hi_next" if self.runs < 5 else "edges and means" if self.means else "edges"

    def tallies(self):
        """By the number of shadow runs."""
        return ((shadow, tally) for shadow, tally in ((0, self.plain), (SHADOW, self.tried)) if tally.shares)


class Tally:
    """Shares by gate, so that a standard error counts gates and not keys, which have much in common."""

    def __init__(self):
        self.shares = {}

    def add(self, name, count, of):
        self.shares.setdefault(name, []).append(count / of)

    def percent(self, name):
        """The mean, and its standard error."""
        shares = self.shares[name]
        mean = sum(shares) / len(shares)
        variance = sum((s - mean) ** 2 for s in shares) / max(1, len(shares) - 1)
        return 100 * mean, 100 * math.sqrt(variance / len(shares))

    def text(self, name):
        return "{:.1f} ± {:.1f}".format(*self.percent(name)) if name in self.shares else "–"


def rows():
    return [Row(1, False), Row(5, False), Row(5, True), Row(7, True), Row(10, False), Row(10, True),
            Row(10, True, days=3), Row(10, True, days=1)]


def draw(world, healthy):
    """All runs of a gate by name, and what is judged: a list of names each, the run and its rerun, by what it shows."""
    runs = {}
    for days in (1, 3, RUNS):
        drawn = [world.new_day() for _ in range(days)]
        runs.update({f"base-{days}-{i}": world.run(drawn[i % days]) for i in range(RUNS)})
    runs.update({f"shadow-{i}": world.run(world.new_day()) for i in range(SHADOW)})
    judged = {"healthy": []}
    trials = [("healthy", 1, 1)] * healthy + list(SLOWDOWNS)
    for number, (what, slower, slowest) in enumerate(trials):
        day = world.new_day()
        pair = [f"judged-{number}", f"judged-{number}-again"]
        runs.update({name: world.run(day, slower, slowest) for name in pair})
        judged.setdefault(what, []).append(pair)
    return runs, judged


def judge(gate, judged, tally):
    keys = {key.base: key for key in gate.world.keys}
    quiet = {base for base, key in keys.items() if key.is_quiet}
    tally.add("excluded", len(gate.excluded), len(keys) * (2 if gate.means else 1))
    fired = [gate.fires(pair) for pair in judged["healthy"]]
    tally.add("healthy", sum(map(bool, fired)), len(fired))
    for sort in SORTS:
        for is_mean in (False, True):
            count = sum(keys[base].sort == sort and (label == "mean") == is_mean
                        for f in fired for base, _, label in (key.rpartition(".") for key in f))
            tally.add((sort, is_mean), count, len(fired))
    for what, _, _ in SLOWDOWNS:
        caught = quiet & {key.rpartition(".")[0] for pair in judged[what] for key in gate.fires(pair)}
        tally.add(what, len(caught), QUIET)
        for shape in SHAPES if what == BY_SHAPE else ():
            like = {base for base in quiet if keys[base].shape is shape}
            if like:
                tally.add(shape, len(caught & like), len(like))


def try_gate(bin_dir, world, healthy, table):
    """One gate by every row. The rows share the runs."""
    runs, judged = draw(world, healthy)
    for row in table:
        with tempfile.TemporaryDirectory() as name:
            gate = Gate(bin_dir, pathlib.Path(name), world, row.means)
            for run, content in runs.items():
                gate.put_run(run, content)
            gate.make(row.baseline())
            judge(gate, judged, row.plain)
            if row.runs > 1:
                said = gate.try_on([f"shadow-{i}" for i in range(SHADOW)])
                row.tried.add("said", len(said), 1)
                gate.excluded.update(said)
                gate.make(row.baseline())
                judge(gate, judged, row.tried)


def table_text(table, heads, names):
    lines = [f"| runs | rule | shadow runs | {' | '.join(heads)} |", "|---" * (len(heads) + 3) + "|"]
    lines += [f"| {row.title()} | {row.rule()} | {shadow} | {' | '.join(map(tally.text, names))} |"
              for row in table for shadow, tally in row.tallies()]
    return "\n".join(lines) + "\n"


def printed(table, args):
    slowed = [name for name, _, _ in SLOWDOWNS]
    sorts = [(sort, is_mean) for sort in SORTS for is_mean in (False, True)]
    return (f"world of {args.world}: {args.gates} gates, seeds from {args.first}; each row has {args.gates * args.healthy} "
            f"healthy runs and, of each slowdown, {args.gates * QUIET} quiet keys\n"
            "percent, and the standard error of the mean over gates\n\n" +
            table_text(table, ["keys excluded", "healthy runs that fail", *slowed], ["excluded", "healthy", *slowed]) +
            f"\nquiet keys caught at {BY_SHAPE}, by the shape of their latencies\n\n" +
            table_text(table, [shape.__name__.replace("_", " ") for shape in SHAPES], SHAPES) +
            "\nkeys that fire, per 100 healthy runs\n\n" +
            table_text(table, [f"{sort}, {'mean' if is_mean else 'quantile'}" for sort, is_mean in sorts], sorts))


def figures(table, args):
    """The first table, for scripts/pictures.py."""
    slowed = [name for name, _, _ in SLOWDOWNS]
    return {"world": args.world, "gates": args.gates, "rows": [
        {"runs": row.title(), "rule": row.rule(), "shadow": shadow, "healthy": tally.percent("healthy"),
         "caught": {name: tally.percent(name) for name in slowed}} for row in table for shadow, tally in row.tallies()]}


def main():
    parser = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build/bin")
    parser.add_argument("--gates", type=int, default=400)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--healthy", type=int, default=5)
    parser.add_argument("--world", choices=("days", "independent"), default="days")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--expect", type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    args = parser.parse_args()
    ladders = json.loads((ROOT / "config/ladders.json").read_text())
    table = rows()
    for seed in range(args.first, args.first + args.gates):
        try_gate(args.bin.resolve(), World(seed, ladders, args.world == "days"), args.healthy, table)
        if sys.stderr.isatty():
            print(f"\r{seed - args.first + 1} of {args.gates}", end="", file=sys.stderr)
    text = printed(table, args)
    print(text, end="")
    if args.json:
        args.json.write_text(json.dumps(figures(table, args), indent=1) + "\n")
    if args.update:
        args.expect.write_text(text)
    if args.expect and text != args.expect.read_text():
        sys.exit(f"that is not what {args.expect} holds; see what changed, then --update")


if __name__ == "__main__":
    main()
