#!/usr/bin/env python3
"""Large inputs, their limits from both sides, and surroundings that must not matter.

usage: limits.py --bin DIR
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
from check import Checks, bin_option  # noqa: E402

FILE_MAX = 64 * 1024 * 1024
THRESHOLDS = {"defaults": {"span": {"p95": {"max_pct_increase": 50.0, "max_abs_increase_ms": 1.0}}}}
check = Checks()


class Place:
    def __init__(self, directory, bin_dir):
        self.directory, self.bin_dir = directory, bin_dir

    def put(self, name, value):
        (self.directory / name).write_text(value if isinstance(value, str) else json.dumps(value))

    def side(self, name, value=4.0, key="span.a.p95", **more):
        self.put(name, {"captured_at": "2026-04-24T17:30:00Z", "metrics": {key: {"value": value, "unit": "ms"}}} | more)

    def compare(self, *arguments, env=None):
        return subprocess.run([self.bin_dir / "compare", "--timings=t.json", "--baseline=b.json", "--thresholds=th.json",
                               *arguments], cwd=self.directory, capture_output=True, text=True, check=False,
                              env=env if env is not None else dict(os.environ))


def sizes(place):
    text = json.dumps({"captured_at": "2026-04-25T17:30:00Z", "metrics": {"span.a.p95": {"value": 4.0, "unit": "ms"}}})
    place.put("t.json", text + " " * (FILE_MAX - len(text)))
    done = place.compare()
    check.exits(done, 0, "64 MiB")
    place.put("t.json", text + " " * (FILE_MAX - len(text) + 1))
    done = place.compare()
    check.that(done.returncode == 2 and "t.json" in done.stderr, "64 MiB and 1 byte", done)
    place.side("t.json")

    for edges, status in ((10_000, 0), (100_000, 0), (100_001, 2)):
        place.put("l.json", {"span": {"unit": "ms", "edges": [0.5 + i for i in range(edges)]}})
        done = place.compare("--ladders=l.json")
        check.exits(done, status, f"{edges} edges")

    for depth, status in ((127, 0), (128, 2)):
        place.side("t.json", more=json.loads("[" * depth + "]" * depth))
        done = place.compare()
        check.exits(done, status, f"depth {depth + 1}")

    for length, status in ((1024, 1), (1025, 2)):
        key = "span." + "x" * (length - len("span..p95")) + ".p95"
        labels = {f"label{i:02}" + "l" * 1017: "v" * 1024 for i in range(64)}
        for name in ("t.json", "b.json"):
            place.side(name, 4.0 if name == "b.json" else 400.0, key, git_sha="é" * 512, labels=labels)
        done = place.compare("--report=r.json", "--junit=j.xml", "--summary=s.md", "--annotate=github")
        check.exits(done, status, f"a key of {length} bytes and 64 labels of 1 KiB")
        if not (place.directory / "r.json").exists():
            continue
        report = json.loads((place.directory / "r.json").read_text())
        check.equal(len(report["metrics"][0]["key"]), 1024, f"the report of a key of {length} bytes")
    check.holds("line 1, column", done.stderr, "its place is named")
    check.that((place.directory / "s.md").stat().st_size <= 2**20, "names of 1 KiB: summary")
    place.put("t.json", '{"metrics": {"' + "x" * 2**20 + '": 1}}')
    done = place.compare()
    check.that(done.returncode == 2 and len(done.stderr) < 2000, "a fault with a name of 1 MiB", done.stderr)
    place.side("t.json")
    place.side("b.json")


def surroundings(place):
    place.side("t.json", 4.5)
    plain = place.compare("--format=json").stdout
    check.that("4.5" in plain, "plain")
    base = {"PATH": os.environ["PATH"]} | {v: os.environ[v] for v in ("ASAN_OPTIONS", "UBSAN_OPTIONS") if v in os.environ}
    for what, env in (("no HOME", {}), ("decimal comma", {"LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"}),
                      ("no such locale", {"LC_ALL": "xx_YY"}), ("far east", {"TZ": "Pacific/Kiritimati"}),
                      ("a time zone of nonsense", {"TZ": ":/etc/passwd"}), ("nothing", None)):
        done = place.compare("--format=json", env={} if env is None else base | env)
        check.that(done.stdout == plain, what, done)


def times(place):
    """Waivers hold up to and with their day: after the 32-bit clocks have ended, and in every time zone."""
    place.side("t.json", 400.0)
    for until, after in (("2026-12-31", "2027-01-01"), ("2038-01-19", "2038-01-20"), ("2106-02-07", "2106-02-08")):
        place.put("th.json", THRESHOLDS | {"waivers": {"span.a.p95": {"until": until, "owner": "o", "reason": "r"}}})
        for zone in ("UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"):
            env = dict(os.environ) | {"TZ": zone}
            done = place.compare(f"--today={until}", env=env)
            check.exits(done, 0, f"waived on {until} in {zone}")
            done = place.compare(f"--today={after}", env=env)
            check.exits(done, 1, f"not waived on {after} in {zone}")
    for year in (2038, 2106, 9999):
        place.side("t.json", captured_at=f"{year}-02-08T03:14:08Z")
        done = place.compare("--format=json")
        check.that(done.returncode == 0 and f"{year}-02-08" in done.stdout, f"captured in {year}", done)


def main():
    bin_dir = bin_option(__doc__)
    with tempfile.TemporaryDirectory() as name:
        place = Place(pathlib.Path(name), bin_dir)
        place.put("th.json", THRESHOLDS)
        place.side("t.json")
        place.side("b.json")
        for part in (sizes, surroundings, times):
            part(place)
    check.end()


if __name__ == "__main__":
    main()
