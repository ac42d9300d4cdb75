/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* printf: what a kernel prints reaches standard output by the end of clFinish, each call in one piece. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/harness/test.h"

/* Runs the kernel with standard output in a file; gives what it printed. */
static char *printed(const char *source, size_t global, size_t local) {
  cl_kernel kernel = test_kernel(test_build(NULL, source), "k");
  struct test_buffer in = test_buffer(64, TEST_END, CL_MEM_READ_ONLY, 3);
  SET_ARGS(kernel, ARG_BUFFER(in));
  FILE *file = tmpfile();
  CHECK(file);
  fflush(stdout);
  int before = dup(1);
  dup2(fileno(file), 1);
  cl_int error = clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
  cl_int finished = clFinish(test.queue);
  fflush(stdout);
  dup2(before, 1);
  close(before);
  CHECK_CL(error);
  CHECK_CL(finished);
  long size = lseek(fileno(file), 0, SEEK_END);
  CHECK(size >= 0);
  char *text = test_alloc((size_t)size + 1);
  CHECK(pread(fileno(file), text, (size_t)size, 0) == size);
  fclose(file);
  return text;
}

#define CHECK_PRINTED(source, want)                                                                                    \
  do {                                                                                                                 \
    const char *text = printed(source, 1, 1), *wanted = (want);                                                        \
    if (strcmp(text, wanted))                                                                                          \
      FAIL("prints '%s', not '%s'", text, wanted);                                                                     \
  } while (0)

static void conversions(void) {
  CHECK_PRINTED(
      "kernel void k(global const int *in) { printf(\"%d|%5d|%-5d|%05u|%x|%X|%#o|%c|%%\\n\", -1, 42, 42, 42u, "
      "255, 255, 8, 'w'); }",
      "-1|   42|42   |00042|ff|FF|010|w|%\n");
  CHECK_PRINTED(
      "kernel void k(global const int *in) { printf(\"%f|%.2f|%e|%g|%8.3f|%+.1f\\n\", 1.5f, 2.345f, 12345.0f, "
      "0.0001f, 3.14159f, 2.0f); }",
      "1.500000|2.35|1.234500e+04|0.0001|   3.142|+2.0\n");
  CHECK_PRINTED("kernel void k(global const int *in) { printf(\"%ld|%lu|%lx|%hd|%hhd\\n\", -(1l << 40), 1ul << 63, "
                "0xdeadbeefcafel, (short)-7, (char)-8); }",
                "-1099511627776|9223372036854775808|deadbeefcafe|-7|-8\n");
  CHECK_PRINTED("kernel void k(global const int *in) { printf(\"%s|%10s|%-6s|%.2s\\n\", \"text\", \"right\", \"left\", "
                "\"cut\"); }",
                "text|     right|left  |cu\n");
}

static void vectors(void) {
  CHECK_PRINTED(
      "kernel void k(global const int *in) { printf(\"%v4hld|%v2hlx\\n\", (int4)(1, 2, 3, 4), (int2)(15, 16)); "
      "}",
      "1,2,3,4|f,10\n");
  CHECK_PRINTED("kernel void k(global const int *in) { printf(\"%2.2v4hlf|%v3hhd|%v8hd\\n\", (float4)(1, 2, 3, 4), "
                "(char3)(1, -2, 3), (short8)(7)); }",
                "1.00,2.00,3.00,4.00|1,-2,3|7,7,7,7,7,7,7,7\n");
}

static void nothing_to_convert(void) {
  CHECK_PRINTED("kernel void k(global const int *in) { printf(\"plain\\n\"); printf(\"\"); printf(\"%%\"); }",
                "plain\n%");
}

static void returns_zero(void) {
  CHECK_PRINTED("kernel void k(global const int *in) { int r = printf(\"a\\n\"); printf(\"%d\\n\", r); }", "a\n0\n");
}

/* Every work-item's lines, whole; their order among work-items is anyone's. */
static void from_many(void) {
  char *text = printed("kernel void k(global const int *in) { for (int i = 0; i < 3; i++) printf(\"<%d %d>\\n\", "
                       "(int)get_global_id(0), i); }",
                       600, 10);
  int seen[600] = {0}, id, round, length;
  for (const char *at = text; *at; at += length) {
    length = 0;
    if (sscanf(at, "<%d %d>\n%n", &id, &round, &length) != 2 || !length || id < 0 || id >= 600)
      FAIL("not a line: '%.20s'", at);
    CHECK_EQ(round, seen[id]);
    seen[id]++;
  }
  for (int i = 0; i < 600; i++)
    CHECK_EQ(seen[i], 3);
}

static void under_conditions(void) {
  char *text = printed("kernel void k(global const int *in) { local int x; if (get_local_id(0) == 3) x = 5; "
                       "barrier(CLK_LOCAL_MEM_FENCE); if (get_local_id(0) == 1) printf(\"%d;\", x); "
                       "barrier(CLK_LOCAL_MEM_FENCE); }",
                       32, 8);
  if (strcmp(text, "5;5;5;5;"))
    FAIL("prints '%s'", text);
}

static const struct test_case cases[] = {
    {"conversions", conversions},   {"vectors", vectors},     {"nothing_to_convert", nothing_to_convert},
    {"returns_zero", returns_zero}, {"from_many", from_many}, {"under_conditions", under_conditions},
};
TEST_MAIN(cases)
