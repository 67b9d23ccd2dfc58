#!/usr/bin/env python3
"""Text from outside in a log, names that are refused, and files that are not read or written.

A log is read as the runners of GitHub, Gitea, Azure, TeamCity and Octopus read it: whatever a key, a reason, a file name
or an option's value holds, no line of what the commands print is a command.

usage: places.py --bin DIR
"""
import copy
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "lib"))
from check import Checks, bin_option  # noqa: E402

PATIENCE_S = 60  # for what must not hang: a backstop
TIMINGS, BASELINE = "run.json", "baselines/baseline-timings.json"
METRICS, THRESHOLDS, LADDERS = "config/regression-metrics.json", "config/regression-thresholds.json", "config/ladders.json"
# What a runner may take for the start of a line's text: .NET trims all white space of Unicode.
BLANKS = " \t\v\f\x85\u00a0\u1680\u2000\u2003\u200a\u2028\u2029\u202f\u205f\u3000"
COMMANDS = ("##[error]x", "##vso[task.complete]x", "##teamcity[x]", "##TeamCity[x]", "##octopus[x]", "###[x]")
HIDDEN = "\u200b\u200f\u2060\u2064\u00ad\ufeff\u202e\u2066\u061c\U000e0001\U000e0041\ufe00\u034f"
HOSTILE = "\n::error::a\r::stop-commands::b\n\u3000::c::d" + "".join(COMMANDS) + HIDDEN + " www.evil.example a@evil.example @team #1"
check = Checks()


class Place:
    def __init__(self, directory, bin_dir):
        self.directory, self.bin_dir = directory, bin_dir
        shutil.copytree(HERE / "bases" / "mini", directory, dirs_exist_ok=True)
        shutil.copy(HERE / "bases" / "mini-run.json", directory / TIMINGS)
        self.plain = {name: json.loads((directory / name).read_text())
                      for name in (TIMINGS, BASELINE, METRICS, THRESHOLDS, LADDERS)}

    def put(self, name, value):
        (self.directory / name).write_text(value if isinstance(value, str) else json.dumps(value))

    def reset(self):
        for name, value in self.plain.items():
            self.put(name, value)

    def run(self, command, *arguments, **more):
        return subprocess.run([self.bin_dir / command, *arguments], cwd=self.directory, capture_output=True, text=True,
                              check=False, timeout=PATIENCE_S, **({"stdin": subprocess.DEVNULL} | more))


def faults_of(text):
    """What a runner would obey, and what a reader would not see."""
    for line in re.split("[\n\r]", text):
        if line.strip(BLANKS).startswith("::"):
            yield f"a command of GitHub: {line!r}"
    for found in re.findall(r"##[\w.-]*\[", text):
        yield f"a marker: {found!r}"
    for c in set(HIDDEN) & set(text):
        yield f"a hidden character: U+{ord(c):04X}"


def check_log(done, name):
    check.that(done.returncode in (0, 1, 2), f"{name}: exit", done)
    check.that(not list(faults_of(done.stdout + done.stderr)), name, list(faults_of(done.stdout + done.stderr)))


def rename(document, name):
    """The group "spans" gets the prefix "::set", and its "a" another name."""
    text = json.dumps(document).replace('"span.a', '"span.' + json.dumps(name)[1:-1]).replace('"a"', json.dumps(name))
    new = json.loads(text.replace('"span.', '"::set.').replace('"span":', '"::set":'))
    if "spans" in new:
        new["spans"]["_prefix"] = "::set"
    return new


def logs(place):
    """Every form of every command, with keys that start as a command does, and free text that holds all of them."""
    for name, value in place.plain.items():
        place.put(name, rename(value, "::error::\u200bx\u00ad www.evil.example a@evil.example @team"))
    metrics = json.loads((place.directory / METRICS).read_text())
    metrics["excluded_keys"] = {"::set.b.p95": HOSTILE}
    metrics["_why"] = HOSTILE
    place.put(METRICS, metrics)
    run = json.loads((place.directory / TIMINGS).read_text())
    run |= {"notes": {k: HOSTILE for k in run["metrics"]}, "uncounted": {"span.a": HOSTILE}, "labels": {"::a": "::b \u200b"}, "profile": "::p"}
    place.put(TIMINGS, run)
    thresholds = json.loads((place.directory / THRESHOLDS).read_text())
    thresholds["_why"] = HOSTILE
    thresholds["waivers"] = {k: {"until": "2030-01-01", "owner": HOSTILE, "reason": HOSTILE} for k in run["metrics"]}
    place.put(THRESHOLDS, thresholds)
    outputs = ("--summary=s.md", "--junit=j.xml", "--report=r.json")
    compare = ("--timings", TIMINGS)
    commands = [("compare", *compare, f"--format={form}", *outputs) for form in ("text", "markdown", "json")]
    commands += [("compare", *compare, "--paste"), ("compare", *compare, "--replay"), ("compare", *compare, "--annotate=none")]
    commands += [("compare", *compare, "--explain", k) for k in (*run["metrics"], HOSTILE)]
    views = ([], ["--table"], ["--sensitivity=3"], ["--suggest-edges=3"], ["--diff", BASELINE])
    commands += [("check-bounds", *view, f"--format={form}") for view in views for form in ("text", "markdown", "json")]
    commands += [("check-bounds", "--derive"), ("capture", "--prometheus=http://127.0.0.1:9", "--dry-run")]
    for command in commands:
        check_log(place.run(*command), f"{command[0]} {' '.join(command[1:])!r}")
    for path in ("s.md", "j.xml", "r.json"):
        text = (place.directory / path).read_text() if (place.directory / path).exists() else ""
        check.that(text and not set(HIDDEN) & set(text), f"{path}: nothing hidden")
        check.that(path != "s.md" or not re.search(r"www\.evil|a@evil|[^\w]@team|://evil", text), f"{path}: no link", text)
    place.reset()
    for option in ("--timings", "--baseline", "--metrics", "--thresholds", "--ladders", "--tier", "--format", "--today", "--ab", "--" + HOSTILE):
        check_log(place.run("compare", "--timings", TIMINGS, option, HOSTILE), f"compare {option[:12]!r}")
    for option in ("--prometheus", "--window", "--time", "--label", "--header", "--aws-sigv4", "--header-file", "--since", "--wait"):
        check_log(place.run("capture", "--prometheus=http://127.0.0.1:9", "--output=-", "--retries=0", option, HOSTILE), f"capture {option}")
    done = place.run("capture", "--prometheus", HOSTILE, "-v", "--metrics", METRICS)
    check_log(done, "capture -v")
    for name in ("::error::x.json", "a##vso[x].json", "\u3000::x.json"):
        place.put(name, "{")
        check_log(place.run("compare", "--timings", name), f"a file named {name!r}")


def at(document, path, value):
    """A copy with `value` in place of what is at the path; a name that ends in '=' is given to the last member instead."""
    new = copy.deepcopy(document)
    *parents, last = path
    inside = new
    for parent in parents:
        inside = inside.setdefault(parent, {}) if isinstance(inside, dict) else inside[parent]
    inside[last] = value
    return new


def refused(place):
    """A name with a command, or of more than 1 KiB, wherever a name can stand: exit 2, with the place."""
    metric = {"value": 1.0, "unit": "ms"}
    for what, bad, good in (("a command", "x##vso[y", "x## [y"), ("1 KiB and a byte", "x" * 1025, None), ("1 KiB", None, "x" * 1015)):
        rows = [(TIMINGS, ("metrics", "N"), metric), (TIMINGS, ("labels", "N"), "v"), (TIMINGS, ("labels", "l"), "N"),
                (TIMINGS, ("profile",), "N"), (TIMINGS, ("git_sha",), "N"), (TIMINGS, ("window",), "N"),
                (TIMINGS, ("notes", "N"), "x"), (TIMINGS, ("ladders", "N"), {"unit": "ms", "edges": [1.0]}),
                (TIMINGS, ("metrics", "span.z.p95", "unit"), "N"), (BASELINE, ("metrics", "N"), metric),
                (BASELINE, ("profile",), "N"), (THRESHOLDS, ("overrides", "N"), {"p95": {"max_abs_increase_ms": 1.0}}),
                (THRESHOLDS, ("waivers", "N"), {"until": "2026-12-31", "owner": "o", "reason": "r"}),
                (METRICS, ("excluded_keys", "N"), "r"), (METRICS, ("spans", "names", 0), "N"),
                (LADDERS, ("N",), {"unit": "ms", "edges": [1.0]})]
        for name, path, value in rows:
            for word, is_bad in ((bad, True), (good, False)):
                if word is None:
                    continue
                spelled = [word if part == "N" else part for part in path]
                value_now = json.loads(json.dumps(value).replace('"N"', json.dumps(word)))
                if path[-2:] == ("span.z.p95", "unit"):
                    value_now, spelled = dict(metric, unit=word), spelled[:-1]
                place.put(name, at(place.plain[name], spelled, value_now))
                done = place.run("compare", "--timings", TIMINGS)
                label = f"{what}: {name} {'.'.join(str(p) for p in path)}"
                said = re.search(r"line \d+, column \d+.*a name (must not hold|is longer)", done.stderr)
                check.that((done.returncode == 2 and said) if is_bad else not said, label, done.stderr)
                place.put(name, place.plain[name])
    for option in ("--label=a##[b=c", "--label=a=##vso[", "--profile=##[x", "--git-sha=##teamcity[", "--profile=" + "x" * 1025):
        done = place.run("capture", "--prometheus=http://127.0.0.1:9", option)
        check.that(done.returncode == 2 and "a name" in done.stderr, f"capture {option[:30]}", done)
    place.put(TIMINGS, at(place.plain[TIMINGS], ["labels"], {f"l{i:02}": "v" for i in range(65)}))
    done = place.run("compare", "--timings", TIMINGS)
    check.that(done.returncode == 2 and "more than 64 labels" in done.stderr, "65 labels", done)
    place.reset()


def columns(place):
    """A long name is cut in the table of a terminal, at its middle, and whole in the JSON."""
    long_key = "span." + "y" * 900 + ".p95"
    place.put(TIMINGS, at(place.plain[TIMINGS], ("metrics", long_key), {"value": 1.0, "unit": "ms"}))
    text = place.run("compare", "--timings", TIMINGS).stdout
    check.that(max(len(line) for line in text.splitlines()) < 300 and "yyy...yyy" in text and "y.p95" in text, "cut", text)
    check.holds(long_key, place.run("compare", "--timings", TIMINGS, "--format=json").stdout, "whole in JSON")
    place.reset()


def pipes(place):
    """A pipe in the file system is refused and nothing hangs; one that somebody opened for us is read."""
    pipe = place.directory / "pipe"
    os.mkfifo(pipe)
    inputs = [("compare", "--timings", "pipe"), ("compare", "--timings", TIMINGS, "--replay", "--timings", "pipe")]
    inputs += [("compare", "--timings", TIMINGS, f"--{option}", "pipe") for option in ("baseline", "metrics", "thresholds", "ladders")]
    inputs += [("check-bounds", f"--{option}", "pipe") for option in ("baseline", "metrics", "thresholds", "ladders", "diff")]
    inputs += [("capture", "--prometheus=http://127.0.0.1:9", "--output=-", f"--{option}", "pipe")
               for option in ("metrics", "ladders", "since", "header-file", "bearer-token-file", "basic-auth-file", "ca-file")]
    inputs += [("capture", "--prometheus=http://127.0.0.1:9", "--output=-", "--ladders=span=collector:pipe")]
    for command in inputs:
        done = place.run(*command)
        check.that(done.returncode == 2, f"a pipe as input: {command[0]} {command[-2:]}", done)
    done = place.run("compare", "--timings", "pipe")
    check.holds("it is a pipe", done.stderr, "the message says what it is")
    for option in ("--report", "--junit", "--summary"):
        done = place.run("compare", "--timings", TIMINGS, option, "pipe")
        check.that(done.returncode == 2 and "cannot write 'pipe'" in done.stderr, f"{option} to a pipe that nobody reads", done)
    for shell in (f"cat {TIMINGS} | '{place.bin_dir}/compare' --timings /dev/stdin",
                  f"'{place.bin_dir}/compare' --timings <(cat {TIMINGS})",
                  f"'{place.bin_dir}/compare' --timings {TIMINGS} --report >(cat >/dev/null)"):
        done = subprocess.run(["bash", "-c", shell], cwd=place.directory, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
        plain = place.run("compare", "--timings", TIMINGS)
        check.equal((done.returncode, done.stdout), (plain.returncode, plain.stdout), f"a pipe of the shell: {shell[-40:]}")


def links(place):
    """What the kernel does not follow is neither read nor written."""
    (place.directory / "loop").symlink_to("loop")
    done = place.run("compare", "--timings", "loop")
    check.that(done.returncode == 2 and "symbolic links" in done.stderr, "a loop as input", done)
    done = place.run("compare", "--timings", TIMINGS, "--report", "loop")
    check.that(done.returncode == 2 and (place.directory / "loop").is_symlink(), "a loop as output", done)
    setting = pathlib.Path("/proc/sys/fs/protected_symlinks")
    if os.geteuid() != 0 or not setting.exists() or setting.read_text().strip() != "1":
        print("links of others: skipped, as it needs root and fs.protected_symlinks")
        return
    shared, target = place.directory / "shared", place.directory / "target.json"
    shared.mkdir()
    shared.chmod(0o1777)
    for exists in (True, False):
        target.unlink(missing_ok=True)
        if exists:
            target.write_text("{}\n")
        link = shared / "link"
        link.symlink_to(target)
        os.chown(link, 12345, 12345, follow_symlinks=False)
        for option in ("--report", "--junit", "--summary"):
            done = place.run("compare", "--timings", TIMINGS, option, str(link))
            check.that(done.returncode == 2 and (target.read_text() if exists else not target.exists()) in ("{}\n", True),
                       f"{option} over the link of another user, the target {'there' if exists else 'not there'}", done)
        done = place.run("compare", "--timings", str(link))
        check.that(done.returncode == 2 and "ermission denied" in done.stderr, "read through it", done)
        link.unlink()


def main():
    bin_dir = bin_option(__doc__)
    for part in (logs, refused, columns, pipes, links):
        with tempfile.TemporaryDirectory() as name:
            part(Place(pathlib.Path(name), bin_dir))
    check.end()


if __name__ == "__main__":
    main()
