#!/usr/bin/env python3
"""tests/layers.py finds what it is there to find: each rule is broken once in a copy of the tree.

usage: layers_test.py
"""
import pathlib
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE / "lib"))
import layers  # noqa: E402
from check import Checks  # noqa: E402

ONE_H, ONE_C, TWO_H, TWO_C = "src/base/one.h", "src/base/one.c", "src/base/two.h", "src/base/two.c"

FUNCTION = "{}\n{{\n    return 0;\n}}\n"


def include(name):
    return f'#include "{name}"\n'



# What is broken; file -> what to put at its end (a new file has only that); what is found, and nothing else.
BREAKS = [
    ("up", {ONE_C: include("rungate/format/json.h")},
     ["src/base/one.c:1: includes rungate/format/json.h, and base may not include format (direction)"]),
    ("up, by way of a header",
     {"include/rungate/model/one.h": include("rungate/judge/trip.h"), "src/judge/one.c": include("rungate/model/one.h")},
     ["include/rungate/model/one.h:1: includes rungate/judge/trip.h, and model may not include judge (direction)"]),
    ("sideways", {"src/judge/one.c": include("rungate/measure/query.h")},
     ["src/judge/one.c:1: includes rungate/measure/query.h, and judge may not include measure (direction)"]),
    ("another header than the one that the row names",
     {"src/http/one.c": include("rungate/measure/questions.h") + include("rungate/measure/query.h")},
     ["src/http/one.c:2: includes rungate/measure/query.h, and http may not include measure (direction)"]),
    ("a library", {"src/cli/one.c": "#include <curl/curl.h>\n"},
     ["src/cli/one.c:1: includes <curl/curl.h>, and cli may not (direction)"]),
    ("a header that is not there", {ONE_C: include("rungate/base/none.h")},
     ["src/base/one.c:1: includes rungate/base/none.h, which is not there (direction)"]),
    ("a private header of another layer", {"src/model/one.c": include("format/one.h"), "src/format/one.h": ""},
     ["src/model/one.c:1: includes format/one.h, which is private to src/format (private)"]),
    ("a public header that only its folder includes",
     {"include/rungate/base/one.h": "\n", ONE_C: include("rungate/base/one.h")},
     ["include/rungate/base/one.h:1: no other layer includes it; it belongs in src/base (public)"]),
    ("a circle of sources",
     {ONE_C: include("base/one.h") + include("base/two.h"), ONE_H: "", TWO_H: "", TWO_C: include("base/one.h")},
     ["src/base/one.c:2: includes base/two.h, which leads back here (circle): base/one, base/two",
      "src/base/two.c:1: includes base/one.h, which leads back here (circle): base/one, base/two"]),
    ("a circle of headers", {ONE_H: include("base/two.h"), TWO_H: include("base/one.h")},
     ["src/base/one.h:1: includes base/two.h, which leads back here (circle): base/one, base/two",
      "src/base/two.h:1: includes base/one.h, which leads back here (circle): base/one, base/two"]),
    ("a function of another source",
     {ONE_H: "\n/* int one(void); */\nint two(int a,\n        int b);\n", ONE_C: FUNCTION.format("int one(void)"),
      TWO_C: FUNCTION.format("int two(int a, int b)")},
     ["src/base/one.h:3: declares two, which src/base/one.c does not define (declares)"]),
    ("a function without a source", {ONE_H: "bool one(const char *f, ...) __attribute__((format(printf, 1, 2)));\n"},
     ["src/base/one.h:1: declares one, which src/base/one.c does not define (declares)"]),
    ("a function that is static in its source", {ONE_H: "int one(void);\n", ONE_C: FUNCTION.format("static int one(void)")},
     ["src/base/one.h:1: declares one, which src/base/one.c does not define (declares)"]),
    ("a function that its source only calls",
     {ONE_H: "int one(void);\n", ONE_C: "int two(void)\n{\n    return one();\n}\n"},
     ["src/base/one.h:1: declares one, which src/base/one.c does not define (declares)"]),
    ("a variable of another source",
     {ONE_H: "extern const int one[];\nextern const int two;\n", ONE_C: "const int one[] = {1, 2};\n",
      TWO_C: "const int two = 2;\n"},
     ["src/base/one.h:2: declares two, which src/base/one.c does not define (declares)"]),
    ("a line too many", {ONE_C: "\n" * 501}, ["src/base/one.c:501: has more than 500 lines (length)"]),
    ("a line too many in a test", {"tests/unit/test_one.c": "\n" * 501},
     ["tests/unit/test_one.c:501: has more than 500 lines (length)"]),
    ("a folder without a row", {"src/other/one.c": ""},
     [f"{layers.PAGE}:LINE: 'other' is a folder of src/ and no row (table)"]),
    # What is allowed.
    ("500 lines", {ONE_C: "\n" * 500}, []),
    ("types, static inline functions, and pointers to functions",
     {ONE_H: "typedef int (*one_t)(int);\nstruct one {\n    int (*ask)(void);\n};\nenum two { TWO = (1), };\n"
             "struct one three(void) __attribute__((noreturn)); // and not four(1);\n" +
             FUNCTION.format("static inline int five(void)"),
      ONE_C: FUNCTION.format("struct one three(void)")}, []),
    ("a header and its source",
     {"include/rungate/base/one.h": "int *one(int a);\nextern const struct x two;\n",
      "src/model/one.c": include("rungate/base/one.h"),
      ONE_C: include("rungate/base/one.h") + "const struct x two = {\n    .a = f(1),\n};\n" +
             FUNCTION.format("int *one(int a)")}, []),
    ("a public header that only a test includes",
     {"include/rungate/base/one.h": "\n", "tests/unit/test_one.c": include("rungate/base/one.h")}, []),
    ("a private header that a test includes", {ONE_H: "", "tests/unit/test_one.c": include("base/one.h")}, []),
    ("down, over several layers", {"src/cli/one.c": include("rungate/base/error.h")}, []),
]


def copy(directory):
    for part in ("include", "src", "tools", "tests/unit", "tests/fuzz", "tests/tools"):
        shutil.copytree(HERE.parent / part, directory / part, ignore=shutil.ignore_patterns("seeds"))
    (directory / "docs").mkdir()
    shutil.copy(HERE.parent / layers.PAGE, directory / layers.PAGE)


def put(directory, files):
    """Add the text to each file. Returns how to undo it."""
    before = {}
    for name, text in files.items():
        path = directory / name
        before[path] = path.read_text() if path.exists() else None
        path.parent.mkdir(exist_ok=True)
        path.write_text((before[path] or "") + text)
    return before


def undo(before):
    for path, text in before.items():
        if text is not None:
            path.write_text(text)
        else:
            path.unlink()
            if not any(path.parent.iterdir()):
                path.parent.rmdir()


def main():
    if len(sys.argv) > 1:
        sys.stderr.write(__doc__)
        return 2
    check = Checks()
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        copy(directory)
        line = layers.Tree(directory).table_line
        check.equal(layers.faults(directory, layers.KNOWN), [], "the tree as it is")
        for what, files, expected in BREAKS:
            before = put(directory, files)
            expected = sorted(x.replace(":LINE:", f":{line}:") for x in expected)
            check.equal(sorted(layers.faults(directory, layers.KNOWN)), expected, what)
            undo(before)
        long = "src/base/one.c: has more than 500 lines (length)"
        check.equal(layers.faults(directory, [*layers.KNOWN, long]),
                    [f"tests/layers.py: '{long}' no longer occurs: remove it from the list"], "a known fault that is gone")
        before = put(directory, {ONE_C: "\n" * 501})
        check.equal(layers.faults(directory, [*layers.KNOWN, long]), [], "a known fault that is there")
        undo(before)
        page = directory / layers.PAGE
        page.write_text(page.read_text().replace("| `http` |", "| `https` |"))
        said = layers.faults(directory, layers.KNOWN)
        for part in ("'http' is a folder of src/ and no row", "'https' is a row and no folder"):
            check.that(any(part in x for x in said), f"the table: {part}", said)
    check.end()


if __name__ == "__main__":
    sys.exit(main())
