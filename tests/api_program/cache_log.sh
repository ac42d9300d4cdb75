#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cache_log.sh PROGRAM: what WEFT_LOG tells of the cache: with debug a line for each program that it has or has not, with warning that it
# cannot be used. PROGRAM builds and runs something.
set -eu
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
export WEFT_CACHE=1
said() { env "$@" "$program" 2>&1 >/dev/null || echo "status $?"; }

# expect WANTED UNWANTED VARIABLE=VALUE...: patterns, '-' for none.
expect() {
  wanted=$1 unwanted=$2
  shift 2
  text=$(said "$@")
  echo "$text" | grep -q "$wanted" || { failed=1; echo "$*: no '$wanted' in: $text"; }
  ! echo "$text" | grep -q "$unwanted" || { failed=1; echo "$*: '$unwanted' in: $text"; }
}
expect 'debug: cache: [0-9a-f]*\.weft miss$' 'hit$\|warning\|status' WEFT_LOG=debug WEFT_CACHE_DIR="$folder/new"
expect 'debug: cache: [0-9a-f]*\.weft hit$' 'miss$\|warning\|status' WEFT_LOG=debug WEFT_CACHE_DIR="$folder/new"
expect '^$' . WEFT_LOG=warning WEFT_CACHE_DIR="$folder/new"
: >"$folder/file"
expect "warning: $folder/file/cache cannot be made: Not a directory: programs are not cached" status WEFT_LOG=warning \
  WEFT_CACHE_DIR="$folder/file/cache"
mkdir -m 777 "$folder/open"
expect "warning: $folder/open is not a folder of this user alone: programs are not cached" status WEFT_LOG=warning WEFT_CACHE_DIR="$folder/open"
# Where no file can be made, not even by root.
expect 'warning: the cache cannot be written: .*: programs are not cached' status WEFT_LOG=warning WEFT_CACHE_DIR=/proc/self/fd
expect '^$' . WEFT_CACHE_DIR=/proc/self/fd
exit $failed
