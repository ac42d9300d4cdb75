#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sets up what is missing, then runs all tests on build/release. Arguments go to ctest (-R async, -L barriers, ...).
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh tests
exec ctest --test-dir build/release -j "${WEFT_TEST_JOBS:-2}" --no-tests=error --output-on-failure "$@"
