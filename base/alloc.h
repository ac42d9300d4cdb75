/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BASE_ALLOC_H
#define WEFT_BASE_ALLOC_H

/*
 * All host allocations of icd/ and runtime/ go through here, so that a test can make each of
 * them fail in turn (weft_alloc_fail_after, or the option WEFT_FAIL_ALLOC through the loader).
 * NULL means out of memory; callers answer CL_OUT_OF_HOST_MEMORY.
 */

#include <stddef.h>

void weft_free(void *p); /* NULL is fine */

/* GCC knows which function frees what these return; Clang does not understand that form. */
#ifdef __clang__
#define WEFT_ALLOCATES __attribute__((malloc, warn_unused_result))
#else
#define WEFT_ALLOCATES __attribute__((malloc(weft_free, 1), warn_unused_result))
#endif

WEFT_ALLOCATES void *weft_alloc(size_t size);
WEFT_ALLOCATES void *weft_zalloc(size_t size); /* zero-filled */
/* count elements of size bytes, zero-filled; NULL where the product overflows. */
WEFT_ALLOCATES void *weft_calloc(size_t count, size_t size);
/* `align` is a power of two, at most 4096; not zero-filled. */
WEFT_ALLOCATES void *weft_alloc_aligned(size_t align, size_t size);
__attribute__((warn_unused_result)) void *weft_realloc(void *p, size_t size);
WEFT_ALLOCATES char *weft_strdup(const char *text);
WEFT_ALLOCATES void *weft_memdup(const void *data, size_t size);

/* The n-th allocation from now (0: the next) fails, once. Negative: none does. */
void weft_alloc_fail_after(long n);

#endif
