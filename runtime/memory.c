/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/memory.h"

#include <string.h>

#include "runtime/alloc.h"

/* Initial contents up to this size are copied by the caller; larger ones by the device, which has more hands. */
#define COPY_HERE_MAX ((size_t)1 << 20)

struct weft_mem_destructor {
  struct weft_mem_destructor *next;
  weft_mem_notify fn;
  void *user;
};

#define ACCESS_FLAGS (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)
#define HOST_ACCESS_FLAGS (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)
#define HOST_PTR_FLAGS (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)

static void run_destructors(cl_mem mem) {
  struct weft_mem_destructor *next;
  for (struct weft_mem_destructor *at = mem->destructors; at; at = next) {
    next = at->next;
    at->fn(mem, at->user);
    weft_free(at);
  }
  mem->destructors = NULL;
}

/* Accepts half-built objects. */
static void destroy(struct weft_object *object) {
  cl_mem mem = (cl_mem)object;
  run_destructors(mem);
  weft_mem_drop_mappings(mem);
  if (mem->owner) {
    if (mem->storage.size)
      mem->owner->ops->mem_free(mem->owner->hw, &mem->storage);
    WEFT_UNREF(&mem->owner);
  }
  WEFT_UNREF(&mem->parent);
  WEFT_UNREF(&mem->context);
  weft_lock_destroy(&mem->lock);
  weft_free(mem->properties);
  weft_free(mem);
}

static cl_mem create(cl_context context, cl_mem_object_type type, cl_mem_flags flags, size_t size) {
  cl_mem mem = weft_zalloc(sizeof *mem);
  if (!mem)
    return NULL;
  weft_object_init(&mem->object, WEFT_CLASS_MEM, destroy);
  weft_lock_init(&mem->lock);
  mem->context = WEFT_REF(context);
  mem->type = type;
  mem->flags = flags;
  mem->size = size;
  return mem;
}

/* A work that the caller waits for, outside any queue. */
struct awaited_work {
  struct weft_work work;
  const struct weft_hw_ops *ops;
  cl_int status;
  atomic_uint done;
};

static void awaited_started(struct weft_work *work) {
  (void)work;
}

static void awaited_finished(struct weft_work *work, cl_int status) {
  struct awaited_work *awaited = (struct awaited_work *)work;
  const struct weft_hw_ops *ops = awaited->ops;
  atomic_uint *done = &awaited->done;
  awaited->status = status;
  atomic_store_explicit(done, 1, memory_order_release);
  ops->wake(done); /* an address to wake by; what lies there may be gone */
}

static cl_int copy_initial(cl_mem mem, const void *from) {
  if (mem->storage.host && mem->size <= COPY_HERE_MAX) {
    memcpy(mem->storage.host, from, mem->size);
    return CL_SUCCESS;
  }
  struct awaited_work *awaited = weft_alloc_aligned(_Alignof(struct awaited_work), sizeof *awaited);
  if (!awaited)
    return CL_OUT_OF_HOST_MEMORY;
  memset(awaited, 0, sizeof *awaited);
  awaited->ops = mem->owner->ops;
  struct weft_work *work = &awaited->work;
  work->kind = WEFT_WORK_COPY;
  work->hw = mem->owner->hw;
  work->started = awaited_started;
  work->finished = awaited_finished;
  work->copy.region[0] = mem->size;
  work->copy.region[1] = work->copy.region[2] = 1;
  work->copy.dst = (struct weft_endpoint){.mem = &mem->storage, .row_pitch = mem->size, .slice_pitch = mem->size};
  work->copy.src = (struct weft_endpoint){.host = (char *)from, .row_pitch = mem->size, .slice_pitch = mem->size};
  awaited->ops->submit(work);
  awaited->ops->wait(mem->owner->hw, &awaited->done);
  cl_int status = awaited->status;
  weft_free(awaited);
  return status == CL_COMPLETE ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
}

/* The device keeps count of what it has left. */
static cl_int allocate(cl_mem mem) {
  mem->owner = WEFT_REF(mem->context->devices[0]);
  cl_int error = mem->owner->ops->mem_alloc(mem->owner->hw, mem->size, mem->host_ptr, &mem->storage);
  if (error)
    mem->storage.size = 0;
  return error;
}

cl_int weft_buffer_create(cl_context context, const cl_mem_properties *properties, size_t properties_size,
                          cl_mem_flags flags, size_t size, void *host_ptr, cl_mem *out) {
  cl_mem mem = create(context, CL_MEM_OBJECT_BUFFER, flags, size);
  if (!mem)
    return CL_OUT_OF_HOST_MEMORY;
  cl_int error = CL_OUT_OF_HOST_MEMORY;
  if (properties_size) {
    mem->properties = weft_memdup(properties, properties_size);
    if (!mem->properties)
      goto fail;
    mem->properties_size = properties_size;
  }
  if (flags & CL_MEM_USE_HOST_PTR)
    mem->host_ptr = host_ptr;
  error = allocate(mem);
  if (!error && (flags & CL_MEM_COPY_HOST_PTR))
    error = copy_initial(mem, host_ptr);
  if (error)
    goto fail;
  *out = mem;
  return CL_SUCCESS;
fail:
  weft_object_release(&mem->object, NULL);
  if (error == CL_MEM_OBJECT_ALLOCATION_FAILURE)
    weft_context_error(context, "A buffer of %zu bytes does not fit into the device's memory", size);
  return error;
}

cl_int weft_buffer_create_sub(cl_mem parent, cl_mem_flags flags, size_t origin, size_t size, cl_mem *out) {
  assert(!parent->parent && weft_mem_is_buffer(parent));
  if (!(flags & ACCESS_FLAGS))
    flags |= parent->flags & ACCESS_FLAGS;
  if (!(flags & HOST_ACCESS_FLAGS))
    flags |= parent->flags & HOST_ACCESS_FLAGS;
  flags |= parent->flags & HOST_PTR_FLAGS;
  cl_mem mem = create(parent->context, CL_MEM_OBJECT_BUFFER, flags, size);
  if (!mem)
    return CL_OUT_OF_HOST_MEMORY;
  mem->parent = WEFT_REF(parent);
  mem->origin = origin;
  mem->uses_svm = parent->uses_svm;
  if (parent->host_ptr)
    mem->host_ptr = (char *)parent->host_ptr + origin;
  *out = mem;
  return CL_SUCCESS;
}

cl_int weft_mem_add_destructor(cl_mem mem, weft_mem_notify fn, void *user) {
  struct weft_mem_destructor *destructor = weft_alloc(sizeof *destructor);
  if (!destructor)
    return CL_OUT_OF_HOST_MEMORY;
  destructor->fn = fn;
  destructor->user = user;
  weft_lock_acquire(&mem->lock);
  destructor->next = mem->destructors;
  mem->destructors = destructor;
  weft_lock_release(&mem->lock);
  return CL_SUCCESS;
}
