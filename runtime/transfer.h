/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_TRANSFER_H
#define WEFT_RUNTIME_TRANSFER_H

/*
 * Commands that move bytes, and native kernels. Arguments have been checked. All answer CL_OUT_OF_HOST_MEMORY
 * or what weft_command_enqueue() does.
 */

#include "runtime/command.h"
#include "runtime/memory.h"

#define WEFT_FILL_PATTERN_MAX 128 /* bytes: the largest vector */

/* One side of a transfer. A plain transfer is one row in one slice. */
struct weft_side {
  cl_mem mem;                            /* NULL: host memory */
  char *host;                            /* where mem is NULL */
  size_t offset, row_pitch, slice_pitch; /* bytes; offset from the first byte of mem or host */
  uint8_t bits, phase;                   /* as in struct weft_endpoint */
};

/* Any read, write or copy; `type` is the CL_COMMAND_* to report. region: bytes, rows, slices, none of them 0 but the
 * bytes of a plain transfer; texels in place of bytes where both sides have `bits`. */
struct weft_transfer {
  cl_command_type type;
  struct weft_side dst, src;
  size_t region[3];
};

/* The pattern's size, a power of two, divides region[0]; with `bits` the pattern is a texel's number, as uint16_t. */
struct weft_fill {
  cl_command_type type;
  struct weft_side dst;
  size_t region[3];
  size_t pattern_size;
  unsigned char pattern[WEFT_FILL_PATTERN_MAX];
};

/* One that stands in pieces, which a read of four bytes would feel being put together. */
__attribute__((warn_unused_result)) cl_int weft_transfer_enqueue_sides(cl_command_queue queue, cl_command_type type,
                                                                       cl_bool blocking, const struct weft_side *dst,
                                                                       const struct weft_side *src,
                                                                       const size_t region[3], cl_uint num_waits,
                                                                       const cl_event *waits, cl_event *event);
static inline cl_int weft_transfer_enqueue(cl_command_queue queue, const struct weft_transfer *transfer,
                                           cl_bool blocking, cl_uint num_waits, const cl_event *waits,
                                           cl_event *event) {
  return weft_transfer_enqueue_sides(queue, transfer->type, blocking, &transfer->dst, &transfer->src, transfer->region,
                                     num_waits, waits, event);
}
__attribute__((warn_unused_result)) cl_int weft_transfer_enqueue_fill(cl_command_queue queue,
                                                                      const struct weft_fill *fill, cl_uint num_waits,
                                                                      const cl_event *waits, cl_event *event);
/* Kind and union of a work that does this; whoever submits it keeps the memory objects alive. */
void weft_transfer_describe(const struct weft_transfer *transfer, struct weft_work *work);
void weft_transfer_describe_fill(const struct weft_fill *fill, struct weft_work *work);

__attribute__((warn_unused_result)) cl_int weft_transfer_enqueue_migrate(cl_command_queue queue, cl_uint num_mems,
                                                                         const cl_mem *mems, cl_uint num_waits,
                                                                         const cl_event *waits, cl_event *event);

/* clEnqueueNativeKernel (native.c). Copies `args`; locations lie within it. */
__attribute__((warn_unused_result)) cl_int weft_native_enqueue(cl_command_queue queue, void(CL_CALLBACK *fn)(void *),
                                                               const void *args, size_t args_size, cl_uint num_mems,
                                                               const cl_mem *mems, const void **locations,
                                                               cl_uint num_waits, const cl_event *waits,
                                                               cl_event *event);

#endif
