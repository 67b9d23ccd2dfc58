#!/usr/bin/env python3
"""What the binaries link, read from their dynamic section: only capture may need libcurl, which costs 10 ms to start.

usage: linkage.py --bin DIR
"""
import argparse
import pathlib
import re
import subprocess
import sys

NEEDS = {"capture": True, "compare": False, "check-bounds": False}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    directory = parser.parse_args().bin
    failed = 0
    for name, wanted in NEEDS.items():
        section = subprocess.run(["readelf", "--dynamic", directory / name], capture_output=True, text=True, check=True).stdout
        libraries = re.findall(r"\(NEEDED\).*\[(.*)\]", section)
        ok = bool(libraries) and any(lib.startswith("libcurl") for lib in libraries) == wanted
        failed += not ok
        print(f"{'ok' if ok else 'FAILED'} {name}: {' '.join(libraries)}")
    print(f"{len(NEEDS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
