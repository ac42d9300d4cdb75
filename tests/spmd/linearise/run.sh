#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run.sh WEFTC CLANG OPT SEED COUNT: generated item functions against their linearised form, see main.c; from IR that
# still looks like the source, and from optimised IR.
set -eu
weftc=$1 clang=$2 opt=$3 seed=$4 count=$5
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 "$here/generate.py" "$seed" "$count" > items.c
i=0
while [ $i -lt "$count" ]; do echo "ITEM($i)"; i=$((i + 1)); done > items.h
"$clang" -w -fwrapv -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm items.c -o plain.ll
for passes in 'sroa,simplifycfg' 'default<O1>'; do
  "$opt" -S -passes="$passes" plain.ll -o - |
    sed -E '/^define .*@item_/s/(i64[^,%]*)%([xyz])\b/\1"weft.item.id"="\2" %\2/g' > items.ll
  "$weftc" --passes=spmd-canonicalise,spmd-linearise,spmd-lanes items.ll -o lanes.ll
  "$clang" -w -fwrapv -O1 -I. "$here/main.c" plain.ll lanes.ll -o compare
  ./compare || { echo "seed $seed, $passes"; exit 1; }
done
