/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_KERNELS_ASYNC_FLIP_H
#define WEFT_TESTS_KERNELS_ASYNC_FLIP_H

/*
 * One task for the tests that are about control flow, events and fences: every group turns its N numbers round,
 * dst[i] = 3 * src[N - 1 - i] + 1, and does it by way of local memory and async copies in some particular manner.
 * Reading from the far end makes nearly every work-item read what others fetched.
 *
 * A kernel is `kernel void k(ARGS) { ... }` and finds:
 *   src, dst  its group's N numbers, as pointers to global memory
 *   a, b      N numbers of local memory each, all -1 at first; spare: 64 more
 *   zero      0, but the compiler does not know
 *   START     at its beginning, sets these up;  LID, LSZ, GRP: linear work-item, size and number of the group
 *   turn(b, a) does the arithmetic and a barrier;  mid: N more numbers of global memory for each group
 */

#include <string.h>

#include "tests/kernels/async/extended.h"

#define FLIP_PRELUDE                                                                                                   \
  "#define N 100\n"                                                                                                    \
  "#define ARGS global const int *src, global int *dst, global int *mid, int zero, local int *a, local int *b, "       \
  "local int *spare\n"                                                                                                 \
  "#define LID (get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2)))\n"      \
  "#define LSZ (get_local_size(0) * get_local_size(1) * get_local_size(2))\n"                                          \
  "#define GRP (get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2)))\n"      \
  "#define START do { src += GRP * N; dst += GRP * N; mid += GRP * N; clear(a, b); } while (0)\n" CL(                  \
      void clear(local int *a, local int *b) {                                                                         \
        for (size_t i = LID; i < N; i += LSZ)                                                                          \
          a[i] = b[i] = -1;                                                                                            \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                  \
      } void turn(local int *to, local const int *from) {                                                              \
        for (size_t i = LID; i < N; i += LSZ)                                                                          \
          to[i] = 3 * from[N - 1 - i] + 1;                                                                             \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                  \
      })

#define FLIP_N 100

static void flip_compare(const char *what, const struct test_buffer *src, const struct test_buffer *dst, size_t groups,
                         const size_t local[3]) {
  const cl_int *in = (const cl_int *)src->data, *out = (const cl_int *)dst->data;
  for (size_t g = 0; g < groups; g++)
    for (size_t i = 0; i < FLIP_N; i++) {
      cl_int want = (cl_int)(3 * (cl_uint)in[g * FLIP_N + FLIP_N - 1 - i] + 1);
      if (out[g * FLIP_N + i] != want)
        FAIL("%s: number %zu of group %zu is %d, not %d; group of %zu x %zu x %zu", what, i, g, out[g * FLIP_N + i],
             want, local[0], local[1], local[2]);
    }
}

/* Runs kernel `k` of the source in groups of many shapes, the last of each row smaller where `uneven`. */
__attribute__((unused)) static void flip_run(const char *options, const char *source, bool uneven) {
  static const size_t locals[][3] = {{1, 1, 1}, {7, 1, 1}, {32, 1, 1}, {100, 1, 1}, {128, 1, 1},
                                     {4, 4, 1}, {1, 9, 1}, {2, 3, 2},  {1, 1, 8},   {5, 3, 7}};
  size_t size = strlen(FLIP_PRELUDE) + strlen(source) + 1;
  char *both = test_alloc(size);
  snprintf(both, size, "%s%s", FLIP_PRELUDE, source);
  cl_kernel kernel = test_kernel(extended_build(options, both), "k");
  for (size_t l = 0; l < TEST_COUNT(locals); l++) {
    const size_t groups = 4;
    size_t mark = test_mark(), global[3];
    for (int d = 0; d < 3; d++)
      global[d] = locals[l][d] * (d == 2 ? 1 : 2);
    for (int d = 0; d < 2 && uneven; d++)
      global[d] -= locals[l][d] / 2;
    struct test_buffer src = test_buffer(groups * FLIP_N * 4, TEST_START, CL_MEM_READ_ONLY, 11);
    struct test_buffer dst = test_buffer(groups * FLIP_N * 4, TEST_END, CL_MEM_READ_WRITE, 12);
    struct test_buffer mid = test_buffer(groups * FLIP_N * 4, TEST_END, CL_MEM_READ_WRITE, 13);
    test_buffer_protect(&src, true);
    SET_ARGS(kernel, ARG_BUFFER(src), ARG_BUFFER(dst), ARG_BUFFER(mid), ARG_INT(0), ARG_LOCAL(FLIP_N * 4),
             ARG_LOCAL(FLIP_N * 4), ARG_LOCAL(64 * 4));
    test_launch(kernel, 3, NULL, global, locals[l]);
    test_buffer_protect(&src, false);
    test_buffer_sync(&dst);
    test_buffer_sync(&mid);
    flip_compare(uneven ? "uneven groups" : "even groups", &src, &dst, groups, locals[l]);
    test_release_to(mark);
  }
}

/* A case of its own for each kernel: FLIP(name, source...) */
#define FLIP_OPTIONS(name, options, ...)                                                                               \
  static void name(void) {                                                                                             \
    flip_run(options, __VA_ARGS__, false);                                                                             \
  }
#define FLIP(name, ...) FLIP_OPTIONS(name, NULL, __VA_ARGS__)

#endif
