/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_ext_float_atomics: each operation in global and local memory and by generic pointers, each type, and the queries.
 */
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

#define FP_GLOBAL_LOAD_STORE (1u << 0)
#define FP_GLOBAL_ADD (1u << 1)
#define FP_GLOBAL_MIN_MAX (1u << 2)
#define FP_LOCAL_LOAD_STORE (1u << 16)
#define FP_LOCAL_ADD (1u << 17)
#define FP_LOCAL_MIN_MAX (1u << 18)

/* Sums of small integers are exact in every type and order: 2048 is the last that half counts to. */
static const char kernel_text[] = "\
void update(A *o, int i) {\n\
  atomic_fetch_add_explicit(&o[0], (T)(i & 3), memory_order_relaxed);\n\
  atomic_fetch_sub(&o[1], (T)(i & 1));\n\
  atomic_fetch_min_explicit(&o[2], (T)-i, memory_order_relaxed, memory_scope_device);\n\
  atomic_fetch_max(&o[3], (T)i);\n\
}\n\
kernel void in_global(global A *o, global T *old) {\n\
  int i = get_global_id(0);\n\
  atomic_fetch_add_explicit(&o[0], (T)(i & 3), memory_order_relaxed);\n\
  atomic_fetch_sub(&o[1], (T)(i & 1));\n\
  atomic_fetch_min_explicit(&o[2], (T)-i, memory_order_relaxed, memory_scope_device);\n\
  atomic_fetch_max(&o[3], (T)i);\n\
  old[i] = atomic_exchange(&o[4], (T)i);\n\
}\n\
kernel void in_local(global A *o, global T *old) {\n\
  local A l[5];\n\
  int i = get_global_id(0);\n\
  if (get_local_id(0) < 5) atomic_store(&l[get_local_id(0)], atomic_load(&o[get_local_id(0)]));\n\
  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n\
  atomic_fetch_add(&l[0], (T)(i & 3)); atomic_fetch_sub(&l[1], (T)(i & 1));\n\
  atomic_fetch_min(&l[2], (T)-i); atomic_fetch_max(&l[3], (T)i);\n\
  old[i] = atomic_exchange_explicit(&l[4], (T)i, memory_order_acq_rel);\n\
  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n\
  if (get_local_id(0) < 5)\n\
    atomic_store_explicit(&o[get_local_id(0)], atomic_load(&l[get_local_id(0)]), memory_order_release);\n\
}\n\
kernel void in_generic(global A *o, global T *old) {\n\
  local A l[5];\n\
  int i = get_global_id(0);\n\
  if (get_local_id(0) < 5) atomic_store(&l[get_local_id(0)], (T)0);\n\
  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n\
  update(i & 1 ? (A *)l : (A *)o, i);\n\
  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n\
  if (get_local_id(0) == 0) {\n\
    atomic_fetch_add(&o[0], atomic_load(&l[0])); atomic_fetch_add(&o[1], atomic_load(&l[1]));\n\
    atomic_fetch_min(&o[2], atomic_load(&l[2])); atomic_fetch_max(&o[3], atomic_load(&l[3]));\n\
  }\n\
  old[i] = atomic_exchange(i & 1 ? (A *)&l[4] : (A *)&o[4], (T)i);\n\
}\n";

static double value_of(const void *at, size_t size) {
  if (size == 8)
    return *(const cl_double *)at;
  if (size == 4)
    return *(const cl_float *)at;
  unsigned half = *(const cl_half *)at, exponent = half >> 10 & 31;
  double value = exponent ? (double)((half & 1023) | 1024) / 1024.0 : 0;
  for (unsigned e = 15; e < exponent; e++)
    value *= 2;
  for (unsigned e = exponent; e && e < 15; e++)
    value /= 2;
  return half >> 15 ? -value : value;
}

static void check(const char *type, size_t size, const char *name, int n, int local) {
  char options[128];
  snprintf(options, sizeof options, "-cl-std=CL3.0 -DT=%s -DA=atomic_%s", type, type);
  const char *pragma = size == 2 ? "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" : "";
  char source[sizeof kernel_text + 64];
  snprintf(source, sizeof source, "%s%s", pragma, kernel_text);
  cl_kernel kernel = test_kernel(test_build(options, source), name);
  struct test_buffer objects = test_buffer(5 * size, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer old = test_buffer((size_t)n * size, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, (size_t)n, (size_t)local, ARG_BUFFER(objects), ARG_BUFFER(old));
  test_buffer_sync(&objects);
  test_buffer_sync(&old);
  double want[4] = {0, 0, 1 - n, n - 1};
  for (int i = 0; i < n; i++) {
    want[0] += i & 3;
    want[1] -= i & 1;
  }
  for (size_t i = 0; i < 4; i++) {
    double got = value_of(objects.data + i * size, size);
    if (got != want[i])
      FAIL("%s %s: object %zu is %g, not %g", type, name, i, got, want[i]);
  }
  /* Exchanges hand each value on once: all but the last one's come back, and the first 0. */
  double sum = 0, last = value_of(objects.data + 4 * size, size);
  for (int i = 0; i < n; i++)
    sum += value_of(old.data + (size_t)i * size, size);
  if (strcmp(name, "in_generic") != 0 && sum + last != (double)n * (n - 1) / 2)
    FAIL("%s %s: exchanged values sum up to %g + %g", type, name, sum, last);
}

static void of_type(const char *type, size_t size, cl_device_info query) {
  if (!test_has_extension("cl_ext_float_atomics"))
    test_skip("no atomics of floating-point numbers");
  const cl_ulong all =
      FP_GLOBAL_LOAD_STORE | FP_GLOBAL_ADD | FP_GLOBAL_MIN_MAX | FP_LOCAL_LOAD_STORE | FP_LOCAL_ADD | FP_LOCAL_MIN_MAX;
  CHECK_EQ(test_device_ulong(query), all);
  check(type, size, "in_global", 1000, 50);
  check(type, size, "in_local", 512, 512);
  check(type, size, "in_generic", 500, 100);
}

static void of_float(void) {
  of_type("float", 4, 0x4231);
}
static void of_double(void) {
  if (!test_has_extension("cl_khr_fp64"))
    test_skip("no doubles");
  of_type("double", 8, 0x4232);
}
static void of_half(void) {
  if (!test_has_extension("cl_khr_fp16"))
    test_skip("no halves");
  of_type("half", 2, 0x4233);
}

static void features_are_listed(void) {
  if (!test_has_extension("cl_ext_float_atomics"))
    test_skip("no atomics of floating-point numbers");
  static const char *const types[] = {"fp16", "fp32", "fp64"}, *const spaces[] = {"global", "local"},
                           *const operations[] = {"add", "min_max", "load_store"};
  for (int t = 0; t < 3; t++)
    for (int s = 0; s < 2; s++)
      for (int o = 0; o < 3; o++) {
        char name[64];
        snprintf(name, sizeof name, "__opencl_c_ext_%s_%s_atomic_%s", types[t], spaces[s], operations[o]);
        if (test_has_c_feature(name) != (o < 2 || t == 0)) /* load and store of float and double need no feature */
          FAIL("%s", name);
        char source[256];
        snprintf(source, sizeof source, "#if%s %s\n#error wrong\n#endif\nkernel void k() {}\n",
                 o < 2 || t == 0 ? "ndef" : "def", name);
        test_build("-cl-std=CL3.0", source);
      }
}

static const struct test_case cases[] = {{"of_float", of_float},
                                         {"of_double", of_double},
                                         {"of_half", of_half},
                                         {"features_are_listed", features_are_listed}};
TEST_MAIN(cases)
