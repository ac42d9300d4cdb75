/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_BUILD_OPTIONS_H
#define WEFT_RUNTIME_BUILD_OPTIONS_H

/*
 * The option string of clBuildProgram, clCompileProgram and clLinkProgram, taken apart. Words are separated by blanks;
 * quotes ("..." or '...') keep blanks, and a backslash takes a following quote, blank or backslash as it is.
 */

#include "compiler/compiler.h"

enum weft_build_stage { WEFT_STAGE_BUILD, WEFT_STAGE_COMPILE, WEFT_STAGE_LINK };

struct weft_parsed_options {
  struct weft_build_options build; /* `preprocessor` points into `words` */
  bool create_library, enable_link_options;
  const char **words; /* one allocation with the text behind it */
};

/* `text` may be NULL: no options. Errors: CL_OUT_OF_HOST_MEMORY; CL_INVALID_BUILD_OPTIONS, CL_INVALID_COMPILER_OPTIONS
 * or CL_INVALID_LINKER_OPTIONS after the stage. The result is freed in any case by weft_parsed_options_free(). */
__attribute__((warn_unused_result)) cl_int weft_parse_options(const char *text, enum weft_build_stage stage,
                                                              struct weft_parsed_options *out);
void weft_parsed_options_free(struct weft_parsed_options *options);

#endif
