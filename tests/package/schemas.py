#!/usr/bin/env python3
"""docs/schema: the shipped files, and what the commands print and write in the golden cases, are valid; misspelt files are not.

The validator is the Python package jsonschema. --format json of every view is also taken of the shipped configuration.

usage: schemas.py --bin DIR
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:  # Debian's package is for Debian's Python, which need not be the first on the PATH
    if sys.executable == "/usr/bin/python3":
        raise
    os.execv("/usr/bin/python3", ["/usr/bin/python3", "-B", *sys.argv])

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / part) for part in ("lib", "cli", "live")]
import fault_server  # noqa: E402
import run as golden  # noqa: E402
from check import Checks, bin_option  # noqa: E402

CONFIG = ("ladders", "regression-metrics", "regression-thresholds")
# A file, and what is wrong with it: the value to put at a path of a good one. None takes it away.
WRONG = [
    ("ladders", ["span", "edge"], [1.0, 2.0]), ("ladders", ["span", "edges"], [1.0]), ("ladders", ["span", "unit"], "mss"),
    ("ladders", ["span", "edges"], None), ("ladders", ["span", "edges"], [0, 1]),
    ("regression-metrics", ["spans", "name"], ["x"]), ("regression-metrics", ["spans", "names"], []),
    ("regression-metrics", ["spans", "_quantiles"], None), ("regression-metrics", ["spans", "_quantiles"], [1]),
    ("regression-metrics", ["spans", "_query_template"], None), ("regression-metrics", ["spans", "_unit"], "msec"),
    ("regression-metrics", ["excluded_key"], {}), ("regression-metrics", ["spans", "_prefix"], "a.b"),
    ("regression-metrics", ["spans", "_direction"], "higher"),
    ("regression-thresholds", ["override"], {}), ("regression-thresholds", ["overrides", "span.x"], {"p95": {"max_pct_increas": 1}}),
    ("regression-thresholds", ["defaults", "span", "95"], {}), ("regression-thresholds", ["waivers"], {"span.x.p95": {"untill": "2026-12-31"}}),
    ("regression-thresholds", ["overrides", "span.x"], {"p95": {"max_abs_increase_msec": 1}}),
    ("regression-thresholds", ["overrides", "span.x"], {"p95": {"on_missing": "warn"}}),
    ("regression-thresholds", ["budgets"], {"span.x": {"p95": {"max_mss": 1}}}),
    ("regression-thresholds", ["budgets"], {"span.x": {"p95": {"ratio_to": "span.y.p95"}}}),
    ("timings", ["metrics"], None), ("timings", ["metrics", "span.x.p95"], {"value": "1", "unit": "ms"}),
    ("timings", ["status"], {"span.x.p95": "nodata"}), ("timings", ["schema_version"], 2), ("timings", ["placeholder"], "yes"),
]
VIEWS = {"check-bounds": [], "check-bounds-table": ["--table"], "check-bounds-sensitivity": ["--sensitivity=10"],
         "check-bounds-suggest-edges": ["--suggest-edges=3"], "check-bounds-diff": ["--diff=baselines/baseline-timings.json"]}
check = Checks()
used = set()


def load_schemas():
    schemas = {}
    for path in sorted((ROOT / "docs/schema").glob("*.json")):
        schema = json.loads(path.read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        check_described(path.name, schema)
        schemas[path.stem] = jsonschema.Draft202012Validator(schema)
    return schemas


def check_described(where, schema):
    """Each property has a description."""
    if isinstance(schema, dict):
        for name, inner in schema.get("properties", {}).items():
            # Below "if", "then" and "else" a property is only looked at again.
            if isinstance(inner, dict) and not any(part in where for part in ("/then", "/else", "/if")):
                check.that("description" in inner or "$ref" in inner, f"{where}: '{name}' has a description")
        for name, inner in schema.items():
            check_described(f"{where}/{name}", inner)
    elif isinstance(schema, list):
        for inner in schema:
            check_described(where, inner)


def validate(schemas, name, document, what):
    used.add(name)
    errors = [f"/{'/'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in schemas[name].iter_errors(document)]
    check.equal(errors, [], f"{what}: valid for {name}")


def check_shipped(schemas):
    for path in sorted([*(ROOT / "config").rglob("*.json"), *(ROOT / "baselines").rglob("*.json"),
                        *(ROOT / "tests/cli/bases").rglob("*.json")]):
        document = json.loads(path.read_text())
        validate(schemas, path.stem if path.stem in CONFIG else kind(document), document, path.relative_to(ROOT))


def kind(document):
    """The schema of what a command has printed or written."""
    if document.get("kind") == "ab":
        return "ab-report"
    if document and all(isinstance(part, dict) and "edges" in part for part in document.values()):
        return "ladders"
    if "view" in document:
        return f"check-bounds-{document['view']}"
    if "failures" in document:
        return "check-bounds"
    if "runs" in document and "ok" in document:
        return "replay"
    if "summary" in document:
        return "regression-report"
    if "overrides" in document or "defaults" in document:
        return "regression-thresholds"
    return "timings"


def check_golden(schemas):
    """The expected outputs, which cli/golden holds against the commands."""
    for path in sorted((ROOT / "tests/cli/cases").rglob("*.txt")):
        case = golden.Case(path)
        texts = [text for name, text in case.sections.items() if name == "stdout" or name.startswith("after ")]
        for text in texts:
            if text.startswith("{\n"):
                document, _ = json.JSONDecoder().raw_decode(text)  # a report may follow on the standard output
                if "scrape" not in document:  # a begin is between two captures of one version
                    validate(schemas, kind(document), document, path.relative_to(ROOT))


def check_views(schemas, binaries):
    for name, options in VIEWS.items():
        done = subprocess.run([binaries / "check-bounds", "--format=json", *options], cwd=ROOT, stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.DEVNULL, check=False)
        validate(schemas, name, json.loads(done.stdout), f"check-bounds {options}")
    runs = [f"--timings=config/examples/spread/run-{n}.json" for n in range(1, 6)]
    done = subprocess.run([binaries / "compare", "--replay", "--format=json", *runs, "--metrics=config/examples/spread/regression-metrics.json",
                           "--thresholds=config/examples/spread/regression-thresholds.json"],
                          cwd=ROOT, capture_output=True, text=True, check=False)
    validate(schemas, "replay", json.loads(done.stdout), "compare --replay")
    with tempfile.TemporaryDirectory() as name:
        report = pathlib.Path(name) / "report.json"
        rounds = sorted((ROOT / "config/examples/ab").glob("*/[ab].json"))
        subprocess.run([binaries / "compare", f"--report={report}", "--ab", *rounds], cwd=ROOT, capture_output=True, check=False)
        validate(schemas, "ab-report", json.loads(report.read_text()), "compare --ab")
        report.unlink()
        run = pathlib.Path(name) / "timings.json"
        shutil.copy(ROOT / "baselines/baseline-timings.json", run)
        subprocess.run([binaries / "compare", f"--timings={run}", f"--report={report}"], cwd=ROOT,
                       capture_output=True, check=False)
        validate(schemas, "regression-report", json.loads(report.read_text()), "compare --report")


def check_captures(schemas, binaries):
    """What capture writes: a capture, one of a server that is not there, and --begin."""
    with tempfile.TemporaryDirectory() as name, fault_server.nobody() as gone, fault_server.FaultServer() as server:
        surface, out = pathlib.Path(name) / "surface.json", pathlib.Path(name) / "out.json"
        surface.write_text(json.dumps(fault_server.surface()))
        for schema, url, options in (("timings", server.url, ["--output", out, "--label", "a=b"]),
                                     ("timings", gone, ["--output", out]), ("begin", server.url, ["--begin", out])):
            subprocess.run([binaries / "capture", "--prometheus", url, "--timeout=5m", "--retries=0", "--metrics", surface, *options], cwd=name,
                           capture_output=True, check=False)
            validate(schemas, schema, json.loads(out.read_text()), f"capture {options}")
            out.unlink()


def check_wrong(schemas):
    for name, path, value in WRONG:
        source = "baselines/baseline-timings.json" if name == "timings" else f"config/{name}.json"
        document = json.loads((ROOT / source).read_text())
        inside = document
        for member in path[:-1]:
            inside = inside[member]
        if value is None:
            del inside[path[-1]]
        else:
            inside[path[-1]] = value
        check.that(not schemas[name].is_valid(document), f"{name}: {'.'.join(path)} = {value!r} is not valid")


def main():
    binaries = bin_option(__doc__)
    schemas = load_schemas()
    check_shipped(schemas)
    check_golden(schemas)
    check_views(schemas, binaries)
    check_captures(schemas, binaries)
    check_wrong(schemas)
    check.equal(used, set(schemas), "each schema is used")
    check.end()


if __name__ == "__main__":
    main()
