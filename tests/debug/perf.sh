#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# perf.sh PERF TEST_DEBUG: samples bear kernels' names, and lines where programs are kept.
set -eu
perf=$1 target=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
HOME=$work # no settings of the user's
export HOME
[ -x "$perf" ] || { echo "no perf"; exit 77; }
"$perf" record -q -B -e cpu-clock:u -o "$work/probe" true > "$work/log" 2>&1 &&
  "$perf" report --stdio -i "$work/probe" > "$work/log" 2>&1 || { cat "$work/log"; echo "perf can record nothing here"; exit 77; }

# samples FOLDER KEYS: the case perf_target, reported by these keys.
samples() {
  WEFT_TEST_CHILD=1 WEFT_DEBUG_DIR="$1" "$perf" record -q -B -e cpu-clock:u -o "$work/data" "$target" perf_target > "$work/log" 2>&1 ||
    { cat "$work/log"; echo "perf record fails"; exit 1; }
  "$perf" report --stdio -i "$work/data" --sort "$2" > "$work/out" 2> "$work/log" || { cat "$work/log"; exit 1; }
}
expect() {
  grep -Eq "$1" "$work/out" || { cat "$work/out"; echo "perf does not say: $1"; exit 1; }
}

samples "" dso
expect 'memfd:weft:spin'
samples "$work/kept" dso,symbol
expect 'spin-[0-9]+-[0-9]+\.so +\[\.\] weft_kernel_spin'
