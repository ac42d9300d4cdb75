/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Generic pointers whose space the compiler knows, and such that only the address tells. */
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

static cl_kernel build(const char *source) {
  return test_kernel(test_build("-cl-std=CL3.0", source), "k");
}

static void run(cl_kernel kernel, size_t n, size_t local, const cl_int *want, cl_int first) {
  struct test_buffer out = test_buffer(n * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, n, local, ARG_BUFFER(out), ARG_INT(first));
  test_buffer_sync(&out);
  for (size_t i = 0; i < n; i++)
    CHECK_EQ(((cl_int *)out.data)[i], want[i % local]);
}

#define WHICH                                                                                                          \
  CL(int which(int *p) {                                                                                               \
    return (to_global(p) ? 1 : 0) + (to_local(p) ? 2 : 0) + (to_private(p) ? 4 : 0) +                                  \
           (get_fence(p) == CLK_LOCAL_MEM_FENCE ? 8 : 0) + (get_fence(p) == CLK_GLOBAL_MEM_FENCE ? 16 : 0);            \
  })

static void known(void) {
  cl_kernel kernel = build(WHICH CL(global int variable = 1; kernel void k(global int *out, int first) {
    local int l[8];
    int p[4];
    p[first] = 3;
    l[get_local_id(0)] = p[first];
    size_t i = get_local_id(0);
    int w = i == 0 ? which(out) : i == 1 ? which(l + 7) : i == 2 ? which(p) : i == 3 ? which(&variable) : which(0);
    out[get_global_id(0)] = w;
  }));
  const cl_int want[5] = {17, 10, 4, 17, 0};
  run(kernel, 20, 5, want, 0);
}

/* The pointer is one of several by the work-item's id, kept across a barrier, in an array, one past an object's end. */
static void by_address(void) {
  cl_kernel kernel = build(WHICH CL(global int variable[4]; kernel void k(global int *out, int first) {
    local int l[8];
    int p[64];
    int q = first;
    size_t i = get_local_id(0);
    int *ways[8] = {out, l, p, variable, &q, l + 8, p + 64, 0};
    p[i] = first + (int)i;
    l[i] = 5;
    int *chosen = ways[(i + (size_t)first) % 8];
    barrier(CLK_LOCAL_MEM_FENCE);
    p[i + 1] = first;
    int w = which(chosen);
    if (to_private(chosen) == &q)
      w += 100;
    if (to_local(chosen) == l)
      w += 200;
    if (to_global(chosen) == variable)
      w += 400;
    out[get_global_id(0)] = w;
  }));
  const cl_int want[8] = {17, 210, 4, 417, 104, 10, 4, 0};
  run(kernel, 64, 8, want, 0);
  const cl_int shifted[8] = {210, 4, 417, 104, 10, 4, 0, 17};
  run(kernel, 64, 8, shifted, 1);
}

/* Local memory by argument, structs by value, and pointers that were stored in memory. */
static void stored_pointers(void) {
  cl_kernel kernel = build(WHICH CL(
      struct s { int x[4]; };
      kernel void k(global int *out, int first, struct s by_value, local int *l, global ulong *room) {
        size_t i = get_local_id(0);
        int *ways[3] = {out, l + i, by_value.x + first};
        by_value.x[2] = (int)i;
        room[get_global_id(0)] = (ulong)ways[i % 3];
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        int *chosen = (int *)room[get_global_id(0)];
        out[get_global_id(0)] = which(chosen) + 100 * by_value.x[2];
      }));
  struct test_buffer out = test_buffer(30 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer room = test_buffer(30 * 8, TEST_END, CL_MEM_READ_WRITE, 0);
  cl_int s[4] = {1, 2, 3, 4};
  LAUNCH(kernel, 30, 15, ARG_BUFFER(out), ARG_INT(0), ARG(s), ARG_LOCAL(60), ARG_BUFFER(room));
  test_buffer_sync(&out);
  const cl_int want[3] = {17, 10, 4};
  for (int i = 0; i < 30; i++)
    CHECK_EQ(((cl_int *)out.data)[i], want[i % 15 % 3] + 100 * (i % 15));
}

static void reads_and_writes(void) {
  cl_kernel kernel = build(CL(
      void add(int *to, const int *from, int n) {
        for (int i = 0; i < n; i++)
          to[i] += from[i];
      } kernel void k(global int *out, int first) {
        local int l[16 * 4];
        int p[4];
        size_t i = get_local_id(0);
        for (int j = 0; j < 4; j++) {
          p[j] = j + 1;
          l[4 * i + (size_t)j] = 10 * j + first;
        }
        add(i % 2 ? (int *)&l[4 * i] : (int *)p, i % 2 ? (int *)p : (int *)&l[4 * i], 4);
        int *best = i % 2 ? (int *)&l[4 * i] : (int *)p;
        barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_id(0)] = best[0] + 100 * best[3] + (int)i * 10000;
      }));
  cl_int want[16];
  for (int i = 0; i < 16; i++)
    want[i] = 1 + 100 * 34 + i * 10000;
  run(kernel, 160, 16, want, 0);
}

/* Version 1.2 has no generic pointers. */
static void not_in_old_versions(void) {
  const char *source = CL(void f(generic int *p) { *p = 1; } kernel void k(global int *out) { f(out); });
  if (test_try_build("-cl-std=CL1.2", source, NULL))
    FAIL("generic pointers in OpenCL C 1.2");
  test_build("-cl-std=CL3.0", source);
}

static const struct test_case cases[] = {
    {"known", known},
    {"by_address", by_address},
    {"stored_pointers", stored_pointers},
    {"reads_and_writes", reads_and_writes},
    {"not_in_old_versions", not_in_old_versions},
};
TEST_MAIN(cases)
