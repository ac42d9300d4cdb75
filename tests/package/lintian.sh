#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# lintian.sh FOLDER: Debian's own checks of the packages in it, which deb.sh made: errors and warnings fail. Status 77 where lintian
# is not installed.
set -eu
command -v lintian >/dev/null || { echo "lintian is not installed"; exit 77; }
# As root, as in containers, it wants to be told that this is meant. A first upload to Debian would close the request for it.
exec lintian --allow-root --profile debian --suppress-tags initial-upload-closes-no-bugs --fail-on error,warning "$1"/*.deb
