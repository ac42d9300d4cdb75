#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs item functions one work-item after another and in packets, and compares the memory bit for bit.

run_packets.py WEFTC CLANG ISA FILE.ll: the file's "; PASSES:" line names what comes before packetise (none if it is
absent), a "; FEATURES:" line features to run with as well at x86-64-v4 where the host has them, each "; ITEM: NAME [scalar=NAME] in=TYPE:COUNT out=TYPE:COUNT aux=TYPE:COUNT" line an item function with the
attributes #packets and its buffers; a "; LANES:" line has numbers of lanes to run with besides the usual ones; scalar= the function that says what is right, if that is another one. Types as in packets_main.c, counts are C expressions of W, H and N = W * H."""
import os
import re
import subprocess
import sys
import tempfile

PLANS = [(lanes, parts, dim, masked)
         for lanes, parts, dim in [(4, 1, 0), (8, 1, 0), (16, 1, 0), (8, 2, 0), (16, 4, 0), (4, 2, 1), (16, 2, 1),
                                   (8, 4, 1)] for masked in (False, True)]


# What the host must have to run code of an ISA level.
FEATURES = {"x86-64-v2": "sse4_2", "x86-64-v3": "avx2", "x86-64-v4": "avx512vl"}


def suffix(plan, between="."):
    return between.join(str(n) for n in plan[:3]) + (between + "masked" if plan[3] else "")


def main():
    weftc, clang, isa, path = sys.argv[1:5]
    host = open("/proc/cpuinfo").read().split()
    if FEATURES[isa] not in host:
        sys.exit(77)
    text = open(path).read()
    features = re.search(r"^; FEATURES: (.*)$", text, re.M)
    run(weftc, clang, isa, [], path, text)
    if isa == "x86-64-v4" and features and all(name in host for name in features[1].split()):
        names = ["+" + name.replace("_", "", 1) if name.startswith("avx512_") else "+" + name for name in features[1].split()]
        run(weftc, clang, isa, ["--features=" + ",".join(names)], path, text)


def run(weftc, clang, isa, options, path, text):
    items = [(m[1], dict(word.split("=", 1) for word in m[2].split()))
             for m in re.finditer(r"^; ITEM: ([\w.]+) (.*)$", text, re.M)]
    if not items:
        sys.exit(path + " has no ITEM line")
    before = re.search(r"^; PASSES: (.*)$", text, re.M)
    more = re.search(r"^; LANES: (.*)$", text, re.M)
    plans = PLANS + [(int(lanes), 1, 0, masked) for lanes in (more[1].split() if more else []) for masked in (False, True)]
    wanted = ";".join(suffix(plan, ",") for plan in plans)
    with tempfile.TemporaryDirectory() as folder:
        source, packets, table = (os.path.join(folder, name) for name in ("item.ll", "packets.ll", "table.c"))
        with open(source, "w") as out:
            out.write(text.replace("#packets", '"weft.plan"="%s"' % wanted))
        passes = "target-attributes," + (before[1] + "," if before else "") + "spmd-packetise"
        subprocess.run([weftc, "--isa=" + isa, *options, "--spmd-verify=2", "--passes=" + passes, source, "-o", packets], check=True)
        made = open(packets).read()
        refused = re.findall(r'"weft.refused"="([^"]*)"', made)
        if refused:
            sys.exit("refused: " + ", ".join(refused))
        with open(table, "w") as out:
            write_table(out, items, plans, made)
        program = os.path.join(folder, "run")
        here = os.path.dirname(os.path.abspath(__file__))
        subprocess.run([clang, "-O1", "-w", "-c", "-x", "ir", packets, "-o", packets + ".o"], check=True)
        subprocess.run([clang, "-O1", "-w", "-I", here, table, os.path.join(here, "packets_main.c"), packets + ".o",
                        "-lm", "-o", program], check=True)
        status = subprocess.run([program]).returncode
        if status and os.environ.get("WEFT_KEEP"):
            subprocess.run(["cp", "-r", folder, os.environ["WEFT_KEEP"]])
        if status:
            sys.exit(1)


def write_table(out, items, plans, made):
    out.write('#include "packets.h"\n')
    for name, buffers in items:
        symbol_of, name = name, name.replace(".", "_")
        out.write('void item_%s(ITEM_PARAMETERS) __asm__("%s");\n' % (name, buffers.get("scalar", symbol_of)))
        for plan in plans:
            symbol = symbol_of + ".packet." + suffix(plan)
            if '@%s(' % symbol not in made:
                sys.exit("no function " + symbol)
            limits = ", uint64_t, uint64_t" if plan[3] else ""
            out.write('void packet_%s_%s(ITEM_PARAMETERS%s) __asm__("%s");\n' %
                      (name, suffix(plan, "_"), limits, symbol))
            guard = symbol_of + ".guard." + suffix(plan)
            if '@%s(' % guard in made:
                out.write('_Bool guard_%s_%s(ITEM_PARAMETERS, uint64_t) __asm__("%s");\n' %
                          (name, suffix(plan, "_"), guard))
        out.write("static const struct variant variants_%s[] = {\n" % name)
        for plan in plans:
            known = '@%s(' % (symbol_of + ".guard." + suffix(plan)) in made
            out.write('{"%s", %d, %d, %d, (void *)packet_%s_%s, %d, %s},\n' % (
                suffix(plan), plan[0], plan[1], plan[2], name, suffix(plan, "_"), plan[3],
                "guard_%s_%s" % (name, suffix(plan, "_")) if known else "0"))
        out.write("{0}};\n")
        for buffer in ("in", "out", "aux"):
            out.write("static size_t count_%s_%s(size_t W, size_t H) { size_t N = W * H; return %s; }\n" %
                      (name, buffer, buffers[buffer].split(":")[1]))
    out.write("const struct item items[] = {\n")
    for name, buffers in items:
        name = name.replace(".", "_")
        out.write('{"%s", item_%s, variants_%s, {%s}},\n' % (name, name, name, ", ".join(
            '{"%s", count_%s_%s}' % (buffers[buffer].split(":")[0], name, buffer) for buffer in ("in", "out", "aux"))))
    out.write("{0}};\n")


main()
