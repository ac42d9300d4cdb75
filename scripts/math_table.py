#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables of docs/math.md and docs/math64.md: limits, largest errors, instructions and branches of each function.

  scripts/math_table.py BUILD [--stride N] [--threads N] [--write DOCS]

Errors of float and half come from BUILD/tests/builtins/builtins-math32-ISA --table, and from runs of it over every float
that scripts/math_whole.txt keeps: the larger one counts. Those of double are made by a longer test (see the page) and
stay as the page has them. Instructions and branches are scripts/math_loops.py's, of the widened loops, for all types.
--write replaces the tables of the pages in that folder.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

import math_loops

ISAS = ("x86-64-v4", "x86-64-v3")
USUAL = {"float": (16, 8), "half": (16, 8), "double": (8, 4)}
# Functions that the error test does not call: limit and error of float, of half, of double.
OTHER = {
    "fma": ("exact", "0") * 3,
    "mad": ("none", "as fma") * 3,
    "nan": ("exact", "0") * 3,
}
# Relaxed functions with an absolute limit, and where it holds.
ABSOLUTE = {"sin": "2^-22 absolute", "cos": "2^-22 absolute"} | dict.fromkeys(
    ("log", "log2", "log10"), "3; 2^-21 absolute in [0.5, 2]")
# Rows of double that its error test does not print, for functions of one operation or a few exact ones.
DOUBLE_EXACT = "fabs ceil floor trunc rint round fmin minmag copysign".split()
NATIVE = "exp exp2 exp10 log log2 log10 sin cos tan powr".split()
NATIVE_OWN = {"native_rsqrt": "", "native_sqrt": "as sqrt", "native_recip": "2 in packets", "native_divide": "2 in packets"}


def errors(program, stride, threads):
    """{(name, type): (error, limit, logarithm of the absolute error or "")}; of two results the larger error"""
    command = [str(program), "--table", "--stride", str(stride), "--threads", str(threads)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{program}: {done.stdout[-2000:]}")
    found = {}
    for name, kind, error, limit, absolute in re.findall(
            r"^(\w+)\S*\s+(float|half)\s+(\S+) of (\S+)[^\n]*?(?:absolute 2\^(\S+) .*)?$", done.stdout, re.M):
        found[name, kind] = max(found.get((name, kind), (0, 0, "")), (float(error), float(limit), absolute))
    return found


def whole_errors(path):
    """{name: (error, logarithm of the absolute error or "")} of runs over every float."""
    found = re.findall(r"^(\w+)\s+float\s+(\S+)(?: 2\^(\S+))?", path.read_text(), re.M)
    return {name: (float(error), absolute) for name, error, absolute in found}


def counts(build, names, kind, options=()):
    """{name: [(instructions, elements, branches) or None for each level]}"""
    # One by one: long programs are compiled with less effort.
    return {name: [math_loops.count(build / "bin/weftc", [name], kind, isa, options).get(name) for isa in ISAS]
            for name in names}


def cells(levels, kind):
    """v4, v3, branches"""
    shown = [f"{n[0]}" + (f" for {n[1]}" if n[1] != usual else "") if n else "not widened"
             for n, usual in zip(levels, USUAL[kind])]
    branches = [n[2] for n in levels if n]
    return shown + [str(max(branches)) if branches else ""]


def float_table(options, build):
    program = build / f"tests/builtins/builtins-math32-{ISAS[0]}"
    found = errors(program, options.stride, options.threads)
    whole = whole_errors(Path(__file__).parent / "math_whole.txt")
    names = list(dict.fromkeys(name for name, _ in found))
    plain = [name for name in names if not name.startswith(("half_", "native_", "relaxed_"))] + list(OTHER)
    prefixed = [name for name in names if name.startswith("half_")]
    relaxed = [name.removeprefix("relaxed_") for name in names if name.startswith("relaxed_")]
    native = ["native_" + name for name in NATIVE] + list(NATIVE_OWN)
    of_float = counts(build, plain + prefixed + native, "float")
    of_half = counts(build, plain, "half")
    for name, levels in counts(build, relaxed, "float", ("-cl-fast-relaxed-math",)).items():
        of_float["relaxed_" + name] = levels
    lines = ["| function | limit | largest error | seen in | v4 | v3 | branches "
             "| half: limit | largest error | v4 | v3 | branches |",
             "|---|---:|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for name in plain + prefixed + native + ["relaxed_" + name for name in relaxed]:
        row = [f"`{name}`"]
        if (name, "float") in found:
            error, limit, absolute = found[name, "float"]
            by_pairs = name.removeprefix("relaxed_") in math_loops.TWO + math_loops.WITH_INT + ["remquo"]
            seen = "pairs" if by_pairs else f"1 of {options.stride}"
            if name in whole and whole[name][0] >= error - 0.005:
                error, absolute, seen = max(error, whole[name][0]), whole[name][1] or absolute, "all"
            shown = ([f"{error:.2f}"] if limit or not absolute else []) + ([f"2^{float(absolute):.1f}"] if absolute else [])
            limit = f"{limit:g}"
            if name.startswith("relaxed_"):
                limit = ABSOLUTE.get(name.removeprefix("relaxed_"), limit)
            row += [limit, "; ".join(shown), seen]
        elif name.startswith("native_"):
            row += ["own", NATIVE_OWN.get(name) or "as relaxed_" + name.removeprefix("native_"), ""]
        else:
            row += [*OTHER[name][:2], ""]
        row += cells(of_float[name], "float")
        if (name, "half") in found:
            error, limit, _ = found[name, "half"]
            row += [f"{limit:g}", f"{error:.2f}", *cells(of_half[name], "half")]
        elif name in of_half:
            row += [*OTHER[name][2:4], *cells(of_half[name], "half")]
        else:
            row += [""] * 5
        lines.append("| " + " | ".join(row) + " |")
    return "\n".join(lines)


def double_table(build, page):
    """The page's rows with new counts, and those it lacks."""
    rows = {}
    for line in page.splitlines():
        match = re.match(r"\| (\w+) \| ([^|]*) \| ([^|]*) \| [^|]* \| [^|]* \| [^|]* \| ([^|]*) \| ([^|]*) \|$", line)
        if match and match[1] != "function":
            rows[match[1]] = [cell.strip() for cell in match.groups()[1:]]
    rows.setdefault("sqrt", ["0.5", "0.50", "", ""])
    for name in DOUBLE_EXACT:
        rows.setdefault(name, ["exact", "0", "", ""])
    for name, texts in OTHER.items():
        rows.setdefault(name, [*texts[4:6], "", ""])
    found = counts(build, list(rows), "double")
    lines = ["| function | limit | max | v4 | v3 | branches | ns | ratio |", "|---|---|---|---|---|---|---|---|"]
    for name, (limit, error, ns, ratio) in rows.items():
        lines.append("| " + " | ".join([name, limit, error, *cells(found[name], "double"), ns, ratio]) + " |")
    return "\n".join(lines)


def replaced(page, mark, text):
    head, rest = page.split(f"<!-- {mark}: begin -->")
    return f"{head}<!-- {mark}: begin -->\n{text}\n<!-- {mark}: end -->" + rest.split(f"<!-- {mark}: end -->")[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--stride", type=int, default=1009)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--write", type=Path, help="folder of math.md and math64.md")
    options = parser.parse_args()
    page = (Path(__file__).parent.parent / "docs/math64.md").read_text()
    texts = {"math.md": ("float and half", float_table(options, options.build)),
             "math64.md": ("double", double_table(options.build, page))}
    for name, (mark, text) in texts.items():
        if options.write:
            path = options.write / name
            path.write_text(replaced(path.read_text(), mark, text))
        else:
            print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
