#!/usr/bin/env python3
"""What the live tests say of their servers: a test that did not run against one must not pass in silence."""

import contextlib
import io
import pathlib

import servers
from capture_tool import Checks, Directory

OLD = "prometheus 2.53.3 release/prometheus\nvictoria-metrics 1.112.0 release/victoria-metrics\n"
NEW = "prometheus 3.5.3 testing/prometheus\nvictoria-metrics 1.145.0 testing/victoria-metrics\n"
# The index, the engine asked for; the lines.
CASES = {
    "all are there": (OLD + NEW, None, [
        "servers: prometheus 2.53.3, victoria-metrics 1.112.0, prometheus 3.5.3, victoria-metrics 1.145.0"]),
    "later ones": (OLD + NEW.replace("3.5.3", "3.10.0").replace("1.145", "1.146"), "prometheus", [
        "servers: prometheus 2.53.3, prometheus 3.10.0"]),
    "a 3 that is too old": (OLD + NEW.replace("3.5.3", "3.5.2"), "prometheus", [
        "servers: prometheus 2.53.3, prometheus 3.5.2", "NOT RUN: prometheus 3.5.3 or later: it is not in build/servers/index"]),
    "one is not available": (OLD + NEW.splitlines()[1] + "\nNOT RUN: prometheus of testing is not available: no network\n", None, [
        "servers: prometheus 2.53.3, victoria-metrics 1.112.0, victoria-metrics 1.145.0",
        "NOT RUN: prometheus 3.5.3 or later: prometheus of testing is not available: no network"]),
    "only new ones": (NEW, None, [
        "servers: prometheus 3.5.3, victoria-metrics 1.145.0",
        "NOT RUN: prometheus from 2.42 on, below 3: it is not in build/servers/index",
        "NOT RUN: victoria-metrics from 1.79 on, below 1.145: it is not in build/servers/index"]),
    "none of that name": (NEW.splitlines()[1] + "\n", "prometheus", ["no prometheus in build/servers/index; run scripts/servers.sh"]),
    "an empty one": ("", None, ["no server in build/servers/index; run scripts/servers.sh"]),
    "none": (None, None, ["there is no build/servers/index; run scripts/servers.sh"]),
}


def lines_of(text, engine):
    said = io.StringIO()
    with Directory() as d, contextlib.redirect_stdout(said):
        if text is not None:
            d.put("index", text)
        try:
            servers.announce(engine, pathlib.Path(d.path("index")))
        except SystemExit as e:
            print(e)
    return said.getvalue().splitlines()


def main():
    check = Checks()
    for name, (text, engine, wanted) in CASES.items():
        check.equal(lines_of(text, engine), wanted, name)
    check.end()


if __name__ == "__main__":
    main()
