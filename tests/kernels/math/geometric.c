/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Geometric functions of float within their limits (OpenCL C 7.4: length 2.75 + 0.5 n, distance 2.5 + 2 n and normalize
 * 2 + n units in the last place, dot and cross a multiple of the largest product), for vectors whose squares overflow,
 * vanish or lose bits beside ordinary ones, and zeros and infinities. The reference is the C library's long double.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "tests/harness/test.h"
#include "tests/kernels/plain/formats.h"

enum { COUNT = 8192 };

static const char source[] = CL(kernel void NAME(global const float *x, global const float *y, global float *o) {
  size_t i = get_global_id(0);
  T a = LOAD(i, x);
  T b = LOAD(i, y);
  o[8 * i] = dot(a, b);
  o[8 * i + 1] = length(a);
  o[8 * i + 2] = distance(a, b);
  T u = normalize(a);
  o[8 * i + 3] = U0(u);
  o[8 * i + 4] = U1(u);
  o[8 * i + 5] = U2(u);
  o[8 * i + 6] = U3(u);
});

static float component(uint32_t random, uint32_t kind) {
  static const float special[] = {0, -0.0f, INFINITY, FLT_MAX, FLT_MIN, 0x1p-149f, -0x1.8p-140f, 1, -1};
  double m = 1 + (double)test_hash(random) * 0x1p-32;
  if (random % 2)
    m = -m;
  switch (kind % 8) {
  case 0:
    return special[random / 2 % TEST_COUNT(special)];
  case 1:
    return (float)ldexp(m, (int)(random / 2 % 30) + 98); /* squares overflow */
  case 2:
    return (float)ldexp(m, (int)(random / 2 % 100) - 149); /* or vanish */
  case 3:
    return (float)ldexp(m, (int)(random / 2 % 40) - 70); /* or are small */
  case 4:
    return 0;
  default:
    return (float)ldexp(m, (int)(random / 2 % 6) - 3);
  }
}

/* Rows of four numbers; in every other row of 64 the vectors are ordinary, in the rest most of a kind each. */
static void fill(float *to, uint32_t seed) {
  for (uint32_t i = 0; i < COUNT; i++) {
    uint32_t kind = i / 64 % 2 ? 5 : test_hash(seed + i);
    for (uint32_t c = 0; c < 4; c++) {
      uint32_t random = test_hash(seed + 4 * i + c + 0x10000);
      to[4 * i + c] = component(random, i / 64 % 2 == 0 && random % 16 == 0 ? random / 16 : kind);
    }
  }
}

static long double norm(const long double *v, int n) {
  long double sum = 0;
  for (int c = 0; c < n; c++)
    sum += v[c] * v[c];
  return sqrtl(sum);
}

static void check(const char *what, int n, uint32_t i, float got, long double want, double limit) {
  if (isinf((float)want)) /* what no float holds */
    want = (float)want;
  if (isnan(want) ? isnan(got) : format_ulps(&formats[FLOAT], (double)got, want) <= limit)
    return;
  FAIL("%s of %d, vector %u: %a, not %La", what, n, i, (double)got, want);
}

/* Each product and each sum may be off by half a unit in the last place of the largest product. */
static void check_dot(int n, uint32_t i, float got, const float *x, const float *y) {
  long double want = 0, largest = 0;
  for (int c = 0; c < n; c++) {
    want += (long double)x[c] * y[c];
    largest = fmaxl(largest, fmaxl(fabsl((long double)x[c]), fabsl((long double)y[c])));
  }
  long double error = largest * largest * (2 * n - 1) * FLT_EPSILON + FLT_MIN;
  if (!isfinite(want) || largest * largest * n > FLT_MAX)
    return; /* on the way to the sum something may be infinite */
  if (!(fabsl(got - want) <= error))
    FAIL("dot of %d, vector %u: %a, not %La", n, i, (double)got, want);
}

static void check_normalize(int n, uint32_t i, const float *got, const long double *x, const float *given) {
  bool infinite = false;
  for (int c = 0; c < n; c++)
    infinite |= isinf(given[c]);
  long double size = norm(x, n);
  for (int c = 0; c < n; c++) {
    long double want = size == 0 ? x[c] : x[c] / size;
    if (infinite) {
      long double unit[4];
      for (int k = 0; k < n; k++)
        unit[k] = isinf(given[k]) ? copysignl(1, x[k]) : copysignl(0, x[k]);
      want = unit[c] / norm(unit, n);
    }
    check("normalize", n, i, got[c], want, 2 + n);
  }
}

static void check_vector(int n, uint32_t i, const float *x, const float *y, const float *got) {
  long double a[4], difference[4];
  for (int c = 0; c < n; c++) {
    a[c] = (long double)x[c];
    difference[c] = (long double)x[c] - y[c];
  }
  check_dot(n, i, got[0], x, y);
  check("length", n, i, got[1], norm(a, n), 2.75 + 0.5 * n);
  check("distance", n, i, got[2], norm(difference, n), 2.5 + 2 * n);
  check_normalize(n, i, got + 3, a, x);
}

static void run(int n) {
  static const char *const load[] = {"x[4 * (i)]", "vload2(2 * (i), x)",
                                     "((T)(x[4 * (i)], x[4 * (i) + 1], x[4 * (i) + 2]))", "vload4(i, x)"};
  static const char *const parts[] = {
      "-D U0(u)=u -D U1(u)=0 -D U2(u)=0 -D U3(u)=0", "-D U0(u)=u.x -D U1(u)=u.y -D U2(u)=0 -D U3(u)=0",
      "-D U0(u)=u.x -D U1(u)=u.y -D U2(u)=u.z -D U3(u)=0", "-D U0(u)=u.x -D U1(u)=u.y -D U2(u)=u.z -D U3(u)=u.w"};
  char text[2048], type[8];
  snprintf(text, sizeof text, "typedef %s T;\n#define LOAD(i, x) %s\n%s", format_spelt(type, "float", n), load[n - 1],
           source);
  char options[256];
  snprintf(options, sizeof options, "-cl-std=CL3.0 -D NAME=geometric%d %s", n, parts[n - 1]);
  cl_program program = test_build(options, text);
  char name[16];
  snprintf(name, sizeof name, "geometric%d", n);
  size_t bytes = COUNT * 4 * sizeof(float);
  struct test_buffer x = test_buffer(bytes, TEST_END, CL_MEM_READ_ONLY, 0);
  struct test_buffer y = test_buffer(bytes, TEST_END, CL_MEM_READ_ONLY, 0);
  struct test_buffer o = test_buffer(2 * bytes, TEST_END, CL_MEM_READ_WRITE, 0);
  float *a = test_alloc(bytes), *b = test_alloc(bytes);
  fill(a, 1), fill(b, 0x5000000);
  test_buffer_write(&x, a), test_buffer_write(&y, b);
  cl_kernel kernel = test_kernel(program, name);
  for (size_t local = 1; local <= 64; local *= 64) {
    LAUNCH(kernel, COUNT, local, ARG_BUFFER(x), ARG_BUFFER(y), ARG_BUFFER(o));
    test_buffer_sync(&o);
    for (uint32_t i = 0; i < COUNT; i++)
      check_vector(n, i, a + 4 * i, b + 4 * i, (const float *)o.data + 8 * i);
  }
}

static void of_one(void) {
  run(1);
}
static void of_two(void) {
  run(2);
}
static void of_three(void) {
  run(3);
}
static void of_four(void) {
  run(4);
}

static const struct test_case cases[] = {{"one", of_one}, {"two", of_two}, {"three", of_three}, {"four", of_four}};
TEST_MAIN(cases)
