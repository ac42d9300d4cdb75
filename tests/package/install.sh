#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# install.sh BUILD_DIR DEMO: cmake --install into a folder of one's own, which must touch nothing else, and the programs that run there.
set -eu
build=$1 demo=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
prefix=$folder/prefix
(umask 077; cmake --install "$build" --prefix "$prefix") >"$folder/log" || { cat "$folder/log"; exit 1; }

vendors=$prefix/etc/OpenCL/vendors
library=$(cat "$vendors/weft.icd")
case $library in
"$prefix"/*) ;;
*) echo "weft.icd names $library"; exit 1 ;;
esac
[ -f "$library" ] || { echo "no $library"; exit 1; }
! grep "Installing: " "$folder/log" | grep -vF "Installing: $prefix/" || { echo "installs outside its prefix"; exit 1; }
[ "$(stat -c %a "$vendors/weft.icd")" = 644 ] || { echo "weft.icd: $(stat -c %a "$vendors/weft.icd")"; exit 1; }

# The demonstration ends only if its numbers are right; the libraries it maps must be those of the prefix.
OCL_ICD_VENDORS="$vendors" WEFT_CACHE=0 LD_DEBUG=files LD_DEBUG_OUTPUT="$folder/files" "$demo" >"$folder/demo" 2>&1 || {
  cat "$folder/demo"
  exit 1
}
libraries="libweft.so libweft-compiler.so"
! grep -q '^WEFT_SHARED_LLVM:BOOL=ON' "$build/CMakeCache.txt" || libraries="$libraries libweft-before-llvm.so"
for name in $libraries; do
  grep -h "calling init: .*/$name" "$folder"/files.* >"$folder/loaded" || { echo "$name was not loaded"; exit 1; }
  ! grep -vF "calling init: $prefix/" "$folder/loaded" || { echo "$name comes from elsewhere"; exit 1; }
done

# A release is stripped without being told so, and has its man pages.
if grep -q '^WEFT_INSTALL_STRIP:BOOL=ON' "$build/CMakeCache.txt"; then
  for file in "$library" "$(dirname "$library")/libweft-compiler.so" "$(dirname "$library")/weft-bitcode" "$prefix/bin/weftc"; do
    ! readelf -S "$file" | grep -q '\.debug_info\|\.symtab' || { echo "$file is not stripped"; exit 1; }
  done
fi
for page in man7/weft.7.gz man1/weftc.1.gz; do
  [ -f "$prefix/share/man/$page" ] || { echo "no $page"; exit 1; }
done

# The command finds the installation's builtins.
echo 'kernel void k(global float *p) { p[get_global_id(0)] = sin(p[get_global_id(0)]); }' >"$folder/k.cl"
"$prefix/bin/weftc" "$folder/k.cl" -o "$folder/k.ll"
[ -s "$folder/k.ll" ] || { echo "weftc wrote nothing"; exit 1; }
"$prefix/bin/weftc" --help | grep -q -- '--emit=' || { echo "weftc --help does not help"; exit 1; }
