#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the rules of docs/architecture.md that files keep among themselves.

  layout.py SOURCE_TREE

The layers of the tree and the folders of compiler/ include one another without circles. A folder of compiler/ holds at most
twenty files. Names of the IR protocol are in compiler/ir/names.def alone, names of processors in compiler/ir/machine.cpp, and passes
in compiler/ir/passes.def. What docs/where.md names is there.
Exit status: 0 all hold, 1 some do not, each with a line.
"""

import collections
import re
import sys
from pathlib import Path

LAYERS = ("base", "builtins", "compiler", "devices", "runtime", "icd")
MOST_FILES = 20
INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.MULTILINE)
# Strings that belong in one file, and that file; names.cpp and names.h say how all of them begin.
WORDS = {
    "a name of the IR protocol": (re.compile(r'"weft\.'), ("ir/names.def", "ir/names.cpp", "ir/names.h")),
    "a processor's name": (
        re.compile(
            r'"[^"]*(znver|bdver|haswell|broadwell|skylake|lake[-"]|cascadelake|cooperlake|icelake|tigerlake|alderlake'
            r'|sapphirerapids|emeraldrapids|graniterapids|diamondrapids|neoverse|cortex-)'
        ),
        ("ir/machine.cpp",),
    ),
    # What a stage's loops are put in is no pass of its own.
    "a pass": (
        re.compile(r"\.addPass\((?!createFunctionToLoopPassAdaptor\()|Pass\([^;]*\)\.run\([^;]*\bA\."),
        ("ir/passes.def", "ir/passes.h"),
    ),
}
SOURCES = (".c", ".h", ".cpp", ".def", ".cl")


def sources(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in SOURCES)


def includes(tree):
    """Pairs of files, relative to the tree: who includes, and what."""
    for layer in LAYERS:
        for path in sources(tree / layer):
            for name in INCLUDE.findall(path.read_text()):
                if (tree / name).is_file():
                    yield path.relative_to(tree), Path(name)


def graph(pairs, node_of):
    """For each node those that it includes, with one pair of files that shows it."""
    edges = collections.defaultdict(dict)
    for source, target in pairs:
        a, b = node_of(source), node_of(target)
        if a and b and a != b:
            edges[a].setdefault(b, (source, target))
    return edges


def circles(edges):
    """Circles of a graph, one for each edge that leads back on a depth-first walk."""
    state, path, found = {}, [], []

    def visit(node):
        state[node] = "open"
        path.append(node)
        for target in sorted(edges.get(node, {})):
            if state.get(target) == "open":
                found.append(path[path.index(target) :] + [target])
            elif target not in state:
                visit(target)
        path.pop()
        state[node] = "done"

    for node in sorted(edges):
        if node not in state:
            visit(node)
    return found


def misplaced_words(tree):
    """Lines of compiler/ with a string that belongs elsewhere: path, number, what it is, where it belongs."""
    for path in sources(tree / "compiler"):
        name = str(path.relative_to(tree / "compiler"))
        in_comment = False
        for number, line in enumerate(path.read_text().splitlines(), 1):
            code = line.split("//")[0]
            if in_comment or "/*" in code:
                in_comment = "*/" not in code
                continue
            for what, (pattern, places) in WORDS.items():
                if name not in places and pattern.search(code):
                    yield path.relative_to(tree), number, what, places[0]


def stale_answers(tree):
    """Rows of docs/where.md whose files are not there, or do not have what the row names: what is wrong."""
    page = tree / "docs" / "where.md"
    for line in page.read_text().splitlines() if page.is_file() else ():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|") or len(cells) != 3 or cells[1] == "file" or set(cells[1]) == {"-"}:
            continue
        files, folder = [], Path()
        for name in re.findall(r"`([^`]+)`", cells[1]):
            folder = Path(name).parent if "/" in name else folder
            files.append(folder / Path(name).name)
        words = re.findall(r"`([^`]+)`", cells[2])
        files += [Path(word) for word in words if "/" in word]
        for path in files:
            if not (tree / path).is_file():
                yield f"docs/where.md names {path}, which is not there"
        text = "".join((tree / path).read_text() for path in files if (tree / path).is_file())
        for word in words:
            name = word.split("::")[-1]
            if re.fullmatch(r"\w+", name) and not re.search(rf"\b{name}\b", text):
                yield f"docs/where.md: no {name} in {', '.join(map(str, files))}"


def report_circles(kind, edges):
    for circle in circles(edges):
        print(f"{kind} include one another in a circle: {' -> '.join(circle)}")
        for a, b in zip(circle, circle[1:]):
            source, target = edges[a][b]
            print(f"  {source} includes {target}")
        yield circle


def main():
    tree = Path(sys.argv[1])
    pairs = list(includes(tree))
    if not pairs:
        sys.exit(f"layout.py: no sources in {tree}")
    faults = list(report_circles("layers", graph(pairs, lambda p: p.parts[0])))
    faults += report_circles("folders", graph(pairs, lambda p: str(p.parent) if p.parts[0] == "compiler" else None))
    for path, number, what, place in misplaced_words(tree):
        print(f"{path}:{number}: {what} outside of compiler/{place}")
        faults.append(path)
    for answer in stale_answers(tree):
        print(answer)
        faults.append(answer)
    for folder in sorted({p.parent for p in sources(tree / "compiler")}):
        files = [p for p in folder.iterdir() if p.is_file()]
        if len(files) > MOST_FILES:
            print(f"{folder.relative_to(tree)} holds {len(files)} files, more than {MOST_FILES}")
            faults.append(folder)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
