/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Applications from before cl_khr_extended_async_copies define functions of these names themselves (OpenCL-TTL an
 * overloadable one of the very signature, others static or plain ones, of their own signatures). Their programs go on
 * to build, and theirs is what runs: each adds its own mark to the number copied.
 */
#include <string.h>

#include "tests/harness/test.h"

#define USE                                                                                                            \
  CL(kernel void k(global const int *src, global int *dst, local int *tile) {                                          \
    event_t e = 0;                                                                                                     \
    e = CALL;                                                                                                          \
    wait_group_events(1, &e);                                                                                          \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                      \
    if (get_local_id(0) == 0)                                                                                          \
      for (int i = 0; i < 6; i++)                                                                                      \
        dst[i] = tile[i];                                                                                              \
  })

#define BODY_2D                                                                                                        \
  "{ for (size_t l = 0; l < lines; l++)"                                                                               \
  "    e = async_work_group_copy((local uchar *)d + (d0 + l * dline) * size,"                                          \
  "                              (const global uchar *)s + (s0 + l * sline) * size, count * size, e);"                 \
  "  wait_group_events(1, &e);"                                                                                        \
  "  if (get_local_id(0) == 0) ((local int *)d)[0] += 1000;"                                                           \
  "  return e; }\n"
#define PARAMETERS_2D                                                                                                  \
  "(local void *d, size_t d0, const global void *s, size_t s0, size_t size, size_t count, size_t lines, "              \
  "size_t sline, size_t dline, event_t e)"
#define CALL_2D "#define CALL async_work_group_copy_2D2D(tile, 0, src, 0, sizeof(int), 3, 2, 4, 3, e)\n"

#define PARAMETERS_3D                                                                                                  \
  "(local void *d, size_t d0, const global void *s, size_t s0, size_t size, size_t count, size_t lines, "              \
  "size_t planes, size_t sline, size_t sarea, size_t dline, size_t darea, event_t e)"
#define CALL_3D "#define CALL async_work_group_copy_3D3D(tile, 0, src, 0, sizeof(int), 3, 2, 1, 4, 8, 3, 6, e)\n"

static void run(const char *options, const char *source) {
  cl_kernel kernel = test_kernel(test_build(options, source), "k");
  struct test_buffer src = test_buffer(8 * 4, TEST_END, CL_MEM_READ_ONLY, 0);
  struct test_buffer dst = test_buffer(6 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  const cl_int in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, want[6] = {1001, 2, 3, 5, 6, 7};
  test_buffer_write(&src, in);
  LAUNCH(kernel, 4, 4, ARG_BUFFER(src), ARG_BUFFER(dst), ARG_LOCAL(6 * 4));
  test_buffer_sync(&dst);
  for (int i = 0; i < 6; i++)
    CHECK_EQ(((cl_int *)dst.data)[i], want[i]);
}

static void run_all(const char *source) {
  run(NULL, source);
  run("-cl-std=CL1.2", source);
  run("-cl-std=CL3.0", source);
}

static void overloadable_2d(void) {
  run_all("event_t __attribute__((overloadable)) async_work_group_copy_2D2D" PARAMETERS_2D BODY_2D CALL_2D USE);
}

static void static_2d(void) {
  run_all("static event_t async_work_group_copy_2D2D" PARAMETERS_2D BODY_2D CALL_2D USE);
}

static void static_overloadable_2d(void) {
  run_all("static __attribute__((overloadable)) event_t async_work_group_copy_2D2D" PARAMETERS_2D BODY_2D CALL_2D USE);
}

static void plain_2d(void) {
  run_all("event_t async_work_group_copy_2D2D" PARAMETERS_2D BODY_2D CALL_2D USE);
}

static void inline_2d(void) {
  run_all("static inline event_t async_work_group_copy_2D2D" PARAMETERS_2D BODY_2D CALL_2D USE);
}

/* Signature and return type of its own. */
static void own_signature(void) {
  run_all("int async_work_group_copy_2D2D(local int *d, const global int *s, int count, int lines, int pitch)"
          "{ for (int l = 0; l < lines; l++) for (int i = 0; i < count; i++) d[l * count + i] = s[l * pitch + i];"
          "  barrier(CLK_LOCAL_MEM_FENCE); if (get_local_id(0) == 0) d[0] += 1000; return 0; }\n"
          "kernel void k(global const int *src, global int *dst, local int *tile) {"
          "  async_work_group_copy_2D2D(tile, src, 3, 2, 4);"
          "  barrier(CLK_LOCAL_MEM_FENCE);"
          "  if (get_local_id(0) == 0) for (int i = 0; i < 6; i++) dst[i] = tile[i]; }\n");
}

/* The experimental revision 0.9.0 had one line length for both sides, in bytes. */
static void older_revision(void) {
  run_all(
      "event_t __attribute__((overloadable)) async_work_group_copy_2D2D(local void *d, size_t d0, const global void "
      "*s, size_t s0, size_t size, size_t lines, size_t sline, size_t dline, event_t e)"
      "{ for (size_t l = 0; l < lines; l++)"
      "    e = async_work_group_copy((local uchar *)d + d0 + l * dline, (const global uchar *)s + s0 + l * sline, "
      "size, e);"
      "  wait_group_events(1, &e); if (get_local_id(0) == 0) ((local int *)d)[0] += 1000; return e; }\n"
      "#define CALL async_work_group_copy_2D2D(tile, 0, src, 0, 12, 2, 16, 12, e)\n" USE);
}

static void overloadable_3d(void) {
  run_all("event_t __attribute__((overloadable)) async_work_group_copy_3D3D" PARAMETERS_3D BODY_2D CALL_3D USE);
}

static void static_3d(void) {
  run_all("static event_t async_work_group_copy_3D3D" PARAMETERS_3D BODY_2D CALL_3D USE);
}

static void plain_3d(void) {
  run_all("event_t async_work_group_copy_3D3D" PARAMETERS_3D BODY_2D CALL_3D USE);
}

/* A macro of the name never reaches the compiler's tables. */
static void macro(void) {
  run_all("event_t mine" PARAMETERS_2D BODY_2D "#define async_work_group_copy_2D2D mine\n" CALL_2D USE);
}

/* Where the user's function is not what is wrong, the log speaks of the user's error, on the user's line. */
static void errors_stay_the_users(void) {
  const char *log = NULL;
  cl_program program = test_try_build(NULL,
                                      "\n"
                                      "event_t async_work_group_copy_2D2D(int x) { event_t e = 0; return e; }\n"
                                      "kernel void k(global int *dst) {\n"
                                      "  dst[0] = no_such_name;\n"
                                      "}\n",
                                      &log);
  CHECK(!program);
  CHECK(strstr(log, "no_such_name"));
  if (test.is_weft)
    CHECK(strstr(log, ":4:"));
}

static const struct test_case cases[] = {
    {"overloadable_2d", overloadable_2d},
    {"static_2d", static_2d},
    {"static_overloadable_2d", static_overloadable_2d},
    {"plain_2d", plain_2d},
    {"inline_2d", inline_2d},
    {"own_signature", own_signature},
    {"older_revision", older_revision},
    {"overloadable_3d", overloadable_3d},
    {"static_3d", static_3d},
    {"plain_3d", plain_3d},
    {"macro", macro},
    {"errors_stay_the_users", errors_stay_the_users},
};
TEST_MAIN(cases)
