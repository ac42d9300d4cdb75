/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_COMPILER_LOADER_H
#define WEFT_RUNTIME_COMPILER_LOADER_H

/*
 * Finds libweft-compiler.so and the builtin modules, and opens the library at the first build that the disk cache does
 * not answer. It stays open until the process ends: LLVM is not made to be unmapped.
 *
 * Process exit: builds in flight are counted; before LLVM's own destructors run, exit() waits for them and no
 * further one begins. A forked child has none in flight.
 */

#include <stdbool.h>

#include "compiler/compiler.h"

/* Paths and what they hold, without opening the compiler: changes whenever the library or a builtin module is replaced.
 * Part of cache keys and binaries. "" where no compiler is installed. */
const char *weft_compiler_build_id(void);
/* Folder of the builtin modules, for struct weft_target. */
const char *weft_compiler_builtins_dir(void);
/* Path of the compiler's library, whether or not it is there. */
const char *weft_compiler_path(void);

/* The compiler, opened if need be. NULL: not available, and `why` (static) says why. */
const struct weft_compiler *weft_compiler_open(const char **why);

/* Registers what waits at exit. By the platform's opening: a build that comes while exit() runs destructors would
 * otherwise be the first that asks for it, and load the compiler meanwhile. */
void weft_compiler_watch_exit(void);
/* Around each build. begin() is false once the process exits. */
bool weft_compiler_begin(void);
void weft_compiler_end(void);
/* The process exits, and waits for builds in flight. */
bool weft_compiler_exits(void);

#endif
