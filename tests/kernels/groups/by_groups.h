/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_KERNELS_GROUPS_BY_GROUPS_H
#define WEFT_TESTS_KERNELS_GROUPS_BY_GROUPS_H

#include "tests/kernels/groups/grids.h"

/* Runs kernel void k(global const int *in, global int *out, local int *x) over so many work-items in groups of several
 * sizes, of at most 100; the host's version gets one group at a time. */
static inline void run_by_groups(cl_kernel kernel, const char *options, size_t items,
                                 void (*host)(const cl_int *in, cl_int *out, size_t items)) {
  cl_int *numbers = test_alloc(4 * items), *want = test_alloc(4 * items);
  for (size_t i = 0; i < items; i++)
    numbers[i] = (cl_int)(test_hash((uint32_t)i) % 1000);
  static const size_t locals[] = {100, 64, 8, 1, 37}; /* one sub-group of one work-item too, and remainders */
  for (size_t l = 0; l < TEST_COUNT(locals); l++) {
    size_t mark = test_mark(), local = locals[l];
    struct test_buffer in = test_buffer(4 * items, TEST_END, CL_MEM_READ_ONLY, 0);
    struct test_buffer out = test_buffer(4 * items, TEST_END, CL_MEM_READ_WRITE, 0);
    test_buffer_write(&in, numbers);
    LAUNCH(kernel, items, local, ARG_BUFFER(in), ARG_BUFFER(out), ARG_LOCAL(4 * local));
    test_buffer_sync(&out);
    for (size_t at = 0; at < items; at += local)
      host(numbers + at, want + at, items - at < local ? items - at : local);
    for (size_t i = 0; i < items; i++)
      if (((cl_int *)out.data)[i] != want[i])
        FAIL("%s, groups of %zu: work-item %zu has %d, not %d", options, local, i, ((cl_int *)out.data)[i], want[i]);
    test_release_to(mark);
  }
}

#endif
