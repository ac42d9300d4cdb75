/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_SANDBOX_PROCESS_H
#define WEFT_TESTS_SANDBOX_PROCESS_H

#include <stdbool.h>

/* Exit statuses: of a test that this machine cannot run, and of a child that could not give up what it should. */
enum { PROCESS_SKIPPED = 77, PROCESS_CANNOT = 78 };

struct outcome {
  int status;         /* of wait() */
  bool hangs;         /* it was killed for that */
  char output[16384]; /* standard output and standard error */
};

/* Runs `child` in a process of its own, which becomes another program or ends with what it returns. */
void process_run(int (*child)(const void *), const void *data, struct outcome *outcome);
/* The last line, in place: what inside_run() says. Ends of lines at the end are cut off. */
const char *outcome_last_line(struct outcome *outcome);

#endif
