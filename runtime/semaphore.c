/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Invariants, under a semaphore's lock: where there are `waits`, there are no `signals` and it is not `ready`. A use in
 * one of the lists is of a command that has not ended: a signal leaves in its `finish`, and a wait there has a count of
 * its own in the event, so that it cannot start. Nothing stands in these lists for a semaphore with an eventfd.
 *
 * Its waits that have started and found it unsignalled stand in `watchers`. The watch is armed while there is one, and
 * only then: whoever takes the last one out has had the report, so that no report comes for a semaphore that is gone.
 */
#include "runtime/semaphore.h"

#include "base/alloc.h"
#include "runtime/event_graph.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/sync_file.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* One semaphore of a command; an array of them is the command's extra room. */
struct weft_semaphore_use {
  cl_semaphore_khr semaphore; /* held by the command */
  cl_event event;             /* of the command */
  struct weft_list node;      /* in one of the semaphore's lists, while it has no counterpart */
  bool is_alone;              /* it is in the list */
  struct weft_edge edge;      /* of a wait: from its signal */
  struct weft_fd_watch watch; /* of a wait: of the sync file that it waits for; fd < 0: none */
};

/* --- descriptors --- */

static bool is_readable(int fd) {
  struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
  return poll(&poll_fd, 1, 0) == 1 && (poll_fd.revents & POLLIN);
}

/* Signalled, in whatever process: takes that. */
static bool take_state(int fd) {
  eventfd_t count;
  return eventfd_read(fd, &count) == 0;
}

/* Only what Weft makes itself can be imported: an eventfd. Where /proc is not there, what refuses to be read in part.
 */
static bool is_eventfd(int fd) {
  char path[64], target[64] = {0}, nothing;
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  if (readlink(path, target, sizeof target - 1) > 0)
    return strcmp(target, "anon_inode:[eventfd]") == 0;
  return fcntl(fd, F_GETFD) >= 0 && read(fd, &nothing, 0) < 0 && errno == EINVAL;
}

static bool is_sync_file(int fd) {
  struct sync_file_info info = {0};
  return fd == -1 || (fd >= 0 && ioctl(fd, SYNC_IOC_FILE_INFO, &info) == 0);
}

bool weft_semaphore_source_valid(const struct weft_semaphore_source *source) {
  switch (source->kind) {
  case WEFT_SEMAPHORE_OPAQUE:
    return source->fd >= 0 && is_eventfd(source->fd);
  case WEFT_SEMAPHORE_SYNC_FILE:
    return is_sync_file(source->fd);
  default:
    return true;
  }
}

static void close_fd(struct weft_fd_watch *watch) {
  if (watch->fd < 0)
    return;
  weft_fd_watch_end(watch);
  close(watch->fd);
  watch->fd = -1;
}

/* --- objects --- */

static void destroy(struct weft_object *object) {
  cl_semaphore_khr semaphore = (cl_semaphore_khr)object;
  assert(weft_list_empty(&semaphore->signals) && weft_list_empty(&semaphore->waits));
  assert(weft_list_empty(&semaphore->watchers));
  close_fd(&semaphore->watch);
  if (semaphore->sync_file >= 0)
    close(semaphore->sync_file);
  weft_lock_destroy(&semaphore->lock);
  weft_free(semaphore->properties);
  WEFT_UNREF(&semaphore->device);
  WEFT_UNREF(&semaphore->context);
  weft_free(semaphore);
}

static void state_changed(struct weft_fd_watch *watch);

/* Last of all in the making of a semaphore: from here on it owns the descriptor. */
static cl_int take_source(cl_semaphore_khr semaphore, const struct weft_semaphore_source *source) {
  cl_int error = source->kind == WEFT_SEMAPHORE_OWN ? CL_SUCCESS : weft_fd_watch_start();
  if (error)
    return error;
  switch (source->kind) {
  case WEFT_SEMAPHORE_OWN:
    break;
  case WEFT_SEMAPHORE_EXPORTABLE:
    semaphore->watch.fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    semaphore->is_exportable = true;
    return semaphore->watch.fd >= 0 ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
  case WEFT_SEMAPHORE_OPAQUE:
    fcntl(source->fd, F_SETFD, FD_CLOEXEC);
    fcntl(source->fd, F_SETFL, fcntl(source->fd, F_GETFL) | O_NONBLOCK);
    semaphore->watch.fd = source->fd;
    break;
  case WEFT_SEMAPHORE_SYNC_FILE:
    semaphore->takes_sync_files = true;
    semaphore->sync_file = source->fd;
    semaphore->ready = source->fd < 0;
    semaphore->payload = semaphore->ready;
    break;
  }
  return CL_SUCCESS;
}

cl_int weft_semaphore_create(cl_context context, cl_device_id device, const struct weft_semaphore_source *source,
                             const cl_semaphore_properties_khr *properties, size_t properties_size,
                             cl_semaphore_khr *out) {
  cl_semaphore_khr semaphore = weft_zalloc(sizeof *semaphore);
  if (!semaphore)
    return CL_OUT_OF_HOST_MEMORY;
  weft_object_init(&semaphore->object, WEFT_CLASS_SEMAPHORE, destroy);
  weft_lock_init(&semaphore->lock);
  weft_list_init(&semaphore->signals);
  weft_list_init(&semaphore->waits);
  weft_list_init(&semaphore->watchers);
  semaphore->watch = (struct weft_fd_watch){-1, state_changed};
  semaphore->sync_file = -1;
  semaphore->context = WEFT_REF(context);
  semaphore->device = device ? WEFT_REF(device) : NULL;
  semaphore->properties = weft_memdup(properties, properties_size);
  cl_int error = semaphore->properties ? take_source(semaphore, source) : CL_OUT_OF_HOST_MEMORY;
  if (error) {
    WEFT_UNREF(&semaphore);
    return error;
  }
  semaphore->properties_size = properties_size;
  *out = semaphore;
  return CL_SUCCESS;
}

cl_int weft_semaphore_export(cl_semaphore_khr semaphore, int *fd) {
  *fd = fcntl(semaphore->watch.fd, F_DUPFD_CLOEXEC, 0);
  return *fd >= 0 ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
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
  if (semaphore->watch.fd >= 0)
    return is_readable(semaphore->watch.fd);
  weft_lock_acquire(&semaphore->lock);
  bool is_signalled = semaphore->payload || (semaphore->sync_file >= 0 && is_readable(semaphore->sync_file));
  weft_lock_release(&semaphore->lock);
  return is_signalled;
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
    if (semaphore->watch.fd >= 0) {
      if (status == CL_COMPLETE)
        eventfd_write(semaphore->watch.fd, 1); /* fails where it has been signalled 2^64 - 2 times: it is signalled */
      continue;
    }
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
    close_fd(&uses[i].watch);
    weft_lock_acquire(&semaphore->lock);
    semaphore->payload -= semaphore->payload > 0; /* neither a signal that failed nor a sync file was counted */
    weft_lock_release(&semaphore->lock);
  }
}

static void pair_wait(struct weft_semaphore_use *use) {
  cl_semaphore_khr semaphore = use->semaphore;
  weft_lock_acquire(&semaphore->lock);
  bool is_imported = semaphore->sync_file >= 0;
  struct weft_semaphore_use *signal = semaphore->ready || is_imported ? NULL : take(&semaphore->signals);
  if (is_imported) {
    use->watch.fd = semaphore->sync_file;
    semaphore->sync_file = -1;
  } else if (signal) {
    use->edge = (struct weft_edge){NULL, signal->event, use->event, true};
    weft_graph_add_edge(&use->edge);
  } else if (!semaphore->ready) {
    weft_graph_hold(use->event);
    put(&semaphore->waits, use);
  }
  semaphore->ready = semaphore->ready && is_imported;
  weft_lock_release(&semaphore->lock);
}

cl_int weft_semaphore_reimport(cl_semaphore_khr semaphore, int fd) {
  cl_int error = weft_fd_watch_start();
  if (error)
    return error;
  weft_lock_acquire(&semaphore->lock);
  int old = semaphore->sync_file;
  struct weft_semaphore_use *wait = take(&semaphore->waits);
  if (wait)
    wait->watch.fd = fd;
  semaphore->sync_file = wait ? -1 : fd;
  semaphore->ready = !wait && fd < 0;
  semaphore->payload = fd < 0;
  weft_lock_release(&semaphore->lock);
  if (old >= 0)
    close(old);
  if (wait)
    weft_graph_let_go(wait->event);
  return CL_SUCCESS;
}

/* --- waits for what others signal --- */

static void wait_part_ended(struct weft_semaphore_use *use) {
  weft_command_part_ended(weft_command_of(use->event));
}

static void sync_file_signalled(struct weft_fd_watch *watch) {
  wait_part_ended(WEFT_LIST_ENTRY(watch, struct weft_semaphore_use, watch));
}

/* The eventfd is readable: it was signalled here or elsewhere. Others may be quicker. */
static void state_changed(struct weft_fd_watch *watch) {
  cl_semaphore_khr semaphore = WEFT_LIST_ENTRY(watch, struct _cl_semaphore_khr, watch);
  struct weft_list served = WEFT_LIST_INIT(served);
  struct weft_semaphore_use *use;
  weft_lock_acquire(&semaphore->lock);
  semaphore->is_armed = false;
  while (!weft_list_empty(&semaphore->watchers) && take_state(semaphore->watch.fd))
    weft_list_append(&served, &take(&semaphore->watchers)->node);
  if (!weft_list_empty(&semaphore->watchers))
    semaphore->is_armed = weft_fd_watch_arm(watch) == CL_SUCCESS;
  weft_lock_release(&semaphore->lock);
  while ((use = take(&served)))
    wait_part_ended(use);
}

/* Takes the state now (true), or is told when it has it. */
static bool take_or_watch(struct weft_semaphore_use *use, cl_int *error) {
  cl_semaphore_khr semaphore = use->semaphore;
  weft_lock_acquire(&semaphore->lock);
  bool is_taken = weft_list_empty(&semaphore->watchers) && take_state(semaphore->watch.fd);
  if (!is_taken) {
    put(&semaphore->watchers, use);
    if (!semaphore->is_armed)
      *error = weft_fd_watch_arm(&semaphore->watch);
    semaphore->is_armed = *error == CL_SUCCESS;
    if (*error) {
      weft_list_remove(&use->node);
      use->is_alone = false;
    }
  }
  weft_lock_release(&semaphore->lock);
  return is_taken || *error;
}

/* All else that the command waits for is there. */
static void watch(struct weft_command *command) {
  cl_uint count;
  struct weft_semaphore_use *uses = uses_of(command, &count);
  cl_int error = weft_fd_watch_start(); /* again, in a forked child */
  for (cl_uint i = 0; i < count && !error; i++) {
    bool is_shared = uses[i].semaphore->watch.fd >= 0;
    if (!is_shared && uses[i].watch.fd < 0)
      continue;
    weft_command_part_begins(command);
    if (is_shared ? take_or_watch(&uses[i], &error) : (error = weft_fd_watch_arm(&uses[i].watch)) != CL_SUCCESS)
      weft_command_part_ended(command); /* not the last part: this function is one */
  }
  if (error)
    command->work_status = error;
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
    uses[i].watch = (struct weft_fd_watch){-1, sync_file_signalled};
    if (!signals && (semaphores[i]->watch.fd >= 0 || semaphores[i]->takes_sync_files))
      command->spawn = watch;
  }
  /* The command has its count of being enqueued: no pair can start it or end it before. */
  for (cl_uint i = 0; i < count; i++) {
    if (semaphores[i]->watch.fd >= 0)
      continue;
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
