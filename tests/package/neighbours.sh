#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# neighbours.sh PACKAGE PROGRAM: runs Weft in one process with a package of PyPI's that has an LLVM of its own, each loaded first once.
# Status 77 where PyPI cannot be reached or does not have the package for this Python.
set -eu
package=$1 program=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv" || { echo "no venv"; exit 77; }
"$folder/venv/bin/pip" -q install --only-binary :all: pyopencl numpy "$package" >"$folder/log" 2>&1 || {
  cat "$folder/log"
  echo "no $package from PyPI"
  exit 77
}
for order in before after exported; do
  "$folder/venv/bin/python" "$program" "$package" $order || { echo "$package, $order: status $?"; exit 1; }
done
