#!/usr/bin/env python3
"""Attacks on the way to exit 0: whatever was not judged, or not judged good, must not look like a pass.

Each row of the lists in tests/cli/closed/*.py is one attack: a name, its kind, the files it lays over the base, the
command, the exit status it must end in, and words that its output must hold. A row that may exit with 0 must have words:
those that say what was not judged. To add a kind, add a file with a list ROWS; to add an attack, add a row.

usage: closed.py --bin DIR [--count] [--only WORD]
"""
import argparse
import collections
import importlib.util
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "lib"))
sys.path.append(str(HERE / "closed"))  # for the rows, which import world
sys.path.append(str(HERE.parent / "docs"))
from check import Checks  # noqa: E402
from tables import macro  # noqa: E402


def read_rows():
    """The rows of all lists, and which of them proves which row of the table of judge/sound.h."""
    rows, proves = [], {}
    for path in sorted((HERE / "closed").glob("*.py")):
        if path.name == "world.py":
            continue
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        rows += module.ROWS
        proves |= getattr(module, "PROVES", {})
    return rows, proves


def lay_out(row, place):
    for name, content in row.files.items():
        target = place / name
        if content is None:
            continue  # it is not there
        target.parent.mkdir(parents=True, exist_ok=True)
        if callable(content):
            content(place, target)
        elif isinstance(content, bytes):
            target.write_bytes(content)
        else:
            target.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")


def dead_port():
    """A loopback port on which nobody listens, and nobody can begin to."""
    held = socket.socket()
    held.bind(("127.0.0.1", 0))
    return held, f"http://127.0.0.1:{held.getsockname()[1]}"


def try_row(check, row, bin_dir, dead):
    with tempfile.TemporaryDirectory() as name:
        place = pathlib.Path(name)
        lay_out(row, place)
        command, *arguments = [word.replace("{dead}", dead) for word in row.arguments]
        done = subprocess.run([bin_dir / command, *arguments], cwd=place, text=True, check=False, stdin=subprocess.DEVNULL,
                              capture_output=True, env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"})
        said = done.stdout + done.stderr
        for path in row.reads:
            said += (place / path).read_text(encoding="utf-8") if (place / path).is_file() else f"no {path}\n"
        label = f"{row.kind}: {row.name}"
        check.exits(done, row.status, label)
        for word in row.words:
            check.holds(word, said, label)
        check.that(row.status != 0 or row.words, f"{label}: an exit of 0 must say what was not judged")
        if done.returncode == 0 and "PASS" in said:
            check.that(re.search("NOT judged|under another|but waived", said), f"{label}: a plain PASS", said)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--count", action="store_true", help="print how many attacks there are of each kind")
    parser.add_argument("--only", default="", help="run the attacks whose kind or name holds this")
    options = parser.parse_args()
    check = Checks()
    held, dead = dead_port()
    rows, proves = read_rows()
    names = collections.Counter((row.kind, row.name) for row in rows)
    for name, times in names.items():
        check.equal(times, 1, f"{name} is there once")
    check.equal(sorted(proves), sorted(row[0] for row in macro("judge/sound.h", "RG_SOUND_MAP")), "each row of the table has an attack")
    for label in proves.values():
        check.that(tuple(label.split(": ", 1)) in names, f"there is no attack '{label}'")
    if options.count:
        for kind, count in collections.Counter(row.kind for row in rows).items():
            print(f"{count:4} {kind}")
        print(f"{len(rows):4} in all")
    for row in rows:
        if options.only in f"{row.kind}: {row.name}":
            try_row(check, row, options.bin.resolve(), dead)
    held.close()
    check.end()


if __name__ == "__main__":
    main()
