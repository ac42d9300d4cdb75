/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_KERNEL_CODE_H
#define WEFT_RUNTIME_KERNEL_CODE_H

/*
 * The code of kernels that is made when it is asked for (docs/builds.md).
 *
 * A container without an object is a deferred program: its build has checked all that can fail, and each kernel becomes
 * an executable of its own, from the program's bitcode, once somebody wants it. clCreateKernel lets it be made in the
 * background; the first launch, and the first query of what only code tells, wait for that one kernel, or make it
 * themselves where nobody has begun.
 *
 * What nobody has asked for is made for the disk cache alone, once the process idles: the next process that asks for it
 * finds it there, and so does this one.
 */

#include "runtime/kernel.h"

/* The code of a deferred program's kernels. */
struct weft_kernel_codes;

/* For an executable whose container is deferred. CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_kernel_codes_create(struct weft_binary *program, cl_device_id device,
                                                                    struct weft_kernel_codes **out);
/* Drops what waits to be made. Accepts NULL inside, clears. */
void weft_kernel_codes_destroy(struct weft_kernel_codes **codes);

/* Launches of the kernel may come: its code is made in the background, for each device. */
void weft_kernel_ask_for_code(cl_kernel kernel);

/* What a device runs, made if need be. CL_INVALID_PROGRAM_EXECUTABLE: the program is not built for the device, or LLVM
 * fails on this kernel; CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY, CL_COMPILER_NOT_AVAILABLE. */
__attribute__((warn_unused_result)) cl_int weft_kernel_find_code(cl_kernel kernel, cl_device_id device,
                                                                 const struct weft_kernel_device **out);

#endif
