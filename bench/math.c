/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Times the mathematical functions: nanoseconds per element in kernels that load an argument, call, and store. Groups
 * of 1024 work-items take turns at few tiles, so that arguments and results stay in the first cache levels; best run
 * on one processor (--cpu). Arguments are ordinary ones; each result is checked in C. Cases are named by function and
 * type: float, double, half, and relaxed (float, built with -cl-fast-relaxed-math).
 */
#include "bench/bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUP = 1024, TILES = 2, ELEMENTS = GROUP * TILES, GROUPS = 1024 };
static const double seconds_per_case = 0.06;

/* Arguments lie between low and high; y, if there is one, between low_y and high_y. */
struct function {
  const char *name;
  const char *call; /* of T x, T y, int n */
  double (*reference)(double x, double y);
  double low, high, low_y, high_y;
  bool float_only;
};

static const double pi = 3.14159265358979323846;

#define OF(name, expression)                                                                                           \
  static double name##_of(double x, double y) {                                                                        \
    (void)y;                                                                                                           \
    return expression;                                                                                                 \
  }
OF(exp, exp(x))
OF(exp2, exp2(x))
OF(exp10, pow(10, x))
OF(expm1, expm1(x))
OF(log, log(x))
OF(log2, log2(x))
OF(log10, log10(x))
OF(log1p, log1p(x))
OF(sin, sin(x))
OF(cos, cos(x))
OF(tan, tan(x))
OF(sincos, sin(x) + cos(x))
OF(sinpi, sin(pi *fmod(x, 2)))
OF(cospi, cos(pi *fmod(x, 2)))
OF(tanpi, tan(pi *fmod(x, 1)))
OF(asin, asin(x))
OF(acos, acos(x))
OF(atan, atan(x))
OF(asinpi, asin(x) / pi)
OF(acospi, acos(x) / pi)
OF(atanpi, atan(x) / pi)
OF(atan2, atan2(x, y))
OF(atan2pi, atan2(x, y) / pi)
OF(sinh, sinh(x))
OF(cosh, cosh(x))
OF(tanh, tanh(x))
OF(asinh, asinh(x))
OF(acosh, acosh(x))
OF(atanh, atanh(x))
OF(pow, pow(x, y))
OF(pown, pow(x, floor(y)))
OF(rootn, pow(x, 1 / floor(y)))
OF(cbrt, cbrt(x))
OF(sqrt, sqrt(x))
OF(rsqrt, 1 / sqrt(x))
OF(hypot, hypot(x, y))
OF(erf, erf(x))
OF(erfc, erfc(x))
OF(tgamma, tgamma(x))
OF(lgamma, lgamma(x))
OF(fmod, fmod(x, y))
OF(remainder, remainder(x, y))
OF(fma, x *y + 0.5)
OF(ldexp, ldexp(x, (int)floor(y)))
OF(frexp, frexp(x, &(int){0}))
OF(fract, x - floor(x))
OF(modf, modf(x, &(double){0}))
OF(logb, logb(x))
OF(ilogb, ilogb(x))
OF(nextafter, x)
OF(fdim, fdim(x, y))
OF(fmin, fmin(x, y))
OF(divide, x / y)
OF(recip, 1 / x)
OF(rint, rint(x))
OF(round, round(x))

#define ONE(name, low, high) {#name, #name "(x)", name##_of, low, high, 0, 1, false}
#define TWO(name, low, high, low_y, high_y) {#name, #name "(x, y)", name##_of, low, high, low_y, high_y, false}
#define FAST(name, low, high) {"native_" #name, "native_" #name "(x)", name##_of, low, high, 0, 1, true}
#define ROUGH(name, low, high) {"half_" #name, "half_" #name "(x)", name##_of, low, high, 0, 1, true}
static const struct function functions[] = {
    ONE(exp, -10, 10),
    ONE(exp2, -10, 10),
    ONE(exp10, -5, 5),
    ONE(expm1, -5, 5),
    ONE(log, 0.01, 100),
    ONE(log2, 0.01, 100),
    ONE(log10, 0.01, 100),
    ONE(log1p, -0.9, 10),
    ONE(sin, -10, 10),
    ONE(cos, -10, 10),
    ONE(tan, -10, 10),
    {"sincos", "sincos(x, &r) + r", sincos_of, -10, 10, 0, 1, false},
    ONE(sinpi, -10, 10),
    ONE(cospi, -10, 10),
    ONE(tanpi, -0.49, 0.49),
    ONE(asin, -1, 1),
    ONE(acos, -1, 1),
    ONE(atan, -10, 10),
    ONE(asinpi, -1, 1),
    ONE(acospi, -1, 1),
    ONE(atanpi, -10, 10),
    TWO(atan2, -10, 10, -10, 10),
    TWO(atan2pi, -10, 10, -10, 10),
    ONE(sinh, -5, 5),
    ONE(cosh, -5, 5),
    ONE(tanh, -3, 3),
    ONE(asinh, -10, 10),
    ONE(acosh, 1, 10),
    ONE(atanh, -0.99, 0.99),
    TWO(pow, 0.1, 10, -5, 5),
    {"powr", "powr(x, y)", pow_of, 0.1, 10, -5, 5, false},
    {"pown", "pown(x, n)", pown_of, 0.1, 10, -5, 5, false},
    {"rootn", "rootn(x, n)", rootn_of, 0.1, 10, 1, 9, false},
    ONE(cbrt, -10, 10),
    ONE(sqrt, 0, 100),
    ONE(rsqrt, 0.01, 100),
    TWO(hypot, -10, 10, -10, 10),
    ONE(erf, -3, 3),
    ONE(erfc, -3, 3),
    ONE(tgamma, 0.1, 10),
    ONE(lgamma, 0.1, 10),
    TWO(fmod, -100, 100, 1, 10),
    TWO(remainder, -100, 100, 1, 10),
    {"remquo", "remquo(x, y, &quotient)", remainder_of, -100, 100, 1, 10, false},
    {"fma", "fma(x, y, (T)0.5)", fma_of, -10, 10, -10, 10, false},
    {"ldexp", "ldexp(x, n)", ldexp_of, -10, 10, -5, 5, false},
    {"frexp", "frexp(x, &quotient)", frexp_of, -100, 100, 0, 1, false},
    {"fract", "fract(x, &r)", fract_of, -100, 100, 0, 1, false},
    {"modf", "modf(x, &r)", modf_of, -100, 100, 0, 1, false},
    ONE(logb, 0.01, 100),
    ONE(ilogb, 0.01, 100),
    TWO(nextafter, -100, 100, -100, 100),
    TWO(fdim, -10, 10, -10, 10),
    TWO(fmin, -10, 10, -10, 10),
    ONE(rint, -100, 100),
    ONE(round, -100, 100),
    {"divide", "x / y", divide_of, -100, 100, 1, 10, false},
    FAST(exp, -10, 10),
    FAST(exp2, -10, 10),
    FAST(exp10, -5, 5),
    FAST(log, 0.01, 100),
    FAST(log2, 0.01, 100),
    FAST(log10, 0.01, 100),
    FAST(sin, -3, 3),
    FAST(cos, -3, 3),
    FAST(tan, -1.5, 1.5),
    FAST(sqrt, 0, 100),
    FAST(rsqrt, 0.01, 100),
    FAST(recip, 0.1, 100),
    ROUGH(exp, -10, 10),
    ROUGH(exp2, -10, 10),
    ROUGH(exp10, -5, 5),
    ROUGH(log, 0.01, 100),
    ROUGH(log2, 0.01, 100),
    ROUGH(log10, 0.01, 100),
    ROUGH(sin, -10, 10),
    ROUGH(cos, -10, 10),
    ROUGH(tan, -1.5, 1.5),
    ROUGH(sqrt, 0, 100),
    ROUGH(rsqrt, 0.01, 100),
    ROUGH(recip, 0.1, 100),
    {"half_powr", "half_powr(x, y)", pow_of, 0.1, 10, -5, 5, true},
    {"half_divide", "half_divide(x, y)", divide_of, -100, 100, 1, 10, true},
    {"native_powr", "native_powr(x, y)", pow_of, 0.1, 10, -5, 5, true},
    {"native_divide", "native_divide(x, y)", divide_of, -100, 100, 1, 10, true},
};

struct type {
  const char *name;      /* of the case */
  const char *spelling;  /* in OpenCL C */
  const char *extension; /* that the device has to have, or NULL */
  const char *options;
  size_t size;
  double tolerance; /* relative to the result's magnitude or one, whichever is larger */
};
static const struct type types[] = {
    {"float", "float", NULL, "", sizeof(cl_float), 1e-5},
    {"relaxed", "float", NULL, "-cl-fast-relaxed-math", sizeof(cl_float), 2e-3},
    {"double", "double", "cl_khr_fp64", "", sizeof(cl_double), 1e-13},
    {"half", "half", "cl_khr_fp16", "", sizeof(cl_half), 0.02},
};

static bool is_half(const struct type *type) {
  return type->size == sizeof(cl_half);
}

/* --- Values of a type, by index; halves by their encoding -------------------------------------- */

static double half_value(cl_half bits) {
  int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double value = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
  if (exponent == 31)
    value = fraction ? NAN : INFINITY;
  return bits >> 15 ? -value : value;
}
static cl_half half_bits(double x) {
  int exponent;
  double m = frexp(fabs(x), &exponent); /* cut off: the arguments are ours to choose */
  cl_half bits = exponent <= -14 ? (cl_half)ldexp(m, exponent + 24)
                                 : (cl_half)(((unsigned)(exponent + 14) << 10) + (unsigned)(ldexp(m, 11) - 1024));
  return x < 0 ? bits | 0x8000 : bits;
}
static double get(const struct type *type, const void *values, size_t i) {
  if (is_half(type))
    return half_value(((const cl_half *)values)[i]);
  return type->size == sizeof(cl_float) ? (double)((const cl_float *)values)[i] : ((const cl_double *)values)[i];
}
static void set(const struct type *type, void *values, size_t i, double value) {
  if (is_half(type))
    ((cl_half *)values)[i] = half_bits(value);
  else if (type->size == sizeof(cl_float))
    ((cl_float *)values)[i] = (cl_float)value;
  else
    ((cl_double *)values)[i] = value;
}

/* Values that repeat from run to run. */
static void fill(const struct type *type, void *values, double low, double high, uint64_t state) {
  for (size_t i = 0; i < ELEMENTS; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    set(type, values, i, low + (high - low) * (double)(state >> 11) * 0x1p-53);
  }
}

static bool is_correct(const struct function *function, const struct type *type, const void *x, const void *y,
                       const void *results) {
  for (size_t i = 0; i < ELEMENTS; i++) {
    double expected = function->reference(get(type, x, i), get(type, y, i)), found = get(type, results, i);
    /* A fraction that was rounded up to one, or a result just beyond half's numbers. */
    if (is_half(type) && (fabs(expected) > 60000 || fabs(found) >= 60000))
      continue;
    double tolerance = function->float_only ? 2e-3 : type->tolerance; /* native_ and half_ */
    if (!(fabs(found - expected) <= tolerance * fmax(1, fabs(expected)))) {
      fprintf(stderr, "%s %s(%a, %a) = %a, not %a\n", type->name, function->name, get(type, x, i), get(type, y, i),
              found, expected);
      return false;
    }
  }
  return true;
}

/* --- Measuring ----------------------------------------------------------------------------------- */

static cl_program build(const struct bench *bench, const struct function *function, const struct type *type) {
  char source[2048];
  snprintf(source, sizeof source,
           "%s\n"
           "typedef %s T;\n"
           "kernel void run(global const T *xs, global const T *ys, global T *results) {\n"
           "  size_t i = (get_group_id(0) & %d) * %d + get_local_id(0);\n"
           "  T x = xs[i];%s%s%s%s\n"
           "  results[i] = (T)(%s);\n"
           "}\n",
           is_half(type) ? "#pragma OPENCL EXTENSION cl_khr_fp16 : enable" : "", type->spelling, TILES - 1, GROUP,
           strstr(function->call, " y") ? " T y = ys[i];" : "",
           strstr(function->call, " n") ? " int n = convert_int_rtn(ys[i]);" : "",
           strstr(function->call, "&r") ? " T r;" : "", strstr(function->call, "&quotient") ? " int quotient;" : "",
           function->call);
  return bench_build(bench, source, type->options, getenv("BENCH_VERBOSE") != NULL);
}

static double launch(const struct bench *bench, cl_kernel kernel) {
  const size_t global = (size_t)GROUP * GROUPS, local = GROUP;
  double start = bench_seconds();
  bench_check(clEnqueueNDRangeKernel(bench->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL),
              "clEnqueueNDRangeKernel");
  bench_check(clFinish(bench->queue), "clFinish");
  return (bench_seconds() - start) * 1e9 / (double)global;
}

static void measure(const struct bench *bench, const struct function *function, const struct type *type,
                    const char *name, bool quick) {
  cl_program program = build(bench, function, type);
  if (!program) {
    bench_no_result(name, "does not build");
    return;
  }
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, "run", &error);
  bench_check(error, "clCreateKernel");
  const size_t bytes = ELEMENTS * type->size;
  void *x = malloc(bytes), *y = malloc(bytes), *results = malloc(bytes);
  if (!x || !y || !results) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  fill(type, x, function->low, function->high, 1);
  fill(type, y, function->low_y, function->high_y, 2);
  cl_mem buffers[3] = {bench_buffer(bench, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, x),
                       bench_buffer(bench, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, y),
                       bench_buffer(bench, CL_MEM_WRITE_ONLY, bytes, NULL)};
  for (cl_uint i = 0; i < 3; i++)
    bench_check(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]), "clSetKernelArg");
  double best = launch(bench, kernel);
  bench_check(clEnqueueReadBuffer(bench->queue, buffers[2], CL_TRUE, 0, bytes, results, 0, NULL, NULL),
              "clEnqueueReadBuffer");
  if (is_correct(function, type, x, y, results)) {
    double end = bench_seconds() + seconds_per_case;
    for (int i = 0; i < (quick ? 1 : 200) && (i < 3 || bench_seconds() < end); i++)
      best = fmin(best, launch(bench, kernel));
    bench_result(name, best, "ns", 0);
  } else {
    bench_wrong_result(name);
  }
  for (size_t i = 0; i < 3; i++)
    clReleaseMemObject(buffers[i]);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  free(x);
  free(y);
  free(results);
}

static bool has_extension(const struct bench *bench, const char *name) {
  char text[16384] = "";
  clGetDeviceInfo(bench->device, CL_DEVICE_EXTENSIONS, sizeof text - 1, text, NULL);
  return strstr(text, name) != NULL;
}

int main(int argc, char **argv) {
  struct bench_options options = bench_parse(argc, argv);
  struct bench bench;
  bench_open(&bench, &options);
  for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
    const struct type *type = &types[t];
    bool there = !type->extension || has_extension(&bench, type->extension);
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
      char name[64];
      snprintf(name, sizeof name, "%s %s", functions[i].name, type->name);
      if ((functions[i].float_only && t != 0) || !bench_wants(&options, name))
        continue;
      if (there)
        measure(&bench, &functions[i], type, name, options.quick);
      else
        bench_no_result(name, "no such type");
    }
  }
  bench_close(&bench);
  return bench_status();
}
