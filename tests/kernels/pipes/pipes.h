/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_KERNELS_PIPES_PIPES_H
#define WEFT_TESTS_KERNELS_PIPES_PIPES_H

#include <stdio.h>
#include <string.h>

#include "tests/harness/pool.h"
#include "tests/harness/test.h"

#define INT(buffer) ((cl_int *)(buffer).data)

static inline void release_pipe(void *object, size_t size) {
  clReleaseMemObject(object);
}

static inline cl_mem make_pipe(cl_uint packet_size, cl_uint max_packets) {
  if (!test_device_uint(CL_DEVICE_PIPE_SUPPORT))
    test_skip("no pipes");
  cl_int error;
  cl_mem pipe = clCreatePipe(test.context, 0, packet_size, max_packets, NULL, &error);
  CHECK_CL(error);
  test_pool_add(release_pipe, pipe, 0);
  return pipe;
}

/* Each number from 0 to n - 1 once, in any order. */
static inline void check_permutation(const cl_int *numbers, int n) {
  unsigned char *seen = test_alloc((size_t)n);
  for (int i = 0; i < n; i++) {
    if (numbers[i] < 0 || numbers[i] >= n || seen[numbers[i]])
      FAIL("number %d at %d is wrong or there twice", numbers[i], i);
    seen[numbers[i]] = 1;
  }
}

#endif
