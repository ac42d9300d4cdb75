#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Takes for ever, with a child that does too.
sleep 1000 &
sleep 1000
