/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes and names that leave something in the program beside its code: kernels run as without them. */
#include "tests/harness/test.h"

/* Each kernel stores its global id. */
static void run_ids(const char *options, const char *source) {
  cl_kernel kernel = test_kernel(test_build(options, source), "k");
  struct test_buffer out = test_buffer(64 * 4, TEST_END, CL_MEM_READ_WRITE, 0xee);
  LAUNCH(kernel, 64, 16, ARG_BUFFER(out));
  test_buffer_sync(&out);
  for (int i = 0; i < 64; i++)
    CHECK_EQ(((cl_int *)out.data)[i], i);
}

#define STORE "kernel void k(global int *o) { o[get_global_id(0)] = "

static void used(void) {
  run_ids("", "__attribute__((used)) " STORE "get_global_id(0); }");
  run_ids("", "__attribute__((used, retain)) " STORE "get_global_id(0); }");
  run_ids("", "__attribute__((used)) int f(void) { return get_global_id(0); }" STORE "f(); }");
  run_ids("", "__attribute__((used)) int f(void) { return get_global_id(0); }" STORE "get_global_id(0); }");
  run_ids("", "__attribute__((used)) int f(void) { barrier(CLK_LOCAL_MEM_FENCE); return get_global_id(0); }" STORE
              "f(); }");
  run_ids("", "constant int a = 0; __attribute__((used)) constant int *constant c[1] = {&a};" STORE
              "*c[0] + get_global_id(0); }");
  run_ids("", "kernel void k(global int *o) { local __attribute__((used)) int t[16];"
              "t[get_local_id(0)] = get_global_id(0); barrier(CLK_LOCAL_MEM_FENCE);"
              "o[get_global_id(0)] = t[get_local_id(0)]; }");
}

static void annotated(void) {
  run_ids("", "__attribute__((annotate(\"x\"))) " STORE "get_global_id(0); }");
  run_ids("", "__attribute__((annotate(\"x\"))) int f(void) { return get_global_id(0); }" STORE "f(); }");
  run_ids("", "constant int c __attribute__((annotate(\"x\"))) = 0;" STORE "c + get_global_id(0); }");
  run_ids("", "kernel void k(global int *o __attribute__((annotate(\"x\")))) {"
              "int v __attribute__((annotate(\"x\"))) = get_global_id(0); o[get_global_id(0)] = v; }");
  run_ids("", "typedef struct { int a __attribute__((annotate(\"x\", 1, 2))); int b; } S;"
              "kernel void k(global int *o) { local S __attribute__((annotate(\"x\"))) s[16];"
              "s[get_local_id(0)].a = get_global_id(0); barrier(CLK_LOCAL_MEM_FENCE);"
              "o[get_global_id(0)] = s[get_local_id(0)].a; }");
}

static void places(void) {
  run_ids("", "__attribute__((section(\".x\"), weak, cold, minsize)) int f(void) { return get_global_id(0); }" STORE
              "f(); }");
  run_ids("", "__attribute__((section(\".x\"), weak, noinline, visibility(\"hidden\"))) " STORE "get_global_id(0); }");
  run_ids("", "__attribute__((optnone, noinline)) int f(void) { return get_global_id(0); }" STORE "f(); }");
  run_ids("", "__attribute__((destructor)) void f(void) { printf(\"never\"); }" STORE "get_global_id(0); }");
}

/* What a linker on the host is asked for has no say here. */
static void comments(void) {
  run_ids("", "#pragma comment(lib, \"no such library\")\n" STORE "get_global_id(0); }");
}

/* Clang takes letters of Unicode and the dollar sign. */
static void letters(void) {
  run_ids("", "kernel void $o(global int *o) {} kernel void k\xc3\xb6(global int *o) {}" STORE "get_global_id(0); }");
}

/* _Complex is no part of OpenCL C; what Clang takes of it needs no library. */
static void complex_numbers(void) {
  run_ids("", "kernel void k(global int *o) { float _Complex c = get_global_id(0) + 2.0f; c = c * c / c;"
              "o[get_global_id(0)] = (int)(__real__ c + 0.5f) - 2; }");
}

static const struct test_case cases[] = {{"used", used},       {"annotated", annotated},
                                         {"places", places},   {"comments", comments},
                                         {"letters", letters}, {"complex_numbers", complex_numbers}};
TEST_MAIN(cases)
