#!/usr/bin/env python3
"""Real servers for tests, with data made at a fixed time. Standard library only.

From a shell, with series in OpenMetrics text (seconds, '# EOF' at the end):

    servers.py prometheus DATA.om -- COMMAND ...
    servers.py victoria-metrics DATA.om -- COMMAND ...

starts the server on a free loopback port, loads the data, runs COMMAND with RUNGATE_URL set to the server's
base URL, stops the server, removes its files, and exits with the status of COMMAND.

From Python:

    with servers.start("prometheus", openmetrics(series)) as url: ...

where `series` is a list of (name, labels, [(unix seconds, value), ...]).
"""

import contextlib
import ctypes
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
T0 = 1700000000  # 2023-11-14T22:13:20Z: all data starts here
START_TRIES = 5
START_SECONDS = 60
ENGINES = ("prometheus", "victoria-metrics")


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


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def unpacked():
    """(name, version, program) of each server of build/servers/index, those of the machine's release first."""
    try:
        lines = (ROOT / "build/servers/index").read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    return [(name, version, str(ROOT / program)) for name, version, program in map(str.split, lines)]


def tool(name):
    """The program of that name: of the first server that has it, or else on the PATH."""
    for _, _, program in unpacked():
        path = os.path.join(os.path.dirname(program), name)
        if os.access(path, os.X_OK):
            return path
    path = shutil.which(name)
    if path is None:
        raise RuntimeError(f"there is no '{name}'; run 'scripts/servers.sh release'")
    return path


def get(url, data=None):
    """The status of a request, or 0 when there is no answer. No proxy: loopback only."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(urllib.request.Request(url, data=data), timeout=10) as response:
            return response.status
    except urllib.error.HTTPError as e:
        return e.code
    except OSError:
        return 0


def wait_ready(process, url):
    """True when the server is ready, False when it ended (its port was taken, for one)."""
    end = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < end:
        if get(url) == 200:
            return process.poll() is None
        time.sleep(0.02)
    return False


def prometheus_command(directory, port):
    return [tool("prometheus"), f"--config.file={directory}/config.yml", f"--storage.tsdb.path={directory}/data",
            "--storage.tsdb.retention.time=100y", f"--web.listen-address=127.0.0.1:{port}", "--log.level=warn"]


def prometheus_prepare(directory, text):
    with open(f"{directory}/config.yml", "w") as f:
        f.write("scrape_configs: []\n")
    with open(f"{directory}/data.om", "w") as f:
        f.write(text)
    os.mkdir(f"{directory}/data")
    made = subprocess.run([tool("promtool"), "tsdb", "create-blocks-from", "openmetrics", f"{directory}/data.om",
                           f"{directory}/data"], capture_output=True, text=True)
    if made.returncode != 0:
        raise RuntimeError(f"promtool: {made.stdout}{made.stderr}")


def victoria_command(directory, port):
    return [tool("victoria-metrics"), f"-storageDataPath={directory}/data", "-retentionPeriod=100y",
            f"-httpListenAddr=127.0.0.1:{port}", "-search.disableCache", "-loggerLevel=ERROR"]


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
def start(engine, text):
    """Run a server with that data; gives its base URL."""
    directory = tempfile.mkdtemp(prefix="rungate-live-")
    process = None
    try:
        command = prometheus_command if engine == "prometheus" else victoria_command
        if engine == "prometheus":
            prometheus_prepare(directory, text)
        for _ in range(START_TRIES):
            port = free_port()
            url = f"http://127.0.0.1:{port}"
            with open(f"{directory}/log", "w") as log:
                process = subprocess.Popen(command(directory, port), stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                                           preexec_fn=end_with_parent)
            if wait_ready(process, url + ("/-/ready" if engine == "prometheus" else "/health")):
                break
            stop(process)
        else:
            with open(f"{directory}/log") as log:
                raise RuntimeError(f"{engine} does not start: {log.read()[-2000:]}")
        if engine == "victoria-metrics":
            victoria_load(url, text)
        yield url
    finally:
        if process is not None:
            stop(process)
        shutil.rmtree(directory, ignore_errors=True)


def main(arguments):
    if len(arguments) < 4 or arguments[0] not in ENGINES or arguments[2] != "--":
        sys.stderr.write(__doc__)
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with open(arguments[1]) as f:
        text = f.read()
    with start(arguments[0], text) as url:
        return subprocess.call(arguments[3:], env=dict(os.environ, RUNGATE_URL=url))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
