#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One bitcode file of several modules, with an index of what they define: pack.py LLVM_CAT LLVM_NM OUT.bc PART.bc...

The compiler (compiler/library/builtin_library.cpp) opens only the modules that define what a program calls. The file is
one of LLVM's: its wrapper leaves room between header and bitcode, which is where the index lies.

  five words of 32 bits, little-endian: 0x0B17C0DE, 0, offset and size of the bitcode, 0
  the index: a line "NAME NUMBER" for each symbol, in the order of the names' bytes; NUMBER is that of the module, from 0
  newlines up to a multiple of 16 bytes
  the modules, in the order of the arguments
"""
import struct
import subprocess
import sys
import tempfile

MAGIC = 0x0B17C0DE
HEADER = struct.Struct("<5I")
ALIGNMENT = 16


def make_index(nm, parts):
    command = [nm, "--defined-only", "--extern-only", "--format=posix", "--print-file-name"] + parts
    numbers = {part: number for number, part in enumerate(parts)}
    symbols = {}
    for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines():
        part, symbol = line.split(": ")
        name, kind = symbol.split()[:2]
        if name in symbols and kind not in "VvWw":
            sys.exit("%s: defined in %s and in %s" % (name, parts[symbols[name]], part))
        symbols.setdefault(name, numbers[part])
    return "".join("%s %d\n" % (name, symbols[name]) for name in sorted(symbols)).encode("ascii")


def main():
    cat, nm, out, parts = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
    index = make_index(nm, parts)
    index += b"\n" * (-(HEADER.size + len(index)) % ALIGNMENT)
    with tempfile.NamedTemporaryFile() as joined:
        subprocess.run([cat, "-b", "-o", joined.name] + parts, check=True)
        bitcode = joined.read()
    with open(out, "wb") as file:
        file.write(HEADER.pack(MAGIC, 0, HEADER.size + len(index), len(bitcode), 0) + index + bitcode)


if __name__ == "__main__":
    main()
