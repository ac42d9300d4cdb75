/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies for the size of groups, straight lines where that can be (compiler/regions/trace_groups.cpp), against the
 * program built without optimiser. WEFT_SPECIALISE=wait: the first launch runs the copy. */
#include <stdio.h>
#include <string.h>

#include "tests/kernels/specialise/observe.h"

enum { GROUPS = 3 };

/* T: the elements. What a body does is the same whatever the order of work-items. */
#define HEAD                                                                                                           \
  "#define SIZE get_local_size(0)\n"                                                                                   \
  "kernel void k(global const T *in, global T *out, global T *more, uint n, local T *t, local T *u) {\n"               \
  "  size_t l = get_local_id(0), g = get_global_id(0), first = g - l;\n"                                               \
  "  t[l] = in[g]; u[l] = (T)l;\n"                                                                                     \
  "  barrier(CLK_LOCAL_MEM_FENCE);\n"
#define MEET "barrier(CLK_LOCAL_MEM_FENCE);\n"
#define TAIL "out[g] = t[l] + u[l]; }"

static const struct kind {
  const char *name, *body;
  /* Groups of so many get a copy, of three local arrays what 16 registers of 256 bits hold; 0: those of 32 get none. */
  size_t line;
} kinds[] = {
    {"left", "for (uint s = 1; s < SIZE; s *= 2) { T x = l >= s ? t[l - s] : (T)0;" MEET "t[l] += x;" MEET "}", 32},
    {"right", "for (uint s = 1; s < SIZE; s *= 2) { T x = l + s < SIZE ? t[l + s] : (T)0;" MEET "t[l] += x;" MEET "}",
     32},
    {"left, by all",
     "for (size_t s = 1; s < SIZE; s <<= 1) { T x = t[l]; if (l >= s) x += t[l - s];" MEET "t[l] = x;" MEET "}", 32},
    {"both ways",
     "for (uint s = 1; s < 9; s += 3) { T x = t[l]; if (l >= s) x += t[l - s]; if (l + s < SIZE) x ^= t[l + s];" MEET
     "t[l] = x;" MEET "}",
     32},
    {"tree", "for (uint s = SIZE / 2; s; s /= 2) { if (l < s) t[l] += t[l + s];" MEET "}", 32},
    {"there and back",
     "local T *from = t, *to = u; for (uint s = 1; s < SIZE; s *= 2) {"
     "to[l] = l >= s ? from[l] + from[l - s] : from[l];" MEET "local T *x = from; from = to; to = x; }",
     32},
    {"an array of its own",
     "local T v[300]; for (uint s = 1; s < SIZE; s *= 2) { v[l] = t[l];" MEET "if (l >= s) t[l] += v[l - s];" MEET "}",
     7},
    {"every second one",
     "for (uint s = 1; s < SIZE; s *= 2) { if ((l & 1) == 0) u[l] = t[l];" MEET "if (l >= s) t[l] ^= u[l - s];" MEET
     "}",
     32},
    {"a value of each one's",
     "T x = in[g]; for (uint s = 1; s < SIZE; s *= 2) { u[l] = x;" MEET "if (l >= s) x += u[l - s]; x ^= (T)s;" MEET
     "} t[l] = x;",
     32},
    {"through global memory",
     "for (uint s = 1; s < 8; s++) { more[g] = t[l]; barrier(CLK_GLOBAL_MEM_FENCE);"
     "t[l] += more[first + SIZE - 1 - l]; barrier(CLK_GLOBAL_MEM_FENCE); }",
     32},
    {"steps of a launch",
     "for (uint s = 1; s < n; s *= 2) { T x = l >= s ? t[l - s] : (T)0;" MEET "t[l] += x;" MEET "}", 0},
    {"whoever asks",
     "for (uint s = 1; s < SIZE; s *= 2) { T x = 0; if (in[g] & (T)s) x = t[(l + s) % SIZE];" MEET "t[l] += x;" MEET
     "}",
     0},
    {"as data say",
     "for (uint s = 1; s < SIZE; s *= 2) { T x = t[(in[g] & (T)63) % SIZE];" MEET "if (x & (T)1) t[l] ^= x;" MEET "}",
     0},
    {"one or the other",
     "for (uint s = 1; s < SIZE; s *= 2) { local T *p = in[g] & (T)1 ? t : u; p[l] += (T)s;" MEET
     "T x = l >= s ? t[l - s] ^ u[l - s] : (T)1;" MEET "t[l] ^= x;" MEET "}",
     0},
    {"from the other end",
     "for (uint s = 1; s < SIZE; s *= 2) { T x = t[SIZE - 1 - l];" MEET "t[l] = x ^ (T)s;" MEET "}", 32},
    {"volatile",
     "volatile local T *v = t; for (uint s = 1; s < SIZE; s *= 2) { T x = l >= s ? v[l - s] : (T)0;" MEET
     "v[l] += x;" MEET "}",
     0},
    {"those who return",
     "if (in[g] & (T)1) { out[g] = (T)7; return; } for (uint s = 1; s < SIZE; s *= 2) {" MEET "t[l] += (T)s;" MEET "}",
     0},
};

static cl_program build_kind(const struct kind *kind, const char *type, const char *more) {
  char text[4096], options[128];
  snprintf(text, sizeof text, "%s%s%s", HEAD, kind->body, TAIL);
  snprintf(options, sizeof options, "-cl-std=CL3.0 -DT=%s %s", type, more);
  return test_build(options, text);
}

static void run_one(cl_kernel kernel, const struct test_buffer *in, const struct test_buffer *out, size_t global,
                    size_t local, size_t element) {
  struct test_buffer more = test_buffer(global * element, TEST_END, CL_MEM_READ_WRITE, 2);
  LAUNCH(kernel, global, local, ARG_BUFFER(*in), ARG_BUFFER(*out), ARG_BUFFER(more), ARG((cl_uint){(cl_uint)local}),
         ARG_LOCAL(local * element), ARG_LOCAL(local * element));
  test_buffer_sync(out);
}

static void compare_sizes(const struct kind *kind, const char *type, size_t element, const size_t *locals,
                          size_t count) {
  cl_kernel kernels[2] = {test_kernel(build_kind(kind, type, ""), "k"),
                          test_kernel(build_kind(kind, type, "-cl-opt-disable"), "k")};
  for (size_t i = 0; i < count; i++)
    for (size_t less = 0; less < (locals[i] > 1 ? 2 : 1); less++) { /* the last group is smaller, or is not */
      size_t local = locals[i], global = GROUPS * local - less;
      struct test_buffer in = test_buffer(global * element, TEST_END, CL_MEM_READ_ONLY, 1), out[2];
      unsigned before = observed(COMPILED);
      for (int k = 0; k < 2; k++) {
        out[k] = test_buffer(global * element, TEST_END, CL_MEM_READ_WRITE, 0);
        run_one(kernels[k], &in, &out[k], global, local, element);
      }
      size_t differs = test_differ(out[0].data, out[1].data, out[0].size);
      if (differs != out[0].size)
        FAIL("%s, %s, %zu in groups of %zu: work-item %zu differs", kind->name, type, global, local, differs / element);
      if (test.is_weft && local == (kind->line ? kind->line : 32) && !less && element == 4)
        CHECK_EQ(observed(COMPILED) - before, kind->line != 0);
    }
}

static void numbers(void) {
  static const size_t locals[] = {1, 7, 31, 32, 64, 255, 256, 300};
  for (size_t i = 0; i < TEST_COUNT(kinds); i++)
    compare_sizes(&kinds[i], "int", 4, locals, TEST_COUNT(locals));
}

static void other_types(void) {
  static const size_t locals[] = {31, 64};
  static const struct {
    const char *name;
    size_t bytes;
  } types[] = {{"uchar", 1}, {"short", 2}, {"ulong", 8}};
  for (size_t i = 0; i < TEST_COUNT(types); i++)
    for (size_t k = 0; k < TEST_COUNT(kinds); k++)
      compare_sizes(&kinds[k], types[i].name, types[i].bytes, locals, TEST_COUNT(locals));
}

/* A size that the kernel requires: the program itself has the line. */
static void required(void) {
  static const char text[] =
      CL(kernel __attribute__((reqd_work_group_size(8, 8, 1))) void k(global const float *in, global float *out) {
        local float t[8][8];
        size_t x = get_local_id(0), y = get_local_id(1), i = get_global_id(1) * get_global_size(0) + get_global_id(0);
        t[y][x] = in[i];
        for (int s = 1; s < 8; s *= 2) {
          barrier(CLK_LOCAL_MEM_FENCE);
          float a = x >= s ? t[y][x - s] : 1.0f, b = y + s < 8 ? t[y + s][x] : 2.0f;
          barrier(CLK_LOCAL_MEM_FENCE);
          t[y][x] = t[y][x] * 0.5f + a - b;
        }
        out[i] = t[y][x];
      });
  const size_t global[] = {40, 24}, local[] = {8, 8}, bytes = 40 * 24 * 4;
  struct test_buffer in = test_buffer(bytes, TEST_END, CL_MEM_READ_ONLY, 0), out[2];
  cl_float values[40 * 24];
  for (uint32_t i = 0; i < 40 * 24; i++)
    values[i] = (float)(test_hash(i) % 1000);
  test_buffer_write(&in, values);
  for (int k = 0; k < 2; k++) {
    cl_kernel kernel = test_kernel(test_build(k ? "-cl-opt-disable" : "", text), "k");
    out[k] = test_buffer(bytes, TEST_END, CL_MEM_READ_WRITE, 0);
    SET_ARGS(kernel, ARG_BUFFER(in), ARG_BUFFER(out[k]));
    test_launch(kernel, 2, NULL, global, local);
    test_buffer_sync(&out[k]);
  }
  CHECK_EQ(test_differ(out[0].data, out[1].data, bytes), bytes);
}

/* Work-items that meet. */
static const char met[] = CL(kernel void k(global const T *in, global T *out, uint n, local T *t) {
  size_t x = get_local_id(0), y = get_local_id(1), w = get_local_size(0), l = y * w + x;
  size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0), all = w * get_local_size(1);
  t[l] = in[i];
  for (uint s = 0; s < n; s++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    T a = t[(l + s + 1) % all], b = t[l / w * w + (x + s) % w];
    if (t[l] & 1)
      a += in[i + s];
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l] = t[l] * 3 + a - b;
  }
  out[i] = t[l];
});

/* Work-items that never meet, of groups that differ by their number. */
static const char alone[] = CL(kernel void k(global const T *in, global T *out, uint n, local T *t) {
  size_t x = get_local_id(0), y = get_local_id(1), w = get_local_size(0), g = get_group_id(0) + get_group_id(1);
  size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  T a = in[i] + (T)g;
  for (uint s = 0; s < n; s++)
    a = a * 3 + (a & 1 ? in[i + s] : (T)(x + s + w * y));
  out[i] = a;
});

/* Rows shorter than packets: a copy of fewer lanes, also where no straight line comes of it. */
static void short_rows_of(const char *text) {
  static const struct {
    const char *options;
    size_t bytes, x, y;
    bool is_short; /* at each ISA level */
  } sizes[] = {{"-cl-std=CL3.0 -DT=uchar", 1, 8, 8, true}, {"-cl-std=CL3.0 -DT=uchar", 1, 3, 5, true},
               {"-cl-std=CL3.0 -DT=int", 4, 2, 8, false},  {"-cl-std=CL3.0 -DT=int", 4, 4, 16, false},
               {"-cl-std=CL3.0 -DT=int", 4, 8, 8, false},  {"-cl-std=CL3.0 -DT=int", 4, 1, 32, false}};
  for (size_t s = 0; s < TEST_COUNT(sizes); s++)
    for (size_t less = 0; less < 2; less++) {
      const size_t local[] = {sizes[s].x, sizes[s].y},
                   global[] = {5 * local[0] - (local[0] > 1 ? less : 0), 3 * local[1] - less};
      const size_t items = global[0] * global[1], bytes = items * sizes[s].bytes;
      struct test_buffer in = test_buffer(bytes + 8 * sizes[s].bytes, TEST_END, CL_MEM_READ_ONLY, 1), out[2];
      const unsigned before = observed(COMPILED);
      for (int k = 0; k < 2; k++) {
        char options[128];
        snprintf(options, sizeof options, "%s%s", sizes[s].options, k ? " -cl-opt-disable" : "");
        cl_kernel kernel = test_kernel(test_build(options, text), "k");
        out[k] = test_buffer(bytes, TEST_END, CL_MEM_READ_WRITE, 0);
        SET_ARGS(kernel, ARG_BUFFER(in), ARG_BUFFER(out[k]), ARG((cl_uint){7}),
                 ARG_LOCAL(local[0] * local[1] * sizes[s].bytes));
        test_launch(kernel, 2, NULL, global, local);
        test_buffer_sync(&out[k]);
      }
      size_t differs = test_differ(out[0].data, out[1].data, bytes);
      if (differs != bytes)
        FAIL("%s in groups of %zux%zu: byte %zu differs", sizes[s].options, local[0], local[1], differs);
      if (test.is_weft && sizes[s].is_short)
        CHECK_EQ(observed(COMPILED) - before, 1);
    }
}

static void short_rows(void) {
  short_rows_of(met);
}

static void short_rows_alone(void) {
  short_rows_of(alone);
}

static const struct test_case cases[] = {{"numbers", numbers},
                                         {"other_types", other_types},
                                         {"required", required},
                                         {"short_rows", short_rows},
                                         {"short_rows_alone", short_rows_alone}};

int main(int argc, char **argv) {
  observe();
  return test_run(argc, argv, cases, TEST_COUNT(cases));
}
