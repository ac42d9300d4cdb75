/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/kernel.h"

#include <string.h>

#include "base/alloc.h"
#include "compiler/kernel_abi.h"

static void destroy(struct weft_object *object) {
  cl_kernel kernel = (cl_kernel)object;
  for (cl_uint i = 0; i < kernel->num_devices; i++)
    weft_executable_unref(&kernel->devices[i].executable);
  weft_lock_destroy(&kernel->lock);
  weft_free(kernel->args);
  weft_free(kernel->block);
  WEFT_UNREF(&kernel->program);
  WEFT_UNREF(&kernel->context);
  weft_free(kernel);
}

static bool is_pointer(enum weft_arg_kind kind) {
  return kind == WEFT_ARG_GLOBAL || kind == WEFT_ARG_CONSTANT || kind == WEFT_ARG_PIPE;
}

/* A kernel without executables; counted with its program from here on. */
static cl_int make(cl_program program, cl_kernel *out) {
  cl_kernel kernel = weft_zalloc(sizeof(*kernel) + program->num_devices * sizeof(*kernel->devices));
  if (!kernel)
    return CL_OUT_OF_HOST_MEMORY;
  weft_object_init(&kernel->object, WEFT_CLASS_KERNEL, destroy);
  kernel->program = WEFT_REF(program);
  kernel->context = WEFT_REF(program->context);
  weft_lock_init(&kernel->lock);
  weft_lock_acquire(&program->lock);
  program->num_kernels++; /* no build begins while we look at the executables */
  weft_lock_release(&program->lock);
  *out = kernel;
  return CL_SUCCESS;
}

bool weft_kernel_release(cl_kernel kernel) {
  cl_program program = WEFT_REF(kernel->program);
  bool last = false, ok = weft_object_release(&kernel->object, &last);
  if (last) {
    weft_lock_acquire(&program->lock);
    program->num_kernels--;
    weft_lock_release(&program->lock);
  }
  WEFT_UNREF(&program);
  return ok;
}

/* Room for the arguments that `info` declares. */
static cl_int make_arguments(cl_kernel kernel, const struct weft_kernel_info *info) {
  kernel->info = info;
  kernel->num_unset = info->num_args;
  kernel->args = weft_calloc(info->num_args + 1, sizeof(*kernel->args));
  kernel->block = weft_zalloc(info->args_size + 1);
  for (uint32_t i = 0; i < info->num_args; i++) {
    kernel->num_pointers += is_pointer(info->args[i].kind);
    kernel->num_images += info->args[i].kind == WEFT_ARG_IMAGE;
  }
  return kernel->args && kernel->block ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

bool weft_kernel_same_arguments(const struct weft_kernel_info *a, const struct weft_kernel_info *b) {
  if (a->num_args != b->num_args || a->args_size != b->args_size)
    return false;
  for (uint32_t i = 0; i < a->num_args; i++)
    if (a->args[i].kind != b->args[i].kind || a->args[i].size != b->args[i].size ||
        a->args[i].offset != b->args[i].offset)
      return false;
  return true;
}

bool weft_kernel_stands_for(const struct weft_binary *alone, const struct weft_kernel_info *info) {
  if (alone->num_kernels != 1 || !alone->object.data)
    return false;
  const struct weft_kernel_info *code = &alone->kernels[0];
  return strcmp(code->name, info->name) == 0 && weft_kernel_same_arguments(code, info) &&
         code->uses_printf == info->uses_printf && code->uses_enqueue == info->uses_enqueue;
}

void weft_kernel_device_init(struct weft_kernel_device *on, cl_device_id device, struct weft_executable *executable,
                             size_t number) {
  const struct weft_kernel_info *info = &executable->binary->kernels[number];
  *on = (struct weft_kernel_device){.device = device,
                                    .executable = executable,
                                    .entry = executable->entries ? executable->entries[number] : NULL,
                                    .info = info};
  for (uint32_t i = 0; i < info->num_args; i++)
    on->num_facts += info->args[i].fact != WEFT_FACT_NONE;
}

static cl_int find_entry(cl_kernel kernel, struct weft_kernel_device *at, const char *name) {
  const struct weft_kernel_info *info = weft_binary_find_kernel(at->executable->binary, name);
  if (!info || weft_kernel_is_block(info))
    return CL_INVALID_KERNEL_NAME;
  if (kernel->info && !weft_kernel_same_arguments(kernel->info, info))
    return CL_INVALID_KERNEL_DEFINITION;
  weft_kernel_device_init(at, at->device, at->executable, (size_t)(info - at->executable->binary->kernels));
  return kernel->info ? CL_SUCCESS : make_arguments(kernel, at->info);
}

cl_int weft_kernel_create(cl_program program, const char *name, cl_kernel *out) {
  cl_kernel kernel;
  cl_int error = make(program, &kernel);
  if (error)
    return error;
  weft_lock_acquire(&program->lock);
  for (cl_uint i = 0; i < program->num_devices && !program->building; i++) {
    struct weft_executable *executable = program->devices[i].executable;
    if (executable) {
      struct weft_kernel_device *at = &kernel->devices[kernel->num_devices++];
      at->executable = weft_executable_ref(executable);
      at->device = executable->device;
    }
  }
  weft_lock_release(&program->lock);
  if (!kernel->num_devices)
    error = CL_INVALID_PROGRAM_EXECUTABLE;
  for (cl_uint i = 0; i < kernel->num_devices && !error; i++)
    error = find_entry(kernel, &kernel->devices[i], name);
  if (error)
    weft_kernel_release(kernel);
  else
    *out = kernel;
  return error;
}

cl_int weft_kernel_clone(cl_kernel source, cl_kernel *out) {
  cl_kernel kernel;
  cl_int error = make(source->program, &kernel);
  if (error)
    return error;
  error = make_arguments(kernel, source->info);
  if (error) {
    weft_kernel_release(kernel);
    return error;
  }
  for (; kernel->num_devices < source->num_devices; kernel->num_devices++) {
    kernel->devices[kernel->num_devices] = source->devices[kernel->num_devices];
    weft_executable_ref(source->devices[kernel->num_devices].executable);
  }
  weft_lock_acquire(&source->lock);
  memcpy(kernel->args, source->args, source->info->num_args * sizeof(*source->args));
  memcpy(kernel->block, source->block, source->info->args_size);
  kernel->num_unset = source->num_unset;
  kernel->outside = source->outside;
  weft_lock_release(&source->lock);
  *out = kernel;
  return CL_SUCCESS;
}

const struct weft_kernel_device *weft_kernel_find_device(cl_kernel kernel, cl_device_id device) {
  for (cl_device_id at = device; at; at = at->parent)
    for (cl_uint i = 0; i < kernel->num_devices; i++)
      if (kernel->devices[i].device == at)
        return &kernel->devices[i];
  return NULL;
}

size_t weft_kernel_work_group_size(const struct weft_kernel_device *on, cl_device_id device) {
  const struct weft_kernel_info *info = on->info;
  const struct weft_hw_caps *caps = device->caps;
  size_t most = caps->max_work_group_size;
  if (!info->frame_per_item)
    return most;
  uint64_t room = info->frame_fixed < caps->frame_size ? caps->frame_size - info->frame_fixed : 0;
  uint64_t items = room / info->frame_per_item / WEFT_FRAME_ITEM_ROUND * WEFT_FRAME_ITEM_ROUND;
  /* One that has no room at all still has to name a size; its launches are refused (ndrange.c). */
  return items >= most ? most : items ? items : 1;
}

size_t weft_kernel_sub_group_size(const struct weft_kernel_device *on) {
  return on->info->required_sub_group_size ? on->info->required_sub_group_size : WEFT_SUB_GROUP_SIZE;
}

size_t weft_kernel_max_sub_groups(const struct weft_kernel_device *on, cl_device_id device) {
  size_t most = weft_kernel_work_group_size(on, device), width = weft_kernel_sub_group_size(on);
  return most / width + (most % width != 0);
}

size_t weft_kernel_local_size_for(const struct weft_kernel_device *on, cl_device_id device, size_t count) {
  size_t width = weft_kernel_sub_group_size(on);
  const size_t *required = on->info->reqd_work_group_size;
  if (count > weft_kernel_work_group_size(on, device) / width)
    return 0;
  if (on->info->required_sub_groups && on->info->required_sub_groups != count)
    return 0;
  if (required[0] && (required[0] != count * width || required[1] != 1 || required[2] != 1))
    return 0;
  return count * width;
}

size_t weft_kernel_preferred_multiple(cl_device_id device) {
  cl_uint lanes = device->caps->native_vector_bytes / sizeof(cl_float);
  return lanes ? lanes : 1;
}
