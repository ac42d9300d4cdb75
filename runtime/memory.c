/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/memory.h"

#include <string.h>

#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#include "runtime/allocation.h"
#include "runtime/external_memory.h"

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
  if (mem->mapped)
    munmap(mem->mapped, mem->size);
  if (mem->dma_buf >= 0)
    close(mem->dma_buf);
  WEFT_UNREF(&mem->parent);
  WEFT_UNREF(&mem->context);
  weft_lock_destroy(&mem->lock);
  weft_free(mem->properties);
  weft_free(mem);
}

cl_mem weft_mem_create(cl_context context, cl_mem_object_type type, size_t object_size, cl_mem_flags flags,
                       size_t size) {
  cl_mem mem = weft_zalloc(object_size);
  if (!mem)
    return NULL;
  weft_object_init(&mem->object, WEFT_CLASS_MEM, destroy);
  weft_lock_init(&mem->lock);
  mem->context = WEFT_REF(context);
  mem->type = type;
  mem->flags = flags;
  mem->size = size;
  mem->dma_buf = -1;
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
    weft_mem_host_writes(mem);
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
  else if (!mem->host_ptr)
    mem->untouched = weft_context_place(mem->context, NULL, &mem->storage, mem->flags & CL_MEM_ALLOC_HOST_PTR);
  return error;
}

void weft_mem_host_writes(cl_mem mem) {
  cl_mem root = weft_mem_root(mem);
  if (atomic_load_explicit(&root->untouched, memory_order_relaxed) && atomic_exchange(&root->untouched, false))
    weft_context_place(root->context, NULL, &root->storage, /*by_host=*/true);
}

cl_int weft_mem_keep_properties(cl_mem mem, const cl_mem_properties *properties, size_t properties_size) {
  if (!properties_size)
    return CL_SUCCESS;
  mem->properties = weft_memdup(properties, properties_size);
  if (!mem->properties)
    return CL_OUT_OF_HOST_MEMORY;
  mem->properties_size = properties_size;
  return CL_SUCCESS;
}

cl_int weft_mem_allocate(cl_mem mem, void *host_ptr, const struct weft_external *external) {
  if (external && external->kind != WEFT_EXTERNAL_NONE)
    return weft_external_attach(mem, external);
  if (mem->flags & CL_MEM_USE_HOST_PTR) {
    mem->host_ptr = host_ptr;
    struct weft_allocation_facts facts = weft_allocation_find(host_ptr);
    mem->uses_svm = facts.context && facts.kind == WEFT_ALLOCATION_SVM;
  }
  cl_int error = allocate(mem);
  if (error == CL_MEM_OBJECT_ALLOCATION_FAILURE)
    weft_context_error(mem->context, "%zu bytes do not fit into the device's memory", mem->size);
  if (!error && (mem->flags & CL_MEM_COPY_HOST_PTR))
    error = copy_initial(mem, host_ptr);
  return error;
}

cl_int weft_buffer_create(cl_context context, const cl_mem_properties *properties, size_t properties_size,
                          cl_mem_flags flags, size_t size, void *host_ptr, const struct weft_external *external,
                          cl_mem *out) {
  cl_mem mem = weft_mem_create(context, CL_MEM_OBJECT_BUFFER, sizeof *mem, flags, size);
  if (!mem)
    return CL_OUT_OF_HOST_MEMORY;
  cl_int error = weft_mem_keep_properties(mem, properties, properties_size);
  if (!error)
    error = weft_mem_allocate(mem, host_ptr, external);
  if (error)
    weft_object_release(&mem->object, NULL);
  else
    *out = mem;
  return error;
}

cl_mem_flags weft_mem_inherit_flags(cl_mem parent, cl_mem_flags flags) {
  if (!(flags & (ACCESS_FLAGS | WEFT_MEM_IMMUTABLE)))
    flags |= parent->flags & ACCESS_FLAGS;
  if (!(flags & HOST_ACCESS_FLAGS))
    flags |= parent->flags & HOST_ACCESS_FLAGS;
  return flags | (parent->flags & (HOST_PTR_FLAGS | WEFT_MEM_IMMUTABLE));
}

void weft_mem_share(cl_mem mem, cl_mem parent, size_t origin) {
  mem->parent = WEFT_REF(parent);
  mem->origin = origin;
  if (parent->host_ptr)
    mem->host_ptr = (char *)parent->host_ptr + origin;
}

cl_int weft_buffer_create_sub(cl_mem parent, cl_mem_flags flags, size_t origin, size_t size, cl_mem *out) {
  assert(!parent->parent && weft_mem_is_buffer(parent));
  cl_mem mem =
      weft_mem_create(parent->context, CL_MEM_OBJECT_BUFFER, sizeof *mem, weft_mem_inherit_flags(parent, flags), size);
  if (!mem)
    return CL_OUT_OF_HOST_MEMORY;
  weft_mem_share(mem, parent, origin);
  *out = mem;
  return CL_SUCCESS;
}

static size_t footprint(const struct weft_box *box) {
  return (box->region[2] - 1) * box->slice_pitch + (box->region[1] - 1) * box->row_pitch + box->region[0];
}

/*
 * With equal pitches the rows of b lie `apart`, plus a number of rows, plus a number of slices, from those of a. A row
 * fits into its pitch and the rows of a slice into theirs, so that only the two nearest numbers of slices, and for each
 * the two nearest of rows, can bring two rows together.
 */
static bool rows_meet(int64_t apart, const struct weft_box *a, const struct weft_box *b) {
  int64_t row = (int64_t)a->row_pitch, slice = (int64_t)a->slice_pitch;
  for (int64_t k = apart / slice - 1; k <= apart / slice + 1; k++) {
    int64_t rest = apart - k * slice;
    if (k <= -(int64_t)b->region[2] || k >= (int64_t)a->region[2])
      continue;
    for (int64_t j = rest / row - 1; j <= rest / row + 1; j++) {
      int64_t left = rest - j * row;
      if (j > -(int64_t)b->region[1] && j < (int64_t)a->region[1] && left < (int64_t)a->region[0] &&
          left > -(int64_t)b->region[0])
        return true;
    }
  }
  return false;
}

bool weft_boxes_overlap(cl_mem mem_a, const struct weft_box *a, cl_mem mem_b, const struct weft_box *b) {
  size_t from_a = weft_mem_place(mem_a).offset + a->offset, from_b = weft_mem_place(mem_b).offset + b->offset;
  if (from_a >= from_b + footprint(b) || from_b >= from_a + footprint(a))
    return false;
  return a->row_pitch != b->row_pitch || a->slice_pitch != b->slice_pitch ||
         rows_meet((int64_t)from_b - (int64_t)from_a, a, b);
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
