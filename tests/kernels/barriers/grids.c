/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Groups of every size and shape, remainders in every dimension, offsets, sizes that the driver chooses. */
#include "tests/kernels/barriers/mirror.h"

static const char kernel_source[] = CL(kernel void k(ARGS) {
  x[LID] = in[ID];
  BARRIER;
  y[OTHER] = x[LID];
  BARRIER;
  out[ID] = 3 * y[LID] + 1;
});

static size_t largest_group(cl_kernel kernel) {
  size_t size = 0;
  CHECK_CL(clGetKernelWorkGroupInfo(kernel, test.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, NULL));
  return size;
}

static void sizes(void) {
  static const size_t more[] = {97, 127, 128, 129, 255, 256, 257, 500, 511, 1000, 1023, 1024, 1025, 2048, 4095};
  cl_kernel kernel = mirror_kernel(NULL, kernel_source);
  size_t largest = largest_group(kernel);
  for (size_t size = 1; size <= 70; size++)
    mirror_launch(kernel, &(struct mirror_grid){{3 * size, 1, 1}, {size, 1, 1}, {0, 0, 0}});
  for (size_t i = 0; i < TEST_COUNT(more) && more[i] <= largest; i++)
    mirror_launch(kernel, &(struct mirror_grid){{2 * more[i], 1, 1}, {more[i], 1, 1}, {0, 0, 0}});
}

/* 8,192 work-items, the largest group, 8 bytes of local memory for each. */
static void largest(void) {
  cl_kernel kernel = mirror_kernel(NULL, kernel_source);
  size_t size = largest_group(kernel);
  if (test.is_weft)
    CHECK_EQ(size, 8192);
  size_t fits = test_device_ulong(CL_DEVICE_LOCAL_MEM_SIZE) / 8;
  if (size > fits)
    size = fits;
  mirror_launch(kernel, &(struct mirror_grid){{3 * size, 1, 1}, {size, 1, 1}, {0, 0, 0}});
  mirror_launch(kernel, &(struct mirror_grid){{size / 64, 64, 1}, {size / 64, 64, 1}, {0, 0, 0}});
  mirror_launch(kernel, &(struct mirror_grid){{16, 8, size / 128}, {16, 8, size / 128}, {0, 0, 0}});
}

static void shapes(void) {
  static const size_t locals[][3] = {{1, 1, 5}, {1, 5, 1}, {5, 1, 1},  {2, 3, 4},   {3, 3, 3},  {7, 1, 2},
                                     {1, 8, 8}, {8, 8, 8}, {5, 7, 11}, {16, 16, 1}, {1, 64, 2}, {13, 1, 17}};
  cl_kernel kernel = mirror_kernel(NULL, kernel_source);
  for (size_t i = 0; i < TEST_COUNT(locals); i++) {
    struct mirror_grid grid = {.local = {locals[i][0], locals[i][1], locals[i][2]}, .offset = {i, 2 * i, 100 * i}};
    for (int d = 0; d < 3; d++)
      grid.global[d] = grid.local[d] * (size_t)(1 + (i + (size_t)d) % 3);
    mirror_launch(kernel, &grid);
  }
}

/* Every number of work-items left over in each of the dimensions, and in all of them. */
static void remainders(void) {
  cl_kernel kernel = mirror_kernel("-cl-std=CL3.0", kernel_source);
  for (size_t rest = 0; rest < 8; rest++)
    mirror_launch(kernel, &(struct mirror_grid){{16 + rest, 1, 1}, {8, 1, 1}, {0, 0, 0}});
  for (size_t x = 1; x <= 4; x++)
    for (size_t y = 1; y <= 3; y++)
      for (size_t z = 1; z <= 2; z++)
        mirror_launch(kernel, &(struct mirror_grid){{4 + x, 3 + y, 2 + z}, {4, 3, 2}, {3, 0, 9}});
  for (size_t size = 1; size < 40; size += 3)
    mirror_launch(kernel, &(struct mirror_grid){{size, size, 1}, {16, 2, 1}, {0, 0, 0}});
  mirror_launch(kernel, &(struct mirror_grid){{5, 1, 1}, {64, 1, 1}, {0, 0, 0}});
}

static void uneven_refused(void) {
  cl_kernel kernel = mirror_kernel("-cl-std=CL1.2", kernel_source);
  struct test_buffer in = test_buffer(4096, TEST_END, 0, 1), out = test_buffer(4096, TEST_END, 0, 1);
  SET_ARGS(kernel, ARG_BUFFER(in), ARG_BUFFER(out), ARG_LOCAL(256), ARG_LOCAL(256), ARG_INT(5), ARG_INT(0));
  CHECK_ERR(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, (size_t[]){10}, (size_t[]){4}, 0, NULL, NULL),
            CL_INVALID_WORK_GROUP_SIZE);
  cl_kernel uniform = mirror_kernel("-cl-std=CL3.0 -cl-uniform-work-group-size", kernel_source);
  SET_ARGS(uniform, ARG_BUFFER(in), ARG_BUFFER(out), ARG_LOCAL(256), ARG_LOCAL(256), ARG_INT(5), ARG_INT(0));
  CHECK_ERR(clEnqueueNDRangeKernel(test.queue, uniform, 1, NULL, (size_t[]){10}, (size_t[]){4}, 0, NULL, NULL),
            CL_INVALID_WORK_GROUP_SIZE);
}

/* Whoever has nothing to do returns before the barrier, in the middle of the last group. The specification leaves that
 * undefined; programs do it. */
static void early_return(void) {
  if (!test.is_weft)
    test_skip("undefined by the specification");
  cl_kernel kernel =
      test_kernel(test_build(NULL, CL(kernel void k(global const int *in, global int *out, int n, local int *x) {
                               int id = (int)get_global_id(0);
                               int lid = (int)get_local_id(0);
                               if (id >= n)
                                 return;
                               x[lid] = in[id];
                               barrier(CLK_LOCAL_MEM_FENCE);
                               int v = x[lid ^ 1];
                               barrier(CLK_LOCAL_MEM_FENCE);
                               x[lid] = v + 1;
                               barrier(CLK_LOCAL_MEM_FENCE);
                               out[id] = x[lid];
                             })),
                  "k");
  for (size_t n = 2; n <= 100; n += 14) {
    size_t mark = test_mark();
    struct test_buffer in = test_buffer(n * 4, TEST_END, CL_MEM_READ_ONLY, 3);
    struct test_buffer out = test_buffer(n * 4, TEST_END, CL_MEM_READ_WRITE, 4);
    LAUNCH(kernel, 128, 32, ARG_BUFFER(in), ARG_BUFFER(out), ARG_INT(n), ARG_LOCAL(32 * 4));
    test_buffer_sync(&out);
    for (size_t i = 0; i < n; i++)
      CHECK_EQ(((cl_uint *)out.data)[i], ((cl_uint *)in.data)[i ^ 1] + 1);
    test_release_to(mark);
  }
}

/* NULL for the local size: whatever is chosen divides or is allowed not to, and every work-item runs once. */
static void chosen_by_the_driver(void) {
  static const char source[] = CL(kernel void k(global int *count, global int *group) {
    size_t id = get_global_linear_id();
    atomic_inc(&count[id]);
    if (get_local_id(0) >= get_local_size(0) || get_local_size(0) > get_enqueued_local_size(0))
      atomic_inc(&group[0]);
  });
  static const size_t globals[][3] = {{1, 1, 1},   {7, 1, 1},   {97, 1, 1},  {1000, 1, 1},
                                      {64, 64, 1}, {13, 17, 3}, {8191, 1, 1}};
  cl_kernel kernel = test_kernel(test_build("-cl-std=CL3.0", source), "k");
  for (size_t i = 0; i < TEST_COUNT(globals); i++) {
    size_t mark = test_mark(), items = globals[i][0] * globals[i][1] * globals[i][2];
    struct test_buffer count = test_buffer(items * 4, TEST_END, CL_MEM_READ_WRITE, 0);
    struct test_buffer bad = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
    SET_ARGS(kernel, ARG_BUFFER(count), ARG_BUFFER(bad));
    test_launch(kernel, 3, NULL, globals[i], NULL);
    test_buffer_sync(&count);
    test_buffer_sync(&bad);
    for (size_t j = 0; j < items; j++)
      CHECK_EQ(((cl_int *)count.data)[j], 1);
    CHECK_EQ(*(cl_int *)bad.data, 0);
    test_release_to(mark);
  }
}

/* Rows that a kernel computes at once, since they share what they load, are in one group: as many as divide the range
 * where groups must be equal, and where that leaves each a register's length. */
static void chosen_for_rows(void) {
  static const char source[] = CL(kernel void k(global const float *a, global const float *b, global float *c) {
    size_t x = get_global_id(0), y = get_global_id(1), n = get_global_size(0);
    float sum = 0;
    for (size_t j = 0; j < n; j++)
      sum += a[y * n + j] * b[j * n + x];
    c[y * n + x] = sum;
  });
  static const size_t sizes[] = {17, 64, 96, 200, 256};
  clGetKernelSuggestedLocalWorkSizeKHR_fn suggest =
      (clGetKernelSuggestedLocalWorkSizeKHR_fn)clGetExtensionFunctionAddressForPlatform(
          test.platform, "clGetKernelSuggestedLocalWorkSizeKHR");
  cl_kernel kernel = test_kernel(test_build(NULL, source), "k");
  for (size_t i = 0; i < TEST_COUNT(sizes); i++) {
    size_t mark = test_mark(), n = sizes[i], global[] = {n, n}, local[2];
    struct test_buffer in = test_buffer(n * n * 4, TEST_END, CL_MEM_READ_ONLY, 0);
    struct test_buffer out = test_buffer(n * n * 4, TEST_END, CL_MEM_READ_WRITE, 0);
    float *ones = test_alloc(n * n * 4);
    for (size_t j = 0; j < n * n; j++)
      ones[j] = (float)(j % 7);
    test_buffer_write(&in, ones);
    SET_ARGS(kernel, ARG_BUFFER(in), ARG_BUFFER(in), ARG_BUFFER(out));
    CHECK_CL(suggest(test.queue, kernel, 2, NULL, global, local));
    CHECK(n % local[0] == 0 && n % local[1] == 0);
    CHECK(n < 256 || local[1] >= 4);
    test_launch(kernel, 2, NULL, global, NULL);
    test_buffer_sync(&out);
    for (size_t j = 0; j < n * n; j++) {
      float sum = 0;
      for (size_t k = 0; k < n; k++)
        sum += ones[j / n * n + k] * ones[k * n + j % n];
      CHECK(((const float *)out.data)[j] == sum);
    }
    test_release_to(mark);
  }
}

static void required_size(void) {
  cl_kernel kernel = mirror_kernel(NULL, CL(kernel __attribute__((reqd_work_group_size(6, 2, 1))) void k(ARGS) {
                                     x[LID] = in[ID];
                                     BARRIER;
                                     out[ID] = 3 * x[OTHER] + 1 + (get_local_size(0) != 6);
                                   }));
  size_t required[3];
  CHECK_CL(clGetKernelWorkGroupInfo(kernel, test.device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof required, required,
                                    NULL));
  CHECK(required[0] == 6 && required[1] == 2 && required[2] == 1);
  mirror_launch(kernel, &(struct mirror_grid){{18, 4, 2}, {6, 2, 1}, {0, 0, 0}});
  CHECK_ERR(clEnqueueNDRangeKernel(test.queue, kernel, 2, NULL, (size_t[]){12, 12}, (size_t[]){3, 4}, 0, NULL, NULL),
            CL_INVALID_WORK_GROUP_SIZE);
}

static const struct test_case cases[] = {
    {"sizes", sizes},
    {"largest", largest},
    {"shapes", shapes},
    {"remainders", remainders},
    {"uneven_refused", uneven_refused},
    {"early_return", early_return},
    {"chosen_by_the_driver", chosen_by_the_driver},
    {"chosen_for_rows", chosen_for_rows},
    {"required_size", required_size},
};
TEST_MAIN(cases)
