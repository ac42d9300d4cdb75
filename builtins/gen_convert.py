#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes convert.cl: convert_<type>[_sat][_<mode>] for every pair of scalar types (vectors are the compiler's).

    gen_convert.py OUT.cl
"""
import sys

INTEGERS = {"char": (8, True), "uchar": (8, False), "short": (16, True), "ushort": (16, False),
            "int": (32, True), "uint": (32, False), "long": (64, True), "ulong": (64, False)}
FLOATS = {"half": 11, "float": 24, "double": 53}
MODES = ["", "_rte", "_rtz", "_rtp", "_rtn"]


def limits(name):
    bits, signed = INTEGERS[name]
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)


def literal(value):
    if value == -(1 << 63):
        return "(-0x7fffffffffffffffL - 1)"
    return "%dUL" % value if value >= 1 << 63 else "%dL" % value


def integer_to_integer(name, dst, src, sat):
    if not sat:
        return "WEFT_INTEGER_TO_INTEGER(%s, %s, %s)" % (name, dst, src)
    (low, high), (src_low, src_high) = limits(dst), limits(src)
    below = "x < (%s)%s" % (src, literal(low)) if src_low < low else "false"
    above = "x > (%s)%s" % (src, literal(high)) if src_high > high else "false"
    return "WEFT_INTEGER_TO_INTEGER_SAT(%s, %s, %s, %s, %s, %s, %s)" % (name, dst, src, below, above, literal(low),
                                                                       literal(high))


def float_to_integer(name, dst, src, mode):
    low, high = limits(dst)
    bits, signed = INTEGERS[dst]
    limit = "0x1p%d%s" % (bits - 1 if signed else bits, "" if src == "double" else "f")
    read = "float_of_half_value" if src == "half" else ""
    work = "float" if src == "half" else src
    return "WEFT_FLOAT_TO_INTEGER(%s, %s, %s, %s, %s, %s, (%s)%s, (%s)%s, %s)" % (
        name, dst, src, work, read, (mode or "_rtz")[1:].upper(), dst, literal(low), dst, literal(high), limit)


def to_float(dst, src, mode):
    """The expression that converts x of type src."""
    rounding = "WEFT_" + (mode or "_rte")[1:].upper()
    if dst == src:
        return "x"
    if src == "half":
        return "(%s)float_of_half_value(x)" % dst
    if dst == "half":
        # Integers beyond float's precision are beyond half's range whichever way they were rounded.
        return "as_half(half_of(%s, %s))" % ("(float)x" if src in INTEGERS else "x", rounding)
    if src in FLOATS:
        if FLOATS[src] < FLOATS[dst] or rounding == "WEFT_RTE":
            return "(%s)x" % dst
        return "float_of_double(x, %s)" % rounding
    bits, signed = INTEGERS[src]
    if bits <= FLOATS[dst] or rounding == "WEFT_RTE":
        return "(%s)x" % dst
    if dst == "float" and bits <= 32:
        return "float_of_double((double)x, %s)" % rounding
    if signed:
        return "directed_%s(x < 0 ? 0ul - (ulong)x : (ulong)x, x < 0, %s)" % (dst, rounding)
    return "directed_%s(x, false, %s)" % (dst, rounding)


def main():
    lines = ["// Written by builtins/gen_convert.py.", '#include "builtins/convert.h"', "",
             "WEFT_INLINE float float_of_half_value(half x) {", "  return float_of_half(as_ushort(x));", "}", ""]
    for dst in list(INTEGERS) + list(FLOATS):
        for src in list(INTEGERS) + list(FLOATS):
            for mode in MODES:
                if dst in FLOATS:
                    lines.append("WEFT_FN %s convert_%s%s(%s x) {" % (dst, dst, mode, src))
                    lines.append("  return %s;" % to_float(dst, src, mode))
                    lines.append("}")
                    continue
                for sat in ("", "_sat"):
                    name = "convert_%s%s%s" % (dst, sat, mode)
                    if src in INTEGERS:
                        lines.append(integer_to_integer(name, dst, src, sat))
                    else:
                        lines.append(float_to_integer(name, dst, src, mode))
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        out.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
