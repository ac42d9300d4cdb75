/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_UNIT_PROGRAM_UNIT_H
#define WEFT_TESTS_UNIT_PROGRAM_UNIT_H

/* A failed check prints where and what, and the test goes on; main() returns unit_result(). */

#include <stdio.h>
#include <string.h>

static int unit_failures;

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                                  \
      unit_failures++;                                                                                                 \
    }                                                                                                                  \
  } while (0)

#define CHECK_TEXT(got, want)                                                                                          \
  do {                                                                                                                 \
    const char *got_ = (got), *want_ = (want);                                                                         \
    if (strcmp(got_, want_) != 0) {                                                                                    \
      fprintf(stderr, "%s:%d: '%s' is not '%s'\n", __FILE__, __LINE__, got_, want_);                                   \
      unit_failures++;                                                                                                 \
    }                                                                                                                  \
  } while (0)

static inline int unit_result(void) {
  if (unit_failures)
    fprintf(stderr, "%d checks failed\n", unit_failures);
  return unit_failures != 0;
}

#endif
