#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run.sh WEFTC CLANG OPT SEED COUNT: generated item functions against their packets, see main.c.
set -eu
weftc=$1 clang=$2 opt=$3 seed=$4 count=$5
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 "$here/../linearise/generate.py" "$seed" "$count" > items.c
i=0
while [ $i -lt "$count" ]; do echo "ITEM($i)"; i=$((i + 1)); done > items.h
plans='"weft.plan"="4,1,0,masked;8,2,0,masked;16,1,0"'
"$clang" -w -fwrapv -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm items.c -o plain.ll
for passes in 'sroa,simplifycfg' 'default<O1>'; do
  "$opt" -S -passes="$passes" plain.ll -o - |
    sed -E '/^define .*@item_/{s/(i64[^,%]*)%([xyz])\b/\1"weft.item.id"="\2" %\2/g;s/ \{$/ '"$plans"' {/}' > items.ll
  "$weftc" --passes=spmd-canonicalise,spmd-linearise,spmd-packetise items.ll -o packets.ll
  # The items themselves come from plain.ll.
  sed -E '/^define .*@item_[0-9]+\(/s/^define (dso_local )?/define internal /' packets.ll > own.ll
  ! grep weft.refused own.ll
  "$clang" -w -fwrapv -O1 -I. "$here/main.c" plain.ll own.ll -o compare
  ./compare || { echo "seed $seed, $passes"; exit 1; }
done
