/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clSetKernelArg, and what the arguments set so far ask for. */
#include <string.h>

#include "runtime/kernel.h"

static cl_int check_value(const struct weft_arg_info *info, size_t size, const void *value) {
  if (size != info->size)
    return CL_INVALID_ARG_SIZE;
  return value ? CL_SUCCESS : CL_INVALID_ARG_VALUE;
}

static cl_int check_pointer(cl_kernel kernel, size_t size, const void *value, struct weft_kernel_arg *arg) {
  if (size != sizeof(cl_mem))
    return CL_INVALID_ARG_SIZE;
  cl_mem mem = NULL;
  if (value)
    memcpy(&mem, value, sizeof(mem));
  if (!mem)
    return CL_SUCCESS; /* a null pointer */
  if (!weft_object_is((const struct weft_object *)mem, WEFT_CLASS_MEM) || !weft_mem_is_buffer(mem))
    return CL_INVALID_MEM_OBJECT;
  if (mem->context != kernel->context)
    return CL_INVALID_CONTEXT;
  arg->mem = mem;
  return CL_SUCCESS;
}

static cl_int check_local(size_t size, const void *value, struct weft_kernel_arg *arg) {
  if (value)
    return CL_INVALID_ARG_VALUE;
  if (!size)
    return CL_INVALID_ARG_SIZE;
  arg->bytes = size;
  return CL_SUCCESS;
}

/* Objects that no device has yet. */
static cl_int refuse(size_t size, cl_int error) {
  return size == sizeof(void *) ? error : CL_INVALID_ARG_SIZE;
}

cl_int weft_kernel_set_arg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
  if (index >= kernel->info->num_args)
    return CL_INVALID_ARG_INDEX;
  const struct weft_arg_info *info = &kernel->info->args[index];
  struct weft_kernel_arg arg = {.set = true};
  cl_int error = CL_SUCCESS;
  switch (info->kind) {
  case WEFT_ARG_VALUE:
    error = check_value(info, size, value);
    break;
  case WEFT_ARG_GLOBAL:
  case WEFT_ARG_CONSTANT:
    error = check_pointer(kernel, size, value, &arg);
    break;
  case WEFT_ARG_LOCAL:
    error = check_local(size, value, &arg);
    break;
  case WEFT_ARG_IMAGE:
  case WEFT_ARG_PIPE:
    error = refuse(size, CL_INVALID_MEM_OBJECT);
    break;
  case WEFT_ARG_SAMPLER:
    error = refuse(size, CL_INVALID_SAMPLER);
    break;
  case WEFT_ARG_QUEUE:
    error = refuse(size, CL_INVALID_DEVICE_QUEUE);
    break;
  }
  if (error)
    return error;
  weft_lock_acquire(&kernel->lock);
  kernel->num_unset -= !kernel->args[index].set;
  kernel->args[index] = arg;
  if (info->kind == WEFT_ARG_VALUE)
    memcpy(kernel->block + info->offset, value, size);
  weft_lock_release(&kernel->lock);
  return CL_SUCCESS;
}

size_t weft_kernel_local_memory(cl_kernel kernel) {
  const struct weft_kernel_info *info = kernel->info;
  size_t total = info->local_size;
  weft_lock_acquire(&kernel->lock);
  for (uint32_t i = 0; i < info->num_args; i++) {
    if (info->args[i].kind != WEFT_ARG_LOCAL)
      continue;
    size_t align = info->args[i].align, bytes = kernel->args[i].bytes;
    size_t padding = -total & (align - 1);
    if (bytes > SIZE_MAX - padding - total) {
      total = SIZE_MAX;
      break;
    }
    total += padding + bytes;
  }
  weft_lock_release(&kernel->lock);
  return total;
}
