/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_API_MEMORY_OBJECTS_H
#define WEFT_TESTS_API_MEMORY_OBJECTS_H

/* Objects of one case, released when it ends. */

#include "tests/harness/test.h"

cl_mem make_buffer(cl_mem_flags flags, size_t size, void *host_ptr);
cl_mem make_sub_buffer(cl_mem parent, cl_mem_flags flags, size_t origin, size_t size);
/* A buffer whose bytes test_fill() made with that seed. */
cl_mem make_filled(size_t size, uint32_t seed);
cl_command_queue make_queue(cl_command_queue_properties properties);
cl_context make_context(void);
cl_event make_user_event(void);
/* Released with the case; not counted as a reference that the case holds besides. */
cl_event keep_event(cl_event event);

/* The buffer's bytes, until the case ends. */
unsigned char *contents(cl_mem buffer, size_t size);
/* Fails where `got` and `want` differ. */
void check_same(const void *got, const void *want, size_t size, const char *what);

cl_ulong mem_info(cl_mem mem, cl_mem_info what, size_t size);
size_t base_align(void); /* bytes */

/* Sets the status of a user event that make_user_event() made. */
void complete(cl_event event, cl_int status);

#endif
