/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Modules of tests/spirv/modules that use SPIR-V's extensions, their results against plain C. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "tests/harness/pool.h"
#include "tests/spirv/modules.h"

enum { ITEMS = 512 };

/* in[] of random words behind the given ones. */
static cl_uint *words(size_t count, const cl_uint *first, size_t num_first) {
  cl_uint *all = test_alloc(count * sizeof(*all));
  test_fill(all, count * sizeof(*all), 1);
  if (num_first)
    memcpy(all, first, num_first * sizeof(*all));
  return all;
}

static cl_uint *results_of(cl_program program, const char *name, const cl_uint *in, size_t num_in, size_t num_out) {
  cl_mem input = buffer_of(in, ITEMS * num_in * sizeof(*in)), output = buffer_of(NULL, ITEMS * num_out * sizeof(*in));
  LAUNCH(test_kernel(program, name), ITEMS, 64, ARG(output), ARG(input));
  cl_uint *out = test_alloc(ITEMS * num_out * sizeof(*out));
  read_back(output, out, ITEMS * num_out * sizeof(*out));
  return out;
}

/* A lane of a word as a number. */
static int64_t lane(cl_uint word, unsigned bits, unsigned index, bool is_signed) {
  uint32_t value = word >> (bits * index) & ((1u << bits) - 1);
  return is_signed && value >> (bits - 1) ? (int64_t)value - (1 << bits) : (int64_t)value;
}

static int64_t dot(cl_uint a, cl_uint b, unsigned bits, bool signed_a, bool signed_b) {
  int64_t sum = 0;
  for (unsigned i = 0; i < 32 / bits; i++)
    sum += lane(a, bits, i, signed_a) * lane(b, bits, i, signed_b);
  return sum;
}

static cl_uint saturated(int64_t value, int64_t min, int64_t max) {
  return (cl_uint)(value < min ? min : value > max ? max : value);
}

static void dot_products(void) {
  need_spirv();
  enum { IN = 3, OUT = 21 };
  /* The largest products of either sign beside accumulators at the ends. */
  static const cl_uint ends[] = {0,          0,          0,          0x80808080, 0x80808080, INT_MAX,    0x80808080,
                                 0x7f7f7f7f, 1u << 31,   0x80808080, 0xffffffff, 1u << 31,   0xffffffff, 0xffffffff,
                                 0xffffffff, 0x7f7f7f7f, 0xffffffff, INT_MAX,    0x80008000, 0x7fff8000, 0x00007fff};
  cl_uint *in = words(ITEMS * IN, ends, TEST_COUNT(ends));
  for (size_t i = 8; i < ITEMS; i += 2) /* sums that just do and do not fit */
    in[i * IN + 2] = (i & 2 ? INT_MAX : 1u << 31) + (in[i * IN + 2] & 0xffff) - 0x8000;
  cl_uint *out = results_of(build_module("dot_products", ""), "dots", in, IN, OUT);
  for (size_t i = 0; i < ITEMS; i++) {
    cl_uint a = in[i * IN], b = in[i * IN + 1], c = in[i * IN + 2], want[OUT], high = 0;
    for (int kind = 0; kind < 3; kind++) { /* S, U, SU */
      int64_t bytes = dot(a, b, 8, kind != 1, kind == 0), shorts = dot(a, b, 16, kind != 1, kind == 0);
      want[kind] = want[6 + kind] = (cl_uint)bytes;
      want[3 + kind] = want[9 + kind] =
          kind == 1 ? saturated(bytes + c, 0, UINT_MAX) : saturated(bytes + (cl_int)c, INT_MIN, INT_MAX);
      want[12 + kind] = (cl_uint)shorts;
      want[15 + kind] = (cl_uint)bytes;
      high ^= (cl_uint)((uint64_t)bytes >> 32);
    }
    want[18] = high;
    want[19] = want[0] & 0xff;
    want[20] = saturated(dot(a, b, 8, true, true) + (cl_short)c, SHRT_MIN, SHRT_MAX) & 0xffff;
    /* Sums that do not fit before the accumulator is added are undefined. */
    int64_t sum = dot(a, b, 8, true, true);
    if (sum < SHRT_MIN || sum > SHRT_MAX)
      want[20] = out[i * OUT + 20];
    for (int k = 0; k < OUT; k++)
      if (out[i * OUT + k] != want[k])
        FAIL("item %zu: dot %d of %#x and %#x with %#x is %#x, not %#x", i, k, a, b, c, out[i * OUT + k], want[k]);
  }
}

/* Each clock moves on, and its halves are of one counter. */
static void shader_clock(void) {
  need_spirv();
  CHECK(test_has_extension("cl_khr_kernel_clock"));
  enum { OUT = 9 };
  cl_uint *in = words(ITEMS, NULL, 0), *out = results_of(build_module("shader_clock", ""), "clocks", in, 1, OUT);
  for (size_t i = 0; i < ITEMS * OUT; i++)
    CHECK_EQ(out[i], 1);
}

/* A clock of all devices is none: what has no builtin stays with the translator, which refuses it. */
static void no_such_clock(void) {
  need_spirv();
  struct module module = read_module("shader_clock");
  unsigned found = 0;
  for (size_t i = 5; i < module.size / 4; i += module.words[i] >> 16)
    if ((module.words[i] & 0xffff) == 43 && module.words[i] >> 16 == 4 && module.words[i + 3] == 3) {
      module.words[i + 3] = 0; /* the scope of sub-groups */
      found++;
    }
  CHECK_EQ(found, 1);
  cl_int error;
  cl_program program = create_program(module.words, module.size, &error);
  CHECK_CL(error);
  CHECK_ERR(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
  CHECK(strstr(log_of(program), "error"));
}

static void split_barrier(void) {
  need_spirv();
  CHECK(test_has_extension("cl_intel_split_work_group_barrier"));
  cl_uint *in = words(ITEMS, NULL, 0), *out = results_of(build_module("split_barrier", ""), "exchange", in, 1, 1);
  for (size_t i = 0; i < ITEMS; i++)
    CHECK_EQ(out[i], 2 * in[i] + in[i ^ 63]);
}

/* In groups of 64, of 8 sub-groups. */
static void named_barrier(void) {
  need_spirv();
  CHECK(test_has_extension("cl_khr_subgroup_named_barrier"));
  cl_kernel kernel = test_kernel(build_module("named_barrier", ""), "meet");
  cl_uint *in = words(ITEMS, NULL, 0), out[ITEMS], want[ITEMS], before[ITEMS];
  cl_mem input = buffer_of(in, sizeof out), output = buffer_of(NULL, sizeof out);
  enum { TURNS = 2 }; /* also a scope, of the group, and an order */
  LAUNCH(kernel, ITEMS, 64, ARG(output), ARG(input), ARG_UINT(TURNS));
  read_back(output, out, sizeof out);
  memcpy(want, in, sizeof want);
  for (int turn = 0; turn <= TURNS; turn++) {
    memcpy(before, want, sizeof want);
    for (size_t i = 0; i < ITEMS; i++)
      want[i] += before[i ^ (turn < TURNS ? 31 : 63)];
  }
  for (size_t i = 0; i < ITEMS; i++)
    CHECK_EQ(out[i], want[i]);
}

/* A barrier of anything else than a number of 32 bits is none: the module is refused when it is built. */
static void no_such_barrier(void) {
  need_spirv();
  struct module module = read_module("named_barrier");
  unsigned found = 0;
  for (size_t i = 5; i < module.size / 4; i += module.words[i] >> 16)
    if ((module.words[i] & 0xffff) == 328) { /* OpNamedBarrierInitialize */
      module.words[i + 3] = module.words[i + 1];
      found++;
    }
  CHECK_EQ(found, 3);
  cl_int error;
  cl_program program = create_program(module.words, module.size, &error);
  CHECK_CL(error);
  CHECK_ERR(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
}

static void half_atomics(void) {
  need_spirv();
  CHECK(test_has_c_feature("__opencl_c_ext_fp16_global_atomic_add"));
  CHECK(test_has_c_feature("__opencl_c_ext_fp16_local_atomic_add"));
  cl_uint in[ITEMS], sum = 0;
  for (int i = 0; i < ITEMS; i++) /* sums are exact in any order */
    sum += in[i] = test_hash((uint32_t)i) % 4;
  CHECK(sum < 2048);
  cl_ushort out[4] = {0, 0, 5, 5};
  cl_mem input = buffer_of(in, sizeof in), output = buffer_of(out, sizeof out);
  LAUNCH(test_kernel(build_module("half_atomics", ""), "halves"), ITEMS, 64, ARG(output), ARG(input));
  read_back(output, out, sizeof out);
  for (int i = 0; i < 2; i++) /* an integer as a half */
    CHECK_EQ(ldexp((out[i] & 0x3ff) | 0x400, (out[i] >> 10) - 25), sum);
  CHECK(out[2] == 5 && out[3] == 5);
}

/* Small integers as halves: their order is that of the bits. */
static void half_extremes(void) {
  need_spirv();
  CHECK(test_has_c_feature("__opencl_c_ext_fp16_global_atomic_min_max"));
  cl_uint in[ITEMS], ends[2] = {UINT_MAX, 0};
  for (int i = 0; i < ITEMS; i++) {
    in[i] = 16 + test_hash((uint32_t)i) % 1000;
    ends[0] = in[i] < ends[0] ? in[i] : ends[0];
    ends[1] = in[i] > ends[1] ? in[i] : ends[1];
  }
  cl_ushort out[6] = {0x7c00, 0xfc00, 0x7c00, 0xfc00, 5, 5}; /* infinities */
  cl_mem input = buffer_of(in, sizeof in), output = buffer_of(out, sizeof out);
  LAUNCH(test_kernel(build_module("half_atomics", ""), "extremes"), ITEMS, 64, ARG(output), ARG(input));
  read_back(output, out, sizeof out);
  for (int i = 0; i < 4; i++)
    CHECK_EQ(ldexp((out[i] & 0x3ff) | 0x400, (out[i] >> 10) - 25), ends[i % 2]);
  CHECK(out[4] == 5 && out[5] == 5);
}

static void expect_assume(void) {
  need_spirv();
  CHECK(test_has_extension("cl_khr_expect_assume"));
  static const cl_uint first[] = {3, 0, 1, 8, 4, 5, 6, 999, 1000, 0x108, 0xffffffff};
  cl_uint *in = words(ITEMS, first, TEST_COUNT(first));
  cl_program program = build_module("expect_assume", "");
  enum { OUT = 6 };
  cl_uint *out = results_of(program, "expects", in, 1, OUT);
  for (size_t i = 0; i < ITEMS; i++) {
    cl_uint x = in[i];
    cl_uint want[OUT] = {x, x == 3 ? 5 : 1, x & 0xff, x, x + 5, (x < 5 ? 3u : 0u) - (x == 3 ? 1u : 0u)};
    for (int k = 0; k < OUT; k++)
      if (out[i * OUT + k] != want[k])
        FAIL("result %d of %#x is %#x, not %#x", k, x, out[i * OUT + k], want[k]);
  }
  for (size_t i = 0; i < ITEMS; i++)
    in[i] %= 1000;
  out = results_of(program, "assumes", in, 1, 1);
  for (size_t i = 0; i < ITEMS; i++)
    CHECK_EQ(out[i], in[i] == 3 ? 1000 : 2 * in[i]);
}

/* The extension's name is a macro, as any's; the builtins that source has instead are Clang's. */
static void expect_assume_source(void) {
  need_spirv();
  const char *source = "#if !defined(cl_khr_expect_assume) || !__has_builtin(__builtin_expect) || "
                       "!__has_builtin(__builtin_assume)\n#error missing\n#endif\n"
                       "#pragma OPENCL EXTENSION cl_khr_expect_assume : enable\n" CL(
                           kernel void test(global int *out, global const int *in) {
                             int i = get_global_id(0);
                             int value = __builtin_expect(in[i], 3);
                             __builtin_assume(value >= 0);
                             out[i] = value % 4;
                           });
  const char *log;
  cl_program program = test_try_build("-Werror", source, &log);
  if (!program)
    FAIL("the build fails:\n%s", log);
  cl_uint *in = words(ITEMS, (const cl_uint[]){3}, 1);
  for (size_t i = 0; i < ITEMS; i++)
    in[i] &= INT_MAX;
  cl_uint *out = results_of(program, "test", in, 1, 1);
  for (size_t i = 0; i < ITEMS; i++)
    CHECK_EQ(out[i], in[i] % 4);
}

/* A field of `count` bits from `offset` on; whole words too. */
static cl_uint field(cl_uint offset, cl_uint count) {
  return count ? (count == 32 ? UINT_MAX : (1u << count) - 1) << offset : 0;
}

static cl_uint reversed(cl_uint word, unsigned bits) {
  cl_uint result = 0;
  for (unsigned i = 0; i < bits; i++)
    result |= (word >> i & 1) << (bits - 1 - i);
  return result;
}

static cl_uint extracted(cl_uint word, cl_uint offset, cl_uint count, bool is_signed) {
  cl_uint value = (word & field(offset, count)) >> offset;
  return is_signed && count && value >> (count - 1) & 1 ? value | ~field(0, count) : value;
}

static void bit_instructions(void) {
  need_spirv();
  enum { IN = 4, OUT = 7 };
  cl_uint *in = words(ITEMS * IN, NULL, 0);
  for (size_t i = 0; i < ITEMS; i++) { /* with fields that are empty, the whole and at either end */
    cl_uint count = in[i * IN + 3] % 33, *offset = &in[i * IN + 2];
    in[i * IN + 3] = count;
    *offset = count == 32 ? 0 : i & 1 ? *offset % (33 - count) : i & 2 ? 32 - count : 0;
    if (*offset == 32) /* of no bits */
      *offset = 31;
  }
  cl_uint *out = results_of(build_module("bit_instructions", ""), "bits", in, IN, OUT);
  for (size_t i = 0; i < ITEMS; i++) {
    cl_uint base = in[i * IN], insert = in[i * IN + 1], offset = in[i * IN + 2], count = in[i * IN + 3];
    cl_uint mask = field(offset, count);
    cl_uint want[OUT] = {reversed(base, 32),
                         (base & ~mask) | (insert << offset & mask),
                         extracted(base, offset, count, true),
                         extracted(base, offset, count, false),
                         reversed(base & 0xffff, 16),
                         extracted(base, offset, count, true),
                         extracted(insert, offset, count, true)};
    for (int k = 0; k < OUT; k++)
      if (out[i * OUT + k] != want[k])
        FAIL("result %d of %#x, %#x, %u, %u is %#x, not %#x", k, base, insert, offset, count, out[i * OUT + k],
             want[k]);
  }
}

/* What does not wrap comes out as always. */
static void no_integer_wrap(void) {
  need_spirv();
  CHECK(test_has_extension("cl_khr_spirv_no_integer_wrap_decoration"));
  cl_uint *in = words(2 * ITEMS, NULL, 0);
  for (size_t i = 0; i < 2 * ITEMS; i++)
    in[i] &= 0x7fff;
  cl_uint *out = results_of(build_module("no_integer_wrap", ""), "sums", in, 2, 4);
  for (size_t i = 0; i < ITEMS; i++) {
    CHECK_EQ(out[4 * i], in[2 * i] + in[2 * i + 1]);
    CHECK_EQ(out[4 * i + 1], in[2 * i] - in[2 * i + 1]);
    CHECK_EQ(out[4 * i + 2], in[2 * i] * in[2 * i + 1]);
    CHECK_EQ(out[4 * i + 3], 4 * in[2 * i]);
  }
}

/* Two modules with the same function are one program. */
static void linkonce_odr(void) {
  need_spirv();
  CHECK(test_has_extension("cl_khr_spirv_linkonce_odr"));
  static const char *const names[] = {"linkonce_first", "linkonce_second"};
  cl_program parts[2];
  cl_int error;
  for (int i = 0; i < 2; i++) {
    struct module module = read_module(names[i]);
    parts[i] = create_program(module.words, module.size, &error);
    CHECK_CL(error);
    error = clCompileProgram(parts[i], 0, NULL, NULL, 0, NULL, NULL, NULL, NULL);
    if (error)
      FAIL("clCompileProgram gives %s:\n%s", test_error_name(error), log_of(parts[i]));
  }
  cl_program both = clLinkProgram(test.context, 0, NULL, NULL, 2, parts, NULL, NULL, &error);
  CHECK(both);
  test_pool_add(release_program, both, 0);
  if (error)
    FAIL("clLinkProgram gives %s:\n%s", test_error_name(error), log_of(both));
  cl_uint *in = words(ITEMS, NULL, 0), *first = results_of(both, "first", in, 1, 1),
          *second = results_of(both, "second", in, 1, 1);
  for (size_t i = 0; i < ITEMS; i++) {
    CHECK_EQ(first[i], 3 * in[i] + 100);
    CHECK_EQ(second[i], 3 * in[i] + 200);
  }
}

static void float_atomics(void) {
  need_spirv();
  CHECK(test_has_extension("cl_ext_float_atomics"));
  float in[ITEMS], sum = 0, min = INFINITY, max = -INFINITY;
  for (int i = 0; i < ITEMS; i++) { /* sums are exact in any order */
    in[i] = (float)(test_hash((uint32_t)i) % 4096) - 2000;
    sum += in[i];
    min = fminf(min, in[i]);
    max = fmaxf(max, in[i]);
  }
  struct {
    float sum, min, max, unused;
    double double_sum, double_min, double_max;
  } out = {0, INFINITY, -INFINITY, 5, 0, INFINITY, -INFINITY};
  cl_mem input = buffer_of(in, sizeof in), output = buffer_of(&out, sizeof out);
  LAUNCH(test_kernel(build_module("float_atomics", ""), "atomics"), ITEMS, 64, ARG(output), ARG(input));
  read_back(output, &out, sizeof out);
  CHECK(out.sum == sum && out.min == min && out.max == max && out.unused == 5);
  CHECK(out.double_sum == sum && out.double_min == min && out.double_max == max);
}

static const struct test_case cases[] = {
    {"dot_products", dot_products},       {"bit_instructions", bit_instructions},
    {"no_integer_wrap", no_integer_wrap}, {"linkonce_odr", linkonce_odr},
    {"float_atomics", float_atomics},     {"shader_clock", shader_clock},
    {"no_such_clock", no_such_clock},     {"split_barrier", split_barrier},
    {"named_barrier", named_barrier},     {"no_such_barrier", no_such_barrier},
    {"half_atomics", half_atomics},       {"half_extremes", half_extremes},
    {"expect_assume", expect_assume},     {"expect_assume_source", expect_assume_source},
};
TEST_MAIN(cases)
