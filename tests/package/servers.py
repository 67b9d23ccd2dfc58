#!/usr/bin/env python3
"""scripts/servers.sh with an apt that has no network: what it puts in place, what it says of a server that is not available.

usage: servers.py
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
from check import Checks  # noqa: E402

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/servers.sh"
# Each works in the directory of a suite, which is the last part of where it runs. ABSENT are packages that apt does not
# find, BROKEN those whose program does not run, as SUITE/PACKAGE.
APT_GET = """#!/bin/sh
echo "$@" >> "$LOG"
case " $* " in
*" indextargets "*) echo "Debian main http://mirror.example/debian/" ;;
*" download "*)
    for package; do :; done
    case " $ABSENT " in *" ${PWD##*/}/$package "*) echo "E: no $package" >&2; exit 100 ;; esac
    : > "${package}_1%3a2.4.1+ds-1_all.deb" ;;
esac
"""
DPKG = """#!/bin/sh
name=${2%%_*}
mkdir -p "$3/usr/bin"
case " $BROKEN " in *" ${PWD##*/}/$name "*) status=1 ;; *) status=0 ;; esac
for program in "$name" promtool; do
    printf '#!/bin/sh\\necho said; exit %s\\n' $status > "$3/usr/bin/$program"
    chmod 755 "$3/usr/bin/$program"
done
[ "${PWD##*/}/$name" != testing/prometheus ] || rm "$3/usr/bin/promtool"
"""
DPKG_DEB = "#!/bin/sh\necho 1:2.4.1+ds-1\n"
LINES = [f"{name} 2.4.1 build/servers/{suite}/{name}-2.4.1/{name}"
         for suite in ("release", "testing") for name in ("prometheus", "victoria-metrics")]
check = Checks()


class Place:
    """A source tree with nothing but the script in it."""

    def __init__(self, directory):
        self.root = directory / "tree"
        self.log = directory / "log"
        (self.root / "scripts").mkdir(parents=True)
        shutil.copy(SCRIPT, self.root / "scripts")
        (directory / "bin").mkdir()
        for name, text in (("apt-get", APT_GET), ("dpkg", DPKG), ("dpkg-deb", DPKG_DEB)):
            (directory / "bin" / name).write_text(text)
            (directory / "bin" / name).chmod(0o755)
        self.env = dict(os.environ, PATH=f"{directory / 'bin'}:{os.environ['PATH']}", LOG=str(self.log))

    def run(self, what, absent="", broken=""):
        """Exit status and lines; what is unpacked on the way must be gone."""
        self.log.write_text("")
        done = subprocess.run([self.root / "scripts/servers.sh", what], env=dict(self.env, ABSENT=absent, BROKEN=broken),
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        left = sorted(p.name for p in (self.root / "build/servers").glob("*") if p.name.startswith("new") or "index." in p.name)
        check.equal(left, [], f"{what}: left behind")
        return done.returncode, done.stdout.splitlines()

    def downloaded(self):
        return [line.split()[-1] for line in self.log.read_text().splitlines() if " download " in line]


def not_run(name, suite, why):
    return f"NOT RUN: {name} of {suite} is not available: {why}"


def check_all(place):
    check.equal(place.run("all"), (0, LINES), "all four")
    check.equal((place.root / "build/servers/index").read_text().splitlines(), LINES, "the index")
    for line in LINES:
        program = place.root / line.split()[2]
        check.that(os.access(program, os.X_OK), f"{program.name} can be run")
        check.that(program.name != "prometheus" or os.access(program.with_name("promtool"), os.X_OK), f"promtool beside {line}")
    check.equal(place.run("all"), (0, LINES), "all, once more")
    check.equal(place.log.read_text(), "", "once more, nothing is asked for")


def check_testing(place):
    broken = not_run("prometheus", "testing", "version 2.4.1 does not run here: said")
    absent = not_run("victoria-metrics", "testing", "no victoria-metrics")
    check.equal(place.run("all", absent="testing/victoria-metrics", broken="testing/prometheus"),
                (0, [*LINES[:2], broken, absent]), "those of testing are not available")
    check.equal(place.run("all", absent="testing/promtool"),
                (0, [*LINES[:2], LINES[3], not_run("prometheus", "testing", "no promtool")]), "no promtool")
    check.equal(place.run("all"), (0, LINES), "all at last")
    check.equal(place.downloaded(), ["prometheus", "promtool"], "only what was missing is asked for")


def check_release(place):
    check.equal(place.run("release", absent="release/prometheus"),
                (1, [LINES[1], not_run("prometheus", "release", "no prometheus")]), "one of the release is missing")
    check.equal(place.run("release"), (0, LINES[:2]), "the release")
    check.equal(place.downloaded(), ["prometheus"], "only the missing one is asked for")
    check.equal(place.run("newest")[0], 2, "usage")


def main():
    for part in (check_all, check_testing, check_release):
        with tempfile.TemporaryDirectory() as name:
            part(Place(pathlib.Path(name)))
    check.end()


if __name__ == "__main__":
    main()
