/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Exchanges that all work-items take part in, one after another in loops, between barriers of the group: for each size
 * of element and each width of sub-groups, in groups whose sub-groups are full and lie along x, and in others. The host
 * does the same with the ids that the work-items say they have. */
#include <stdio.h>

#include "tests/kernels/groups/grids.h"

enum { MOST = 64, TURNS = 5, MOST_ITEMS = 2048 };

static const struct grid lane_grids[] = {
    {{512, 1, 1}, {256, 1, 1}}, {{128, 6, 2}, {64, 3, 2}}, {{320, 1, 1}, {64, 1, 1}}, {{192, 2, 1}, {96, 1, 1}},
    {{200, 1, 1}, {128, 1, 1}}, {{16, 24, 1}, {8, 12, 1}}, {{70, 1, 1}, {35, 1, 1}},  {{256, 1, 2}, {256, 1, 1}},
};

static const char source[] = GRID_PRELUDE CL(
    T other(T x, uint from) {
      uint size = get_sub_group_size();
      T y = sub_group_shuffle(x, from % size);
      return from < size ? y : x;
    } kernel WIDTH void k(global uint2 *places, global const T *in, global const uint *from, global T *out, uint turns,
                          local T *shared) {
      uint id = get_sub_group_local_id();
      uint l = get_local_linear_id();
      uint items = get_local_size(0) * get_local_size(1) * get_local_size(2);
      places[AT] = (uint2)(get_sub_group_id(), id);
      T x = in[AT];
      T first = x;
      for (uint i = 0; i < turns; i++) {
        x += other(x, from[i * 64 + id]);
        T y = sub_group_shuffle_xor(x, 1u << i % 2);
        if ((id ^ 1u << i % 2) < get_sub_group_size())
          x ^= y;
        T up = sub_group_shuffle_up(x, 1);
        x = id ? x + (T)3 * up : x;
        if (i % 2) {
          shared[l] = x;
          barrier(CLK_LOCAL_MEM_FENCE);
          x += shared[(l + 17) % items];
          barrier(CLK_LOCAL_MEM_FENCE);
        }
        x += sub_group_broadcast(first, i % get_sub_group_size());
      }
      out[AT] = x + first;
    });

struct member {
  cl_uint group, id;
};

/* What the kernel does, for one group. `at`: of each place in each sub-group, the work-item. */
static void model(const struct member *places, const cl_ulong *in, const cl_uint *from, cl_ulong *out, size_t items) {
  static size_t at[MOST_ITEMS][MOST];
  static cl_uint sizes[MOST_ITEMS];
  static cl_ulong x[MOST_ITEMS], y[MOST_ITEMS];
  memset(sizes, 0, sizeof sizes);
  for (size_t i = 0; i < items; i++) {
    CHECK(places[i].group < items && places[i].id < MOST);
    at[places[i].group][places[i].id] = i;
    sizes[places[i].group]++;
    x[i] = in[i];
  }
#define EACH for (size_t i = 0; i < items; i++)
#define SIZE (sizes[places[i].group])
#define OF(v, lane) (v)[at[places[i].group][lane]]
#define ID (places[i].id)
  for (cl_uint turn = 0; turn < TURNS; turn++) {
    EACH y[i] = x[i] + (from[turn * 64 + ID] < SIZE ? OF(x, from[turn * 64 + ID]) : x[i]);
    cl_uint bit = 1u << turn % 2;
    EACH x[i] = (ID ^ bit) < SIZE ? y[i] ^ OF(y, ID ^ bit) : y[i];
    EACH y[i] = ID ? x[i] + 3 * OF(x, ID - 1) : x[i];
    EACH x[i] = turn % 2 ? y[i] + y[(i + 17) % items] : y[i];
    EACH y[i] = x[i] + OF(in, turn % SIZE);
    memcpy(x, y, sizeof x);
  }
  EACH out[i] = x[i] + in[i];
}

static cl_ulong element(const void *data, size_t size, size_t i) {
  cl_ulong value = 0;
  memcpy(&value, (const char *)data + i * size, size);
  return value;
}

static void exchanges(const char *type, size_t size) {
  if (!test_has_c_feature("__opencl_c_subgroups") || !test_has_extension("cl_khr_subgroup_shuffle_relative"))
    test_skip("no exchanges between the work-items of sub-groups");
  cl_uint from[TURNS * 64];
  static const int widths[] = {0, 4, 8, 16, 32, 64}; /* 0: the device's choice */
  for (size_t w = 0; w < (test_has_extension("cl_intel_required_subgroup_size") ? TEST_COUNT(widths) : 1); w++) {
    char options[200] = "";
    int at = snprintf(options, sizeof options, "-cl-std=CL3.0 -DT=%s ", type);
    snprintf(options + at, sizeof options - (size_t)at,
             widths[w] ? "-DWIDTH=__attribute__((intel_reqd_sub_group_size(%d)))" : "-DWIDTH=", widths[w]);
    cl_kernel kernel = test_kernel(test_build(options, source), "k");
    for (size_t i = 0; i < TEST_COUNT(from); i++)
      from[i] = test_hash((uint32_t)(i + w)) % (widths[w] ? (cl_uint)widths[w] : 16);
    for (size_t g = 0; g < TEST_COUNT(lane_grids); g++) {
      const struct grid *grid = &lane_grids[g];
      size_t full, groups = grid_groups(grid, &full), mark = test_mark(), shape[3];
      struct test_buffer places = test_buffer(groups * full * 8, TEST_END, CL_MEM_READ_WRITE, 0);
      struct test_buffer in = test_buffer(groups * full * size, TEST_END, CL_MEM_READ_ONLY, 7);
      struct test_buffer numbers = test_buffer(sizeof from, TEST_END, CL_MEM_READ_ONLY, 0);
      struct test_buffer out = test_buffer(groups * full * size, TEST_END, CL_MEM_READ_WRITE, 0);
      unsigned char *bytes = test_alloc(groups * full * size);
      for (size_t i = 0; i < groups * full * size; i++)
        bytes[i] = (unsigned char)test_hash((uint32_t)i + 11);
      test_buffer_write(&in, bytes);
      test_buffer_write(&numbers, from);
      SET_ARGS(kernel, ARG_BUFFER(places), ARG_BUFFER(in), ARG_BUFFER(numbers), ARG_BUFFER(out), ARG_INT(TURNS),
               ARG_LOCAL(full * size));
      test_launch(kernel, 3, NULL, grid->global, grid->local);
      test_buffer_sync(&places);
      test_buffer_sync(&out);
      for (size_t group = 0; group < groups; group++) {
        static cl_ulong given[MOST_ITEMS], wanted[MOST_ITEMS];
        size_t items = grid_group(grid, group, shape), first = group * full;
        for (size_t i = 0; i < items; i++)
          given[i] = element(bytes, size, first + i);
        model((struct member *)places.data + first, given, from, wanted, items);
        for (size_t i = 0; i < items; i++)
          if (memcmp((char *)out.data + (first + i) * size, &wanted[i], size)) /* the lower bytes */
            FAIL("%s, sub-groups of %d, groups of %zux%zux%zu: work-item %zu of group %zu has %llx, not %llx", type,
                 widths[w], grid->local[0], grid->local[1], grid->local[2], i, group,
                 (unsigned long long)element(out.data, size, first + i), (unsigned long long)wanted[i]);
      }
      test_release_to(mark);
    }
  }
}

static void of_uchar(void) {
  exchanges("uchar", 1);
}
static void of_ushort(void) {
  exchanges("ushort", 2);
}
static void of_uint(void) {
  exchanges("uint", 4);
}
static void of_ulong(void) {
  exchanges("ulong", 8);
}

static const struct test_case cases[] = {
    {"uchar", of_uchar}, {"ushort", of_ushort}, {"uint", of_uint}, {"ulong", of_ulong}};
TEST_MAIN(cases)
