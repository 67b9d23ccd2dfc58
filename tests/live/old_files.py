#!/usr/bin/env python3
"""Whatever happens to capture once its options are parsed, what an earlier one left is never taken for its result.

Each way to end early leaves a timings file that is not complete, or none, and compare exits with 2 on it. What touches no
file, and what is refused, leaves the old file as it was.
"""

import os
import resource
import signal
import subprocess
import threading

from capture_tool import BIN, CAPTURE, MARKED, OLD, PATIENCE, Checks, Directory, clean_environment
import fault_server as fs
from fault_server import FaultServer, is_preflight, nobody

COMPARE = os.path.abspath(os.path.join(BIN, "compare"))
BEGIN = '{"host": {"began_at": "2023-11-13T22:14:20Z"}}'
check = Checks()


class Unasked:
    """Equal to what a capture writes that could not ask, whatever the time is."""

    def __eq__(self, text):
        return text is not None and text != OLD and '"complete": false' in text and '"span.a.p95": "error"' in text


def put_all(d):
    d.put("s.json", fs.surface())
    d.put("timings.json", OLD)
    d.put("begin.json", BEGIN)
    d.put("baseline.json", OLD)
    d.put("thresholds.json", {"defaults": {"span": {"p95": {"max_abs_increase_ms": 1.0, "max_pct_increase": 50.0}}}})


def read(d, name):
    if not os.path.exists(d.path(name)):
        return None
    with open(d.path(name), encoding="utf-8") as f:
        return f.read()


def start(d, *arguments, before=None):
    return subprocess.Popen([CAPTURE, "--metrics", d.path("s.json"), "--git-sha", "0" * 40, *PATIENCE, *arguments], cwd=d.name,
                            env=clean_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=before)


def compared(d, what):
    """No gate takes what is there for a capture."""
    d.put("s.json", fs.surface())
    done = subprocess.run([COMPARE, "--baseline", "baseline.json", "--thresholds", "thresholds.json", "--metrics", "s.json"],
                          cwd=d.name, capture_output=True, text=True)
    check.equal(done.returncode, 2, f"{what}: compare: {done.stdout}{done.stderr}")
    check.that("did not finish" in done.stderr or "there is no 'timings.json'" in done.stderr, f"{what}: compare says why", done.stderr)


def ends(what, wanted, *arguments, old="timings.json", status=2, before=None, change=lambda d: None):
    """The command ends by itself; what it leaves of the old file."""
    with Directory() as d:
        put_all(d)
        change(d)
        process = start(d, *arguments, before=before)
        _, err = process.communicate()
        check.equal((process.returncode, read(d, old)), (status, wanted), f"{what}: {err}")
        if old == "timings.json" and wanted in (MARKED, None):
            compared(d, what)


def killed(sign, *arguments, old="timings.json", wanted=MARKED):
    """While the server hangs, which says that it was asked."""
    asked, over = threading.Event(), threading.Event()

    def hang(_, query):
        asked.set()
        return is_preflight(query) and over.wait()

    with Directory() as d, FaultServer(hang) as server:
        put_all(d)
        process = start(d, "--prometheus", server.url, *arguments)
        asked.wait()
        process.send_signal(sign)
        process.communicate()
        over.set()
        what = f"{signal.Signals(sign).name} {arguments}"
        check.equal((process.returncode, read(d, old)), (-sign, wanted), what)
        if old == "timings.json":
            compared(d, what)


def small(limit):
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))


def capture_ends_early():
    for sign in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        killed(sign)
    ends("no surface", MARKED, change=lambda d: os.unlink(d.path("s.json")))
    ends("a malformed surface", MARKED, change=lambda d: d.put("s.json", "{"))
    ends("no ladders where they are named", MARKED, "--ladders", "none.json")
    ends("a refused template", MARKED, change=lambda d: d.put("s.json", fs.surface(template="histogram_quantile({quantile}, x[5m])")))
    ends("no token", Unasked(), "--bearer-token-file", "none")
    ends("a secret on the command line", MARKED, "--header", "Cookie: x")
    ends("files of at most 0 bytes", None, before=small(0))
    ends("files of at most 10 bytes", None, before=small(10))
    ends("files large enough for the mark alone", MARKED, "--profile", "x" * 1000, before=small(len(MARKED)),
         change=lambda d: os.unlink(d.path("s.json")))


def other_shapes():
    """Links are followed, and the mode is kept."""
    with Directory() as d:
        put_all(d)
        os.rename(d.path("timings.json"), d.path("real.json"))
        os.chmod(d.path("real.json"), 0o640)
        os.symlink("real.json", d.path("timings.json"))
        start(d, "--ladders", "none.json").communicate()
        check.equal(read(d, "real.json"), MARKED, "through a link")
        check.that(os.path.islink(d.path("timings.json")), "the link stands")
        check.equal(os.stat(d.path("real.json")).st_mode & 0o777, 0o640, "the mode")


def begins():
    killed(signal.SIGKILL, "--begin", "begin.json", old="begin.json", wanted="{}\n")
    with nobody() as url:
        ends("a begin without a server", "{}\n", "--begin", "begin.json", "--prometheus", url, "--retries", "0", old="begin.json")
        ends("a begin over that of a failed one", "{}\n", "--begin", "begin.json", "--prometheus", url, "--retries", "0",
             old="begin.json", change=lambda d: d.put("begin.json", "{}\n"))
        ends("a begin leaves the timings", OLD, "--begin", "begin.json", "--prometheus", url, "--retries", "0")
    ends("a begin with no room", None, "--begin", "begin.json", old="begin.json", before=small(0))
    ends("a begin over timings", OLD, "--begin", "timings.json")


def touches_nothing():
    ends("--dry-run", OLD, "--dry-run", status=0)
    ends("bad usage", OLD, "--nosuch")
    ends("options that contradict each other", OLD, "--quiet", "--verbose")
    ends("a label without a value", OLD, "--label", "x")
    ends("no such command line value", OLD, "--window", "x")
    ends("over an input", OLD, "--output", "s.json")
    for what, text in (("text", "hello\n"), ("another JSON file", '{"a": 1}'), ("a list", "[]"), ("half a file", OLD[:-20]),
                       ("an entry that is none", OLD.replace("7.5", '"7.5"'))):
        ends(f"{what} is refused", text, "--output", "x.json", old="x.json", change=lambda d, t=text: d.put("x.json", t))
    with nobody() as url:
        quick = ("--prometheus", url, "--retries", "0")
        ends("an empty file is no old one", Unasked(), "--output", "x.json", *quick, old="x.json", change=lambda d: d.put("x.json", ""))
        ends("a new file", Unasked(), "--output", "x.json", *quick, old="x.json")
        ends("to a device", OLD, "--output", "/dev/null", *quick)


def main():
    for part in (capture_ends_early, other_shapes, begins, touches_nothing):
        part()
    check.end()


if __name__ == "__main__":
    main()
