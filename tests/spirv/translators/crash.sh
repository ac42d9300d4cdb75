#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Crashes.
echo "what it said" >&2
kill -SEGV $$
