#!/usr/bin/env python3
"""No command overwrites its inputs or writes one file twice.

Walks the option table of each command, as tools/manual prints it: each input × output and each pair of outputs, named the
same, by another path, through links to the file and to its directory, by a hard link, there already and not there yet, and
as a default of the table. All are refused with status 2 and the names of both options, and every file is left as it was,
but for the pairs that the table allows. What is no regular file never collides.

usage: outputs.py --bin DIR
"""
import itertools
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "lib"))
from check import Checks, bin_option  # noqa: E402

REFUSAL = "is the same file as"
# Port 9 of loopback is nobody's, or discards: capture gets no answer, and does not wait for one.
COMMANDS = {"capture": ["--prometheus=http://127.0.0.1:9", "--retries=0", "--timeout=1s", "--git-sha=x"],
            "compare": [], "check-bounds": []}
# Pairs that the tables must allow, whatever they say: (command, output, input).
ALLOWED = {("check-bounds", "output", "thresholds"), ("capture", "write-ladders", "ladders")}


class Option:
    def __init__(self, line):
        self.name, self.use, default, self.replaces, self.replaces_default = line.split("\t")
        self.default = None if default == "-" else default
        self.is_output = self.use in ("output", "appended")

    def give(self, path):
        return f"--{self.name}={path}"


def table(binaries, command):
    done = subprocess.run([binaries.parent / "tools" / "manual", "files", command], stdout=subprocess.PIPE, text=True, check=True)
    return [Option(line) for line in done.stdout.splitlines()]


def snapshot(directory):
    return {str(p.relative_to(directory)): p.read_bytes() for p in sorted(directory.rglob("*")) if p.is_file()}


def lay_out(directory, path, exists):
    """Directories, a file when there is to be one, and other ways to it."""
    place = directory / path
    place.parent.mkdir(parents=True, exist_ok=True)
    (directory / "link").symlink_to(place.parent, target_is_directory=True)
    (directory / "direct").symlink_to(place)
    (directory / "twice").symlink_to("direct")
    (directory / "sub").mkdir()
    ways = {"as it is": path, "from here": f"./{path}", "doubled slash": f".//{path}", "absolute": str(place),
            "up and down": f"sub/../{path}", "through a directory": f"link/{place.name}", "link": "direct", "link to a link": "twice"}
    if exists:
        place.write_text("keep me\n", encoding="utf-8")
        os.link(place, directory / "hard")
        ways["hard link"] = "hard"
    return ways


class Walk:
    def __init__(self, binaries):
        self.check, self.binaries = Checks(), binaries

    def run(self, command, directory, *arguments):
        return subprocess.run([self.binaries / command, *COMMANDS[command], *arguments], cwd=directory, capture_output=True, text=True,
                              check=False, timeout=60)

    def refused(self, what, done, pair, before, directory):
        self.check.exits(done, 2, what)
        self.check.that(REFUSAL in done.stderr and all(f"'--{o.name} " in done.stderr for o in pair), what, done.stderr)
        self.check.that(snapshot(directory) == before, f"{what}: files are as they were", snapshot(directory))

    def pair(self, command, output, other, exists):
        """Both named, each way round."""
        allowed = (command, output.name, other.name) in ALLOWED and output.replaces == other.name
        with tempfile.TemporaryDirectory() as name:
            directory = pathlib.Path(name)
            ways = lay_out(directory, "place/file.json", exists)
            for way, path in ways.items():
                if way == "hard link" and allowed:
                    continue
                for given in ([output.give(path), other.give("place/file.json")], [other.give(path), output.give("place/file.json")]):
                    before = snapshot(directory)
                    done = self.run(command, directory, *given)
                    what = f"{command} {' '.join(given)} ({'there' if exists else 'new'}, {way})"
                    if allowed:
                        self.check.that(REFUSAL not in done.stderr, f"{what}: allowed", done.stderr)
                    else:
                        self.refused(what, done, (output, other), before, directory)

    def default(self, command, output, other):
        """The output over a place that the other has by default."""
        allowed = (command, output.name, other.name) in ALLOWED and other.name in (output.replaces, output.replaces_default)
        for exists in (True, False):
            with tempfile.TemporaryDirectory() as name:
                directory = pathlib.Path(name)
                for way, path in lay_out(directory, other.default, exists).items():
                    before = snapshot(directory)
                    done = self.run(command, directory, output.give(path))
                    what = f"{command} {output.give(path)}, the default of --{other.name} ({way})"
                    if allowed:
                        self.check.that(REFUSAL not in done.stderr, f"{what}: allowed", done.stderr)
                    else:
                        self.refused(what, done, (output, other), before, directory)
                        self.check.holds("(the default)", done.stderr, what)

    def apart(self, command, output, other):
        """Files of one name in two directories, a name that only starts alike, and what is no regular file."""
        with tempfile.TemporaryDirectory() as name:
            directory = pathlib.Path(name)
            for place in ("a", "b"):
                (directory / place).mkdir()
            (directory / "a" / "x.json").write_text("{}\n", encoding="utf-8")
            (directory / "b" / "x.json").write_text("{}\n", encoding="utf-8")
            os.mkfifo(directory / "pipe")
            reader = os.open(directory / "pipe", os.O_RDWR | os.O_NONBLOCK)
            pairs = [("a/x.json", "b/x.json"), ("a/new.json", "b/new.json"), ("a/new", "a/new.json"), ("nowhere/x", "nowhere/x"),
                     ("/dev/null", "/dev/null")]
            # Who reads a pipe waits for its writer; two outputs are both written.
            pairs += [("pipe", "pipe"), ("/dev/stdout", "/dev/stdout")] if other.is_output else []
            for one, two in pairs:
                done = self.run(command, directory, output.give(one), other.give(two))
                self.check.that(REFUSAL not in done.stderr, f"{command} {output.give(one)} {other.give(two)}", done.stderr)
            os.close(reader)

    def command(self, command):
        options = table(self.binaries, command)
        outputs = [o for o in options if o.is_output]
        inputs = [o for o in options if not o.is_output]
        self.check.that(outputs and inputs, f"{command} has outputs and inputs")
        pairs = [*itertools.product(outputs, inputs), *itertools.combinations(outputs, 2)]
        for output, other in pairs:
            for exists in (True, False):
                self.pair(command, output, other, exists)
            self.apart(command, output, other)
            for one, two in ((output, other), (other, output)):
                if two.default is not None and one.is_output:
                    self.default(command, one, two)
        declared = {(command, o.name, r) for o in outputs for r in (o.replaces, o.replaces_default) if r != "-"}
        self.check.equal(declared, {row for row in ALLOWED if row[0] == command}, f"{command}: the pairs that it allows")

    def ladders(self):
        """The files of [NAME=]FILE[#PART]; the default counts as long as each is for one name."""
        for given, path, wanted in ((["--ladders=span=l.yaml"], "l.yaml", True), (["--ladders=l.yaml#connectors/spanmetrics"], "l.yaml", True),
                                    (["--ladders=span=l.yaml#a/b"], "l.yaml", True), (["--ladders=./a=b.json"], "a=b.json", True),
                                    (["--ladders=span=l.yaml"], "config/ladders.json", True),
                                    (["--ladders=l.yaml"], "config/ladders.json", False),
                                    (["--ladders=span=l.yaml", "--ladders=m.yaml"], "config/ladders.json", False)):
            with tempfile.TemporaryDirectory() as name:
                directory = pathlib.Path(name)
                (directory / "config").mkdir()
                done = self.run("compare", directory, *given, f"--report={path}")
                self.check.equal(REFUSAL in done.stderr, wanted, f"compare {' '.join(given)} --report={path}")

    def old_results(self):
        """A report of an earlier run is gone as soon as the options are parsed; what is read, and what is refused, stays."""
        reports = [o for o in table(self.binaries, "compare") if o.use == "output"]
        self.check.that(len(reports) >= 2, "compare writes reports")
        for given, gone in ((["--baseline=none.json"], True), (["--timings=bad.json"], True), (["--paste", "--void"], False),
                            (["--nosuch"], False)):
            for option in reports:
                with tempfile.TemporaryDirectory() as name:
                    directory = pathlib.Path(name)
                    for file in ("old", "summary"):
                        (directory / file).write_text("an earlier run\n", encoding="utf-8")
                    (directory / "bad.json").write_text("{", encoding="utf-8")
                    (directory / "link").symlink_to("old")
                    what = f"compare --{option.name} {' '.join(given)}"
                    done = self.run("compare", directory, *given, option.give("link"), "--summary=summary")
                    self.check.exits(done, 2, what)
                    self.check.equal((directory / "old").exists(), not gone, f"{what}: the old report")
                    self.check.that((directory / "link").is_symlink(), f"{what}: the link stands")
                    self.check.that((directory / "summary").read_text(encoding="utf-8").startswith("an earlier run\n"), f"{what}: the summary")
        with tempfile.TemporaryDirectory() as name:
            directory = pathlib.Path(name)
            (directory / "th.json").write_text("mine\n", encoding="utf-8")
            done = self.run("check-bounds", directory, "--derive", "--output=th.json", "--baseline=none.json")
            self.check.exits(done, 2, "a derivation that fails")
            self.check.equal((directory / "th.json").read_text(encoding="utf-8"), "mine\n", "configuration stands until it is replaced")

    def allowed_work(self):
        """The allowed pairs do what they are for: a derivation over the thresholds that it read."""
        with tempfile.TemporaryDirectory() as name:
            directory = pathlib.Path(name)
            for part in ("config", "baselines"):
                (directory / part).symlink_to(HERE.parent.parent / part)
            thresholds = directory / "th.json"
            thresholds.write_bytes((directory / "config" / "regression-thresholds.json").read_bytes())
            derived = self.run("check-bounds", directory, "--thresholds=th.json", "--derive")
            done = self.run("check-bounds", directory, "--thresholds=th.json", "--derive", "--output=./th.json")
            self.check.equal((done.returncode, thresholds.read_text(encoding="utf-8")), (derived.returncode, derived.stdout),
                             "a derivation over the thresholds that it read")

    def standard(self):
        """"-" is the standard output and input; a file of that name stands, whatever happens."""
        with tempfile.TemporaryDirectory() as name:
            directory = pathlib.Path(name)
            for part in ("config", "baselines"):
                (directory / part).symlink_to(HERE.parent.parent / part)
            (directory / "-").write_text("mine\n", encoding="utf-8")
            derived = self.run("check-bounds", directory, "--derive")
            for command, arguments in (("check-bounds", ["--derive", "--output", "-"]),
                                       ("check-bounds", ["--derive", "--output", "-", "--thresholds", "-"])):
                with open(directory / "config/regression-thresholds.json", encoding="utf-8") as f:
                    done = subprocess.run([self.binaries / command, *arguments], cwd=directory, stdin=f, capture_output=True,
                                          text=True, check=False)
                self.check.equal((done.returncode, done.stdout), (derived.returncode, derived.stdout), f"{command} {arguments}")
            done = self.run("capture", directory, "--output", "-")
            self.check.equal((done.returncode, done.stdout[:1]), (2, "{"), "a capture to the standard output")
            done = self.run("compare", directory, "--timings=none.json", "--report=-")
            self.check.exits(done, 2, "a report to the standard output")
            self.check.equal((directory / "-").read_text(encoding="utf-8"), "mine\n", "a file of that name stands")
            self.check.exits(self.run("check-bounds", directory, "--derive", "--output=/dev/full"), 2, "a full device")


def main():
    walk = Walk(bin_option("outputs.py --bin DIR"))
    for command in COMMANDS:
        walk.command(command)
    walk.ladders()
    walk.old_results()
    walk.allowed_work()
    walk.standard()
    walk.check.end()


if __name__ == "__main__":
    main()
