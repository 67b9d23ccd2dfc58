#!/usr/bin/env python3
"""Hold the tables of the documentation to the tables in the code.

A line "<!-- table: NAME -->" stands above a Markdown table of which some columns are a table of the code, an X-macro in a
header: the same rows in the same order (of ORDERED_OTHERWISE in any), with the same text. docs/architecture.md names every source file, and no other.
And a link from one file to another leads somewhere.

usage: tables.py
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SOURCES = ("base", "format", "model", "measure", "judge", "report", "http", "cli")


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


TABLES = [
    ("README.md", "exits", "base/error.h", "RG_EXIT_MAP", [(0, 0, str), (2, 1, str)]),
    ("docs/runbook.md", "statuses", "model/status.h", "RG_STATUS_MAP",
     [(1, 0, code), (2, 1, yes), (3, 2, str), (4, 3, str)]),
    ("docs/runbook.md", "rules", "judge/findings.h", "RG_RULE_MAP", [(0, 0, str), (1, 1, str)]),
    ("docs/files.md", "units", "model/unit.h", "RG_UNIT_MAP", [(0, 0, code), (2, 1, str)]),
    ("docs/compare.md", "notes", "judge/verdict.h", "RG_CASE_MAP", [(1, 0, str)]),
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
    path = "docs/architecture.md"
    if not (ROOT / path).exists():
        return [f"{path} is missing"]
    text = (ROOT / path).read_text(encoding="utf-8")
    named = re.findall(r"^\| `((?:" + "|".join(SOURCES) + r")/\w+\.c)` \|", text, re.M)
    there = sorted(str(p.relative_to(ROOT / "src")) for d in SOURCES for p in (ROOT / "src" / d).glob("*.c"))
    faults = [f"{path} does not name src/{name}" for name in there if name not in named]
    faults += [f"{path} names src/{name}, which is not there" for name in named if name not in there]
    faults += [f"{path} names src/{name} twice" for name in sorted(set(named)) if named.count(name) > 1]
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


def main():
    if len(sys.argv) > 1:
        sys.stderr.write(__doc__)
        return 2
    faults = [fault for table in TABLES for fault in check_table(*table)]
    faults += check_architecture() + check_links()
    print("\n".join(faults) if faults else f"{len(TABLES)} tables, docs/architecture.md and all links agree with the code")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
