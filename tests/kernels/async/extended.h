/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_KERNELS_ASYNC_EXTENDED_H
#define WEFT_TESTS_KERNELS_ASYNC_EXTENDED_H

/*
 * Programs with cl_khr_extended_async_copies and cl_khr_async_work_group_copy_fence. Weft must name both; on any
 * other driver that does not, the functions are defined here in terms of the core ones, so that the tests themselves
 * can be tried there.
 */

#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

/* line by line, so nothing here knows of the collapses that a driver makes */
#define EXTENDED_FUNCTIONS(DST, SRC)                                                                                   \
  "event_t __attribute__((overloadable)) async_work_group_copy_3D3D(" #DST " void *d, size_t d0, const " #SRC          \
  " void *s, size_t s0, size_t size, size_t count, size_t lines, size_t planes, size_t sline, size_t sarea, "          \
  "size_t dline, size_t darea, event_t e) {"                                                                           \
  "  for (size_t p = 0; p < planes; p++)"                                                                              \
  "    for (size_t l = 0; l < lines; l++)"                                                                             \
  "      e = async_work_group_copy((" #DST " uchar *)d + (d0 + p * darea + l * dline) * size,"                         \
  "                                (const " #SRC " uchar *)s + (s0 + p * sarea + l * sline) * size, count * size, e);" \
  "  return e;"                                                                                                        \
  "}"                                                                                                                  \
  "event_t __attribute__((overloadable)) async_work_group_copy_2D2D(" #DST " void *d, size_t d0, const " #SRC          \
  " void *s, size_t s0, size_t size, size_t count, size_t lines, size_t sline, size_t dline, event_t e) {"             \
  "  return async_work_group_copy_3D3D(d, d0, s, s0, size, count, lines, 1, sline, sline * lines, dline,"              \
  "                                    dline * lines, e);"                                                             \
  "}\n"

#define EXTENDED_STAND_IN                                                                                              \
  "#ifndef cl_khr_extended_async_copies\n" EXTENDED_FUNCTIONS(local, global)                                           \
      EXTENDED_FUNCTIONS(global, local) "#endif\n"                                                                     \
                                        "#ifndef cl_khr_async_work_group_copy_fence\n"                                 \
                                        "#define async_work_group_copy_fence(flags) barrier(flags)\n"                  \
                                        "#endif\n"

static inline cl_program extended_build(const char *options, const char *source) {
  if (test.is_weft) {
    CHECK(test_has_extension("cl_khr_extended_async_copies"));
    CHECK(test_has_extension("cl_khr_async_work_group_copy_fence"));
    return test_build(options, source);
  }
  size_t size = strlen(EXTENDED_STAND_IN) + strlen(source) + 1;
  char *both = test_alloc(size);
  snprintf(both, size, "%s%s", EXTENDED_STAND_IN, source);
  return test_build(options, both);
}

#endif
