#!/usr/bin/env python3
"""The canonical form against Python's: json.dumps(obj, indent=2, sort_keys=True) + "\\n", byte for byte.

usage: canonical_test.py CANONICAL    (the test program of tests/tools/canonical.c)

The seed is fixed, so a failure repeats.
"""

import json
import random
import re
import struct
import subprocess
import sys

SEED = 20260424
NUMBERS = [
    1500.0, 1e-07, 1e16, 0.1, 5e-324, 1.7976931348623157e308, 0.0, -0.0, 1e-4, 9.999999999999999e-05, 1e22, 1e23,
    9007199254740991.0, 9007199254740992.0, 9007199254740994.0, 9999999999999998.0, 0.9939697679594013,
    2.2250738585072014e-308, 2.225073858507201e-308, 0.3, 0.1 + 0.2, 123456789.125,
]
STRINGS = [
    "", "span.tx.process.p99", 'quote " and \\ and /', "é", "e\u0301", "\U0001f600", "\u2028\u2029", "\ufeff",
    "\uffff", "\U0010ffff", "\x01\x1f\x7f\x80\x9f", "\b\f\n\r\t", "<&'>", "日本語", "\ud7ff\ue000",
]


def canonical(program, mode, lines):
    text = "".join(line + "\n" for line in lines)
    done = subprocess.run([program, mode], input=text.encode(), stdout=subprocess.PIPE, check=True)
    return done.stdout.decode("ascii")


def dumps(obj):
    return json.dumps(obj, indent=2, sort_keys=True) + "\n"


def any_double(rng):
    while True:
        value = struct.unpack("<d", struct.pack("<Q", rng.getrandbits(64)))[0]
        if value - value == 0:
            return value


def doubles(rng):
    # Each power of two that a normal double can be, its neighbours, and the subnormal ones.
    powers = [struct.unpack("<d", struct.pack("<Q", e << 52))[0] for e in range(1, 2047)]
    assert len(powers) == 2046
    around = [struct.unpack("<d", struct.pack("<Q", (e << 52) + d))[0] for e in range(1, 2047) for d in (-1, 1)]
    subnormal = [struct.unpack("<d", struct.pack("<Q", 1 << bit))[0] for bit in range(52)]
    subnormal += [struct.unpack("<d", struct.pack("<Q", rng.getrandbits(52)))[0] for _ in range(2000)]
    tens = [float(f"{m}e{e}") for e in range(-323, 309) for m in ("1", "9.5") if float(f"{m}e{e}") < float("inf")]
    short = [round(rng.uniform(0, 10 ** rng.randint(-6, 9)), rng.randint(0, 12)) for _ in range(8000)]
    found = NUMBERS + powers + around + subnormal + tens + short
    found += [any_double(rng) for _ in range(15000)]
    return found + [-value for value in found[:3000]]


def text(rng):
    if rng.random() < 0.3:
        return rng.choice(STRINGS)
    ranges = [(1, 0x7F), (0x20, 0x7E), (0x20, 0x7E), (0x80, 0x7FF), (0x800, 0xD7FF), (0xE000, 0xFFFF),
              (0x10000, 0x10FFFF)]
    return "".join(chr(rng.randint(*rng.choice(ranges))) for _ in range(rng.randint(0, 12)))


def document(rng, depth):
    kind = rng.randint(0, 9)
    if depth > 0 and kind < 4:
        return {text(rng): document(rng, depth - 1) for _ in range(rng.randint(0, 12))}
    if depth > 0 and kind < 6:
        return [document(rng, depth - 1) for _ in range(rng.randint(0, 6))]
    return rng.choice([None, True, False, rng.randint(-10**18, 10**18), any_double(rng), text(rng),
                       rng.choice(NUMBERS)])


def shuffled(rng, obj):
    """The same document with its members in another order."""
    if isinstance(obj, dict):
        names = list(obj)
        rng.shuffle(names)
        return {name: shuffled(rng, obj[name]) for name in names}
    if isinstance(obj, list):
        return [shuffled(rng, value) for value in obj]
    return obj


def timings(rng):
    keys = [f"span.{rng.randint(0, 10**9)}.p95" for _ in range(20)]
    return {
        "schema_version": 1, "git_sha": text(rng), text(rng) + "~": document(rng, 3),
        "capture": {"declared": 20, "captured": 20, "complete": True, "min_ratio": rng.random()},
        "metrics": {key: {"unit": "ms", "value": abs(any_double(rng))} for key in keys},
        "ladders": {"span": {"unit": "ms", "edges": sorted(rng.uniform(0, 1e6) for _ in range(9))}},
        "samples": {key: rng.uniform(0, 1e6) for key in keys},
        "spread": {key: [rng.random(), None, 1501.0] for key in keys},
        "runs": [{"captured_at": None, "samples": {key: 7 for key in keys}}],
    }


def compare(what, inputs, found, expected):
    if found == expected:
        return len(inputs)
    at = next((i for i, (x, y) in enumerate(zip(found, expected)) if x != y), min(len(found), len(expected)))
    sys.exit(f"{what}: differs at byte {at}\n  found:    {found[max(0, at - 60):at + 60]!r}\n"
             f"  expected: {expected[max(0, at - 60):at + 60]!r}")


def main(program):
    rng = random.Random(SEED)
    values = doubles(rng)
    numbers = compare("numbers", values, canonical(program, "number", [value.hex() for value in values]),
                      "".join(repr(value) + "\n" for value in values))

    documents = [{name: number for name, number in zip(STRINGS, NUMBERS)}, STRINGS, NUMBERS, {}, [], None]
    documents += [document(rng, 5) for _ in range(600)]
    lines = [json.dumps(shuffled(rng, d), ensure_ascii=rng.random() < 0.5,
                        separators=rng.choice([(",", ":"), (" , ", " : ")])) for d in documents]
    count = compare("documents", documents, canonical(program, "value", lines), "".join(map(dumps, documents)))

    files = [timings(rng) for _ in range(100)]
    # Measured values are written as such, whatever their text was.
    lines = [re.sub(r" (7|1501)\.0(?=[],}])", r" \1", json.dumps(shuffled(rng, d), ensure_ascii=False)) for d in files]
    count += compare("timings", files, canonical(program, "timings", lines), "".join(map(dumps, files)))
    print(f"{numbers} numbers and {count} documents as Python writes them")


if __name__ == "__main__":
    main(sys.argv[1])
