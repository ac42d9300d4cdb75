/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * An epoll instance and a thread that reads it. Watches are in it until they end, armed for one report at a time
 * (EPOLLONESHOT): between a report and the next arming the kernel holds nothing that points to the watch and could be
 * told. The thread is never joined; at process exit it is left where it is.
 *
 * Its callbacks end commands. Weft's own threads run the application's callbacks themselves, which may block; this one
 * must not, and so does not count as one of those (base/thread.h).
 */
#include "runtime/fd_watch.h"

#include "base/lock.h"
#include "base/thread.h"

#include <errno.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static struct weft_lock lock = WEFT_LOCK_INIT; /* guards has_thread, and the making of `instance` */
static bool has_thread;
static _Atomic int instance = -1; /* the epoll instance */
static pthread_once_t prepared = PTHREAD_ONCE_INIT;

/* The instance is the parent's: what was watched at the fork is its, too. */
static void in_child(void) {
  weft_lock_init(&lock);
  has_thread = false;
  if (instance >= 0)
    close(instance);
  instance = -1;
}

static void prepare(void) {
  static struct weft_fork_hook hook = {.in_child = in_child};
  weft_span_watch_fork(&hook);
}

static void *thread_main(void *unused) {
  struct epoll_event events[16];
  (void)unused;
  pthread_setname_np(pthread_self(), "weft-fds");
  weft_thread_default_fp_env();
  for (;;) {
    int count = epoll_wait(instance, events, sizeof events / sizeof *events, -1);
    for (int i = 0; i < count; i++) {
      struct weft_fd_watch *watch = events[i].data.ptr;
      watch->ready(watch);
    }
  }
  return NULL;
}

static bool start_locked(void) {
  weft_lock_assert(&lock);
  if (has_thread)
    return true;
  if (instance < 0)
    instance = epoll_create1(EPOLL_CLOEXEC);
  has_thread = instance >= 0 && weft_thread_start_detached(thread_main, 0);
  return has_thread;
}

cl_int weft_fd_watch_start(void) {
  pthread_once(&prepared, prepare);
  weft_lock_acquire(&lock);
  bool started = start_locked();
  weft_lock_release(&lock);
  return started ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
}

cl_int weft_fd_watch_arm(struct weft_fd_watch *watch) {
  struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT, .data.ptr = watch};
  if (epoll_ctl(instance, EPOLL_CTL_MOD, watch->fd, &event) == 0)
    return CL_SUCCESS;
  bool added = errno == ENOENT && epoll_ctl(instance, EPOLL_CTL_ADD, watch->fd, &event) == 0;
  return added ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
}

void weft_fd_watch_end(struct weft_fd_watch *watch) {
  if (instance >= 0)
    epoll_ctl(instance, EPOLL_CTL_DEL, watch->fd, NULL);
}
