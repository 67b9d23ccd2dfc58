"""Checks that have names: count what holds and what does not, go on, and say at the end how it came out.

    check = Checks()
    check.equal(done.returncode, 0, "a good capture passes")
    check.end()

A script of checks has one object of this. Found by: sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
"""
import sys

SHOWN_MAX = 2000  # characters of what a failing check has seen


class Checks:
    def __init__(self):
        self.passed, self.failed = 0, 0

    def that(self, holds, name, seen=""):
        """`seen` is what to look at when it does not hold."""
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

    def fail(self, name, seen=""):
        self.that(False, name, seen)

    def end(self):
        """Say how many, and exit with 1 after a failure, or when nothing was checked at all."""
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(1 if self.failed or not self.passed else 0)
