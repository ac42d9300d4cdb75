/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work-items that stride through a buffer up to its end, and count in local memory what they find: each makes as many
 * iterations as its numbers are below the end, whatever the others do (compiler/regions/even_loops.cpp). Numbers of 32
 * and 64 bits with and without a sign, ends of all kinds, strides of the launch, the group and an argument, numbers
 * that wrap on their way. */
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

enum { BINS = 64, ELEMENTS = 5000 };

/* What is behind the elements is not loaded, but counted too. */
static const char prelude[] = "\
#define ARGS T n, T first, T stride, global const uchar *in, global uint *out\n\
#define CLEAR local uint bins[64]; for (uint b = get_local_id(0); b < 64; b += get_local_size(0)) bins[b] = 0; barrier(1)\n\
#define RESULT barrier(1); for (uint b = get_local_id(0); b < 64; b += get_local_size(0)) atomic_add(&out[b], bins[b])\n\
#define COUNT(i) do { uint v = 7; if ((ulong)(i) < 5000) v = in[i]; atomic_inc(&bins[v % 64]); } while (0)\n";

enum stride { LAUNCH, GROUP, ARGUMENT };
enum shape { PLAIN, OTHERS, ONCE, WIDE };

struct loop {
  const char *name, *source;
  enum stride stride;
  enum shape
      shape; /* OTHERS: more is done and asked; ONCE: also where there is nothing; WIDE: of 64 bits, compared as T */
};

static const struct loop loops[] = {
    {"launch", CL(kernel void k(ARGS) {
       CLEAR;
       for (T i = get_global_id(0); i < n; i += get_global_size(0))
         COUNT(i);
       RESULT;
     }),
     LAUNCH, PLAIN},
    {"group", CL(kernel void k(ARGS) {
       CLEAR;
       for (T i = first + get_local_id(0); n > i; i += get_local_size(0))
         COUNT(i);
       RESULT;
     }),
     GROUP, PLAIN},
    {"argument", CL(kernel void k(ARGS) {
       CLEAR;
       for (T i = first + (T)get_global_id(0); i < n; i += stride)
         COUNT(i);
       RESULT;
     }),
     ARGUMENT, PLAIN},
    /* A condition and another loop around it; the number of iterations that were made is asked for. */
    {"others", CL(kernel void k(ARGS) {
       CLEAR;
       uint turns = 0;
       T i = get_global_id(0);
       for (; i < n; i += get_global_size(0)) {
         if (i % 3 != 1)
           COUNT(i);
         turns++;
       }
       atomic_add(&bins[turns % 64], 3);
       for (uint again = 0; again < 2; again++)
         for (T j = get_global_id(0); j < n; j += get_global_size(0))
           COUNT(j);
       RESULT;
     }),
     LAUNCH, OTHERS},
    {"once", CL(kernel void k(ARGS) {
       CLEAR;
       T i = get_global_id(0);
       do {
         COUNT(i);
         i += get_global_size(0);
       } while (i < n);
       RESULT;
     }),
     LAUNCH, ONCE},
    {"wide", CL(kernel void k(ARGS) {
       CLEAR;
       for (ulong i = get_global_id(0); (T)i < n; i += get_global_size(0))
         COUNT(i);
       RESULT;
     }),
     LAUNCH, WIDE},
};

/* Numbers as the kernel's type has them. */
static cl_long as_type(cl_ulong value, const char *type) {
  return !strcmp(type, "int") ? (cl_int)(cl_uint)value : !strcmp(type, "uint") ? (cl_uint)value : (cl_long)value;
}
static bool is_below(cl_long i, cl_long n, const char *type) {
  return type[0] == 'u' ? (cl_ulong)i < (cl_ulong)n : i < n;
}

static void count(cl_uint *bins, const cl_uchar *in, cl_long i) {
  bins[((cl_ulong)i < ELEMENTS ? in[i] : 7) % BINS]++;
}

/* Whether a sum of signed numbers is none of their type: the kernel would be undefined. */
static bool overflows(const char *type, cl_long i, cl_long by) {
  int narrow;
  cl_long wide;
  if (!strcmp(type, "int"))
    return __builtin_add_overflow((int)i, (int)by, &narrow);
  return !strcmp(type, "long") && __builtin_add_overflow(i, by, &wide);
}

/* What one work-item does; false: its numbers never end, or it is undefined. */
static bool run(const struct loop *loop, const char *type, cl_uint *bins, const cl_uchar *in, cl_long n, cl_ulong first,
                cl_ulong stride) {
  cl_uint turns = 0;
  const char *counter = loop->shape == WIDE ? "ulong" : type;
  for (cl_long i = as_type(first, counter);
       is_below(as_type((cl_ulong)i, type), n, type) || (loop->shape == ONCE && turns == 0);
       i = as_type((cl_ulong)i + stride, counter)) {
    if (loop->shape != OTHERS || i % 3 != 1)
      count(bins, in, i);
    if (loop->shape == OTHERS) {
      count(bins, in, i);
      count(bins, in, i);
    }
    if (++turns == 20000 || (loop->stride == ARGUMENT && overflows(type, i, as_type(stride, type))))
      return false;
  }
  if (loop->shape == OTHERS)
    bins[turns % BINS] += 3;
  return true;
}

static size_t size_of(const char *type) {
  return !strcmp(type, "int") || !strcmp(type, "uint") ? 4 : 8;
}

static void launch(const struct loop *loop, cl_kernel kernel, const char *type, size_t global, size_t local,
                   size_t offset, cl_ulong n, cl_ulong first, cl_ulong stride) {
  const size_t mark = test_mark();
  struct test_buffer in = test_buffer(ELEMENTS, TEST_END, CL_MEM_READ_ONLY, 11);
  struct test_buffer out = test_buffer(BINS * sizeof(cl_uint), TEST_END, CL_MEM_READ_WRITE, 0);
  cl_uint want[BINS];
  memcpy(want, out.data, sizeof want);
  for (size_t id = 0; id < global; id++) {
    const size_t group = id / local, size = group == global / local ? global % local : local;
    const cl_ulong by = loop->stride == LAUNCH ? global : loop->stride == GROUP ? size : stride;
    const cl_ulong begin = loop->stride == GROUP      ? first + id % local
                           : loop->stride == ARGUMENT ? first + id + offset
                                                      : id + offset;
    const bool is_defined = loop->stride != ARGUMENT || !overflows(type, as_type(first, type), (cl_long)(id + offset));
    if (!is_defined || !run(loop, type, want, in.data, as_type(n, type), begin, by)) {
      test_release_to(mark);
      return;
    }
  }
  const size_t bytes = size_of(type);
  SET_ARGS(kernel, {bytes, &n}, {bytes, &first}, {bytes, &stride}, ARG_BUFFER(in), ARG_BUFFER(out));
  test_launch(kernel, 1, &offset, &global, &local);
  test_buffer_sync(&out);
  for (size_t b = 0; b < BINS; b++)
    if (((const cl_uint *)out.data)[b] != want[b])
      FAIL("%s of %s, %zu by %zu from %zu, n %llx, first %llx, stride %llx: bin %zu is %u, not %u", loop->name, type,
           global, local, offset, (unsigned long long)n, (unsigned long long)first, (unsigned long long)stride, b,
           ((const cl_uint *)out.data)[b], want[b]);
  test_release_to(mark);
}

static void check(const struct loop *loop) {
  static const char *const types[] = {"int", "uint", "long", "ulong"};
  static const size_t sizes[][2] = {{1, 1}, {64, 64}, {128, 32}, {100, 64}, {330, 110}};
  static const cl_ulong ends[] = {0, 1, 63, 64, 65, 700, 4999, ELEMENTS, (cl_ulong)-1, (cl_ulong)-40};
  static const size_t offsets[] = {0, 5, (size_t)1 << 32};
  /* Beside the end of the numbers of each type, at which they wrap or must not. */
  static const cl_ulong far[][3] = {
      {0xf0000000, 0x10000000, 0x30000000},
      {0xffffffff, 0xffffffc0, 0x80000000},
      {0xfffffff0, 0xffffff80, 64},
      {0x7fffffff, 0x7fffff00, 64},
      {0x7ffffff0, 0x7fffff80, 0x10000000},
      {0x70000000, 0x10000000, 0x30000000},
      {0xfffffffffffffff0, 0xffffffffffffff80, 64},
      {0xf000000000000000, 0x1000000000000000, 0x3000000000000000},
      {0x7ffffffffffffff0, 0x7fffffffffffff80, 64},
      {0x7000000000000000, 0x1000000000000000, 0x3000000000000000},
      {4000, 100, 0},
      {4000, 100, (cl_ulong)-5},
      {(cl_ulong)-3, (cl_ulong)-900, 64},
  };
  for (size_t t = 0; t < TEST_COUNT(types); t++) {
    char source[sizeof prelude + 2048], options[64];
    snprintf(source, sizeof source, "%s%s", prelude, loop->source);
    snprintf(options, sizeof options, "-cl-std=CL3.0 -DT=%s", types[t]);
    cl_kernel kernel = test_kernel(test_build(options, source), "k");
    for (size_t s = 0; s < TEST_COUNT(sizes); s++) {
      for (size_t e = 0; e < TEST_COUNT(ends); e++)
        for (size_t o = 0; o < TEST_COUNT(offsets); o++)
          launch(loop, kernel, types[t], sizes[s][0], sizes[s][1], offsets[o], ends[e], 3, 300);
      for (size_t f = 0; f < TEST_COUNT(far); f++)
        launch(loop, kernel, types[t], sizes[s][0], sizes[s][1], 0, far[f][0], far[f][1], far[f][2]);
    }
  }
}

#define CASE(index, name)                                                                                              \
  static void name(void) {                                                                                             \
    check(&loops[index]);                                                                                              \
  }
CASE(0, launch_strides)
CASE(1, group_strides)
CASE(2, argument_strides)
CASE(3, others)
CASE(4, once)
CASE(5, wide)

static const struct test_case cases[] = {{"launch_strides", launch_strides},
                                         {"group_strides", group_strides},
                                         {"argument_strides", argument_strides},
                                         {"others", others},
                                         {"once", once},
                                         {"wide", wide}};
TEST_MAIN(cases)
