#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# opening.sh PROGRAM LIBRARY VERSION: with WEFT_LOG=info or debug the platform says one line when it is opened: what it is and what it goes
# by; and nothing by default. PROGRAM is a test through the loader.
set -eu
program=$1 library=$(realpath "$2") version=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# said VARIABLE=VALUE...: what a process writes to standard error that opens the platform and asks more than once.
said() { env "$@" "$program" says_who_it_is old_entry_points 2>&1 >/dev/null; }

# line WANTED VARIABLE=VALUE...: one line, WANTED in it; what is built later has lines of its own.
line() {
  wanted=$1
  shift
  text=$(said "$@" | grep '^weft: info: Weft ' || true)
  case $text in *"$wanted"*) ;; *) failed=1; echo "$*: no '$wanted' in '$text'" ;; esac
  [ "$(echo "$text" | wc -l)" = 1 ] || { failed=1; echo "$*: several lines: $text"; }
}
line "weft: info: Weft $version: " WEFT_LOG=info
for level in info debug; do
  line "library: $library," WEFT_LOG=$level
  line ", x86-64-v2 (" WEFT_LOG=$level WEFT_ISA=x86-64-v2
  line "workers: 3," WEFT_LOG=$level WEFT_MAX_THREADS=3
  line "cache: off," WEFT_LOG=$level WEFT_CACHE=0
  line "cache: $folder/kept," WEFT_LOG=$level WEFT_CACHE=1 WEFT_CACHE_DIR="$folder/kept"
  line "cache: $folder/weft," WEFT_LOG=$level WEFT_CACHE=1 XDG_CACHE_HOME="$folder"
  line "SPIR-V: no translator" WEFT_LOG=$level WEFT_LLVM_SPIRV=/nowhere
  line "SPIR-V: $(realpath /bin/cat)" WEFT_LOG=$level WEFT_LLVM_SPIRV=/bin/cat
done

# Where a translator is looked for: beside the compiler, one of its LLVM, one that was brought; the newest on PATH.
compiler="$folder/lib/libweft-compiler.so"
mkdir -p "$folder/lib/spirv" "$folder/bin"
for place in "$folder/bin/llvm-spirv" "$folder/bin/llvm-spirv-15" "$folder/bin/llvm-spirv-19" "$folder/lib/spirv/llvm-spirv" "$folder/lib/weft-spirv"; do
  cp /bin/cat "$place"
  line "SPIR-V: $place" WEFT_LOG=info WEFT_COMPILER="$compiler" PATH="$folder/bin"
done

for level in "" none error warning; do
  text=$(said WEFT_LOG=$level)
  [ -z "$text" ] || { failed=1; echo "WEFT_LOG=$level: $text"; }
done
exit $failed
