#!/usr/bin/env python3
"""Each system call of a run fails in its turn, and a signal comes at each.

What must hold, whatever fails: the exit status is 2, there is one message, each output is what it was, cleared, or the whole of
what it was to become, and no temporary file is left. strace makes the calls fail, so the binaries have no sanitizers
(LeakSanitizer cannot run under strace).

usage: faults.py --bin DIR
"""
import collections
import json
import os
import pathlib
import re
import resource
import shutil
import socket
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
from check import Checks, bin_option  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
OLD = "old\n"
# capture replaces timings files only, and marks them first; compare removes old reports first.
TIMINGS = json.dumps({"capture": {"captured": 1, "complete": True, "declared": 1, "min_ratio": 0.5}, "captured_at": "2023-11-13T22:18:20Z",
                      "git_sha": "abc", "metrics": {"span.a.p95": {"unit": "ms", "value": 7.5}}, "profile": "default",
                      "schema_version": 1, "window": "3m"}, indent=2, sort_keys=True) + "\n"
MARKED = json.dumps({"capture": {"captured": 0, "complete": False, "declared": 1, "min_ratio": 0.5}, "captured_at": None, "git_sha": None,
                     "metrics": {"span.a.p95": {"unit": "ms", "value": None}}, "profile": None, "schema_version": 1, "window": None},
                    indent=2, sort_keys=True) + "\n"
NOBODY = 65534
INJECT_TRIES = 20
FILES = ("open,openat,read,pread64,readlink,write,fsync,fdatasync,rename,renameat,close,fchmod,unlink,stat,lstat,"
         "newfstatat,statx,access")
NETWORK = "socket,connect,poll,getsockopt,setsockopt,sendto,recvfrom,pipe,pipe2,socketpair,eventfd2"
# main() begins by asking for the state of descriptor 0; what comes before is the dynamic loader.
MAIN = re.compile(r"^fcntl\(0<.*>, F_GETFD")
CALL = re.compile(r"^(\w+)\((.*)$")
check = Checks()


def comparable(text):
    """A file less what differs between two runs: the load of the host, which a capture records."""
    return re.sub(r'"host": \{.*?\}', "", text, flags=re.DOTALL)


class Job:
    """A command, the outputs that it replaces, and how it ends undisturbed."""

    def __init__(self, name, bin_dir, arguments, outputs, calls, status):
        self.name, self.outputs, self.calls, self.status = name, outputs, calls, status
        self.old = TIMINGS if arguments[0] == "capture" else OLD
        self.cleared = {"capture": (TIMINGS, MARKED, None, ""), "compare": (OLD, None, ""), "check-bounds": (OLD,)}[arguments[0]]
        self.command = [bin_dir / arguments[0], *arguments[1:]]
        self.whole, self.said = {}, []

    def lay_out(self, directory):
        shutil.copytree(HERE / "bases" / "mini", directory, dirs_exist_ok=True)
        timings = json.loads((directory / "baselines" / "baseline-timings.json").read_text())
        for metric in timings["metrics"].values():
            if metric["value"] is not None:
                metric["value"] *= 100
        (directory / "timings.json").write_text(json.dumps(timings))
        for name in self.outputs:
            (directory / name).write_text(self.old)

    def run(self, before=(), directory=None, **options):
        """Run it in a directory of its own: its result, and what it left there."""
        with tempfile.TemporaryDirectory() as name:
            place = directory or pathlib.Path(name)
            if directory is None:
                self.lay_out(place)
            settings = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
            done = subprocess.run([*before, *self.command], cwd=place, text=True, check=False,
                                  env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}, **settings)
            done.files = {o: comparable((place / o).read_text()) if (place / o).is_file() else None for o in self.outputs}
            done.stderr = re.sub(r"\d+ ms", "some ms", done.stderr or "")
            done.left = sorted(str(p) for p in place.rglob(".rungate-*"))
            return done

    def inject(self, call, nth, fault):
        """
        A run in which that call meets the fault; done.reached: it came so far. How often a connection is polled depends
        on what else the machine does: a run that had no such call is made again, and at last taken for undisturbed.
        """
        for _ in range(INJECT_TRIES):
            with tempfile.NamedTemporaryFile("r") as log:
                done = self.run(["strace", "-qq", "-o", log.name, "-e", f"trace={call}", "-e", f"inject={call}:{fault}:when={nth}"])
                done.reached = sum(line.startswith(f"{call}(") for line in log) >= nth
            if done.reached:
                break
        return done

    def trace(self):
        """The calls that can fail, in order: (name, which of its name, its arguments). Also sets what is whole."""
        with tempfile.NamedTemporaryFile("r") as log:
            done = self.run(["strace", "-qq", "-y", "-o", log.name, "-e", f"trace={self.calls},fcntl"])
            assert done.returncode == self.status, (self.name, done.returncode, done.stderr)
            self.whole, self.said = done.files, messages(self, done)
            lines = log.read().splitlines()
        counts, calls, started = collections.Counter(), [], False
        for line in lines:
            started = started or bool(MAIN.match(line))
            found = CALL.match(line)
            if found is None or found.group(1) == "fcntl":
                continue
            counts[found.group(1)] += 1
            if started:
                calls.append((found.group(1), counts[found.group(1)], found.group(2)))
        assert len(calls) > 10, (self.name, lines)
        return calls


def kept(job, done, what):
    """Each output is as it was, cleared or whole, and nothing else is left."""
    check.that(not done.left, f"{what}: no temporary file", done.left)
    for name, text in done.files.items():
        check.that(text in (*job.cleared, job.whole[name]), f"{what}: {name} is old, cleared or whole", text)


def messages(job, done):
    return [line for line in done.stderr.splitlines() if line.startswith(f"{job.command[0].name}: ")]


def undisturbed(job, done, what):
    """Only calls of the network may be missing from a run, and then it ends like a run without a fault."""
    check.that(job.calls != FILES and done.returncode == job.status and done.files == job.whole, f"{what}: not reached", done)


def is_harmless(call, arguments):
    """The run may go on, if it then ends as if nothing had been: nothing is read or written by it, or,
    where a file cannot be removed, it is emptied."""
    return call in ("access", "close", "stat", "lstat", "newfstatat", "unlink") or "/proc/" in arguments


def fail_each(job):
    calls = job.trace()
    for call, nth, arguments in calls:
        for error in ("EIO", "ENOSPC") if call == "write" else ("EIO",):
            what = f"{job.name}: {call} {nth} fails with {error}: {call}({arguments}"
            done = job.inject(call, nth, f"error={error}")
            kept(job, done, what)
            if not done.reached:
                undisturbed(job, done, what)
            elif call == "write" and arguments.startswith("2<"):
                check.that(done.returncode in (2, job.status), f"{what}: exit", done)
            elif done.returncode == 2:
                # What an undisturbed run says too, less "; 'c.json' says so": that file was not written.
                fresh = [line for line in messages(job, done) if not any(said.startswith(line) for said in job.said)]
                check.that(len(fresh) == 1 or (job.status == 2 and messages(job, done) == job.said),
                           f"{what}: one message", done.stderr)
            else:
                check.that(is_harmless(call, arguments) and done.returncode == job.status and done.files == job.whole,
                           f"{what}: exit", done)
    return len(calls)


def signal_each(job):
    calls = job.trace()
    for call, nth, arguments in calls:
        for signal in ("SIGTERM", "SIGINT", "SIGHUP"):
            what = f"{job.name}: {signal} at {call} {nth}: {call}({arguments}"
            done = job.inject(call, nth, f"signal={signal}")
            kept(job, done, what)
            if not done.reached:
                undisturbed(job, done, what)
                continue
            check.that(done.returncode < 0, f"{what}: ends by it", done)
    return 3 * len(calls)


def says_no(job, done, what, changed=False):
    check.that(done.returncode == 2, f"{what}: exit", done)
    check.that(len(messages(job, done)) == 1 or "stderr" in what, f"{what}: one message", done.stderr)
    check.that(not done.left, f"{what}: no temporary file", done.left)
    check.that(changed or all(t in (*job.cleared, None) for t in done.files.values()), f"{what}: outputs untouched", done.files)


def no_place(job):
    """Outputs that cannot be written: a directory, in none, on a full device, above the limit on the size of files."""
    for name in job.outputs:
        for what, target in (("a directory", "config"), ("no directory", "none/x"), ("a full device", "/dev/full"),
                             ("below a file", "timings.json/x")):
            here = Job(f"{job.name}: {name} is {what}", job.command[0].parent,
                       [job.command[0].name, *(target if a == name else a for a in job.command[1:])], job.outputs,
                       job.calls, 2)
            says_no(here, here.run(), here.name, changed=True)
    done = job.run(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10)))
    says_no(job, done, f"{job.name}: a limit on the size of files")


def read_only(job):
    if os.getuid() == 0 and subprocess.run([job.command[0], "--version"], user=NOBODY, group=NOBODY, check=False, cwd="/",
                                           capture_output=True).returncode != 0:
        return
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        job.lay_out(directory)
        directory.chmod(0o555)
        if os.getuid() == 0:
            done = job.run(directory=directory, user=NOBODY, group=NOBODY, extra_groups=[])
        else:
            done = job.run(directory=directory)
        says_no(job, done, f"{job.name}: a read-only directory")
        directory.chmod(0o755)


def streams(job):
    """Standard streams that are closed, full, or have lost their reader."""
    with open("/dev/full", "w") as full:
        done = job.run(stdout=full)
        says_no(job, done, f"{job.name}: stdout is full", changed=True)
        done = job.run(stderr=full)
        kept(job, done, f"{job.name}: stderr is full")
    reader, writer = os.pipe()
    os.close(reader)
    says_no(job, job.run(stdout=writer), f"{job.name}: stdout has no reader", changed=True)
    os.close(writer)
    for closed in ("0", "1", "2", "01", "02", "12", "012"):
        shut = " ".join(f"{fd}{'<' if fd == '0' else '>'}&-" for fd in closed)
        done = job.run(["sh", "-c", f'exec "$@" {shut}', "sh"])
        kept(job, done, f"{job.name}: without {closed}")
        wanted = 2 if "1" in closed else job.status
        check.that(done.returncode == wanted, f"{job.name}: without {closed}: exit", done)


def unreadable_default(job):
    """A default file that is there and cannot be read is not one that is absent: here a link to itself."""
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        job.lay_out(directory)
        (directory / "config" / "ladders.json").unlink()
        (directory / "config" / "ladders.json").symlink_to("ladders.json")
        done = job.run(directory=directory)
        says_no(job, done, f"{job.name}: ladders that cannot be read")
        check.that("config/ladders.json" in done.stderr, f"{job.name}: ladders that cannot be read: named", done.stderr)


def main():
    bin_dir = bin_option(__doc__)
    compare = Job("compare", bin_dir, ["compare", "--report", "r.json", "--junit", "j.xml", "--summary", "s.md",
                                       "--annotate", "github"], ["r.json", "j.xml", "s.md"], FILES, 1)
    derive = Job("derive", bin_dir, ["check-bounds", "--derive", "--output", "th.json"], ["th.json"], FILES, 0)
    nobody = socket.socket()  # bound, so that nobody else gets the port, and nobody listens
    nobody.bind(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{nobody.getsockname()[1]}"
    capture = Job("capture", bin_dir, ["capture", "--prometheus", url, "--retries", "0", "--timeout", "5m", "--git-sha",
                                       "abc", "--time", "2023-11-14T22:18:20Z", "--output", "c.json"], ["c.json"], f"{FILES},{NETWORK}", 2)
    failed = signalled = 0
    for job in (compare, derive, capture):
        failed += fail_each(job)
        signalled += signal_each(job)
        unreadable_default(job)
    for job in (compare, derive):
        no_place(job)
        read_only(job)
    streams(compare)
    print(f"{failed} calls failed, {signalled} signals sent")
    check.end()


if __name__ == "__main__":
    main()
