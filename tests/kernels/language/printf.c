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

/* Vectors of every element and width, each lane formatted as the scalar is by the host. */
static void vectors_of_all(void) {
  static const struct {
    const char *type, *conversion, *host;
    bool real;
  } kinds[] = {
      {"char", "hhd", "%3d", false},   {"uchar", "hhu", "%3u", false}, {"short", "hd", "%3d", false},
      {"ushort", "hx", "%3x", false},  {"int", "hld", "%3d", false},   {"uint", "hlo", "%3o", false},
      {"long", "ld", "%3ld", false},   {"ulong", "lX", "%3lX", false}, {"float", "hlf", "%3.2f", true},
      {"double", "le", "%3.2e", true}, {"half", "hg", "%3.2g", true},
  };
  static const int widths[] = {2, 3, 4, 8, 16};
  for (size_t k = 0; k < TEST_COUNT(kinds); k++)
    for (size_t w = 0; w < TEST_COUNT(widths); w++) {
      if (!strcmp(kinds[k].type, "half") && !test_has_extension("cl_khr_fp16"))
        continue;
      if (!strcmp(kinds[k].type, "double") && !test_has_extension("cl_khr_fp64"))
        continue;
      char source[2048], lanes[512] = "", want[512] = "<";
      for (int i = 0; i < widths[w]; i++) {
        char one[32];
        double real = i * 0.75 - 1;
        long integer = kinds[k].conversion[strlen(kinds[k].conversion) - 1] == 'd' ? 3 * i - 20 : 3 * i;
        if (kinds[k].real)
          snprintf(one, sizeof one, "%s(%s)%g", i ? "," : "", kinds[k].type, real);
        else
          snprintf(one, sizeof one, "%s(%s)%ld", i ? "," : "", kinds[k].type, integer);
        strcat(lanes, one);
        if (kinds[k].real)
          snprintf(one, sizeof one, kinds[k].host, real);
        else if (strchr(kinds[k].host, 'l'))
          snprintf(one, sizeof one, kinds[k].host, integer);
        else
          snprintf(one, sizeof one, kinds[k].host, (int)integer);
        strcat(strcat(want, i ? "," : ""), one);
      }
      snprintf(source, sizeof source,
               "#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#endif\n"
               "kernel void k(global const int *in) { printf(\"<%%3%sv%d%s>%%d\\n\", (%s%d)(%s), 7); }",
               kinds[k].real ? ".2" : "", widths[w], kinds[k].conversion, kinds[k].type, widths[w], lanes);
      strcat(want, ">7\n");
      CHECK_PRINTED(source, want);
    }
}

/* A half is promoted like a float. */
static void half_numbers(void) {
  if (!test_has_extension("cl_khr_fp16"))
    test_skip("no half");
  CHECK_PRINTED("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                "kernel void k(global const int *in) { half h = (half)1.5f, tiny = (half)0x1p-24f; "
                "printf(\"%f|%6.1f|%e|%g|%a|%d\\n\", h, -h, tiny, h / (half)0, h, 3); }",
                "1.500000|  -1.5|5.960464e-08|inf|0x1.8p+0|3\n");
}

/* Of sizes and differences of pointers, 64 bits wide. */
static void lengths_of_sizes(void) {
  CHECK_PRINTED("kernel void k(global const int *in) { size_t s = (size_t)-1; ptrdiff_t d = in - (in + 5); "
                "printf(\"%zu|%zx|%td|%zd|%-4ti|%d\\n\", s, s >> 20, d, d, d + 7, 1); }",
                "18446744073709551615|fffffffffff|-5|-5|2   |1\n");
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

/* Megabytes from many work-items at once: no line is lost, torn or out of its work-item's order. */
static void long_under_load(void) {
  enum { ITEMS = 4096, LINES = 24 };
  char *text =
      printed("kernel void k(global const int *in) { int id = get_global_id(0); for (int i = 0; i < 24; i++) "
              "printf(i & 1 ? \"<%d %d>%64d|%-30d|\\n\" : \"<%d %d>%064d|%30d|\\n\", id, i, id * 24 + i, i); }",
              ITEMS, 64);
  int *seen = test_alloc(ITEMS * sizeof(int));
  const char *at = text;
  for (int line = 0; line < ITEMS * LINES; line++) {
    int id = -1, i = -1;
    if (sscanf(at, "<%d %d>", &id, &i) != 2 || id < 0 || id >= ITEMS || i != seen[id])
      FAIL("line %d: not the next of its work-item: '%.24s'", line, at);
    char want[160];
    int length =
        snprintf(want, sizeof want, i & 1 ? "<%d %d>%64d|%-30d|\n" : "<%d %d>%064d|%30d|\n", id, i, id * LINES + i, i);
    if (strncmp(at, want, (size_t)length) != 0)
      FAIL("line %d is '%.*s'", line, length, at);
    at += length;
    seen[id]++;
  }
  CHECK(!*at);
}

/* A string of many kilobytes in one piece, and a width that is as long. */
static void long_lines(void) {
  enum { LENGTH = 20000 };
  char *source = test_alloc(LENGTH + 256), *want = test_alloc(2 * LENGTH + 64), *string = test_alloc(LENGTH + 1);
  for (int i = 0; i < LENGTH; i++)
    string[i] = (char)('a' + i % 26);
  sprintf(source, "kernel void k(global const int *in) { printf(\"%%s|%%%dd|\\n\", \"%s\", 5); }", LENGTH, string);
  sprintf(want, "%s|%*d|\n", string, LENGTH, 5);
  CHECK_PRINTED(source, want);
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
    {"conversions", conversions},
    {"vectors", vectors},
    {"nothing_to_convert", nothing_to_convert},
    {"vectors_of_all", vectors_of_all},
    {"half_numbers", half_numbers},
    {"lengths_of_sizes", lengths_of_sizes},
    {"long_under_load", long_under_load},
    {"long_lines", long_lines},
    {"returns_zero", returns_zero},
    {"from_many", from_many},
    {"under_conditions", under_conditions},
};
TEST_MAIN(cases)
