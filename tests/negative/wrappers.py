#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes what recorder.c wraps: one function for each entry point of icd/entry_points.def, from its prototype.

wrappers.py OUTPUT COMPILER [OPTION...]

The prototypes come from the compiler's preprocessor, which is given every header icd/cl_*.h. A wrapper calls the
function of the same name in real[] and notes its error: what it returns, what it stores to errcode_ret (to a variable of
the wrapper's own where the application wants none), or that it gives NULL, where NULL is all that it says of an error.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def entry_points(text):
    """Each public name with the C function behind it; a second name of a function that is listed anyway is left out."""
    lines = re.findall(r"^WEFT_(?!EXPORT)\w+\((\w+)(?:, (\w+))?\)$", text, re.MULTILINE)
    listed = {name for name, function in lines if not function}
    return {name: function or name for name, function in lines if function not in listed}


def prototype(function, text):
    """The type of the result and the parameters, as written."""
    found = re.search(r"([\w\s*]+?)\b%s\s*\(((?:[^()]|\([^()]*\))*)\)\s*(?:__attribute__\s*\(\(.*?\)\)\s*)*;" % function,
                      text)
    if not found:
        sys.exit(f"no prototype of {function} in icd/cl_*.h")
    result = re.sub(r"\bextern\b", "", found.group(1))
    depth, parameters = 0, [""]
    for character in " ".join(found.group(2).split()):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and not depth:
            parameters.append("")
        else:
            parameters[-1] += character
    parameters = [parameter.strip() for parameter in parameters]
    return " ".join(result.split()), [] if parameters == ["void"] else parameters


def parameter_name(parameter):
    found = re.search(r"\(\s*\*\s*(\w+)\s*\)", parameter) or re.search(r"(\w+)\s*(?:\[[^]]*\])?$", parameter)
    return found.group(1)


def wrapper(name, function, text):
    result, parameters = prototype(function, text)
    names = [parameter_name(parameter) for parameter in parameters]
    lines = []
    if "errcode_ret" in names:
        lines += ["cl_int unwanted, *error = errcode_ret ? errcode_ret : &unwanted;"]
        names[names.index("errcode_ret")] = "error"
        error = "*error"
    else:
        error = "result" if result == "cl_int" else "result ? 0 : GAVE_NULL"
    call = f"((__typeof__(&{function}))real[OF_{name}])({', '.join(names)})"
    lines += [f"{result} result = {call};", f"note(OF_{name}, {error});"]
    lines += ["return (void *)wrapped((function)result);" if "FunctionAddress" in name else "return result;"]
    if result == "void":
        lines = [f"{call};"]
    body = "".join(f"  {line}\n" for line in lines)
    return f"static {result} wrap_{name}({', '.join(parameters) or 'void'}) {{\n{body}}}\n"


def main():
    output, *compiler = sys.argv[1:]
    headers = "".join(f'#include "icd/{path.name}"\n' for path in sorted((ROOT / "icd").glob("cl_*.h")))
    text = subprocess.run([*compiler, f"-I{ROOT}", "-E", "-P", "-x", "c", "-"], input=headers, text=True, check=True,
                          stdout=subprocess.PIPE, cwd=ROOT).stdout
    functions = entry_points((ROOT / "icd/entry_points.def").read_text())
    lines = ["/* Made by tests/negative/wrappers.py. */\n", headers]
    lines += ["enum { ", "".join(f"OF_{name}, " for name in functions), "COUNT };\nstatic function real[COUNT];\n"]
    lines += [wrapper(name, function, text) for name, function in functions.items()]
    lines += ["static const struct wrapper wrappers[COUNT] = {\n"]
    lines += [f'  {{"{name}", (function)wrap_{name}}},\n' for name in functions]
    lines += ["};\n"]
    pathlib.Path(output).write_text("".join(lines))


if __name__ == "__main__":
    main()
