#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# clinfo lists the platform, completely: no error, no warning, no query that fails.
#   clinfo.sh [LOADER]    a libOpenCL.so to use instead of the system's
set -u
if [ $# -gt 0 ]; then
  [ -f "$1" ] || { echo "no $1"; exit 77; }
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  ln -s "$1" "$folder/libOpenCL.so.1"
  export LD_LIBRARY_PATH="$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
fi
text=$(clinfo 2>&1) || { echo "$text"; echo "clinfo fails"; exit 1; }
failed=0
for wanted in "Platform Name *Weft" "Platform Extensions .*cl_khr_icd" "Device Version *OpenCL 3.[01]" \
  "Device Extensions .*cl_khr_extended_async_copies" "Device Extensions .*cl_khr_async_work_group_copy_fence" \
  "Local memory size *262144" "Max work group size *8192"; do
  echo "$text" | grep -q "$wanted" || { echo "clinfo does not say: $wanted"; failed=1; }
done
# "clGetPlatformInfo(NULL, ...)" and the like are clinfo's own questions about how a NULL platform behaves.
bad=$(echo "$text" | grep -iE "error|warning|invalid|failed|<.*>" | grep -vE "[Ee]rror [Cc]orrection|NULL platform|printf\(\)|compile|<compiler" || true)
[ -z "$bad" ] || { echo "clinfo complains:"; echo "$bad"; failed=1; }
exit $failed
