#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run.sh lanes|packets WEFTC CLANG OPT SEED COUNT: generated item functions against their linearised form, four lanes in
# step (lanes.c), or against their packets (packets.c); from IR that still looks like the source, and from optimised IR.
set -eu
form=$1 weftc=$2 clang=$3 opt=$4 seed=$5 count=$6
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 "$here/generate.py" "$seed" "$count" > items.c
i=0
while [ $i -lt "$count" ]; do echo "ITEM($i)"; i=$((i + 1)); done > items.h
plans='"weft.plan"="4,1,0,masked;8,2,0,masked;16,1,0"'
"$clang" -w -fwrapv -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm items.c -o plain.ll
for passes in 'sroa,simplifycfg' 'default<O1>'; do
  "$opt" -S -passes="$passes" plain.ll -o - |
    sed -E '/^define .*@item_/{s/(i64[^,%]*)%([xyz])\b/\1"weft.item.id"="\2" %\2/g;s/ \{$/ '"$plans"' {/}' > items.ll
  if [ "$form" = lanes ]; then
    "$weftc" --passes=spmd-canonicalise,spmd-linearise,spmd-lanes items.ll -o made.ll
  else
    "$weftc" --passes=spmd-canonicalise,spmd-linearise,spmd-packetise items.ll -o packets.ll
    # The items themselves come from plain.ll.
    sed -E '/^define .*@item_[0-9]+\(/s/^define (dso_local )?/define internal /' packets.ll > made.ll
    ! grep weft.refused made.ll
  fi
  "$clang" -w -fwrapv -O1 -I. -I"$here" "$here/$form.c" plain.ll made.ll -o compare
  ./compare || { echo "seed $seed, $passes"; exit 1; }
done
