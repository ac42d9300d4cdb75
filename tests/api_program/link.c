/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Separate compilation, embedded headers, libraries. */
#include <stdatomic.h>
#include <string.h>

#include "tests/api_program/objects.h"

static cl_program compile(const char *options, const char *source) {
  cl_program program = make_program(source);
  cl_int error = clCompileProgram(program, 0, NULL, options, 0, NULL, NULL, NULL, NULL);
  if (error)
    FAIL("clCompileProgram gives %s:\n%s", test_error_name(error), build_text(program, CL_PROGRAM_BUILD_LOG));
  return program;
}

static cl_program link_all(const char *options, const cl_program *programs, cl_uint count) {
  cl_int error;
  cl_program program = clLinkProgram(test.context, 0, NULL, options, count, programs, NULL, NULL, &error);
  CHECK(program);
  keep_program(program);
  if (error)
    FAIL("clLinkProgram gives %s:\n%s", test_error_name(error), build_text(program, CL_PROGRAM_BUILD_LOG));
  return program;
}

static cl_int run(cl_program program, const char *name) {
  cl_kernel kernel = test_kernel(program, name);
  cl_mem mem = make_buffer(4);
  cl_int value = -1;
  LAUNCH(kernel, 1, 1, ARG(mem));
  CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
  return value;
}

static const char *const caller = CL(int twice(int x); kernel void k(global int *p) { p[0] = twice(21); });
static const char *const callee = CL(int twice(int x) { return 2 * x; });

static void two_programs(void) {
  cl_program programs[] = {compile("", caller), compile("", callee)};
  CHECK_EQ(build_status(programs[0]), CL_BUILD_SUCCESS);
  CHECK_EQ(binary_type(programs[0]), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  size_t count;
  CHECK_ERR(clGetProgramInfo(programs[0], CL_PROGRAM_NUM_KERNELS, sizeof(count), &count, NULL),
            CL_INVALID_PROGRAM_EXECUTABLE);
  cl_program linked = link_all("", programs, 2);
  CHECK_EQ(binary_type(linked), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  CHECK(!*program_text(linked, CL_PROGRAM_SOURCE));
  CHECK_EQ(run(linked, "k"), 42);
  /* What clLinkProgram made is not built again */
  CHECK_ERR(clBuildProgram(linked, 0, NULL, NULL, NULL, NULL), CL_INVALID_OPERATION);
  /* The inputs link again, each time afresh */
  CHECK_EQ(run(link_all(NULL, programs, 2), "k"), 42);
}

static void libraries(void) {
  cl_program one = compile("", callee), two = compile("", CL(int thrice(int x) { return 3 * x; }));
  cl_program library = link_all("-create-library", (cl_program[]){one, two}, 2);
  CHECK_EQ(binary_type(library), CL_PROGRAM_BINARY_TYPE_LIBRARY);
  cl_program user =
      compile("", CL(int twice(int x); int thrice(int x); kernel void k(global int *p) { p[0] = twice(thrice(7)); }));
  CHECK_EQ(run(link_all("", (cl_program[]){user, library}, 2), "k"), 42);
  CHECK_EQ(run(link_all("", (cl_program[]){library, user}, 2), "k"), 42);
  /* A library of a library, that lets link options in, through a binary */
  cl_program outer = link_all("-create-library -enable-link-options", &library, 1);
  struct binary binary = get_binary(outer);
  cl_int error;
  cl_program loaded = keep_program(from_binary(binary, NULL, &error));
  CHECK_CL(error);
  CHECK_EQ(binary_type(loaded), CL_PROGRAM_BINARY_TYPE_LIBRARY);
  CHECK_EQ(run(link_all("-cl-fast-relaxed-math", (cl_program[]){user, loaded}, 2), "k"), 42);
}

static void unresolved(void) {
  cl_program program = compile("", caller);
  cl_int error;
  cl_program linked = keep_program(clLinkProgram(test.context, 0, NULL, "", 1, &program, NULL, NULL, &error));
  CHECK_ERR(error, CL_LINK_PROGRAM_FAILURE);
  CHECK_EQ(build_status(linked), CL_BUILD_ERROR);
  CHECK(strstr(build_text(linked, CL_PROGRAM_BUILD_LOG), "twice"));
  /* Defined twice */
  cl_program both[] = {compile("", callee), compile("", callee), compile("", caller)};
  keep_program(clLinkProgram(test.context, 0, NULL, "", 3, both, NULL, NULL, &error));
  CHECK_ERR(error, CL_LINK_PROGRAM_FAILURE);
}

/* Of two programs that name what neither has, the log tells the function and who calls it. */
static void unresolved_of_two(void) {
  cl_program programs[] = {
    compile("", CL(int twice(int x); kernel void k(global int *p) { p[0] = twice(21); })),
    compile("", "int thrice(int x);\nint twice(int x) {\n  return thrice(x) - x;\n}\n"
                "int lost(int x);\nint unneeded(int x) { return lost(x); }\n")
  };
  cl_int error;
  cl_program linked = clLinkProgram(test.context, 0, NULL, "", 2, programs, NULL, NULL, &error);
  CHECK_ERR(error, CL_LINK_PROGRAM_FAILURE);
  const char *log = build_text(keep_program(linked), CL_PROGRAM_BUILD_LOG);
  CHECK(strstr(log, "thrice"));
  CHECK(!strstr(log, "lost"));
  if (test.is_weft)
    CHECK(strstr(log, "<source>:3:10: error: undefined function 'thrice', called by 'twice'"));
  programs[0] =
      link_all("", (cl_program[]){programs[0], programs[1], compile("", "int thrice(int x) { return 3 * x; }")}, 3);
  CHECK_EQ(run(programs[0], "k"), 42);
}

/* Recursion that no compilation sees; the functions are named. Of a library, nobody knows yet which kernels will call
   it. */
static void recursion(void) {
  static const char *const even = CL(int odd(int n); int even(int n) { return n ? odd(n - 1) : 1; });
  static const char *const odd = CL(int even(int n); int odd(int n) { return n ? even(n - 1) : 0; });
  static const char *const user = CL(int even(int n); kernel void k(global int *p) { p[0] = even(p[0]); });
  cl_program programs[] = {compile("", even), compile("", odd), compile("", user)};
  cl_program library = link_all("-create-library", programs, 2);
  cl_program sets[2][3] = {{programs[0], programs[1], programs[2]}, {library, programs[2]}};
  for (cl_uint i = 0; i < 2; i++) {
    cl_int error;
    cl_program linked = keep_program(clLinkProgram(test.context, 0, NULL, "", 3 - i, sets[i], NULL, NULL, &error));
    CHECK_ERR(error, CL_LINK_PROGRAM_FAILURE);
    CHECK_EQ(build_status(linked), CL_BUILD_ERROR);
    CHECK(strstr(build_text(linked, CL_PROGRAM_BUILD_LOG),
                 "function 'even' calls itself through 'odd'; OpenCL does not support recursion"));
  }
  /* Nobody calls it */
  cl_program unused =
      compile("", CL(int f(int n) { return n ? f(n - 1) : 0; } kernel void k(global int *p) { *p = 42; }));
  CHECK_EQ(run(link_all("", &unused, 1), "k"), 42);
}

static void headers(void) {
  cl_program first = make_program("#define ADD 2\n"),
             second = make_program("#include \"first.h\"\n#define B (ADD + 40)\n"),
             ignored = make_program("#error the second of a name\n");
  cl_program program = make_program("#include <dir/second.h>\nkernel void k(global int *p) { p[0] = B; }\n");
  cl_program list[] = {first, second, ignored};
  const char *names[] = {"first.h", "dir/second.h", "first.h"};
  CHECK_CL(clCompileProgram(program, 0, NULL, "", 3, list, names, NULL, NULL));
  CHECK_EQ(run(link_all("", &program, 1), "k"), 42);
  /* Without them */
  program = make_program("#include <dir/second.h>\nkernel void k(global int *p) { p[0] = B; }\n");
  CHECK_ERR(clCompileProgram(program, 0, NULL, "", 1, list, names, NULL, NULL), CL_COMPILE_PROGRAM_FAILURE);
  CHECK_EQ(build_status(program), CL_BUILD_ERROR);
  CHECK(strstr(build_text(program, CL_PROGRAM_BUILD_LOG), "second.h"));

  CHECK_ERR(clCompileProgram(program, 0, NULL, "", 0, list, names, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clCompileProgram(program, 0, NULL, "", 1, NULL, names, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clCompileProgram(program, 0, NULL, "", 1, list, NULL, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clCompileProgram(program, 0, NULL, "", 0, NULL, NULL, NULL, &program), CL_INVALID_VALUE);
  CHECK_ERR(clCompileProgram(program, 0, NULL, "-create-library", 0, NULL, NULL, NULL, NULL),
            CL_INVALID_COMPILER_OPTIONS);
  CHECK_ERR(clCompileProgram(NULL, 0, NULL, "", 0, NULL, NULL, NULL, NULL), CL_INVALID_PROGRAM);
}

static void link_errors(void) {
  cl_program compiled = compile("", callee), plain = make_program(callee), built = test_build("", SCALE_SOURCE);
  cl_program wrong = (cl_program)test.queue;
  cl_device_id wrong_device = (cl_device_id)test.queue;
  cl_int error;
#define GIVES(want, ...)                                                                                               \
  do {                                                                                                                 \
    error = 1;                                                                                                         \
    CHECK(!clLinkProgram(__VA_ARGS__, &error));                                                                        \
    CHECK_ERR(error, (want));                                                                                          \
  } while (0)
  GIVES(CL_INVALID_CONTEXT, NULL, 0, NULL, "", 1, &compiled, NULL, NULL);
  GIVES(CL_INVALID_VALUE, test.context, 1, NULL, "", 1, &compiled, NULL, NULL);
  GIVES(CL_INVALID_VALUE, test.context, 0, &test.device, "", 1, &compiled, NULL, NULL);
  GIVES(CL_INVALID_DEVICE, test.context, 1, &wrong_device, "", 1, &compiled, NULL, NULL);
  GIVES(CL_INVALID_VALUE, test.context, 0, NULL, "", 0, &compiled, NULL, NULL);
  GIVES(CL_INVALID_VALUE, test.context, 0, NULL, "", 0, NULL, NULL, NULL);
  GIVES(CL_INVALID_VALUE, test.context, 0, NULL, "", 1, NULL, NULL, NULL);
  GIVES(CL_INVALID_VALUE, test.context, 0, NULL, "", 1, &compiled, NULL, &error);
  GIVES(CL_INVALID_PROGRAM, test.context, 0, NULL, "", 1, &wrong, NULL, NULL);
  GIVES(CL_INVALID_LINKER_OPTIONS, test.context, 0, NULL, "-w", 1, &compiled, NULL, NULL);
  GIVES(CL_INVALID_LINKER_OPTIONS, test.context, 0, NULL, "-enable-link-options", 1, &compiled, NULL, NULL);
  /* Nothing compiled, or not all of it */
  GIVES(CL_INVALID_OPERATION, test.context, 0, NULL, "", 2, ((cl_program[]){compiled, plain}), NULL, NULL);
  GIVES(CL_INVALID_OPERATION, test.context, 0, NULL, "", 2, ((cl_program[]){compiled, built}), NULL, NULL);
}

static atomic_int notified;

static void CL_CALLBACK notify(cl_program program, void *user) {
  atomic_store((atomic_int *)user, build_status(program) == CL_BUILD_SUCCESS ? 1 : -1);
}

static void wait_notified(void) {
  while (!atomic_load(&notified))
    ;
  CHECK_EQ(atomic_exchange(&notified, 0), 1);
}

static void asynchronous(void) {
  cl_program programs[] = {make_program(caller), make_program(callee)};
  for (int i = 0; i < 2; i++) {
    CHECK_CL(clCompileProgram(programs[i], 0, NULL, "", 0, NULL, NULL, notify, &notified));
    wait_notified();
  }
  cl_int error;
  cl_program linked = keep_program(clLinkProgram(test.context, 0, NULL, "", 2, programs, notify, &notified, &error));
  CHECK_CL(error);
  wait_notified();
  CHECK_EQ(run(linked, "k"), 42);
}

static const struct test_case cases[] = {
    {"two_programs", two_programs},           {"libraries", libraries}, {"unresolved", unresolved},
    {"unresolved_of_two", unresolved_of_two}, {"headers", headers},     {"link_errors", link_errors},
    {"asynchronous", asynchronous},           {"recursion", recursion},
};
TEST_MAIN(cases)
