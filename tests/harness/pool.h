/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_HARNESS_POOL_H
#define WEFT_TESTS_HARNESS_POOL_H

/* What a case has made, released in reverse order when it ends, however it ends. Thread-safe. */

#include <CL/cl.h>
#include <stddef.h>

void test_pool_add(void (*release)(void *object, size_t size), void *object, size_t size);
/* The application's reference to the object. */
void test_keep_context(cl_context context);
void test_keep_queue(cl_command_queue queue);
void test_keep_device(cl_device_id device);
void test_keep_mem(cl_mem mem);
void test_pool_release(void);

#endif
