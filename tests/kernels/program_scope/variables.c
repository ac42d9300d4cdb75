/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Variables in global memory at program scope: initialisers, lifetime, who shares them, what is told of them. */
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

#define INT(buffer) ((cl_int *)(buffer).data)

static void initialisers(void) {
  cl_program program = test_build(
      "-cl-std=CL3.0",
      CL(
          struct inner {
            char c;
            long l;
          };
          struct s {
            int a;
            struct inner b[2];
            global int *p;
            constant int *q;
          };
          constant int c[3] = {7, 8, 9}; global int zero; global int array[5] = {1, 2, 3};
          static global float4 vector = (float4)(1.0f, 2.0f, 3.0f, 4.0f); int plain = 12; static int hidden = 13;
          global int *global to_array = &array[2]; global int *global *global to_pointer = &to_array;
          global struct s record = {5, {{1, 2}, {3, 4}}, &array[1], &c[2]}; int *generic_pointer = &plain;
          kernel void k(global int *out) {
            global static int inside = 21;
            static int also = 22;
            out[0] = zero;
            out[1] = array[0] + 10 * array[1] + 100 * array[2] + 1000 * array[3] + 1000 * array[4];
            out[2] = (int)(vector.x + 10 * vector.y + 100 * vector.z + 1000 * vector.w);
            out[3] = plain;
            out[4] = hidden;
            out[5] = *to_array;
            out[6] = **to_pointer;
            out[7] = record.a + record.b[0].c * 10 + (int)record.b[0].l * 100 + record.b[1].c * 1000 +
                     (int)record.b[1].l * 10000;
            out[8] = *record.p;
            out[9] = *record.q;
            out[10] = *generic_pointer;
            out[11] = inside + also;
            to_array[0] = 30;
            out[12] = array[2];
            out[13] = *--*to_pointer;
          }));
  struct test_buffer out = test_buffer(14 * 4, TEST_END, CL_MEM_READ_WRITE, 3);
  LAUNCH(test_kernel(program, "k"), 1, 1, ARG_BUFFER(out));
  test_buffer_sync(&out);
  const cl_int want[14] = {0, 321, 4321, 12, 13, 3, 3, 43215, 2, 9, 12, 43, 30, 2};
  for (int i = 0; i < 14; i++)
    if (INT(out)[i] != want[i])
      FAIL("value %d is %d, not %d", i, INT(out)[i], want[i]);
}

static const char counting[] = CL(
    global int counter = 100; global int table[4096]; global atomic_int atomic = 5; kernel void step(global int *out) {
      static int calls = 0;
      if (get_global_id(0) == 0) {
        out[0] = counter++;
        out[1] = calls++;
      }
      table[get_global_id(0)] += (int)get_global_id(0);
      atomic_fetch_add(&atomic, 1);
    } kernel void look(global int *out) {
      out[0] = counter;
      out[1] = atomic_load(&atomic);
      for (int i = 0; i < 4096; i++)
        out[2 + i] = table[i];
    });

/* Values last between kernels of a program, and no other program sees them. */
static void live_with_the_program(void) {
  cl_program first = test_build("-cl-std=CL3.0", counting), second = test_build("-cl-std=CL3.0", counting);
  cl_kernel step[2] = {test_kernel(first, "step"), test_kernel(first, "step")};
  struct test_buffer out = test_buffer(4098 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  for (int i = 0; i < 6; i++) {
    LAUNCH(step[i % 2], 4096, 64, ARG_BUFFER(out));
    test_buffer_sync(&out);
    CHECK_EQ(INT(out)[0], 100 + i);
    CHECK_EQ(INT(out)[1], i);
  }
  LAUNCH(test_kernel(second, "step"), 4096, 64, ARG_BUFFER(out));
  test_buffer_sync(&out);
  CHECK_EQ(INT(out)[0], 100);
  LAUNCH(test_kernel(first, "look"), 1, 1, ARG_BUFFER(out));
  test_buffer_sync(&out);
  CHECK_EQ(INT(out)[0], 106);
  CHECK_EQ(INT(out)[1], 5 + 6 * 4096);
  for (int i = 0; i < 4096; i++)
    CHECK_EQ(INT(out)[2 + i], 6 * i);
}

/* A binary begins with the initial values. */
static void begin_anew_from_a_binary(void) {
  cl_program first = test_build("-cl-std=CL3.0", counting);
  struct test_buffer out = test_buffer(4098 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(test_kernel(first, "step"), 4096, 64, ARG_BUFFER(out));
  size_t size;
  CHECK_CL(clGetProgramInfo(first, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
  unsigned char *binary = test_alloc(size);
  CHECK_CL(clGetProgramInfo(first, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
  cl_int error;
  cl_program again =
      clCreateProgramWithBinary(test.context, 1, &test.device, &size, (const unsigned char **)&binary, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clBuildProgram(again, 1, &test.device, NULL, NULL, NULL));
  LAUNCH(test_kernel(again, "step"), 4096, 64, ARG_BUFFER(out));
  test_buffer_sync(&out);
  CHECK_EQ(INT(out)[0], 100);
  CHECK_EQ(INT(out)[1], 0);
  CHECK_CL(clReleaseProgram(again));
}

/* Linked programs share what is extern in one and defined in the other. */
static void across_a_link(void) {
  const char *texts[2] = {
    CL(global int shared[2] = {4, 5}; int get(void) { return shared[0]++; }),
    CL(extern global int shared[2]; int get(void); kernel void k(global int *out) {
      out[0] = get();
      out[1] = shared[0] + 10 * shared[1];
    })
  };
  cl_program parts[2];
  cl_int error;
  for (int i = 0; i < 2; i++) {
    parts[i] = clCreateProgramWithSource(test.context, 1, &texts[i], NULL, &error);
    CHECK_CL(error);
    CHECK_CL(clCompileProgram(parts[i], 1, &test.device, "-cl-std=CL3.0", 0, NULL, NULL, NULL, NULL));
  }
  cl_program linked = clLinkProgram(test.context, 1, &test.device, NULL, 2, parts, NULL, NULL, &error);
  CHECK_CL(error);
  struct test_buffer out = test_buffer(2 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(test_kernel(linked, "k"), 1, 1, ARG_BUFFER(out));
  test_buffer_sync(&out);
  CHECK_EQ(INT(out)[0], 4);
  CHECK_EQ(INT(out)[1], 55);
  CHECK_CL(clReleaseProgram(linked));
  for (int i = 0; i < 2; i++)
    CHECK_CL(clReleaseProgram(parts[i]));
}

/* Names of the C library are names like others. */
static void any_name(void) {
  cl_program program =
      test_build("-cl-std=CL3.0", CL(global int memset = 3; global int environ = 4; global char memcpy[5000] = {1};
                                     kernel void k(global int *out, int n) {
                                       int big[500];
                                       for (int i = 0; i < 500; i++)
                                         big[i] = 0;
                                       big[n] = memset++;
                                       out[0] = big[n] + environ + big[n + 1] + memcpy[0];
                                       for (int i = 0; i < 5000; i++)
                                         memcpy[i] = 0;
                                     }));
  struct test_buffer out = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(test_kernel(program, "k"), 1, 1, ARG_BUFFER(out), ARG_INT(7));
  test_buffer_sync(&out);
  CHECK_EQ(INT(out)[0], 8);
}

static void sizes_are_told(void) {
  CHECK(test_has_c_feature("__opencl_c_program_scope_global_variables"));
  CHECK(test_device_size(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE) >= 65536);
  CHECK(test_device_size(CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE) >=
        test_device_size(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE));
  size_t total;
  cl_program program =
      test_build("-cl-std=CL3.0", CL(global int a[1000]; constant int c[10] = {1}; kernel void k(global int *o) {
                   static int s = 1;
                   o[0] = a[s++] + c[0];
                 }));
  CHECK_CL(clGetProgramBuildInfo(program, test.device, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof total,
                                 &total, NULL));
  CHECK_EQ(total, 4004);
  program = test_build(NULL, "kernel void k(global int *o) { o[0] = 1; }");
  CHECK_CL(clGetProgramBuildInfo(program, test.device, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof total,
                                 &total, NULL));
  CHECK_EQ(total, 0);
}

/* One of the largest size, written and read at both ends. */
static void largest(void) {
  size_t max = test_device_size(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE);
  char options[64];
  snprintf(options, sizeof options, "-cl-std=CL3.0 -DN=%zu", max);
  cl_kernel kernel = test_kernel(test_build(options, CL(global char room[N]; kernel void k(global int *out) {
                                              out[0] = room[0]++ + 10 * room[N - 1]++;
                                            })),
                                 "k");
  struct test_buffer out = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
  for (int i = 0; i < 3; i++) {
    LAUNCH(kernel, 1, 1, ARG_BUFFER(out));
    test_buffer_sync(&out);
    CHECK_EQ(INT(out)[0], 11 * i);
  }
}

static void not_in_old_versions(void) {
  if (test_try_build("-cl-std=CL1.2", CL(global int x = 1; kernel void k(global int *out) { out[0] = x; }), NULL))
    FAIL("variables in global memory in OpenCL C 1.2");
}

static const struct test_case cases[] = {
    {"initialisers", initialisers},
    {"live_with_the_program", live_with_the_program},
    {"begin_anew_from_a_binary", begin_anew_from_a_binary},
    {"across_a_link", across_a_link},
    {"any_name", any_name},
    {"sizes_are_told", sizes_are_told},
    {"largest", largest},
    {"not_in_old_versions", not_in_old_versions},
};
TEST_MAIN(cases)
