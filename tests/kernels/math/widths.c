/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A mathematical function gives the same bits whether its loop was widened or not: groups of 64 work-items, which the
 * compiler runs in vectors, against groups of one. Arguments are mixed so that vectors hold ordinary, special and
 * far ones at once: lanes that need a slow path beside lanes that must keep their own result.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/harness/test.h"

#define COUNT 8192

/* Statements that store into o[i], from x[i], y[i] of type T and n[i]. */
struct function {
  const char *name, *statement;
};
#define ONE(f) {#f, "o[i] = " #f "(x[i]);"}
#define TWO(f) {#f, "o[i] = " #f "(x[i], y[i]);"}
#define INT(f) {#f, "o[i] = " #f "(x[i], n[i]);"}
static const struct function functions[] = {ONE(exp),
                                            ONE(exp2),
                                            ONE(exp10),
                                            ONE(expm1),
                                            ONE(log),
                                            ONE(log2),
                                            ONE(log10),
                                            ONE(log1p),
                                            ONE(cbrt),
                                            ONE(rsqrt),
                                            ONE(sqrt),
                                            ONE(sin),
                                            ONE(cos),
                                            ONE(tan),
                                            ONE(sinpi),
                                            ONE(cospi),
                                            ONE(tanpi),
                                            ONE(asin),
                                            ONE(acos),
                                            ONE(atan),
                                            ONE(asinpi),
                                            ONE(acospi),
                                            ONE(atanpi),
                                            ONE(sinh),
                                            ONE(cosh),
                                            ONE(tanh),
                                            ONE(asinh),
                                            ONE(acosh),
                                            ONE(atanh),
                                            ONE(erf),
                                            ONE(erfc),
                                            ONE(tgamma),
                                            ONE(lgamma),
                                            ONE(fabs),
                                            ONE(ceil),
                                            ONE(floor),
                                            ONE(trunc),
                                            ONE(rint),
                                            ONE(round),
                                            ONE(logb),
                                            TWO(pow),
                                            TWO(powr),
                                            TWO(atan2),
                                            TWO(atan2pi),
                                            TWO(hypot),
                                            TWO(fmod),
                                            TWO(remainder),
                                            TWO(fmax),
                                            TWO(fmin),
                                            TWO(maxmag),
                                            TWO(minmag),
                                            TWO(fdim),
                                            TWO(copysign),
                                            TWO(nextafter),
                                            INT(pown),
                                            INT(rootn),
                                            INT(ldexp),
                                            {"ilogb", "o[i] = (T)ilogb(x[i]);"},
                                            {"fma", "o[i] = fma(x[i], y[i], x[i ^ 1]);"},
                                            {"frexp", "int e; o[i] = frexp(x[i], &e); n[i] = e;"},
                                            {"modf", "T w; o[i] = modf(x[i], &w); y[i] = w;"},
                                            {"fract", "T w; o[i] = fract(x[i], &w); y[i] = w;"},
                                            {"sincos", "T c; o[i] = sincos(x[i], &c); y[i] = c;"},
                                            {"remquo", "int q; o[i] = remquo(x[i], y[i], &q); n[i] = q;"},
                                            {"lgamma_r", "int s; o[i] = lgamma_r(x[i], &s); n[i] = s;"}};

/* Everything that kernels read and write: o, x, y of COUNT numbers, n of COUNT ints. */
struct values {
  struct test_buffer o, x, y, n;
};

static double argument(uint32_t random, uint32_t kind) {
  static const double special[] = {0.0,       -0.0,  1.0,  -1.0,  0.5,      2.0,       INFINITY,
                                   -INFINITY, NAN,   1e30, -1e30, 0x1p-140, 0x1p-1060, 0x1p1000,
                                   1e-310,    171.5, -3.0, -0.5,  3.0,      1e300};
  double unit = (double)random * 0x1p-32;
  switch (kind % 16) {
  case 0:
    return special[random % TEST_COUNT(special)];
  case 1:
    return ldexp(1 + unit, (int)(test_hash(random) % 2000) - 1000);
  case 2:
    return ldexp(-1 - unit, (int)(test_hash(random) % 200) - 100);
  case 3:
    return unit * 2 - 1;
  case 4:
    return floor(unit * 40 - 20);
  default:
    return unit * 20 - 6;
  }
}

/* Whole vectors of ordinary numbers, too: only every second row has others. */
static void fill(const struct values *v, bool is_double, uint32_t seed) {
  for (uint32_t i = 0; i < COUNT; ++i) {
    uint32_t kind = (i >> 6) & 1 ? test_hash(seed + 7 * i) : 5;
    double x = argument(test_hash(seed + 3 * i), kind), y = argument(test_hash(seed + 5 * i + 1), test_hash(kind));
    if (is_double) {
      ((double *)v->x.data)[i] = x;
      ((double *)v->y.data)[i] = y;
    } else {
      ((float *)v->x.data)[i] = (float)x;
      ((float *)v->y.data)[i] = (float)y;
    }
    ((cl_int *)v->n.data)[i] = (cl_int)(test_hash(seed + i) % 41) - 20;
  }
}

/* Bits, but that NaNs are one. */
static bool same(const void *a, const void *b, size_t i, bool is_double) {
  if (is_double) {
    const double *p = a, *q = b;
    return !memcmp(p + i, q + i, sizeof *p) || (isnan(p[i]) && isnan(q[i]));
  }
  const float *p = a, *q = b;
  return !memcmp(p + i, q + i, sizeof *p) || (isnan(p[i]) && isnan(q[i]));
}

static struct values make(size_t size, const unsigned char *const data[4]) {
  struct values v = {test_buffer(COUNT * size, TEST_END, CL_MEM_READ_WRITE, 0),
                     test_buffer(COUNT * size, TEST_END, CL_MEM_READ_WRITE, 0),
                     test_buffer(COUNT * size, TEST_END, CL_MEM_READ_WRITE, 0),
                     test_buffer(COUNT * sizeof(cl_int), TEST_END, CL_MEM_READ_WRITE, 0)};
  const struct test_buffer *all[] = {&v.o, &v.x, &v.y, &v.n};
  for (int b = 0; b < 4; ++b)
    test_buffer_write(all[b], data[b]);
  return v;
}

static void compare(const char *type, size_t size) {
  bool is_double = size == sizeof(double);
  size_t room = 65536, used = 0;
  char *source = test_alloc(room);
  used += (size_t)snprintf(source, room, "#define T %s\n", type);
  for (size_t f = 0; f < TEST_COUNT(functions); ++f)
    used += (size_t)snprintf(source + used, room - used,
                             "kernel void test_%s(global T *restrict o, global T *restrict x, global T *restrict y, "
                             "global int *restrict n) {\n  size_t i = get_global_id(0);\n  %s\n}\n",
                             functions[f].name, functions[f].statement);
  CHECK(used < room);
  cl_program program = test_build(NULL, source);
  size_t sizes[4] = {COUNT * size, COUNT * size, COUNT * size, COUNT * sizeof(cl_int)};
  unsigned char *data[4];
  for (int b = 0; b < 4; ++b)
    data[b] = test_alloc(sizes[b]);
  struct values input = {
      .o = {.data = data[0]}, .x = {.data = data[1]}, .y = {.data = data[2]}, .n = {.data = data[3]}};
  for (size_t f = 0; f < TEST_COUNT(functions); ++f) {
    size_t mark = test_mark();
    fill(&input, is_double, (uint32_t)f * 1000);
    char name[64];
    snprintf(name, sizeof name, "test_%s", functions[f].name);
    cl_kernel kernel = test_kernel(program, name);
    struct values wide = make(size, (const unsigned char *const *)data);
    struct values narrow = make(size, (const unsigned char *const *)data);
    LAUNCH(kernel, COUNT, 64, ARG_BUFFER(wide.o), ARG_BUFFER(wide.x), ARG_BUFFER(wide.y), ARG_BUFFER(wide.n));
    LAUNCH(kernel, COUNT, 1, ARG_BUFFER(narrow.o), ARG_BUFFER(narrow.x), ARG_BUFFER(narrow.y), ARG_BUFFER(narrow.n));
    const struct test_buffer *a[] = {&wide.o, &wide.y, &wide.n}, *b[] = {&narrow.o, &narrow.y, &narrow.n};
    for (int k = 0; k < 3; ++k) {
      test_buffer_sync(a[k]);
      test_buffer_sync(b[k]);
    }
    for (size_t i = 0; i < COUNT; ++i) {
      for (int k = 0; k < 2; ++k)
        if (!same(a[k]->data, b[k]->data, i, is_double))
          FAIL("%s(%s) differs in vectors at element %zu (%a, %a)", functions[f].name, type, i,
               is_double ? ((double *)data[1])[i] : (double)((float *)data[1])[i],
               is_double ? ((double *)data[2])[i] : (double)((float *)data[2])[i]);
      CHECK_EQ(((cl_int *)a[2]->data)[i], ((cl_int *)b[2]->data)[i]);
    }
    test_release_to(mark);
  }
}

static void doubles(void) {
  if (!test_has_extension("cl_khr_fp64"))
    test_skip("no doubles");
  compare("double", sizeof(double));
}
static void floats(void) {
  compare("float", sizeof(float));
}

static const struct test_case cases[] = {{"double", doubles}, {"float", floats}};
TEST_MAIN(cases)
