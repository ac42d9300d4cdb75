/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "base/alloc.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Allocations left before the one that fails; negative: off. */
static atomic_long fail_after = -1;

static bool fails(void) {
  if (atomic_load_explicit(&fail_after, memory_order_relaxed) < 0)
    return false;
  return atomic_fetch_sub_explicit(&fail_after, 1, memory_order_relaxed) == 0;
}

void weft_alloc_fail_after(long n) {
  atomic_store(&fail_after, n);
}

void weft_free(void *p) {
  free(p);
}

void *weft_alloc(size_t size) {
  return fails() ? NULL : malloc(size ? size : 1);
}

void *weft_zalloc(size_t size) {
  return weft_calloc(1, size);
}

void *weft_calloc(size_t count, size_t size) {
  if (fails())
    return NULL;
  return count && size ? calloc(count, size) : calloc(1, 1);
}

void *weft_alloc_aligned(size_t align, size_t size) {
  void *p = NULL;
  if (fails())
    return NULL;
  if (align < sizeof(void *))
    align = sizeof(void *);
  return posix_memalign(&p, align, size ? size : 1) == 0 ? p : NULL;
}

void *weft_realloc(void *p, size_t size) {
  return fails() ? NULL : realloc(p, size ? size : 1);
}

char *weft_strdup(const char *text) {
  return weft_memdup(text, strlen(text) + 1);
}

void *weft_memdup(const void *data, size_t size) {
  void *copy = weft_alloc(size);
  if (copy && size)
    memcpy(copy, data, size);
  return copy;
}
