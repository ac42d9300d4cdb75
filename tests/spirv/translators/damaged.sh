#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# True bitcode, in which some bytes are others.
set -e
exec llvm-spirv-15 "$@" | tr '\043\061\105\211' '\044\300\007\000'
