/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_EXTERNAL_MEMORY_H
#define WEFT_RUNTIME_EXTERNAL_MEMORY_H

/*
 * Memory of other processes and drivers (cl_khr_external_memory): a file descriptor whose pages are mapped shared and
 * serve as the storage of a buffer or an image; docs/external_memory.md.
 */

#include "runtime/memory.h"

/* What is to be imported. The descriptor becomes the memory object's where that is made, and stays the caller's where
 * it is not. */
struct weft_external {
  enum { WEFT_EXTERNAL_NONE, WEFT_EXTERNAL_OPAQUE, WEFT_EXTERNAL_DMA_BUF } kind;
  int fd;
};

/* Whether the descriptor is of that kind. */
bool weft_external_valid(const struct weft_external *external);
/* The bytes that it has; valid. */
uint64_t weft_external_size(const struct weft_external *external);
/* Gives `mem`, newly made and of no more bytes than there are, that storage. Errors: CL_INVALID_PROPERTY where the
 * descriptor does not allow reading and writing, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_external_attach(cl_mem mem, const struct weft_external *external);

/* The object was imported. */
static inline bool weft_mem_is_external(cl_mem mem) {
  return mem->mapped != NULL;
}
/* It was imported for that device. */
bool weft_external_serves(cl_mem mem, cl_device_id device);

/* clEnqueueAcquireExternalMemObjectsKHR and clEnqueueReleaseExternalMemObjectsKHR, arguments checked.
 * CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_external_enqueue(cl_command_queue queue, cl_command_type type,
                                                                 cl_uint count, const cl_mem *mems, cl_uint num_waits,
                                                                 const cl_event *waits, cl_event *event);

#endif
