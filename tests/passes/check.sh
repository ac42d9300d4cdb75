#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# check.sh WEFTC FILECHECK FILE.ll [OPTION]...: runs the passes that the file's "; PASSES:" line names, with these options and those of
# its "; OPTIONS:" line, and checks what they print. A line "; FAILS" expects an error, which is then checked instead.
set -eu
weftc=$1 filecheck=$2 file=$3
shift 3
passes=$(sed -n 's/^; PASSES: *//p' "$file")
[ -n "$passes" ] || { echo "$file has no PASSES line" >&2; exit 1; }
# A file, not a pipe: a crash of weftc must fail the test even if what it printed before matches.
out=$(mktemp)
err=$(mktemp)
trap 'rm -f "$out" "$err"' EXIT
status=0
# shellcheck disable=SC2046 # the options are words
"$weftc" --passes="$passes" "$@" $(sed -n 's/^; OPTIONS: *//p' "$file") "$file" -o "$out" 2> "$err" || status=$?
if grep -q '^; FAILS' "$file"; then
  [ "$status" -eq 1 ] || { echo "exit status $status, expected 1" >&2; exit 1; }
  cp "$err" "$out"
elif [ "$status" -ne 0 ]; then
  cat "$err" >&2
  exit 1
fi
"$filecheck" "$file" --input-file="$out"
