/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_HARNESS_CACHE_H
#define WEFT_TESTS_HARNESS_CACHE_H

/* Weft's disk cache in tests, which are otherwise run without (WEFT_CACHE=0). */

#include <stdbool.h>

/* A new and empty folder of this user alone, which the case's end removes with all that is in it. */
const char *test_folder(void);

/* Turns the cache on, in a new and empty folder, for this process and those that it starts. The case's end removes the
 * folder and turns the cache off. Returns the folder's path. */
const char *test_cache(void);

/* Whether this process has opened the compiler's library: one whose builds all came from the cache has not. */
bool test_compiler_is_open(void);

#endif
