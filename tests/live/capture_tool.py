"""Run the built `capture` in a test, and look at what it left. Standard library only."""

import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from check import Checks  # noqa: E402, F401  the tests here take it from this module

BIN = os.environ.get("RUNGATE_BIN_DIR", os.path.join(os.path.dirname(__file__), "../../build/bin"))
CAPTURE = os.path.abspath(os.path.join(BIN, "capture"))
PROXY_VARIABLES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


def old_file(value, **more):
    """A capture of another day, and what becomes of it before anything else is done."""
    return json.dumps({"schema_version": 1, "metrics": {"span.a.p95": {"value": value, "unit": "ms"}}, **more}, indent=2,
                      sort_keys=True) + "\n"


OLD = old_file(7.5, captured_at="2023-11-13T22:18:20Z", git_sha="0" * 40, window="3m", profile="default",
               capture={"declared": 1, "captured": 1, "min_ratio": 0.5, "complete": True})
MARKED = old_file(None, captured_at=None, git_sha=None, window=None, profile=None,
                  capture={"declared": 1, "captured": 0, "min_ratio": 0.5, "complete": False})
PATIENCE = ("--timeout", "5m")  # for a busy machine: no answer is late, unless the test is about that


class Result:
    def __init__(self, status, out, err, text):
        self.status, self.out, self.err, self.text = status, out, err, text
        self.doc = json.loads(text) if text else None

    def value(self, key):
        return self.doc["metrics"][key]["value"]

    def reading(self, key):
        return self.doc.get("status", {}).get(key, "good")


class Directory:
    """A temporary directory; path(name) is in it, put(name, content) writes there, text or what JSON can hold."""

    def __enter__(self):
        self.name = tempfile.mkdtemp(prefix="rungate-test-")
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.name, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.name, name)

    def put(self, name, content):
        with open(self.path(name), "w", encoding="utf-8", newline="") as f:
            f.write(content if isinstance(content, str) else json.dumps(content))
        return self.path(name)


def clean_environment(extra=None):
    env = {k: v for k, v in os.environ.items() if k.lower() not in PROXY_VARIABLES and not k.startswith("AWS_")}
    env.update(extra or {})
    return env


def capture(directory, *arguments, env=None, output="timings.json"):
    """Run it in the directory, where no configuration is but what the test puts there."""
    output = directory.path(output)
    patience = () if "--timeout" in arguments else PATIENCE
    done = subprocess.run([CAPTURE, "--output", output, "--git-sha", "0" * 40, *patience, *arguments], capture_output=True,
                          text=True, cwd=directory.name, env=clean_environment(env))
    text = None
    if os.path.exists(output):
        with open(output, encoding="utf-8") as f:
            text = f.read()
    return Result(done.returncode, done.stdout, done.stderr, text)


def side_by_side(jobs):
    """Call them all at the same time, as most of theirs is waiting."""
    with concurrent.futures.ThreadPoolExecutor(len(jobs)) as pool:
        for running in [pool.submit(job) for job in jobs]:
            running.result()
