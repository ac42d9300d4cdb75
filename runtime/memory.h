/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_MEMORY_H
#define WEFT_RUNTIME_MEMORY_H

/*
 * cl_mem: what all memory objects share, and buffers with their sub-buffers.
 *
 * A buffer owns its storage, one allocation of a device of its context; all devices of a context reach it. A
 * sub-buffer owns none: it references its parent, which can therefore not go before it. Whoever needs the
 * bytes asks for a place, which is the storage with an offset, and never cares which of the two it has.
 *
 * Mappings stand in the list of the object that owns the storage, so that those made through a buffer and through
 * its sub-buffers see each other. Its lock guards the list; each object's own guards its destructors.
 */

#include "runtime/context.h"
#include "runtime/lock.h"
#include "runtime/object.h"

struct weft_mapping;
struct weft_mem_destructor; /* a callback of clSetMemObjectDestructorCallback */

typedef void(CL_CALLBACK *weft_mem_notify)(cl_mem mem, void *user);

struct _cl_mem {
  struct weft_object object;
  cl_context context; /* a reference */
  cl_mem_object_type type;
  cl_mem_flags flags; /* as given, with what a sub-buffer inherits */
  size_t size;        /* bytes */
  void *host_ptr;     /* CL_MEM_USE_HOST_PTR: where this object begins in the application's memory; else NULL */
  bool uses_svm;      /* host_ptr is an SVM pointer */
  cl_mem_properties *properties; /* as given, 0-terminated; NULL: none given */
  size_t properties_size;        /* bytes, with the terminator */
  cl_mem parent;                 /* sub-buffers: a reference; else NULL */
  size_t origin;                 /* bytes from the parent's first byte */
  cl_device_id owner;            /* the device that allocated the storage, a reference; NULL: a sub-buffer */
  struct weft_hw_memory storage; /* valid where `owner` is set */
  struct weft_lock lock;
  struct weft_mem_destructor *destructors; /* newest first */
  struct weft_mapping *mappings;           /* newest first; empty in a sub-buffer */
  uint64_t next_mapping;
};

/* Where the bytes of a memory object lie. */
struct weft_place {
  const struct weft_hw_memory *mem; /* lives as long as the object does */
  size_t offset;                    /* of the object's first byte */
};

/* The object that owns the storage. */
static inline cl_mem weft_mem_root(cl_mem mem) {
  return mem->parent ? mem->parent : mem; /* a sub-buffer's parent is never a sub-buffer */
}
static inline struct weft_place weft_mem_place(cl_mem mem) {
  return (struct weft_place){&weft_mem_root(mem)->storage, mem->parent ? mem->origin : 0};
}
static inline bool weft_mem_is_buffer(cl_mem mem) {
  return mem->type == CL_MEM_OBJECT_BUFFER;
}
/* A sub-buffer's origin suits the device's base address alignment. */
static inline bool weft_mem_is_aligned(cl_mem mem, cl_device_id device) {
  return mem->origin % device->caps->mem_base_align == 0;
}

/* Makes a buffer; arguments checked. `properties_size` 0: none given. Errors: CL_MEM_OBJECT_ALLOCATION_FAILURE,
 * CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES. */
__attribute__((warn_unused_result)) cl_int weft_buffer_create(cl_context context, const cl_mem_properties *properties,
                                                              size_t properties_size, cl_mem_flags flags, size_t size,
                                                              void *host_ptr, cl_mem *out);
/* `flags` as given to clCreateSubBuffer, which this completes with what is inherited. CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_buffer_create_sub(cl_mem parent, cl_mem_flags flags, size_t origin,
                                                                  size_t size, cl_mem *out);
/* CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_mem_add_destructor(cl_mem mem, weft_mem_notify fn, void *user);

/* Maps (map.c). A mapping is recorded when the command is enqueued, and goes when its unmap is enqueued or when
 * its command fails. Errors: CL_INVALID_OPERATION where it would overlap another one and both write, CL_MAP_FAILURE,
 * CL_OUT_OF_HOST_MEMORY, and for blocking maps what the command ended with. */
__attribute__((warn_unused_result)) cl_int weft_mem_map(cl_command_queue queue, cl_mem mem, cl_bool blocking,
                                                        cl_map_flags flags, size_t offset, size_t size,
                                                        cl_uint num_waits, const cl_event *waits, cl_event *event,
                                                        void **out);
/* CL_INVALID_VALUE: `host` is no mapping of `mem`. CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_mem_unmap(cl_command_queue queue, cl_mem mem, void *host,
                                                          cl_uint num_waits, const cl_event *waits, cl_event *event);
cl_uint weft_mem_map_count(cl_mem mem);
/* Forgets the mappings made through `mem`, which is being destroyed. */
void weft_mem_drop_mappings(cl_mem mem);

#endif
