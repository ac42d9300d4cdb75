/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs of many kernels, which are compiled in parts: what kernels share is in each part, the program is one. */
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

enum { KERNELS = 70, ITEMS = 256, GROUP = 16, CONSTANTS = 16 };

/* Each kernel calls a helper that all have, reads a table that all read, and turns a tile of its own around; every
 * fifth calls another kernel. */
static const char *many_kernels(void) {
  size_t room = KERNELS * 1024, at = 0;
  char *text = test_alloc(room);
  at += (size_t)snprintf(text + at, room - at, "constant uint table[%d] = {", CONSTANTS);
  for (int i = 0; i < CONSTANTS; i++)
    at += (size_t)snprintf(text + at, room - at, "%d,", i * i + 3);
  at += (size_t)snprintf(text + at, room - at,
                         "};\n__attribute__((noinline)) uint mix(uint x, uint y) { for (uint i = 0; i < (y & 7); i++)"
                         " x = x * 5 + table[(x + i) & 15]; return x; }\n");
  for (int k = 0; k < KERNELS; k++) {
    at += (size_t)snprintf(text + at, room - at,
                           "kernel void k%d(global uint *out, uint y) { local uint tile[%d]; uint l = get_local_id(0);"
                           " tile[l] = mix(get_global_id(0), y + %d); barrier(CLK_LOCAL_MEM_FENCE);"
                           " out[get_global_id(0)] = tile[%d - l] ^ table[%d]; }\n",
                           k, GROUP, k, GROUP - 1, k % CONSTANTS);
    if (k % 5 == 4)
      at += (size_t)snprintf(
          text + at, room - at,
          "kernel void c%d(global uint *out, uint y) { k%d(out, y + 1); out[get_global_id(0)] += %d; }\n", k, k - 2, k);
  }
  return text;
}

static uint32_t table_at(uint32_t i) {
  return i * i + 3;
}

static uint32_t mixed(uint32_t x, uint32_t y) {
  for (uint32_t i = 0; i < (y & 7); i++)
    x = x * 5 + table_at((x + i) & 15);
  return x;
}

static void check_kernel(cl_program program, const char *name, uint32_t y, int k, uint32_t more) {
  struct test_buffer out = test_buffer(4 * ITEMS, TEST_END, CL_MEM_READ_WRITE, 0);
  cl_kernel kernel = test_kernel(program, name);
  LAUNCH(kernel, ITEMS, GROUP, ARG_BUFFER(out), ARG_UINT(more ? y - 1 : y));
  test_buffer_sync(&out);
  for (uint32_t i = 0; i < ITEMS; i++) {
    uint32_t from = i / GROUP * GROUP + GROUP - 1 - i % GROUP;
    uint32_t want = (mixed(from, y + (uint32_t)k) ^ table_at((uint32_t)k % CONSTANTS)) + more;
    CHECK_EQ(((cl_uint *)out.data)[i], want);
  }
}

static void results(void) {
  static const char *const options[] = {"", "-g", "-cl-opt-disable"};
  for (size_t o = 0; o < TEST_COUNT(options); o++) {
    cl_program program = test_build(options[o], many_kernels());
    cl_uint count = 0;
    CHECK_CL(clCreateKernelsInProgram(program, 0, NULL, &count));
    CHECK_EQ(count, KERNELS + KERNELS / 5);
    for (int k = 0; k < KERNELS; k += o ? 7 : 1) {
      char name[16];
      snprintf(name, sizeof(name), "k%d", k);
      check_kernel(program, name, 5, k, 0);
      if (k % 5 != 4)
        continue;
      snprintf(name, sizeof(name), "c%d", k);
      check_kernel(program, name, 5, k - 2, (uint32_t)k);
    }
  }
}

struct container {
  size_t size;
  unsigned char *bytes;
};

static struct container contained(const char *source) {
  struct container made = {0};
  cl_program program = test_build("", source);
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(made.size), &made.size, NULL));
  made.bytes = test_alloc(made.size);
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(made.bytes), &made.bytes, NULL));
  return made;
}

/* However many processors take part, the bytes are the same. */
static void processors(void) {
  cpu_set_t all, one;
  CHECK(sched_getaffinity(0, sizeof(all), &all) == 0);
  const char *source = many_kernels();
  struct container by_all = contained(source);
  CPU_ZERO(&one);
  for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
    if (CPU_ISSET(i, &all))
      CPU_SET(i, &one);
  CHECK(sched_setaffinity(0, sizeof(one), &one) == 0);
  struct container by_one = contained(source);
  CHECK(sched_setaffinity(0, sizeof(all), &all) == 0);
  CHECK_EQ(by_one.size, by_all.size);
  CHECK(memcmp(by_one.bytes, by_all.bytes, by_all.size) == 0);
}

/* A variable of the program's is one for all of its kernels. */
static void variable(void) {
  if (!test_has_c_feature("__opencl_c_program_scope_global_variables"))
    test_skip("no program-scope variables");
  cl_program program = test_build("-cl-std=CL3.0", CL(
                                                       global int kept = 4;

                                                       kernel void set(int x) { kept += x; }

                                                       kernel void get(global int *out) { *out = kept; }

                                                       kernel void twice(void) { kept *= 2; }));
  struct test_buffer out = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(test_kernel(program, "set"), 1, 1, ARG_INT(3));
  test_launch(test_kernel(program, "twice"), 1, NULL, (const size_t[]){1}, (const size_t[]){1});
  LAUNCH(test_kernel(program, "get"), 1, 1, ARG_BUFFER(out));
  test_buffer_sync(&out);
  CHECK_EQ(*(cl_int *)out.data, 14);
}

/* Each part's error is told, and the program is none. */
static void errors(void) {
  char *source = test_alloc(4096);
  size_t at = 0;
  for (int k = 0; k < 6; k++)
    at += (size_t)snprintf(source + at, 4096 - at,
                           "kernel void k%d(global int *p) { local int t[%d]; t[get_local_id(0)] = 1;"
                           " barrier(CLK_LOCAL_MEM_FENCE); *p = t[3]; }\n",
                           k, k == 1 || k == 4 ? 1 << 26 : 64);
  const char *log = NULL;
  CHECK(test_try_build("", source, &log) == NULL);
  if (test.is_weft)
    CHECK(strstr(log, "'k1'") && strstr(log, "'k4'") && !strstr(log, "'k0'") && !strstr(log, "'k5'"));
}

static const struct test_case cases[] = {
    {"results", results}, {"processors", processors}, {"variable", variable}, {"errors", errors}};
TEST_MAIN(cases)
