/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Programs made from SPIR-V. The module is kept as it was given; a build works on a copy in the host's byte order, into
 * which the values of specialisation constants are written as new defaults.
 */
#include <string.h>

#include "base/alloc.h"
#include "base/log.h"
#include "compiler/spirv/module.h"
#include "runtime/program.h"
#include "runtime/spirv_translator.h"

/* A value that clSetProgramSpecializationConstant has set. */
struct weft_spirv_value {
  struct weft_spirv_value *next;
  cl_uint id;
  unsigned char bytes[8];
};

/* The module's words in the host's order. */
static cl_int load(const void *il, size_t size, uint32_t **words) {
  *words = weft_alloc(size);
  if (!*words)
    return CL_OUT_OF_HOST_MEMORY;
  if (weft_spirv_load(*words, il, size))
    return CL_SUCCESS;
  weft_free(*words);
  *words = NULL;
  return CL_INVALID_VALUE;
}

static cl_int check(const void *il, size_t size) {
  uint32_t *words;
  cl_int error = load(il, size, &words);
  if (error)
    return error;
  const char *why = "its version is newer than the translator";
  if (!weft_spirv_check(words, size / sizeof(*words), &why) || words[1] > weft_spirv_newest_version()) {
    weft_log(WEFT_LOG_INFO, "clCreateProgramWithIL refuses a module: %s", why);
    error = CL_INVALID_VALUE;
  }
  weft_free(words);
  return error;
}

cl_int weft_program_create_il(cl_context context, const void *il, size_t size, cl_program *out) {
  cl_int error = check(il, size);
  if (error)
    return error;
  cl_program program = NULL;
  error = weft_program_create(context, WEFT_PROGRAM_IL, context->num_devices, context->devices, &program);
  if (error)
    return error;
  program->il = weft_memdup(il, size);
  program->il_size = size;
  if (!program->il) {
    weft_object_release(&program->object, NULL);
    return CL_OUT_OF_HOST_MEMORY;
  }
  *out = program;
  return CL_SUCCESS;
}

cl_int weft_program_set_constant(cl_program program, cl_uint id, size_t size, const void *value) {
  uint32_t *words;
  cl_int error = load(program->il, program->il_size, &words);
  if (error)
    return error;
  size_t expected = weft_spirv_constant_size(words, program->il_size / sizeof(*words), id);
  weft_free(words);
  if (!expected)
    return CL_INVALID_SPEC_ID;
  if (size != expected || !value)
    return CL_INVALID_VALUE;
  struct weft_spirv_value *made = weft_zalloc(sizeof(*made));
  if (!made)
    return CL_OUT_OF_HOST_MEMORY;
  made->id = id;
  memcpy(made->bytes, value, size);
  weft_lock_acquire(&program->lock);
  struct weft_spirv_value *at = program->constants;
  while (at && at->id != id)
    at = at->next;
  if (at) {
    memcpy(at->bytes, made->bytes, sizeof(at->bytes));
  } else {
    made->next = program->constants;
    program->constants = made;
    made = NULL;
  }
  weft_lock_release(&program->lock);
  weft_free(made);
  return CL_SUCCESS;
}

cl_int weft_program_specialized_il(cl_program program, uint32_t **words) {
  cl_int error = load(program->il, program->il_size, words);
  if (error)
    return error;
  weft_lock_acquire(&program->lock);
  for (const struct weft_spirv_value *at = program->constants; at; at = at->next)
    weft_spirv_set_constant(*words, program->il_size / sizeof(**words), at->id, at->bytes);
  weft_lock_release(&program->lock);
  return CL_SUCCESS;
}

void weft_program_free_constants(cl_program program) {
  while (program->constants) {
    struct weft_spirv_value *next = program->constants->next;
    weft_free(program->constants);
    program->constants = next;
  }
}
