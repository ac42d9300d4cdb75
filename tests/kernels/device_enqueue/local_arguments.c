/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_khr_device_enqueue_local_arg_types: blocks whose local arguments are pointers to anything. */
#include <stdlib.h>
#include <unistd.h>

#include "tests/kernels/device_enqueue/queues.h"

static void need_extension(void) {
  if (!test_has_extension("cl_khr_device_enqueue_local_arg_types"))
    test_skip("no cl_khr_device_enqueue_local_arg_types");
}

enum { ITEMS = 16 };

/* Runs it with an array of numbers that tells what happened. */
static struct test_buffer run(cl_program program) {
  cl_command_queue queue = device_queue(CL_QUEUE_ON_DEVICE_DEFAULT);
  struct test_buffer out = test_buffer(4 * ITEMS * sizeof(cl_int), TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(test_kernel(program, "k"), 1, 1, ARG_BUFFER(out), ARG(queue));
  test_buffer_sync(&out);
  return out;
}

/* Scalars, vectors, structures, pointers to arrays, void beside them; literals and variables; other uses of the block.
 */
static const char kinds[] =
    "struct pair { int a; float b; };\n"
    "typedef uchar4 quad;\n"
    "kernel void k(global int *out, queue_t q) {\n"
    "  ndrange_t r = ndrange_1D(16, 16);\n"
    "  kernel_enqueue_flags_t f = CLK_ENQUEUE_FLAGS_WAIT_KERNEL;\n"
    "  int e = enqueue_kernel(q, f, r, ^(local int *p, local float4 *v,\n"
    "                                    local struct pair *s) {\n"
    "    int i = get_local_id(0);\n"
    "    p[i] = i; v[i] = (float4)(i, i + 1, i + 2, i + 3); s[i].a = 3 * i; s[i].b = 0.5f;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    int o = 15 - i;\n"
    "    out[i] = p[o] + (int)v[o].w + s[o].a + (int)(2 * s[o].b) + 1000 * (__LINE__ - 9);\n"
    "  }, (uint)(16 * sizeof(int)), (uint)(16 * sizeof(float4)), (uint)(16 * sizeof(struct pair)));\n"
    "  void (^b)(local quad *, local void *) = ^(local quad *const p, local void *raw) {\n"
    "    int i = get_local_id(0);\n"
    "    local short *s = (local short *)raw;\n"
    "    p[i] = (quad)(i); s[i] = -i;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    out[16 + i] = p[15 - i].z + s[15 - i] + 7;\n"
    "  };\n"
    "  e |= enqueue_kernel(q, f, r, b, 64u, 32u);\n"
    "  e |= enqueue_kernel(q, f, r, 0, (const clk_event_t *)0, (clk_event_t *)0, ^(local long p[]) {\n"
    "    p[get_local_id(0)] = 5; out[32 + get_local_id(0)] = (int)p[get_local_id(0)]; }, 128u);\n"
    "  out[48] = e;\n"
    "  out[49] = get_kernel_work_group_size(b) > 0;\n"
    "  out[50] = get_kernel_preferred_work_group_size_multiple(^(local int *p) { p[0] = 1; }) > 0;\n"
    "#ifdef __opencl_c_subgroups\n"
    "  out[51] = get_kernel_sub_group_count_for_ndrange(r, b) > 0;\n"
    "#else\n"
    "  out[51] = 1;\n"
    "#endif\n"
    "}\n";

static void check_kinds(cl_program program) {
  struct test_buffer out = run(program);
  for (int i = 0; i < ITEMS; i++) {
    int o = ITEMS - 1 - i;
    CHECK_EQ(INT(out)[i], o + o + 3 + 3 * o + 1 + 1000 * 3);
    CHECK_EQ(INT(out)[ITEMS + i], o - o + 7);
    CHECK_EQ(INT(out)[2 * ITEMS + i], 5);
  }
  CHECK_EQ(INT(out)[48], 0);
  for (int i = 49; i < 52; i++)
    CHECK_EQ(INT(out)[i], 1);
}

static void every_kind(void) {
  static const char *const options[] = {"-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable -g",
                                        "-cl-std=CL3.0 -Werror"};
  need_extension();
  for (size_t i = 0; i < TEST_COUNT(options); i++)
    check_kinds(test_build(options[i], kinds));
}

/* Blocks that macros make, whole, in part, and as their arguments. */
static void macros(void) {
  need_extension();
  struct test_buffer out = run(test_build(
      "-cl-std=CL3.0 -DTYPE=int",
      "#define CHILD(n) enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, r, \\\n"
      "  ^(local TYPE *p) { p[get_local_id(0)] = n; out[n * 16 + get_local_id(0)] = p[get_local_id(0)]; }, 64u)\n"
      "#define PASS(...) __VA_ARGS__\n"
      "#define PARAMETER local TYPE *p\n"
      "kernel void k(global int *out, queue_t q) {\n"
      "  ndrange_t r = ndrange_1D(16, 16);\n"
      "  CHILD(0); CHILD(1);\n"
      "  PASS(enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, r, ^(local TYPE *p, local char *c) {\n"
      "    p[get_local_id(0)] = 2, c[0] = 1; out[32 + get_local_id(0)] = p[get_local_id(0)]; }, 64u, 16u));\n"
      "  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, r, ^(PARAMETER) {\n"
      "    p[get_local_id(0)] = 3; out[48 + get_local_id(0)] = p[get_local_id(0)]; }, 64u);\n"
      "}\n"));
  for (int i = 0; i < 4 * ITEMS; i++)
    CHECK_EQ(INT(out)[i], i / ITEMS);
}

/* In headers, given and of the disk. */
static void headers(void) {
  static const char body[] = "void child(queue_t q, global int *out, int at);\n"
                             "void child(queue_t q, global int *out, int at) {\n"
                             "  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(16, 16),\n"
                             "                 ^(local int *p) { p[get_local_id(0)] = at;\n"
                             "                 out[at * 16 + get_local_id(0)] = p[get_local_id(0)]; }, 64u);\n"
                             "}\n";
  static const char source[] = "#include <child.h>\nkernel void k(global int *out, queue_t q) {\n"
                               "  for (int i = 0; i < 4; i++) child(q, out, i);\n}\n";
  need_extension();
  char folder[] = "/tmp/weft-local-XXXXXX", path[64], options[128];
  CHECK(mkdtemp(folder));
  snprintf(path, sizeof(path), "%s/child.h", folder);
  snprintf(options, sizeof(options), "-cl-std=CL3.0 -I %s", folder);
  FILE *file = fopen(path, "w");
  CHECK(file);
  fputs(body, file);
  fclose(file);
  const char *log = NULL;
  cl_program of_disk = test_try_build(options, source, &log);
  unlink(path);
  rmdir(folder);
  if (!of_disk)
    FAIL("%s", log);
  cl_int error;
  const char *texts[] = {source, body}, *name = "child.h";
  cl_program programs[2];
  for (int i = 0; i < 2; i++) {
    programs[i] = clCreateProgramWithSource(test.context, 1, &texts[i], NULL, &error);
    CHECK_CL(error);
  }
  CHECK_CL(clCompileProgram(programs[0], 0, NULL, "-cl-std=CL3.0", 1, &programs[1], &name, NULL, NULL));
  cl_program linked = clLinkProgram(test.context, 0, NULL, NULL, 1, programs, NULL, NULL, &error);
  CHECK_CL(error);
  const cl_program both[] = {of_disk, linked};
  for (int p = 0; p < 2; p++) {
    struct test_buffer out = run(both[p]);
    for (int i = 0; i < 4 * ITEMS; i++)
      CHECK_EQ(INT(out)[i], i / ITEMS);
  }
  CHECK_CL(clReleaseProgram(linked));
  for (int i = 0; i < 2; i++)
    CHECK_CL(clReleaseProgram(programs[i]));
}

/* What is wrong stays wrong, by its line. */
static void still_refused(void) {
  static const char *const wrong[] = {
      "kernel void k(queue_t q) {\n  enqueue_kernel(q, 1, ndrange_1D(1),\n ^(global int *p) {}, 4u);\n}\n",
      "kernel void k(queue_t q) {\n  enqueue_kernel(q, 1, ndrange_1D(1),\n ^(local int *p, int n) {}, 4u, 4u);\n}\n",
      "kernel void k(queue_t q) {\n  enqueue_kernel(q, 1, ndrange_1D(1), ^(local int *p) {\n nothing; }, 4u);\n}\n",
      "kernel void k(queue_t q) {\n  enqueue_kernel(q, 1, ndrange_1D(1), \n^(local int *p) {});\n}\n",
  };
  need_extension();
  for (size_t i = 0; i < TEST_COUNT(wrong); i++) {
    const char *log = NULL;
    CHECK(!test_try_build("-cl-std=CL3.0", wrong[i], &log));
    if (!strstr(log, "<source>:3:") && !strstr(log, "<source>:2:"))
      FAIL("program %zu: %s", i, log);
  }
}

static void macro_is_defined(void) {
  need_extension();
  test_build("", "#ifndef cl_khr_device_enqueue_local_arg_types\n#error\n#endif\nkernel void k(void) {}\n");
}

static const struct test_case cases[] = {
    {"every_kind", every_kind},
    {"macros", macros},
    {"headers", headers},
    {"still_refused", still_refused},
    {"macro_is_defined", macro_is_defined},
};
TEST_MAIN(cases)
