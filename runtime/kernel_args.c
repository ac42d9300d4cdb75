/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clSetKernelArg, and what the arguments set so far ask for. */
#include <string.h>

#include "runtime/device_object.h"
#include "runtime/extensions.h"
#include "runtime/image.h"
#include "runtime/kernel.h"
#include "runtime/pipe.h"
#include "runtime/queue.h"
#include "runtime/sampler.h"
#include "runtime/specialise.h"

static cl_int check_value(const struct weft_arg_info *info, size_t size, const void *value) {
  if (size != info->size)
    return CL_INVALID_ARG_SIZE;
  return value ? CL_SUCCESS : CL_INVALID_ARG_VALUE;
}

/* CL_INVALID_ARG_VALUE: a pointer to what is immutable, and the kernel may write there. Where nothing tells, as of
 * modules without arguments' qualifiers, it is taken not to. */
static cl_int check_immutable(cl_kernel kernel, const struct weft_arg_info *info, cl_mem mem) {
  bool writes =
      info->kind == WEFT_ARG_GLOBAL && kernel->info->has_arg_info && !(info->type_qualifier & CL_KERNEL_ARG_TYPE_CONST);
  return writes && (mem->flags & WEFT_MEM_IMMUTABLE) ? CL_INVALID_ARG_VALUE : CL_SUCCESS;
}

/* The memory object that a value names. */
static cl_int read_mem(cl_kernel kernel, size_t size, const void *value, bool (*is_wanted)(cl_mem), cl_mem *out) {
  cl_mem mem = NULL;
  if (size != sizeof(mem))
    return CL_INVALID_ARG_SIZE;
  if (value)
    memcpy(&mem, value, sizeof(mem));
  if (!weft_object_is((const struct weft_object *)mem, WEFT_CLASS_MEM) || !is_wanted(mem))
    return CL_INVALID_MEM_OBJECT;
  if (mem->context != kernel->context)
    return CL_INVALID_CONTEXT;
  *out = mem;
  return CL_SUCCESS;
}

static cl_int check_pointer(cl_kernel kernel, const struct weft_arg_info *info, size_t size, const void *value,
                            struct weft_kernel_arg *arg) {
  static const cl_mem none;
  if (size == sizeof(none) && (!value || memcmp(value, &none, size) == 0))
    return CL_SUCCESS; /* a null pointer */
  cl_int error = read_mem(kernel, size, value, weft_mem_is_buffer, &arg->mem);
  return error ? error : check_immutable(kernel, info, arg->mem);
}

/* No memory at all is what OpenCL 3.1 allows. */
static cl_int check_local(size_t size, const void *value, struct weft_kernel_arg *arg) {
  if (value)
    return CL_INVALID_ARG_VALUE;
  if (!size && weft_extensions()->opencl_version < 310)
    return CL_INVALID_ARG_SIZE;
  arg->bytes = size;
  return CL_SUCCESS;
}

/* The images that an argument of a type takes; types that a program has given other names are not told apart. */
static const struct image_type {
  const char *name;
  cl_mem_object_type type;
  bool depth;
} image_types[] = {
    {"image1d_t", CL_MEM_OBJECT_IMAGE1D, false},
    {"image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER, false},
    {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY, false},
    {"image2d_t", CL_MEM_OBJECT_IMAGE2D, false},
    {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, false},
    {"image2d_depth_t", CL_MEM_OBJECT_IMAGE2D, true},
    {"image2d_array_depth_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, true},
    {"image3d_t", CL_MEM_OBJECT_IMAGE3D, false},
};

static bool takes_image(const struct weft_arg_info *info, const struct weft_image *image) {
  if (info->access == CL_KERNEL_ARG_ACCESS_READ_WRITE &&
      !weft_image_format_serves(image->format, image->mem.type, WEFT_IMAGE_READ_WRITE))
    return false;
  for (size_t i = 0; i < sizeof(image_types) / sizeof(*image_types); i++)
    if (info->type_name && strcmp(info->type_name, image_types[i].name) == 0)
      return image->mem.type == image_types[i].type &&
             (!image_types[i].depth || image->format->name.image_channel_order == CL_DEPTH);
  return true;
}

static cl_int check_image(cl_kernel kernel, const struct weft_arg_info *info, size_t size, const void *value,
                          struct weft_kernel_arg *arg) {
  cl_mem mem;
  cl_int error = read_mem(kernel, size, value, weft_mem_is_image, &mem);
  if (error)
    return error;
  if (!takes_image(info, weft_image_of(mem)))
    return CL_INVALID_MEM_OBJECT;
  if ((info->access == CL_KERNEL_ARG_ACCESS_READ_ONLY && (mem->flags & CL_MEM_WRITE_ONLY)) ||
      (info->access == CL_KERNEL_ARG_ACCESS_WRITE_ONLY && (mem->flags & (CL_MEM_READ_ONLY | WEFT_MEM_IMMUTABLE))))
    return CL_INVALID_ARG_VALUE;
  const cl_image_format *format = &weft_image_of(mem)->format->name;
  arg->mem = mem;
  arg->fact = (uint64_t)format->image_channel_data_type << 32 | format->image_channel_order;
  return CL_SUCCESS;
}

static cl_int check_sampler(cl_kernel kernel, size_t size, const void *value, uint32_t *bits) {
  cl_sampler sampler = NULL;
  if (size != sizeof(sampler))
    return CL_INVALID_ARG_SIZE;
  if (value)
    memcpy(&sampler, value, sizeof(sampler));
  if (!weft_object_is((const struct weft_object *)sampler, WEFT_CLASS_SAMPLER))
    return CL_INVALID_SAMPLER;
  if (sampler->context != kernel->context)
    return CL_INVALID_CONTEXT;
  *bits = weft_sampler_bits(sampler);
  return CL_SUCCESS;
}

static cl_int check_queue(cl_kernel kernel, size_t size, const void *value, struct weft_kernel_arg *arg) {
  cl_command_queue queue = NULL;
  if (size != sizeof(queue))
    return CL_INVALID_ARG_SIZE;
  if (value)
    memcpy(&queue, value, sizeof(queue));
  if (!weft_object_is((const struct weft_object *)queue, WEFT_CLASS_QUEUE) || !weft_queue_on_device(queue))
    return CL_INVALID_DEVICE_QUEUE;
  if (queue->context != kernel->context)
    return CL_INVALID_CONTEXT;
  arg->queue = queue;
  return CL_SUCCESS;
}

/* With the kernel's lock held. */
static void put_arg_locked(cl_kernel kernel, cl_uint index, const struct weft_kernel_arg *arg) {
  weft_lock_assert(&kernel->lock);
  kernel->num_unset -= !kernel->args[index].set;
  kernel->args[index] = *arg;
}

cl_int weft_kernel_set_arg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
  if (index >= kernel->info->num_args)
    return CL_INVALID_ARG_INDEX;
  const struct weft_arg_info *info = &kernel->info->args[index];
  struct weft_kernel_arg arg = {.set = true};
  uint32_t sampler = 0;
  cl_int error = CL_SUCCESS;
  switch (info->kind) {
  case WEFT_ARG_VALUE:
    error = check_value(info, size, value);
    break;
  case WEFT_ARG_GLOBAL:
  case WEFT_ARG_CONSTANT:
    error = check_pointer(kernel, info, size, value, &arg);
    break;
  case WEFT_ARG_LOCAL:
    error = check_local(size, value, &arg);
    break;
  case WEFT_ARG_IMAGE:
    error = check_image(kernel, info, size, value, &arg);
    break;
  case WEFT_ARG_PIPE:
    error = read_mem(kernel, size, value, weft_mem_is_pipe, &arg.mem);
    break;
  case WEFT_ARG_SAMPLER:
    error = check_sampler(kernel, size, value, &sampler);
    arg.fact = sampler;
    break;
  case WEFT_ARG_QUEUE:
    error = check_queue(kernel, size, value, &arg);
    break;
  }
  if (error)
    return error;
  weft_lock_acquire(&kernel->lock);
  put_arg_locked(kernel, index, &arg);
  if (info->kind == WEFT_ARG_VALUE)
    memcpy(kernel->block + info->offset, value, size);
  else if (info->kind == WEFT_ARG_SAMPLER)
    memcpy(kernel->block + info->offset, &sampler, sizeof(sampler));
  struct weft_facts facts;
  facts.count = 0;
  if (info->fact != WEFT_FACT_NONE && !kernel->info->wants_group)
    weft_specialise_facts_locked(kernel, kernel->info, &facts);
  weft_lock_release(&kernel->lock);
  cl_uint complete = kernel->devices[0].num_facts;
  if (facts.count && facts.count == (complete < WEFT_MOST_FACTS ? complete : WEFT_MOST_FACTS))
    weft_specialise_prepare(kernel, &facts);
  return CL_SUCCESS;
}

cl_int weft_kernel_set_pointer(cl_kernel kernel, cl_uint index, const void *value) {
  if (index >= kernel->info->num_args)
    return CL_INVALID_ARG_INDEX;
  enum weft_arg_kind kind = kernel->info->args[index].kind;
  if (kind != WEFT_ARG_GLOBAL && kind != WEFT_ARG_CONSTANT)
    return CL_INVALID_ARG_VALUE;
  struct weft_kernel_arg arg = {.set = true, .address = (uintptr_t)value};
  weft_lock_acquire(&kernel->lock);
  put_arg_locked(kernel, index, &arg);
  weft_lock_release(&kernel->lock);
  return CL_SUCCESS;
}

void weft_kernel_set_outside(cl_kernel kernel, enum weft_kernel_outside which, bool used) {
  weft_lock_acquire(&kernel->lock);
  kernel->outside = (kernel->outside & ~(unsigned)which) | (used ? which : 0u);
  weft_lock_release(&kernel->lock);
}

/* Places the local arguments behind the kernel's own local memory and, with a block, writes their offsets into their
 * slots. Bytes in all; SIZE_MAX where they overflow. */
static size_t place_locals_locked(cl_kernel kernel, const struct weft_kernel_info *info, size_t least, char *block) {
  weft_lock_assert(&kernel->lock);
  size_t total = info->local_size;
  for (uint32_t i = 0; i < info->num_args; i++) {
    const struct weft_arg_info *arg = &info->args[i];
    if (arg->kind != WEFT_ARG_LOCAL)
      continue;
    size_t align = arg->align > least ? arg->align : least, bytes = kernel->args[i].bytes;
    if (!bytes) { /* a pointer to where the group's memory begins, which is aligned; it takes no room */
      if (block)
        memset(block + arg->offset, 0, sizeof(uint64_t));
      continue;
    }
    size_t padding = -total & (align - 1);
    if (padding > SIZE_MAX - total || bytes > SIZE_MAX - padding - total)
      return SIZE_MAX;
    if (block)
      memcpy(block + arg->offset, &(uint64_t){total + padding}, sizeof(uint64_t));
    total += padding + bytes;
  }
  return total;
}

/* Kernels cast these pointers to wider types than they declare, and lines that two arguments share cost. Where the
 * padding for this would be what does not fit, arguments have the alignment of their type alone. */
size_t weft_kernel_place_locals(cl_kernel kernel, const struct weft_kernel_device *on, size_t most, char *block) {
  size_t total = place_locals_locked(kernel, on->info, WEFT_LOCAL_ARG_ALIGN, block);
  return total <= most ? total : place_locals_locked(kernel, on->info, 1, block);
}

size_t weft_kernel_local_memory(cl_kernel kernel, const struct weft_kernel_device *on, cl_device_id device) {
  weft_lock_acquire(&kernel->lock);
  size_t total = weft_kernel_place_locals(kernel, on, device->caps->local_mem_size, NULL);
  weft_lock_release(&kernel->lock);
  return total;
}
