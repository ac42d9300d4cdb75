#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Nothing at all.
exit 0
