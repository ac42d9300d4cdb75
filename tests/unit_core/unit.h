/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_UNIT_CORE_UNIT_H
#define WEFT_TESTS_UNIT_CORE_UNIT_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                                  \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

#endif
