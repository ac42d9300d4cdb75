#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/options.md and the options in docs/man/weft.7 from base/config.def, those in docs/man/weftc.1 from
compiler/weftc_options.def; --check only compares, and fails where they differ."""
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
CONFIG = "base/config.def"
WEFTC = "compiler/weftc_options.def"
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
MAN_HEAD = '.\\" Made by scripts/options_doc.py from {}; change that file.\n'
MAN_END = '.\\" End of what the script makes.\n'


def entries(source, macro):
    """The arguments of each macro(...) in a .def: strings without quotes and joined, words as they are."""
    text = (ROOT / source).read_text()
    string = r'"(?:[^"\\]|\\.)*"'
    argument = rf"(?:\w+|{string}(?:\s*{string})*)"
    found = re.findall(rf"^{macro}\(\s*({argument}(?:,\s*{argument})*)\)", text, re.MULTILINE)
    if len(found) != len(re.findall(rf"^{macro}\(", text, re.MULTILINE)):
        sys.exit(f"{source}: an option is not written as expected")
    for arguments in found:
        yield ["".join(re.findall(r'"((?:[^"\\]|\\.)*)"', part)) or part for part in re.findall(argument, arguments)]


def roff(text):
    """A text as troff takes it: hyphens that can be copied, bold for `code`, a line or more for each sentence, none of
    which looks like a request."""
    text = re.sub(r"`([^`]*)`", r"\\fB\1\\fR", text.replace("\\", "\\e").replace("-", "\\-"))
    lines = [line for sentence in re.split(r"(?<!e\.g)(?<=[.:;]) ", text) for line in textwrap.wrap(sentence, 78, break_on_hyphens=False)]
    return "\n".join(("\\&" if line[0] in ".'" else "") + line for line in lines)


def options_page():
    options = entries(CONFIG, "WEFT_OPTION")
    rows = [f"| `{name}` | {KINDS[kind]} | {default} | {text} |" for _, name, kind, default, text in options]
    return HEAD + "\n".join(rows) + "\n"


def man_page(path, source, items):
    """The page as it is, with these items between the marks."""
    head = MAN_HEAD.format(source)
    before, mark, rest = (ROOT / path).read_text().partition(head)
    _, end, after = rest.partition(MAN_END)
    if not mark or not end:
        sys.exit(f"{path}: the lines between which {source} goes are not there")
    for name, text in items:
        head += ".TP\n.B " + name.replace("-", "\\-").replace("[,", "\\:[,") + "\n" + roff(text) + "\n"
    return before + head + end + after


def weftc_items():
    items = list(entries(WEFTC, "WEFTC_OPTION"))
    # Each option that the sources look for, or how a family of them begins, is in the list.
    for option in re.findall(r'"(--[a-z-]+=?)', (ROOT / "compiler/driver/weftc.cpp").read_text()):
        if not any(name.replace("[", "").startswith(option) for name, _ in items):
            sys.exit(f"{WEFTC}: no {option}")
    return items


def main():
    options = entries(CONFIG, "WEFT_OPTION")
    config = [(name, f"{text} Value: {KINDS[kind]}. Default: {default}.") for _, name, kind, default, text in options]
    pages = {
        "docs/options.md": options_page(),
        "docs/man/weft.7": man_page("docs/man/weft.7", CONFIG, config),
        "docs/man/weftc.1": man_page("docs/man/weftc.1", WEFTC, weftc_items()),
    }
    for path, page in pages.items():
        if "--check" not in sys.argv[1:]:
            (ROOT / path).write_text(page)
        elif (ROOT / path).read_text() != page:
            sys.exit(f"{path} is not what scripts/options_doc.py writes")


main()
