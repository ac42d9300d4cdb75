/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tests/kernels/spmd/matrix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t shapes[][3] = {{1, 1, 1},   {15, 1, 1}, {16, 1, 1}, {17, 1, 1}, {31, 1, 1}, {64, 1, 1},
                                   {100, 1, 1}, {1, 64, 1}, {5, 7, 3},  {16, 4, 1}, {8, 13, 1}};
#define SHAPES TEST_COUNT(shapes)

static void global_size(const size_t *local, size_t *global) {
  for (unsigned d = 0; d < 3; d++)
    global[d] = local[d] == 1 ? 1 : 2 * local[d] + local[d] / 2; /* the last group is smaller */
  global[0] = local[0] == 1 ? 3 : global[0];
}

static void run_shape(cl_kernel kernel, const size_t *local, int *out, int *shared) {
  size_t global[3];
  global_size(local, global);
  size_t items = global[0] * global[1] * global[2];
  static int in[MATRIX_IN];
  test_fill(in, sizeof(in), 7);
  cl_int error;
  const cl_mem_flags use = CL_MEM_USE_HOST_PTR;
  cl_mem a = clCreateBuffer(test.context, use, sizeof(in), in, &error);
  CHECK_CL(error);
  cl_mem b = clCreateBuffer(test.context, use, items * MATRIX_WORDS * sizeof(int), out, &error);
  CHECK_CL(error);
  cl_mem c = clCreateBuffer(test.context, use, MATRIX_SHARED * sizeof(int), shared, &error);
  CHECK_CL(error);
  SET_ARGS(kernel, {sizeof(a), &a}, {sizeof(b), &b}, {sizeof(c), &c}, ARG_INT(items - items / 8));
  test_launch(kernel, 3, NULL, global, local);
  void *map = clEnqueueMapBuffer(test.queue, b, CL_TRUE, CL_MAP_READ, 0, items * MATRIX_WORDS * sizeof(int), 0, NULL,
                                 NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clEnqueueUnmapMemObject(test.queue, b, map, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
  clReleaseMemObject(a);
  clReleaseMemObject(b);
  clReleaseMemObject(c);
}

static const struct matrix_kernel *kernels;
static size_t num_kernels;
static char *source; /* of all kernels */
static int *want;    /* what all of them give without packets and optimiser */

static size_t words_of(size_t shape) {
  size_t global[3];
  global_size(shapes[shape], global);
  return global[0] * global[1] * global[2] * MATRIX_WORDS + MATRIX_SHARED;
}

static size_t words_of_all(void) {
  size_t words = 0;
  for (size_t s = 0; s < SHAPES; s++)
    words += words_of(s);
  return words;
}

static void run_all(const char *options, int *at) {
  cl_program program = test_build(options, source);
  for (size_t k = 0; k < num_kernels; k++) {
    cl_kernel kernel = test_kernel(program, kernels[k].name);
    for (size_t s = 0; s < SHAPES; s++) {
      run_shape(kernel, shapes[s], at, at + words_of(s) - MATRIX_SHARED);
      at += words_of(s);
    }
  }
}

static void set(const char *name, unsigned value) {
  char text[16];
  snprintf(text, sizeof(text), "%u", value);
  setenv(name, text, 1);
}

static void compare(const char *mode, unsigned lanes, unsigned parts, const char *tail) {
  size_t mark = test_mark(), words = words_of_all();
  setenv("WEFT_SPMD", mode, 1);
  setenv("WEFT_SPMD_TAIL", tail, 1);
  set("WEFT_SPMD_LANES", lanes);
  set("WEFT_SPMD_PARTS", parts);
  int *got = test_alloc(num_kernels * words * sizeof(int));
  run_all("-cl-std=CL3.0", got);
  for (size_t k = 0; k < num_kernels; k++) {
    const int *g = got + k * words, *w = want + k * words;
    size_t at = test_differ(g, w, words * sizeof(int)) / sizeof(int), shape = 0, left = at;
    if (at == words)
      continue;
    for (; left >= words_of(shape); shape++)
      left -= words_of(shape);
    FAIL("%s, %s, %u lanes, %u parts, %s tail, group of %zux%zux%zu: word %zu is %d, not %d", kernels[k].name, mode,
         lanes, parts, tail, shapes[shape][0], shapes[shape][1], shapes[shape][2], left, g[at], w[at]);
  }
  test_release_to(mark);
}

static void matrix(const char *mode, unsigned lanes, unsigned most_parts) {
  if (!test.is_weft)
    test_skip("packets are Weft's own");
  if (!want) {
    want = calloc(num_kernels * words_of_all(), sizeof(int));
    CHECK(want);
    setenv("WEFT_SPMD", "off", 1);
    run_all("-cl-std=CL3.0 -cl-opt-disable", want);
  }
  for (unsigned parts = 1; parts <= most_parts; parts *= 2) {
    compare(mode, lanes, parts, "masked");
    compare(mode, lanes, parts, "scalar");
  }
}

static void serial(void) {
  matrix("serial", 8, 2);
}
static void lanes_4(void) {
  matrix("force", 4, 8);
}
static void lanes_8(void) {
  matrix("force", 8, 4);
}
static void lanes_16(void) {
  matrix("force", 16, 4);
}
static void lanes_32(void) {
  matrix("force", 32, 1);
}

static const struct test_case cases[] = {
    {"serial", serial}, {"lanes_4", lanes_4}, {"lanes_8", lanes_8}, {"lanes_16", lanes_16}, {"lanes_32", lanes_32}};

int matrix_main(int argc, char **argv, const struct matrix_kernel *table, size_t count) {
  kernels = table;
  num_kernels = count;
  size_t bytes = 1;
  for (size_t k = 0; k < count; k++)
    bytes += strlen(table[k].source);
  source = calloc(bytes, 1);
  if (!source)
    return 1;
  for (size_t k = 0; k < count; k++)
    strcat(source, table[k].source);
  int status = test_run(argc, argv, cases, TEST_COUNT(cases));
  free(source);
  free(want);
  return status;
}
