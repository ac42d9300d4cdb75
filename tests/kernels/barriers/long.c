/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels with more regions than are compiled together, so that each is a function of its own: in a straight line, in
 * calls of calls, in a loop, behind work-items that returned, with private memory in a region and across all of them.
 */
#include "tests/harness/test.h"

#define INT(buffer) ((cl_int *)(buffer).data)

enum { GROUP = 64, GROUPS = 3, STEPS = 40 };

/* STEPS(S) is S(0) to S(39). */
#define MACROS                                                                                                         \
  "#define S4(S, n) S((n)) S((n + 1)) S((n + 2)) S((n + 3))\n"                                                         \
  "#define S8(S, n) S4(S, n) S4(S, n + 4)\n"                                                                           \
  "#define S32(S, n) S8(S, n) S8(S, n + 8) S8(S, n + 16) S8(S, n + 24)\n"                                              \
  "#define STEPS(S) S32(S, 0) S8(S, 32)\n"                                                                             \
  "#define MEET barrier(CLK_LOCAL_MEM_FENCE);\n"

static cl_kernel build(const char *source) {
  return test_kernel(test_build(NULL, source), "k");
}

/* What a step that takes the neighbour's value leaves, by the host. */
static void exchange(cl_int *x, size_t n, size_t distance, cl_int more) {
  cl_int before[GROUP];
  for (size_t i = 0; i < n; i++)
    before[i] = x[i];
  for (size_t i = 0; i < n; i++)
    x[i] = before[(i + distance) % n] + more;
}

/* Launches kernel k(in, out) of so many work-items a group and compares each group with what the host has. */
static void compare(cl_kernel kernel, size_t local, void (*host)(cl_int *x, size_t n)) {
  struct test_buffer in = test_buffer(GROUPS * local * 4, TEST_END, CL_MEM_READ_ONLY, 1);
  struct test_buffer out = test_buffer(in.size, TEST_END, CL_MEM_WRITE_ONLY, 0);
  LAUNCH(kernel, GROUPS * local, local, ARG_BUFFER(in), ARG_BUFFER(out));
  test_buffer_sync(&out);
  for (size_t g = 0; g < GROUPS; g++) {
    cl_int x[GROUP];
    for (size_t i = 0; i < local; i++)
      x[i] = INT(in)[g * local + i] & 0xffff;
    host(x, local);
    for (size_t i = 0; i < local; i++)
      CHECK_EQ(INT(out)[g * local + i], x[i]);
  }
}

static void host_straight(cl_int *x, size_t n) {
  for (int step = 0; step < STEPS; step++)
    exchange(x, n, (size_t)step % 7, step);
}

static void straight(void) {
  cl_kernel kernel = build(MACROS "#define S(i) t[l] = x; MEET x = t[(l + i % 7) % n] + i; MEET\n"
                                  "kernel void k(global const int *in, global int *out) {"
                                  "  local int t[64]; int l = get_local_id(0), n = get_local_size(0);"
                                  "  int x = in[get_global_id(0)] & 0xffff; STEPS(S) out[get_global_id(0)] = x; }");
  static const size_t locals[] = {1, 5, 16, 61, GROUP};
  for (size_t i = 0; i < TEST_COUNT(locals); i++)
    compare(kernel, locals[i], host_straight);
}

static void host_helpers(cl_int *x, size_t n) {
  for (int step = 0; step < 64; step++)
    exchange(x, n, 1, step % 4 + step / 4 % 4);
}

static void helpers(void) {
  cl_kernel kernel = build(
      MACROS "int one(local int *t, int x, int m) { int l = get_local_id(0), n = get_local_size(0); t[l] = x; MEET"
             "  x = t[(l + 1) % n] + m; MEET return x; }"
             "int four(local int *t, int x, int m) { for (int i = 0; i < 1; i++) { x = one(t, x, m);"
             "  x = one(t, x, m + 1); x = one(t, x, m + 2); x = one(t, x, m + 3); } return x; }"
             "int all(local int *t, int x) { x = four(t, x, 0); x = four(t, x, 1); x = four(t, x, 2);"
             "  return four(t, x, 3); }"
             "kernel void k(global const int *in, global int *out) { local int t[64];"
             "  int x = in[get_global_id(0)] & 0xffff;"
             "  x = all(t, x); x = all(t, x); x = all(t, x); x = all(t, x); out[get_global_id(0)] = x; }");
  compare(kernel, GROUP, host_helpers);
  compare(kernel, 9, host_helpers);
}

static void host_loop(cl_int *x, size_t n) {
  for (int turn = 0; turn < 3; turn++)
    for (int step = 0; step < STEPS; step++)
      exchange(x, n, (size_t)turn, step);
}

/* The regions' values go on through rows, and a variable of the group counts the turns. */
static void in_loop(void) {
  cl_kernel kernel = build(MACROS "#define S(i) t[l] = x; MEET x = t[(l + turn) % n] + i; MEET\n"
                                  "kernel void k(global const int *in, global int *out) {"
                                  "  local int t[64]; int l = get_local_id(0), n = get_local_size(0);"
                                  "  int x = in[get_global_id(0)] & 0xffff;"
                                  "  for (int turn = 0; turn < 3; turn++) { STEPS(S) } out[get_global_id(0)] = x; }");
  compare(kernel, GROUP, host_loop);
  compare(kernel, 7, host_loop);
}

static void host_private(cl_int *x, size_t n) {
  cl_int all[GROUP][8] = {{0}};
  for (int step = 0; step < STEPS; step++) {
    exchange(x, n, 1, 0);
    for (size_t i = 0; i < n; i++) {
      cl_int own[16];
      for (int j = 0; j < 16; j++)
        own[(x[i] + j) & 15] = j * step;
      x[i] = (x[i] + own[x[i] >> 3 & 15]) & 0xffff;
      all[i][x[i] & 7] += step;
    }
  }
  for (size_t i = 0; i < n; i++)
    for (int j = 0; j < 8; j++)
      x[i] += all[i][j] * j;
}

static void private_memory(void) {
  cl_kernel kernel = build(MACROS "#define S(i) { t[l] = x; MEET x = t[(l + 1) % n]; int own[16];"
                                  "  for (int j = 0; j < 16; j++) own[(x + j) & 15] = j * (i);"
                                  "  x = (x + own[x >> 3 & 15]) & 0xffff; all[x & 7] += i; MEET }\n"
                                  "kernel void k(global const int *in, global int *out) {"
                                  "  local int t[64]; int l = get_local_id(0), n = get_local_size(0), all[8];"
                                  "  for (int j = 0; j < 8; j++) all[j] = 0;"
                                  "  int x = in[get_global_id(0)] & 0xffff; STEPS(S)"
                                  "  for (int j = 0; j < 8; j++) x += all[j] * j; out[get_global_id(0)] = x; }");
  compare(kernel, GROUP, host_private);
  compare(kernel, 13, host_private);
}

static void host_returned(cl_int *x, size_t n) {
  for (int step = 0; step < STEPS; step++)
    for (size_t i = 0; i + 3 < n; i++)
      x[i] = (x[i] * 3 + step) & 0xffff;
}

/* The last three work-items of each group are gone before the first barrier. */
static void returned(void) {
  cl_kernel kernel = build(MACROS "#define S(i) t[l] = x; MEET x = (t[l] * 3 + i) & 0xffff; MEET\n"
                                  "kernel void k(global const int *in, global int *out) {"
                                  "  local int t[64]; int l = get_local_id(0), n = get_local_size(0);"
                                  "  int x = in[get_global_id(0)] & 0xffff;"
                                  "  out[get_global_id(0)] = x; if (l + 3 >= n) return; STEPS(S)"
                                  "  out[get_global_id(0)] = x; }");
  compare(kernel, GROUP, host_returned);
  compare(kernel, 21, host_returned);
}

static const struct test_case cases[] = {
    {"straight", straight}, {"helpers", helpers}, {"in_loop", in_loop}, {"private_memory", private_memory},
    {"returned", returned},
};
TEST_MAIN(cases)
