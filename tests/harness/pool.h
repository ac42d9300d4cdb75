/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_HARNESS_POOL_H
#define WEFT_TESTS_HARNESS_POOL_H

/* What a case has made, released in reverse order when it ends, however it ends. Thread-safe. */

#include <stddef.h>

void test_pool_add(void (*release)(void *object, size_t size), void *object, size_t size);
void test_pool_release(void);

#endif
