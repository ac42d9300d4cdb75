#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# deb.sh BUILD_DIR DEMO OUT: makes the Debian packages in OUT and checks what is in them and what they ask for. Status 77 where
# there is no dpkg.
set -eu
build=$1 demo=$2 out=$3
for tool in dpkg-deb dpkg-shlibdeps file; do
  command -v $tool >/dev/null || { echo "no $tool"; exit 77; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
shared=""
! grep -q '^WEFT_SHARED_LLVM:BOOL=ON' "$build/CMakeCache.txt" || shared=yes
failed=0
fail() { echo "$*"; failed=1; }

# An unfriendly umask must not reach the packages.
rm -rf "$out"
(umask 077; cpack -G DEB -B "$out" --config "$build/CPackConfig.cmake") >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
[ "$(cd "$out" && echo *.deb | sed 's/_[^ ]*//g')" = "weft-opencl-icd weft-tools" ] || fail "packages: $(ls "$out")"
version=$(sed -n '1s/.*(\(.*\)).*/\1/p' "$(dirname "$0")/../../cmake/debian/changelog")

# What holds for each.
for name in weft-opencl-icd weft-tools; do
  deb=$(ls "$out/$name"_*.deb)
  mkdir "$folder/$name"
  dpkg-deb -x "$deb" "$folder/root" # both in one tree, as they are installed
  dpkg-deb -x "$deb" "$folder/$name/root"
  dpkg-deb -e "$deb" "$folder/$name/control"
  field() { dpkg-deb -f "$deb" "$1"; }
  [ "$(field Package) $(field Source)" = "$name weft" ] || fail "$name: Package: $(field Package), Source: $(field Source)"
  [ "$(field Version)" = "$version" ] || fail "$name: Version: $(field Version), and the changelog's is $version"
  [ "$(field Architecture)" = "$(dpkg --print-architecture)" ] || fail "$name: Architecture: $(field Architecture)"
  field Maintainer | grep -Eq '^[^<]+ <[^@>]+@[^>]+>$' || fail "$name: Maintainer: $(field Maintainer)"
  [ "$(field Description | wc -l)" -gt 2 ] || fail "$name: Description: $(field Description)"
  ! field Depends | grep -qE 'libopencl|-dev' || fail "$name depends on a loader or on headers: $(field Depends)"
  [ -n "$shared" ] || ! field Depends | grep -qE 'llvm|clang|stdc' || fail "LLVM is inside, and yet $name: $(field Depends)"
  # No scripts and no conffile: nothing to leave behind.
  [ "$(cd "$folder/$name/control" && echo *)" = "control md5sums" ] || fail "$name: control files: $(ls "$folder/$name/control")"
  (cd "$folder/$name/root" && md5sum --quiet -c ../control/md5sums) || fail "$name: md5sums differ"

  # Permissions and owner: all may read, the owner alone writes, programs may be run.
  dpkg-deb --fsys-tarfile "$deb" | tar -tv >"$folder/list"
  awk '$2 != "root/root" || $1 !~ /^(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x)$/' "$folder/list" >"$folder/bad"
  [ ! -s "$folder/bad" ] || { cat "$folder/bad"; fail "$name: owner or permissions"; }

  # Stripped, all that is ELF, and no path of the build in it: the command and the compiler find libraries next to them, no more.
  (cd "$folder/$name/root" && find . -type f) >"$folder/$name/files"
  num_elf=0
  while read -r file; do
    readelf -h "$folder/$name/root/$file" >/dev/null 2>&1 || continue
    num_elf=$((num_elf + 1))
    ! readelf -S "$folder/$name/root/$file" | grep -q '\.debug_info\|\.symtab' || fail "$name: $file is not stripped"
    ! readelf -d "$folder/$name/root/$file" | grep -E 'R(UN)?PATH' | grep -vF '[$ORIGIN' || fail "$name: $file has a search path of its own"
  done <"$folder/$name/files"
  [ $num_elf -gt 0 ] || fail "$name: nothing in it was looked at"
done

field() { dpkg-deb -f "$(echo "$out/$1"_*.deb)" "$2"; }
[ "$(field weft-opencl-icd Provides)" = opencl-icd ] || fail "Provides: $(field weft-opencl-icd Provides)"
field weft-opencl-icd Recommends | grep -q 'ocl-icd-libopencl1 | libopencl1' || fail "Recommends: $(field weft-opencl-icd Recommends)"
translators=$(field weft-opencl-icd Recommends | grep -o 'llvm-spirv-[0-9]*')
for translator in $translators; do
  grep -qF "\"$translator\"" "$(dirname "$0")/../../runtime/spirv_translator.c" || fail "$translator is recommended, and nobody looks for it"
done
for release in llvm-spirv-15 llvm-spirv-19; do # Debian 12's and 13's
  echo "$translators" | grep -qx $release || fail "Recommends lacks $release: $(field weft-opencl-icd Recommends)"
done
for library in libc6 libhwloc15 zlib1g ${shared:+libllvm22 libclang-cpp22 libstdc++6}; do
  field weft-opencl-icd Depends | grep -qF "$library" || fail "Depends lacks $library: $(field weft-opencl-icd Depends)"
done
field weft-tools Depends | grep -qF "weft-opencl-icd (= $version)" || fail "the tools take another platform: $(field weft-tools Depends)"

# Exactly these files; weft-spirv only where the build found LLVMSPIRVLib. DIR is the folder of libraries, lib/TRIPLET on Debian.
dir=$(cd "$folder/root" && dirname "$(find . -name libweft.so)")
cat >"$folder/weft-opencl-icd/wanted" <<'END'
./etc/OpenCL/vendors/weft.icd
DIR/libweft-compiler.so
DIR/libweft.so
DIR/weft-bitcode
DIR/weft-builtins-aarch64.bc
DIR/weft-builtins-x86-64-v2.bc
DIR/weft-builtins-x86-64-v3.bc
DIR/weft-builtins-x86-64-v4.bc
./usr/share/doc/weft-opencl-icd/THIRD_PARTY
./usr/share/doc/weft-opencl-icd/changelog.Debian.gz
./usr/share/doc/weft-opencl-icd/copyright
./usr/share/lintian/overrides/weft-opencl-icd
./usr/share/man/man7/weft.7.gz
END
[ -z "$shared" ] || echo DIR/libweft-before-llvm.so >>"$folder/weft-opencl-icd/wanted"
cat >"$folder/weft-tools/wanted" <<'END'
./usr/bin/weftc
./usr/share/doc/weft-tools/changelog.Debian.gz
./usr/share/doc/weft-tools/copyright
./usr/share/man/man1/weftc.1.gz
END
for name in weft-opencl-icd weft-tools; do
  (cd "$folder/$name/root" && find . ! -type d ! -name weft-spirv | sort) >"$folder/$name/found"
  sed "s|^DIR/|$dir/|" "$folder/$name/wanted" | sort | diff - "$folder/$name/found" || fail "$name does not hold what it should"
done
both=$(sort "$folder"/*/files | uniq -d)
[ -z "$both" ] || fail "in both packages: $both"
# What is installed without packages is in one of them, Debian's papers and the licence apart: no rule has a component that is none.
DESTDIR="$folder/all" cmake --install "$build" --prefix /usr >/dev/null
(cd "$folder/all" && find . ! -type d ! -name LICENSE) | sort >"$folder/installed"
(cd "$folder/root" && find . ! -type d ! -name changelog.Debian.gz ! -name copyright ! -path '*/lintian/*') | sort | diff - "$folder/installed" || fail "the packages do not hold what cmake --install does"

[ "$(cat "$folder/root/etc/OpenCL/vendors/weft.icd")" = "${dir#.}/libweft.so" ] || fail "weft.icd names $(cat "$folder/root/etc/OpenCL/vendors/weft.icd")"
grep -q '^License: Apache-2.0-with-LLVM-exception$' "$folder/root/usr/share/doc/weft-tools/copyright" || fail "copyright has no licence"
grep -q '^==== libllvm22$' "$folder/root/usr/share/doc/weft-opencl-icd/THIRD_PARTY" || fail "THIRD_PARTY does not name LLVM"
for page in man7/weft.7 man1/weftc.1; do
  zcat "$folder/root/usr/share/man/$page.gz" | cmp - "$(dirname "$0")/../../docs/man/${page#*/}" || fail "$page is not that of the sources"
done

# What was unpacked works where it lies: a program finds the platform, the platform its compiler and its builtins, and so does weftc.
mkdir "$folder/vendors"
echo "$folder/root/$dir/libweft.so" >"$folder/vendors/weft.icd"
OCL_ICD_VENDORS="$folder/vendors" WEFT_CACHE=0 "$demo" >"$folder/demo" 2>&1 || { cat "$folder/demo"; fail "the demonstration fails"; }
echo 'kernel void k(global float *p) { p[get_global_id(0)] = sin(p[get_global_id(0)]); }' >"$folder/k.cl"
"$folder/root/usr/bin/weftc" --emit=asm "$folder/k.cl" | grep -q weft_kernel_k || fail "weftc"
exit $failed
