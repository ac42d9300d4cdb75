#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# deb.sh BUILD_DIR DEMO: makes the Debian package in a temporary folder and checks what is in it and what it asks for. Status 77
# where there is no dpkg.
set -eu
build=$1 demo=$2
command -v dpkg-deb >/dev/null && command -v dpkg-shlibdeps >/dev/null || { echo "no dpkg-dev"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
shared=""
! grep -q '^WEFT_SHARED_LLVM:BOOL=ON' "$build/CMakeCache.txt" || shared=yes
failed=0
fail() { echo "$*"; failed=1; }

# An unfriendly umask must not reach the package.
(umask 077; cpack -G DEB -B "$folder/out" --config "$build/CPackConfig.cmake") >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
deb=$(ls "$folder"/out/weft-opencl-icd_*.deb)
dpkg-deb -x "$deb" "$folder/root"
dpkg-deb -e "$deb" "$folder/control"

# Control fields.
field() { dpkg-deb -f "$deb" "$1"; }
[ "$(field Package)" = weft-opencl-icd ] || fail "Package: $(field Package)"
[ "$(field Architecture)" = "$(dpkg --print-architecture)" ] || fail "Architecture: $(field Architecture)"
[ "$(field Provides)" = opencl-icd ] || fail "Provides: $(field Provides)"
field Maintainer | grep -Eq '^[^<]+ <[^@>]+@[^>]+>$' || fail "Maintainer: $(field Maintainer)"
field Recommends | grep -q 'ocl-icd-libopencl1 | libopencl1' || fail "Recommends: $(field Recommends)"
for library in libc6 libhwloc15 ${shared:+libllvm22 libclang-cpp22 libstdc++6}; do
  field Depends | grep -qF "$library" || fail "Depends lacks $library: $(field Depends)"
done
[ -n "$shared" ] || ! field Depends | grep -qE 'llvm|clang|stdc' || fail "LLVM is inside, and yet: $(field Depends)"
! field Depends | grep -qE 'opencl|-dev' || fail "Depends on a loader or on headers: $(field Depends)"
# No scripts and no conffile: nothing to leave behind.
[ "$(cd "$folder/control" && echo *)" = "control md5sums" ] || fail "control files: $(ls "$folder/control")"
(cd "$folder/root" && md5sum --quiet -c "$folder/control/md5sums") || fail "md5sums differ"

# Exactly these files; weft-spirv only where the build found LLVMSPIRVLib.
(cd "$folder/root" && find . ! -type d ! -name weft-spirv | sort) >"$folder/found"
cat >"$folder/wanted" <<'END'
./etc/OpenCL/vendors/weft.icd
./usr/bin/weftc
./usr/lib/libweft.so
./usr/lib/weft/libweft-compiler.so
./usr/lib/weft/weft-bitcode
./usr/lib/weft/weft-builtins-aarch64.bc
./usr/lib/weft/weft-builtins-x86-64-v2.bc
./usr/lib/weft/weft-builtins-x86-64-v3.bc
./usr/lib/weft/weft-builtins-x86-64-v4.bc
./usr/share/doc/weft-opencl-icd/copyright
END
[ -z "$shared" ] || { echo ./usr/lib/weft/libweft-before-llvm.so >>"$folder/wanted" && sort -o "$folder/wanted" "$folder/wanted"; }
# The folder of libraries is the configuration's choice: lib or lib/<triplet>.
libdir=$(dirname "$(cd "$folder/root" && find . -name libweft.so)")
sed -i "s|^\./usr/lib/|$libdir/|" "$folder/wanted"
diff "$folder/wanted" "$folder/found" || fail "the package does not hold what it should"
[ "$(cat "$folder/root/etc/OpenCL/vendors/weft.icd")" = "${libdir#.}/libweft.so" ] || fail "weft.icd names $(cat "$folder/root/etc/OpenCL/vendors/weft.icd")"

# Permissions and owner: all may read, the owner alone writes, programs may be run.
dpkg-deb --fsys-tarfile "$deb" | tar -tv >"$folder/list"
awk '$2 != "root/root" || $1 !~ /^(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x)$/' "$folder/list" >"$folder/bad"
[ ! -s "$folder/bad" ] || { cat "$folder/bad"; fail "owner or permissions"; }
[ -x "$folder/root/usr/bin/weftc" ] || fail "weftc cannot be run"

# Stripped, and no path of the build in what is loaded: the compiler finds the library next to it, no more.
for file in usr/bin/weftc "$libdir/libweft.so" "$libdir/weft/libweft-compiler.so" \
  ${shared:+"$libdir/weft/libweft-before-llvm.so"} "$libdir/weft/weft-bitcode"; do
  ! readelf -S "$folder/root/$file" | grep -q '\.debug_info\|\.symtab' || fail "$file is not stripped"
  ! readelf -d "$folder/root/$file" | grep -E 'R(UN)?PATH' | grep -vF '[$ORIGIN' || fail "$file has a search path of its own"
done

# What was unpacked works where it lies: a program finds the platform, the platform its compiler and its builtins.
mkdir "$folder/vendors"
echo "$folder/root/$libdir/libweft.so" >"$folder/vendors/weft.icd"
OCL_ICD_VENDORS="$folder/vendors" WEFT_CACHE=0 "$demo" >"$folder/demo" 2>&1 || { cat "$folder/demo"; fail "the demonstration fails"; }
exit $failed
