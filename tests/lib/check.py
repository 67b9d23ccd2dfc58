"""Checks that have names: count what holds and what does not, go on, and say at the end how it came out.

    check = Checks()
    check.equal(done.returncode, 0, "a good capture passes")
    check.end()

A script of checks has one object of this. Found by: sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
"""
import argparse
import pathlib
import sys
import threading

SHOWN_MAX = 2000  # characters of what a failing check has seen


class Checks:
    def __init__(self):
        self.passed, self.failed = 0, 0
        self.lock = threading.Lock()  # a script may check on several threads

    def that(self, holds, name, seen=""):
        """`seen` is what to look at when it does not hold."""
        with self.lock:
            if holds:
                self.passed += 1
            else:
                self.failed += 1
                print(f"FAILED {name}{': ' if seen != '' else ''}{str(seen)[:SHOWN_MAX]}")

    def equal(self, seen, expected, name):
        half = SHOWN_MAX // 2 - 20
        self.that(seen == expected, name, f"expected {repr(expected)[:half]}, seen {repr(seen)[:half]}")

    def holds(self, part, text, name):
        self.that(part in text, name, f"no {part!r} in {text!r}")

    def exits(self, done, status, name):
        """How a process ended, of subprocess.run() with its output."""
        self.that(done.returncode == status, name, f"expected exit {status}, seen {done.returncode}: {done.stderr}{done.stdout}")

    def fail(self, name, seen=""):
        self.that(False, name, seen)

    def end(self):
        """Say how many, and exit with 1 after a failure, or when nothing was checked at all."""
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(1 if self.failed or not self.passed else 0)


def bin_option(usage):
    """The one option of a test of the commands: the directory that they are in."""
    parser = argparse.ArgumentParser(usage=usage)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    return parser.parse_args().bin.resolve()
