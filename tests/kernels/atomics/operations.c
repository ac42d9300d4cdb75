/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* C11 atomics of the integers by all work-items at once, in global and local memory and by generic pointers. */
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

/* What n work-items with ids 0 to n - 1 make of eight objects; `start` is where the objects begin. */
enum { ADD, SUB, OR, XOR, AND, MIN, MAX, COUNT_BY_EXCHANGE, OBJECTS };

static const char kernel_text[] = "\
#define EACH(S) \\\n\
  atomic_fetch_add_explicit(&o[0], (T)(3 * i), memory_order_relaxed); \\\n\
  atomic_fetch_sub_explicit(&o[1], (T)i, memory_order_acq_rel, memory_scope_device); \\\n\
  atomic_fetch_or(&o[2], (T)1 << (i % BITS)); \\\n\
  atomic_fetch_xor_explicit(&o[3], (T)i, memory_order_release); \\\n\
  atomic_fetch_and_explicit(&o[4], ~((T)1 << (i % 20)), memory_order_seq_cst, memory_scope_all_svm_devices); \\\n\
  atomic_fetch_min_explicit(&o[5], (T)(n - i), memory_order_acquire, memory_scope_work_group); \\\n\
  atomic_fetch_max(&o[6], (T)i); \\\n\
  T seen = atomic_load_explicit(&o[7], memory_order_relaxed); \\\n\
  while (!atomic_compare_exchange_strong_explicit(&o[7], &seen, seen + 1, memory_order_acq_rel, memory_order_acquire)) \\\n\
    ;\n\
kernel void in_global(global A *o, int n) { int i = get_global_id(0); EACH() }\n\
void by_pointer(A *o, int i, int n) { EACH() }\n\
kernel void in_generic(global A *g, int n) {\n\
  local A l[8];\n\
  int i = get_global_id(0);\n\
  int j = get_local_id(0);\n\
  if (j < 8) atomic_init(&l[j], j == 4 || j == 5 ? atomic_load(&g[j]) : 0);\n\
  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n\
  by_pointer(i & 1 ? (A *)l : (A *)g, i, n);\n\
  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n\
  if (get_local_id(0) == 0) {\n\
    atomic_fetch_add(&g[0], atomic_load(&l[0])); atomic_fetch_add(&g[1], atomic_load(&l[1]));\n\
    atomic_fetch_or(&g[2], atomic_load(&l[2])); atomic_fetch_xor(&g[3], atomic_load(&l[3]));\n\
    atomic_fetch_and(&g[4], atomic_load(&l[4])); atomic_fetch_min(&g[5], atomic_load(&l[5]));\n\
    atomic_fetch_max(&g[6], atomic_load(&l[6])); atomic_fetch_add(&g[7], atomic_load(&l[7]));\n\
  }\n\
}\n\
kernel void in_local(global A *g, int n) {\n\
  local A o[8];\n\
  int i = get_global_id(0);\n\
  if (get_local_id(0) < 8) atomic_store(&o[get_local_id(0)], atomic_load(&g[get_local_id(0)]));\n\
  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n\
  EACH()\n\
  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n\
  if (get_local_id(0) < 8) atomic_exchange(&g[get_local_id(0)], atomic_load(&o[get_local_id(0)]));\n\
}\n";

static const char *options_for(const char *type, int bits, char *text, size_t size) {
  snprintf(text, size, "-cl-std=CL3.0 -DT=%s -DA=atomic_%s -DBITS=%d", type, type, bits);
  return text;
}

static void check(const char *type, int bits, bool is_signed, const char *name, int n, int local) {
  char options[128];
  cl_kernel kernel = test_kernel(test_build(options_for(type, bits, options, sizeof options), kernel_text), name);
  size_t bytes = (size_t)bits / 8;
  struct test_buffer objects = test_buffer(OBJECTS * bytes, TEST_END, CL_MEM_READ_WRITE, 0);
  cl_ulong mask = bits == 64 ? ~0ull : 0xffffffffull;
  cl_ulong start[OBJECTS] = {0, 0, 0, 0, mask, is_signed ? mask >> 1 : mask, 0, 0}, want[OBJECTS];
  for (int i = 0; i < OBJECTS; i++)
    want[i] = start[i];
  for (cl_ulong i = 0; i < (cl_ulong)n; i++) {
    want[ADD] += 3 * i;
    want[SUB] -= i;
    want[OR] |= 1ull << (i % (cl_ulong)bits);
    want[XOR] ^= i;
    want[AND] &= ~(1ull << (i % 20));
    want[MIN] = (cl_ulong)n - i < want[MIN] ? (cl_ulong)n - i : want[MIN];
    want[MAX] = i > want[MAX] ? i : want[MAX];
    want[COUNT_BY_EXCHANGE]++;
  }
  unsigned char packed[OBJECTS * 8];
  for (int i = 0; i < OBJECTS; i++)
    memcpy(packed + (size_t)i * bytes, &start[i], bytes);
  test_buffer_write(&objects, packed);
  LAUNCH(kernel, (size_t)n, (size_t)local, ARG_BUFFER(objects), ARG_INT(n));
  test_buffer_sync(&objects);
  for (int i = 0; i < OBJECTS; i++) {
    cl_ulong got = 0;
    memcpy(&got, objects.data + (size_t)i * bytes, bytes);
    if (got != (want[i] & mask))
      FAIL("%s %s: object %d is %llx, not %llx", type, name, i, (unsigned long long)got,
           (unsigned long long)(want[i] & mask));
  }
}

static void of_type(const char *type, int bits, bool is_signed) {
  check(type, bits, is_signed, "in_global", 6000, 50);
  check(type, bits, is_signed, "in_local", 512, 512);
  check(type, bits, is_signed, "in_generic", 500, 100);
}

static void of_int(void) {
  of_type("int", 32, true);
}
static void of_uint(void) {
  of_type("uint", 32, false);
}
static void of_long(void) {
  of_type("long", 64, true);
}
static void of_ulong(void) {
  of_type("ulong", 64, false);
}

/* A lock of each work-group: no work-item waits for another of its group, which would have to run before it. */
static void flags_lock(void) {
  cl_kernel kernel = test_kernel(
      test_build("-cl-std=CL3.0", CL(kernel void k(global atomic_flag * flag, global int *counter, int rounds) {
                   if (get_local_id(0) != 0)
                     return;
                   for (int i = 0; i < rounds; i++) {
                     while (atomic_flag_test_and_set_explicit(flag, memory_order_acquire, memory_scope_device))
                       ;
                     counter[0]++;
                     counter[1] = counter[0] * 2;
                     atomic_flag_clear_explicit(flag, memory_order_release, memory_scope_device);
                   }
                 })),
      "k");
  struct test_buffer flag = test_buffer(sizeof(cl_int), TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer counter = test_buffer(2 * sizeof(cl_int), TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 64 * 4, 4, ARG_BUFFER(flag), ARG_BUFFER(counter), ARG_INT(200));
  test_buffer_sync(&flag);
  test_buffer_sync(&counter);
  CHECK_EQ(((cl_int *)counter.data)[0], 64 * 200);
  CHECK_EQ(((cl_int *)counter.data)[1], 64 * 400);
  CHECK_EQ(((cl_int *)flag.data)[0], 0);
}

static void flags_generic(void) {
  cl_kernel kernel = test_kernel(
      test_build("-cl-std=CL3.0", CL(
                                      bool take(atomic_flag * f) {
                                        return !atomic_flag_test_and_set(f);
                                      } kernel void k(global atomic_flag * g, global int *winners) {
                                        local atomic_flag l;
                                        if (get_local_id(0) == 0)
                                          atomic_flag_clear(&l);
                                        work_group_barrier(CLK_LOCAL_MEM_FENCE);
                                        bool first = take(get_local_id(0) & 1 ? (atomic_flag *)&l : (atomic_flag *)g);
                                        if (first)
                                          atomic_fetch_add((global atomic_int *)&winners[get_local_id(0) & 1], 1);
                                      })),
      "k");
  struct test_buffer flag = test_buffer(sizeof(cl_int), TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer winners = test_buffer(2 * sizeof(cl_int), TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 1024, 64, ARG_BUFFER(flag), ARG_BUFFER(winners));
  test_buffer_sync(&winners);
  CHECK_EQ(((cl_int *)winners.data)[0], 1);
  CHECK_EQ(((cl_int *)winners.data)[1], 1024 / 64);
}

/* A failed exchange tells the value seen, wherever `expected` lies. */
static void expected_values(void) {
  cl_kernel kernel = test_kernel(
      test_build("-cl-std=CL3.0", CL(kernel void k(global atomic_long * o, global long *e, global int *out) {
                   local long le;
                   long pe = 5;
                   le = 6;
                   out[0] = atomic_compare_exchange_strong(o, &pe, 100L);
                   out[1] = (int)pe;
                   out[2] = atomic_compare_exchange_strong(o, &le, 100L);
                   out[3] = (int)le;
                   out[4] = atomic_compare_exchange_strong(o, e, 100L);
                   out[5] = (int)e[0];
                   out[6] = atomic_compare_exchange_strong(o, e, 100L);
                   out[7] = (int)e[0];
                   out[8] = (int)atomic_load(o);
                 })),
      "k");
  struct test_buffer o = test_buffer(8, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer e = test_buffer(8, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer out = test_buffer(9 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  test_buffer_write(&o, &(cl_long){42});
  test_buffer_write(&e, &(cl_long){7});
  LAUNCH(kernel, 1, 1, ARG_BUFFER(o), ARG_BUFFER(e), ARG_BUFFER(out));
  test_buffer_sync(&out);
  const cl_int want[9] = {0, 42, 0, 42, 0, 42, 1, 42, 100};
  for (int i = 0; i < 9; i++)
    CHECK_EQ(((cl_int *)out.data)[i], want[i]);
}

static const struct test_case cases[] = {
    {"of_int", of_int},
    {"of_uint", of_uint},
    {"of_long", of_long},
    {"of_ulong", of_ulong},
    {"flags_lock", flags_lock},
    {"flags_generic", flags_generic},
    {"expected_values", expected_values},
};
TEST_MAIN(cases)
