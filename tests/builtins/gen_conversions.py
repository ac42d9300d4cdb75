#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the table of conversion functions that conversions.c checks.

    gen_conversions.py OUT.h
"""
import sys

TYPES = {"char": "c", "uchar": "h", "short": "s", "ushort": "t", "int": "i", "uint": "j", "long": "l", "ulong": "m",
         "half": "Dh", "float": "f", "double": "d"}
C_TYPES = {"char": "int8_t", "uchar": "uint8_t", "short": "int16_t", "ushort": "uint16_t", "int": "int32_t",
           "uint": "uint32_t", "long": "int64_t", "ulong": "uint64_t", "half": "_Float16", "float": "float",
           "double": "double"}
MODES = ["", "_rte", "_rtz", "_rtp", "_rtn"]


def main():
    out = []
    table = []
    for dst in TYPES:
        for src in TYPES:
            for sat in ("", "_sat"):
                if sat and dst in ("half", "float", "double"):
                    continue
                for mode in MODES:
                    name = "convert_%s%s%s" % (dst, sat, mode)
                    symbol = "%s_%s" % (name, TYPES[src])
                    out.append('%s %s(%s) __asm__("_Z%d%s%s");' % (C_TYPES[dst], symbol, C_TYPES[src], len(name), name,
                                                                  TYPES[src]))
                    table.append("M(%s, %s, %s, %s, %d, '%s')" % (symbol, C_TYPES[dst], C_TYPES[src], src, bool(sat),
                                                                 mode[-1] if mode else " "))
    with open(sys.argv[1], "w", encoding="utf-8") as header:
        header.write("/* Written by tests/builtins/gen_conversions.py. */\n" + "\n".join(out) +
                     "\n#define CONVERSIONS(M) \\\n  " + " \\\n  ".join(table) + "\n")


if __name__ == "__main__":
    main()
