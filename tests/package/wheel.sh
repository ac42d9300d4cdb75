#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# wheel.sh BUILD_DIR PROGRAM MODULE: makes the Python distribution, installs it in an environment of its own beside pyopencl's, both found by that
# one's loader and by any program's, and takes it away again. Status 77 where PyPI cannot be reached.
set -eu
build=$1 program=$2 module=$3
scripts=$(cd "$(dirname "$0")/../../scripts" && pwd)
! grep -q '^WEFT_SHARED_LLVM:BOOL=ON' "$build/CMakeCache.txt" || { echo "with the system's LLVM"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "$*"; exit 1; }

python3 -m venv "$folder/venv" || { echo "no venv"; exit 77; }
bin=$folder/venv/bin
"$bin/pip" -q install pyopencl numpy >"$folder/log" 2>&1 || { cat "$folder/log"; echo "no PyPI"; exit 77; }
"$scripts/wheel.sh" "$folder/dist" "$build" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
wheel=$(echo "$folder"/dist/weft_opencl-*-py3-none-manylinux_*.whl)
[ -f "$wheel" ] || fail "no wheel for all distributions: $(ls "$folder/dist")"
[ "$(stat -c %s "$wheel")" -le 60000000 ] || fail "the wheel has $(stat -c %s "$wheel") bytes"
"$bin/pip" -q install "$wheel"

# pyopencl finds it with nothing set, and computes on what was installed; the cache must not answer. Nor may what is on PATH.
export HOME="$folder/home" XDG_DATA_HOME="$folder/home/data" WEFT_CACHE=0
mkdir "$HOME"
unset OCL_ICD_VENDORS OPENCL_VENDOR_PATH OCL_ICD_FILENAMES
PATH=/nowhere "$bin/python" "$program" "$folder/venv/" "$module" || fail "pyopencl's program fails"
translator=$(echo "$folder"/venv/lib/python3*/site-packages/weft_opencl/lib/spirv/llvm-spirv)
! ldd "$translator" | awk '$3 ~ "^/" { print $3 }' | grep -vE "^$folder/|/lib(c|m)\.so\.6$" || fail "the translator takes the system's libraries"

# Any other program by one line, and a tarball without Python.
vendors=$("$bin/python" -m weft_opencl --vendors)
case $vendors in "$folder/venv/"*) ;; *) fail "--vendors prints $vendors" ;; esac
mkdir "$folder/tree"
tar -C "$folder/tree" -xf "$folder"/dist/weft-*.tar.gz
for place in "$vendors" "$("$folder"/tree/weft-*/vendors.sh)"; do
  PATH=/nowhere WEFT_LOG=info OCL_ICD_VENDORS=$place "$build/bin/demo" 2>&1 | grep -q "SPIR-V: $folder/.*/lib/spirv/llvm-spirv" || fail "no translator"
  OCL_ICD_VENDORS=$place LD_DEBUG=files LD_DEBUG_OUTPUT="$folder/files" "$build/bin/demo" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
  ! grep -h 'calling init: .*libweft' "$folder"/files.* | grep -vF "calling init: $folder/" || fail "libraries come from elsewhere"
  rm "$folder"/files.*
done

echo 'kernel void k(global float *p) { p[get_global_id(0)] = sin(p[get_global_id(0)]); }' >"$folder/k.cl"
"$bin/weftc" --emit=asm "$folder/k.cl" | grep -q weft_kernel_k || fail "weftc"

# What --install writes, --remove takes, and no more.
"$bin/python" -m weft_opencl --install >"$folder/log"
[ "$(head -1 "$folder/log")" = "$folder/venv/etc/OpenCL/vendors/weft.icd" ] || { cat "$folder/log"; fail "--install"; }
echo /elsewhere/libother.so >"$folder/venv/etc/OpenCL/vendors/other.icd"
"$bin/python" -m weft_opencl --remove >/dev/null
[ "$(ls "$folder/venv/etc/OpenCL/vendors")" = other.icd ] || fail "--remove leaves $(ls "$folder/venv/etc/OpenCL/vendors")"
"$bin/pip" -q uninstall -y weft-opencl
left=$(find "$folder/venv" -iname '*weft*')
[ -z "$left" ] || fail "pip uninstall leaves $left"
