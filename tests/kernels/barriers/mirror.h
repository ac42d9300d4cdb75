/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_KERNELS_BARRIERS_MIRROR_H
#define WEFT_TESTS_KERNELS_BARRIERS_MIRROR_H

/*
 * One task for the tests of barriers: in each group the work-items' numbers change places, first with last. Each kernel
 * goes its own way about it:
 *
 *   out[ID] = 3 * in[ID of the group's mirrored work-item] + 1
 *
 * A kernel is `kernel void k(ARGS) { ... }` with in, out (global int *), x, y (local int *, one for each work-item of a
 * full group), n (work-items in all) and zero (0, but the compiler does not know). LID, LSZ, GRP: the linear work-item
 * and size of the group, the linear group. ID: where in memory the work-item's number is (groups one after another,
 * each as long as a full one). OTHER: the mirrored work-item.
 */

#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

#define MIRROR_PRELUDE                                                                                                 \
  "#define ARGS global const int *in, global int *out, local int *x, local int *y, int n, int zero\n"                  \
  "#define PASS in, out, x, y, n, zero\n"                                                                              \
  "#if __OPENCL_C_VERSION__ >= 200\n"                                                                                  \
  "#define FULL(d) get_enqueued_local_size(d)\n"                                                                       \
  "#else\n"                                                                                                            \
  "#define FULL(d) get_local_size(d)\n"                                                                                \
  "#endif\n"                                                                                                           \
  "#define LID (get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2)))\n"      \
  "#define LSZ (get_local_size(0) * get_local_size(1) * get_local_size(2))\n"                                          \
  "#define GRP (get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2)))\n"      \
  "#define ID (GRP * FULL(0) * FULL(1) * FULL(2) + LID)\n"                                                             \
  "#define OTHER (LSZ - 1 - LID)\n"                                                                                    \
  "#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)\n"

struct mirror_grid {
  size_t global[3], local[3], offset[3];
};

static size_t mirror_group_size(const struct mirror_grid *grid, const size_t group[3]) {
  size_t size = 1;
  for (int d = 0; d < 3; d++) {
    size_t left = grid->global[d] - group[d] * grid->local[d];
    size *= left < grid->local[d] ? left : grid->local[d];
  }
  return size;
}

/* Runs `kernel` once and compares; what lies behind a smaller group's last number must stay as it was. */
static void mirror_launch(cl_kernel kernel, const struct mirror_grid *grid) {
  size_t full = 1, groups[3], group_count = 1, mark = test_mark(), items = 1;
  for (int d = 0; d < 3; d++) {
    full *= grid->local[d];
    items *= grid->global[d];
    groups[d] = (grid->global[d] + grid->local[d] - 1) / grid->local[d];
    group_count *= groups[d];
  }
  struct test_buffer in = test_buffer(group_count * full * 4, TEST_END, CL_MEM_READ_ONLY, 21);
  struct test_buffer out = test_buffer(group_count * full * 4, TEST_START, CL_MEM_READ_WRITE, 22);
  cl_int *want = test_alloc(out.size);
  memcpy(want, out.data, out.size);
  for (size_t g = 0; g < group_count; g++) {
    const size_t group[3] = {g % groups[0], g / groups[0] % groups[1], g / groups[0] / groups[1]};
    size_t size = mirror_group_size(grid, group);
    for (size_t i = 0; i < size; i++)
      want[g * full + i] = (cl_int)(3 * ((cl_uint *)in.data)[g * full + size - 1 - i] + 1);
  }
  SET_ARGS(kernel, ARG_BUFFER(in), ARG_BUFFER(out), ARG_LOCAL(full * 4), ARG_LOCAL(full * 4), ARG_INT(items),
           ARG_INT(0));
  test_launch(kernel, 3, grid->offset, grid->global, grid->local);
  test_buffer_sync(&out);
  size_t byte = test_differ(out.data, want, out.size);
  if (byte != out.size)
    FAIL("number %zu of group %zu is %d, not %d; %zu x %zu x %zu work-items in groups of %zu x %zu x %zu",
         byte / 4 % full, byte / 4 / full, ((cl_int *)out.data)[byte / 4], want[byte / 4], grid->global[0],
         grid->global[1], grid->global[2], grid->local[0], grid->local[1], grid->local[2]);
  test_release_to(mark);
}

static cl_kernel mirror_kernel(const char *options, const char *source) {
  size_t size = strlen(MIRROR_PRELUDE) + strlen(source) + 1;
  char *both = test_alloc(size);
  snprintf(both, size, "%s%s", MIRROR_PRELUDE, source);
  return test_kernel(test_build(options, both), "k");
}

__attribute__((unused)) static void mirror_run(const char *options, const char *source) {
  static const size_t locals[][3] = {{1, 1, 1},   {2, 1, 1}, {3, 1, 1}, {8, 1, 1}, {17, 1, 1}, {64, 1, 1},
                                     {100, 1, 1}, {4, 4, 1}, {1, 7, 1}, {3, 2, 5}, {1, 1, 33}, {256, 1, 1}};
  cl_kernel kernel = mirror_kernel(options, source);
  for (size_t l = 0; l < TEST_COUNT(locals); l++) {
    struct mirror_grid grid = {.global = {3 * locals[l][0], 2 * locals[l][1], locals[l][2]}};
    memcpy(grid.local, locals[l], sizeof grid.local);
    mirror_launch(kernel, &grid);
  }
}

/* A case of its own for each kernel: MIRROR(name, source...) */
#define MIRROR_OPTIONS(name, options, ...)                                                                             \
  static void name(void) {                                                                                             \
    mirror_run(options, __VA_ARGS__);                                                                                  \
  }
#define MIRROR(name, ...) MIRROR_OPTIONS(name, NULL, __VA_ARGS__)

#endif
