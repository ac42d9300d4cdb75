/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_MEMORY_H
#define WEFT_RUNTIME_MEMORY_H

/*
 * cl_mem: what all memory objects share, and buffers with their sub-buffers. Images are in image.h.
 *
 * A buffer owns its storage, one allocation of a device of its context; all devices of a context reach it. A
 * sub-buffer owns none: it references its parent, which can therefore not go before it; likewise an image that was made
 * of a buffer or of an image. Whoever needs the bytes asks for a place, which is the storage with an offset, and never
 * cares which of them it has.
 *
 * Mappings stand in the list of the object that owns the storage, so that those made through a buffer and through
 * its sub-buffers and images see each other. Its lock guards the list; each object's own guards its destructors.
 */

#include "base/lock.h"
#include "runtime/context.h"
#include "runtime/object.h"

struct weft_external;

/* CL_MEM_IMMUTABLE_EXT of cl_ext_immutable_memory_objects: no command and no kernel changes the object. */
#define WEFT_MEM_IMMUTABLE ((cl_mem_flags)1 << 6)

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
  cl_mem_properties *properties; /* as given, 0-terminated; NULL: none given */
  size_t properties_size;        /* bytes, with the terminator */
  cl_mem parent;                 /* of what shares another's storage: a reference; else NULL */
  size_t origin;                 /* bytes from the parent's first byte */
  cl_device_id owner;            /* the device that allocated the storage, a reference; NULL: the parent's */
  struct weft_hw_memory storage; /* valid where `owner` is set */
  struct weft_lock lock;
  struct weft_mem_destructor *destructors; /* newest first */
  struct weft_mapping *mappings;           /* newest first; empty where there is a parent */
  uint64_t next_mapping;
  atomic_bool untouched; /* the host says before it writes (docs/placement.md); of the root */
  bool uses_svm;         /* the storage is in an allocation by clSVMAlloc; of the root */
  void *mapped;          /* the pages of a descriptor of another driver or process (external_memory.h); else NULL */
  int dma_buf;           /* and that descriptor, where it is a dma-buf; else -1 */
  bool has_address;      /* CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT: the application may ask where it is; of the root */
};

/* Where the bytes of a memory object lie. */
struct weft_place {
  const struct weft_hw_memory *mem; /* lives as long as the object does */
  size_t offset;                    /* of the object's first byte */
};

/* The object that owns the storage. */
static inline cl_mem weft_mem_root(cl_mem mem) {
  while (mem->parent)
    mem = mem->parent;
  return mem;
}
static inline struct weft_place weft_mem_place(cl_mem mem) {
  size_t offset = 0;
  for (; mem->parent; mem = mem->parent)
    offset += mem->origin;
  return (struct weft_place){&mem->storage, offset};
}
static inline bool weft_mem_is_buffer(cl_mem mem) {
  return mem->type == CL_MEM_OBJECT_BUFFER;
}
static inline bool weft_mem_is_image(cl_mem mem) {
  return mem->type >= CL_MEM_OBJECT_IMAGE2D && mem->type <= CL_MEM_OBJECT_IMAGE1D_BUFFER;
}
/* A sub-buffer's origin suits the device's base address alignment. */
static inline bool weft_mem_is_aligned(cl_mem mem, cl_device_id device) {
  return mem->origin % device->caps->mem_base_align == 0;
}

/* Makes a buffer; arguments checked. `properties_size` 0: none given. `external`: where its storage comes from instead;
 * may be NULL. Errors: CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES, those of
 * weft_external_attach(). */
__attribute__((warn_unused_result)) cl_int weft_buffer_create(cl_context context, const cl_mem_properties *properties,
                                                              size_t properties_size, cl_mem_flags flags, size_t size,
                                                              void *host_ptr, const struct weft_external *external,
                                                              cl_mem *out);
/* `flags` as given to clCreateSubBuffer, which this completes with what is inherited. CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_buffer_create_sub(cl_mem parent, cl_mem_flags flags, size_t origin,
                                                                  size_t size, cl_mem *out);
/* CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_mem_add_destructor(cl_mem mem, weft_mem_notify fn, void *user);

/* For the makers of other kinds of memory objects. A zeroed object of `object_size` bytes that begins with struct
 * _cl_mem, or NULL; weft_object_release() also frees a half-built one. */
cl_mem weft_mem_create(cl_context context, cl_mem_object_type type, size_t object_size, cl_mem_flags flags,
                       size_t size);
/* Keeps a copy of the properties; 0 bytes: none given. CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_mem_keep_properties(cl_mem mem, const cl_mem_properties *properties,
                                                                    size_t properties_size);
/* Allocates the storage and fills it as the flags ask for: `host_ptr` points to mem->size bytes or is NULL. Or takes it
 * from elsewhere: `external` may be NULL. Errors: those of weft_buffer_create(). */
__attribute__((warn_unused_result)) cl_int weft_mem_allocate(cl_mem mem, void *host_ptr,
                                                             const struct weft_external *external);
/* To be called before the host writes into the object's storage. */
void weft_mem_host_writes(cl_mem mem);
/* Shares the storage of `parent`, from `origin` on: takes a reference. */
void weft_mem_share(cl_mem mem, cl_mem parent, size_t origin);
/* The flags of an object that shares the parent's storage. */
cl_mem_flags weft_mem_inherit_flags(cl_mem parent, cl_mem_flags flags);

/* Part of a memory object that is mapped or moved, in its bytes. */
struct weft_box {
  size_t offset;                 /* of the first byte, from the object's first */
  size_t region[3];              /* bytes, rows, slices; none of them 0 */
  size_t row_pitch, slice_pitch; /* a row and the rows of a slice fit into theirs */
};
/* Whether two boxes of objects with the same root share a byte. Boxes of different pitches do wherever their first and
 * last bytes enclose a common one. */
bool weft_boxes_overlap(cl_mem mem_a, const struct weft_box *a, cl_mem mem_b, const struct weft_box *b);

/* Maps (map.c). A mapping is recorded when the command is enqueued, and goes when its unmap is enqueued or when
 * its command fails. Errors: CL_INVALID_OPERATION where it would overlap another one and both write, CL_MAP_FAILURE,
 * CL_OUT_OF_HOST_MEMORY, and for blocking maps what the command ended with. */
__attribute__((warn_unused_result)) cl_int weft_mem_map(cl_command_queue queue, cl_command_type type, cl_mem mem,
                                                        cl_bool blocking, cl_map_flags flags,
                                                        const struct weft_box *box, cl_uint num_waits,
                                                        const cl_event *waits, cl_event *event, void **out);
/* CL_INVALID_VALUE: `host` is no mapping of `mem`. CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_mem_unmap(cl_command_queue queue, cl_mem mem, void *host,
                                                          cl_uint num_waits, const cl_event *waits, cl_event *event);
cl_uint weft_mem_map_count(cl_mem mem);
/* Forgets the mappings made through `mem`, which is being destroyed. */
void weft_mem_drop_mappings(cl_mem mem);

#endif
