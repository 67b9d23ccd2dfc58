#!/usr/bin/env python3
"""What must hold for every baseline, tried on many that are made from a fixed seed.

- What --derive writes passes rules B, C and D.
- With the bounds that it derives no reading up to the trip point fires: of one run that is the edge above the baseline's
  bucket, of several the edge that the Spread rule takes. A reading well above it does.
- A larger reading never turns a regression into a pass.
- The order of members, in any file, changes no byte of the report.

usage: properties.py --bin DIR
"""
import bisect
import json
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
from check import Checks, bin_option  # noqa: E402

ROUNDS, KEYS = 40, 25
SEED = 20260424
FILES = ("metrics", "ladders", "baseline", "thresholds", "timings")
check = Checks()


def shuffled(value, rng):
    """The same value with the members of each object in another order."""
    if isinstance(value, dict):
        return {name: shuffled(value[name], rng) for name in rng.sample(list(value), len(value))}
    return [shuffled(v, rng) for v in value] if isinstance(value, list) else value


class World:
    """A surface, a ladder, and a baseline of one run or of seven, somewhere on the ladder."""

    def __init__(self, directory, bin_dir, rng):
        self.directory, self.bin_dir, self.rng = directory, bin_dir, rng
        self.names = [f"n{i:02d}" for i in range(KEYS)]
        self.keys = [f"span.{name}.p95" for name in self.names]
        edges, edge = [], rng.uniform(0.001, 1)
        for _ in range(rng.randrange(12, 30)):
            edges.append(edge)
            edge *= rng.choice((1.2, 1.5, 2, 2.5, 5))
        self.edges = edges
        self.put("metrics", {"spans": {"_query_template": "{quantile} {name} {window}", "_quantiles": [0.95],
                                       "_unit": "ms", "names": self.names}})
        self.put("ladders", {"span": {"unit": "ms", "edges": edges}})
        # From the second bucket on, up to where there are edges above: the first bucket is rule E's.
        low, high = edges[0] * 1.01, edges[-4]
        self.values = [low * (high / low) ** rng.random() for _ in self.keys]
        self.baseline = self.side(self.values)
        if rng.random() < 0.5:
            self.add_runs()
        self.put("baseline", self.baseline)
        self.put("thresholds", {"defaults": {"span": {"p95": {"max_pct_increase": 50.0}}}})

    def add_runs(self):
        spread = {key: sorted(v * self.rng.lognormvariate(0, 0.1) for _ in range(7))
                  for key, v in zip(self.keys, self.values)}
        self.values = [spread[key][3] for key in self.keys]
        self.baseline = self.side(self.values)
        self.baseline["spread"] = spread
        self.baseline["runs"] = [{"captured_at": f"2026-04-24T1{i}:00:00Z", "git_sha": "a"} for i in range(7)]

    def side(self, values):
        return {"schema_version": 1, "captured_at": "2026-04-24T17:30:00Z", "git_sha": "a", "window": "3m",
                "capture": {"declared": KEYS, "captured": KEYS, "min_ratio": 0.5, "complete": True},
                "metrics": {key: {"value": value, "unit": "ms"} for key, value in zip(self.keys, values)}}

    def put(self, name, value):
        (self.directory / f"{name}.json").write_text(json.dumps(value))

    def run(self, command, *arguments, timings=None):
        if timings is not None:
            self.put("timings", self.side(timings))
        sides = FILES if command == "compare" else FILES[:-1]
        return subprocess.run([self.bin_dir / command, *(f"--{name}={name}.json" for name in sides), *arguments],
                              cwd=self.directory, capture_output=True, text=True, check=False)

    def derive(self):
        """Take the derived thresholds; the trip point of each key that has one."""
        done = self.run("check-bounds", "--derive", "--output=derived.json")
        assert done.returncode in (0, 1), done.stderr
        derived = json.loads((self.directory / "derived.json").read_text())
        self.put("thresholds", derived)
        bounds = derived.get("overrides", {})
        return [v + bounds[key[:-4]]["p95"]["max_abs_increase_ms"] if key[:-4] in bounds else None
                for key, v in zip(self.keys, self.values)]

    def judge(self, timings):
        """The keys that regress, and the report."""
        done = self.run("compare", "--format=json", timings=timings)
        assert done.returncode in (0, 1), done.stderr
        return {m["key"] for m in json.loads(done.stdout)["metrics"] if m["regressed"]}, done.stdout


def try_world(world, what):
    rng = world.rng
    trips = world.derive()
    rules = json.loads(world.run("check-bounds", "--format=json").stdout)
    left = [f for f in rules["failures"] if f["rule"] in "BCD"]
    check.that(not left, f"{what}: derived bounds pass B, C and D", left)
    gated = [key for key, trip in zip(world.keys, trips) if trip is not None]
    check.that(len(gated) > KEYS / 4, f"{what}: most keys have a trip point", gated)
    if "spread" not in world.baseline:
        above = [world.edges[bisect.bisect_left(world.edges, v) + 1] for v in world.values]
        check.that(all(abs(t - a) <= 1e-9 * a for t, a in zip(trips, above)), f"{what}: hi_next", (trips, above))

    at_most = [t * rng.choice((1, rng.random())) if t is not None else v for t, v in zip(trips, world.values)]
    fired, _ = world.judge(at_most)
    check.that(not fired & set(gated), f"{what}: none fires up to its trip point", fired)
    fired, _ = world.judge([(t or v) * 1.001 for t, v in zip(trips, world.values)])
    check.that(set(gated) <= fired, f"{what}: all fire above it", set(gated) - fired)

    some = [v * rng.lognormvariate(0.5, 1) for v in world.values]
    fired, report = world.judge(some)
    more, _ = world.judge([v * rng.choice((1, 1 + rng.random(), 1000)) for v in some])
    check.that(fired <= more, f"{what}: a larger reading is no better", fired - more)

    world.put("timings", world.side(some))
    for name in FILES:
        path = world.directory / f"{name}.json"
        world.put(name, shuffled(json.loads(path.read_text()), rng))
    again = world.run("compare", "--format=json").stdout
    check.that(again == report, f"{what}: the order of members", (report, again))


def main():
    bin_dir = bin_option(__doc__)
    for i in range(ROUNDS):
        with tempfile.TemporaryDirectory() as name:
            try_world(World(pathlib.Path(name), bin_dir, random.Random(SEED + i)), f"seed {SEED + i}")
    check.end()


if __name__ == "__main__":
    main()
