/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_ICD_TRANSFER_CHECK_H
#define WEFT_ICD_TRANSFER_CHECK_H

/* What the commands on buffers and on images check alike. */

#include "icd/cl_newer.h"
#include "icd/validate.h"
#include "runtime/transfer.h"

#define WEFT_MAP_WRITES (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)
#define WEFT_MIGRATE_FLAGS (CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED)

/* A pattern of a fill. */
static inline bool weft_pattern_valid(const void *pattern, size_t size) {
  return pattern && size && size <= WEFT_FILL_PATTERN_MAX && !(size & (size - 1));
}

/* A buffer that a command of this queue may use. */
static inline cl_int weft_check_buffer(cl_command_queue queue, cl_mem buffer) {
  if (!weft_is_mem(buffer) || !weft_mem_is_buffer(buffer))
    return CL_INVALID_MEM_OBJECT;
  return buffer->context == queue->context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

/* CL_MISALIGNED_SUB_BUFFER_OFFSET: the device of the queue wants another alignment than the one that allowed the
 * sub-buffer */
static inline cl_int weft_check_aligned(cl_command_queue queue, cl_mem buffer) {
  return weft_mem_is_aligned(buffer, queue->device) ? CL_SUCCESS : CL_MISALIGNED_SUB_BUFFER_OFFSET;
}

static inline bool weft_host_may_read(cl_mem mem) {
  return !(mem->flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS));
}

static inline bool weft_host_may_write(cl_mem mem) {
  return !(mem->flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_IMMUTABLE_EXT));
}

/* CL_INVALID_OPERATION: no command changes what is immutable */
static inline cl_int weft_check_mutable(cl_mem mem) {
  return mem->flags & CL_MEM_IMMUTABLE_EXT ? CL_INVALID_OPERATION : CL_SUCCESS;
}

static inline struct weft_box weft_side_box(const struct weft_side *side, const size_t region[3]) {
  return (struct weft_box){side->offset, {region[0], region[1], region[2]}, side->row_pitch, side->slice_pitch};
}

/* CL_MEM_COPY_OVERLAP. Objects of one storage may have pitches of their own; interleaving those is refused. */
static inline bool weft_sides_overlap(const struct weft_side *a, const struct weft_side *b, const size_t region[3]) {
  if (weft_mem_root(a->mem) != weft_mem_root(b->mem) || !region[0])
    return false;
  struct weft_box box_a = weft_side_box(a, region), box_b = weft_side_box(b, region);
  return weft_boxes_overlap(a->mem, &box_a, b->mem, &box_b);
}

/* Two stretches of `size` bytes of the process's memory. */
static inline bool weft_ranges_overlap(const void *a, const void *b, size_t size) {
  uintptr_t first = (uintptr_t)a, second = (uintptr_t)b;
  return first < second ? second - first < size : first - second < size;
}

/*
 * What a command checks behind its queue and wait list, and what it then does: for those that are enqueued and those
 * that are recorded into a command buffer alike. `queue` says context and device. The errors are those of the
 * clEnqueue function of that name.
 */
cl_int weft_check_copy_buffer(cl_command_queue queue, cl_mem src, cl_mem dst, size_t src_offset, size_t dst_offset,
                              size_t size, struct weft_transfer *out);

/* One side of a rectangular transfer as the application gave it. */
struct weft_rect {
  const size_t *origin;
  size_t row_pitch, slice_pitch; /* 0: default */
};
/* Completes `side`, whose mem or host is set. CL_INVALID_VALUE. */
cl_int weft_check_side(struct weft_side *side, const struct weft_rect *rect, const size_t *region);
cl_int weft_check_copy_buffer_rect(cl_command_queue queue, cl_mem src, cl_mem dst, const struct weft_rect *src_rect,
                                   const struct weft_rect *dst_rect, const size_t *region, struct weft_transfer *out);
cl_int weft_check_fill_buffer(cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_size,
                              size_t offset, size_t size, struct weft_fill *out);

/* An image that a command of this queue may use, and a part of it that is not empty and lies within its level. `origin`
 * has a number more than the image has coordinates where it has mip levels. */
cl_int weft_check_image(cl_command_queue queue, cl_mem image);
cl_int weft_check_image_part(cl_mem image, const size_t *origin, const size_t *region);
cl_int weft_check_copy_image(cl_command_queue queue, cl_mem src, cl_mem dst, const size_t *src_origin,
                             const size_t *dst_origin, const size_t *region, struct weft_transfer *out);
/* Copies between an image and a buffer that holds the part without gaps; which way, the type says. */
cl_int weft_check_copy_image_buffer(cl_command_queue queue, cl_command_type type, cl_mem image, cl_mem buffer,
                                    const size_t *origin, const size_t *region, size_t offset,
                                    struct weft_transfer *out);
cl_int weft_check_fill_image(cl_command_queue queue, cl_mem image, const void *color, const size_t *origin,
                             const size_t *region, struct weft_fill *out);

/* The commands on addresses: CL_INVALID_VALUE, CL_MEM_COPY_OVERLAP. */
cl_int weft_check_address_copy(cl_command_type type, void *to, const void *from, size_t size,
                               struct weft_transfer *out);
cl_int weft_check_address_fill(cl_command_type type, void *to, const void *pattern, size_t pattern_size, size_t size,
                               struct weft_fill *out);
/* With their enqueueing; blocking ones: CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST too. */
cl_int weft_enqueue_address_copy(cl_command_queue queue, cl_command_type type, cl_bool blocking, void *to,
                                 const void *from, size_t size, cl_uint num_events, const cl_event *events,
                                 cl_event *event);
cl_int weft_enqueue_address_fill(cl_command_queue queue, cl_command_type type, void *to, const void *pattern,
                                 size_t pattern_size, size_t size, cl_uint num_events, const cl_event *events,
                                 cl_event *event);
/* CL_INVALID_CONTEXT: an allocation of another context. */
cl_int weft_check_address_context(cl_context context, const void *pointer);

static inline bool weft_map_flags_valid(cl_map_flags flags) {
  if (flags & ~(cl_map_flags)(CL_MAP_READ | WEFT_MAP_WRITES))
    return false;
  return !(flags & CL_MAP_WRITE_INVALIDATE_REGION) || !(flags & (CL_MAP_READ | CL_MAP_WRITE));
}

static inline bool weft_host_may_map(cl_mem mem, cl_map_flags flags) {
  return (!(flags & CL_MAP_READ) || weft_host_may_read(mem)) &&
         (!(flags & WEFT_MAP_WRITES) || weft_host_may_write(mem));
}

#endif
