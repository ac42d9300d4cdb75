/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_COMPILER_BORDER_H
#define WEFT_TESTS_COMPILER_BORDER_H

#include "compiler/compiler.h"

/* The library under test and a target with usual extensions. */
extern const struct weft_compiler *compiler;
extern struct weft_target target;

extern int failures;
#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                                          \
      failures++;                                                                                                      \
    }                                                                                                                  \
  } while (0)

/* Compiles with build flags and preprocessor words (NULL-terminated, may be NULL). */
cl_int compile(const char *source, unsigned flags, const char *const *words, struct weft_compile_output *output);

/* Compiles a source that must compile, in a version of the language (0: the default), and links it alone. */
cl_int build_std(const char *source, unsigned std, unsigned flags, struct weft_compile_output *output);
cl_int build(const char *source, unsigned flags, struct weft_compile_output *output);

void test_link(void);
void test_kernels(void);
void test_deferred(void);

#endif
