/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of Clang's that say something of a function or variable, and change nothing of what it does. */
#include "tests/harness/test.h"

enum { ITEMS = 64, GROUP = 16 };

/* Each item's id must come out. */
static void check(const char *options, const char *source) {
  cl_kernel kernel = test_kernel(test_build(options, source), "k");
  struct test_buffer out = test_buffer(ITEMS * sizeof(cl_int), TEST_END, CL_MEM_READ_WRITE, 1);
  LAUNCH(kernel, ITEMS, GROUP, ARG_BUFFER(out));
  test_buffer_sync(&out);
  for (int i = 0; i < ITEMS; i++)
    CHECK_EQ(((cl_int *)out.data)[i], i);
}

static void check_both(const char *source) {
  check("", source);
  check("-cl-opt-disable", source);
}

/* The compiler is asked to keep what bears `used`, and to note what bears `annotate`. */
static void kept_kernels(void) {
  check_both(CL(kernel __attribute__((used)) void k(global int *o) { o[get_global_id(0)] = get_global_id(0); }));
  check_both(
      CL(kernel __attribute__((retain, used)) void k(global int *o) { o[get_global_id(0)] = get_global_id(0); }));
  check_both(CL(kernel __attribute__((annotate("x"))) void k(global int *o __attribute__((annotate("y")))) {
    barrier(CLK_LOCAL_MEM_FENCE);
    o[get_global_id(0)] = get_global_id(0);
  }));
}

static void kept_functions(void) {
  check_both(CL(
      __attribute__((used)) int f(void) { return get_global_id(0); } kernel void k(global int *o) {
        o[get_global_id(0)] = f();
      }));
  check_both(CL(
      __attribute__((used, retain, annotate("x"))) int f(local int *t) {
        t[get_local_id(0)] = get_global_id(0);
        barrier(CLK_LOCAL_MEM_FENCE);
        return t[get_local_id(0)];
      } kernel void k(global int *o) {
        local int t[16];
        o[get_global_id(0)] = f(t);
      }));
  /* Not called: nobody defines what it needs */
  check_both(CL(
      __attribute__((used)) int f(void) {
        barrier(CLK_LOCAL_MEM_FENCE);
        return get_global_id(0);
      } kernel void k(global int *o) { o[get_global_id(0)] = get_global_id(0); }));
}

static void kept_variables(void) {
  check_both(CL(
      typedef struct { int a __attribute__((annotate("z"))); } S; constant int zero = 0;
      __attribute__((used)) constant int *constant table[1] = {&zero}; kernel void k(global int *o) {
        S s;
        s.a = __builtin_annotation((int)get_global_id(0), "v");
        int v __attribute__((annotate("y"))) = s.a;
        o[get_global_id(0)] = v + *table[0];
      }));
}

/* Annotations with arguments, of which Clang makes code that it stumbles over. */
static void annotated_with_arguments(void) {
  check_both(CL(
      struct pair { int a __attribute__((annotate("z", 3))); }; __attribute__((annotate("f", 4))) int f(
          int x __attribute__((annotate("x", 1, 2)))) { return x; } kernel void k(global int *o) {
        struct pair s;
        s.a = f(get_global_id(0));
        int v __attribute__((annotate("y", 1, 2))) = s.a;
        o[get_global_id(0)] = v;
      }));
}

/* Nothing starts or ends with a program: functions may use what only work-items have, and run when they are called. */
static void constructors(void) {
  check_both(CL(
      __attribute__((constructor, destructor)) int f(void) {
        barrier(CLK_LOCAL_MEM_FENCE);
        return get_global_id(0);
      } kernel void k(global int *o) { o[get_global_id(0)] = f(); }));
  check_both(CL(kernel __attribute__((constructor, destructor)) void k(global int *o) {
    o[get_global_id(0)] = get_global_id(0);
  }));
}

/* Constructors of objects stay, beside those that go. */
static void constructors_of_objects(void) {
  if (!test_has_extension("cl_ext_cxx_for_opencl"))
    test_skip("no C++ for OpenCL");
  check("-cl-std=CLC++2021", CL(
                                 int opaque(int x) { return x; } struct S {
                                   int value;
                                   S(int x) : value(opaque(x)) {}
                                 };
                                 S s{3}; __attribute__((constructor)) void f() { s.value = 7; } kernel void k(
                                     global int *o) { o[get_global_id(0)] = get_global_id(0) + s.value - 3; }));
}

static const struct test_case cases[] = {
    {"kept_kernels", kept_kernels},     {"kept_functions", kept_functions},
    {"kept_variables", kept_variables}, {"annotated_with_arguments", annotated_with_arguments},
    {"constructors", constructors},     {"constructors_of_objects", constructors_of_objects},
};
TEST_MAIN(cases)
