/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What WEFT_REMARKS and WEFT_SPMD_BISECT write to standard error (docs/vectoriser_plan.md), and that results are the
 * same however many regions are taken. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/harness/test.h"

enum { N = 64 };

static const char source[] = CL(
    kernel void gather(global const int *index, global const int *in, global int *out) {
      size_t i = get_global_id(0);
      out[i] = in[index[i]];
    } kernel void steps(global const int *index, global const int *in, global int *out) {
      size_t i = get_global_id(0);
      int at = in[i], count = 0;
      while (at > 1) {
        at = at & 1 ? 3 * at + 1 : at >> 1;
        count++;
      }
      out[i] = count;
    } kernel void columns(global const int *in, global int *out, int n) {
      int at = (int)get_global_id(0) * n + (int)get_global_id(1);
      out[at] = in[at] * 3;
    } kernel void rows(global const int *in, global int *out, int n) {
      int at = (int)get_global_id(1) * n + (int)get_global_id(0);
      out[at] = in[at] * 3;
    });

/* What is written while the program is built. */
static const char *build_text(const char *options, const char *text_of, cl_program *program) {
  int before = dup(STDERR_FILENO), file = memfd_create("remarks", MFD_CLOEXEC);
  CHECK(before >= 0 && file >= 0);
  dup2(file, STDERR_FILENO);
  *program = test_build(options, text_of);
  dup2(before, STDERR_FILENO);
  close(before);
  char *text = test_alloc(16384);
  memset(text, 0, 16384);
  CHECK(pread(file, text, 16383, 0) >= 0);
  close(file);
  return text;
}

static const char *build(const char *options, cl_program *program) {
  return build_text(options, source, program);
}

#define CHECK_SAYS(log, what)                                                                                          \
  do {                                                                                                                 \
    if (!strstr((log), (what)))                                                                                        \
      FAIL("'%s' is not in:\n%s", (what), (log));                                                                      \
  } while (0)

static int steps(int at) {
  int count = 0;
  for (; at > 1; count++)
    at = at & 1 ? 3 * at + 1 : at >> 1;
  return count;
}

static void check_results(cl_program program) {
  size_t mark = test_mark();
  struct test_buffer index = test_buffer(N * sizeof(int), TEST_END, CL_MEM_READ_ONLY, 0);
  struct test_buffer in = test_buffer(N * sizeof(int), TEST_END, CL_MEM_READ_ONLY, 0);
  for (int i = 0; i < N; i++) {
    ((int *)index.data)[i] = i * 29 % N;
    ((int *)in.data)[i] = i + 1;
  }
  for (int k = 0; k < 2; k++) {
    cl_kernel kernel = test_kernel(program, k ? "steps" : "gather");
    struct test_buffer out = test_buffer(N * sizeof(int), TEST_END, CL_MEM_READ_WRITE, 0);
    SET_ARGS(kernel, ARG_BUFFER(index), ARG_BUFFER(in), ARG_BUFFER(out));
    test_launch(kernel, 1, NULL, (size_t[]){N}, (size_t[]){32});
    test_buffer_sync(&out);
    for (int i = 0; i < N; i++)
      CHECK_EQ(((int *)out.data)[i], k ? steps(i + 1) : i * 29 % N + 1);
  }
  test_release_to(mark);
}

static void set_options(const char *name, const char *value) {
  if (!test.is_weft)
    test_skip("remarks are Weft's own");
  setenv("WEFT_SPMD", "force", 1);
  setenv("WEFT_SPMD_LANES", "8", 1);
  setenv("WEFT_SPMD_PARTS", "1", 1);
  setenv(name, value, 1);
}

static void remarks(void) {
  set_options("WEFT_REMARKS", "1");
  cl_program program;
  const char *log = build("-g", &program);
  check_results(program);
  CHECK_SAYS(log, "weft: kernel 'gather' region 0: 8 lanes, 1 parts, ");
  CHECK_SAYS(log, "; stores: 1 contiguous");
  CHECK(strstr(log, "loads: 1 contiguous, 1 gathered;") ||
        strstr(log, "loads: 1 contiguous, 1 lane by lane;")); /* by the processor */
  CHECK_SAYS(log, "weft: kernel 'steps' region 0: 8 lanes, 1 parts, ");
  CHECK_SAYS(log, "weft: kernel 'steps' region 0: loop 1 (");
  CHECK_SAYS(log, ": divergent, under a mask: comparison of i32, by memory\n");
  CHECK_SAYS(log, "weft: kernel 'columns' region 0: along y, 8 lanes, ");
  CHECK_SAYS(log, "weft: kernel 'columns' region 0: 8 lanes, ");
  CHECK_SAYS(log, "weft: kernel 'rows' region 0: 8 lanes, ");
  CHECK(!strstr(log, "'rows' region 0: along y"));
  CHECK(!strstr(log, "bisect"));
}

static void bisect(void) {
  static const char *const first[] = {"attempt 1 is not made: kernel 'gather'", "attempt 1 is made: kernel 'gather'",
                                      "attempt 1 is made: kernel 'gather'"};
  static const char *const second[] = {"attempt 2 is not made: kernel 'steps'", "attempt 2 is not made: kernel 'steps'",
                                       "attempt 2 is made: kernel 'steps'"};
  for (int n = 0; n < 3; n++) {
    set_options("WEFT_SPMD_BISECT", (const char *[]){"0", "1", "2"}[n]);
    cl_program program;
    const char *log = build("", &program);
    CHECK_SAYS(log, first[n]);
    CHECK_SAYS(log, second[n]);
    check_results(program);
  }
}

/* A rule of compiler/heuristics.def: rows of short items end in packets of fewer lanes, but not without it. The cached
 * code of one is not that of the other. */
static void rules(void) {
  static const char shorter[] = CL(kernel void copy(global const uint *from, global uint *to, uint count) {
    size_t i = get_global_id(0);
    if (i < count)
      to[i] = from[i] + 1;
  });
  for (int round = 0; round < 2; round++) { /* the second one's code comes from the cache */
    size_t sizes[2], mark = test_mark();
    setenv("WEFT_SPMD_WITHOUT", "apart,narrow-packets", 1);
    for (int i = 0; i < 2; i++) {
      cl_program program = test_build(NULL, shorter);
      CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size_t), &sizes[i], NULL));
      unsetenv("WEFT_SPMD_WITHOUT");
    }
    CHECK(sizes[0] != sizes[1]);
    test_release_to(mark);
  }
}

static const struct test_case cases[] = {{"rules", rules}, {"remarks", remarks}, {"bisect", bisect}};
TEST_MAIN(cases)
