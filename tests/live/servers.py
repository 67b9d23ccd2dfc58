#!/usr/bin/env python3
"""Real servers for tests, with data made at a fixed time. Standard library only.

The servers are those of build/servers/index, which scripts/servers.sh writes: a line each, "NAME VERSION PROGRAM".

From a shell, with series in OpenMetrics text (seconds, '# EOF' at the end):

    servers.py prometheus DATA.om -- COMMAND ...
    servers.py victoria-metrics DATA.om -- COMMAND ...

starts the first server of that name on a free loopback port, loads the data, runs COMMAND with RUNGATE_PROMETHEUS set to the
server's base URL, stops the server, removes its files, and exits with the status of COMMAND.

From Python:

    for server in servers.announce():
        with servers.start(server, openmetrics(series)) as url: ...

where `series` is a list of (name, labels, [(unix seconds, value), ...]).
"""

import contextlib
import ctypes
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
INDEX = "build/servers/index"
T0 = 1700000000  # 2023-11-14T22:13:20Z: all data starts here
HANG_SECONDS = 300  # far more than a start or a request takes anywhere: it ends a hang
PROMETHEUS, VICTORIA = "prometheus", "victoria-metrics"
MISSING = "NOT RUN: "  # begins each line about a server that is not there
# What the tests are to run against: the engine, from which version on, and below which.
WANTED = ((PROMETHEUS, "2.42", "3"), (PROMETHEUS, "3.5.3", None), (VICTORIA, "1.79", "1.145"), (VICTORIA, "1.145", None))


def numbers(version):
    """A version as a tuple, to be compared."""
    return tuple(int(n) for n in re.findall(r"\d+", version))


class Server:
    def __init__(self, engine, version, program):
        self.engine, self.version, self.program = engine, version, ROOT / program

    def __str__(self):
        return f"{self.engine} {self.version}"

    def at_least(self, version):
        return numbers(self.version) >= numbers(version)

    def is_wanted(self, engine, first, below):
        return self.engine == engine and self.at_least(first) and (below is None or not self.at_least(below))


def read_index(path=None):
    """The servers that are there, in the order of the index; and what it says about those that are not."""
    try:
        lines = (path or ROOT / INDEX).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        raise SystemExit(f"there is no {INDEX}; run scripts/servers.sh") from None
    return ([Server(*line.split(maxsplit=2)) for line in lines if not line.startswith(MISSING)],
            [line for line in lines if line.startswith(MISSING)])


def found(engine=None, path=None):
    servers = [s for s in read_index(path)[0] if engine in (None, s.engine)]
    if not servers:
        raise SystemExit(f"no {engine or 'server'} in {INDEX}; run scripts/servers.sh")
    return servers


def announce(engine=None, path=None):
    """Say which servers a test runs against, and which it lacks. Gives them. `path`: of another index."""
    servers, missing = found(engine, path), read_index(path)[1]
    print("servers:", ", ".join(str(s) for s in servers))
    for name, first, below in WANTED:
        if engine in (None, name) and not any(s.is_wanted(name, first, below) for s in servers):
            why = [line.removeprefix(MISSING) for line in missing if line.removeprefix(MISSING).startswith(f"{name} ")]
            versions = f"{first} or later" if below is None else f"from {first} on, below {below}"
            print(f"{MISSING}{name} {versions}: {'; '.join(why) or 'it is not in ' + INDEX}")
    sys.stdout.flush()
    return servers


def quoted(value):
    return '"' + value.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"') + '"'


def number(value):
    return repr(value) if isinstance(value, float) else str(value)


def openmetrics(series):
    """Series as OpenMetrics text, of no declared type, so that broken histograms can be written too."""
    lines = []
    for name, labels, samples in series:
        inside = ",".join(f"{k}={quoted(v)}" for k, v in labels.items())
        lines += [f"{name}{{{inside}}} {number(v)} {t}" for t, v in samples]
    return "\n".join(lines) + "\n# EOF\n"


def tool(name):
    path = shutil.which(name)
    if path is None:
        raise RuntimeError(f"'{name}' is not installed; run scripts/deps.sh")
    return path


def promtool():
    """Of any of the servers: blocks are the same for all."""
    for server in found(PROMETHEUS):
        path = server.program.with_name("promtool")
        if path.exists():
            return path
    raise SystemExit(f"no promtool beside a Prometheus of {INDEX}; run scripts/servers.sh")


def get(url, data=None):
    """The status of a request, or 0 when there is no answer. No proxy: loopback only."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(urllib.request.Request(url, data=data), timeout=HANG_SECONDS) as response:
            return response.status
    except urllib.error.HTTPError as e:
        return e.code
    except OSError:
        return 0


def port_of(process):
    """The port that it listens on, as the kernel chose it for port 0: nobody else can have that. None: not yet."""
    try:
        place = pathlib.Path(f"/proc/{process.pid}")
        ours = {os.readlink(fd) for fd in (place / "fd").iterdir()}
        sockets = [line.split() for line in (place / "net/tcp").read_text().splitlines()[1:]]
    except OSError:  # a descriptor that was closed meanwhile, or a process that has ended
        return None
    for _, address, _, state, *more in sockets:
        if state == "0A" and f"socket:[{more[5]}]" in ours:
            return int(address.split(":")[1], 16)
    return None


def wait_ready(process, path):
    """The base URL when the server is ready, None when it ended instead."""
    end = time.monotonic() + HANG_SECONDS
    while process.poll() is None and time.monotonic() < end:
        port = port_of(process)
        if port is not None and get(f"http://127.0.0.1:{port}{path}") == 200:
            return f"http://127.0.0.1:{port}"
        time.sleep(0.02)
    return None


def prometheus_command(server, directory):
    """Its configuration is config.yml in the directory, its data is below data."""
    return [server.program, f"--config.file={directory}/config.yml", f"--storage.tsdb.path={directory}/data",
            "--storage.tsdb.retention.time=100y", "--web.listen-address=127.0.0.1:0", "--log.level=warn"]


def prometheus_prepare(directory, text):
    with open(f"{directory}/config.yml", "w") as f:
        f.write("scrape_configs: []\n")
    with open(f"{directory}/data.om", "w") as f:
        f.write(text)
    os.mkdir(f"{directory}/data")
    made = subprocess.run([promtool(), "tsdb", "create-blocks-from", "openmetrics", f"{directory}/data.om",
                           f"{directory}/data"], capture_output=True, text=True)
    if made.returncode != 0:
        raise RuntimeError(f"promtool: {made.stdout}{made.stderr}")


def victoria_command(server, directory):
    return [server.program, f"-storageDataPath={directory}/data", "-retentionPeriod=100y", "-httpListenAddr=127.0.0.1:0",
            "-search.disableCache", "-loggerLevel=ERROR"]


def victoria_load(url, text):
    """Its import wants milliseconds; and without the flush the data is not there yet."""
    lines = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            sample, t = line.rsplit(" ", 1)
            lines.append(f"{sample} {round(float(t) * 1000)}")
    body = ("\n".join(lines) + "\n").encode()
    if get(url + "/api/v1/import/prometheus", body) != 204 or get(url + "/internal/force_flush") != 200:
        raise RuntimeError("victoria-metrics does not take the data")


def end_with_parent():
    """In the server, before it starts: should the test be killed, the kernel stops the server."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG


def stop(process):
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
    process.wait()


@contextlib.contextmanager
def running(command, ready, directory):
    """Run a server, whose log goes to the directory; gives its base URL when it is ready. Ends it in the end."""
    with open(f"{directory}/log", "w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, preexec_fn=end_with_parent)
    try:
        url = wait_ready(process, ready)
        if url is None:
            with open(f"{directory}/log") as log:
                raise RuntimeError(f"{command[0]} does not start: {log.read()[-2000:]}")
        yield url
    finally:
        stop(process)


@contextlib.contextmanager
def start(server, text):
    """Run a server with that data; gives its base URL."""
    directory = tempfile.mkdtemp(prefix="rungate-live-")
    try:
        if server.engine == PROMETHEUS:
            prometheus_prepare(directory, text)
            with running(prometheus_command(server, directory), "/-/ready", directory) as url:
                yield url
        else:
            with running(victoria_command(server, directory), "/health", directory) as url:
                victoria_load(url, text)
                yield url
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def main(arguments):
    if len(arguments) < 4 or arguments[0] not in (PROMETHEUS, VICTORIA) or arguments[2] != "--":
        sys.stderr.write(__doc__)
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with open(arguments[1]) as f:
        text = f.read()
    with start(found(arguments[0])[0], text) as url:
        return subprocess.call(arguments[3:], env=dict(os.environ, RUNGATE_PROMETHEUS=url))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
