#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# man.sh FOLDER: the man pages in it are formatted without a warning. Status 77 where man is not installed.
set -eu
command -v man >/dev/null || { echo "man is not installed"; exit 77; }
for page in "$1"/*; do
  warnings=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
  [ -z "$warnings" ] || { echo "$page: $warnings"; exit 1; }
done
