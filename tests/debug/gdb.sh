#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# gdb.sh GDB TEST_DEBUG: breakpoints in kernels are hit, and gdb knows lines, arguments and the source.
set -eu
gdb=$1 target=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset DEBUGINFOD_URLS
HOME=$work # no settings of the user's
export HOME
[ -x "$gdb" ] || { echo "no gdb"; exit 77; }
"$gdb" -nx -batch -ex run /bin/true > "$work/probe" 2>&1 || true
grep -q "exited normally" "$work/probe" || { cat "$work/probe"; echo "gdb can run no program here"; exit 77; }

# session OPTIONS FOLDER COMMAND...: the case gdb_target under gdb, its program built with these options.
session() {
  options=$1 folder=$2
  shift 2
  for command; do
    printf '%s\n' "$command"
  done > "$work/commands"
  WEFT_TEST_CHILD="$options" WEFT_DEBUG_DIR="$folder" "$gdb" -nx -batch -ex 'set breakpoint pending on' -x "$work/commands" \
    --args "$target" gdb_target > "$work/out" 2>&1 || { cat "$work/out"; echo "gdb fails"; exit 1; }
}
expect() {
  grep -Eq "$1" "$work/out" || { cat "$work/out"; echo "gdb does not say: $1"; exit 1; }
}

echo "-g, not optimised: a line is hit, arguments and variables are there"
session "-g -cl-opt-disable" "" 'break kernel.cl:8' run bt 'print factor' 'print v'
expect '^#0 .*stepped .*at kernel\.cl:8$'
expect '^\$1 = 7$'
expect '^\$2 = 1$'

echo "-g: the kernel's name and its symbol are known, and which code a line has become"
session "-g" "" 'break stepped' run bt 'info line kernel.cl:8' 'info symbol weft_kernel_stepped'
expect '^#[0-9]+ .*stepped .*at kernel\.cl:[4-8]$'
expect 'Line 8 of "kernel\.cl" (starts at|is at) address .*<(weft_kernel_)?stepped'
expect '^weft_kernel_stepped in section \.text'

echo "kept programs, without -g: the symbol is hit, lines are known, and the source is listed"
session "" "$work/kept" 'break weft_kernel_stepped' run bt 'list kernel.cl:8,8'
expect '^#0 .*(stepped|weft_kernel_stepped) '
expect '^8[[:space:]].*a\[i\] = v \^ 21;'
