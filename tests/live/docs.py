#!/usr/bin/env python3
"""Each capture command of docs/servers.md must be one that capture takes, and the tested recipe must work."""

import os
import re
import shlex
import subprocess
import sys

import fault_server as fs
from capture_tool import CAPTURE, Checks, Directory, capture, clean_environment
from fault_server import FaultServer

DOCS = os.path.join(os.path.dirname(__file__), "../../docs/servers.md")


def commands():
    with open(DOCS, encoding="utf-8") as f:
        fences = re.findall(r"^```sh\n(.*?)^```", f.read(), re.MULTILINE | re.DOTALL)
    return [shlex.split(line) for fence in fences for line in fence.splitlines() if line.startswith("capture ")]


def main():
    check = Checks()
    with Directory() as d, FaultServer() as server:
        os.mkdir(d.path("config"))
        d.put("config/regression-metrics.json", fs.surface())
        for name, content in (("prometheus.auth", "u:p"), ("grafana.auth", "u:p"), ("token", "t")):
            d.put(name, content)
        found = commands()
        check.that(len(found) >= 8, f"only {len(found)} commands found")
        for words in found:
            done = subprocess.run([CAPTURE, *words[1:], "--dry-run"], cwd=d.name, capture_output=True, text=True,
                                  env=clean_environment())
            check.equal(done.returncode, 0, f"{words}: {done.stderr}")
            # And with a server in place of the one named: the path and the secrets must do.
            arguments = words[1:]
            at = arguments.index("--prometheus") + 1
            arguments[at] = server.url + "/" + arguments[at].split("/", 3)[3] if arguments[at].count("/") > 2 else server.url
            arguments = [a for i, a in enumerate(arguments) if "--ca-file" not in arguments[max(0, i - 1):i + 1]]
            result = capture(d, *arguments, env={"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"})
            check.equal(result.status, 0, f"{words}: {result.err}")
    check.end()


if __name__ == "__main__":
    sys.exit(main())
