#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs the packages that are missing, then configures and builds the release preset in build/release.
# For a bare Debian 12; as root, or with sudo. Sets nothing outside the package system and the build folder.
set -eu
cd "$(dirname "$0")/.."

packages="cmake ninja-build gcc g++ pkg-config
  llvm-22-dev llvm-22-tools clang-22 libclang-22-dev libclang-cpp22-dev libclang-rt-22-dev liblld-22-dev
  clang-format-22 clang-tidy-22
  libhwloc-dev libhwloc-plugins libmpfr-dev
  opencl-headers opencl-clhpp-headers ocl-icd-opencl-dev ocl-icd-libopencl1 clinfo clpeak
  llvm-spirv-15 spirv-tools
  qemu-user lld-22 libc6-dev-arm64-cross libgcc-12-dev-arm64-cross
  python3 python3-venv file dpkg-dev zlib1g-dev libzstd-dev"

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

[ -f build/release/build.ninja ] || cmake --preset release
cmake --build --preset release
