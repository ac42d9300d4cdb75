/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_HARNESS_ALLOC_FAILURES_H
#define WEFT_TESTS_HARNESS_ALLOC_FAILURES_H

/*
 * Each allocation of the host fails in turn (WEFT_FAIL_ALLOC), in a process of its own that runs one sequence of calls.
 * The call that met it says so and has changed nothing: called again it succeeds, and the sequence ends as it should.
 */

#include "tests/harness/test.h"

/* How a child ends. */
enum { UNTOUCHED = 10, RECOVERED, NO_PLATFORM, WRONG };

/* UNTOUCHED or RECOVERED: what a sequence that came to its end returns. */
int test_alloc_ending(void);

/* Ends the child: `error` is not what should be, or 0 for a wrong content. */
_Noreturn void test_alloc_wrong(const char *file, int line, cl_int error);

/* Whether this is the answer to a failed allocation; notes that it was met. */
bool test_alloc_met(cl_int error);

/* One more try after the failure that was asked for; a second failure is wrong. */
#define TRY(error, call)                                                                                               \
  do {                                                                                                                 \
    (call);                                                                                                            \
    if (test_alloc_met(error))                                                                                         \
      (call);                                                                                                          \
    if (error)                                                                                                         \
      test_alloc_wrong(__FILE__, __LINE__, (error));                                                                   \
  } while (0)

/* main() of such a test. */
int test_alloc_failures(int argc, char **argv, int (*sequence)(void));

#endif
