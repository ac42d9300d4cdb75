#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run.sh lanes|packets WEFTC CLANG OPT SEED COUNT: generated item functions against their linearised forms, four lanes in
# step (lanes.c), or against their packets (packets.c), where lanes differ in x and where they differ in x and y; from IR
# that still looks like the source, and from optimised IR.
set -eu
form=$1 weftc=$2 clang=$3 opt=$4 seed=$5 count=$6
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 "$here/generate.py" "$seed" "$count" > items.c
i=0
while [ $i -lt "$count" ]; do echo "ITEM($i)"; i=$((i + 1)); done > items.h
# make IDS PLANS PASSES: items.ll as item functions whose lanes differ in those ids, through the passes.
make() {
  sed -E '/^define .*@item_/{s/(i64[^,%]*)%([xyz])\b/\1"weft.item.id"="\2" %\2/g;s/ \{$/ "weft.varying"="'"$1"'" "weft.plan"="'"$2"'" {/}' \
    items.ll > marked.ll
  "$weftc" --spmd-verify=2 --passes="spmd-canonicalise,spmd-linearise,$3" marked.ll -o "made.$1.ll"
}
"$clang" -w -fwrapv -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm items.c -o plain.ll
for passes in 'sroa,simplifycfg' 'default<O1>'; do
  "$opt" -S -passes="$passes" plain.ll -o items.ll
  if [ "$form" = lanes ]; then
    make x '' spmd-lanes
    make xy '' spmd-lanes
    sed -i -E '/^define/s/@(item_[0-9]+)_lanes\(/@\1_square(/' made.xy.ll
  else
    make x '4,1,0,masked;8,2,0,masked;16,1,0' spmd-packetise
    make xy '4,2,1;4,4,1,masked' spmd-packetise
    # The items themselves come from plain.ll.
    sed -i -E '/^define .*@item_[0-9]+\(/s/^define (dso_local )?/define internal /' made.x.ll made.xy.ll
    ! grep weft.refused made.x.ll made.xy.ll
  fi
  "$clang" -w -fwrapv -O1 -I. -I"$here" "$here/$form.c" plain.ll made.x.ll made.xy.ll -o compare
  ./compare || { echo "seed $seed, $passes"; exit 1; }
done
