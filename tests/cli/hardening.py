#!/usr/bin/env python3
"""What the linker and the compiler were asked to harden, read from the headers and symbols of the release binaries.

usage: hardening.py --bin DIR
"""
import argparse
import pathlib
import re
import subprocess
import sys

COMMANDS = ("capture", "compare", "check-bounds")


def readelf(option, binary):
    return subprocess.run(["readelf", "--wide", option, binary], capture_output=True, text=True, check=True).stdout


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    directory = parser.parse_args().bin
    failed = 0
    for name in COMMANDS:
        header = readelf("--file-header", directory / name)
        program = readelf("--program-headers", directory / name)
        dynamic = readelf("--dynamic", directory / name)
        symbols = readelf("--dyn-syms", directory / name)
        checks = {
            "position independent": re.search(r"Type:\s+DYN", header) and "PIE" in dynamic,
            "relocations are read-only": "GNU_RELRO" in program,
            "all are made at the start": re.search(r"FLAGS.*BIND_NOW", dynamic) and re.search(r"FLAGS_1.*NOW", dynamic),
            "the stack cannot be executed": re.search(r"GNU_STACK.* RW ", program),
            "nothing is both writable and executable": not re.search(r"LOAD.* RWE ", program),
            "no library path": "RPATH" not in dynamic and "RUNPATH" not in dynamic,
            "the stack is guarded": "__stack_chk_fail" in symbols,
            "printing and copying is checked": re.search(r"__(vsnprintf|snprintf|memcpy|fprintf|read)_chk", symbols),
        }
        for what, holds in checks.items():
            failed += not holds
            print(f"{'ok' if holds else 'FAILED'} {name}: {what}")
    print(f"{failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
