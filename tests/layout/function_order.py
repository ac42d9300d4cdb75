#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""function_order.py LIBRARY LIST: LIBRARY has most functions of LIST, and in their order."""
import pathlib
import subprocess
import sys

SKIPPED = 77


def main():
    library, order = sys.argv[1:]
    listing = subprocess.run(["nm", library], capture_output=True, text=True, check=True).stdout
    fields = [line.split() for line in listing.splitlines()]
    at = {f[2]: int(f[0], 16) for f in fields if len(f) == 3 and f[1] in "tTwW"}
    if not at:
        print("the library has no symbols")
        return SKIPPED
    names = pathlib.Path(order).read_text(encoding="utf-8").split()
    places = [at[name] for name in names if name in at]
    ordered = sum(one < other for one, other in zip(places, places[1:]))
    print(f"{len(places)} of {len(names)} functions are there, {ordered} before the next")
    return 0 if len(places) > len(names) * 0.8 and ordered > len(places) * 0.95 else 1


if __name__ == "__main__":
    sys.exit(main())
