#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of the sRGB channel orders, as an OpenCL C header: gen_srgb.py OUT

weft_srgb_linear[k]: the linear value of byte k (OpenCL C, conversion rules for sRGBA and sBGRA images).
weft_srgb_least[k]: the least float that becomes byte k; a value's byte is the number of the last entry that is not above it.
"""
import struct
import sys
from fractions import Fraction


def linear(c):
    return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


def single(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def next_single(value):
    return struct.unpack("f", struct.pack("I", struct.unpack("I", struct.pack("f", value))[0] + 1))[0]


def least(k):
    """The byte is floor(255 * s + 0.5) of the encoded value s, so that byte k begins at s = (k - 0.5) / 255."""
    if k == 0:
        return 0.0
    s = (k - 0.5) / 255
    exact = s / 12.92 if s < 12.92 * 0.0031308 else ((s + 0.055) / 1.055) ** 2.4
    value = single(exact)
    return value if Fraction(value) >= Fraction(exact) else next_single(value)


def table(name, values):
    lines = [f"static constant const float {name}[256] = {{"]
    for at in range(0, 256, 8):
        lines.append("    " + ", ".join(f"{single(v).hex()}f" for v in values[at:at + 8]) + ",")
    return "\n".join(lines + ["};"])


def main():
    text = "/* Made by gen_srgb.py. */\n" + table("weft_srgb_linear", [linear(k / 255) for k in range(256)]) + "\n"
    text += table("weft_srgb_least", [least(k) for k in range(256)]) + "\n"
    with open(sys.argv[1], "w") as out:
        out.write(text)


if __name__ == "__main__":
    main()
