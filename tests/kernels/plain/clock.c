/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_khr_kernel_clock: what is reported agrees, clocks go on, and a work-item that waits by one sees time pass. */
#include <stdio.h>

#include "tests/harness/test.h"

#ifndef CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR
#define CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR 0x1076
#endif

static const char *const scopes[] = {"device", "work_group", "sub_group"};

static cl_bitfield capabilities(void) {
  cl_bitfield answer = 0;
  if (!test_has_extension("cl_khr_kernel_clock"))
    test_skip("no kernel clock");
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR, sizeof answer, &answer, NULL));
  return answer;
}

static void capabilities_are_features(void) {
  cl_bitfield answer = capabilities();
  CHECK(answer != 0 && answer < 8);
  for (int i = 0; i < 3; i++) {
    char feature[64];
    snprintf(feature, sizeof feature, "__opencl_c_kernel_clock_scope_%s", scopes[i]);
    CHECK_EQ(test_has_c_feature(feature), answer >> i & 1);
  }
}

/* Two reads of one work-item with work between; both forms are the same clock. */
static void goes_on(void) {
  cl_bitfield answer = capabilities();
  for (int i = 0; i < 3; i++) {
    if (!(answer >> i & 1))
      continue;
    char source[1024];
    snprintf(source, sizeof source,
             "ulong join(uint2 t) { return (ulong)t.hi << 32 | t.lo; }\n"
             "kernel void k(global ulong *o, int rounds) {\n"
             "  size_t i = get_global_id(0);\n"
             "  ulong a = clock_read_%s(), b = join(clock_read_hilo_%s());\n"
             "  ulong x = a;\n"
             "  for (int j = 0; j < rounds; j++) x = x * 6364136223846793005ul + (x >> 7);\n"
             "  o[4 * i + 3] = x;\n"
             "  o[4 * i] = a; o[4 * i + 1] = b;\n"
             "  o[4 * i + 2] = clock_read_%s();\n}\n",
             scopes[i], scopes[i], scopes[i]);
    cl_kernel kernel = test_kernel(test_build("-cl-std=CL3.0", source), "k");
    struct test_buffer out = test_buffer(64 * 32, TEST_END, CL_MEM_READ_WRITE, 0);
    LAUNCH(kernel, 64, 16, ARG_BUFFER(out), ARG_INT(20000));
    test_buffer_sync(&out);
    const cl_ulong *t = (const cl_ulong *)out.data;
    for (int item = 0; item < 64; item++) {
      CHECK(t[4 * item] <= t[4 * item + 1]);
      CHECK(t[4 * item + 1] - t[4 * item] < 1ull << 40); /* the same clock */
    }
    /* The work of the last item comes after its first reads, wherever the others' stands. */
    CHECK(t[4 * 63 + 2] > t[4 * 63]);
  }
}

static void waits(void) {
  if (!(capabilities() & 1))
    test_skip("no clock of the device");
  cl_kernel kernel = test_kernel(test_build("-cl-std=CL3.0", CL(kernel void k(global ulong * o, ulong ticks) {
                                              ulong start = clock_read_device(), now = start;
                                              while (now - start < ticks)
                                                now = clock_read_device();
                                              o[get_global_id(0)] = now - start;
                                            })),
                                 "k");
  struct test_buffer out = test_buffer(8 * 8, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 8, 4, ARG_BUFFER(out), ARG_ULONG(100000));
  test_buffer_sync(&out);
  for (int i = 0; i < 8; i++)
    CHECK(((cl_ulong *)out.data)[i] >= 100000);
}

static const struct test_case cases[] = {
    {"capabilities_are_features", capabilities_are_features}, {"goes_on", goes_on}, {"waits", waits}};
TEST_MAIN(cases)
