/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_NDRANGE_H
#define WEFT_RUNTIME_NDRANGE_H

/*
 * Launches of kernels. A launch is one allocation: the command, its copy of the arguments, the addresses to be
 * written into them, and the references that keep the buffers and the kernel alive.
 */

#include "runtime/command.h"
#include "runtime/kernel.h"

struct weft_ndrange {
  cl_uint work_dim;                      /* 1 to 3 */
  size_t offset[3], global[3], local[3]; /* unused dimensions: 0, 1, 1 */
  bool empty;                            /* nothing runs */
};

/* Checks and completes an index space for a kernel's device: the errors of clEnqueueNDRangeKernel from
 * CL_INVALID_WORK_DIMENSION to CL_OUT_OF_RESOURCES that need no arguments. `local` NULL: chosen. */
__attribute__((warn_unused_result)) cl_int weft_ndrange_init(const struct weft_kernel_device *on, cl_device_id device,
                                                             cl_uint work_dim, const size_t *offset,
                                                             const size_t *global, const size_t *local,
                                                             struct weft_ndrange *out);
/* One of its groups fits into a worker's arena. */
bool weft_ndrange_fits(const struct weft_kernel_info *info, cl_device_id device, const struct weft_ndrange *range);
/* What the arguments have to be on that device: CL_INVALID_KERNEL_ARGS, CL_MISALIGNED_SUB_BUFFER_OFFSET. */
__attribute__((warn_unused_result)) cl_int weft_ndrange_check_args(cl_kernel kernel, cl_device_id device);

/* Bytes of the room that a launch of the kernel needs: its copy of the arguments and what is made of them. */
size_t weft_ndrange_room(cl_kernel kernel, cl_device_id device);
/* A work that launches the kernel with the arguments now set, in `room` (64-byte aligned, zeroed or used by an earlier
 * one): all but the work's device, its callbacks and, for kernels that print or enqueue, `host`. Objects that the work
 * uses are referenced in `held`, which has room for one more than there are arguments, the kernel last. `facts`: what
 * of the launch a copy of the kernel may know (specialise.h). Errors: those of weft_ndrange_check_args,
 * CL_OUT_OF_RESOURCES (local memory). */
struct weft_facts;
__attribute__((warn_unused_result)) cl_int weft_ndrange_describe(cl_kernel kernel, const struct weft_kernel_device *on,
                                                                 cl_device_id device, const struct weft_ndrange *range,
                                                                 void *room, struct weft_work *work,
                                                                 struct weft_object **held, cl_uint *num_held,
                                                                 struct weft_facts *facts);

/* The command of a launch, to be enqueued. Errors as below. */
__attribute__((warn_unused_result)) cl_int weft_ndrange_create(cl_command_queue queue, cl_kernel kernel,
                                                               const struct weft_kernel_device *on,
                                                               const struct weft_ndrange *range, cl_command_type type,
                                                               cl_uint num_waits, const cl_event *waits,
                                                               struct weft_command **out);

/* Everything checked but the arguments. Errors: those of weft_ndrange_check_args, CL_OUT_OF_RESOURCES (local memory),
 * CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_ndrange_enqueue(cl_command_queue queue, cl_kernel kernel,
                                                                const struct weft_kernel_device *on,
                                                                const struct weft_ndrange *range, cl_command_type type,
                                                                cl_uint num_waits, const cl_event *waits,
                                                                cl_event *event);

#endif
