/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What orders and fences promise between work-groups, under contention, and what the queries say of it. */
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

/* Each group leaves a message by release, and the next one that sees the flag by acquire must see the message. Groups
 * need not make progress while others wait: one that sees no flag in a while goes on. */
static void messages(const char *publish, const char *look) {
  char source[2048];
  snprintf(source, sizeof source, "\
kernel void k(global volatile atomic_int *flag, global int *data, global int *out) {\n\
  size_t g = get_group_id(0);\n\
  if (g > 0) {\n\
    out[g] = -1;\n\
    for (int i = 0; i < 2000 && out[g] < 0; i++) { %s if (seen) out[g] = data[g - 1] + data[1000 + g - 1]; }\n\
  }\n\
  data[g] = (int)g * 7; data[1000 + g] = (int)g;\n\
  %s\n\
}\n",
           look, publish);
  cl_kernel kernel = test_kernel(test_build("-cl-std=CL3.0", source), "k");
  struct test_buffer flag = test_buffer(1000 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer data = test_buffer(2000 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer out = test_buffer(1000 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 1000, 1, ARG_BUFFER(flag), ARG_BUFFER(data), ARG_BUFFER(out));
  test_buffer_sync(&out);
  int seen = 0;
  for (int i = 1; i < 1000; i++)
    if (((cl_int *)out.data)[i] != -1) {
      CHECK_EQ(((cl_int *)out.data)[i], 8 * (i - 1));
      seen++;
    }
  CHECK(seen > 0);
}

static void by_order(void) {
  messages("atomic_store_explicit(&flag[g], 1, memory_order_release, memory_scope_device);",
           "int seen = atomic_load_explicit(&flag[g - 1], memory_order_acquire, memory_scope_device);");
}
static void by_default_order(void) {
  messages("atomic_store(&flag[g], 1);", "int seen = atomic_load(&flag[g - 1]);");
}
static void by_fence(void) {
  messages("atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);"
           "atomic_store_explicit(&flag[g], 1, memory_order_relaxed);",
           "int seen = atomic_load_explicit(&flag[g - 1], memory_order_relaxed);"
           "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);");
}

/* OpenCL 3.1: scopes that include each other's work-items need not be the same. */
static void by_other_scope(void) {
  static const char *const scopes[] = {"memory_scope_device", "memory_scope_all_devices"};
  for (int i = 0; i < 2; i++) {
    char publish[256], look[256];
    snprintf(publish, sizeof publish, "atomic_store_explicit(&flag[g], 1, memory_order_release, %s);", scopes[i]);
    snprintf(look, sizeof look, "int seen = atomic_load_explicit(&flag[g - 1], memory_order_acquire, %s);", scopes[!i]);
    messages(publish, look);
    snprintf(publish, sizeof publish,
             "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, %s);"
             "atomic_store_explicit(&flag[g], 1, memory_order_relaxed, memory_scope_device);",
             scopes[i]);
    messages(publish, look);
  }
}

/* Store, fence, load on both sides: at least one sees the other. Pairs of groups race; what either saw is counted. */
static void store_then_load(void) {
  cl_kernel kernel = test_kernel(
      test_build("-cl-std=CL3.0", CL(kernel void k(global volatile atomic_int * x, global int *saw, int pairs) {
                   size_t i = get_global_id(0) / 2;
                   size_t side = get_global_id(0) % 2;
                   if (side) {
                     atomic_store(&x[2 * i + 1], 1);
                     saw[2 * i + 1] = atomic_load(&x[2 * i]);
                   } else {
                     atomic_store_explicit(&x[2 * i], 1, memory_order_relaxed);
                     atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
                     saw[2 * i] = atomic_load_explicit(&x[2 * i + 1], memory_order_relaxed);
                   }
                 })),
      "k");
  enum { PAIRS = 20000 };
  struct test_buffer x = test_buffer(2 * PAIRS * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer saw = test_buffer(2 * PAIRS * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 2 * PAIRS, 1, ARG_BUFFER(x), ARG_BUFFER(saw), ARG_INT(PAIRS));
  test_buffer_sync(&saw);
  for (int i = 0; i < PAIRS; i++)
    CHECK(((cl_int *)saw.data)[2 * i] + ((cl_int *)saw.data)[2 * i + 1] >= 1);
}

static void queries_agree(void) {
  cl_ulong memory = test_device_ulong(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES);
  cl_ulong fence = test_device_ulong(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES);
  CHECK(memory & CL_DEVICE_ATOMIC_ORDER_RELAXED);
  CHECK(memory & CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP);
  CHECK(fence & CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM);
  CHECK_EQ(fence & ~(cl_ulong)CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM, memory);
  CHECK_EQ(!!(memory & CL_DEVICE_ATOMIC_ORDER_ACQ_REL), test_has_c_feature("__opencl_c_atomic_order_acq_rel"));
  CHECK_EQ(!!(memory & CL_DEVICE_ATOMIC_ORDER_SEQ_CST), test_has_c_feature("__opencl_c_atomic_order_seq_cst"));
  CHECK_EQ(!!(memory & CL_DEVICE_ATOMIC_SCOPE_DEVICE), test_has_c_feature("__opencl_c_atomic_scope_device"));
  CHECK_EQ(!!(memory & CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES), test_has_c_feature("__opencl_c_atomic_scope_all_devices"));
}

static const struct test_case cases[] = {
    {"by_order", by_order},
    {"by_default_order", by_default_order},
    {"by_fence", by_fence},
    {"store_then_load", store_then_load},
    {"by_other_scope", by_other_scope},
    {"queries_agree", queries_agree},
};
TEST_MAIN(cases)
