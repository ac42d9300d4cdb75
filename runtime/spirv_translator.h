/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_SPIRV_TRANSLATOR_H
#define WEFT_RUNTIME_SPIRV_TRANSLATOR_H

/* The program that translates SPIR-V: found once, run by the compiler (compiler/spirv/translate.cpp). */

#include <stdbool.h>
#include <stdint.h>

/* Its path; NULL: there is none. */
const char *weft_spirv_translator(void);
/* Changes whenever the program is replaced. Part of cache keys; "" where there is none. */
const char *weft_spirv_translator_id(void);
/* It is not the compiler's own, but one of LLVM 15 or later. */
bool weft_spirv_translator_is_old(void);
/* The newest version that it reads, as a module's header has it; 0: none. */
uint32_t weft_spirv_newest_version(void);
/* How long it may run. */
unsigned weft_spirv_seconds(void);

#endif
