#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables of docs/math.md: largest error, instructions and branches of each function.

  scripts/math_table.py BUILD [--isa x86-64-v4] [--stride N] [--threads N] [--write docs/math.md]

Errors come from BUILD/tests/builtins/builtins-math32-ISA --table. Instructions and conditional branches are LLVM's, of
the scalar function in the builtins of that level, where everything but slow paths is inlined. --write replaces
what stands between the page's "float and half" marks.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

BEGIN, END = "<!-- float and half: begin -->", "<!-- float and half: end -->"
SUFFIX = {"float": "f", "half": "Dh"}
TWO = {"pow", "powr", "atan2", "atan2pi", "hypot", "fmod", "remainder", "fmax", "fmin", "maxmag", "minmag", "fdim",
       "copysign", "half_divide", "half_powr", "relaxed_pow", "relaxed_powr"}
WITH_INT = {"pown", "rootn", "ldexp", "relaxed_pown", "relaxed_rootn"}


def symbol(name, kind):
    base = name.replace("relaxed_", "__weft_relaxed_")
    return f"_Z{len(base)}{base}{SUFFIX[kind]}" + (
        SUFFIX[kind] if name in TWO else "i" if name in WITH_INT else "")


def count_instructions(modules, llvm_dis):
    """{symbol: (instructions, conditional branches, calls of slow paths)}"""
    texts = [subprocess.run([llvm_dis, str(module), "-o", "-"], check=True, capture_output=True, text=True).stdout
             for module in modules]
    found, name = {}, None
    for line in "".join(texts).splitlines():
        start = re.match(r"define .*@([\w.]+)\(", line)
        if start:
            name, counts = start[1], [0, 0, 0]
        elif line == "}":
            found[name], name = tuple(counts), None
        elif name and line.startswith("  "):
            counts[0] += 1
            counts[1] += bool(re.match(r"  br i1|  switch", line))
            counts[2] += "@__weft_cold" in line
    return found


def errors(program, stride, threads):
    """[(name, kind, error, limit)]"""
    command = [str(program), "--table", "--stride", str(stride), "--threads", str(threads)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{program}: {done.stdout[-2000:]}")
    rows = []
    for line in done.stdout.splitlines():
        match = re.match(r"(\S+)\s+(float|half)\s+(\S+) of (\S+)", line)
        if match:
            rows.append((match[1], match[2], float(match[3]), float(match[4])))
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--isa", default="x86-64-v4")
    parser.add_argument("--stride", type=int, default=1009)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--llvm-dis", default="llvm-dis-22")
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    counts = count_instructions((options.build / "builtins" / options.isa).glob("math*.bc"), options.llvm_dis)
    rows = errors(options.build / f"tests/builtins/builtins-math32-{options.isa}", options.stride, options.threads)
    by_name = {}
    for name, kind, error, limit in rows:
        by_name.setdefault(name, {})[kind] = (error, limit)
    which = "every float" if options.stride == 1 else f"every {options.stride}th float"
    lines = [f"{options.isa}, {which}, every half:", "",
             "| function | float: limit | largest error | instructions | branches | half: limit | largest error |",
             "|---|---:|---:|---:|---:|---:|---:|"]
    for name, kinds in by_name.items():
        row = [f"`{name}`"]
        for kind in ("float", "half"):
            if kind not in kinds:
                row += ["", ""] + (["", ""] if kind == "float" else [])
                continue
            error, limit = kinds[kind]
            row += [f"{limit:g}" if limit < 1e20 else "none", f"{error:.2f}"]
            if kind == "float":
                instructions, branches, cold = counts[symbol(name, kind)]
                row += [str(instructions), f"{branches}" + (" (slow path)" if cold else "")]
        lines.append("| " + " | ".join(row) + " |")
    text = "\n".join(lines)
    if not options.write:
        print(text)
        return 0
    page = options.write.read_text()
    head, rest = page.split(BEGIN)
    options.write.write_text(f"{head}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
