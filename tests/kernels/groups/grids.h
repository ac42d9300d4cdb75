/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_KERNELS_GROUPS_GRIDS_H
#define WEFT_TESTS_KERNELS_GROUPS_GRIDS_H

/*
 * Work-groups of all shapes, remainders included, whose numbers lie in memory one group after another, each as long as
 * a full one. In kernels: AT, where a work-item's number lies.
 */

#include <string.h>

#include "tests/harness/test.h"

#define GRID_PRELUDE                                                                                                   \
  "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"                                                                    \
  "#define FULL (get_enqueued_local_size(0) * get_enqueued_local_size(1) * get_enqueued_local_size(2))\n"              \
  "#define GROUP (get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2)))\n"    \
  "#define AT (GROUP * FULL + get_local_linear_id())\n"

struct grid {
  size_t global[3], local[3];
};

static const struct grid grids[] = {
    {{3, 1, 1}, {1, 1, 1}},      {{14, 1, 1}, {7, 1, 1}},   {{64, 1, 1}, {16, 1, 1}},  {{100, 1, 1}, {17, 1, 1}},
    {{1000, 1, 1}, {256, 1, 1}}, {{11, 13, 1}, {5, 7, 1}},  {{9, 7, 5}, {4, 3, 2}},    {{2, 64, 2}, {1, 32, 2}},
    {{300, 1, 1}, {300, 1, 1}},  {{130, 1, 1}, {65, 1, 1}}, {{128, 3, 2}, {64, 3, 1}},
};

/* Groups of a grid, and work-items of a full one. */
static inline size_t grid_groups(const struct grid *grid, size_t *full) {
  size_t groups = 1;
  *full = 1;
  for (int d = 0; d < 3; d++) {
    groups *= (grid->global[d] + grid->local[d] - 1) / grid->local[d];
    *full *= grid->local[d];
  }
  return groups;
}

/* Work-items of one group; `size` gets them by dimension. */
static inline size_t grid_group(const struct grid *grid, size_t group, size_t size[3]) {
  size_t items = 1;
  for (int d = 0; d < 3; d++) {
    size_t groups = (grid->global[d] + grid->local[d] - 1) / grid->local[d];
    size_t left = grid->global[d] - group % groups * grid->local[d];
    size[d] = left < grid->local[d] ? left : grid->local[d];
    items *= size[d];
    group /= groups;
  }
  return items;
}

#endif
