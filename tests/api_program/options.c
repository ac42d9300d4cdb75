/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Build options as a program sees them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/api_program/objects.h"

/* What a program that writes one number writes. */
static cl_int run(const char *options, const char *source) {
  cl_kernel kernel = make_kernel(options, source, "k");
  cl_mem mem = make_buffer(4);
  cl_int value = -1;
  LAUNCH(kernel, 1, 1, ARG(mem));
  CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
  return value;
}

static void every_option(void) {
  static const char *const options[] = {"-cl-single-precision-constant",
                                        "-cl-denorms-are-zero",
                                        "-cl-fp32-correctly-rounded-divide-sqrt",
                                        "-cl-opt-disable",
                                        "-cl-strict-aliasing",
                                        "-cl-uniform-work-group-size",
                                        "-cl-no-subgroup-ifp",
                                        "-cl-mad-enable",
                                        "-cl-no-signed-zeros",
                                        "-cl-unsafe-math-optimizations",
                                        "-cl-finite-math-only",
                                        "-cl-fast-relaxed-math",
                                        "-w",
                                        "-Werror",
                                        "-cl-kernel-arg-info",
                                        "-g",
                                        "-cl-std=CL1.0",
                                        "-cl-std=CL1.1",
                                        "-cl-std=CL1.2",
                                        "-cl-std=CL3.0",
                                        "-cl-std=CL3.0 -cl-fast-relaxed-math -cl-mad-enable -w"};
  for (size_t i = 0; i < TEST_COUNT(options); i++)
    CHECK_EQ(run(options[i], CL(kernel void k(global int *p) { p[0] = 42; })), 42);
}

static void versions(void) {
  static const char *const source = CL(kernel void k(global int *p) { p[0] = __OPENCL_C_VERSION__; });
  CHECK_EQ(run(NULL, source), 120); /* the highest of 1.x */
  CHECK_EQ(run("-cl-std=CL1.1", source), 110);
  CHECK_EQ(run("-cl-std=CL1.2", source), 120);
  CHECK_EQ(run("-cl-std=CL3.0", source), 300);
}

/* OpenCL C 3.1: its macros, and without extensions named what it has beyond 3.0. */
static void version_31(void) {
  static const char *const macros =
      "#if CL_VERSION_1_0 != 100 || CL_VERSION_2_0 != 200 || CL_VERSION_3_0 != 300 || CL_VERSION_3_1 != 310\n"
      "#error versions\n#endif\n"
      "#if __OPENCL_C_VERSION__ >= CL_VERSION_3_1\n#define NEW 1\n#else\n#define NEW 0\n#endif\n"
      "kernel void k(global int *p) { p[0] = __OPENCL_VERSION__ * 10 + NEW; }\n";
  bool is_31 = test_has_extension("cl_khr_il_program"); /* which every device of 3.1 has */
  CHECK_EQ(run(NULL, macros), is_31 ? 3100 : 3000);
  CHECK_EQ(run("-cl-std=CL3.0", macros), is_31 ? 3100 : 3000);
  if (!is_31)
    test_skip("OpenCL 3.0");
  CHECK_EQ(run("-cl-std=CL3.1", macros), 3101);
  CHECK_EQ(run("-cl-std=CL3.1", CL(kernel void k(global int *p) { p[0] = __OPENCL_C_VERSION__; })), 310);
  CHECK_EQ(run("-cl-std=CL3.1 -Werror", CL(kernel void k(global int *p) {
                 local int cell;
                 atomic_int *any = (atomic_int *)p;
                 uint lane = get_sub_group_local_id();
                 int sum = sub_group_shuffle((char)5, lane) + sub_group_shuffle_xor((long)6, 0u) +
                           sub_group_shuffle_up((short)7, 0u) + sub_group_shuffle_down(8.0f, 0u) +
                           sub_group_rotate((uchar)9, 0) + sub_group_broadcast((ushort2)(10, 0), 0u).x +
                           (int)bitfield_extract_unsigned(0xabu, 4u, 4u) + bit_reverse((uchar)0x80) +
                           dot_4x8packed_us_int(0x01010101u, 0x02020202u);
                 if (get_local_linear_id() == 0)
                   cell = sum;
                 work_group_barrier(CLK_LOCAL_MEM_FENCE);
                 atomic_store_explicit(any, cell, memory_order_relaxed, memory_scope_device);
               })),
           5 + 6 + 7 + 8 + 9 + 10 + 10 + 1 + 8);
}

static void macros(void) {
  static const char *const number = CL(kernel void k(global int *p) { p[0] = X; });
  CHECK_EQ(run("-DX=5", number), 5);
  CHECK_EQ(run("-D X=6", number), 6);
  CHECK_EQ(run("-DX", number), 1);
  CHECK_EQ(run("-D \"X=3 + 4\"", number), 7);
  CHECK_EQ(run("-DX='8 + 1'", number), 9);
  CHECK_EQ(run("-DX=1 -DX=2 -w", number), 2);
  CHECK_EQ(run("-D \"X=F(20)\" -D \"F(a)=(a + 1)\"", number), 21);
  static const char *const text = CL(constant char t[] = X; kernel void k(global int *p) { p[0] = sizeof(t); });
  CHECK_EQ(run("-DX=\\\"abc\\\"", text), 4);
  CHECK_EQ(run("-DX=\"\\\"a b c\\\"\"", text), 6);
  static const char *const relaxed = "#ifdef __FAST_RELAXED_MATH__\n#define V 1\n#else\n#define V 0\n#endif\n"
                                     "kernel void k(global int *p) { p[0] = V; }";
  CHECK_EQ(run("-cl-fast-relaxed-math", relaxed), 1);
  CHECK_EQ(run("", relaxed), 0);
}

static void include_folders(void) {
  char folder[] = "/tmp/weft include XXXXXX", path[64], options[128];
  CHECK(mkdtemp(folder));
  snprintf(path, sizeof(path), "%s/value.h", folder);
  FILE *file = fopen(path, "w");
  CHECK(file);
  fputs("#define VALUE 99\n", file);
  fclose(file);
  static const char *const source = "#include \"value.h\"\nkernel void k(global int *p) { p[0] = VALUE; }\n";
  snprintf(options, sizeof(options), "-I \"%s\"", folder);
  cl_int value = run(options, source);
  const char *log = NULL;
  bool without = test_try_build("", source, &log) != NULL;
  unlink(path);
  rmdir(folder);
  CHECK_EQ(value, 99);
  CHECK(!without && strstr(log, "value.h"));
}

static void warnings(void) {
  static const char *const source = "#warning look here\nkernel void k(global int *p) { p[0] = 1; }\n";
  const char *log = NULL;
  CHECK(test_try_build("", source, &log));
  CHECK(strstr(log, "look here"));
  CHECK(test_try_build("-w", source, &log));
  CHECK(!strstr(log, "look here"));
  CHECK(!test_try_build("-Werror", source, &log));
  CHECK(strstr(log, "look here"));
}

static void refused(void) {
  static const char *const options[] = {
      "-cl-std=CL2.1", "-cl-std=CL3.2", "-cl-std=CLC++2.0", "-nonsense", "-x spir", "-D", "word", "-create-library"};
  for (size_t i = 0; i < TEST_COUNT(options); i++) {
    cl_program program = make_program(CL(kernel void k(global int *p){}));
    CHECK_ERR(clBuildProgram(program, 0, NULL, options[i], NULL, NULL), CL_INVALID_BUILD_OPTIONS);
    CHECK_ERR(clCompileProgram(program, 0, NULL, options[i], 0, NULL, NULL, NULL, NULL), CL_INVALID_COMPILER_OPTIONS);
    CHECK_EQ(build_status(program), CL_BUILD_NONE);
  }
}

static const struct test_case cases[] = {
    {"every_option", every_option},       {"versions", versions}, {"version_31", version_31}, {"macros", macros},
    {"include_folders", include_folders}, {"warnings", warnings}, {"refused", refused},
};
TEST_MAIN(cases)
