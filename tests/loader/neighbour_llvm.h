/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_LOADER_NEIGHBOUR_LLVM_H
#define WEFT_TESTS_LOADER_NEIGHBOUR_LLVM_H

#include <llvm-c/Types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Compiles a module, which it takes, and calls its function `f`. -1 where that failed. */
int neighbour_run(LLVMModuleRef module, int value);

#ifdef __cplusplus
}
#endif

#endif
