"""A gate of the product's own: made, tried on healthy runs and held against slower ones, by the commands and their files."""
import json
import pathlib
import subprocess

from world import LADDERS, QUANTILES


class Gate:
    """In a directory of its own: surface, ladders, thresholds, baseline. `means`: gate the mean of each key too."""

    def __init__(self, bin_dir, directory, world, means):
        self.bin_dir, self.directory, self.world, self.means = bin_dir, directory, world, means
        self.excluded = {}
        self.put("ladders.json", world.ladders)

    def put(self, name, value):
        (self.directory / name).write_text(json.dumps(value))

    def put_surface(self):
        surface = {"excluded_keys": self.excluded}
        for ladder, (unit, _, _) in LADDERS.items():
            for q in QUANTILES:
                names = [k.base.partition(".")[2] for k in self.world.keys if (k.ladder, k.quantile) == (ladder, q)]
                if names:
                    surface[f"{ladder}{q}"] = {"_query_template": "{quantile} {name} {window}", "_quantiles": [q],
                                               "_mean": self.means, "_unit": unit, "_prefix": ladder, "names": names}
        self.put("metrics.json", surface)

    def put_run(self, name, run):
        """The run, of the keys of this gate."""
        labels = [k.label(k.quantile) for k in self.world.keys]
        labels += [f"{k.base}.mean" for k in self.world.keys] if self.means else []
        counted = {"declared": len(labels), "captured": len(labels), "min_ratio": 1.0, "complete": True}
        self.put(name, {**run, "capture": counted, "metrics": {label: run["metrics"][label] for label in labels}})

    def run(self, command, *arguments, statuses=(0, 1)):
        done = subprocess.run([self.bin_dir / command, "--metrics=metrics.json", "--ladders=ladders.json", *arguments],
                              cwd=self.directory, capture_output=True, text=True, check=False)
        if done.returncode not in statuses:
            raise RuntimeError(f"{command} {' '.join(arguments)}: exit {done.returncode}: {done.stderr}{done.stdout}")
        return done

    def check(self, *arguments):
        return self.run("check-bounds", "--baseline=baseline.json", "--thresholds=thresholds.json", *arguments)

    def compare(self, names, *arguments):
        return self.run("compare", "--baseline=baseline.json", "--thresholds=thresholds.json", "--format=json", *arguments,
                        *(f"--timings={name}" for name in names))

    def make(self, names):
        """The baseline of these runs with its bounds. Keys that cannot be gated are excluded, with the reason found."""
        for _ in range(2):
            self.put_surface()
            self.put("thresholds.json", {})
            pasted = self.run("compare", "--paste", *(f"--timings={name}" for name in names), statuses=(0,))
            (self.directory / "baseline.json").write_text(pasted.stdout)
            self.check("--derive", "--output=thresholds.json")
            found = self.check("--format=json")
            if found.returncode == 0:
                return
            failures = json.loads(found.stdout)["failures"]
            self.excluded.update({f["key"]: f["message"] for f in failures if f["key"]})
        raise RuntimeError(f"no gate: {failures}")

    def try_on(self, names):
        """Judge each of these healthy runs by itself; give what the replay says to exclude."""
        done = self.compare(names, "--replay")
        said = {row["key"]: row["exclusion"] for row in json.loads(done.stdout)["keys"] if row["exclusion"]}
        if bool(said) != (done.returncode == 1):
            raise RuntimeError(f"the replay exits with {done.returncode} and excludes {said}")
        return said

    def fires(self, names):
        """The keys that regress in the first of these runs and are confirmed by the others."""
        done = self.compare(names)
        fired = {m["key"] for m in json.loads(done.stdout)["metrics"] if m["regressed"]}
        if bool(fired) != (done.returncode == 1):
            raise RuntimeError(f"compare exits with {done.returncode} and reports {fired}")
        return fired
