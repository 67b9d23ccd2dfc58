#!/usr/bin/env python3
"""What the binaries link, read from their dynamic section: each the libraries that are listed here for it, and no other. Only
capture may need libz, and libcurl, which costs 10 ms to start.

usage: linkage.py --bin DIR
"""
import pathlib
import re
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
from check import Checks, bin_option  # noqa: E402

READERS = {"libcjson", "libyaml-0"}
NEEDS = {"capture": READERS | {"libcurl", "libz"}, "compare": READERS, "check-bounds": READERS}
# The C library, which not all of them need, and what a sanitizer or a compiler brings.
MAY_NEED = {"libc", "libm", "ld-linux-x86-64", "ld-linux-aarch64", "libgcc_s", "libasan", "libubsan", "libpthread", "libdl"}


def main():
    check = Checks()
    directory = bin_option(__doc__)
    check.equal(sorted(p.name for p in directory.iterdir() if p.is_file()), sorted(NEEDS), "the binaries")
    for name, wanted in NEEDS.items():
        section = subprocess.run(["readelf", "--dynamic", directory / name], capture_output=True, text=True, check=True).stdout
        libraries = {lib.split(".so")[0] for lib in re.findall(r"\(NEEDED\).*\[(.*)\]", section)}
        check.that("libc" in libraries, f"{name}: the section is read", section)
        check.equal(sorted(libraries - MAY_NEED), sorted(wanted), f"{name}: libraries")
    check.end()


if __name__ == "__main__":
    main()
