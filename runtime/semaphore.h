/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_SEMAPHORE_H
#define WEFT_RUNTIME_SEMAPHORE_H

/*
 * Binary semaphores (cl_khr_semaphore); docs/semaphores.md tells how they work and why.
 *
 * A wait is paired with a signal when the later of the two is enqueued: the wait command gets an edge from the signal
 * command in the event graph, and nobody ever blocks. A wait that comes first counts as having one more predecessor
 * until its signal is enqueued. Signals and waits pair in the order in which they are enqueued.
 *
 * A semaphore that may be shared (cl_khr_external_semaphore_opaque_fd) has its state in an eventfd, where other
 * processes see it. Its waits are not paired: once all else is there, they take the state, or wait for it on the thread
 * of fd_watch.h. A file of Linux's sync framework (cl_khr_external_semaphore_sync_fd) goes to the first wait.
 */

#include "runtime/command.h"
#include "runtime/fd_watch.h"
#include "runtime/list.h"

#include <CL/cl_ext.h>

struct _cl_semaphore_khr {
  struct weft_object object;
  cl_context context;                      /* a reference */
  cl_device_id device;                     /* a reference; NULL: all of the context's */
  cl_semaphore_properties_khr *properties; /* as given, 0-terminated */
  size_t properties_size;                  /* bytes */
  struct weft_fd_watch watch;              /* of the eventfd that has the state; fd < 0: it is not shared */
  bool is_exportable;                      /* and the application may have a descriptor of it */
  bool takes_sync_files;                   /* one was imported at its creation */
  struct weft_lock lock;                   /* guards what follows */
  struct weft_list signals;                /* those that have not ended and have no wait, the oldest first */
  bool ready;                              /* signals have completed that have no wait: one wait takes them all */
  struct weft_list waits;                  /* those that have no signal, the oldest first */
  cl_uint payload;                         /* completed signals without a completed wait */
  int sync_file;                           /* imported and not waited for; -1: none */
  struct weft_list watchers;               /* waits that need the state of the eventfd, the oldest first */
  bool is_armed;                           /* the watch; only where there are watchers */
};

/* Where the state of a semaphore comes from. Descriptors become the semaphore's where it is made. */
struct weft_semaphore_source {
  enum {
    WEFT_SEMAPHORE_OWN,        /* unsignalled, for this context alone */
    WEFT_SEMAPHORE_EXPORTABLE, /* unsignalled, and others may share it */
    WEFT_SEMAPHORE_OPAQUE,     /* shared: `fd` is what weft_semaphore_export() gave somebody */
    WEFT_SEMAPHORE_SYNC_FILE,  /* signalled when the sync file `fd` is; -1: signalled */
  } kind;
  int fd;
};
/* Whether such a descriptor can be imported. */
bool weft_semaphore_source_valid(const struct weft_semaphore_source *source);

/* `device` NULL: all devices of the context. CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES. */
__attribute__((warn_unused_result)) cl_int weft_semaphore_create(cl_context context, cl_device_id device,
                                                                 const struct weft_semaphore_source *source,
                                                                 const cl_semaphore_properties_khr *properties,
                                                                 size_t properties_size, cl_semaphore_khr *out);
/* A new descriptor of an exportable semaphore, the caller's. CL_OUT_OF_RESOURCES. */
__attribute__((warn_unused_result)) cl_int weft_semaphore_export(cl_semaphore_khr semaphore, int *fd);
/* A semaphore that takes sync files is as if newly made with this one, which becomes its own. CL_OUT_OF_RESOURCES. */
__attribute__((warn_unused_result)) cl_int weft_semaphore_reimport(cl_semaphore_khr semaphore, int fd);
/* The application dropped its last reference: waits that nobody can signal any more end with an error. */
void weft_semaphore_abandon(cl_semaphore_khr semaphore);
/* 1: a signal has completed and no wait since. */
cl_semaphore_payload_khr weft_semaphore_payload(cl_semaphore_khr semaphore);

/* clEnqueueSignalSemaphoresKHR and clEnqueueWaitSemaphoresKHR, arguments checked. CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_semaphore_enqueue_signal(cl_command_queue queue, cl_uint count,
                                                                         const cl_semaphore_khr *semaphores,
                                                                         cl_uint num_waits, const cl_event *waits,
                                                                         cl_event *event);
__attribute__((warn_unused_result)) cl_int weft_semaphore_enqueue_wait(cl_command_queue queue, cl_uint count,
                                                                       const cl_semaphore_khr *semaphores,
                                                                       cl_uint num_waits, const cl_event *waits,
                                                                       cl_event *event);

#endif
