/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fmin() and fmax() of every pair of some numbers, NaN and infinities among them, in scalar work-items and in packets,
 * of single numbers and of vectors: a NaN loses against a number (OpenCL C 6.15.2), zeros may be either.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

enum { NUMBERS = 11, PAIRS = 128 /* with some twice, for whole groups */ };

static const char source[] = CL(kernel void extremes(global const float *a, global const float *b, global float *o) {
  size_t i = get_global_id(0);
  T x = (T)a[i], y = (T)b[i];
  o[4 * i] = (float)fmin(x, y);
  o[4 * i + 1] = (float)fmax(x, y);
  VECTOR v = (VECTOR)(y, x, x, y), w = (VECTOR)(x, y, 1, x);
  o[4 * i + 2] = (float)fmin(v, w).x;
  o[4 * i + 3] = (float)fmax(v, w).y;
});

static bool is_same(float got, float want) {
  return isnan(want) ? isnan(got) : got == want;
}

static void run(const char *type) {
  const float numbers[NUMBERS] = {0, -0.0f, 1, -1, NAN, -NAN, INFINITY, -INFINITY, 0x1p-20f, 65504, 2.5f};
  float a[PAIRS], b[PAIRS];
  for (unsigned i = 0; i < PAIRS; i++) {
    a[i] = numbers[i / NUMBERS % NUMBERS];
    b[i] = numbers[i % NUMBERS];
  }
  char options[64];
  snprintf(options, sizeof options, "-cl-std=CL3.0 -D T=%s -D VECTOR=%s4", type, type);
  char text[1024];
  snprintf(text, sizeof text, "%s%s", strcmp(type, "half") ? "" : "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n",
           source);
  cl_program program = test_build(options, text);
  struct test_buffer x = test_buffer(sizeof a, TEST_END, CL_MEM_READ_ONLY, 0);
  struct test_buffer y = test_buffer(sizeof b, TEST_END, CL_MEM_READ_ONLY, 0);
  struct test_buffer o = test_buffer(4 * sizeof a, TEST_END, CL_MEM_READ_WRITE, 0);
  test_buffer_write(&x, a), test_buffer_write(&y, b);
  cl_kernel kernel = test_kernel(program, "extremes");
  for (size_t local = 1; local <= 64; local *= 64) {
    LAUNCH(kernel, PAIRS, local, ARG_BUFFER(x), ARG_BUFFER(y), ARG_BUFFER(o));
    test_buffer_sync(&o);
    const float *got = (const float *)o.data;
    for (unsigned i = 0; i < PAIRS; i++)
      for (unsigned k = 0; k < 4; k++) {
        float want = k % 2 ? fmaxf(a[i], b[i]) : fminf(a[i], b[i]);
        if (!is_same(got[4 * i + k], want))
          FAIL("%s of %s, %a and %a, place %u: %a, not %a", k % 2 ? "fmax" : "fmin", type, (double)a[i], (double)b[i],
               k, (double)got[4 * i + k], (double)want);
      }
  }
}

static void of_float(void) {
  run("float");
}
static void of_double(void) {
  run("double");
}
static void of_half(void) {
  run("half");
}

static const struct test_case cases[] = {{"float", of_float}, {"double", of_double}, {"half", of_half}};
TEST_MAIN(cases)
