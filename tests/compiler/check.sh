#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# check.sh WEFTC FILECHECK LLVM-AS PACK FILE: runs weftc with the arguments of the file's "WEFTC:" line and checks what it
# prints. "BUILTINS: NAME.ll..." makes a builtin library of those files, with the command PACK; "FAILS" expects an error,
# which is then checked instead.
set -eu
weftc=$1 filecheck=$2 assembler=$3 pack=$4 file=$5
line() {
  sed -n "s/^[;/]* *$1: *//p" "$file"
}
arguments=$(line WEFTC)
[ -n "$arguments" ] || { echo "$file has no WEFTC line" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
builtins=$(line BUILTINS)
if [ -n "$builtins" ]; then
  parts=""
  for name in $builtins; do
    part=$work/$(basename "$name" .ll).bc
    "$assembler" "$(dirname "$file")/$name" -o "$part"
    parts="$parts $part"
  done
  # shellcheck disable=SC2086 # both are words
  $pack "$work/weft-builtins-x86-64-v3.bc" $parts
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
elif grep -q '^[;/]* *LOG$' "$file"; then
  cp "$work/err" "$work/out"
fi
"$filecheck" "$file" --input-file="$work/out"
