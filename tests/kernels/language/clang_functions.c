/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Clang's mathematical builtins give what OpenCL's functions give, bit for bit. */
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

enum { ITEMS = 96, GROUP = 24 };

struct pair {
  const char *clang, *opencl;
};

/* Of x and y, n and a long l. F at the end of a name stands for the type's letter. */
static const struct pair scalars[] = {
    {"sinF(x)", "sin(x)"},
    {"cosF(x)", "cos(x)"},
    {"tanF(x)", "tan(x)"},
    {"asinF(x)", "asin(x)"},
    {"acosF(x)", "acos(x)"},
    {"atanF(x)", "atan(x)"},
    {"atan2F(x, y)", "atan2(x, y)"},
    {"sinhF(x)", "sinh(x)"},
    {"coshF(x)", "cosh(x)"},
    {"tanhF(x)", "tanh(x)"},
    {"asinhF(x)", "asinh(x)"},
    {"acoshF(x)", "acosh(x)"},
    {"atanhF(x)", "atanh(x)"},
    {"expF(x)", "exp(x)"},
    {"exp2F(x)", "exp2(x)"},
    {"exp10F(x)", "exp10(x)"},
    {"expm1F(x)", "expm1(x)"},
    {"logF(x)", "log(x)"},
    {"log2F(x)", "log2(x)"},
    {"log10F(x)", "log10(x)"},
    {"log1pF(x)", "log1p(x)"},
    {"logbF(x)", "logb(x)"},
    {"cbrtF(x)", "cbrt(x)"},
    {"erfF(x)", "erf(x)"},
    {"erfcF(x)", "erfc(x)"},
    {"tgammaF(x)", "tgamma(x)"},
    {"lgammaF(x)", "lgamma(x)"},
    {"powF(x, y)", "pow(x, y)"},
    {"powiF(x, n)", "pown(x, n)"},
    {"fmodF(x, y)", "fmod(x, y)"},
    {"remainderF(x, y)", "remainder(x, y)"},
    {"hypotF(x, y)", "hypot(x, y)"},
    {"fdimF(x, y)", "fdim(x, y)"},
    {"nextafterF(x, y)", "nextafter(x, y)"},
    {"fmaF(x, y, 3)", "fma(x, y, 3)"},
    {"ldexpF(x, n)", "ldexp(x, n)"},
    {"scalbnF(x, n)", "ldexp(x, n)"},
    {"scalblnF(x, l)", "ldexp(x, l < 0 ? INT_MIN : n)"},
    {"roundF(x)", "round(x)"},
    {"roundevenF(x)", "rint(x)"},
    {"nearbyintF(x)", "rint(x)"},
    {"frexpF(x, &e) + 4 * e", "frexp(x, &e) + 4 * e"},
    {"modfF(x, &r) + 2 * r", "modf(x, &r) + 2 * r"},
    {"remquoF(x, y, &e) + e", "remquo(x, y, &e) + e"},
    {"ilogbF(x)", "ilogb(x)"},
    {"lroundF(x)", "convert_long(round(x))"},
    {"llroundF(x)", "convert_long(round(x))"},
    {"lrintF(x)", "convert_long_rte(x)"},
    {"llrintF(x)", "convert_long_rte(x)"},
};

/* Behind __builtin_elementwise_, of vectors. */
static const struct pair vectors[] = {
    {"sin(x)", "sin(x)"},
    {"cos(x)", "cos(x)"},
    {"tan(x)", "tan(x)"},
    {"asin(x)", "asin(x)"},
    {"acos(x)", "acos(x)"},
    {"atan(x)", "atan(x)"},
    {"sinh(x)", "sinh(x)"},
    {"cosh(x)", "cosh(x)"},
    {"tanh(x)", "tanh(x)"},
    {"exp(x)", "exp(x)"},
    {"exp2(x)", "exp2(x)"},
    {"exp10(x)", "exp10(x)"},
    {"log(x)", "log(x)"},
    {"log2(x)", "log2(x)"},
    {"log10(x)", "log10(x)"},
    {"pow(x, y)", "pow(x, y)"},
    {"atan2(x, y)", "atan2(x, y)"},
    {"fmod(x, y)", "fmod(x, y)"},
    {"fma(x, y, x)", "fma(x, y, x)"},
    {"round(x)", "round(x)"},
    {"roundeven(x)", "rint(x)"},
};

/* A statement for each pair, which marks the pair whose sides differ. */
static char *statements(const struct pair *pairs, size_t count, const char *prefix, const char *letter) {
  char *text = test_alloc(count * 256), *end = text;
  for (size_t i = 0; i < count; i++) {
    char name[64];
    const char *call = pairs[i].clang, *letters = strchr(call, 'F');
    snprintf(name, sizeof name, "%.*s", (int)(letters ? letters - call : 0), call);
    end += sprintf(end, "  if (differs(%s%s%s%s, %s)) atomic_or(&bad[%zu], 1);\n", prefix, name, letters ? letter : "",
                   letters ? letters + 1 : call, pairs[i].opencl, i);
  }
  return text;
}

static void run(const char *options, const char *source, const struct pair *pairs, size_t count) {
  cl_kernel kernel = test_kernel(test_build(options, source), "k");
  struct test_buffer bad = test_buffer(count * sizeof(cl_int), TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, ITEMS, GROUP, ARG_BUFFER(bad));
  test_buffer_sync(&bad);
  for (size_t i = 0; i < count; i++)
    if (((cl_int *)bad.data)[i])
      FAIL("%s is not %s", pairs[i].clang, pairs[i].opencl);
}

static void check(const char *options, const char *type, const char *letter, const char *width, const char *of_type) {
  const bool vector = *width;
  const struct pair *pairs = vector ? vectors : scalars;
  const size_t count = vector ? TEST_COUNT(vectors) : TEST_COUNT(scalars);
  const char *prefix = vector ? "__builtin_elementwise_" : "__builtin_";
  const char *body = statements(pairs, count, prefix, letter);
  char *source = test_alloc(strlen(body) + 1024);
  sprintf(source,
          "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
          "typedef %s%s T;\n"
          "typedef %s%s A;\n"
          "bool __attribute__((overloadable)) differs(T a, T b) { return any((A)(as_%s%s(a) != as_%s%s(b))); }\n"
          "bool __attribute__((overloadable)) differs(long a, long b) { return a != b; }\n"
          "bool __attribute__((overloadable)) differs(int a, int b) { return a != b; }\n"
          "kernel void k(global int *bad) {\n"
          "  int n = (int)get_global_id(0) - 48, e;\n"
          "  long l = n < 0 ? (long)n << 40 : n;\n"
          "  T x = (T)((T)n * (T)0.375f), y = (T)((T)(n %% 7) + (T)0.5f), r;\n"
          "%s}\n",
          type, width, of_type, width, of_type, width, of_type, width, body);
  run(options, source, pairs, count);
}

static const char *const modes[] = {"", "-cl-opt-disable", "-cl-std=CL3.0", "-cl-fast-relaxed-math"};

static void floats(void) {
  for (size_t m = 0; m < TEST_COUNT(modes); m++)
    check(modes[m], "float", "f", "", "int");
}

static void doubles(void) {
  if (!test_has_extension("cl_khr_fp64"))
    test_skip("no doubles");
  for (size_t m = 0; m < TEST_COUNT(modes); m++)
    check(modes[m], "double", "", "", "long");
}

static void vectors_of_floats(void) {
  check("", "float", "", "2", "int");
  check("-cl-opt-disable", "float", "", "4", "int");
  check("-cl-fast-relaxed-math", "float", "", "4", "int");
  check("", "float", "", "16", "int");
}

static void vectors_of_doubles(void) {
  if (!test_has_extension("cl_khr_fp64"))
    test_skip("no doubles");
  check("", "double", "", "3", "long");
  check("", "double", "", "8", "long");
}

static void vectors_of_halves(void) {
  if (!test_has_extension("cl_khr_fp16"))
    test_skip("no halves");
  check("", "half", "", "4", "short");
  check("-cl-opt-disable", "half", "", "8", "short");
}

/* A program's function of OpenCL's name may be made of Clang's. */
static void own_names(void) {
  cl_kernel kernel = test_kernel(test_build("", CL(
                                                    float __attribute__((overloadable)) sin(float x) {
                                                      return 2 + __builtin_sinf(x);
                                                    } kernel void k(global float *o) { o[0] = sin(o[1]); })),
                                 "k");
  struct test_buffer o = test_buffer(2 * sizeof(cl_float), TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 1, 1, ARG_BUFFER(o));
  test_buffer_sync(&o);
  CHECK_EQ(*(cl_float *)o.data, 2);
}

/* What the C library has by that name, declared by the program. */
static void declared(void) {
  cl_kernel kernel = test_kernel(
      test_build("", CL(float sqrtf(float); float hypotf(float, float); float fmodf(float, float); kernel void k(
                            global float *o) { o[0] = sqrtf(o[0] + 49) + hypotf(o[1] + 3, 4) + fmodf(7, o[1] + 4); })),
      "k");
  struct test_buffer o = test_buffer(2 * sizeof(cl_float), TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 1, 1, ARG_BUFFER(o));
  test_buffer_sync(&o);
  CHECK_EQ(*(cl_float *)o.data, 7 + 5 + 3);
}

static const struct test_case cases[] = {
    {"floats", floats},
    {"doubles", doubles},
    {"vectors_of_floats", vectors_of_floats},
    {"vectors_of_doubles", vectors_of_doubles},
    {"vectors_of_halves", vectors_of_halves},
    {"own_names", own_names},
    {"declared", declared},
};
TEST_MAIN(cases)
