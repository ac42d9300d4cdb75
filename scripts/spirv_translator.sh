#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# spirv_translator.sh OUT: Debian's llvm-spirv as a folder that can be moved, for distributions that cannot ask for its package. Its LLVM
# is linked anew from the archives of the same version, with what the translator calls and no more: 8 MB in place of 112. Prints the
# packages from which it came. Needs patchelf.
set -eu
out=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

version=""
for number in 22 21 20 19 18 17 16 15; do
  if command -v "llvm-spirv-$number" >/dev/null && [ -x "/usr/lib/llvm-$number/bin/llvm-config" ]; then
    version=$number
    break
  fi
done
[ -n "$version" ] || { echo "spirv_translator.sh: needs llvm-spirv-15 and llvm-15-dev, or both of a later version" >&2; exit 1; }
program=$(command -v "llvm-spirv-$version")
translator=$(ldd "$program" | awk '$1 ~ /^libLLVMSPIRVLib\./ { print $3 }')
llvm=$(ldd "$program" | awk '$1 ~ /^libLLVM[-.]/ { print $1 }')

# The names that both take from LLVM, under the version that they ask for.
nm -D --undefined-only "$program" "$translator" | awk '$2 ~ /@LLVM_/ { sub("@+", " ", $2); print $2 }' | sort -u >"$work/names"
node=$(awk '{ print $2 }' "$work/names" | sort -u)
{
  echo "$node { global:"
  awk '{ print $1 ";" }' "$work/names"
  echo "local: *; };"
} >"$work/map"
config() { "/usr/lib/llvm-$version/bin/llvm-config" --link-static "$@" all; }
mkdir -p "$out"
# shellcheck disable=SC2046 # lists
g++ -shared -o "$out/$llvm" -Wl,-soname,"$llvm" -Wl,--version-script="$work/map" $(awk '{ print "-Wl,-u," $1 }' "$work/names") \
  -Wl,--gc-sections -Wl,-z,defs -fuse-ld=lld -B/usr/lib/llvm-22/bin -s -Wl,--as-needed \
  -Wl,--start-group $(config --libfiles | tr ' ' '\n' | grep -v Polly) -Wl,--end-group \
  $(config --system-libs)
cp "$program" "$out/llvm-spirv"
cp -L "$translator" "$out/"
patchelf --set-rpath '$ORIGIN' "$out"/*
# Nothing of the system's but the C library.
ldd "$out/llvm-spirv" | awk '$3 ~ "^/" && $1 !~ /^lib(c|m)\.so/ { print $3 }' | grep -vF "$out/" | while read -r library; do
  cp -L "$library" "$out/"
  patchelf --set-rpath '$ORIGIN' "$out/$(basename "$library")"
done
chmod 755 "$out"/*
echo "llvm-spirv-$version libllvm$version libtinfo6"
