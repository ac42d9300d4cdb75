/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A mathematical function gives the same bits whether its loop was widened or not: groups of 64 work-items, which the
 * compiler runs in vectors, and vectors of OpenCL C of each width, against groups of one. Arguments are mixed so that
 * vectors hold ordinary, special and far ones at once: lanes that need a slow path beside lanes that must keep their
 * own result. That the loops are widened, widened.py looks at, which reads the tables here.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/harness/test.h"
#include "tests/kernels/plain/formats.h"

enum { COUNT = 8192 };

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
                                            ONE(sign),
                                            ONE(degrees),
                                            ONE(radians),
                                            TWO(step),
                                            {"mix", "o[i] = mix(x[i], y[i], x[i] - y[i]);"},
                                            {"smoothstep", "o[i] = smoothstep(x[i], y[i], (x[i] + y[i]) * (T)0.375f);"},
                                            {"ilogb", "o[i] = TO_T(ilogb(x[i]));"},
                                            {"fma", "o[i] = fma(x[i], y[i], y[i] + x[i]);"},
                                            {"frexp", "I e; o[i] = frexp(x[i], &e); n[i] = e;"},
                                            {"modf", "T w; o[i] = modf(x[i], &w); y[i] = w;"},
                                            {"fract", "T w; o[i] = fract(x[i], &w); y[i] = w;"},
                                            {"sincos", "T c; o[i] = sincos(x[i], &c); y[i] = c;"},
                                            {"remquo", "I q; o[i] = remquo(x[i], y[i], &q); n[i] = q;"},
                                            {"lgamma_r", "I s; o[i] = lgamma_r(x[i], &s); n[i] = s;"}};

/* Those that float alone has. native_rsqrt, native_recip and native_divide are the processor's estimate improved, which
 * is another one for vectors. */
static const struct function of_float[] = {
    ONE(native_sin),   ONE(native_cos), ONE(native_tan),  ONE(native_exp),   ONE(native_exp2),
    ONE(native_exp10), ONE(native_log), ONE(native_log2), ONE(native_log10), ONE(native_sqrt),
    ONE(half_sin),     ONE(half_cos),   ONE(half_tan),    ONE(half_exp),     ONE(half_exp2),
    ONE(half_exp10),   ONE(half_log),   ONE(half_log2),   ONE(half_log10),   ONE(half_sqrt),
    ONE(half_rsqrt),   ONE(half_recip), TWO(native_powr), TWO(half_powr),    TWO(half_divide)};

/* Of vectors that each work-item makes itself. */
#define V2 "(T2)(x[i], y[i])"
#define V3 "(T3)(x[i], y[i], x[i] + y[i])"
#define V4 "(T4)(x[i], y[i], x[i] + y[i], y[i] - x[i])"
#define W2 "(T2)(y[i] - x[i], x[i])"
#define W3 "(T3)(y[i], y[i] - x[i], x[i])"
#define W4 "(T4)(y[i] + x[i], x[i], x[i] - y[i], y[i])"
static const struct function geometry[] = {
    {"dot_1", "o[i] = dot(x[i], y[i]);"},
    {"dot_2", "o[i] = dot(" V2 ", " W2 ");"},
    {"dot_3", "o[i] = dot(" V3 ", " W3 ");"},
    {"dot_4", "o[i] = dot(" V4 ", " W4 ");"},
    {"cross_3", "T3 c = cross(" V3 ", " W3 "); o[i] = c.x; x[i] = c.y; y[i] = c.z;"},
    {"cross_4", "T4 c = cross(" V4 ", " W4 "); o[i] = c.x; x[i] = c.w; y[i] = c.z;"},
    {"length_1", "o[i] = length(x[i]);"},
    {"length_2", "o[i] = length(" V2 ");"},
    {"length_3", "o[i] = length(" V3 ");"},
    {"length_4", "o[i] = length(" V4 ");"},
    {"distance_1", "o[i] = distance(x[i], y[i]);"},
    {"distance_2", "o[i] = distance(" V2 ", " W2 ");"},
    {"distance_3", "o[i] = distance(" V3 ", " W3 ");"},
    {"distance_4", "o[i] = distance(" V4 ", " W4 ");"},
    {"normalize_1", "o[i] = normalize(x[i]);"},
    {"normalize_2", "T2 c = normalize(" V2 "); o[i] = c.x; y[i] = c.y;"},
    {"normalize_3", "T3 c = normalize(" V3 "); o[i] = c.x; x[i] = c.y; y[i] = c.z;"},
    {"normalize_4", "T4 c = normalize(" V4 "); o[i] = c.w; x[i] = c.y; y[i] = c.z;"}};
static const struct function fast_geometry[] = {
    {"fast_length_1", "o[i] = fast_length(x[i]);"},
    {"fast_length_2", "o[i] = fast_length(" V2 ");"},
    {"fast_length_3", "o[i] = fast_length(" V3 ");"},
    {"fast_length_4", "o[i] = fast_length(" V4 ");"},
    {"fast_distance_1", "o[i] = fast_distance(x[i], y[i]);"},
    {"fast_distance_2", "o[i] = fast_distance(" V2 ", " W2 ");"},
    {"fast_distance_3", "o[i] = fast_distance(" V3 ", " W3 ");"},
    {"fast_distance_4", "o[i] = fast_distance(" V4 ", " W4 ");"},
    {"fast_normalize_1", "o[i] = fast_normalize(x[i]);"},
    {"fast_normalize_2", "T2 c = fast_normalize(" V2 "); o[i] = c.x; y[i] = c.y;"},
    {"fast_normalize_3", "T3 c = fast_normalize(" V3 "); o[i] = c.x; x[i] = c.y; y[i] = c.z;"},
    {"fast_normalize_4", "T4 c = fast_normalize(" V4 "); o[i] = c.w; x[i] = c.y; y[i] = c.z;"}};

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
static void fill(const struct format *format, const struct values *v, uint32_t seed) {
  for (uint32_t i = 0; i < COUNT; ++i) {
    uint32_t kind = (i >> 6) & 1 ? test_hash(seed + 7 * i) : 5;
    format_put(format, v->x.data, i, argument(test_hash(seed + 3 * i), kind));
    format_put(format, v->y.data, i, argument(test_hash(seed + 5 * i + 1), test_hash(kind)));
    ((cl_int *)v->n.data)[i] = (cl_int)(test_hash(seed + i) % 41) - 20;
  }
}

/* Bits, but that NaNs are one. */
static bool same(const struct format *format, const void *a, const void *b, size_t i) {
  size_t size = format->size;
  return !memcmp((const char *)a + i * size, (const char *)b + i * size, size) ||
         (isnan(format_get(format, a, i)) && isnan(format_get(format, b, i)));
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

/* How a function's loop runs: kernels NAME_WIDTH in groups of so many work-items. */
struct way {
  int width;
  size_t group;
  const char *name;
};
static const struct way usual[] = {{1, 1, "alone"}, {1, 64, "in a widened loop"}, {4, 16, "in vectors of 4"}},
                        vectors[] = {{1, 1, "alone"},
                                     {2, 16, "in vectors of 2"},
                                     {3, 15, "in vectors of 3"},
                                     {8, 16, "in vectors of 8"},
                                     {16, 16, "in vectors of 16"}};
enum { MOST_WAYS = TEST_COUNT(vectors) };

/* Vectors of 3 lie in memory as elements. */
static cl_program build(const struct format *format, const struct function *list, size_t count, int width) {
  size_t room = 1 << 16, used = 0;
  char *source = test_alloc(room), t[16], i[16];
  format_spelt(t, format->name, width), format_spelt(i, "int", width);
  used += (size_t)snprintf(source, room, "%s#define T %s\n#define I %s\n#define TO_T convert_%s\n", format_with_half, t,
                           i, t);
  for (int n = 2; n <= 4; ++n)
    used += (size_t)snprintf(source + used, room - used, "#define T%d %s%d\n", n, format->name, n);
  const char *packed = "#define KERNEL(NAME, STATEMENT) kernel void NAME(global E *out, global E *in, global E *second,"
                       " global int *numbers) { size_t at = get_global_id(0), i = 0; T o[1], x[1], y[1]; I n[1];"
                       " x[0] = vload3(at, in); y[0] = vload3(at, second); n[0] = vload3(at, numbers); STATEMENT"
                       " vstore3(o[0], at, out); vstore3(y[0], at, second); vstore3(n[0], at, numbers); }\n";
  const char *plain = "#define KERNEL(NAME, STATEMENT) kernel void NAME(global T *restrict o, global T *restrict x,"
                      " global T *restrict y, global I *restrict n) { size_t i = get_global_id(0); STATEMENT }\n";
  used += (size_t)snprintf(source + used, room - used, "#define E %s\n%s", format->name, width == 3 ? packed : plain);
  for (size_t f = 0; f < count; ++f) {
    /* Statements have commas. */
    used += (size_t)snprintf(source + used, room - used,
                             "#define STATEMENT %s\nKERNEL(%s_%d, STATEMENT)\n#undef STATEMENT\n", list[f].statement,
                             list[f].name, width);
  }
  CHECK(used < room);
  return test_build("-cl-std=CL3.0", source);
}

static void compare_one(const struct format *format, const struct way *ways, size_t num_ways,
                        const cl_program *programs, const struct function *function, const struct values *input,
                        unsigned char *const data[4]) {
  struct values values[MOST_WAYS];
  for (size_t w = 0; w < num_ways; ++w) {
    char name[64];
    snprintf(name, sizeof name, "%s_%d", function->name, ways[w].width);
    values[w] = make(format->size, (const unsigned char *const *)data);
    size_t items = COUNT / (size_t)ways[w].width / ways[w].group * ways[w].group;
    LAUNCH(test_kernel(programs[w], name), items, ways[w].group, ARG_BUFFER(values[w].o), ARG_BUFFER(values[w].x),
           ARG_BUFFER(values[w].y), ARG_BUFFER(values[w].n));
    test_buffer_sync(&values[w].o);
    test_buffer_sync(&values[w].x);
    test_buffer_sync(&values[w].y);
    test_buffer_sync(&values[w].n);
  }
  for (size_t w = 1; w < num_ways; ++w)
    for (size_t i = 0; i < COUNT / (size_t)ways[w].width / ways[w].group * ways[w].group * (size_t)ways[w].width; ++i)
      if (!same(format, values[0].o.data, values[w].o.data, i) ||
          !same(format, values[0].x.data, values[w].x.data, i) ||
          !same(format, values[0].y.data, values[w].y.data, i) ||
          ((cl_int *)values[0].n.data)[i] != ((cl_int *)values[w].n.data)[i])
        FAIL("%s(%s) of %a and %a gives %a %s, not %a", function->name, format->name,
             format_get(format, input->x.data, i), format_get(format, input->y.data, i),
             format_get(format, values[w].o.data, i), ways[w].name, format_get(format, values[0].o.data, i));
}

static void compare(const struct format *format, const struct function *list, size_t count, const struct way *ways,
                    size_t num_ways) {
  format_need(format);
  cl_program programs[MOST_WAYS];
  for (size_t w = 0; w < num_ways; ++w)
    programs[w] = w && ways[w].width == ways[w - 1].width ? programs[w - 1] : build(format, list, count, ways[w].width);
  size_t sizes[4] = {COUNT * format->size, COUNT * format->size, COUNT * format->size, COUNT * sizeof(cl_int)};
  unsigned char *data[4];
  for (int b = 0; b < 4; ++b)
    data[b] = test_alloc(sizes[b]);
  struct values input = {
      .o = {.data = data[0]}, .x = {.data = data[1]}, .y = {.data = data[2]}, .n = {.data = data[3]}};
  for (size_t f = 0; f < count; ++f) {
    size_t mark = test_mark();
    fill(format, &input, (uint32_t)f * 1000);
    compare_one(format, ways, num_ways, programs, &list[f], &input, data);
    test_release_to(mark);
  }
}

/* LIST of TYPE by the usual ways, and in vectors of the other widths. */
#define CASES(name, type, list)                                                                                        \
  static void name(void) {                                                                                             \
    compare(&formats[type], list, TEST_COUNT(list), usual, TEST_COUNT(usual));                                         \
  }                                                                                                                    \
  static void name##_vectors(void) {                                                                                   \
    compare(&formats[type], list, TEST_COUNT(list), vectors, TEST_COUNT(vectors));                                     \
  }
CASES(doubles, DOUBLE, functions)
CASES(floats, FLOAT, functions)
CASES(halves, HALF, functions)
CASES(float_alone, FLOAT, of_float)
static void own(void (*run)(void)) {
  if (!test.is_weft)
    test_skip("native_ functions are the platform's own");
  run();
}
static void floats_alone(void) {
  own(float_alone);
}
static void floats_alone_vectors(void) {
  own(float_alone_vectors);
}

/* Components are the loop's, not the vector's: in a widened loop against alone. */
static void geometries(void) {
  for (int f = 0; f < FORMATS; ++f)
    if (format_is_there(&formats[f]))
      compare(&formats[f], geometry, TEST_COUNT(geometry), usual, 2);
  compare(&formats[FLOAT], fast_geometry, TEST_COUNT(fast_geometry), usual, 2);
}

static const struct test_case cases[] = {{"geometry", geometries},
                                         {"double", doubles},
                                         {"float", floats},
                                         {"float_alone", floats_alone},
                                         {"half", halves},
                                         {"double_vectors", doubles_vectors},
                                         {"float_vectors", floats_vectors},
                                         {"float_alone_vectors", floats_alone_vectors},
                                         {"half_vectors", halves_vectors}};
TEST_MAIN(cases)
