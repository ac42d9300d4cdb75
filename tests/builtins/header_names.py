#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every function that Clang's OpenCL header declares is in the builtin modules, or is one of those that
the compiler lowers, or belongs to a feature that no device of ours reports; and the modules leave nothing undefined
but the names in builtins/weft.h.

    header_names.py CLANG LLVM_NM MODULE.bc...
"""
import re
import subprocess
import sys
import tempfile

# What the compiler lowers itself (builtins/weft.h).
COMPILER = re.compile(r"^(get_(work_dim|global_size|global_id|local_size|enqueued_local_size|local_id|num_groups|group_id|"
                      r"global_offset|global_linear_id|local_linear_id)|printf)$")
UNDEFINED = {"__weft_launch", "__to_global", "__to_local", "__weft_barrier", "__weft_group_copy_1d", "__weft_group_copy_strided", "__weft_group_copy_nd",
              "__weft_sub_group_width", "__weft_is_constant", "__weft_named_barrier_slot",
              "__weft_estimate_rsqrt_f", "__weft_estimate_rsqrt_d"}
# Features that are not reported: several samples of images, most of the vendors' functions.
UNREPORTED = re.compile(
    r"_rw11ocl_sampler|" # a sampler for an image that is written too, which no text has
    r"^intel_(?!sub_group_(shuffle|block_read|block_write|broadcast|reduce|scan))|_ul16$|image2d_roDv2_i(j|Dv)|^arm_|^work_group_(barrier_arrive|barrier_wait)|"
    r"^amd_|^bf|^to_(global|local|private)|^ctz_intel|sad|msad|_ms|^unpack|^bytealign|^lerp|^mqsad|^qsad|^median|^min3|^max3")


def lowered(symbol, defined):
    """Whether the compiler replaces calls of a function: a statement whose body is there, if it needs one, or an id."""
    if symbol.startswith("__weft_stmt_"):
        return symbol + "_body" in defined or symbol.startswith("__weft_stmt_sv_")
    if re.match(r"_Z\d+__weft_(image_view|sampler_bits)\d", symbol):
        return True
    return symbol in UNDEFINED or symbol.startswith("_Z") and bool(COMPILER.match(split(symbol)[0]))


VECTOR = re.compile(r"Dv(\d+)_(Dh|[a-z])")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def header_names(clang):
    names = set()
    without = "-__opencl_c_generic_address_space,-__opencl_c_pipes,-__opencl_c_device_enqueue"
    with tempfile.NamedTemporaryFile("w", suffix=".cl") as source:
        source.write("#include <opencl-c-base.h>\n#include <opencl-c.h>\n")
        source.flush()
        for std, extensions in (("CL3.0", "+all"), ("CL3.0", "+all," + without), ("CL2.0", "+all"), ("CL1.2", "+all"),
                                ("CL1.0", "+all"), ("CLC++2021", "+all")):
            tree = run(clang, "-target", "spir64", "-x", "cl", "-cl-no-stdinc", "-cl-std=" + std, "-Xclang",
                       "-cl-ext=" + extensions, "-Xclang", "-ast-dump=json", "-fsyntax-only", source.name)
            names.update(re.findall(r'"mangledName": "(_Z[^"]*)"', tree))
    return names


def split(mangled):
    """_Z<length><name><parameters> -> name, parameters"""
    match = re.match(r"_Z(\d+)", mangled)
    start = match.end()
    end = start + int(match.group(1))
    return mangled[start:end], mangled[end:]


def scalar_of(name, parameters):
    """The scalar whose calls replace a vector call, or None if there is no such rule."""
    if not VECTOR.search(parameters) or "P" in parameters or "ocl_" in parameters:
        return None
    width = VECTOR.search(parameters).group(1)
    seen, out, at = [], "", 0
    while at < len(parameters):
        rest = parameters[at:]
        match = VECTOR.match(rest)
        if match:
            seen.append(match.group(2))
            out += match.group(2)
        else:
            match = re.match(r"S(\d*)_", rest)
            if match:
                out += seen[int(match.group(1)) + 1 if match.group(1) else 0]
            else:
                match = re.match(r"Dh|[a-z]", rest)
                out += match.group(0)
        at += match.end()
    if name.startswith("convert_"):
        name = re.sub(r"^(convert_[a-z]+)" + width, r"\1", name)
    return "_Z%d%s%s" % (len(name), name, out)


def main():
    clang, nm, modules = sys.argv[1], sys.argv[2], sys.argv[3:]
    declared = header_names(clang)
    failures = 0
    for module in modules:
        defined = set(run(nm, "--defined-only", "--just-symbol-name", module).split())
        # The file's modules name what others of them define.
        undefined = set(run(nm, "--undefined-only", "--just-symbol-name", module).split()) - defined
        missing = []
        for mangled in sorted(declared - defined):
            name, parameters = split(mangled)
            if COMPILER.match(name) or UNREPORTED.search(name) or UNREPORTED.search(parameters):
                continue
            if "PVU7_Atomic" in parameters:
                continue  # private objects, which no version of the language has
            if scalar_of(name, parameters) not in defined:
                missing.append(mangled)
        strangers = sorted(symbol for symbol in undefined if not lowered(symbol, defined))
        print("%s: %d names declared, %d defined here, %d missing, %d strangers undefined" %
              (module.rsplit("/", 1)[-1], len(declared), len(defined), len(missing), len(strangers)))
        for mangled in missing[:40] + strangers[:40]:
            print("  " + mangled)
        failures += len(missing) + len(strangers)
        if len(declared) < 10000 or len(defined) < 1000:
            sys.exit("too few names: the tools' output was not understood")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
