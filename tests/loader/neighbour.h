/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_LOADER_NEIGHBOUR_H
#define WEFT_TESTS_LOADER_NEIGHBOUR_H

#ifdef __cplusplus
extern "C" {
#endif

/* What an application does with its own LLVM: it compiles a function that multiplies `value` by `factor`, and calls it.
 * Any thread may; -1 where something failed, which was told on standard error. */
int neighbour_multiply(int value, int factor);

#ifdef __cplusplus
}
#endif

#endif
