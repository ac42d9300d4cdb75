#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Instructions and branches of the widened loop around each mathematical function, for the tables of docs/.

  scripts/math_loops.py BUILD [--type float] [--isa x86-64-v4] [name]...

Each function is a kernel of one statement, o[i] = f(x[i]), compiled by BUILD/bin/weftc. What is counted are the processor's
instructions of the innermost loop with the widest stores: loads, stores and the loop's own two or three among them,
slow paths, which lie behind it, not. Branches are the conditional ones besides the loop's own.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

EXTENSIONS = "cl_khr_fp16 cl_khr_fp64 __opencl_c_fp64 __opencl_c_generic_address_space"
SIZES = {"half": 2, "float": 4, "double": 8}
TWO = ("pow powr atan2 atan2pi hypot fmod remainder fmax fmin maxmag minmag fdim copysign nextafter half_divide "
       "half_powr native_divide native_powr").split()
WITH_INT = "pown rootn ldexp".split()
# Statements of functions that are called in other ways, and the bytes that they store for an element besides an int or T.
OTHER = {
    "fma": ("o[i] = fma(x[i], y[i], z[i]);", None),
    "mad": ("o[i] = mad(x[i], y[i], z[i]);", None),
    "nan": ("o[i] = nan(u[i]);", None),
    "ilogb": ("n[i] = ilogb(x[i]);", "int only"),
    "frexp": ("int e; o[i] = frexp(x[i], &e); n[i] = e;", "int"),
    "lgamma_r": ("int s; o[i] = lgamma_r(x[i], &s); n[i] = s;", "int"),
    "remquo": ("int q; o[i] = remquo(x[i], y[i], &q); n[i] = q;", "int"),
    "modf": ("T w; o[i] = modf(x[i], &w); p[i] = w;", "T"),
    "fract": ("T w; o[i] = fract(x[i], &w); p[i] = w;", "T"),
    "sincos": ("T c; o[i] = sincos(x[i], &c); p[i] = c;", "T"),
}
WIDTH = {"zmm": 64, "ymm": 32, "xmm": 16}


def statement(name):
    if name in OTHER:
        return OTHER[name][0]
    rest = ", y[i]" if name in TWO else ", n[i]" if name in WITH_INT else ""
    return f"o[i] = {name}(x[i]{rest});"


def stored_bytes(name, kind):
    """That an element's results take."""
    second = OTHER.get(name, ("", None))[1]
    return {None: SIZES[kind], "int": SIZES[kind] + 4, "int only": 4, "T": 2 * SIZES[kind]}[second]


def assembly(weftc, names, kind, isa, options):
    unsigned = {"half": "ushort", "float": "uint", "double": "ulong"}[kind]
    source = f"#pragma OPENCL EXTENSION cl_khr_fp16 : enable\ntypedef {kind} T;\n"
    for name in names:
        source += (f"kernel void t_{name}(global T *restrict o, global T *restrict p, global T *restrict x, global T *restrict y, "
                   f"global T *restrict z, global int *restrict n, global {unsigned} *restrict u) {{\n"
                   f"  size_t i = get_global_id(0);\n  {statement(name)}\n}}\n")
    with tempfile.NamedTemporaryFile("w", suffix=".cl") as file:
        file.write(source)
        file.flush()
        return subprocess.run([str(weftc), file.name, "--std=CL3.0", "--emit=asm", "--isa=" + isa,
                               "--extensions=" + EXTENSIONS, *options], check=True, capture_output=True, text=True).stdout


def innermost_loops(lines):
    """[(first, last)] of lines: from a label to a conditional jump back to it, without another such jump between."""
    labels, backward = {}, []
    for i, line in enumerate(lines):
        label = re.match(r"(\.L\w+):", line)
        jump = re.match(r"\tj(?!mp)\w+\t(\.L\w+)", line)
        if label:
            labels[label[1]] = i
        elif jump and jump[1] in labels:
            backward.append((labels[jump[1]], i))
    return [(a, b) for a, b in backward if not any(a <= c and d < b for c, d in backward)]


def measure(lines, size):
    """(instructions, elements, branches) of a loop, or None where it stores no vectors."""
    instructions = [line for line in lines if re.match(r"\t[a-z]", line)]
    stored = 0
    for line in instructions:
        store = re.match(r"\tv?p?(?:mov|extract|cvtps2ph|pmov|compress)\w*\t.*%([xyz]mm)\d+(?: \{%k\d\})?, "
                         r"-?\w*\((?!%rsp)[^)]*\)", line)
        if not store:
            continue
        bytes_of = WIDTH[store[1]]
        if re.match(r"\tv?mov(?:q|lp\w|hp\w|sd)\t", line):
            bytes_of = 8
        elif re.match(r"\tv?mov(?:d|ss)\t", line):
            bytes_of = 4
        elif re.match(r"\tv?cvtps2ph|\tv?pmov[dq][wb]|\tvpmovqd", line):
            bytes_of //= 2
        elif "extract" in line:
            bytes_of = 32 if "x4" in line and "64" in line else 16
        stored += bytes_of
    if stored < 2 * size:
        return None
    branches = sum(bool(re.match(r"\tj(?!mp)", line)) for line in instructions) - 1
    if any("call" in line for line in instructions):
        return None
    return len(instructions), stored // size, branches


def count(weftc, names, kind, isa, options=()):
    """{name: (instructions, elements, branches)}"""
    text = assembly(weftc, names, kind, isa, options)
    found = {}
    for name in names:
        body = re.search(rf"^weft_kernel_t_{name}:\n(.*?)^\.Lfunc_end", text, re.M | re.S)[1].splitlines()
        loops = [measure(body[a:b + 1], stored_bytes(name, kind)) for a, b in innermost_loops(body)]
        loops = [loop for loop in loops if loop]
        if loops:
            found[name] = max(loops, key=lambda loop: loop[1])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--type", default="float", choices=SIZES)
    parser.add_argument("--isa", default="x86-64-v4")
    options = parser.parse_intermixed_args()
    found = count(options.build / "bin/weftc", options.names, options.type, options.isa)
    for name in options.names:
        print(name, "%d instructions for %d elements, %d branches" % found[name] if name in found else "not widened")
    return 0


if __name__ == "__main__":
    sys.exit(main())
