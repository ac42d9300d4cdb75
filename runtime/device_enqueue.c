/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/device_enqueue.h"

#include <string.h>

#include "base/alloc.h"
#include "compiler/kernel_abi.h"
#include "runtime/event_graph.h"
#include "runtime/ndrange.h"

/* Error codes of OpenCL C, 6.15.18.2. All but the first are for programs that were built with -g. */
enum {
  SUCCESS = 0,
  ENQUEUE_FAILURE = -101,
  INVALID_QUEUE = -102,
  INVALID_NDRANGE = -160,
  INVALID_EVENT_WAIT_LIST = -57,
  DEVICE_QUEUE_FULL = -161,
  INVALID_ARG_SIZE = -51,
  EVENT_ALLOCATION_FAILURE = -100,
  OUT_OF_RESOURCES = -5
};

enum { RETAIN, RELEASE, SET_STATUS, CAPTURE };

/* What to do once the kernel's work has ended. */
struct weft_deferred {
  struct weft_deferred *next;
  enum { DO_ENQUEUE, DO_SET_STATUS, DO_ABANDON } what;
  cl_event event; /* a reference */
  bool keep;      /* DO_ENQUEUE: the kernel has the event */
  cl_int status;
};

static struct weft_spawner *spawner_of(const struct weft_launch *launch) {
  return launch->host;
}

static bool defer(struct weft_spawner *spawner, const struct weft_deferred *what) {
  struct weft_deferred *entry = weft_memdup(what, sizeof *what);
  if (!entry)
    return false;
  weft_object_ref(&entry->event->object);
  entry->next = atomic_load_explicit(&spawner->deferred, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&spawner->deferred, &entry->next, entry, memory_order_release,
                                                memory_order_relaxed))
    ;
  return true;
}

/* Events in use are counted: those of commands with their queue, user events with the context. */
static bool take_event(atomic_uint *events) {
  unsigned used = atomic_load_explicit(events, memory_order_relaxed);
  do {
    if (used >= WEFT_DEVICE_MAX_EVENTS)
      return false;
  } while (!atomic_compare_exchange_weak_explicit(events, &used, used + 1, memory_order_relaxed, memory_order_relaxed));
  return true;
}

static void give_event(atomic_uint *events) {
  atomic_fetch_sub_explicit(events, 1, memory_order_relaxed);
}

static void do_deferred(struct weft_command *parent, const struct weft_deferred *entry) {
  cl_event event = entry->event;
  switch (entry->what) {
  case DO_ENQUEUE: {
    struct weft_command *child = weft_command_of(event);
    child->parent = parent;
    child->work.priority = parent->work.priority;
    child->work.throttle = parent->work.throttle;
    weft_command_part_begins(parent);
    weft_command_enqueue(child, CL_FALSE, entry->keep ? &event : NULL);
    return;
  }
  case DO_ABANDON:
    weft_event_abandon_user(event);
    return;
  case DO_SET_STATUS:
    weft_event_set_user_status(event, entry->status);
    return;
  }
}

/* The kernel's work has ended. */
static void spawn(struct weft_command *command) {
  struct weft_spawner *spawner = command->work.ndrange.host;
  struct weft_deferred *entry = atomic_exchange_explicit(&spawner->deferred, NULL, memory_order_acquire);
  struct weft_deferred *forward = NULL;
  while (entry) {
    struct weft_deferred *next = entry->next;
    entry->next = forward;
    forward = entry;
    entry = next;
  }
  while (forward) {
    struct weft_deferred *next = forward->next;
    cl_event event = forward->event;
    do_deferred(command, forward);
    weft_object_unref(&event->object);
    weft_free(forward);
    forward = next;
  }
}

/* --- What queues and kernels may have in use ------------------------------------------------ */

/* An empty queue takes any command, so that a small one is of some use. */
static bool take_room(cl_command_queue queue, size_t bytes) {
  size_t used = atomic_load_explicit(&queue->device_used, memory_order_relaxed);
  do {
    if (used && (used >= queue->device_size || bytes > queue->device_size - used))
      return false;
  } while (!atomic_compare_exchange_weak_explicit(&queue->device_used, &used, used + bytes, memory_order_relaxed,
                                                  memory_order_relaxed));
  return true;
}

static void leave_queue(struct weft_command *command, cl_int status) {
  if (command->charged) /* else the host's */
    atomic_fetch_sub_explicit(&command->event.queue->device_used, command->charged, memory_order_relaxed);
}

static int32_t create_command(const struct weft_enqueue_request *request, cl_command_type type, cl_uint more_held,
                              size_t room, struct weft_command **out) {
  cl_command_queue queue = request->queue;
  size_t bytes = sizeof(struct weft_command) + request->num_waits * sizeof(struct weft_edge) + room;
  if (!take_room(queue, bytes))
    return DEVICE_QUEUE_FULL;
  int32_t error = request->event ? EVENT_ALLOCATION_FAILURE : OUT_OF_RESOURCES;
  if (!request->event || take_event(&queue->device_events)) {
    if (!weft_command_create(queue, type, request->num_waits, request->waits, request->num_waits + more_held, room,
                             out)) {
      (*out)->charged = bytes;
      (*out)->finish = leave_queue;
      return SUCCESS;
    }
    if (request->event)
      give_event(&queue->device_events);
  }
  atomic_fetch_sub_explicit(&queue->device_used, bytes, memory_order_relaxed);
  return error;
}

static void discard(const struct weft_enqueue_request *request, struct weft_command *child) {
  if (request->event)
    give_event(&child->event.queue->device_events);
  weft_command_discard(child);
}

static void finish(struct weft_command *command, cl_int status) {
  struct weft_spawner *spawner = command->work.ndrange.host;
  weft_printf_sink_finish(&spawner->sink);
  leave_queue(command, status);
}

/* --- Children ------------------------------------------------------------------------------- */

void weft_spawner_init(struct weft_spawner *spawner, struct weft_command *command, cl_kernel kernel,
                       const struct weft_kernel_device *on, cl_command_queue default_queue) {
  weft_printf_sink_init(&spawner->sink);
  spawner->command = command;
  spawner->kernel = kernel;
  spawner->executable = on->executable;
  spawner->device = command->event.queue->device;
  if (default_queue)
    weft_command_hold(command, &default_queue->object);
  spawner->default_queue = default_queue;
  atomic_init(&spawner->deferred, NULL);
  command->work.ndrange.host = spawner;
  command->spawn = spawn;
  command->finish = finish;
}

static bool is_queue(const struct weft_spawner *spawner, cl_command_queue queue) {
  return weft_object_is((const struct weft_object *)queue, WEFT_CLASS_QUEUE) && weft_queue_on_device(queue) &&
         queue->context == spawner->kernel->context && queue->device == spawner->device;
}

static bool find_kernel(const struct weft_spawner *spawner, const char *name, struct weft_kernel_device *out) {
  struct weft_executable *executable = spawner->executable;
  const struct weft_kernel_info *info = name ? weft_binary_find_kernel(executable->binary, name) : NULL;
  if (!info)
    return false;
  weft_kernel_device_init(out, spawner->device, executable, (size_t)(info - executable->binary->kernels));
  return true;
}

/* Clang's block literals begin with these. */
struct block {
  uint32_t size, align;
};

/* Sizes and offsets of the parts of a child's room: arguments, the copy of its block, its spawner. */
struct room {
  size_t block, spawner, size;
};

static struct room room_for(const struct weft_kernel_info *info, const struct block *block) {
  struct room room;
  room.block = ((size_t)info->args_size + 127) / 128 * 128;
  room.spawner = room.block + ((size_t)block->size + 63) / 64 * 64;
  room.size = room.spawner + sizeof(struct weft_spawner);
  return room;
}

/* The arguments: the block's copy, then local memory. */
static int32_t fill_arguments(struct weft_command *child, const struct weft_kernel_info *info,
                              const struct weft_enqueue_request *request, const struct room *room) {
  char *args = child->extra;
  const struct block *block = request->block;
  memcpy(args + room->block, block, block->size);
  uint64_t address = (uintptr_t)args + room->block, total = info->local_size;
  if (info->num_args != 1 + (size_t)request->num_locals)
    return ENQUEUE_FAILURE;
  memcpy(args + info->args[0].offset, &address, sizeof address);
  for (uint32_t i = 0; i < request->num_locals; i++) {
    uint64_t bytes = request->local_sizes[i];
    total = (total + WEFT_LOCAL_ARG_ALIGN - 1) / WEFT_LOCAL_ARG_ALIGN * WEFT_LOCAL_ARG_ALIGN;
    if (bytes == 0)
      return INVALID_ARG_SIZE;
    if (bytes > WEFT_GROUP_LOCAL_BYTES)
      return OUT_OF_RESOURCES;
    memcpy(args + info->args[i + 1].offset, &total, sizeof total);
    total += bytes;
    if (total > WEFT_GROUP_LOCAL_BYTES)
      return OUT_OF_RESOURCES;
  }
  child->work.ndrange.local_mem_size = total;
  child->work.ndrange.zero_local = total > 0 && child->event.context->zero_local;
  return total <= child->event.queue->device->caps->local_mem_size ? SUCCESS : OUT_OF_RESOURCES;
}

/* Local sizes are the host's to choose where none is given. */
static int32_t range_of(const struct weft_spawner *spawner, const struct weft_device_ndrange *asked,
                        const struct weft_kernel_device *on, struct weft_ndrange *out) {
  uint32_t given = 0;
  if (asked->work_dim < 1 || asked->work_dim > 3)
    return INVALID_NDRANGE;
  for (uint32_t d = 0; d < asked->work_dim; d++)
    given += asked->local[d] != 0;
  if (given != 0 && given != asked->work_dim)
    return INVALID_NDRANGE;
  switch (weft_ndrange_init(on, spawner->device, asked->work_dim, asked->offset, asked->global,
                            given ? asked->local : NULL, out)) {
  case CL_SUCCESS:
    return SUCCESS;
  case CL_OUT_OF_RESOURCES:
    return OUT_OF_RESOURCES;
  default:
    return INVALID_NDRANGE;
  }
}

static int32_t make_child(struct weft_spawner *spawner, const struct weft_enqueue_request *request,
                          struct weft_command **out) {
  struct weft_kernel_device on;
  struct weft_ndrange range;
  if (!find_kernel(spawner, request->kernel, &on))
    return ENQUEUE_FAILURE;
  int32_t error = range_of(spawner, request->range, &on, &range);
  if (error)
    return error;
  struct room room = room_for(on.info, request->block);
  struct weft_command *child;
  error = create_command(request, CL_COMMAND_NDRANGE_KERNEL, 2, room.size, &child);
  if (error)
    return error;
  weft_command_hold(child, &spawner->kernel->object);
  struct weft_work *work = &child->work;
  work->kind = WEFT_WORK_NDRANGE;
  work->ndrange.kernel = on.entry;
  work->ndrange.work_dim = range.work_dim;
  memcpy(work->ndrange.global_offset, range.offset, sizeof range.offset);
  memcpy(work->ndrange.global_size, range.global, sizeof range.global);
  memcpy(work->ndrange.local_size, range.local, sizeof range.local);
  work->ndrange.args = child->extra;
  work->ndrange.args_size = on.info->args_size;
  work->ndrange.services = weft_launch_services();
  weft_spawner_init((struct weft_spawner *)(void *)((char *)child->extra + room.spawner), child, spawner->kernel, &on,
                    spawner->default_queue);
  error = fill_arguments(child, on.info, request, &room);
  if (error) {
    discard(request, child);
    return error;
  }
  *out = child;
  return SUCCESS;
}

static bool is_event(const struct weft_spawner *spawner, cl_event event) {
  return weft_object_is((const struct weft_object *)event, WEFT_CLASS_EVENT) &&
         event->context == spawner->kernel->context;
}

static bool is_wait_list(const struct weft_spawner *spawner, const struct weft_enqueue_request *request) {
  bool is_marker = !request->kernel; /* which has nothing else to do */
  if ((request->num_waits != 0) != (request->waits != NULL) || (is_marker && !request->num_waits))
    return false;
  for (uint32_t i = 0; i < request->num_waits; i++)
    if (!is_event(spawner, request->waits[i]))
      return false;
  return true;
}

static int32_t enqueue(struct weft_spawner *spawner, const struct weft_enqueue_request *request) {
  if (!is_queue(spawner, request->queue))
    return INVALID_QUEUE;
  if (request->flags > 2)
    return ENQUEUE_FAILURE;
  if (!is_wait_list(spawner, request))
    return INVALID_EVENT_WAIT_LIST;
  struct weft_command *child;
  int32_t error =
      request->kernel ? make_child(spawner, request, &child) : create_command(request, CL_COMMAND_MARKER, 0, 0, &child);
  if (error)
    return error;
  for (uint32_t i = 0; i < request->num_waits; i++)
    weft_command_hold(child, &request->waits[i]->object);
  struct weft_deferred entry = {.what = DO_ENQUEUE, .event = &child->event, .keep = request->event != NULL};
  if (!defer(spawner, &entry)) {
    discard(request, child);
    return OUT_OF_RESOURCES;
  }
  if (request->event)
    *request->event = &child->event;
  return SUCCESS;
}

static int32_t service_enqueue(const struct weft_launch *launch, const struct weft_enqueue_request *request) {
  struct weft_spawner *spawner = spawner_of(launch);
  int32_t error = spawner ? enqueue(spawner, request) : ENQUEUE_FAILURE;
  if (error && spawner && !(spawner->executable->binary->flags & WEFT_BUILD_DEBUG))
    return ENQUEUE_FAILURE;
  return error;
}

static void *service_default_queue(const struct weft_launch *launch) {
  struct weft_spawner *spawner = spawner_of(launch);
  return spawner ? spawner->default_queue : NULL;
}

static void *service_create_user_event(const struct weft_launch *launch) {
  struct weft_spawner *spawner = spawner_of(launch);
  cl_event event = NULL;
  if (!spawner)
    return NULL;
  atomic_uint *events = &spawner->kernel->context->device_user_events;
  if (!take_event(events))
    return NULL;
  if (weft_event_create_user(spawner->kernel->context, &event) != CL_SUCCESS) {
    give_event(events);
    return NULL;
  }
  return event;
}

/* Nobody can set a user event any more that nobody has: after what is recorded of it, its waiters are told. */
static void release_event(struct weft_spawner *spawner, cl_event event) {
  bool last = false;
  struct weft_deferred entry = {.what = DO_ABANDON, .event = event};
  weft_object_ref(&event->object);
  if (weft_object_release(&event->object, &last) && last) {
    give_event(event->is_command ? &event->queue->device_events : &event->context->device_user_events);
    if (!event->is_command)
      (void)!defer(spawner, &entry); /* without memory it stays as it is */
  }
  weft_object_unref(&event->object);
}

static void service_event_do(const struct weft_launch *launch, uint32_t what, void *object, uint64_t value) {
  struct weft_spawner *spawner = spawner_of(launch);
  cl_event event = object;
  if (!spawner || !is_event(spawner, event))
    return;
  struct weft_deferred entry = {.event = event};
  switch (what) {
  case RETAIN:
    weft_object_retain(&event->object);
    return;
  case RELEASE:
    release_event(spawner, event);
    return;
  case SET_STATUS:
    entry.what = DO_SET_STATUS;
    entry.status = (cl_int)(int64_t)value;
    if (event->is_command || entry.status > CL_COMPLETE)
      return;
    break;
  case CAPTURE:
    /* Without memory there are no times. */
    if (value && event->is_command && event->queue && weft_queue_on_device(event->queue))
      (void)!weft_command_capture(weft_command_of(event), (uint64_t *)(uintptr_t)value);
    return;
  default:
    return;
  }
  (void)!defer(spawner, &entry); /* without memory the event stays as it is */
}

static uint32_t service_kernel_query(const struct weft_launch *launch, uint32_t what, const char *name) {
  struct weft_spawner *spawner = spawner_of(launch);
  struct weft_kernel_device on;
  if (!spawner || !find_kernel(spawner, name, &on))
    return 0;
  switch (what) {
  case 0:
    return (uint32_t)weft_kernel_work_group_size(&on, spawner->device);
  case 1:
    return (uint32_t)weft_kernel_preferred_multiple(spawner->device);
  case 2:
    return (uint32_t)weft_kernel_sub_group_size(&on);
  default:
    return (uint32_t)weft_kernel_max_sub_groups(&on, spawner->device);
  }
}

static uint32_t service_local_size(const struct weft_launch *launch, uint32_t count, const char *name) {
  struct weft_spawner *spawner = spawner_of(launch);
  struct weft_kernel_device on;
  if (!spawner || !find_kernel(spawner, name, &on))
    return 0;
  return (uint32_t)weft_kernel_local_size_for(&on, spawner->device, count);
}

const struct weft_kernel_services *weft_launch_services(void) {
  static struct weft_kernel_services services = {.enqueue = service_enqueue,
                                                 .default_queue = service_default_queue,
                                                 .create_user_event = service_create_user_event,
                                                 .event_do = service_event_do,
                                                 .kernel_query = service_kernel_query,
                                                 .local_size_for_sub_groups = service_local_size,
                                                 .print = weft_printf_service};
  return &services;
}
