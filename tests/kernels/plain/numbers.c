/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Common, geometric and relational functions of every type and width, against the host's long double or bit by bit.
 * Each kernel is built twice, optimised and not.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"
#include "tests/kernels/plain/formats.h"

enum { ITEMS = 64 };
static const int widths[] = {1, 2, 3, 4, 8, 16};
static const char *const builds[] = {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"};

/* Numbers with all edges among them. */
static double number(uint32_t seed, const struct format *format) {
  static const double edges[] = {0.0,     -0.0,     1,        -1,       0.5,    INFINITY, -INFINITY, NAN,
                                 1e30,    -1e-12,   0x1p-126, 0x1p-149, 3.25e7, 0x1p16,   -2,        0x1.fffffep127,
                                 0x1p-14, -0x1p-15, 65504,    0x1p-24,  -40000, 1.5};
  uint32_t pick = test_hash(seed);
  double x = pick % 3 == 0 ? edges[pick / 3 % TEST_COUNT(edges)] : ((double)(int32_t)test_hash(seed + 17)) * 0x1p-20;
  return format_rounded(format, x);
}

/* --- elementwise, with an answer that is exact --- */

struct exact {
  const char *name, *call;
  int result; /* 0: the type itself, 1: truth */
  double (*reference)(double x, double y, double z);
};

static double ref_max(double x, double y, double z) {
  return x < y ? y : x;
}
static double ref_min(double x, double y, double z) {
  return y < x ? y : x;
}
static double ref_step(double x, double y, double z) {
  return y < x ? 0 : 1;
}
static double ref_sign(double x, double y, double z) {
  return isnan(x) ? 0 : x > 0 ? 1 : x < 0 ? -1 : x;
}
static double ref_clamp(double x, double y, double z) {
  double low = fmin(y, z), high = fmax(y, z);
  return isnan(x) ? NAN : x < low ? low : x > high ? high : x;
}
static double ref_isequal(double x, double y, double z) {
  return !isunordered(x, y) && !islessgreater(x, y);
}
static double ref_isnotequal(double x, double y, double z) {
  return isunordered(x, y) || islessgreater(x, y);
}
static double ref_isgreater(double x, double y, double z) {
  return isgreater(x, y);
}
static double ref_isgreaterequal(double x, double y, double z) {
  return isgreaterequal(x, y);
}
static double ref_isless(double x, double y, double z) {
  return isless(x, y);
}
static double ref_islessequal(double x, double y, double z) {
  return islessequal(x, y);
}
static double ref_islessgreater(double x, double y, double z) {
  return islessgreater(x, y);
}
static double ref_isordered(double x, double y, double z) {
  return !isunordered(x, y);
}
static double ref_isunordered(double x, double y, double z) {
  return isunordered(x, y);
}
static double ref_isnan(double x, double y, double z) {
  return fpclassify(x) == FP_NAN;
}
static double ref_isinf(double x, double y, double z) {
  return fpclassify(x) == FP_INFINITE;
}
static double ref_isfinite(double x, double y, double z) {
  return fpclassify(x) != FP_NAN && fpclassify(x) != FP_INFINITE;
}
static double ref_signbit(double x, double y, double z) {
  return copysign(1, x) < 0;
}

static const struct exact exact[] = {
    {"max", "max(x, y)", 0, ref_max},
    {"min", "min(x, y)", 0, ref_min},
    {"step", "step(x, y)", 0, ref_step},
    {"sign", "sign(x)", 0, ref_sign},
    {"clamp", "clamp(x, fmin(y, z), fmax(y, z))", 0, ref_clamp},
    {"isequal", "isequal(x, y)", 1, ref_isequal},
    {"isnotequal", "isnotequal(x, y)", 1, ref_isnotequal},
    {"isgreater", "isgreater(x, y)", 1, ref_isgreater},
    {"isgreaterequal", "isgreaterequal(x, y)", 1, ref_isgreaterequal},
    {"isless", "isless(x, y)", 1, ref_isless},
    {"islessequal", "islessequal(x, y)", 1, ref_islessequal},
    {"islessgreater", "islessgreater(x, y)", 1, ref_islessgreater},
    {"isordered", "isordered(x, y)", 1, ref_isordered},
    {"isunordered", "isunordered(x, y)", 1, ref_isunordered},
    {"isnan", "isnan(x)", 1, ref_isnan},
    {"isinf", "isinf(x)", 1, ref_isinf},
    {"isfinite", "isfinite(x)", 1, ref_isfinite},
    {"isnormal", "isnormal(x)", 1, NULL},
    {"signbit", "signbit(x)", 1, ref_signbit},
};

static long long integer(const void *array, size_t at, size_t size) {
  switch (size) {
  case 2:
    return ((const cl_short *)array)[at];
  case 4:
    return ((const cl_int *)array)[at];
  default:
    return ((const cl_long *)array)[at];
  }
}

/* Whether the specification leaves the answer open: minima and maxima of NaN, limits that are NaN or equal zeros. */
static bool is_open(size_t which, double x, double y, double z) {
  if (which < 2)
    return isnan(x) || isnan(y) || (x == 0 && y == 0);
  if (which == 2)
    return isnan(x) || isnan(y);
  return which == 4 && (isnan(x) || isnan(y) || isnan(z) || (x == 0 && (y == 0 || z == 0)) || y == z);
}

static void exact_of(const struct format *format) {
  format_need(format);
  const char *type = format->name;
  size_t size = format->size, count = ITEMS * 16;
  double *in = test_alloc(3 * count * sizeof(double));
  unsigned char *bytes = test_alloc(3 * count * size);
  for (size_t i = 0; i < 3 * count; i++)
    format_put(format, bytes, i, in[i] = number((uint32_t)i, format));
  struct test_buffer source_of = test_buffer(3 * count * size, TEST_END, CL_MEM_READ_ONLY, 0);
  test_buffer_write(&source_of, bytes);
  char *source = test_alloc(1 << 18), *at = source, a[16], b[16];
  at += sprintf(at, "%s", format_with_half);
  for (size_t f = 0; f < TEST_COUNT(exact); f++)
    for (size_t w = 0; w < TEST_COUNT(widths); w++) {
      int n = widths[w];
      /* Truth is an int for scalars and an integer of the element's size for vectors. */
      const char *result = !exact[f].result ? type : n == 1 ? "int" : format->truth;
      at += sprintf(at, "kernel void %s_%d(global %s *o, global const %s *in) {\n  int i = get_global_id(0);\n",
                    exact[f].name, n, result, type);
      for (int k = 0; k < 3; k++)
        if (n == 1)
          at += sprintf(at, "  %s %c = in[%d + i]; (void)%c;\n", type, "xyz"[k], k * (int)count, "xyz"[k]);
        else
          at += sprintf(at, "  %s %c = vload%d(i, in + %d); (void)%c;\n", format_spelt(a, type, n), "xyz"[k], n,
                        k * (int)count, "xyz"[k]);
      if (n == 1)
        at += sprintf(at, "  o[i] = %s;\n}\n", exact[f].call);
      else
        at += sprintf(at, "  %s r = %s;\n  vstore%d(r, i, o);\n}\n", format_spelt(b, result, n), exact[f].call, n);
    }
  for (size_t v = 0; v < TEST_COUNT(builds); v++) {
    cl_program program = test_build(builds[v], source);
    for (size_t f = 0; f < TEST_COUNT(exact); f++)
      for (size_t w = 0; w < TEST_COUNT(widths); w++) {
        size_t n = (size_t)widths[w], element = !exact[f].result ? size : n == 1 ? 4 : size;
        char name[32];
        snprintf(name, sizeof name, "%s_%zu", exact[f].name, n);
        struct test_buffer out = test_buffer(ITEMS * n * element, TEST_END, CL_MEM_READ_WRITE, 9);
        LAUNCH(test_kernel(program, name), ITEMS, 16, ARG_BUFFER(out), ARG_BUFFER(source_of));
        test_buffer_sync(&out);
        for (size_t i = 0; i < ITEMS * n; i++) {
          double x = in[i], y = in[count + i], z = in[2 * count + i], got, want;
          if (is_open(f, x, y, z))
            continue;
          if (exact[f].reference)
            want = exact[f].reference(x, y, z);
          else
            want = isfinite(x) && x != 0 && ilogb(x) >= format->least;
          if (exact[f].result) {
            want = n > 1 && want != 0 ? -want : want;
            got = (double)integer(out.data, i, element);
          } else {
            got = format_get(format, out.data, i);
          }
          if (!format_same(got, want))
            FAIL("%s of %s (%a, %a, %a), '%s', is %a, not %a", name, type, x, y, z, builds[v], got, want);
        }
      }
  }
}

static void exact_half(void) {
  exact_of(&formats[HALF]);
}
static void exact_float(void) {
  exact_of(&formats[FLOAT]);
}
static void exact_double(void) {
  exact_of(&formats[DOUBLE]);
}

/* --- rounded ones, in long double --- */

/* dot, length, distance, normalize, cross and what angles and mixtures are, for 1 to 4 components. */
static void rounded_of(const struct format *format) {
  enum { COUNT = 256 };
  format_need(format);
  const char *type = format->name;
  size_t size = format->size;
  for (size_t v = 0; v < TEST_COUNT(builds); v++)
    for (int n = 1; n <= 4; n++) {
      char source[4096], a[16];
      const char *vector = format_spelt(a, type, n);
      char load[2][64];
      for (int k = 0; k < 2; k++)
        snprintf(load[k], sizeof load[k], n == 1 ? "%s[i]" : "vload%2$d(i, %1$s)", k ? "py" : "px", n);
      int length = snprintf(source, sizeof source,
                            "%skernel void k(global %s *o, global const %s *px, global const %s *py) {\n"
                            "  int i = get_global_id(0);\n  %s x = %s, y = %s;\n"
                            "  o += i * 16;\n  o[0] = dot(x, y); o[1] = length(x); o[2] = distance(x, y);\n"
                            "  %s u = normalize(x);\n",
                            format_with_half, type, type, type, vector, load[0], load[1], vector);
      for (int k = 0; k < n; k++)
        length += snprintf(source + length, sizeof source - (size_t)length,
                           n == 1 ? "  o[3] = u;\n" : "  o[%d] = u.s%d;\n", 3 + k, k);
      if (n >= 3)
        length += snprintf(source + length, sizeof source - (size_t)length,
                           "  %s c = cross(x, y);\n  o[7] = c.x; o[8] = c.y; o[9] = c.z;\n", vector);
      if (n == 4)
        length += snprintf(source + length, sizeof source - (size_t)length, "  o[10] = c.w;\n");
      const char *first = n == 1 ? "" : ".s0";
      snprintf(source + length, sizeof source - (size_t)length,
               "  o[11] = degrees(x)%s; o[12] = radians(x)%s; o[13] = mix(x, y, (%s)0.25f)%s;\n"
               "  o[14] = smoothstep(y, y + (%s)2, x)%s; o[15] = mix(x, y, x)%s;\n}\n",
               first, first, type, first, type, first, first);
      double in[2][COUNT * 4];
      struct test_buffer buffers[2], out = test_buffer(COUNT * 16 * size, TEST_END, CL_MEM_READ_WRITE, 0);
      for (int k = 0; k < 2; k++) {
        buffers[k] = test_buffer((size_t)(COUNT * n) * size, TEST_END, CL_MEM_READ_ONLY, 0);
        unsigned char bytes[COUNT * 4 * 8];
        for (int i = 0; i < COUNT * n; i++) {
          in[k][i] = format_rounded(format, (int32_t)test_hash((uint32_t)(i * 2 + k + n * 9999)) * 0x1p-26);
          format_put(format, bytes, (size_t)i, in[k][i]);
        }
        test_buffer_write(&buffers[k], bytes);
      }
      LAUNCH(test_kernel(test_build(builds[v], source), "k"), COUNT, 32, ARG_BUFFER(out), ARG_BUFFER(buffers[0]),
             ARG_BUFFER(buffers[1]));
      test_buffer_sync(&out);
      for (int i = 0; i < COUNT; i++) {
        const double *x = in[0] + i * n, *y = in[1] + i * n;
        long double dot = 0, magnitude = 0, square = 0, apart = 0;
        for (int k = 0; k < n; k++) {
          dot += (long double)x[k] * y[k];
          magnitude += fabsl((long double)x[k] * y[k]);
          square += (long double)x[k] * x[k];
          apart += ((long double)x[k] - y[k]) * ((long double)x[k] - y[k]);
        }
        double o[16];
        for (int k = 0; k < 16; k++)
          o[k] = format_get(format, out.data, (size_t)(i * 16 + k));
        double unit = ldexp(1, -format->digits);
        /* dot and cross are open as to their error, here at most some roundings of their terms. */
        CHECK(fabs((double)(o[0] - dot)) <= 8 * unit * (double)magnitude);
        CHECK(format_ulps(format, o[1], sqrtl(square)) <= 2.5 + 0.5 * n);
        CHECK(format_ulps(format, o[2], sqrtl(apart)) <= 2.5 + 2 * n + 1e-3);
        for (int k = 0; k < n; k++)
          CHECK(format_ulps(format, o[3 + k], x[k] / sqrtl(square)) <= 2 + n);
        if (n >= 3)
          for (int k = 0; k < 3; k++) {
            int l = (k + 1) % 3, m = (k + 2) % 3;
            long double one = (long double)x[l] * y[m], other = (long double)x[m] * y[l];
            CHECK(fabs((double)(o[7 + k] - (one - other))) <= 4 * unit * (double)(fabsl(one) + fabsl(other)));
          }
        if (n == 4)
          CHECK(o[10] == 0);
        const long double pi = acosl(-1);
        CHECK(format_ulps(format, o[11], x[0] * 180 / pi) <= 2);
        CHECK(format_ulps(format, o[12], x[0] * pi / 180) <= 2);
        CHECK(fabs((double)(o[13] - ((long double)x[0] * 3 + y[0]) / 4)) <= 4 * unit * (fabs(x[0]) + fabs(y[0])));
        /* Each of its steps rounds something below 3. */
        long double edge = format_rounded(format, y[0] + 2);
        long double t = ((long double)x[0] - y[0]) / (edge - y[0]);
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        CHECK(fabs((double)(o[14] - (3 * t * t - 2 * t * t * t))) <= 16 * unit);
        long double mixed = x[0] + ((long double)y[0] - x[0]) * x[0];
        CHECK(fabs((double)(o[15] - mixed)) <= 8 * unit * (fabs(x[0]) + (fabs(x[0]) + fabs(y[0])) * fabs(x[0])));
      }
    }
}

static void rounded_half(void) {
  rounded_of(&formats[HALF]);
}
static void rounded_float(void) {
  rounded_of(&formats[FLOAT]);
}
static void rounded_double(void) {
  rounded_of(&formats[DOUBLE]);
}

/* Lengths whose squares overflow or vanish. */
static void far_lengths(void) {
  for (const struct format *format = formats; format < formats + FORMATS; format++) {
    if (!format_is_there(format))
      continue;
    char source[2048];
    snprintf(source, sizeof source, "%s\n#define T(n) %s##n\n%s", format_with_half, format->name,
             CL(kernel void k(global T() * o, global const T() * in) {
               T() big = in[0], tiny = in[1], infinite = in[2], no_number = in[3], zero = in[4];
               o[0] = length((T(4))(big));
               o[1] = length((T(2))(tiny * 3, tiny * 4));
               o[2] = distance((T(3))(big, 0, 0), (T(3))(0, 0, big));
               T(4) u = normalize((T(4))(big, -big, big, big));
               o[3] = u.y;
               o[4] = normalize((T(2))(tiny, tiny)).x;
               o[5] = normalize((T(3))(zero, -zero, zero)).y;
               o[6] = normalize((T(2))(infinite, -infinite)).y;
               o[7] = normalize((T(2))(infinite, big)).y;
               o[8] = length((T(2))(infinite, no_number));
             }));
    cl_kernel kernel = test_kernel(test_build("-cl-std=CL3.0", source), "k");
    /* The largest and the smallest power of two, but for the factors above. */
    double big = ldexp(1, -format->least), tiny = ldexp(1, format->least + 1 - format->digits);
    const double numbers[] = {big, tiny, INFINITY, NAN, 0};
    unsigned char bytes[sizeof numbers];
    for (size_t i = 0; i < TEST_COUNT(numbers); i++)
      format_put(format, bytes, i, numbers[i]);
    struct test_buffer in = test_buffer(5 * format->size, TEST_END, CL_MEM_READ_ONLY, 0);
    struct test_buffer out = test_buffer(9 * format->size, TEST_END, CL_MEM_READ_WRITE, 0);
    test_buffer_write(&in, bytes);
    LAUNCH(kernel, 1, 1, ARG_BUFFER(out), ARG_BUFFER(in));
    test_buffer_sync(&out);
    double o[9];
    for (size_t i = 0; i < 9; i++)
      o[i] = format_get(format, out.data, i);
    CHECK(o[0] == 2 * big);
    CHECK(o[1] == 5 * tiny);
    CHECK(format_ulps(format, o[2], sqrtl(2) * big) <= 3);
    CHECK(o[3] == -0.5);
    CHECK(format_ulps(format, o[4], sqrtl(0.5L)) <= 3);
    CHECK(o[5] == 0);
    CHECK(format_ulps(format, o[6], -sqrtl(0.5L)) <= 3);
    CHECK(o[7] == 0);
    CHECK(isinf(o[8]) || isnan(o[8]));
  }
}

/* The fast forms, within the 8192 units that the specification leaves them. */
static void fast_forms(void) {
  enum { COUNT = 256 };
  const struct format *format = &formats[FLOAT];
  for (size_t v = 0; v < TEST_COUNT(builds); v++)
    for (int n = 1; n <= 4; n++) {
      char source[1024], vector[16];
      format_spelt(vector, "float", n);
      snprintf(
          source, sizeof source,
          n == 1 ? "kernel void k(global float *o, global const float *px, global const float *py) {\n"
                   "  int i = get_global_id(0);\n  %1$s x = px[i], y = py[i];\n  o += 6 * i;\n"
                   "  o[0] = fast_length(x); o[1] = fast_distance(x, y); o[2] = fast_normalize(x);\n}\n"
                 : "kernel void k(global float *o, global const float *px, global const float *py) {\n"
                   "  int i = get_global_id(0);\n  %1$s x = vload%2$d(i, px), y = vload%2$d(i, py);\n  o += 6 * i;\n"
                   "  o[0] = fast_length(x); o[1] = fast_distance(x, y); vstore%2$d(fast_normalize(x), 0, o + 2);\n}\n",
          vector, n);
      float in[2][COUNT * 4];
      struct test_buffer buffers[2], out = test_buffer(COUNT * 6 * sizeof(float), TEST_END, CL_MEM_READ_WRITE, 0);
      for (int k = 0; k < 2; k++) {
        for (int i = 0; i < COUNT * n; i++)
          in[k][i] = (float)(int32_t)test_hash((uint32_t)(i * 2 + k + n * 777)) * 0x1p-26f;
        buffers[k] = test_buffer((size_t)(COUNT * n) * sizeof(float), TEST_END, CL_MEM_READ_ONLY, 0);
        test_buffer_write(&buffers[k], in[k]);
      }
      LAUNCH(test_kernel(test_build(builds[v], source), "k"), COUNT, 32, ARG_BUFFER(out), ARG_BUFFER(buffers[0]),
             ARG_BUFFER(buffers[1]));
      test_buffer_sync(&out);
      for (int i = 0; i < COUNT; i++) {
        const float *x = in[0] + i * n, *y = in[1] + i * n, *o = (float *)out.data + 6 * i;
        long double square = 0, apart = 0;
        for (int k = 0; k < n; k++) {
          square += (long double)x[k] * x[k];
          apart += ((long double)x[k] - y[k]) * ((long double)x[k] - y[k]);
        }
        CHECK(format_ulps(format, o[0], sqrtl(square)) <= 8192);
        CHECK(format_ulps(format, o[1], sqrtl(apart)) <= 8192);
        for (int k = 0; k < n; k++)
          CHECK(format_ulps(format, o[2 + k], x[k] / sqrtl(square)) <= 8192);
      }
    }
}

static const struct test_case cases[] = {
    {"exact_half", exact_half},     {"exact_float", exact_float},     {"exact_double", exact_double},
    {"rounded_half", rounded_half}, {"rounded_float", rounded_float}, {"rounded_double", rounded_double},
    {"far_lengths", far_lengths},   {"fast_forms", fast_forms},
};
TEST_MAIN(cases)
