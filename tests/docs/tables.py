#!/usr/bin/env python3
"""Check the tables of the documentation against the tables in the code.

A line "<!-- table: NAME -->" stands above a Markdown table of which some columns are a table of the code, an X-macro in a
header: the same rows in the same order (of ORDERED_OTHERWISE in any), with the same text. docs/architecture.md names every
source file in the table of its folder; the files, macros and functions that it names are there. And a link from one file to
another leads somewhere.

usage: tables.py
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def macro(header, name):
    """The rows of an X-macro: the arguments of each X(…), strings joined and unquoted."""
    text = (ROOT / "include" / "rungate" / header).read_text(encoding="utf-8")
    body = re.search(r"#define " + name + r"\(X\)((?:.*\\\n)*.*\n)", text).group(1).replace("\\\n", "\n")
    body = re.sub(r"/\*.*?\*/", "", body, flags=re.S)
    token = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[(),]|[^\s"(),]+)')
    rows, row, depth, at = [], None, 0, 0
    while match := token.match(body, at):
        word, at = match.group(1), match.end()
        if depth == 0:
            if word == "X":
                row = [""]
            elif word == "(":
                depth = 1
        elif word == ")":
            rows.append(row)
            depth = 0
        elif word == ",":
            row.append("")
        else:
            row[-1] += word[1:-1].replace('\\"', '"').replace("\\\\", "\\") if word[0] == '"' else word
    return rows


def marked(path, name):
    """The cells of each row of the table below the mark, or None without such a table."""
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    try:
        at = lines.index(f"<!-- table: {name} -->") + 1
    except ValueError:
        return None
    rows = []
    while at < len(lines) and lines[at].startswith("|"):
        rows.append([cell.strip().replace("\\|", "|") for cell in lines[at].strip().strip("|").split(" |")])
        at += 1
    return rows[2:]


# File, mark, header, X-macro, and which argument of X stands in which column; code(x) is `x`.
def code(text):
    return f"`{text}`"


def yes(text):
    return "yes" if text == "true" else "no"


def breach(name):
    """What follows from a breach, in words."""
    return dict(macro("judge/sound.h", "RG_BREACH_MAP"))[name]


TABLES = [
    ("README.md", "exits", "base/error.h", "RG_EXIT_MAP", [(0, 0, str), (2, 1, str)]),
    ("docs/runbook.md", "statuses", "model/status.h", "RG_STATUS_MAP",
     [(1, 0, code), (2, 1, yes), (3, 2, str), (4, 3, str)]),
    ("docs/runbook.md", "rules", "judge/findings.h", "RG_RULE_MAP", [(0, 0, str), (1, 1, str)]),
    ("docs/files.md", "units", "model/unit.h", "RG_UNIT_MAP", [(0, 0, code), (2, 1, str)]),
    ("docs/compare.md", "notes", "judge/verdict.h", "RG_CASE_MAP", [(1, 0, str)]),
    ("docs/compare.md", "unjudged", "judge/verdict.h", "RG_UNJUDGED_MAP", [(2, 0, str), (1, 1, code)]),
    ("docs/compare.md", "sound", "judge/sound.h", "RG_SOUND_MAP", [(1, 0, str), (2, 1, str), (3, 2, breach)]),
    ("docs/ab.md", "verdicts", "judge/ab_verdict.h", "RG_AB_MAP", [(1, 0, str)]),
]
ORDERED_OTHERWISE = {"verdicts"}  # the page has them in the order of decision


def check_table(path, name, header, macro_name, columns):
    """A message for each difference."""
    shown, said = marked(path, name), macro(header, macro_name)
    if shown is None:
        return [f"{path}: no line '<!-- table: {name} -->'"]
    if not said:
        return [f"{header}: no rows in {macro_name}"]
    wanted = [[form(row[argument]) for argument, _, form in columns] for row in said]
    found = [[row[column] if column < len(row) else "" for _, column, _ in columns] for row in shown]
    if name in ORDERED_OTHERWISE:
        wanted, found = sorted(wanted), sorted(found)
    faults = []
    for i in range(max(len(wanted), len(found))):
        want = wanted[i] if i < len(wanted) else "nothing"
        have = found[i] if i < len(found) else "nothing"
        if want != have:
            faults.append(f"{path}: table {name}, row {i + 1}: {header} says {want}, the table {have}")
    return faults


def check_architecture():
    """Each source is named once, in the table of its folder, and all that the page names is there."""
    path = "docs/architecture.md"
    page = (ROOT / path).read_text(encoding="utf-8")
    faults, named, heading = [], [], ""
    for line in page.splitlines():
        heading = line.lstrip("# ") if line.startswith("#") else heading
        for folder, name in re.findall(r"^\| `(\w+)/(\w+\.c)` \|", line):
            named.append(f"{folder}/{name}")
            if heading != folder:
                faults.append(f"{path} names src/{folder}/{name} in the table of '{heading}'")
    there = sorted(p.relative_to(ROOT / "src").as_posix() for p in (ROOT / "src").glob("*/*.c"))
    faults += [f"{path} does not name src/{name}" for name in there if name not in named]
    faults += [f"{path} names src/{name} in {named.count(name)} tables" for name in sorted(set(named)) if named.count(name) > 1]
    return faults + check_named(path, page)


def check_named(path, page):
    """What stands in backticks and looks like a file, a macro or a function is one."""
    code_files = [p for d in ("include", "src", "tools") for p in (ROOT / d).rglob("*.[ch]")]
    code_text = "\n".join(p.read_text(encoding="utf-8") for p in code_files)
    faults = []
    for line in page.splitlines():
        for name in re.findall(r"`([^`]+)`", line):
            if re.fullmatch(r"[\w/-]+\.(c|h|py)", name):
                places = (ROOT / name, ROOT / "src" / name, ROOT / "include/rungate" / name, ROOT / "include" / name)
                known = any(place.exists() for place in places) or f"<{name}>" in code_text
            elif re.fullmatch(r"RG_\w+_MAP", name):
                # In a header that the same line names.
                headers = [ROOT / "include/rungate" / h for h in re.findall(r"`([\w/]+\.h)`", line)]
                known = any(f"#define {name}(" in h.read_text(encoding="utf-8") for h in headers if h.exists())
            elif re.fullmatch(r"\w+\(\)", name):
                known = re.search(rf"\b{name[:-2]}\(", code_text)
            else:
                continue
            if not known:
                faults.append(f"{path} names {name}, which is not there")
    return faults


def anchors(path):
    """The anchors of a Markdown file's headings, as GitHub makes them."""
    prose = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    titles = re.findall(r"^#+ (.+)$", prose, re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def check_links():
    faults = []
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
            name, _, anchor = target.partition("#")
            other = page.parent / name if name else page
            if re.match(r"https?:", target):
                continue
            if not other.exists():
                faults.append(f"{page.relative_to(ROOT)} links to {target}, which is not there")
            elif anchor and anchor not in anchors(other):
                faults.append(f"{page.relative_to(ROOT)} links to {target}, which has no such heading")
    return faults


def check_promises():
    """Each test that docs/security.md ties a promise to is registered under that name."""
    text = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| .* \| `((?:unit|cli|live|fuzz)/[\w-]+)` \|$", text, re.MULTILINE)
    cmake = "".join((ROOT / "tests" / name).read_text(encoding="utf-8") for name in ("CMakeLists.txt", "capture.cmake"))
    names = set(re.findall(r"rungate_\w+_test\(([\w/-]+)", cmake))
    names |= {f"unit/{name}" for name in names}
    names |= {f"live/{path.stem}" for path in (ROOT / "tests/live").glob("*.py")}
    missing = [f"docs/security.md: there is no test '{row}'" for row in rows if row not in names]
    return missing if rows else ["docs/security.md ties no promise to a test"]


def main():
    if len(sys.argv) > 1:
        sys.stderr.write(__doc__)
        return 2
    faults = [fault for table in TABLES for fault in check_table(*table)]
    faults += check_architecture() + check_links() + check_promises()
    print("\n".join(faults) if faults else f"{len(TABLES)} tables, docs/architecture.md and all links agree with the code")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
