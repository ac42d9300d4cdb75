/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_PIPE_H
#define WEFT_RUNTIME_PIPE_H

/* Pipes: memory objects whose storage holds a struct weft_pipe, made here and worked on by kernels only. */

#include "runtime/memory.h"

#define WEFT_PIPE_MAX_ARGS 16
#define WEFT_PIPE_MAX_PACKET_SIZE (64u << 10)
/* Reservations take nothing but the packets' slots: as many as a pipe of this many packets has, by one work-item. */
#define WEFT_PIPE_MAX_ACTIVE_RESERVATIONS (64u << 10)

static inline bool weft_mem_is_pipe(cl_mem mem) {
  return mem->type == CL_MEM_OBJECT_PIPE;
}

/* Sizes are not 0, the packet's is allowed. CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_HOST_MEMORY,
 * CL_OUT_OF_RESOURCES. */
__attribute__((warn_unused_result)) cl_int weft_pipe_create(cl_context context, cl_mem_flags flags, cl_uint packet_size,
                                                            cl_uint max_packets, cl_mem *out);
cl_uint weft_pipe_packet_size(cl_mem pipe);
cl_uint weft_pipe_max_packets(cl_mem pipe);

#endif
