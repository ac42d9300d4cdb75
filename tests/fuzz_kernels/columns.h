/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_FUZZ_KERNELS_COLUMNS_H
#define WEFT_TESTS_FUZZ_KERNELS_COLUMNS_H

/*
 * Columns: processes that run the same cases, each with its own environment and build options. The first is the one
 * that the others are compared with. A process that dies or hangs is replaced for the next case.
 */

#include "tests/fuzz_kernels/job.h"

#include <sys/types.h>

enum { MAX_COLUMNS = 16, MAX_SETTINGS = 12 };

struct column {
  const char *name;             /* as given on the command line */
  char *settings[MAX_SETTINGS]; /* NAME=VALUE */
  unsigned num_settings;
  const char *options; /* of clBuildProgram */
  /* Asked where this column differs: itself with other build options. If it agrees with the first column, the platform
   * contradicts itself, which is no news of Weft. Null: nobody is asked. */
  struct column *witness;
  char platform[64];
  bool is_weft;
  bool is_other; /* sits out what only builds of one platform must agree on */
  pid_t pid;     /* 0: not running */
  int to, from;
};

enum outcome {
  OUTCOME_SAME,
  OUTCOME_DIFFERS,
  OUTCOME_CRASHED,
  OUTCOME_HUNG,
  OUTCOME_ERROR,
  OUTCOME_NO_BUILD,
};

struct verdict {
  enum outcome outcome;   /* the worst of the columns */
  unsigned column;        /* where it was seen */
  unsigned unbuilt;       /* other platforms' columns that could not build or run it: no failure */
  unsigned contradictory; /* columns that differ where their witness does not: no failure */
  uint64_t digest;        /* of the first column's results; 0: there are none */
  char detail[4000];
};

/* "NAME=VALUE,NAME=VALUE"; the name `options` sets the build options, `witness` those of the witness. False: malformed.
 */
bool column_parse(struct column *column, const char *text, const char *options);
/* The `number`th processor of other platforms than Weft that the folder `vendors` names to the loader, with a witness
 * that optimises nothing. False: no such. */
bool column_of_other(struct column *column, const char *vendors, unsigned number, const char *options,
                     const char *witness);
void columns_stop(struct column *columns, unsigned num);
/* Runs a case's text in the columns of `mask` (the first is always among them) and compares. */
void columns_run(struct column *columns, unsigned num, unsigned mask, const char *text, unsigned seconds,
                 struct verdict *verdict);
const char *outcome_name(enum outcome outcome);

#endif
