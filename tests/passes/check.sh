#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# check.sh WEFTC FILECHECK FILE.ll: runs the passes that the file's "; PASSES:" line names, with the options of its "; OPTIONS:" line,
# and checks what they print.
set -eu
weftc=$1 filecheck=$2 file=$3
passes=$(sed -n 's/^; PASSES: *//p' "$file")
[ -n "$passes" ] || { echo "$file has no PASSES line" >&2; exit 1; }
# A file, not a pipe: a crash of weftc must fail the test even if what it printed before matches.
out=$(mktemp)
trap 'rm -f "$out"' EXIT
# shellcheck disable=SC2046 # the options are words
"$weftc" --passes="$passes" $(sed -n 's/^; OPTIONS: *//p' "$file") "$file" -o "$out"
"$filecheck" "$file" --input-file="$out"
