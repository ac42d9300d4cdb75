/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_DEBUG_FILES_H
#define WEFT_RUNTIME_DEBUG_FILES_H

/*
 * What debuggers and profilers get to read of programs, in the folder that WEFT_DEBUG_DIR names (docs/debugging.md):
 * objects, which the back end writes there and loads, and sources, in a folder for each that the source's hash names.
 */

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* The folder's absolute path, as it is now made or found. False: none is asked for, or it cannot be had (logged). */
bool weft_debug_folder(char out[PATH_MAX]);
/* Writes the source there, as kernel.cl; `out` becomes the path of the folder that has it. False, logged: it cannot. */
bool weft_debug_keep_source(const char *folder, const char *text, size_t size, char out[PATH_MAX]);

#endif
