/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Groups of a size that nobody gives (a null local_work_size): those of programs in OpenCL C 1.2 divide the range, and
 * are no columns where a row's length has no divisor but large ones.
 */
#include "tests/harness/test.h"

static const char source[] = CL(kernel void k(global uint *said, global uint *sizes) {
  size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  said[(z * get_global_size(1) + y) * get_global_size(0) + x] += 1 + (uint)(x + 3 * y + 7 * z);
  if (x == 0 && y == 0 && z == 0)
    for (uint d = 0; d < 3; d++)
      sizes[d] = get_local_size(d);
});

static void check(const char *options, size_t x, size_t y, size_t z, size_t least) {
  cl_kernel kernel = test_kernel(test_build(options, source), "k");
  size_t items = x * y * z, most, global[] = {x, y, z};
  CHECK_CL(clGetKernelWorkGroupInfo(kernel, test.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof(most), &most, NULL));
  struct test_buffer said = test_buffer(items * sizeof(cl_uint), TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer sizes = test_buffer(3 * sizeof(cl_uint), TEST_END, CL_MEM_READ_WRITE, 0);
  SET_ARGS(kernel, ARG_BUFFER(said), ARG_BUFFER(sizes));
  test_launch(kernel, 3, NULL, global, NULL);
  test_buffer_sync(&said);
  test_buffer_sync(&sizes);
  const cl_uint *counted = (const void *)said.data, *local = (const void *)sizes.data;
  for (size_t i = 0; i < items; i++)
    if (counted[i] != 1 + i % x + 3 * (i / x % y) + 7 * (i / x / y))
      FAIL("work-item %zu of %zu x %zu x %zu ran %s", i, x, y, z, counted[i] ? "more than once" : "never");
  if ((size_t)local[0] * local[1] * local[2] > most || local[0] < least)
    FAIL("groups of %u x %u x %u for %zu x %zu x %zu", local[0], local[1], local[2], x, y, z);
  for (int d = 0; d < 3; d++)
    if (local[d] == 0 || (!*options && global[d] % local[d]))
      FAIL("groups of %u in dimension %d of %zu", local[d], d, global[d]);
}

static void equal(void) {
  check("", 1021, 3000, 1, 1021); /* a prime number */
  check("", 1042, 3000, 1, 521);  /* two of them */
  check("", 1021, 3, 1000, 1021);
  check("", 1001, 3000, 1, 16);
  check("", 16381, 40, 1, 1); /* too long for a group */
  check("", 1021, 1, 1, 1);   /* too few for all workers */
  check("", 1, 1, 1021, 1);
}

static void unequal(void) {
  check("-cl-std=CL3.0", 1021, 3000, 1, 16);
  check("-cl-std=CL3.0", 16381, 40, 1, 16);
}

static const struct test_case cases[] = {{"equal", equal}, {"unequal", unequal}};
TEST_MAIN(cases)
