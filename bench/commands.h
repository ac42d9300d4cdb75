/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Command buffers and unified shared memory of a platform, found by name; absent members are NULL. */
#ifndef WEFT_BENCH_COMMANDS_H
#define WEFT_BENCH_COMMANDS_H

#include "bench/bench.h"

#include <CL/cl_ext.h>

/* cl_khr_command_buffer from 0.9.5 on, whose functions take properties. */
struct bench_commands {
  cl_command_buffer_khr buffer; /* on the bench's queue, still recording */
  cl_int(CL_API_CALL *launch)(cl_command_buffer_khr, cl_command_queue, const cl_properties *, cl_kernel, cl_uint,
                              const size_t *, const size_t *, const size_t *, cl_uint, const cl_sync_point_khr *,
                              cl_sync_point_khr *, cl_mutable_command_khr *);
  cl_int(CL_API_CALL *finalize)(cl_command_buffer_khr);
  cl_int(CL_API_CALL *enqueue)(cl_uint, cl_command_queue *, cl_command_buffer_khr, cl_uint, const cl_event *,
                               cl_event *);
  cl_int(CL_API_CALL *release)(cl_command_buffer_khr);
};
void bench_open_commands(const struct bench *bench, struct bench_commands *out);
void bench_close_commands(struct bench_commands *commands);

/* cl_intel_unified_shared_memory: two shared allocations of so many bytes. */
struct bench_usm {
  void *a, *b; /* NULL: the platform has none */
  clEnqueueMemcpyINTEL_fn copy;
  clEnqueueMemFillINTEL_fn fill;
  clMemFreeINTEL_fn free;
};
void bench_open_usm(const struct bench *bench, size_t bytes, struct bench_usm *out);
void bench_close_usm(const struct bench *bench, struct bench_usm *usm);

#endif
