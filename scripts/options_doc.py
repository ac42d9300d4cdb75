#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/options.md from base/config.def; --check only compares, and fails where they differ."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINDS = {
    "SIZE": "bytes; K, M, G and T multiply by powers of 1024",
    "COUNT": "a number",
    "FLAG": "0 or 1",
    "TEXT": "text",
    "NAMES": "words with commas or blanks between",
}
HEAD = """# Environment options

Made by `scripts/options_doc.py` from `base/config.def`; change that file.

An option that is unset or empty has its default. A value that is malformed is ignored, with a warning where
`WEFT_LOG` shows warnings. Options are read when the platform is opened or when the object that they are about is made.
Set-uid programs take none ([sandboxes.md](sandboxes.md)).

| Variable | Value | Default | |
|---|---|---|---|
"""


def options(text):
    string = r'"(?:[^"\\]|\\.)*"'
    pattern = rf"^WEFT_OPTION\((\w+),\s*({string}),\s*(\w+),\s*({string}),\s*((?:{string}\s*)+)\)"
    for match in re.finditer(pattern, text, re.MULTILINE):
        joined = ["".join(re.findall(r'"((?:[^"\\]|\\.)*)"', part)) for part in match.group(2, 4, 5)]
        yield joined[0], match.group(3), joined[1], joined[2]


def main():
    source = (ROOT / "base/config.def").read_text()
    rows = [f"| `{name}` | {KINDS[kind]} | {default} | {text} |" for name, kind, default, text in options(source)]
    if len(rows) != len(re.findall(r"^WEFT_OPTION\(", source, re.MULTILINE)):
        sys.exit("base/config.def: an option is not written as expected")
    page = HEAD + "\n".join(rows) + "\n"
    path = ROOT / "docs/options.md"
    if "--check" in sys.argv[1:]:
        if not path.exists() or path.read_text() != page:
            sys.exit("docs/options.md is not what scripts/options_doc.py writes")
    else:
        path.write_text(page)


main()
