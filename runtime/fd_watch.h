/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_FD_WATCH_H
#define WEFT_RUNTIME_FD_WATCH_H

/*
 * One thread for all of the process that waits until file descriptors are readable, for commands that wait for other
 * processes and drivers. It is made when the first one comes.
 */

#include <CL/cl.h>

struct weft_fd_watch {
  int fd;
  /* On that thread, no lock held. May arm the watch again, or end it and free it. */
  void (*ready)(struct weft_fd_watch *watch);
};

/* The thread is there. To be called with no lock held, before weft_fd_watch_arm(). CL_OUT_OF_RESOURCES. */
__attribute__((warn_unused_result)) cl_int weft_fd_watch_start(void);
/* Calls `ready` once, as soon as the descriptor is readable. A descriptor has one watch. CL_OUT_OF_RESOURCES. */
__attribute__((warn_unused_result)) cl_int weft_fd_watch_arm(struct weft_fd_watch *watch);
/* Forgets a watch that is not armed; to be called before its descriptor is closed. */
void weft_fd_watch_end(struct weft_fd_watch *watch);

#endif
