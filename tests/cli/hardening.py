#!/usr/bin/env python3
"""What the linker and the compiler were asked to harden, read from the headers and symbols of the release binaries.

usage: hardening.py --bin DIR
"""
import pathlib
import re
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
from check import Checks, bin_option  # noqa: E402

COMMANDS = ("capture", "compare", "check-bounds")


def readelf(option, binary):
    return subprocess.run(["readelf", "--wide", option, binary], capture_output=True, text=True, check=True).stdout


def main():
    check = Checks()
    directory = bin_option(__doc__)
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
            check.that(holds, f"{name}: {what}", dynamic)
    check.end()


if __name__ == "__main__":
    main()
