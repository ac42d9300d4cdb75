/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What must not trap, atomics of all work-items at once, and control flow of single work-items against the host. */
#include <string.h>

#include "tests/harness/test.h"

#define INT(buffer) ((cl_int *)(buffer).data)
#define UINT(buffer) ((cl_uint *)(buffer).data)

static cl_kernel build(const char *options, const char *source) {
  return test_kernel(test_build(options, source), "k");
}

/* Undefined values, but values: no trap, whether the divisor is known when compiling or not, vectors too. */
static void division_never_traps(void) {
  cl_kernel kernel = build(NULL, CL(kernel void k(global int *out, global const int *in, int zero) {
                             int i = get_global_id(0);
                             int v = in[i];
                             int sum = v / zero + v % zero;
                             sum += 5 / (v - v);
                             sum += INT_MIN / (zero - 1) + INT_MIN % (zero - 1);
                             sum += (int)((long)v / zero) + (int)(LONG_MIN / ((long)zero - 1));
                             sum += (char)v / (char)zero + (short)v % (short)zero;
                             sum += (int)((uint)v / (uint)zero) + (int)((ulong)v % (ulong)zero);
                             int4 w = (int4)(v) / (int4)(zero);
                             char16 c = (char16)((char)v) % (char16)((char)zero);
                             long2 l = (long2)(LONG_MIN) / (long2)((long)zero - 1);
                             sum += w.x + c.s5 + (int)l.y;
                             sum += v << (zero + 40);
                             sum += v >> (zero - 1);
                             out[i] = sum;
                             out[16 + i] = 100 / (i + 1) + 100 % (i + 1);
                           }));
  struct test_buffer in = test_buffer(16 * 4, TEST_END, CL_MEM_READ_ONLY, 3);
  struct test_buffer out = test_buffer(32 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 16, 8, ARG_BUFFER(out), ARG_BUFFER(in), ARG_INT(0));
  test_buffer_sync(&out);
  for (int i = 0; i < 16; i++)
    CHECK_EQ(INT(out)[16 + i], 100 / (i + 1) + 100 % (i + 1));
}

/* A shift takes its count modulo the width. */
static void shifts(void) {
  cl_kernel kernel = build(NULL, CL(kernel void k(global int *out, int one) {
                             int i = get_global_id(0);
                             out[i] = one << i;
                             out[100 + i] = (int)(((uint)0x80000000 * one) >> i);
                             out[200 + i] = (int)(((long)one << i) >> 32);
                             out[300 + i] = ((int4)(one) << (int4)(i)).z;
                           }));
  struct test_buffer out = test_buffer(400 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 100, 10, ARG_BUFFER(out), ARG_INT(1));
  test_buffer_sync(&out);
  for (int i = 0; i < 100; i++) {
    CHECK_EQ(UINT(out)[i], 1u << (i % 32));
    CHECK_EQ(UINT(out)[100 + i], 0x80000000u >> (i % 32));
    CHECK_EQ(UINT(out)[200 + i], (cl_uint)((1ull << (i % 64)) >> 32));
    CHECK_EQ(UINT(out)[300 + i], 1u << (i % 32));
  }
}

static void atomics_of_all(void) {
  cl_kernel kernel = build(NULL, CL(kernel void k(global int *g, global uint *u) {
                             local int x;
                             int i = get_global_id(0);
                             if (get_local_id(0) == 0)
                               x = 0;
                             barrier(CLK_LOCAL_MEM_FENCE);
                             atomic_inc(&x);
                             atomic_add(&x, 2);
                             atomic_add(&g[0], 3);
                             atomic_sub(&g[1], 1);
                             atomic_min(&g[2], -i);
                             atomic_max(&g[3], i);
                             atomic_or(&u[0], 1u << (i & 31));
                             atomic_and(&u[1], ~(1u << (i % 20)));
                             atomic_xor(&u[2], (uint)i);
                             int old;
                             do
                               old = g[4];
                             while (atomic_cmpxchg(&g[4], old, old + 1) != old);
                             atomic_dec(&g[5]);
                             barrier(CLK_LOCAL_MEM_FENCE);
                             if (get_local_id(0) == 0)
                               atomic_add(&g[6], x);
                             atomic_xchg(&g[7], 7);
                           }));
  struct test_buffer g = test_buffer(8 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer u = test_buffer(3 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  const cl_uint start[3] = {0, ~0u, 0};
  test_buffer_write(&u, start);
  const int n = 10000;
  LAUNCH(kernel, n, 50, ARG_BUFFER(g), ARG_BUFFER(u));
  test_buffer_sync(&g);
  test_buffer_sync(&u);
  cl_uint parity = 0;
  for (int i = 0; i < n; i++)
    parity ^= (cl_uint)i;
  const cl_int want[8] = {3 * n, -n, -(n - 1), n - 1, n, -n, 3 * n, 7};
  const cl_uint want_u[3] = {~0u, ~0u << 20, parity};
  for (int i = 0; i < 8; i++)
    CHECK_EQ(INT(g)[i], want[i]);
  for (int i = 0; i < 3; i++)
    CHECK_EQ(UINT(u)[i], want_u[i]);
}

static void atomics_of_64_bits(void) {
  if (!test_has_extension("cl_khr_int64_base_atomics") || !test_has_extension("cl_khr_int64_extended_atomics"))
    test_skip("no 64-bit atomics");
  cl_kernel kernel =
      build(NULL, "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
                  "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n" CL(kernel void k(global long *g) {
                    local ulong x;
                    long i = get_global_id(0);
                    if (get_local_id(0) == 0)
                      x = 0;
                    barrier(CLK_LOCAL_MEM_FENCE);
                    atom_add(&x, (ulong)1 << 32);
                    atom_add(&g[0], (long)1 << 33);
                    atom_max(&g[1], i << 34);
                    atom_inc(&g[2]);
                    atom_or((global ulong *)&g[3], (ulong)1 << (i & 63));
                    barrier(CLK_LOCAL_MEM_FENCE);
                    if (get_local_id(0) == 0)
                      atom_add(&g[4], (long)x);
                  }));
  struct test_buffer g = test_buffer(5 * 8, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 1000, 50, ARG_BUFFER(g));
  test_buffer_sync(&g);
  const cl_long want[5] = {1000ll << 33, 999ll << 34, 1000, -1, 1000ll << 32};
  for (int i = 0; i < 5; i++)
    CHECK_EQ(((cl_long *)g.data)[i], want[i]);
}

static void atomics_of_c11(void) {
  cl_kernel kernel = build(
      "-cl-std=CL3.0", CL(kernel void k(global int *g) {
        local atomic_int x;
        if (get_local_id(0) == 0)
          atomic_init(&x, 0);
        work_group_barrier(CLK_LOCAL_MEM_FENCE);
        atomic_fetch_add_explicit(&x, 2, memory_order_relaxed, memory_scope_work_group);
        volatile global atomic_int *a = (volatile global atomic_int *)g;
        atomic_fetch_add_explicit(&a[0], 3, memory_order_relaxed, memory_scope_device);
        int old = atomic_load_explicit(&a[1], memory_order_relaxed, memory_scope_device);
        while (!atomic_compare_exchange_strong_explicit(&a[1], &old, old + 1, memory_order_relaxed,
                                                        memory_order_relaxed, memory_scope_device))
          ;
        work_group_barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == 0)
          atomic_fetch_add_explicit(&a[2], atomic_load_explicit(&x, memory_order_relaxed, memory_scope_work_group),
                                    memory_order_relaxed, memory_scope_device);
        atomic_fetch_max_explicit(&a[3], (int)get_global_id(0), memory_order_relaxed, memory_scope_device);
      }));
  struct test_buffer g = test_buffer(4 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 3000, 100, ARG_BUFFER(g));
  test_buffer_sync(&g);
  const cl_int want[4] = {9000, 3000, 6000, 2999};
  for (int i = 0; i < 4; i++)
    CHECK_EQ(INT(g)[i], want[i]);
}

static int collatz(unsigned x) {
  int steps = 0;
  while (x != 1 && steps < 200) {
    x = x & 1 ? 3 * x + 1 : x / 2;
    steps++;
  }
  return steps;
}

static void divergent_loops(void) {
  cl_kernel kernel = build(NULL, CL(
                                     int collatz(uint x) {
                                       int steps = 0;
                                       while (x != 1 && steps < 200) {
                                         x = x & 1 ? 3 * x + 1 : x / 2;
                                         steps++;
                                       }
                                       return steps;
                                     } kernel void k(global int *out) {
                                       int i = get_global_id(0);
                                       out[i] = collatz(i + 1);
                                       for (int a = 0; a < 3; a++) {
                                         if (i % 3 == a)
                                           continue;
                                         for (int b = 0; b < i % 7; b++) {
                                           if (b == 4)
                                             goto out;
                                           out[i] += b * a;
                                         }
                                       }
                                     out:
                                       switch (i % 5) {
                                       case 0:
                                         out[i] += 1000;
                                       case 1:
                                         out[i] += 2000;
                                         break;
                                       case 4:
                                         return;
                                       default:
                                         out[i] -= 1;
                                       }
                                       out[i] += 5;
                                     }));
  struct test_buffer out = test_buffer(500 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 500, 20, ARG_BUFFER(out));
  test_buffer_sync(&out);
  for (int i = 0; i < 500; i++) {
    int want = collatz((unsigned)i + 1);
    for (int a = 0, end = 0; a < 3 && !end; a++) {
      if (i % 3 == a)
        continue;
      for (int b = 0; b < i % 7; b++) {
        if (b == 4) {
          end = 1;
          break;
        }
        want += b * a;
      }
    }
    want += i % 5 == 0 ? 3000 : i % 5 == 1 ? 2000 : i % 5 == 4 ? 0 : -1;
    want += i % 5 == 4 ? 0 : 5;
    CHECK_EQ(INT(out)[i], want);
  }
}

static void every_work_item_of_millions(void) {
  cl_kernel kernel = build(NULL, CL(kernel void k(global uchar * out) { out[get_global_id(0)]++; }));
  const size_t n = 3 << 20;
  struct test_buffer out = test_buffer(n, TEST_END, CL_MEM_READ_WRITE, 0);
  SET_ARGS(kernel, ARG_BUFFER(out));
  test_launch(kernel, 1, NULL, &n, NULL);
  test_launch(kernel, 1, NULL, &n, (size_t[]){64});
  test_buffer_sync(&out);
  for (size_t i = 0; i < n; i++)
    CHECK_EQ(out.data[i], 2);
}

static const struct test_case cases[] = {
    {"division_never_traps", division_never_traps},
    {"shifts", shifts},
    {"atomics_of_all", atomics_of_all},
    {"atomics_of_64_bits", atomics_of_64_bits},
    {"atomics_of_c11", atomics_of_c11},
    {"divergent_loops", divergent_loops},
    {"every_work_item_of_millions", every_work_item_of_millions},
};
TEST_MAIN(cases)
