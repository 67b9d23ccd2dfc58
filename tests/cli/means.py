#!/usr/bin/env python3
"""The mean rule, written a second time, against what check-bounds and compare say of runs from a fixed seed: where a
mean trips, and a value of which more is better, or that it is not gated; what fires, and what most runs confirm.

usage: means.py --bin DIR
"""
import json
import math
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
from check import Checks, bin_option  # noqa: E402

ROUNDS, NAMES = 30, 25
SEED = 20260424

# Student's t of 0.9995, one-sided, by the number of runs: with three degrees of freedom more than that.
T = {5: 5.0413054333733674, 6: 4.7809125859311391, 7: 4.5868938587026359, 8: 4.4369793382344497, 9: 4.3177912836061845,
     10: 4.2208317277071212}

check = Checks()


def mean_trip(values, higher):
    """Where a key with these runs trips; None when it is not gated."""
    logs = [math.log(v) for v in values]
    count, centre = len(logs), math.fsum(logs) / len(logs)
    variance = (4 * 0.15 ** 2 + math.fsum((x - centre) ** 2 for x in logs)) / (count + 3)
    reach = max(T[count] * math.sqrt((1 + 1 / count) * variance), math.log(1.25))
    return None if reach > math.log(5) else math.exp(centre - reach if higher else centre + reach)


class World:
    """Many means, and as many values of which more is better, each of as many runs."""

    def __init__(self, directory, bin_dir, rng):
        self.directory, self.bin_dir, self.rng = directory, bin_dir, rng
        self.count = rng.choice(list(T))
        names = [f"n{i:02d}" for i in range(NAMES)]
        self.units = {**{f"span.{n}.mean": "ms" for n in names}, **{f"rate.{n}.value": "per_second" for n in names}}
        self.runs = {key: self.some_runs() for key in self.units}
        self.trips = {key: mean_trip(v, key.startswith("rate")) for key, v in self.runs.items()}
        self.put("metrics", {
            "spans": {"_query_template": "{quantile} {name} {window}", "_quantiles": [0.5], "_mean": True, "_unit": "ms", "names": names},
            "rate": {"_query_template": "{name}", "_unit": "per_second", "_direction": "higher", "names": names},
            "excluded_keys": {f"span.{n}.p50": "only means here" for n in names}})
        self.put("ladders", {"span": {"unit": "ms", "edges": [1, 2, 5]}})
        self.put("thresholds", {})
        self.put("baseline", {**self.side({key: statistics.median(v) for key, v in self.runs.items()}), "spread": self.runs,
                              "runs": [{"captured_at": f"2026-04-{i + 10}T10:00:00Z"} for i in range(self.count)]})

    def some_runs(self):
        level, sigma = 10 ** self.rng.uniform(-3, 5), self.rng.choice((0, 0.02, 0.1, 0.2, 0.3, 0.5, 1))
        return [level * self.rng.lognormvariate(0, sigma) for _ in range(self.count)]

    def side(self, values, minute=0):
        return {"schema_version": 1, "captured_at": f"2026-04-30T17:{minute:02d}:00Z", "git_sha": "a", "window": "3m",
                "capture": {"declared": len(values), "captured": len(values), "min_ratio": 0.5, "complete": True},
                "metrics": {key: {"value": v, "unit": self.units[key]} for key, v in values.items()}}

    def put(self, name, value):
        (self.directory / f"{name}.json").write_text(json.dumps(value))

    def run(self, command, *arguments):
        files = [f"--{name}={name}.json" for name in ("metrics", "ladders", "baseline", "thresholds")]
        done = subprocess.run([self.bin_dir / command, *files, "--format=json", *arguments], cwd=self.directory,
                              capture_output=True, text=True, check=False)
        return json.loads(done.stdout)


def try_world(world, what):
    rng, trips = world.rng, world.trips
    table = {row["key"]: row for row in world.run("check-bounds", "--table")["keys"]}
    wide = {f["key"] for f in world.run("check-bounds")["failures"] if f["rule"] == "H"}
    check.equal(wide, {key for key, trip in trips.items() if trip is None}, f"{what}: what rule H leaves ungated")
    for key, trip in trips.items():
        found = table[key]["fires_at"]
        check.that(found is None if trip is None else found is not None and abs(found - trip) <= 1e-12 * trip,
                   f"{what}: where {key} trips", (trip, table[key]))
    # Three runs, each key a little below or a little above its trip point.
    readings = [{key: (trip or 1) * rng.choice((0.999, 1.001)) for key, trip in trips.items()} for _ in range(3)]
    for i, values in enumerate(readings):
        world.put(f"run{i}", world.side(values, 10 * i))
    report = world.run("compare", *(f"--timings=run{i}.json" for i in range(3)))
    fires = {key: [r[key] < trip if key.startswith("rate") else r[key] > trip for r in readings]
             for key, trip in trips.items() if trip is not None}
    check.equal({row["key"] for row in report["metrics"] if row["regressed"]},
                {key for key, fired in fires.items() if fired[0] and sum(fired) > 1}, f"{what}: what most runs confirm")


def main():
    bin_dir = bin_option(__doc__)
    for i in range(ROUNDS):
        with tempfile.TemporaryDirectory() as name:
            try_world(World(pathlib.Path(name), bin_dir, random.Random(SEED + i)), f"seed {SEED + i}")
    check.end()


if __name__ == "__main__":
    main()
