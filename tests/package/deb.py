#!/usr/bin/env python3
"""The packages that cpack makes: lintian finds no error in the .deb; installed, all three commands run; removed, nothing is left.

Without root, or where rungate is installed already, the .deb is extracted and not installed.

usage: deb.py --build DIR
"""
import argparse
import fcntl
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
from check import Checks  # noqa: E402

COMMANDS = ("rungate-capture", "rungate-compare", "rungate-check-bounds")
SCRIPTS = ("rungate-gate", "rungate-ab", "rungate-baseline")
# Of each, what its links need and what only capture may need.
DEPENDENCIES = ("libc6", "libcjson1", "libcurl4", "libyaml-0-2", "zlib1g")
check = Checks()


def run(*command, status=0, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    if status is not None and done.returncode != status:
        raise SystemExit(f"{command} ended {done.returncode}:\n{done.stdout}")
    return done.stdout


def dpkg(*arguments):
    """As apt does it: when others that install something just now have let go of the lock."""
    with open("/var/lib/dpkg/lock-frontend", "w") as lock:
        fcntl.lockf(lock, fcntl.LOCK_EX)
        run("dpkg", *arguments, env=dict(os.environ, DPKG_FRONTEND_LOCKED="true"))


def only(directory, pattern):
    found = list(directory.glob(pattern))
    if len(found) != 1:
        raise SystemExit(f"{pattern}: {found}")
    return found[0]


def use(root, version):
    """The commands below `root`: each by its name, a check-bounds of the examples, and the tutorial."""
    env = dict(os.environ, PATH=f"{root / 'bin'}:{os.environ['PATH']}", LC_ALL="C.UTF-8")
    for command in COMMANDS:
        said = run(command, "--version", env=env)
        check.equal(said, f"{command} (rungate) {version}\n", f"{root}: {command} --version")
    for script in SCRIPTS:
        check.holds(script, run(script, "--help", env=env), f"{root}: {script} --help")
    said = run("rungate-check-bounds", env=env, cwd=root / "share/doc/rungate/examples")
    check.holds("19 keys gated", said, f"{root}: the installed examples")
    run(sys.executable, "-B", pathlib.Path(__file__).with_name("tutorial.py"), "--prefix", root)


def check_control(deb):
    depends = run("dpkg-deb", "--field", deb, "Depends")
    for library in DEPENDENCIES:
        check.holds(library, depends, f"depends on {library}")
    contents = run("dpkg-deb", "--contents", deb)
    for line in contents.splitlines():
        check.that(re.match(r"drwxr-xr-x |-rwxr-xr-x .*(/bin/|\.sh$)|-rw-r--r-- |lrwxrwxrwx .*/bin/rungate-", line) and " root/root " in line,
                   "owner and mode are as the policy wants them", line)
    for path in ("usr/share/man/man1/rungate-compare.1.gz", "usr/share/doc/rungate/copyright",
                 "usr/share/doc/rungate/changelog.Debian.gz", "usr/share/doc/rungate/changelog.gz",
                 "usr/share/bash-completion/completions/rungate-compare"):
        check.holds(path, contents, f"the package has {path}")


def check_lintian(deb):
    said = run("lintian", "--allow-root", "--tag-display-limit", "0", "--fail-on", "error", deb)
    print(said or "lintian says nothing", end="" if said else "\n")
    check.equal([line for line in said.splitlines() if line.startswith("E:")], [], "lintian finds no error")


def install(deb, version, directory):
    present = subprocess.run(["dpkg-query", "--status", "rungate"], capture_output=True, check=False).returncode == 0
    if os.geteuid() != 0 or present:
        print("extracted, not installed")
        run("dpkg-deb", "--extract", deb, directory / "root")
        use(directory / "root/usr", version)
        return
    files = []
    try:
        dpkg("--install", deb)
        use(pathlib.Path("/usr"), version)
        files = [p for p in run("dpkg-query", "--listfiles", "rungate").split() if "rungate" in p]
    finally:
        dpkg("--purge", "rungate")
    check.that(len(files) > 10, "what is installed is listed", files)
    check.equal([p for p in files if os.path.lexists(p)], [], "left after the removal")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--build", required=True, type=pathlib.Path)
    build = parser.parse_args().build.resolve()
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        directory.chmod(0o755)
        usual = os.umask(0o077)
        run("cpack", "--config", build / "CPackConfig.cmake", "-B", directory)
        os.umask(usual)
        deb, tar = only(directory, "*.deb"), only(directory, "*.tar.gz")
        version = run("dpkg-deb", "--field", deb, "Version").strip().rsplit("-", 1)[0]
        check_control(deb)
        check_lintian(deb)
        # One machine may run the tests of several build trees at once.
        with open(pathlib.Path(tempfile.gettempdir()) / f"rungate-deb-test-{os.getuid()}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            install(deb, version, directory)
        (directory / "tar").mkdir()
        run("tar", "--extract", "--file", tar, "--directory", directory / "tar")
        use(only(directory / "tar", "*"), version)
    check.end()


if __name__ == "__main__":
    main()
