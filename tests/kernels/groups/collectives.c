/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work-group collectives: every function and type against a loop over the group's work-items, in groups of all shapes.
 * Floating-point numbers are such that each order of operations gives the same. */
#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "tests/kernels/groups/grids.h"

typedef _Float16 half;

#define KERNELS                                                                                                        \
  GRID_PRELUDE                                                                                                         \
  "#define K1(F) kernel void F(global const T *in, global T *out) { out[AT] = work_group_##F(in[AT]); }\n"             \
  "#define K(F) K1(reduce_##F) K1(scan_inclusive_##F) K1(scan_exclusive_##F)\n"                                        \
  "K(add) K(min) K(max)\n"                                                                                             \
  "#ifdef UNIFORM\n"                                                                                                   \
  "K(mul)\n"                                                                                                           \
  "#ifdef INTEGER\n"                                                                                                   \
  "K(and) K(or) K(xor)\n"                                                                                              \
  "#endif\n"                                                                                                           \
  "#ifdef LOGICAL\n"                                                                                                   \
  "K(logical_and) K(logical_or) K(logical_xor)\n"                                                                      \
  "#endif\n"                                                                                                           \
  "#endif\n"

static cl_program build(const char *type, const char *more) {
  char options[200];
  if (!test_has_c_feature("__opencl_c_work_group_collective_functions"))
    test_skip("no work-group collectives");
  snprintf(options, sizeof options, "-cl-std=CL3.0 -DT=%s %s %s", type, more,
           test_has_extension("cl_khr_work_group_uniform_arithmetic") ? "-DUNIFORM" : "");
  return test_build(options, KERNELS);
}

/* The kernel `form`_`op` on all grids; `make` gives the i-th number, `combine` is the operation. */
#define CHECKER(T)                                                                                                     \
  static void check_##T(cl_program program, const char *op, T identity, T (*make)(size_t), T (*combine)(T, T)) {       \
    static const char *const forms[] = {"reduce", "scan_inclusive", "scan_exclusive"};                                 \
    for (int form = 0; form < 3; form++) {                                                                             \
      char name[60];                                                                                                   \
      snprintf(name, sizeof name, "%s_%s", forms[form], op);                                                           \
      cl_kernel kernel = test_kernel(program, name);                                                                   \
      for (size_t g = 0; g < TEST_COUNT(grids); g++) {                                                                 \
        size_t full, groups = grid_groups(&grids[g], &full), mark = test_mark(), size[3];                              \
        struct test_buffer in = test_buffer(groups * full * sizeof(T), TEST_END, CL_MEM_READ_ONLY, 0);                 \
        struct test_buffer out = test_buffer(groups * full * sizeof(T), TEST_END, CL_MEM_READ_WRITE, 0);               \
        T *values = test_alloc(in.size);                                                                               \
        for (size_t i = 0; i < groups * full; i++)                                                                     \
          values[i] = make(i);                                                                                         \
        test_buffer_write(&in, values);                                                                                \
        SET_ARGS(kernel, ARG_BUFFER(in), ARG_BUFFER(out));                                                             \
        test_launch(kernel, 3, NULL, grids[g].global, grids[g].local);                                                 \
        test_buffer_sync(&out);                                                                                        \
        for (size_t group = 0; group < groups; group++) {                                                              \
          size_t items = grid_group(&grids[g], group, size);                                                           \
          T *v = values + group * full, *got = (T *)out.data + group * full, sum = identity;                           \
          if (form == 0)                                                                                               \
            for (size_t i = 0; i < items; i++)                                                                         \
              sum = combine(sum, v[i]);                                                                                \
          for (size_t i = 0; i < items; i++) {                                                                         \
            T before = sum;                                                                                            \
            if (form > 0)                                                                                              \
              sum = combine(sum, v[i]);                                                                                \
            T want = form == 2 ? before : sum;                                                                         \
            if (got[i] != want)                                                                                        \
              FAIL("%s: work-item %zu of %zu in group %zu of grid %zu has %g, not %g", name, i, items, group, g,       \
                   (double)got[i], (double)want);                                                                      \
          }                                                                                                            \
        }                                                                                                              \
        test_release_to(mark);                                                                                         \
      }                                                                                                                \
    }                                                                                                                  \
  }

#define OPERATIONS(T, U)                                                                                               \
  static T add_##T(T a, T b) {                                                                                         \
    return (T)((U)a + (U)b);                                                                                           \
  }                                                                                                                    \
  static T mul_##T(T a, T b) {                                                                                         \
    return (T)((U)a * (U)b);                                                                                           \
  }                                                                                                                    \
  static T min_##T(T a, T b) {                                                                                         \
    return a < b ? a : b;                                                                                              \
  }                                                                                                                    \
  static T max_##T(T a, T b) {                                                                                         \
    return a > b ? a : b;                                                                                              \
  }                                                                                                                    \
  CHECKER(T)

#define INTEGER_TYPE(T, U, LOWEST, HIGHEST, LOGICAL)                                                                   \
  static T and_##T(T a, T b) {                                                                                         \
    return a & b;                                                                                                      \
  }                                                                                                                    \
  static T or_##T(T a, T b) {                                                                                          \
    return a | b;                                                                                                      \
  }                                                                                                                    \
  static T xor_##T(T a, T b) {                                                                                         \
    return a ^ b;                                                                                                      \
  }                                                                                                                    \
  OPERATIONS(T, U)                                                                                                     \
  static T any_##T(size_t i) {                                                                                         \
    return (T)((uint64_t)test_hash((uint32_t)i) << 32 | test_hash((uint32_t)i + 7777)) >> (sizeof(T) == 4 ? 3 : 0);    \
  }                                                                                                                    \
  static T few_bits_##T(size_t i) {                                                                                    \
    return (T)1 << test_hash((uint32_t)i) % 30;                                                                        \
  }                                                                                                                    \
  static T many_bits_##T(size_t i) {                                                                                   \
    return (T)~few_bits_##T(i);                                                                                        \
  }                                                                                                                    \
  static void integer_##T(void) {                                                                                      \
    cl_program program = build(#T, "-DINTEGER " LOGICAL);                                                              \
    check_##T(program, "add", 0, any_##T, add_##T);                                                                    \
    check_##T(program, "min", HIGHEST, any_##T, min_##T);                                                              \
    check_##T(program, "max", LOWEST, any_##T, max_##T);                                                               \
    if (!test_has_extension("cl_khr_work_group_uniform_arithmetic"))                                                   \
      return;                                                                                                          \
    check_##T(program, "mul", 1, any_##T, mul_##T);                                                                    \
    check_##T(program, "and", (T) ~(T)0, many_bits_##T, and_##T);                                                      \
    check_##T(program, "or", 0, few_bits_##T, or_##T);                                                                 \
    check_##T(program, "xor", 0, any_##T, xor_##T);                                                                    \
    if (LOGICAL[0])                                                                                                    \
      logical(program);                                                                                                \
  }

#define FLOAT_TYPE(T)                                                                                                  \
  OPERATIONS(T, T)                                                                                                     \
  static T small_##T(size_t i) {                                                                                       \
    return (T)((int)(test_hash((uint32_t)i) % 9) - 4);                                                                 \
  }                                                                                                                    \
  static T factor_##T(size_t i) {                                                                                      \
    return (T)((i % 64 == 9 ? 2.0 : i % 64 == 40 ? 0.5 : 1.0) * (test_hash((uint32_t)i) % 2 ? 1 : -1));                \
  }                                                                                                                    \
  static void floating_##T(void) {                                                                                     \
    cl_program program = build(#T, "");                                                                                \
    check_##T(program, "add", 0, small_##T, add_##T);                                                                  \
    check_##T(program, "min", (T)INFINITY, small_##T, min_##T);                                                        \
    check_##T(program, "max", (T) - INFINITY, small_##T, max_##T);                                                     \
    if (test_has_extension("cl_khr_work_group_uniform_arithmetic"))                                                    \
      check_##T(program, "mul", 1, factor_##T, mul_##T);                                                               \
  }

typedef unsigned int uint;
typedef unsigned long ulong;

static void logical(cl_program program);
INTEGER_TYPE(uint, uint, 0, UINT_MAX, "")
INTEGER_TYPE(ulong, ulong, 0, ULONG_MAX, "")
INTEGER_TYPE(int, uint, INT_MIN, INT_MAX, "-DLOGICAL")
INTEGER_TYPE(long, ulong, LONG_MIN, LONG_MAX, "")
FLOAT_TYPE(half)
FLOAT_TYPE(float)
FLOAT_TYPE(double)

static int logical_and(int a, int b) {
  return a && b;
}
static int logical_or(int a, int b) {
  return a || b;
}
static int logical_xor(int a, int b) {
  return !a != !b;
}
static int mostly_true(size_t i) {
  return i % 40 == 39 ? 0 : (int)(i << 8 | 256);
}
static int mostly_false(size_t i) {
  return i % 40 == 39 ? 1 << 30 : 0;
}
static void logical(cl_program program) {
  check_int(program, "logical_and", 1, mostly_true, logical_and);
  check_int(program, "logical_or", 0, mostly_false, logical_or);
  check_int(program, "logical_xor", 0, mostly_true, logical_xor);
}

static void votes(void) {
  if (!test_has_c_feature("__opencl_c_work_group_collective_functions"))
    test_skip("no work-group collectives");
  cl_kernel kernel =
      test_kernel(test_build("-cl-std=CL3.0", GRID_PRELUDE CL(kernel void k(global const int *in, global int *out) {
                               out[AT] = work_group_all(in[AT]) * 2 + work_group_any(in[AT] == 0);
                             })),
                  "k");
  for (int odd = 0; odd < 3; odd++) {
    struct test_buffer in = test_buffer(4 * 100, TEST_END, CL_MEM_READ_ONLY, 0);
    struct test_buffer out = test_buffer(4 * 100, TEST_END, CL_MEM_READ_WRITE, 0);
    cl_int values[100];
    for (int i = 0; i < 100; i++)
      values[i] = odd == 1 && i == 57 ? 0 : odd == 2 ? 0 : 1 << 20;
    test_buffer_write(&in, values);
    LAUNCH(kernel, 100, 30, ARG_BUFFER(in), ARG_BUFFER(out));
    test_buffer_sync(&out);
    for (int i = 0; i < 100; i++)
      CHECK_EQ(((cl_int *)out.data)[i], odd == 0 ? 2 : odd == 2 || i / 30 == 57 / 30 ? 1 : 2);
  }
}

static void broadcasts(void) {
  if (!test_has_c_feature("__opencl_c_work_group_collective_functions"))
    test_skip("no work-group collectives");
  cl_program program = test_build(
      "-cl-std=CL3.0",
      GRID_PRELUDE CL(
          kernel void one(global const long *in, global long *out, int x, int y, int z) {
            out[AT] = work_group_broadcast(in[AT], (size_t)x) + as_int(work_group_broadcast((float)in[AT], (size_t)x));
          } kernel void two(global const long *in, global long *out, int x, int y, int z) {
            out[AT] = work_group_broadcast((int)in[AT], (size_t)x, (size_t)y) +
                      as_int((float)work_group_broadcast((half)in[AT], (size_t)x, (size_t)y));
          } kernel void three(global const long *in, global long *out, int x, int y, int z) {
            out[AT] = (long)work_group_broadcast((double)in[AT], (size_t)x, (size_t)y, (size_t)z) +
                      as_int((float)work_group_broadcast((uint)in[AT], (size_t)x, (size_t)y, (size_t)z));
          }));
  static const struct {
    const char *name;
    size_t dims, global[3], local[3], item[3];
  } cases[] = {{"one", 1, {90, 1, 1}, {30, 1, 1}, {29, 0, 0}},
               {"two", 2, {6, 14, 1}, {3, 7, 1}, {2, 3, 0}},
               {"three", 3, {4, 6, 10}, {4, 3, 5}, {1, 2, 4}}};
  for (size_t c = 0; c < TEST_COUNT(cases); c++) {
    struct grid grid;
    memcpy(grid.global, cases[c].global, sizeof grid.global);
    memcpy(grid.local, cases[c].local, sizeof grid.local);
    size_t full, groups = grid_groups(&grid, &full);
    struct test_buffer in = test_buffer(8 * groups * full, TEST_END, CL_MEM_READ_ONLY, 0);
    struct test_buffer out = test_buffer(8 * groups * full, TEST_END, CL_MEM_READ_WRITE, 0);
    cl_long *values = test_alloc(in.size);
    for (size_t i = 0; i < groups * full; i++)
      values[i] = test_hash((uint32_t)i) % 1000;
    test_buffer_write(&in, values);
    cl_kernel kernel = test_kernel(program, cases[c].name);
    SET_ARGS(kernel, ARG_BUFFER(in), ARG_BUFFER(out), ARG_INT(cases[c].item[0]), ARG_INT(cases[c].item[1]),
             ARG_INT(cases[c].item[2]));
    test_launch(kernel, (cl_uint)cases[c].dims, NULL, grid.global, grid.local);
    test_buffer_sync(&out);
    size_t item = cases[c].item[0] + grid.local[0] * (cases[c].item[1] + grid.local[1] * cases[c].item[2]);
    for (size_t i = 0; i < groups * full; i++) {
      cl_long v = values[i / full * full + item];
      float f = (float)v;
      cl_int bits;
      memcpy(&bits, &f, 4);
      CHECK_EQ(((cl_long *)out.data)[i], v + bits);
    }
  }
}

/* Collectives as statements of a larger kernel: in loops and branches, beside barriers, with much that lives on. */
static void in_programs(void) {
  if (!test_has_c_feature("__opencl_c_work_group_collective_functions"))
    test_skip("no work-group collectives");
  cl_kernel kernel = test_kernel(
      test_build("-cl-std=CL3.0", GRID_PRELUDE CL(
                                      int twice(int v) {
                                        return work_group_reduce_add(v) + work_group_scan_exclusive_add(v);
                                      } kernel void k(global const int *in, global int *out, local int *x, int rounds) {
                                        int lid = (int)get_local_linear_id();
                                        int n = (int)(get_local_size(0) * get_local_size(1) * get_local_size(2));
                                        int mine = in[AT];
                                        int kept[4];
                                        int result = 0;
                                        for (int i = 0; i < 4; i++)
                                          kept[i] = mine + i;
                                        for (int r = 0; r < rounds; r++) {
                                          x[lid] = mine + r;
                                          int sum = work_group_reduce_add(mine);
                                          if (sum & 1)
                                            result += work_group_scan_inclusive_add(x[n - 1 - lid]) + kept[r & 3];
                                          else
                                            result += twice(kept[r & 3]);
                                          while (work_group_any(mine > 1000))
                                            mine -= mine > 1000 ? 500 : 0;
                                          mine += r;
                                          barrier(CLK_LOCAL_MEM_FENCE);
                                        }
                                        work_group_reduce_max(mine);
                                        out[AT] = result + mine + (int)work_group_reduce_add((float)0.5f);
                                      })),
      "k");
  enum { ROUNDS = 5 };
  for (size_t g = 0; g < TEST_COUNT(grids); g++) {
    size_t full, groups = grid_groups(&grids[g], &full), mark = test_mark(), size[3];
    struct test_buffer in = test_buffer(4 * groups * full, TEST_END, CL_MEM_READ_ONLY, 0);
    struct test_buffer out = test_buffer(4 * groups * full, TEST_END, CL_MEM_READ_WRITE, 0);
    cl_int *values = test_alloc(in.size), *mine = test_alloc(in.size), *result = test_alloc(in.size);
    for (size_t i = 0; i < groups * full; i++)
      values[i] = mine[i] = (cl_int)(test_hash((uint32_t)i) % 3000);
    test_buffer_write(&in, values);
    SET_ARGS(kernel, ARG_BUFFER(in), ARG_BUFFER(out), ARG_LOCAL(4 * full), ARG_INT(ROUNDS));
    test_launch(kernel, 3, NULL, grids[g].global, grids[g].local);
    test_buffer_sync(&out);
    for (size_t group = 0; group < groups; group++) {
      size_t n = grid_group(&grids[g], group, size), at = group * full;
      for (int r = 0; r < ROUNDS; r++) {
        cl_int sum = 0, before = 0, kept_sum = 0;
        for (size_t i = 0; i < n; i++) {
          sum += mine[at + i];
          kept_sum += values[at + i] + (r & 3);
        }
        for (size_t i = 0; i < n; i++) {
          cl_int kept = values[at + i] + (r & 3);
          if (sum & 1) {
            before += mine[at + n - 1 - i] + r;
            result[at + i] += before + kept;
          } else {
            result[at + i] += kept_sum + before;
            before += kept;
          }
        }
        for (size_t i = 0; i < n; i++) {
          while (mine[at + i] > 1000)
            mine[at + i] -= 500;
          mine[at + i] += r;
        }
      }
      for (size_t i = 0; i < n; i++)
        CHECK_EQ(((cl_int *)out.data)[at + i], result[at + i] + mine[at + i] + (cl_int)(0.5 * (double)n));
    }
    test_release_to(mark);
  }
}

static const struct test_case cases[] = {
    {"int", integer_int},       {"uint", integer_uint},       {"long", integer_long},      {"ulong", integer_ulong},
    {"half", floating_half},    {"float", floating_float},    {"double", floating_double}, {"votes", votes},
    {"broadcasts", broadcasts}, {"in_programs", in_programs},
};
TEST_MAIN(cases)
