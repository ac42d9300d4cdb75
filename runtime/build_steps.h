/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_BUILD_STEPS_H
#define WEFT_RUNTIME_BUILD_STEPS_H

/*
 * From source or bitcode to a container: what the disk cache answers, the compiler is not asked. No program object is
 * known here; every call is thread-safe.
 *
 * Results: `log` is the build log (weft_free), never NULL on return but where memory ran out.
 * Errors: CL_COMPILE_PROGRAM_FAILURE, CL_LINK_PROGRAM_FAILURE, CL_COMPILER_NOT_AVAILABLE, CL_INVALID_BINARY,
 * CL_OUT_OF_HOST_MEMORY.
 */

#include "runtime/build_options.h"
#include "runtime/cache.h"
#include "runtime/device_object.h"
#include "runtime/program_binary.h"

struct weft_step_source {
  const char *text;
  size_t size;
  const struct weft_header *headers;
  size_t num_headers;
  const uint32_t *il;         /* a SPIR-V module instead; NULL: none */
  size_t il_size;             /* bytes */
  const char *working_folder; /* where relative paths start; NULL: where the process is */
};

struct weft_step_result {
  struct weft_binary *binary;
  char *log;
};

/* What to compile for. CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_step_target(cl_device_id device, struct weft_target *out);
bool weft_step_same_target(const struct weft_target *a, const struct weft_target *b);

/* clCompileProgram, or clBuildProgram where `executable`. `text` are the options as given. */
__attribute__((warn_unused_result)) cl_int weft_step_compile(const struct weft_target *target,
                                                             const struct weft_parsed_options *options,
                                                             const char *text, const struct weft_step_source *source,
                                                             bool executable, struct weft_step_result *out);
/* clLinkProgram; also makes an executable afresh from its own bitcode. */
__attribute__((warn_unused_result)) cl_int weft_step_link(const struct weft_target *target,
                                                          const struct weft_parsed_options *options, const char *text,
                                                          struct weft_binary *const *inputs, size_t num_inputs,
                                                          struct weft_step_result *out);

/* A copy of one kernel of an executable for what `special` says, as an executable of its own; with its bitcode, which
 * is the program's, it does not bother. `wanted` is asked meanwhile whether to go on. CL_INVALID_VALUE: only the cache
 * was asked, and has none. */
enum weft_step_sources { WEFT_STEP_CACHE, WEFT_STEP_CACHE_OR_COMPILER };
__attribute__((warn_unused_result)) cl_int weft_step_specialise(const struct weft_target *target,
                                                                const struct weft_binary *program,
                                                                const struct weft_specialisation *special,
                                                                enum weft_step_sources from, bool (*wanted)(void *user),
                                                                void *user, struct weft_step_result *out);
/* What the cache has of that copy. */
enum weft_cache_answer weft_step_ask_cache(const struct weft_target *target, const struct weft_binary *program,
                                           const struct weft_specialisation *special);

#endif
