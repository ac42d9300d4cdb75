/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_FOLDER_H
#define WEFT_RUNTIME_FOLDER_H

/*
 * Folders of this user's own, in which code is kept that processes then run: nobody else may write there.
 */

#include <limits.h>
#include <stdbool.h>

/* Where the cache of compiled programs is (cache.h), whether or not that folder is there. False: there is no cache. */
bool weft_folder_of_cache(char out[PATH_MAX]);
/* Makes the folder and its parents where they are missing, mode 0700 whatever the umask. The path is changed meanwhile.
 */
bool weft_folder_make(char *path);
/* A descriptor of the folder; -1: there is none, or others may write to it, which is logged with what that means,
 * unless `consequence` is NULL. */
int weft_folder_open(const char *path, const char *consequence);
/* A new file, mode 0600 whatever the umask, open for writing; -1 with errno. */
int weft_folder_create_file(int folder, const char *name);

#endif
