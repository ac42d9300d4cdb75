/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Invariants, under a semaphore's lock: where there are `waits`, there are no `signals` and it is not `ready`. A use in
 * one of the lists is of a command that has not ended: a signal leaves in its `finish`, and a wait there has a count of
 * its own in the event, so that it cannot start.
 */
#include "runtime/semaphore.h"

#include "runtime/alloc.h"
#include "runtime/event_graph.h"

#include <assert.h>

/* One semaphore of a command; an array of them is the command's extra room. */
struct weft_semaphore_use {
  cl_semaphore_khr semaphore; /* held by the command */
  cl_event event;             /* of the command */
  struct weft_list node;      /* in one of the semaphore's lists, while it has no counterpart */
  bool is_alone;              /* it is in the list */
  struct weft_edge edge;      /* of a wait: from its signal */
};

static void destroy(struct weft_object *object) {
  cl_semaphore_khr semaphore = (cl_semaphore_khr)object;
  assert(weft_list_empty(&semaphore->signals) && weft_list_empty(&semaphore->waits));
  weft_lock_destroy(&semaphore->lock);
  weft_free(semaphore->properties);
  WEFT_UNREF(&semaphore->device);
  WEFT_UNREF(&semaphore->context);
  weft_free(semaphore);
}

cl_int weft_semaphore_create(cl_context context, cl_device_id device, const cl_semaphore_properties_khr *properties,
                             size_t properties_size, cl_semaphore_khr *out) {
  cl_semaphore_khr semaphore = weft_zalloc(sizeof *semaphore);
  if (!semaphore)
    return CL_OUT_OF_HOST_MEMORY;
  weft_object_init(&semaphore->object, WEFT_CLASS_SEMAPHORE, destroy);
  weft_lock_init(&semaphore->lock);
  weft_list_init(&semaphore->signals);
  weft_list_init(&semaphore->waits);
  semaphore->context = WEFT_REF(context);
  semaphore->device = device ? WEFT_REF(device) : NULL;
  semaphore->properties = weft_memdup(properties, properties_size);
  if (!semaphore->properties) {
    WEFT_UNREF(&semaphore);
    return CL_OUT_OF_HOST_MEMORY;
  }
  semaphore->properties_size = properties_size;
  *out = semaphore;
  return CL_SUCCESS;
}

static void put(struct weft_list *list, struct weft_semaphore_use *use) {
  weft_list_append(list, &use->node);
  use->is_alone = true;
}

/* The oldest one, or NULL. */
static struct weft_semaphore_use *take(struct weft_list *list) {
  struct weft_list *node = weft_list_take(list);
  struct weft_semaphore_use *use = node ? WEFT_LIST_ENTRY(node, struct weft_semaphore_use, node) : NULL;
  if (use)
    use->is_alone = false;
  return use;
}

cl_semaphore_payload_khr weft_semaphore_payload(cl_semaphore_khr semaphore) {
  weft_lock_acquire(&semaphore->lock);
  cl_uint payload = semaphore->payload;
  weft_lock_release(&semaphore->lock);
  return payload != 0;
}

void weft_semaphore_abandon(cl_semaphore_khr semaphore) {
  for (;;) {
    weft_lock_acquire(&semaphore->lock);
    struct weft_semaphore_use *wait = take(&semaphore->waits);
    weft_lock_release(&semaphore->lock);
    if (!wait)
      return;
    atomic_store_explicit(&wait->event->wait_error, 1, memory_order_relaxed);
    weft_graph_let_go(wait->event);
  }
}

/* --- signals --- */

static struct weft_semaphore_use *uses_of(struct weft_command *command, cl_uint *count) {
  *count = (cl_uint)(command->extra_size / sizeof(struct weft_semaphore_use));
  return command->extra;
}

/* The semaphore becomes signalled, before anybody sees that the command has ended. */
static void finish_signal(struct weft_command *command, cl_int status) {
  cl_uint count;
  struct weft_semaphore_use *uses = uses_of(command, &count);
  for (cl_uint i = 0; i < count; i++) {
    cl_semaphore_khr semaphore = uses[i].semaphore;
    weft_lock_acquire(&semaphore->lock);
    bool is_alone = uses[i].is_alone;
    if (is_alone)
      weft_list_remove(&uses[i].node);
    if (status == CL_COMPLETE) {
      /* Signalled twice without a wait it is signalled once. */
      semaphore->payload += !(is_alone && semaphore->ready);
      semaphore->ready |= is_alone;
    }
    weft_lock_release(&semaphore->lock);
  }
}

/* Gives the oldest wait its signal; with none there the signal waits for one. */
static void pair_signal(struct weft_semaphore_use *use) {
  cl_semaphore_khr semaphore = use->semaphore;
  weft_lock_acquire(&semaphore->lock);
  struct weft_semaphore_use *wait = take(&semaphore->waits);
  if (wait) {
    wait->edge = (struct weft_edge){NULL, use->event, wait->event, true};
    weft_graph_add_edge(&wait->edge);
  } else {
    put(&semaphore->signals, use);
  }
  weft_lock_release(&semaphore->lock);
  if (wait)
    weft_graph_let_go(wait->event);
}

/* --- waits --- */

static void finish_wait(struct weft_command *command, cl_int status) {
  cl_uint count;
  struct weft_semaphore_use *uses = uses_of(command, &count);
  (void)status; /* also a wait that failed has used its signal up */
  for (cl_uint i = 0; i < count; i++) {
    cl_semaphore_khr semaphore = uses[i].semaphore;
    weft_lock_acquire(&semaphore->lock);
    semaphore->payload -= semaphore->payload > 0; /* a signal that failed was not counted */
    weft_lock_release(&semaphore->lock);
  }
}

static void pair_wait(struct weft_semaphore_use *use) {
  cl_semaphore_khr semaphore = use->semaphore;
  weft_lock_acquire(&semaphore->lock);
  struct weft_semaphore_use *signal = semaphore->ready ? NULL : take(&semaphore->signals);
  if (signal) {
    use->edge = (struct weft_edge){NULL, signal->event, use->event, true};
    weft_graph_add_edge(&use->edge);
  } else if (!semaphore->ready) {
    weft_graph_hold(use->event);
    put(&semaphore->waits, use);
  }
  semaphore->ready = false;
  weft_lock_release(&semaphore->lock);
}

/* --- commands --- */

static cl_int enqueue(cl_command_queue queue, cl_command_type type, cl_uint count, const cl_semaphore_khr *semaphores,
                      cl_uint num_waits, const cl_event *waits, cl_event *event) {
  struct weft_command *command = NULL;
  bool signals = type == CL_COMMAND_SEMAPHORE_SIGNAL_KHR;
  cl_int error =
      weft_command_create(queue, type, num_waits, waits, count, count * sizeof(struct weft_semaphore_use), &command);
  if (error)
    return error;
  command->work.kind = WEFT_WORK_NONE;
  command->finish = signals ? finish_signal : finish_wait;
  struct weft_semaphore_use *uses = command->extra;
  for (cl_uint i = 0; i < count; i++) {
    weft_command_hold(command, &semaphores[i]->object);
    uses[i].semaphore = semaphores[i];
    uses[i].event = &command->event;
  }
  /* The command has its count of being enqueued: no pair can start it or end it before. */
  for (cl_uint i = 0; i < count; i++) {
    if (signals)
      pair_signal(&uses[i]);
    else
      pair_wait(&uses[i]);
  }
  return weft_command_enqueue(command, CL_FALSE, event);
}

cl_int weft_semaphore_enqueue_signal(cl_command_queue queue, cl_uint count, const cl_semaphore_khr *semaphores,
                                     cl_uint num_waits, const cl_event *waits, cl_event *event) {
  return enqueue(queue, CL_COMMAND_SEMAPHORE_SIGNAL_KHR, count, semaphores, num_waits, waits, event);
}

cl_int weft_semaphore_enqueue_wait(cl_command_queue queue, cl_uint count, const cl_semaphore_khr *semaphores,
                                   cl_uint num_waits, const cl_event *waits, cl_event *event) {
  return enqueue(queue, CL_COMMAND_SEMAPHORE_WAIT_KHR, count, semaphores, num_waits, waits, event);
}
