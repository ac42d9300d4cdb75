/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/allocation.h"

#include <string.h>

#include "base/alloc.h"
#include "runtime/queue.h"

struct weft_allocation {
  struct weft_range range;
  struct weft_list siblings; /* in the context's list */
  cl_device_id owner;        /* whose memory it is; a reference */
  struct weft_hw_memory storage;
  struct weft_allocation_facts facts;
  bool untouched; /* the back end wants to know before the host touches it (docs/placement.md); under the lock */
};

static struct weft_lock lock = WEFT_LOCK_INIT; /* guards the tree and the lists of all contexts */
static struct weft_range_tree tree;
static atomic_uint num_untouched; /* of the tree's; while there is none, nobody has to look who the host writes to */

cl_int weft_allocation_create(const struct weft_allocation_facts *asked, void **out) {
  struct weft_allocation *allocation = weft_zalloc(sizeof *allocation);
  if (!allocation)
    return CL_OUT_OF_HOST_MEMORY;
  cl_context context = asked->context;
  allocation->owner = WEFT_REF(asked->device ? asked->device : context->devices[0]);
  cl_int error = allocation->owner->ops->mem_alloc(allocation->owner->hw, asked->size, NULL, &allocation->storage);
  if (error) {
    WEFT_UNREF(&allocation->owner);
    weft_free(allocation);
    return error;
  }
  allocation->range.start = (uintptr_t)allocation->storage.host;
  allocation->range.size = asked->size;
  allocation->facts = *asked;
  allocation->facts.start = allocation->storage.host;
  bool for_device = asked->kind == WEFT_ALLOCATION_DEVICE;
  allocation->untouched =
      weft_context_place(context, for_device ? asked->device : NULL, &allocation->storage, /*by_host=*/!for_device);
  weft_lock_acquire(&lock);
  weft_range_insert(&tree, &allocation->range);
  if (allocation->untouched)
    atomic_fetch_add_explicit(&num_untouched, 1, memory_order_relaxed);
  weft_list_append(&context->allocations, &allocation->siblings);
  weft_lock_release(&lock);
  *out = allocation->storage.host;
  return CL_SUCCESS;
}

static void touch_locked(struct weft_allocation *allocation) {
  weft_lock_assert(&lock);
  if (allocation->untouched)
    atomic_fetch_sub_explicit(&num_untouched, 1, memory_order_relaxed);
  allocation->untouched = false;
}

static void take_out_locked(struct weft_allocation *allocation) {
  weft_lock_assert(&lock);
  touch_locked(allocation);
  weft_range_remove(&tree, &allocation->range);
  weft_list_remove(&allocation->siblings);
}

static void destroy(struct weft_allocation *allocation) {
  allocation->owner->ops->mem_free(allocation->owner->hw, &allocation->storage);
  WEFT_UNREF(&allocation->owner);
  weft_free(allocation);
}

bool weft_allocation_free(cl_context context, void *start, bool svm) {
  weft_lock_acquire(&lock);
  struct weft_range *range = weft_range_find(&tree, (uintptr_t)start);
  struct weft_allocation *allocation = range ? WEFT_LIST_ENTRY(range, struct weft_allocation, range) : NULL;
  bool is_own = allocation && allocation->range.start == (uintptr_t)start && allocation->facts.context == context &&
                (allocation->facts.kind == WEFT_ALLOCATION_SVM) == svm;
  if (is_own)
    take_out_locked(allocation);
  weft_lock_release(&lock);
  if (is_own)
    destroy(allocation);
  return is_own;
}

struct weft_allocation_facts weft_allocation_find(const void *address) {
  struct weft_allocation_facts facts = {0};
  weft_lock_acquire(&lock);
  struct weft_range *range = weft_range_find(&tree, (uintptr_t)address);
  if (range)
    facts = WEFT_LIST_ENTRY(range, struct weft_allocation, range)->facts;
  weft_lock_release(&lock);
  return facts;
}

void weft_allocation_host_writes(cl_context context, const void *address) {
  if (!context->hws || atomic_load_explicit(&num_untouched, memory_order_relaxed) == 0)
    return;
  weft_lock_acquire(&lock);
  struct weft_range *range = weft_range_find(&tree, (uintptr_t)address);
  struct weft_allocation *allocation = range ? WEFT_LIST_ENTRY(range, struct weft_allocation, range) : NULL;
  bool first = allocation && allocation->untouched;
  if (first)
    touch_locked(allocation);
  weft_lock_release(&lock);
  /* Nobody frees what is being written. */
  if (first)
    weft_context_place(context, allocation->facts.device, &allocation->storage, /*by_host=*/true);
}

void weft_allocation_free_all(cl_context context) {
  for (;;) {
    weft_lock_acquire(&lock);
    struct weft_allocation *allocation =
        weft_list_empty(&context->allocations)
            ? NULL
            : WEFT_LIST_ENTRY(context->allocations.next, struct weft_allocation, siblings);
    if (allocation)
      take_out_locked(allocation);
    weft_lock_release(&lock);
    if (!allocation)
      return;
    destroy(allocation);
  }
}

/* What a command that frees holds in its own room. */
struct freeing {
  cl_command_queue queue; /* the command's */
  void(CL_CALLBACK *fn)(cl_command_queue, cl_uint, void **, void *);
  void *user;
  cl_uint num_pointers;
  void *pointers[];
};

static void CL_CALLBACK free_pointers(void *argument) {
  struct freeing *freeing = argument;
  if (freeing->fn) {
    freeing->fn(freeing->queue, freeing->num_pointers, freeing->pointers, freeing->user);
    return;
  }
  for (cl_uint i = 0; i < freeing->num_pointers; i++)
    weft_allocation_free(freeing->queue->context, freeing->pointers[i], /*svm=*/true);
}

cl_int weft_allocation_enqueue_free(cl_command_queue queue, cl_command_type type, cl_uint num_pointers,
                                    void *const *pointers,
                                    void(CL_CALLBACK *fn)(cl_command_queue, cl_uint, void **, void *), void *user,
                                    cl_uint num_waits, const cl_event *waits, cl_event *event) {
  struct weft_command *command = NULL;
  size_t bytes = num_pointers * sizeof *pointers;
  cl_int error = weft_command_create(queue, type, num_waits, waits, 0, sizeof(struct freeing) + bytes, &command);
  if (error)
    return error;
  struct freeing *freeing = command->extra;
  freeing->queue = queue;
  freeing->fn = fn;
  freeing->user = user;
  freeing->num_pointers = num_pointers;
  if (bytes)
    memcpy(freeing->pointers, pointers, bytes);
  command->work.kind = WEFT_WORK_CALL;
  command->work.call.fn = free_pointers;
  command->work.call.arg = freeing;
  return weft_command_enqueue(command, CL_FALSE, event);
}

cl_int weft_allocation_enqueue_nothing(cl_command_queue queue, cl_command_type type, cl_bool blocking,
                                       cl_uint num_waits, const cl_event *waits, cl_event *event) {
  struct weft_command *command = NULL;
  /* Nobody could tell that there was a command. */
  if (!event && (blocking ? weft_queue_is_next(queue, num_waits, waits) : !num_waits))
    return CL_SUCCESS;
  cl_int error = weft_command_create(queue, type, num_waits, waits, 0, 0, &command);
  if (error)
    return error;
  command->work.kind = WEFT_WORK_NONE;
  return weft_command_enqueue(command, blocking, event);
}
