/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_KERNEL_H
#define WEFT_RUNTIME_KERNEL_H

/*
 * cl_kernel: an entry of a program's executables, one for each device, and the arguments of the next launch.
 *
 * By-value arguments and samplers stand in the argument block as kernels read it; pointers and local sizes stand apart
 * and are written into each launch's copy. As the specification asks, a kernel holds no references to its memory
 * objects: a launch does (ndrange.c).
 */

#include "base/lock.h"
#include "compiler/compiler.h"
#include "runtime/memory.h"
#include "runtime/program.h"

struct weft_kernel_device {
  cl_device_id device;                 /* the executable's */
  struct weft_executable *executable;  /* a reference; NULL: not built for this device */
  struct weft_hw_kernel *entry;        /* NULL: the code is made later (kernel_code.h) */
  const struct weft_kernel_info *info; /* arguments as in the kernel's own */
  cl_uint num_facts;                   /* arguments of which copies should know more (specialise.h) */
};

/* By which parameter of clSetKernelExecInfo an application has said that a kernel uses memory beyond its arguments. */
enum weft_kernel_outside {
  WEFT_OUTSIDE_SVM = 1 << 0,
  WEFT_OUTSIDE_SYSTEM = 1 << 1,
  WEFT_OUTSIDE_USM = 1 << 2,
  WEFT_OUTSIDE_HOST = 1 << 3,
  WEFT_OUTSIDE_DEVICE = 1 << 4,
  WEFT_OUTSIDE_SHARED = 1 << 5,
  WEFT_OUTSIDE_BUFFERS = 1 << 6,
  WEFT_OUTSIDE_ANY_SVM = 1 << 7
};

struct weft_kernel_arg {
  bool set;
  cl_mem mem;             /* GLOBAL, CONSTANT, IMAGE: not referenced; NULL: `address` */
  uintptr_t address;      /* GLOBAL, CONSTANT: an address of the application's, 0: a null pointer */
  size_t bytes;           /* LOCAL */
  cl_command_queue queue; /* QUEUE: not referenced */
  uint64_t fact;          /* value of enum weft_fact_kind that the kernel's information asks for */
};

struct _cl_kernel {
  struct weft_object object;
  cl_context context;                  /* a reference */
  cl_program program;                  /* a reference */
  const struct weft_kernel_info *info; /* of the first device that has one */
  struct weft_lock lock;               /* guards what the next four point to, and num_unset */
  cl_uint num_unset;
  unsigned outside;     /* bits of enum weft_kernel_outside: memory beyond the arguments; under the lock */
  cl_uint num_pointers; /* arguments with an address: never changes */
  cl_uint num_images;   /* likewise */
  struct weft_kernel_arg *args;
  char *block;
  cl_uint num_devices;
  struct weft_kernel_device devices[];
};

/* CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_KERNEL_NAME, CL_INVALID_KERNEL_DEFINITION, CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_kernel_create(cl_program program, const char *name, cl_kernel *out);
/* CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_kernel_clone(cl_kernel source, cl_kernel *out);
/* The application's release: a program may be built again when its last kernel is gone. False: no reference left. */
bool weft_kernel_release(cl_kernel kernel);

/* clSetKernelArg without its check of the handle (kernel_args.c). CL_INVALID_ARG_INDEX, CL_INVALID_ARG_SIZE,
 * CL_INVALID_ARG_VALUE, CL_INVALID_MEM_OBJECT, CL_INVALID_SAMPLER, CL_INVALID_DEVICE_QUEUE, CL_INVALID_CONTEXT. */
__attribute__((warn_unused_result)) cl_int weft_kernel_set_arg(cl_kernel kernel, cl_uint index, size_t size,
                                                               const void *value);

/* clSetKernelArgSVMPointer without its check of the handle. CL_INVALID_ARG_INDEX; CL_INVALID_ARG_VALUE where the
 * argument is no pointer to global or constant memory. */
__attribute__((warn_unused_result)) cl_int weft_kernel_set_pointer(cl_kernel kernel, cl_uint index, const void *value);
/* Notes that launches from now on use such memory, or none of that kind. */
void weft_kernel_set_outside(cl_kernel kernel, enum weft_kernel_outside which, bool used);

/* A kernel of an executable, by its number there. */
void weft_kernel_device_init(struct weft_kernel_device *on, cl_device_id device, struct weft_executable *executable,
                             size_t number);
/* Two builds of a kernel take the same arguments. */
bool weft_kernel_same_arguments(const struct weft_kernel_info *a, const struct weft_kernel_info *b);
/* Whether `alone`, a container of one kernel with code, can run launches that were described for `info`. */
bool weft_kernel_stands_for(const struct weft_binary *alone, const struct weft_kernel_info *info);
/* What a device has of it, or NULL; weft_kernel_find_code() in kernel_code.h tells what it runs. A sub-device without
 * an executable of its own has its parent's. */
const struct weft_kernel_device *weft_kernel_find_device(cl_kernel kernel, cl_device_id device);

/* Most work-items of a group on that device. */
size_t weft_kernel_work_group_size(const struct weft_kernel_device *on, cl_device_id device);
/* Work-items of its full sub-groups: what it requires, or the device's default. */
size_t weft_kernel_sub_group_size(const struct weft_kernel_device *on);
/* Most sub-groups of a group. */
size_t weft_kernel_max_sub_groups(const struct weft_kernel_device *on, cl_device_id device);
/* Work-items of a group in one dimension of `count` sub-groups that are full; 0 if no launch can have it. */
size_t weft_kernel_local_size_for(const struct weft_kernel_device *on, cl_device_id device, size_t count);
/* Work-items that run side by side in one register. */
size_t weft_kernel_preferred_multiple(cl_device_id device);
/* Local arguments start at multiples of this, as long as they fit the device's local memory that way. */
#define WEFT_LOCAL_ARG_ALIGN 128
/* Bytes of local memory of a group with the arguments now set; SIZE_MAX where they overflow. `on`: what the device
 * runs. */
size_t weft_kernel_local_memory(cl_kernel kernel, const struct weft_kernel_device *on, cl_device_id device);
/* The same with the kernel's lock held, for a device with `most` bytes; writes the offsets of the arguments into
 * `block` if not NULL. */
size_t weft_kernel_place_locals(cl_kernel kernel, const struct weft_kernel_device *on, size_t most, char *block);

#endif
