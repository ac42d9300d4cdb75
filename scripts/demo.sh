#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sets up what is missing, then runs the demonstration: an OpenCL program that knows nothing of Weft finds the
# platform just built through the ICD loader.
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh build
OCL_ICD_VENDORS="$PWD/build/release" exec build/release/bin/demo "$@"
