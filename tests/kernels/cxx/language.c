/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_ext_cxx_for_opencl: C++ for OpenCL 1.0 and 2021, objects of program scope and their constructors, linking. */
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

static const char *const versions[] = {"-cl-std=CLC++", "-cl-std=CLC++1.0", "-cl-std=CLC++2021"};

static void need(void) {
  if (!test_has_extension("cl_ext_cxx_for_opencl"))
    test_skip("no C++ for OpenCL");
}

/* Launches k(global int *, int) of 64 work-items in groups of 16; what it leaves in the buffer. */
static const cl_int *results(cl_program program, int argument) {
  struct test_buffer out = test_buffer(64 * sizeof(cl_int), TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(test_kernel(program, "k"), 64, 16, ARG_BUFFER(out), ARG_INT(argument));
  test_buffer_sync(&out);
  return (const cl_int *)out.data;
}

static void version_macro(void) {
  need();
  cl_version version = 0;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT, sizeof version, &version, NULL));
  const char *source = "kernel void k(global int *o, int) { o[get_global_id(0)] = __OPENCL_CPP_VERSION__; }";
  cl_int reported = (cl_int)(CL_VERSION_MAJOR(version) * 100 + CL_VERSION_MINOR(version) * 10);
  CHECK_EQ(results(test_build(versions[0], source), 0)[0], reported);
  CHECK_EQ(results(test_build(versions[1], source), 0)[63], 100);
  CHECK_EQ(results(test_build(versions[2], source), 0)[63], 202100);
}

/* Templates, overloads, references, lambdas, constexpr, classes in each address space. */
static void language(void) {
  need();
  const char *source =
      "template <typename T> struct Sum {\n"
      "  T total = 0;\n"
      "  void add(const T &x) { total += x; }\n"
      "  void add(const T &x) __local { total += x; }\n"
      "};\n"
      "template <int N> constexpr int power(int x) { if constexpr (N == 0) return 1; else return x * power<N - 1>(x); "
      "}\n"
      "namespace names { int of(int) { return 1; } int of(float) { return 2; } }\n"
      "struct Base { int a; Base(int a) : a(a) {} ~Base() { if (gone) *gone += 1; } int *gone = nullptr; };\n"
      "struct Derived : Base { int b; Derived(int a, int b) : Base(a), b(b) {} operator int() const { return a * b; } "
      "};\n"
      "enum class Kind : int { one = 1, two };\n"
      "int bump(int &x) { return ++x; }\n"
      "kernel void k(global int *o, int n) {\n"
      "  int i = get_global_id(0);\n"
      "  Sum<int> mine;\n"
      "  for (int j = 0; j < n; j++) mine.add(j);\n"
      "  local Sum<int> shared;\n"
      "  if (get_local_id(0) == 0) { shared.total = 0; for (int j = 0; j < n; j++) shared.add(2 * j); }\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  int gone = 0;\n"
      "  { Derived d(3, i); d.gone = &gone; mine.add(d); }\n"
      "  auto twice = [&](int x) { return x * 2 + gone; };\n"
      "  int y = i;\n"
      "  bump(y);\n"
      "  o[i] = mine.total + shared.total + twice(power<3>(2)) + names::of(1) + 10 * names::of(1.0f) + y +\n"
      "         static_cast<int>(Kind::two) + (int)max((float)i, 2.0f);\n"
      "}\n";
  for (size_t v = 0; v < TEST_COUNT(versions); v++) {
    const cl_int *o = results(test_build(versions[v], source), 10);
    for (int i = 0; i < 64; i++)
      CHECK_EQ(o[i], (45 + 3 * i) + 90 + (16 + 1) + 1 + 20 + (i + 1) + 2 + (i > 2 ? i : 2));
  }
}

/* Constructors have run before the first kernel, in their order, once for each program. */
static const char objects[] =
    "int runs();\n"
    "global int counter = 5;\n"
    "struct Object { int value; Object(int x) : value(x * 10 + runs()) {} ~Object() { counter = -1; } };\n"
    "int runs() { return ++counter; }\n"
    "global Object first(1), second(2);\n"
    "global int computed = second.value - first.value;\n"
    "kernel void k(global int *o, int add) {\n"
    "  int i = get_global_id(0);\n"
    "  o[i] = i == 0 ? first.value : i == 1 ? second.value : i == 2 ? computed : counter;\n"
    "  if (i == 0) first.value += add;\n"
    "}\n";

static void check_objects(const char *source) {
  for (size_t v = 0; v < TEST_COUNT(versions); v++) {
    cl_program program = test_build(versions[v], source), other = test_build(versions[v], source);
    size_t kernels = 0;
    CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof kernels, &kernels, NULL));
    CHECK_EQ(kernels, 1);
    for (int round = 0; round < 3; round++) {
      const cl_int *o = results(program, 100);
      CHECK_EQ(o[0], 16 + 100 * round);
      CHECK_EQ(o[1], 27);
      CHECK_EQ(o[2], 11);
      CHECK_EQ(o[3], 7);
    }
    CHECK_EQ(results(other, 0)[0], 16);
  }
}

static void constructors(void) {
  need();
  check_objects(objects);
}

/* Nothing that the compiler can do at once: these run when the program is loaded. */
static void constructors_that_run(void) {
  need();
  char *source = test_alloc(sizeof objects + 64), *counter;
  strcpy(source, objects);
  counter = strstr(source, "global int counter");
  memmove(counter + strlen("volatile "), counter, strlen(counter) + 1);
  memcpy(counter, "volatile ", strlen("volatile "));
  check_objects(source);
}

static void check_presence(cl_program program, cl_bool want) {
  cl_bool constructors = 2, destructors = 2;
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, sizeof constructors, &constructors, NULL));
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, sizeof destructors, &destructors, NULL));
  CHECK_EQ(constructors, want);
  CHECK_EQ(destructors, CL_FALSE); /* the language lets them not run, and these do not */
}

static cl_program compiled(const char *options, const char *source) {
  cl_int error;
  cl_program program = clCreateProgramWithSource(test.context, 1, &source, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clCompileProgram(program, 1, &test.device, options, 0, NULL, NULL, NULL, NULL));
  return program;
}

/* C++ and C in one program; templates in both halves are one function. */
static void linked_with_c(void) {
  need();
  cl_program parts[3] = {compiled("-cl-std=CLC++", "extern \"C\" int from_c(int);\n"
                                                   "template <typename T> T same(T x) { return x + 1; }\n"
                                                   "int other(int);\n"
                                                   "kernel void k(global int *o, int n) { int i = get_global_id(0); "
                                                   "o[i] = same(from_c(i)) + other(n); }\n"),
                         compiled("-cl-std=CLC++2021", "template <typename T> T same(T x) { return x + 1; }\n"
                                                       "global int start = same(same(0));\n"
                                                       "int other(int x) { return same(x) * start; }\n"),
                         compiled("-cl-std=CL3.0", "int from_c(int x) { return 3 * x; }\n")};
  cl_int error;
  cl_program program = clLinkProgram(test.context, 1, &test.device, "", 3, parts, NULL, NULL, &error);
  CHECK_CL(error);
  check_presence(program, CL_TRUE);
  const cl_int *o = results(program, 20);
  for (int i = 0; i < 64; i++)
    CHECK_EQ(o[i], 3 * i + 1 + 21 * 2);
  CHECK_CL(clReleaseProgram(program));
  for (int i = 0; i < 3; i++)
    CHECK_CL(clReleaseProgram(parts[i]));
}

/* Whether a program has constructors is told of the program, not of what the optimiser makes of it. */
static void presence(void) {
  need();
  const char *kernel = "kernel void k(global int *o, int n) { o[get_global_id(0)] = x.a + n; }\n";
  const struct {
    const char *declares;
    cl_bool has;
  } programs[] = {
      {"global struct { int a; } x = {7};\n", CL_FALSE},
      {"struct S { int a; constexpr S(int a) : a(a) {} }; global S x(7);\n", CL_FALSE},
      {"struct S { int a; S(int b) { a = b; } }; global S x(7);\n", CL_TRUE},
      {"struct S { int a; S(int b) { a = b; } }; global struct { int a; } x = {7}; kernel void n() { S in(1); }\n",
       CL_FALSE},
      {"global int y; struct S { int a; ~S() { y = a; } }; global S x = {7};\n", CL_FALSE},
      {"global int y = 7; int f() { return y; } global struct { int a; } x = {f()};\n", CL_TRUE},
  };
  for (size_t v = 0; v < TEST_COUNT(versions); v++)
    for (size_t i = 0; i < TEST_COUNT(programs); i++) {
      char source[512], off[64];
      snprintf(source, sizeof source, "%s%s", programs[i].declares, kernel);
      snprintf(off, sizeof off, "%s -cl-opt-disable", versions[v]);
      check_presence(test_build(versions[v], source), programs[i].has);
      cl_program plain = test_build(off, source);
      check_presence(plain, programs[i].has);
      CHECK_EQ(results(plain, 10)[63], 17);
    }
}

static void refused(void) {
  need();
  const char *log;
  CHECK(!test_try_build("-cl-std=CLC++", "struct V { virtual int f(); };\nkernel void k() { throw 1; }", &log));
  CHECK(strstr(log, "error"));
  cl_int error;
  const char *source = "kernel void k() {}";
  cl_program program = clCreateProgramWithSource(test.context, 1, &source, NULL, &error);
  CHECK_CL(error);
  CHECK_ERR(clBuildProgram(program, 1, &test.device, "-cl-std=CLC++2.0", NULL, NULL), CL_INVALID_BUILD_OPTIONS);
  CHECK_CL(clReleaseProgram(program));
  /* A constructor is no work-item. */
  CHECK(!test_try_build("-cl-std=CLC++", "global int x = get_global_id(0);\nkernel void k(global int *o) { *o = x; }",
                        &log));
}

/* What was built runs from its binary, constructors included. */
static void from_binary(void) {
  need();
  cl_program program = test_build("-cl-std=CLC++", objects);
  size_t size = 0;
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
  unsigned char *binary = test_alloc(size);
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
  cl_int status, error;
  const unsigned char *input = binary;
  cl_program again = clCreateProgramWithBinary(test.context, 1, &test.device, &size, &input, &status, &error);
  CHECK_CL(error);
  CHECK_CL(status);
  CHECK_CL(clBuildProgram(again, 1, &test.device, "", NULL, NULL));
  CHECK_EQ(results(again, 0)[1], 27);
  check_presence(again, CL_TRUE);
  CHECK_CL(clReleaseProgram(again));
}

/* Tables of Clang's say where the one base of all is; they need no types that one could ask for at run time. */
static void virtual_bases(void) {
  need();
  const char *source = "struct A { int a; A(int a = 5) : a(a) {} };\n"
                       "struct B : virtual A { int b = 1; };\n"
                       "struct C : virtual A { int c = 2; int both() { return a + c; } };\n"
                       "struct D : B, C { int d; D(int d) : A(10 + d), d(d) {} };\n"
                       "int sum(C &c) { return c.both() + c.a; }\n"
                       "kernel void k(global int *o, int n) {\n"
                       "  int i = get_global_id(0);\n"
                       "  D d(i);\n"
                       "  C c;\n"
                       "  B &b = d;\n"
                       "  b.a += n;\n"
                       "  o[i] = sum(d) * 100 + sum(c) + (i & n ? d.d : d.b);\n"
                       "}\n";
  for (size_t v = 0; v < TEST_COUNT(versions); v++) {
    const cl_int *o = results(test_build(versions[v], source), 1);
    for (int i = 0; i < 64; i++)
      CHECK_EQ(o[i], (2 * (11 + i) + 2) * 100 + (2 * 5 + 2) + (i & 1 ? i : 1));
  }
}

static void check_refusal(const char *source, const char *want) {
  const char *log = NULL;
  CHECK(!test_try_build("-cl-std=CLC++2021", source, &log));
  if (test.is_weft && !strstr(log, want))
    FAIL("no '%s' in:\n%s", want, log);
}

/* Constructors are no work-items; where they want to be, their line is told. */
static void constructors_without_items(void) {
  need();
#define KERNEL "kernel void k(global int *o, int n) { o[0] = n; }\n"
  check_refusal("struct S {\n  int v;\n  S() { v = get_global_id(0); }\n};\nglobal S s;\n" KERNEL,
                "<source>:3:13: error: 'get_global_id' is for work-items");
  check_refusal("struct S {\n  int v = get_local_size(1);\n};\nglobal S s;\n" KERNEL,
                "<source>:2:11: error: 'get_local_size' is for work-items");
  check_refusal("int f() {\n  barrier(CLK_LOCAL_MEM_FENCE);\n  return 1;\n}\nglobal int x = f();\n" KERNEL,
                "<source>:2:3: error: 'barrier' is for work-items");
  check_refusal("int f(int x) {\n  printf(\"%d\", x);\n  return x;\n}\nint g() { return f(2); }\n"
                "global int x = g();\n" KERNEL,
                "<source>:2:3: error: 'printf' is for work-items");
  check_refusal("volatile global int y;\nglobal int x = y +\n  get_work_dim();\n" KERNEL,
                "<source>:3:3: error: 'get_work_dim' is for work-items");
#undef KERNEL
}

static const struct test_case cases[] = {
    {"version_macro", version_macro},
    {"language", language},
    {"constructors", constructors},
    {"constructors_that_run", constructors_that_run},
    {"linked_with_c", linked_with_c},
    {"presence", presence},
    {"refused", refused},
    {"from_binary", from_binary},
    {"virtual_bases", virtual_bases},
    {"constructors_without_items", constructors_without_items},
};
TEST_MAIN(cases)
