/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_SANDBOX_RESTRICTIONS_H
#define WEFT_TESTS_SANDBOX_RESTRICTIONS_H

/*
 * What a process gives up before it becomes another program. Each answers false, with errno, where this machine or this
 * user may not do that: the case is then skipped.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>

/* These system calls fail with `error` from now on. */
bool restrict_calls(int error, const int *calls, size_t count);
/* Soft and hard limit. */
bool restrict_limit(__rlimit_resource_t resource, rlim_t most);
/* Mounts of this process alone. */
bool restrict_mounts(void);
/* An empty file system of so many KiB over a folder; the folder has mode 01777. 0: read-only. */
bool restrict_folder(const char *folder, unsigned kib);
/* Becomes nobody. */
enum { RESTRICTED_USER = 65534 };
bool restrict_user(void);

#endif
