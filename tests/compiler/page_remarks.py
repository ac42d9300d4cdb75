#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""page_remarks.py WEFTC PAGE: whether the remarks on docs/kernel_writers.md are what weftc says of the kernels above them.

A block of kernels (```c) that a block of remarks follows is compiled with the arguments of the page's weftc line. Numbers of cycles may differ:
they change with the cost model, and nothing on the page rests on one of them.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path


def without_cycles(text):
    return re.sub(r"[0-9.]+ of [0-9.]+(?= cycles)", "N of N", text.strip())


def main(weftc, page):
    text = Path(page).read_text()
    arguments = re.search(r"^weftc FILE\.cl (.*)$", text, re.MULTILINE).group(1).split()
    pairs = re.findall(r"^```c\n(.*?)^```\n\n```\n(weft: .*?)^```", text, re.MULTILINE | re.DOTALL)
    failed = len(pairs) != len(re.findall(r"^```\nweft: kernel", text, re.MULTILINE)) or not pairs
    for source, remarks in pairs:
        with tempfile.NamedTemporaryFile("w", suffix=".cl") as file:
            file.write(source)
            file.flush()
            found = subprocess.run([weftc, file.name, *arguments], capture_output=True, text=True, check=True).stderr
        if without_cycles(found) != without_cycles(remarks):
            failed = True
            print(f"{page} has\n{remarks}\nweftc says\n{found}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
