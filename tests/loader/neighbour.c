/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * An application with an LLVM of its own, linked as a library or, with its names exported, from archives, of Weft's
 * version or another. Both compile and run in turn, whichever was first, and on two threads at once.
 */
#include "tests/loader/neighbour.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

enum { COUNT = 64, GROUP = 16, ROUNDS = 4 };

static void weft(cl_uint number) {
  char text[256];
  snprintf(text, sizeof(text),
           "kernel void k(global uint *x, local uint *t) { uint l = get_local_id(0); t[l] = get_global_id(0) * %uu;"
           " barrier(CLK_LOCAL_MEM_FENCE); x[get_global_id(0)] = t[get_local_size(0) - 1 - l]; }",
           number);
  cl_kernel kernel = test_kernel(test_build(NULL, text), "k");
  struct test_buffer out = test_buffer(4 * COUNT, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, COUNT, GROUP, ARG_BUFFER(out), ARG_LOCAL(4 * GROUP));
  test_buffer_sync(&out);
  for (cl_uint k = 0; k < COUNT; k++)
    CHECK_EQ(((cl_uint *)out.data)[k], (k / GROUP * GROUP + GROUP - 1 - k % GROUP) * number);
}

static void neighbour(int number) {
  CHECK_EQ(neighbour_multiply(14, number), 14 * number);
}

static void in_turn(void) {
  for (int i = 0; i < ROUNDS; i++) {
    weft((cl_uint)i + 1);
    neighbour(i + 1);
  }
}

static void neighbour_first(void) {
  neighbour(3);
  in_turn();
}

static void diagnostics(void) {
  const char *log = NULL;
  CHECK(!test_try_build(NULL, "kernel void k(global int *x) { x[0] = no_such_name; }", &log));
  CHECK(log && strstr(log, "no_such_name"));
}

static void *run_neighbour(void *unused) {
  (void)unused;
  for (int i = 0; i < ROUNDS; i++)
    neighbour(10 + i);
  return NULL;
}

static void side_by_side(void) {
  pthread_t thread;
  CHECK_EQ(pthread_create(&thread, NULL, run_neighbour, NULL), 0);
  for (cl_uint i = 0; i < ROUNDS; i++)
    weft(10 + i);
  CHECK_EQ(pthread_join(thread, NULL), 0);
}

/* By names on the command line one of the first two begins the process. */
static const struct test_case cases[] = {
    {"weft_first", in_turn},
    {"neighbour_first", neighbour_first},
    {"diagnostics", diagnostics},
    {"side_by_side", side_by_side},
};
TEST_MAIN(cases)
