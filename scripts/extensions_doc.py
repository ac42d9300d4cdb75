#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/extensions.md from runtime/extensions.def; --check only compares, and fails where they differ."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WHERE = {"DEVICE": "platform and devices", "PLATFORM": "platform",
         "SPIRV": "platform and devices, with a translator of SPIR-V"}
HEAD = """# What Weft reports

Made by `scripts/extensions_doc.py` from `runtime/extensions.def`; change that file.

OpenCL 3.1 with OpenCL C 3.1, 3.0, 2.0, 1.2, 1.1 and 1.0 and C++ for OpenCL 1.0 and 2021, full profile. `WEFT_HIDE_EXTENSIONS` ([options](options.md)) hides names,
and with them the versions of the language that must have what they stand for. What OpenCL 3.1 demands of every device, a translator of
[SPIR-V](spirv.md) among it, makes the platform and its devices OpenCL 3.0 where it is hidden or not there ([versions](language.md#versions)).

"""


def main():
    source = (ROOT / "runtime/extensions.def").read_text()
    extensions = re.findall(r"^WEFT_EXTENSION\((\w+), (\w+), (\d+), (\d+), (\d+)\)$", source, re.MULTILINE)
    features = re.findall(r"^WEFT_FEATURE\((\w+), (\d+), (\d+), (\d+)\)$", source, re.MULTILINE)
    if len(extensions) + len(features) != len(re.findall(r"^WEFT_\w+\(", source, re.MULTILINE)):
        sys.exit("runtime/extensions.def: a line is not written as expected")
    page = HEAD + "| Extension | Version | Reported by |\n|---|---|---|\n"
    for where, name, *version in extensions:
        page += f"| `{name}` | {'.'.join(version)} | {WHERE[where]} |\n"
    page += "\n| Feature of OpenCL C 3.0 and 3.1 | Version |\n|---|---|\n"
    for name, *version in features:
        page += f"| `{name}` | {'.'.join(version)} |\n"
    path = ROOT / "docs/extensions.md"
    if "--check" in sys.argv[1:]:
        if not path.exists() or path.read_text() != page:
            sys.exit("docs/extensions.md is not what scripts/extensions_doc.py writes")
    else:
        path.write_text(page)


main()
