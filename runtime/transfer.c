/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/transfer.h"

#include <string.h>

#include "runtime/allocation.h"

/* A blocking transfer of at most this many bytes that has nothing to wait for runs on the calling thread, under the
 * queue's lock so that no command can slip in beside it. Larger ones gain from the device's threads. */
#define DIRECT_MAX ((size_t)256 << 10)

/* Where rows touch on both sides they are one row, and where slices do, one slice. */
static void collapse(struct weft_endpoint *dst, struct weft_endpoint *src, size_t region[3]) {
  for (int level = 0; level < 2; level++) {
    if (region[1] > 1 && (dst->row_pitch != region[0] || src->row_pitch != region[0]))
      return;
    region[0] *= region[1];
    region[1] = region[2];
    region[2] = 1;
    dst->row_pitch = dst->slice_pitch;
    src->row_pitch = src->slice_pitch;
    dst->slice_pitch *= region[1];
    src->slice_pitch *= region[1];
  }
}

static struct weft_endpoint endpoint(const struct weft_side *side) {
  struct weft_endpoint end = {
      .host = side->host,
      .offset = side->offset,
      .row_pitch = side->row_pitch,
      .slice_pitch = side->slice_pitch,
      .bits = side->bits,
      .phase = side->phase};
  if (side->mem) {
    struct weft_place place = weft_mem_place(side->mem);
    end.mem = place.mem;
    end.host = NULL;
    end.offset += place.offset;
  }
  return end;
}

/* The first byte, NULL where the host does not see it. */
static char *host_address(const struct weft_endpoint *end) {
  char *base = end->mem ? end->mem->host : end->host;
  return base ? base + end->offset : NULL;
}

/* The application may read a buffer into the very memory that it gave the buffer to use: there is nothing to move. */
static bool onto_itself(const struct weft_endpoint *dst, const struct weft_endpoint *src) {
  const char *to = host_address(dst);
  return to && to == host_address(src) && dst->row_pitch == src->row_pitch && dst->slice_pitch == src->slice_pitch;
}

static void copy_here(char *dst, const struct weft_endpoint *to, const char *src, const struct weft_endpoint *from,
                      const size_t region[3]) {
  for (size_t slice = 0; slice < region[2]; slice++)
    for (size_t row = 0; row < region[1]; row++)
      memcpy(dst + slice * to->slice_pitch + row * to->row_pitch,
             src + slice * from->slice_pitch + row * from->row_pitch, region[0]);
}

/* This thread is going to write there. */
static void announce(cl_command_queue queue, const struct weft_side *dst) {
  if (dst->mem)
    weft_mem_host_writes(dst->mem);
  else
    weft_allocation_host_writes(queue->context, dst->host + dst->offset);
}

static bool ran_directly(cl_command_queue queue, const struct weft_side *side, const struct weft_endpoint *dst,
                         const struct weft_endpoint *src, const size_t region[3], cl_uint num_waits,
                         const cl_event *waits) {
  size_t bytes;
  if (__builtin_mul_overflow(region[0], region[1], &bytes) || __builtin_mul_overflow(bytes, region[2], &bytes) ||
      bytes > DIRECT_MAX)
    return false;
  char *to = host_address(dst), *from = host_address(src);
  if (!to || !from)
    return false;
  announce(queue, side);
  weft_lock_acquire(&queue->lock);
  bool next = weft_queue_is_next_locked(queue, num_waits, waits);
  if (next)
    copy_here(to, dst, from, src, region);
  weft_lock_release(&queue->lock);
  return next;
}

/* Both ends, and the region with as few rows and slices as it can have; no bytes where there is nothing to move. */
static void describe(const struct weft_side *dst, const struct weft_side *src, const size_t region[3],
                     struct weft_endpoint *to, struct weft_endpoint *from, size_t extent[3]) {
  *to = endpoint(dst);
  *from = endpoint(src);
  memcpy(extent, region, 3 * sizeof(*extent));
  if (to->bits) /* texels within bytes are the back end's matter */
    return;
  if (onto_itself(to, from))
    extent[0] = 0;
  else
    collapse(to, from, extent);
}

static void put(struct weft_work *work, const struct weft_endpoint *to, const struct weft_endpoint *from,
                const size_t extent[3]) {
  work->kind = extent[0] ? WEFT_WORK_COPY : WEFT_WORK_NONE;
  work->copy.dst = *to;
  work->copy.src = *from;
  memcpy(work->copy.region, extent, sizeof(work->copy.region));
}

void weft_transfer_describe(const struct weft_transfer *transfer, struct weft_work *work) {
  struct weft_endpoint to, from;
  size_t extent[3];
  describe(&transfer->dst, &transfer->src, transfer->region, &to, &from, extent);
  put(work, &to, &from, extent);
}

void weft_transfer_describe_fill(const struct weft_fill *fill, struct weft_work *work) {
  work->kind = fill->region[0] ? WEFT_WORK_FILL : WEFT_WORK_NONE;
  work->fill.dst = endpoint(&fill->dst);
  memcpy(work->fill.region, fill->region, sizeof(work->fill.region));
  memcpy(work->fill.pattern, fill->pattern, fill->pattern_size);
  work->fill.pattern_size = fill->pattern_size;
}

cl_int weft_transfer_enqueue_sides(cl_command_queue queue, cl_command_type type, cl_bool blocking,
                                   const struct weft_side *dst, const struct weft_side *src, const size_t region[3],
                                   cl_uint num_waits, const cl_event *waits, cl_event *event) {
  struct weft_endpoint to, from;
  size_t extent[3];
  describe(dst, src, region, &to, &from, extent);
  if (blocking && !event && !to.bits && ran_directly(queue, dst, &to, &from, extent, num_waits, waits))
    return CL_SUCCESS;
  struct weft_command *command = NULL;
  cl_int error = weft_command_create(queue, type, num_waits, waits, 2, 0, &command);
  if (error)
    return error;
  if (dst->mem)
    weft_command_hold(command, &dst->mem->object);
  if (src->mem)
    weft_command_hold(command, &src->mem->object);
  put(&command->work, &to, &from, extent);
  return weft_command_enqueue(command, blocking, event);
}

cl_int weft_transfer_enqueue_fill(cl_command_queue queue, const struct weft_fill *fill, cl_uint num_waits,
                                  const cl_event *waits, cl_event *event) {
  struct weft_command *command = NULL;
  cl_int error = weft_command_create(queue, fill->type, num_waits, waits, 1, 0, &command);
  if (error)
    return error;
  if (fill->dst.mem)
    weft_command_hold(command, &fill->dst.mem->object);
  weft_transfer_describe_fill(fill, &command->work);
  return weft_command_enqueue(command, CL_FALSE, event);
}

/* All devices of a context share the storage, so that only the order in the queue is left to do. */
cl_int weft_transfer_enqueue_migrate(cl_command_queue queue, cl_uint num_mems, const cl_mem *mems, cl_uint num_waits,
                                     const cl_event *waits, cl_event *event) {
  struct weft_command *command = NULL;
  cl_int error = weft_command_create(queue, CL_COMMAND_MIGRATE_MEM_OBJECTS, num_waits, waits, num_mems, 0, &command);
  if (error)
    return error;
  for (cl_uint i = 0; i < num_mems; i++)
    weft_command_hold(command, &mems[i]->object);
  command->work.kind = WEFT_WORK_NONE;
  return weft_command_enqueue(command, CL_FALSE, event);
}
