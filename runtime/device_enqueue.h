/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_DEVICE_ENQUEUE_H
#define WEFT_RUNTIME_DEVICE_ENQUEUE_H

/*
 * Commands that kernels enqueue; docs/device_enqueue.md.
 *
 * What a kernel asks for is prepared at once and recorded in its launch's spawner, in order. When the kernel's work has
 * ended, it is done: children are enqueued, events set and released. Nothing is started from within a kernel, which
 * runs on a seat whose memory a child would need. The parent's command ends when its last child has ended.
 */

#include "runtime/command.h"
#include "runtime/kernel.h"
#include "runtime/printf.h"

/* In bytes of commands, of which each takes about one KiB. */
#define WEFT_DEVICE_QUEUE_PREFERRED_SIZE (64u << 20)
#define WEFT_DEVICE_QUEUE_MAX_SIZE (1u << 30)
#define WEFT_DEVICE_MAX_EVENTS (64u << 10)

struct weft_deferred;

/* What weft_launch.host points to for kernels that enqueue; begins with what it points to for those that print. */
struct weft_spawner {
  struct weft_printf_sink sink;
  struct weft_command *command;       /* the parent */
  cl_kernel kernel;                   /* of the host's launch; held by the command */
  struct weft_executable *executable; /* the kernel's, for the parent's device */
  cl_device_id device;
  cl_command_queue default_queue;           /* held by the command; NULL: none */
  _Atomic(struct weft_deferred *) deferred; /* newest first */
};

/* Prepares the command of a kernel that enqueues; takes one of the command's holds for the default queue. */
void weft_spawner_init(struct weft_spawner *spawner, struct weft_command *command, cl_kernel kernel,
                       const struct weft_kernel_device *on, cl_command_queue default_queue);

/* The services of every launch. */
const struct weft_kernel_services *weft_launch_services(void);

#endif
