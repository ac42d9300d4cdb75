#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The loops that widths.c compares are widened: every function of its tables, as a kernel of one work-item's statement,
has loads and stores of vectors of its type after the whole pipeline. Vectors' functions are forced to: of short ones a
work-item alone may be the cheaper.

    widened.py WEFTC WIDTHS.C TYPE
"""
import re
import subprocess
import sys
import tempfile

BITS = {"half": 16, "float": 32, "double": 64}
EXTENSIONS = "cl_khr_fp16 cl_khr_fp64 __opencl_c_fp64 __opencl_c_generic_address_space"
STATEMENTS = {"ONE": "o[i] = %s(x[i]);", "TWO": "o[i] = %s(x[i], y[i]);", "INT": "o[i] = %s(x[i], n[i]);"}


def functions(text, type_name):
    """(name, statement) of the tables; native_, half_ and fast_ functions are float's alone."""
    found = [(name, STATEMENTS[kind] % name) for kind, name in re.findall(r"\b(ONE|TWO|INT)\((\w+)\)", text) if name != "f"]
    vectors = dict(re.findall(r'#define ([VW]\d) "([^"]+)"', text))
    text = re.sub(r'"\s+([VW]\d)\s+"', lambda name: vectors[name.group(1)], text)
    found += re.findall(r'\{"(\w+)",\s*"([^"]+)"\}', text)
    return [(name, body) for name, body in found if type_name == "float" or not name.startswith(("native_", "half_", "fast_"))]


def kernels(weftc, source, *options):
    """The IR of each kernel."""
    with tempfile.NamedTemporaryFile("w", suffix=".cl") as file:
        file.write(source)
        file.flush()
        ir = subprocess.run([weftc, file.name, "--std=CL3.0", "--emit=ir", "--extensions=" + EXTENSIONS, *options],
                            check=True, capture_output=True, text=True).stdout
    bodies = {}
    for part in re.split(r"\ndefine ", ir):
        match = re.search(r"@weft_kernel_t_(\w+)\(", part.split("\n")[0])
        if match:
            bodies[match.group(1)] = part
    return bodies


def main():
    weftc, tables, type_name = sys.argv[1:]
    with open(tables) as file:
        listed = functions(file.read(), type_name)
    if len(listed) < 60:
        sys.exit("the tables of %s were not understood" % tables)
    source = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
    source += "#define T %s\n#define I int\n#define TO_T convert_%s\n" % (type_name, type_name)
    source += "".join("#define T%d %s%d\n" % (n, type_name, n) for n in (2, 3, 4))
    for name, body in listed:
        source += ("kernel void t_%s(global T *restrict o, global T *restrict x, global T *restrict y, global int *restrict n)"
                   " {\n  size_t i = get_global_id(0);\n  %s\n}\n" % (name, body))
    element = r"(?:%s|i%d)" % (type_name, BITS[type_name])
    bodies = kernels(weftc, source)
    forced = kernels(weftc, source, "--spmd=force")
    bodies.update((name, forced[name]) for name, body in listed if re.search(r"\(T[234]\)", body) and name in forced)
    narrow = [name for name, _ in listed
              if not re.search(r"= load <\d+ x %s>, ptr" % element, bodies.get(name, "")) or
              not re.search(r"store <\d+ x %s> [^,]*, ptr" % element, bodies.get(name, ""))]
    print("%s: %d functions, not widened: %s" % (type_name, len(listed), ", ".join(narrow) or "none"))
    sys.exit(1 if narrow else 0)


if __name__ == "__main__":
    main()
