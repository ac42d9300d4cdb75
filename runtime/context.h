/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_CONTEXT_H
#define WEFT_RUNTIME_CONTEXT_H

#include "base/lock.h"
#include "runtime/device_object.h"
#include "runtime/list.h"
#include "runtime/object.h"

/* CL_CONTEXT_TERMINATE_KHR's number in OpenCL 1.2's headers */
#define WEFT_CONTEXT_TERMINATE_1_2 0x2010

/* cl_context_memory_initialize_khr, which the headers of 2023 lack */
enum { WEFT_INITIALIZE_LOCAL = 1 << 0, WEFT_INITIALIZE_PRIVATE = 1 << 1 };

struct weft_context_destructor; /* a callback of clSetContextDestructorCallback */

/* The queues on one device of a context. */
struct weft_device_queues {
  cl_command_queue chosen; /* the default one, not referenced; NULL: none yet */
  cl_uint count;           /* up to CL_DEVICE_MAX_ON_DEVICE_QUEUES */
};

typedef void(CL_CALLBACK *weft_context_notify)(const char *info, const void *data, size_t size, void *user);

/* Devices and properties never change after creation. */
struct _cl_context {
  struct weft_object object;
  cl_uint num_devices;
  cl_device_id *devices; /* each referenced; a device given twice stands twice */
  struct weft_hw **hws;  /* the same ones' of the back end; NULL where it does not place memory */
  cl_context_properties *properties;
  size_t properties_size;        /* bytes, with the terminator; 0: none given */
  bool zero_local, zero_private; /* CL_CONTEXT_MEMORY_INITIALIZE_KHR */
  bool terminable;               /* CL_CONTEXT_TERMINATE_KHR */
  atomic_uint terminated;        /* then its works are cancelled */
  weft_context_notify notify;
  void *notify_user;
  struct weft_list allocations;                /* guarded by allocation.c */
  atomic_uint device_user_events;              /* that kernels have made and not released */
  struct weft_lock lock;                       /* guards what follows */
  struct weft_list queues;                     /* those of the host, until they are destroyed */
  struct weft_device_queues *device_queues;    /* of each device; of one given twice, the first entry's count counts */
  struct weft_context_destructor *destructors; /* newest first */
  struct weft_list in_flight;                  /* commands that have not ended; where it is terminable */
};

__attribute__((warn_unused_result)) cl_int weft_context_create(const cl_context_properties *properties,
                                                               size_t properties_size, cl_uint num_devices,
                                                               const cl_device_id *devices, weft_context_notify notify,
                                                               void *user, cl_context *out);
static inline bool weft_context_is_terminated(cl_context context) {
  return atomic_load_explicit(&context->terminated, memory_order_acquire) != 0;
}
/* clTerminateContextKHR on a terminable context. CL_CONTEXT_TERMINATED_KHR: it is that already; CL_OUT_OF_RESOURCES: it
 * is now, but a kernel does not stop. */
__attribute__((warn_unused_result)) cl_int weft_context_terminate(cl_context context);
bool weft_context_has_device(cl_context context, cl_device_id device);
/* Fresh memory will be used by the context's devices, or by `only` where that is not NULL. True: say so again,
 * `by_host`, before the host touches it (mem_place in devices/device.h). Costs nothing where memory is not placed. */
bool weft_context_place(cl_context context, cl_device_id only, struct weft_hw_memory *mem, bool by_host);
/* Tells the application's error callback, if there is one. Call with no lock held. */
__attribute__((format(printf, 2, 3))) void weft_context_error(cl_context context, const char *format, ...);
__attribute__((warn_unused_result)) cl_int weft_context_add_destructor(cl_context context,
                                                                       void(CL_CALLBACK *fn)(cl_context, void *),
                                                                       void *user);

#endif
