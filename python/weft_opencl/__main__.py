# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""python -m weft_opencl: tells loaders of Weft, and what it is. weftc runs by weftc()."""
import argparse
import os
import sys

import weft_opencl


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m weft_opencl", description="Weft, an OpenCL platform for CPUs.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--vendors", action="store_true", help="print a folder for OCL_ICD_VENDORS")
    what.add_argument("--library", action="store_true", help="print the path of libweft.so")
    what.add_argument("--install", choices=["user", "system"], nargs="?", const="user",
                      help="write weft.icd for this user or environment, or in " + weft_opencl.SYSTEM_VENDORS)
    what.add_argument("--remove", action="store_true", help="take away what --install wrote")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.vendors:
            print(weft_opencl.vendors())
        elif chosen.library:
            print(weft_opencl.library())
        elif chosen.install:
            path = weft_opencl.install(chosen.install == "system")
            print(path)
            if chosen.install == "user":
                print("export OCL_ICD_VENDORS=" + os.path.dirname(path))
        else:
            for path in weft_opencl.remove():
                print(path)
    except OSError as error:
        print(f"weft_opencl: {error}", file=sys.stderr)
        return 1
    return 0


def weftc():
    tool = weft_opencl.tool()
    os.execv(tool, ["weftc", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
