/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_COMPILER_LOADER_H
#define WEFT_RUNTIME_COMPILER_LOADER_H

/*
 * Finds libweft-compiler.so and the builtin modules, and opens the library at the first build that the disk cache does
 * not answer. It stays open until the process ends: LLVM is not made to be unmapped.
 *
 * Process exit: compilations stop where they are, and no further one begins. Fork: the child finds none, and a compiler
 * in which nothing is half done (span.h).
 */

#include <stdbool.h>

#include "compiler/compiler.h"

/* Paths and what they hold, without opening the compiler: changes whenever the library or a builtin module is replaced.
 * Part of cache keys and binaries. "" where no compiler is installed. */
const char *weft_compiler_build_id(void);
/* Folder of the builtin modules, for struct weft_target. */
const char *weft_compiler_builtins_dir(void);
/* Path of the library that the runtime is in; "" unknown. */
const char *weft_own_path(void);
/* Path of the compiler's library, whether or not it is there. */
const char *weft_compiler_path(void);

/* The compiler, opened if need be. NULL: not available, and `why` (static) says why. */
const struct weft_compiler *weft_compiler_open(const char **why);

/* Registers what happens at exit. By the platform's opening: a build that comes while exit() runs destructors would
 * otherwise be the first that asks for it, and load the compiler meanwhile. False: it cannot be, and nothing is built. */
bool weft_compiler_watch_exit(void);
/* The process exits: builds fail, and those under way end where they are. */
bool weft_compiler_exits(void);

#endif
