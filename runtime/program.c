/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/program.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "runtime/debug_files.h"
#include "runtime/kernel_code.h"
#include "runtime/specialise.h"

struct weft_executable *weft_executable_ref(struct weft_executable *executable) {
  atomic_fetch_add_explicit(&executable->refs, 1, memory_order_relaxed);
  return executable;
}

void weft_executable_unref(struct weft_executable **executable) {
  struct weft_executable *old = *executable;
  *executable = NULL;
  if (!old || atomic_fetch_sub_explicit(&old->refs, 1, memory_order_acq_rel) != 1)
    return;
  weft_variants_destroy(&old->variants);
  weft_kernel_codes_destroy(&old->codes);
  if (old->image)
    old->device->ops->program_unload(old->image);
  weft_executable_unref(&old->reference);
  weft_free(old->entries);
  weft_binary_unref(&old->binary);
  weft_binary_unref(&old->program);
  WEFT_UNREF(&old->device);
  weft_free(old);
}

/* What debuggers and profilers show: the first kernel's name, and how many more there are. */
static void image_name(const struct weft_binary *binary, char out[96]) {
  size_t count = weft_binary_num_kernels(binary), length = 0;
  const char *name = count ? binary->kernels[0].name : "program";
  for (; *name && length < 64; name++)
    out[length++] = isalnum((unsigned char)*name) ? *name : '_'; /* names of SPIR-V hold anything */
  out[length] = 0;
  if (count > 1)
    snprintf(out + length, 96 - length, "_and_%zu", count - 1);
}

/* Adds a line to a log. Where there is no memory for it, the log stays as it is. */
static void add_reason(char **log, const char *reason) {
  static const char begin[] = "error: the program cannot be loaded: ";
  const char *before = *log ? *log : "";
  size_t size = strlen(before) + sizeof(begin) + strlen(reason) + 1;
  char *joined = weft_alloc(size);
  if (!joined)
    return;
  snprintf(joined, size, "%s%s%s\n", before, begin, reason);
  weft_free(*log);
  *log = joined;
}

static cl_int load(const struct weft_binary *binary, cl_device_id device, char **log, struct weft_hw_program **out) {
  char name[96], folder[PATH_MAX], reason[320] = "";
  image_name(binary, name);
  struct weft_program_image image = {.object = binary->object.data,
                                     .size = binary->object.size,
                                     .name = name,
                                     .folder = weft_debug_folder(folder) ? folder : NULL,
                                     .has_lines = binary->flags & WEFT_BUILD_DEBUG,
                                     .reason = reason,
                                     .reason_size = sizeof(reason)};
  cl_int error = device->ops->program_load(device->hw, &image, out);
  if (error && *reason)
    add_reason(log, reason);
  return error;
}

static cl_int load_kernels(struct weft_executable *executable, char **log) {
  const struct weft_binary *binary = executable->binary;
  cl_device_id device = executable->device;
  executable->entries = weft_calloc(binary->num_kernels, sizeof(*executable->entries));
  if (!executable->entries)
    return CL_OUT_OF_HOST_MEMORY;
  cl_int error = load(binary, device, log, &executable->image);
  if (!error)
    error = weft_variants_create(executable, &executable->variants);
  for (size_t i = 0; i < binary->num_kernels && !error; i++)
    error = device->ops->kernel_find(executable->image, &binary->kernels[i], &executable->entries[i]);
  return error;
}

cl_int weft_executable_create(struct weft_binary *binary, struct weft_binary *program, cl_device_id device, char **log,
                              struct weft_executable **out) {
  struct weft_executable *executable = weft_zalloc(sizeof(*executable));
  if (!executable)
    return CL_OUT_OF_HOST_MEMORY;
  atomic_init(&executable->refs, 1);
  executable->binary = weft_binary_ref(binary);
  executable->program = weft_binary_ref(program ? program : binary);
  executable->device = WEFT_REF(device);
  cl_int error = weft_binary_is_deferred(binary) ? weft_kernel_codes_create(binary, device, &executable->codes)
                                                 : load_kernels(executable, log);
  if (error)
    weft_executable_unref(&executable);
  else
    *out = executable;
  return error;
}

static void destroy(struct weft_object *object) {
  cl_program program = (cl_program)object;
  for (cl_uint i = 0; i < program->num_devices; i++) {
    struct weft_program_device *at = &program->devices[i];
    weft_executable_unref(&at->executable);
    weft_binary_unref(&at->binary);
    weft_binary_unref(&at->given);
    weft_free(at->options);
    weft_free(at->log);
    WEFT_UNREF(&at->device);
  }
  weft_lock_destroy(&program->lock);
  weft_free(program->source);
  weft_free(program->il);
  weft_program_free_constants(program);
  WEFT_UNREF(&program->context);
  weft_free(program);
}

static bool listed(const cl_device_id *devices, cl_uint count, cl_device_id device) {
  for (cl_uint i = 0; i < count; i++)
    if (devices[i] == device)
      return true;
  return false;
}

cl_int weft_program_create(cl_context context, enum weft_program_origin origin, cl_uint num_devices,
                           const cl_device_id *devices, cl_program *out) {
  cl_program program = weft_zalloc(sizeof(*program) + num_devices * sizeof(*program->devices));
  if (!program)
    return CL_OUT_OF_HOST_MEMORY;
  weft_object_init(&program->object, WEFT_CLASS_PROGRAM, destroy);
  program->context = WEFT_REF(context);
  program->origin = origin;
  weft_lock_init(&program->lock);
  for (cl_uint i = 0; i < num_devices; i++) {
    if (listed(devices, i, devices[i])) /* one that a context names twice */
      continue;
    struct weft_program_device *at = &program->devices[program->num_devices++];
    at->device = WEFT_REF(devices[i]);
    at->status = CL_BUILD_NONE;
  }
  *out = program;
  return CL_SUCCESS;
}

static void discard(cl_program program) {
  weft_object_release(&program->object, NULL);
}

/* Appends a string without the NULs in it. */
static char *append_text(char *to, const char *text, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (text[i])
      *to++ = text[i];
  return to;
}

cl_int weft_program_create_source(cl_context context, cl_uint count, const char **strings, const size_t *lengths,
                                  cl_program *out) {
  size_t total = 0;
  for (cl_uint i = 0; i < count; i++) {
    size_t length = lengths && lengths[i] ? lengths[i] : strlen(strings[i]);
    if (length >= SIZE_MAX / 2 - total)
      return CL_OUT_OF_HOST_MEMORY;
    total += length;
  }
  cl_program program = NULL;
  cl_int error = weft_program_create(context, WEFT_PROGRAM_SOURCE, context->num_devices, context->devices, &program);
  if (error)
    return error;
  program->source = weft_alloc(total + 1);
  if (!program->source) {
    discard(program);
    return CL_OUT_OF_HOST_MEMORY;
  }
  char *end = program->source;
  for (cl_uint i = 0; i < count; i++)
    end = append_text(end, strings[i], lengths && lengths[i] ? lengths[i] : strlen(strings[i]));
  *end = 0;
  program->source_size = (size_t)(end - program->source);
  *out = program;
  return CL_SUCCESS;
}

cl_int weft_program_create_binary(cl_context context, cl_uint num_devices, const cl_device_id *devices,
                                  const size_t *lengths, const unsigned char **binaries, cl_int *status,
                                  cl_program *out) {
  cl_program program = NULL;
  cl_int error = weft_program_create(context, WEFT_PROGRAM_BINARY, num_devices, devices, &program);
  if (error)
    return error;
  for (cl_uint i = 0; i < num_devices; i++) {
    struct weft_binary *binary = NULL;
    cl_int one = weft_binary_parse(binaries[i], lengths[i], &binary);
    if (status)
      status[i] = one;
    if (one && error != CL_OUT_OF_HOST_MEMORY)
      error = one;
    struct weft_program_device *at = weft_program_find_device(program, devices[i]);
    if (binary && !at->given) {
      at->given = weft_binary_ref(binary);
      at->binary = weft_binary_ref(binary);
    }
    weft_binary_unref(&binary);
  }
  if (error)
    discard(program);
  else
    *out = program;
  return error;
}

struct weft_program_device *weft_program_find_device(cl_program program, cl_device_id device) {
  for (cl_device_id at = device; at; at = at->parent)
    for (cl_uint i = 0; i < program->num_devices; i++)
      if (program->devices[i].device == at)
        return &program->devices[i];
  return NULL;
}

struct weft_program_device *weft_program_built_device_locked(cl_program program, cl_device_id device) {
  weft_lock_assert(&program->lock);
  for (cl_device_id at = device; at; at = at->parent) {
    struct weft_program_device *found = weft_program_find_device(program, at);
    if (!found)
      break;
    if (found->binary || found->status != CL_BUILD_NONE)
      return found;
    at = found->device;
  }
  return weft_program_find_device(program, device);
}

/* Copied under the lock, since the next build frees the texts. */
cl_int weft_program_build_info(cl_program program, cl_device_id device, struct weft_build_info *out) {
  weft_lock_acquire(&program->lock);
  const struct weft_program_device *at = weft_program_built_device_locked(program, device);
  *out = (struct weft_build_info){.status = at->status,
                                  .type = at->binary ? at->binary->type : CL_PROGRAM_BINARY_TYPE_NONE,
                                  .global_variables_size = at->binary ? at->binary->global_variables_size : 0,
                                  .options = weft_strdup(at->options ? at->options : ""),
                                  .log = weft_strdup(at->log ? at->log : "")};
  weft_lock_release(&program->lock);
  if (out->options && out->log)
    return CL_SUCCESS;
  weft_build_info_free(out);
  return CL_OUT_OF_HOST_MEMORY;
}

void weft_build_info_free(struct weft_build_info *info) {
  weft_free(info->options);
  weft_free(info->log);
  *info = (struct weft_build_info){0};
}

struct weft_binary *weft_program_executable_binary(cl_program program) {
  struct weft_binary *binary = NULL;
  weft_lock_acquire(&program->lock);
  for (cl_uint i = 0; i < program->num_devices && !binary; i++)
    if (program->devices[i].executable)
      binary = weft_binary_ref(program->devices[i].executable->binary);
  weft_lock_release(&program->lock);
  return binary;
}

struct weft_binary *weft_program_device_binary(cl_program program, cl_uint index) {
  weft_lock_acquire(&program->lock);
  struct weft_binary *binary = weft_program_built_device_locked(program, program->devices[index].device)->binary;
  if (binary)
    weft_binary_ref(binary);
  weft_lock_release(&program->lock);
  return binary;
}
