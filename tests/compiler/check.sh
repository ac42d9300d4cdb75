#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# check.sh WEFTC FILECHECK LLVM-AS FILE: runs weftc with the arguments of the file's "WEFTC:" line and checks what it prints.
# "BUILTINS: NAME.ll" makes that file the builtin module; "FAILS" expects an error, which is then checked instead.
set -eu
weftc=$1 filecheck=$2 assembler=$3 file=$4
line() {
  sed -n "s/^[;/]* *$1: *//p" "$file"
}
arguments=$(line WEFTC)
[ -n "$arguments" ] || { echo "$file has no WEFTC line" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
builtins=$(line BUILTINS)
if [ -n "$builtins" ]; then
  for isa in x86-64-v2 x86-64-v3 x86-64-v4; do
    "$assembler" "$(dirname "$file")/$builtins" -o "$work/weft-builtins-$isa.bc"
  done
fi
status=0
# shellcheck disable=SC2086 # the arguments are words
"$weftc" --builtins="$work" $arguments "$file" -o "$work/out" 2> "$work/err" || status=$?
if grep -q '^[;/]* *FAILS' "$file"; then
  [ "$status" -eq 1 ] || { echo "exit status $status, expected 1" >&2; exit 1; }
  cp "$work/err" "$work/out"
elif [ "$status" -ne 0 ]; then
  cat "$work/err" >&2
  exit 1
fi
"$filecheck" "$file" --input-file="$work/out"
