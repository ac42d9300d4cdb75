/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Gotos to a label that is chosen, other for each work-item: Clang takes them as an extension. */
#include "tests/harness/test.h"

enum { ITEMS = 80, GROUP = 16 };

/* Item i gets expected(i). */
static void check(const char *source, cl_int (*expected)(cl_int i)) {
  static const char *const options[] = {"", "-cl-opt-disable"};
  for (int n = 0; n < 2; n++) {
    cl_kernel kernel = test_kernel(test_build(options[n], source), "k");
    struct test_buffer out = test_buffer(ITEMS * sizeof(cl_int), TEST_END, CL_MEM_READ_WRITE, 1);
    LAUNCH(kernel, ITEMS, GROUP, ARG_BUFFER(out));
    test_buffer_sync(&out);
    for (int i = 0; i < ITEMS; i++)
      CHECK_EQ(((cl_int *)out.data)[i], expected(i));
  }
}

static cl_int odd_hundreds(cl_int i) {
  return i % 2 ? i + 100 : i + 200;
}

static void divergent(void) {
  check(CL(kernel void k(global int *o) {
          int x = get_global_id(0);
          goto *(x & 1 ? &&odd : &&even);
        odd:
          o[x] = x + 100;
          return;
        even:
          o[x] = x + 200;
        }),
        odd_hundreds);
}

static cl_int twice(cl_int i) {
  return odd_hundreds(i) + odd_hundreds(i + 1);
}

/* The function is inlined twice, with its labels. */
static void in_functions(void) {
  check(CL(
            int f(int x) {
              goto *(x & 1 ? &&odd : &&even);
            odd:
              return x + 100;
            even:
              return x + 200;
            } kernel void k(global int *o) {
              int x = get_global_id(0);
              o[x] = f(x) + f(x + 1);
            }),
        twice);
}

static cl_int sum_to(cl_int i) {
  return i * (i + 1) / 2;
}

static void loops(void) {
  check(CL(kernel void k(global int *o) {
          int x = get_global_id(0);
          int sum = 0;
          int n = x;
        more:
          sum += n;
          n--;
          goto *(n > 0 ? &&more : &&done);
        done:
          o[x] = x ? sum : 0;
        }),
        sum_to);
}

static cl_int neighbour(cl_int i) {
  return i ^ 1;
}

/* All items of a group go one way, over a barrier. */
static void barriers(void) {
  check(CL(kernel void k(global int *o) {
          local int t[16];
          int x = get_global_id(0);
          int at = get_local_id(0);
          goto *(get_group_id(0) & 1 ? &&one : &&other);
        one:
          t[at] = x;
          barrier(CLK_LOCAL_MEM_FENCE);
          o[x] = t[at ^ 1];
          return;
        other:
          t[at ^ 1] = x;
          barrier(CLK_LOCAL_MEM_FENCE);
          o[x] = t[at];
        }),
        neighbour);
}

static const struct test_case cases[] = {
    {"divergent", divergent},
    {"in_functions", in_functions},
    {"loops", loops},
    {"barriers", barriers},
};
TEST_MAIN(cases)
