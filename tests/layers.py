#!/usr/bin/env python3
"""Check the sources against the rules of the layers. The table of what may include what is read from docs/architecture.md.

    direction  a layer includes itself and what its row names: whole layers, or single headers of one; libraries too
    private    a header beside its source is included by its own folder only (and by tests and tools)
    public     a header in include/rungate/LAYER is included by another layer, a test or a tool
    circle     no module leads back to itself; a header and its source are one module
    declares   a header declares only what its own source defines; one of types, or of static inline functions, needs no source
    length     at most 500 lines a file
    table      each folder of src/ is a row of the table, and each row a folder

usage: layers.py [ROOT]
"""
import collections
import pathlib
import re
import sys

PAGE = "docs/architecture.md"
LENGTH_MAX = 500
MADE = {"rungate/version.h"}  # by the build
# Faults that are known, without their line. This list only shrinks: one that no longer occurs is taken out.
KNOWN = """
""".strip().splitlines()

INCLUDE = re.compile(r'^#include ["<]([^">]+)[">]', re.M)
NOISE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|^#(?:[^\n]*\\\n)*[^\n]*', re.S | re.M)
ATTRIBUTE = re.compile(r"__attribute__\s*\(\(.*?\)\)\s*(?=[;{,]|$|\w)", re.S)
FUNCTION = re.compile(r"(\w+)\s*\((?!\s*\*)")
VARIABLE = re.compile(r"(\w+)\s*(?:\[[^\]]*\]\s*)*(?:=|$)")


class Fault:
    def __init__(self, path, line, what, rule, detail=""):
        self.path, self.line, self.key, self.detail = path, line, f"{path}: {what} ({rule})", detail

    def __str__(self):
        return self.key.replace(":", f":{self.line}:", 1) + self.detail


class File:
    """A source or header: its layer, its module, and its includes as (line, text between the quotes)."""

    def __init__(self, root, path):
        self.path = path.relative_to(root).as_posix()
        self.text = path.read_text(encoding="utf-8")
        self.lines = self.text.count("\n")
        parts = self.path.split("/")
        self.is_public = self.path.startswith("include/rungate/")
        self.layer = parts[2] if self.is_public else parts[1] if parts[0] == "src" else None
        self.module = f"{self.layer}/{path.stem}" if self.layer else None
        self.includes = [(self.line_at(m.start()), m.group(1)) for m in INCLUDE.finditer(self.text)]

    def line_at(self, offset):
        return self.text.count("\n", 0, offset) + 1

    def statements(self):
        """(line, text, has a body) of what stands at the outermost level. Comments, strings and directives are blanked."""
        text = NOISE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), self.text)
        depth, start, body = 0, 0, False
        for found in re.finditer(r"[{};]", text):
            at, sign = found.start(), found.group()
            depth += (sign == "{") - (sign == "}")
            body = body or sign == "{"
            # A function ends with its brace; a type or an initialiser goes on to the semicolon.
            is_function = sign == "}" and re.search(r"\)\s*$", ATTRIBUTE.sub("", text[start:text.index("{", start)]))
            if depth == 0 and (sign == ";" or is_function):
                lead = len(text[start:at]) - len(text[start:at].lstrip())
                yield self.line_at(start + lead), text[start:at].strip(), body
                start, body = at + 1, False


def declared(header):
    """(line, name) of each function and variable that a header promises."""
    for line, text, body in header.statements():
        text = ATTRIBUTE.sub("", text).strip()
        if body or text.startswith(("typedef", "static", "_Static_assert")):
            continue
        found = FUNCTION.search(text) or (VARIABLE.search(text) if text.startswith("extern") else None)
        if found:
            yield line, found.group(1)


def defined(source):
    """The names of the functions and variables that others can see of a source."""
    names = set()
    for _, text, body in source.statements():
        head = ATTRIBUTE.sub("", text.split("{")[0]).strip()
        if head.startswith(("static", "typedef", "extern")):
            continue
        found = (FUNCTION.search(head) if body and "=" not in head else None) or VARIABLE.search(head)
        if found:
            names.add(found.group(1))
    return names


class Tree:
    def __init__(self, root):
        found = [p for d in ("include", "src", "tests", "tools") for p in sorted((root / d).rglob("*.[ch]"))
                 if "node_modules" not in p.parts]  # packages of npm, which are not of this tree
        self.files = [File(root, p) for p in found]
        self.inside = [f for f in self.files if f.layer]
        self.by_path = {f.path: f for f in self.files}
        self.layers = sorted(p.name for p in (root / "src").iterdir() if p.is_dir())
        self.libraries = set()  # headers of libraries that some row names
        self.may = self.read_table(root)

    def read_table(self, root):
        """Layer -> what its row lets it include: names of layers, and headers as they are written in an #include."""
        lines = (root / PAGE).read_text(encoding="utf-8").splitlines()
        self.table_line = lines.index("<!-- table: layers -->") + 1
        may = {}
        for line in lines[self.table_line + 2:]:
            if not line.startswith("|"):
                break
            cells = line.strip("|").split("|")
            may[cells[0].strip(" `")] = set(re.findall(r"`([^`]+)`", cells[1]))
        self.libraries = {word for words in may.values() for word in words
                          if word.endswith(".h") and not word.startswith("rungate/")}
        return may

    def target(self, name):
        """The file that an #include means."""
        return self.by_path.get(f"include/{name}") or self.by_path.get(f"src/{name}")

    def edges(self, files):
        """(file, line, name, target) of each include of a file of ours."""
        for file in files:
            for line, name in file.includes:
                target = self.target(name)
                if target:
                    yield file, line, name, target


def check_table(tree):
    for layer in sorted(set(tree.layers) ^ set(tree.may)):
        what = "is a row and no folder" if layer in tree.may else "is a folder of src/ and no row"
        yield Fault(PAGE, tree.table_line, f"'{layer}' {what}", "table")


def check_direction(tree):
    for file, line, name, target in tree.edges(tree.inside):
        if target.layer != file.layer and not {target.layer, name} & tree.may.get(file.layer, set()):
            yield Fault(file.path, line, f"includes {name}, and {file.layer} may not include {target.layer}", "direction")
    for file in tree.inside:
        for line, name in file.includes:
            if name in tree.libraries and name not in tree.may.get(file.layer, set()):
                yield Fault(file.path, line, f"includes <{name}>, and {file.layer} may not", "direction")
            elif name.split("/")[0] in ("rungate", *tree.layers) and name not in MADE and not tree.target(name):
                yield Fault(file.path, line, f"includes {name}, which is not there", "direction")


def check_headers(tree):
    """Public headers that nobody else needs, and private ones that others take."""
    users = collections.defaultdict(set)
    for file, line, name, target in tree.edges(tree.files):
        users[target.path].add(file.layer or "outside")
        if not target.is_public and file.layer not in (None, target.layer):
            yield Fault(file.path, line, f"includes {name}, which is private to src/{target.layer}", "private")
    for file in tree.inside:
        if file.is_public and not users[file.path] - {file.layer}:
            yield Fault(file.path, 1, f"no other layer includes it; it belongs in src/{file.layer}", "public")


def components(graph):
    """Module -> a number that it shares with the modules that lead to it and that it leads to (Tarjan, without recursion)."""
    number, low, home, stack = {}, {}, {}, []
    for root in graph:
        work = [(root, iter(graph[root]))] if root not in number else []
        while work:
            node, rest = work[-1]
            if node not in number:
                number[node] = low[node] = len(number)
                stack.append(node)
            for other in rest:
                if other not in number:
                    work.append((other, iter(graph[other])))
                    break
                if other not in home:
                    low[node] = min(low[node], number[other], low[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                while low[node] == number[node] and node not in home:
                    home[stack.pop()] = number[node]
    return home


def check_circles(tree):
    graph = {file.module: set() for file in tree.inside}
    edges = [e for e in tree.edges(tree.inside) if e[0].module != e[3].module]
    for file, _, _, target in edges:
        graph[file.module].add(target.module)
    home = components(graph)
    for file, line, name, target in edges:
        if home[file.module] == home[target.module]:
            members = sorted(m for m in home if home[m] == home[file.module])
            yield Fault(file.path, line, f"includes {name}, which leads back here", "circle", f": {', '.join(members)}")


def check_declarations(tree):
    sources = {f.module: defined(f) for f in tree.inside if f.path.endswith(".c")}
    for header in tree.inside:
        if header.path.endswith(".h"):
            for line, name in declared(header):
                if name not in sources.get(header.module, ()):
                    yield Fault(header.path, line, f"declares {name}, which src/{header.module}.c does not define", "declares")


def check_length(tree):
    for file in tree.files:
        if file.lines > LENGTH_MAX:
            yield Fault(file.path, LENGTH_MAX + 1, f"has more than {LENGTH_MAX} lines", "length")


CHECKS = (check_table, check_direction, check_headers, check_circles, check_declarations, check_length)


def faults(root, known):
    """What is wrong with a tree, a line each, less the known faults and more those of them that are gone."""
    tree = Tree(root)
    found = [fault for check in CHECKS for fault in check(tree)]
    keys = {fault.key for fault in found}
    return ([str(fault) for fault in found if fault.key not in known] +
            [f"tests/layers.py: '{key}' no longer occurs: remove it from the list" for key in known if key not in keys])


def main():
    if len(sys.argv) > 2 or sys.argv[1:2] == ["--help"]:
        sys.stderr.write(__doc__)
        return 2
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    said = faults(root, KNOWN)
    print("\n".join(said) if said else f"the layers keep their rules; known faults that are left: {len(KNOWN)}")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
