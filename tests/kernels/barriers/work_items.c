/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The work-item functions against the formulas of the specification: each dimension and numbers out of range, known
 * when compiling and not, with offsets and remainder groups. */
#include <string.h>

#include "tests/harness/test.h"

/* 9 functions of a dimension, each asked for dimensions 0 to 3 and an absurd one; then three without. */
#define ASKED 5
#define FUNCTIONS 9
#define NUMBERS (FUNCTIONS * ASKED + 3)

static const char source[] =
    "#define ASK(d) for (int i = 0; i < 5; i++) { uint dim = (d);"
    "  at[i] = get_global_id(dim); at[5 + i] = get_local_id(dim); at[10 + i] = get_group_id(dim);"
    "  at[15 + i] = get_global_size(dim); at[20 + i] = get_local_size(dim); at[25 + i] = get_enqueued_local_size(dim);"
    "  at[30 + i] = get_num_groups(dim); at[35 + i] = get_global_offset(dim); at[40 + i] = dim; }\n"
    "#define REST at[45] = get_work_dim(); at[46] = get_global_linear_id(); at[47] = get_local_linear_id();\n"
    "#define AT size_t id = 0;"
    "  id = ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + get_global_id(1) - get_global_offset(1))"
    "       * get_global_size(0) + get_global_id(0) - get_global_offset(0); global ulong *at = out + id * 48;\n"
    "#define FIXED(i, d) "
    "  at[i] = get_global_id(d); at[5 + i] = get_local_id(d); at[10 + i] = get_group_id(d);"
    "  at[15 + i] = get_global_size(d); at[20 + i] = get_local_size(d); at[25 + i] = get_enqueued_local_size(d);"
    "  at[30 + i] = get_num_groups(d); at[35 + i] = get_global_offset(d); at[40 + i] = d;\n" CL(
        kernel void fixed(global ulong *out, uint4 dims) {
          AT;
          FIXED(0, 0);
          FIXED(1, 1);
          FIXED(2, 2);
          FIXED(3, 3);
          FIXED(4, 0xffffffffu);
          REST;
        } kernel void run_time(global ulong *out, uint4 dims) {
          AT;
          uint of[5];
          of[0] = dims.x;
          of[1] = dims.y;
          of[2] = dims.z;
          of[3] = dims.w;
          of[4] = 0u - dims.y;
          ASK(of[i]);
          REST;
        } kernel void across_a_barrier(global ulong *out, uint4 dims) {
          AT;
          barrier(CLK_LOCAL_MEM_FENCE);
          uint of[5];
          of[0] = dims.x;
          of[1] = dims.y;
          of[2] = dims.z;
          of[3] = dims.w;
          barrier(CLK_LOCAL_MEM_FENCE);
          of[4] = 0xffffffffu;
          ASK(of[i]);
          barrier(CLK_LOCAL_MEM_FENCE);
          REST;
        });

struct grid {
  cl_uint dim;
  size_t global[3], local[3], offset[3];
};

static void want_numbers(cl_ulong *at, const struct grid *grid, const size_t id[3]) {
  static const cl_ulong out_of_range[FUNCTIONS] = {0, 0, 0, 1, 1, 1, 1, 0, 0};
  size_t local_id[3], local_size[3];
  for (int i = 0; i < ASKED; i++) {
    if (i >= 3) {
      for (int f = 0; f < FUNCTIONS; f++)
        at[f * ASKED + i] = out_of_range[f];
      at[40 + i] = i == 3 ? 3 : 0xffffffffu;
      continue;
    }
    size_t group = id[i] / grid->local[i], left = grid->global[i] - group * grid->local[i];
    local_id[i] = id[i] % grid->local[i];
    local_size[i] = left < grid->local[i] ? left : grid->local[i];
    const cl_ulong numbers[FUNCTIONS] = {id[i] + grid->offset[i],
                                         local_id[i],
                                         group,
                                         grid->global[i],
                                         local_size[i],
                                         grid->local[i],
                                         (grid->global[i] + grid->local[i] - 1) / grid->local[i],
                                         grid->offset[i],
                                         (cl_ulong)i};
    for (int f = 0; f < FUNCTIONS; f++)
      at[f * ASKED + i] = numbers[f];
  }
  at[45] = grid->dim;
  at[46] = (id[2] * grid->global[1] + id[1]) * grid->global[0] + id[0];
  at[47] = (local_id[2] * local_size[1] + local_id[1]) * local_size[0] + local_id[0];
}

static const char *const asked[] = {"global_id",           "local_id",   "group_id",      "global_size", "local_size",
                                    "enqueued_local_size", "num_groups", "global_offset", "dim"};

static void check(cl_kernel kernel, const struct grid *grid) {
  size_t mark = test_mark(), items = grid->global[0] * grid->global[1] * grid->global[2];
  struct test_buffer out = test_buffer(items * NUMBERS * 8, TEST_END, CL_MEM_READ_WRITE, 1);
  cl_uint4 dims = {{0, 1, 2, 3}};
  SET_ARGS(kernel, ARG_BUFFER(out), ARG(dims));
  test_launch(kernel, grid->dim, grid->offset, grid->global, grid->local);
  test_buffer_sync(&out);
  for (size_t i = 0; i < items; i++) {
    const size_t id[3] = {i % grid->global[0], i / grid->global[0] % grid->global[1],
                          i / grid->global[0] / grid->global[1]};
    cl_ulong want[NUMBERS], *got = (cl_ulong *)out.data + i * NUMBERS;
    want_numbers(want, grid, id);
    for (int n = 0; n < NUMBERS; n++)
      if (got[n] != want[n])
        FAIL("work-item %zu: %s(%d) is %llu, not %llu; %u dimensions", i,
             n < 45    ? asked[n / ASKED]
             : n == 45 ? "work_dim"
             : n == 46 ? "global_linear_id"
                       : "local_linear_id",
             n % ASKED, (unsigned long long)got[n], (unsigned long long)want[n], grid->dim);
  }
  test_release_to(mark);
}

static void check_all(const char *name) {
  static const struct grid grids[] = {
      {1, {12, 1, 1}, {4, 1, 1}, {0, 0, 0}},      {1, {13, 1, 1}, {4, 1, 1}, {100, 0, 0}},
      {1, {1, 1, 1}, {1, 1, 1}, {7, 0, 0}},       {2, {6, 4, 1}, {3, 2, 1}, {0, 0, 0}},
      {2, {7, 5, 1}, {3, 2, 1}, {5, 9, 0}},       {3, {4, 6, 2}, {2, 3, 1}, {0, 0, 0}},
      {3, {5, 7, 3}, {2, 3, 2}, {1, 1000000, 3}}, {3, {1, 1, 9}, {1, 1, 4}, {0, 0, 0}},
      {1, {300, 1, 1}, {128, 1, 1}, {0, 0, 0}},   {2, {1, 300, 1}, {1, 77, 1}, {0, 1, 0}},
  };
  cl_kernel kernel = test_kernel(test_build("-cl-std=CL3.0", source), name);
  for (size_t i = 0; i < TEST_COUNT(grids); i++)
    check(kernel, &grids[i]);
}

static void fixed(void) {
  check_all("fixed");
}

static void run_time(void) {
  check_all("run_time");
}

static void across_a_barrier(void) {
  check_all("across_a_barrier");
}

/* Offsets and sizes beyond 32 bits. */
static void large_numbers(void) {
  cl_kernel kernel = test_kernel(test_build(NULL, CL(kernel void k(global ulong * out) {
                                              size_t i = get_global_id(0) - get_global_offset(0);
                                              out[i] = get_global_id(0);
                                            })),
                                 "k");
  struct test_buffer out = test_buffer(20 * 8, TEST_END, CL_MEM_READ_WRITE, 1);
  const size_t offset = ((size_t)1 << 33) + 3;
  SET_ARGS(kernel, ARG_BUFFER(out));
  test_launch(kernel, 1, &offset, (size_t[]){20}, (size_t[]){5});
  test_buffer_sync(&out);
  for (size_t i = 0; i < 20; i++)
    CHECK_EQ(((cl_ulong *)out.data)[i], offset + i);
}

static const struct test_case cases[] = {
    {"fixed", fixed},
    {"run_time", run_time},
    {"across_a_barrier", across_a_barrier},
    {"large_numbers", large_numbers},
};
TEST_MAIN(cases)
