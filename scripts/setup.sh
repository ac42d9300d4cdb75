#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# setup.sh [build|tests]: installs the packages that are missing, then configures and builds the release preset in build/release: what
# runs programs alone (build), or the tests as well, which need more packages (tests; what is meant without a word).
# For a bare Debian 12; as root, or with sudo. Sets nothing outside the package system and the build folder.
set -eu
cd "$(dirname "$0")/.."

case ${1:-tests} in
build) testing=OFF ;;
tests) testing=ON ;;
*)
  echo "usage: setup.sh [build|tests]" >&2
  exit 2
  ;;
esac

# zlib and zstd are what LLVM is linked with; llvm-spirv, run for programs in SPIR-V, is part of OpenCL 3.1.
packages="cmake ninja-build gcc g++ pkg-config
  llvm-22-dev clang-22 libclang-22-dev liblld-22-dev lld-22
  libhwloc-dev
  opencl-headers ocl-icd-opencl-dev ocl-icd-libopencl1
  llvm-spirv-15
  python3 zlib1g-dev libzstd-dev"
# FileCheck; references of mathematical functions; who lists platforms, or hwloc's OpenCL plugin, which must stay out; aarch64;
# packages and the wheel; an LLVM and a Clang of another version, for applications that have those.
if [ $testing = ON ]; then
  packages="$packages
  llvm-22-tools
  libmpfr-dev
  clinfo libhwloc-plugins spirv-tools
  qemu-user libc6-dev-arm64-cross libgcc-12-dev-arm64-cross
  file dpkg-dev lintian man-db python3-venv
  llvm-15-dev libclang-15-dev libclang-cpp15"
fi

missing=""
for package in $packages; do
  state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || state=""
  [ "$state" = installed ] || missing="$missing $package"
done
if [ -n "$missing" ]; then
  as_root=""
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "setup.sh: run as root, or with sudo installed, to install:$missing" >&2
      exit 1
    fi
    as_root="sudo"
  fi
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q update
  # shellcheck disable=SC2086 # a list
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends $missing
fi

# Tests that are there once are kept: a folder for them runs programs as well.
if [ ! -f build/release/build.ninja ]; then
  cmake --preset release -DBUILD_TESTING=$testing -DWEFT_BENCH=$testing
elif [ $testing = ON ] && grep -q '^BUILD_TESTING:BOOL=OFF' build/release/CMakeCache.txt; then
  cmake --preset release -DBUILD_TESTING=ON -DWEFT_BENCH=ON
fi
cmake --build --preset release
