/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of matrices, whose work-items share rows and elements: packets of sixteen rows or eight, of half or a
 * quarter of them where a group has fewer left, of one for what is left then. Groups of each height, cut off at the
 * range's end as well. */
#include <stdlib.h>

#include "tests/harness/test.h"

enum { DEPTH = 5, SIDE = 112, TALLEST = 40 };

#define PRODUCT(name, type, rows, pitch)                                                                               \
  CL(kernel void name(int n, global const float *a, global const float *b, global float *c) {                          \
    int x = get_global_id(0), y = get_global_id(1);                                                                    \
    if (y >= rows)                                                                                                     \
      return;                                                                                                          \
    type sum = 0;                                                                                                      \
    for (int k = 0; k < n; k++)                                                                                        \
      sum += (type)a[y * n + k] * (type)b[k * (pitch) + x];                                                            \
    c[y * 112 + x] += (float)sum;                                                                                      \
  })

static const char source[] = PRODUCT(floats, float, 112, 112) PRODUCT(doubles, double, 112, 112)
    PRODUCT(whole, int, 112, 112) PRODUCT(few, float, n + 7, 112) PRODUCT(pitched, float, 112, n + 107)
        CL(kernel void guarded(int n, global const float *a, global const float *b, global float *c) {
          int x = get_global_id(0), y = get_global_id(1);
          if (x < n + 25 && y < 11 * n && y != n + 2) {
            float sum = 0;
            for (int k = 0; k < n; k++)
              sum += a[y * n + k] * b[k * 112 + x];
            c[y * 112 + x] += sum;
          } else
            c[y * 112 + x] += -1;
        });

static const struct {
  const char *name;
  size_t rows, columns, hole; /* that are worked on, and a row that is not */
  float otherwise;
} kernels[] = {{"floats", SIDE, SIDE, SIDE, 0},  {"doubles", SIDE, SIDE, SIDE, 0},
               {"whole", SIDE, SIDE, SIDE, 0},   {"few", DEPTH + 7, SIDE, SIDE, 0},
               {"pitched", SIDE, SIDE, SIDE, 0}, {"guarded", 11 * DEPTH, DEPTH + 25, DEPTH + 2, -1}};

static struct test_buffer a, b;

/* Small whole numbers: sums are exact. */
static void fill(struct test_buffer *buffer, uint32_t seed) {
  *buffer = test_buffer(SIDE * DEPTH * sizeof(float), TEST_END, CL_MEM_READ_ONLY, 0);
  for (uint32_t i = 0; i < SIDE * DEPTH; i++)
    ((float *)buffer->data)[i] = (float)(test_hash(seed + i) % 17);
}

static void check(size_t which, cl_kernel kernel, const size_t *local) {
  const size_t mark = test_mark(), global[2] = {local[0] + local[0] / 2, 2 * local[1] + local[1] / 2};
  struct test_buffer c = test_buffer(SIDE * SIDE * sizeof(float), TEST_END, CL_MEM_READ_WRITE, 0);
  SET_ARGS(kernel, ARG_INT(DEPTH), ARG_BUFFER(a), ARG_BUFFER(b), ARG_BUFFER(c));
  test_launch(kernel, 2, NULL, global, local);
  test_buffer_sync(&c);
  const float *left = (const float *)a.data, *right = (const float *)b.data, *got = (const float *)c.data;
  for (size_t y = 0; y < SIDE; y++)
    for (size_t x = 0; x < SIDE; x++) {
      const bool exists = x < global[0] && y < global[1];
      const bool works = y < kernels[which].rows && x < kernels[which].columns && y != kernels[which].hole;
      float want = exists && !works ? kernels[which].otherwise : 0;
      for (size_t k = 0; k < DEPTH && exists && works; k++)
        want += left[y * DEPTH + k] * right[k * SIDE + x];
      if (got[y * SIDE + x] != want)
        FAIL("groups of %zux%zu, row %zu, column %zu: %g, not %g", local[0], local[1], y, x, (double)got[y * SIDE + x],
             (double)want);
    }
  test_release_to(mark);
}

static void heights(const char *mode, const char *tail, const char *lanes, const char *parts) {
  static const size_t widths[] = {1, 4, 16, 17, 37};
  setenv("WEFT_SPMD", mode, 1);
  setenv("WEFT_SPMD_TAIL", tail, 1);
  setenv("WEFT_SPMD_LANES", lanes, 1);
  setenv("WEFT_SPMD_PARTS", parts, 1);
  fill(&a, 1);
  fill(&b, 5000);
  cl_program program = test_build("-cl-std=CL3.0", source);
  for (size_t k = 0; k < TEST_COUNT(kernels); k++) {
    cl_kernel kernel = test_kernel(program, kernels[k].name);
    for (size_t w = 0; w < TEST_COUNT(widths); w++)
      for (size_t h = 1; h <= TALLEST; h++)
        check(k, kernel, (const size_t[]){widths[w], h});
  }
}

static void as_planned(void) {
  heights("auto", "", "", "");
}
static void eight_rows(void) {
  heights("force", "masked", "4", "8");
}
static void sixteen_rows(void) {
  heights("force", "masked", "4", "16");
}
static void four_rows(void) {
  heights("force", "masked", "4", "4");
}
static void scalar_tails(void) {
  heights("force", "scalar", "4", "8");
}

static const struct test_case cases[] = {{"as_planned", as_planned},
                                         {"sixteen_rows", sixteen_rows},
                                         {"eight_rows", eight_rows},
                                         {"four_rows", four_rows},
                                         {"scalar_tails", scalar_tails}};
TEST_MAIN(cases)
