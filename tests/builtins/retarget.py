#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builtin bitcode as IR text of an architecture, for functions whose parameters are scalars and pointers.

    retarget.py LLVM_DIS x86_64|aarch64 IN.bc OUT.ll

Does in text what the compiler's import pass does to kernels, so that tests can call a module's functions from C.
"""
import re
import subprocess
import sys

LAYOUTS = {
    "x86_64": "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
    "aarch64": "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32",
}


def main():
    llvm_dis, architecture, source, target = sys.argv[1:]
    text = subprocess.run([llvm_dis, source, "-o", "-"], check=True, capture_output=True, text=True).stdout
    text = re.sub(r"(?m)^target datalayout.*", 'target datalayout = "%s"' % LAYOUTS[architecture], text)
    text = re.sub(r"(?m)^target triple.*", 'target triple = "%s-unknown-linux-gnu"' % architecture, text)
    if architecture == "aarch64":  # whose callers in C extend no argument
        text = re.sub(r"\b(signext|zeroext) ", "", text)
    text = text.replace("spir_func ", "").replace('target("spirv.Event")', "ptr")
    text = re.sub(r" addrspace\([1-4]\)", "", text)
    text = re.sub(r"addrspacecast (ptr [^ ]+) to ptr", r"bitcast \1 to ptr", text)
    with open(target, "w", encoding="utf-8") as out:
        out.write(text)


if __name__ == "__main__":
    main()
