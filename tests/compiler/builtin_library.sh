#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# builtin_library.sh WEFTC LLVM-AS PACK: files that are no builtin library, or a damaged one, make a build fail with a reason;
# a program that needs nothing of it does not ask for one.
set -eu
weftc=$1 assembler=$2 pack=$3
inputs=$(dirname "$0")/inputs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
library=$work/weft-builtins-x86-64-v3.bc
echo 'kernel void k(global float *p) { p[get_global_id(0)] = sin(p[get_global_id(0)]); }' >"$work/sin.cl"
echo 'kernel void k(global float *p) { p[get_global_id(0)] += 1; }' >"$work/plain.cl"
"$assembler" "$inputs/builtins.ll" -o "$work/part.bc"
$pack "$work/good" "$work/part.bc"

builds() { "$weftc" --builtins="$work" "$1" -o "$work/out" 2>"$work/log"; }
fails() { # REASON
  ! builds "$work/sin.cl" || { echo "built with: $1"; exit 1; }
  grep -q "^error: .*$1" "$work/log" || { echo "wanted '$1', got:"; cat "$work/log"; exit 1; }
}

fails "No such file"
builds "$work/plain.cl" || { cat "$work/log"; exit 1; }
cp "$work/good" "$library"
builds "$work/sin.cl" || { cat "$work/log"; exit 1; }
: >"$library"
fails "weft-builtins-x86-64-v3.bc"
cp "$work/part.bc" "$library"
fails "no index"
size=$(wc -c <"$work/good")
for part in 10 25 100 $((size / 2)) $((size - 40)); do
  head -c "$part" "$work/good" >"$library"
  fails "weft-builtins-x86-64-v3.bc"
done
# The index names a module that is not there, or what the module does not define.
LC_ALL=C sed 's/_Z3sinf 0/_Z3sinf 7/' "$work/good" >"$library"
fails "undefined function 'sin'"
LC_ALL=C sed 's/_Z3sinfhelper/_Z3sinxhelper/' "$work/good" >"$library"
fails "index is wrong about '_Z3sinf'"
