#!/usr/bin/env python3
"""No input is slow or large in memory, whatever its shape: each shape of a hostile file, and the same of twice the size.

Each command runs with a limit of 16 times the size of its input and 32 MiB of address space, and of 10 s of processor
time: a backstop. What is checked is growth: twice the input takes at most 3 times the time, the best of five, where it
takes long enough to be measured. Every command ends in a documented status, and what it prints is at most 8 times what
it read.

usage: shapes.py --bin DIR [--mib N]
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
from check import Checks  # noqa: E402

MIB = 2**20
TIMES, ROOM = 16, 32 * MIB
CPU_S, MEASURABLE_S, GROWTH, TRIES = 10, 0.1, 3.0, 5
READING = {"value": 4.0, "unit": "ms"}
GROUP = {"_query_template": "x{quantile}{name}", "_quantiles": [0.95], "_unit": "ms", "names": ["a"]}
COMMANDS = (("compare", "--timings=t.json"), ("compare", "--timings=t.json", "--paste"), ("check-bounds",), ("check-bounds", "--derive"))
check = Checks()


def side(metrics=None, **more):
    return {"captured_at": "2026-04-24T17:30:00Z", "capture": {"declared": 1, "captured": 1, "min_ratio": 0.5, "complete": True},
            "metrics": metrics or {"span.a.p95": READING}} | more


def surface(**more):
    return {"spans": GROUP | more}


def both(metrics):
    return {"t": side(metrics), "b": side(metrics)}


# Each makes files of about n bytes; those that it does not make are small.
SHAPES = {
    "a key of many dots": lambda n: {"t": side({"span." + "a." * (n // 2) + "p95": READING})},
    "keys of many dots": lambda n: both({"span." + "a." * 480 + f"{i:06d}.p95": READING for i in range(n // 2000)}),
    "many labels": lambda n: {"t": side(labels={f"l{i}": "v" for i in range(n // 16)})},
    "one long key among others": lambda n: both({"span." + "x" * (n // 2) + ".p95": READING} | {f"span.k{i}.p95": READING for i in range(60)}),
    "one key at the limit among others": lambda n: both({"span." + "x" * 1015 + ".p95": READING}
                                                        | {f"span.k{i}.p95": READING for i in range(n // 100)}),
    "zeros": lambda n: {"t": '{"metrics":{},"x":[' + "0," * (n // 2) + "0]}"},
    "empty arrays": lambda n: {"t": '{"metrics":{},"x":[' + "[]," * (n // 3) + "0]}"},
    "deep nesting": lambda n: {"t": '{"metrics":{},"x":[' + ",".join(["[" * 100 + "]" * 100] * (n // 201)) + "]}"},
    "short keys": lambda n: both({f"{i:x}.a.p1": {"value": 1, "unit": "ms"} for i in range(n // 90)}),
    "many waivers": lambda n: {"th": {"waivers": {f"span.k{i}.p95": {"until": "2026-12-31", "owner": "o", "reason": "r"}
                                                  for i in range(n // 75)}}},
    "many exclusions": lambda n: {"s": {"excluded_keys": {f"span.k{i}.p95": "r" for i in range(n // 25)}} | surface()},
    "many overrides": lambda n: {"th": {"overrides": {f"span.k{i}": {"p95": {"max_abs_increase_ms": 1.0}} for i in range(n // 60)}}},
    "many ladders": lambda n: {"l": {f"span.k{i}": {"unit": "ms", "edges": [1.0, 2.0]} for i in range(n // 50)}},
    "many edges": lambda n: {"l": {"span": {"unit": "ms", "edges": [0.5 + i for i in range(min(n // 10, 100_000))]}}},
    "long numbers": lambda n: {"t": json.dumps(side(samples={f"k{i}": 1.5 for i in range(n // 72)})).replace("1.5", "1." + "1" * 55)},
    "many runs": lambda n: {"b": side(runs=[{"captured_at": "2026-09-01T00:00:00Z", "git_sha": "unknown"}] * (n // 75),
                                      spread={"span.a.p95": [4.0] * (n // 75)})},
    "near names": lambda n: {"s": {"spans": GROUP | {f"_phase_of_name_{i:09d}": 1 for i in range(n // 32)}}},
    "many phases": lambda n: {"s": surface(_phases=[f"p{i}" for i in range(n // 100)]) | {"x": 1}},
    "names, phases and quantiles": lambda n: {"s": surface(names=[f"{i:0900d}" for i in range(n // 920)],
                                                           _quantiles=[i / 1000 for i in range(1, 1000)])},
    "many groups": lambda n: {"s": {f"g{i}": GROUP for i in range(n // 105)}},
    "other units": lambda n: {"t": side({f"span.k{i}.p95": {"value": -1, "unit": "us"} for i in range(n // 90)}),
                              "b": side({f"span.k{i}.p95": {"value": 1, "unit": "ms"} for i in range(n // 90)})},
    "entries that are none": lambda n: {"b": side({f"span.k{i}.p95": {"value": "x"} for i in range(n // 36)})},
    "long notes": lambda n: {"t": side(notes={"span.a.p95": "\u200b#" * (n // 7)})},
    "many statuses": lambda n: {"t": side(status={f"span.k{i}.p95": "no_data" for i in range(n // 32)})},
    "long reasons": lambda n: {"s": {"excluded_keys": {"span.a.p95": "##[" * (n // 3)}} | surface()},
}


def limit(size):
    space = TIMES * size + ROOM
    resource.setrlimit(resource.RLIMIT_AS, (space, space))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S))


def run(bin_dir, command, directory, size):
    arguments = [bin_dir / command[0], *command[1:], "--baseline=b.json", "--thresholds=th.json", "--metrics=s.json", "--ladders=l.json"]
    with open(directory / "out", "wb") as out, open(directory / "err", "wb") as err:
        process = subprocess.Popen(arguments, cwd=directory, stdout=out, stderr=err, preexec_fn=lambda: limit(size))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime, (directory / "out").stat().st_size, (directory / "err").read_bytes()[:300]


def lay_out(directory, files):
    """Returns how many bytes there are."""
    small = {"t": side(), "b": side(), "th": {}, "s": surface(), "l": {"span": {"unit": "ms", "edges": [1.0, 5.0, 10.0]}}}
    size = 0
    for name, value in (small | files).items():
        text = value if isinstance(value, str) else json.dumps(value)
        (directory / f"{name}.json").write_text(text)
        size += len(text)
    return size


def try_shape(bin_dir, name, n):
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        places = [pathlib.Path(first), pathlib.Path(second)]
        sizes = [lay_out(place, SHAPES[name](n * (i + 1))) for i, place in enumerate(places)]
        for command in COMMANDS:
            label = f"{name}: {' '.join(command)}"
            best = [CPU_S, CPU_S]
            for _ in range(TRIES):
                for i, place in enumerate(places):
                    status, used_s, printed, said = run(bin_dir, command, place, sizes[i])
                    best[i] = min(best[i], used_s)
                if best[1] < MEASURABLE_S or best[1] <= GROWTH * best[0]:
                    break
            check.that(status in (0, 1, 2) and b"memory" not in said, f"{label}: ends", (status, said))
            check.that(best[1] < MEASURABLE_S or best[1] <= GROWTH * best[0], f"{label}: growth", best)
            check.that(printed <= 8 * sizes[1] + MIB, f"{label}: output", (printed, sizes[1]))


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--mib", default=1, type=int, help="the size of the smaller input")
    options = parser.parse_args()
    for name in SHAPES:
        try_shape(options.bin.resolve(), name, options.mib * MIB)
    check.end()


if __name__ == "__main__":
    main()
