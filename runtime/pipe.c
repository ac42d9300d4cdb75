/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/pipe.h"

#include <string.h>

#include "compiler/kernel_abi.h"

static const struct weft_pipe *header(cl_mem pipe) {
  return pipe->storage.host;
}

/* Slots are a power of two and at least two: with one, "written" and "free again" would be the same turn. */
static uint64_t slots_for(cl_uint max_packets) {
  uint64_t slots = 2;
  while (slots < max_packets)
    slots *= 2;
  return slots;
}

cl_int weft_pipe_create(cl_context context, cl_mem_flags flags, cl_uint packet_size, cl_uint max_packets, cl_mem *out) {
  uint64_t slots = slots_for(max_packets);
  if (slots > (uint64_t)1 << 31) /* turns of 32 bits tell half of the numbers apart */
    return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  uint64_t data = sizeof(struct weft_pipe) + slots * sizeof(struct weft_pipe_slot);
  data = (data + 127) / 128 * 128;
  uint64_t size = data + slots * packet_size; /* below 2^48 */
  if (size > context->devices[0]->caps->max_alloc_size)
    return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  cl_mem pipe;
  cl_int error = weft_buffer_create(context, NULL, 0, flags, size, NULL, NULL, &pipe);
  if (error)
    return error;
  pipe->type = CL_MEM_OBJECT_PIPE;
  struct weft_pipe *to = pipe->storage.host;
  if (!to) { /* a device whose memory we cannot fill in here */
    weft_object_release(&pipe->object, NULL);
    return CL_OUT_OF_RESOURCES;
  }
  *to = (struct weft_pipe){.packet_size = packet_size, .max_packets = max_packets, .mask = slots - 1, .data = data};
  for (uint64_t i = 0; i < slots; i++)
    to->slots[i] = (struct weft_pipe_slot){.turn = (uint32_t)i};
  *out = pipe;
  return CL_SUCCESS;
}

cl_uint weft_pipe_packet_size(cl_mem pipe) {
  return header(pipe)->packet_size;
}

cl_uint weft_pipe_max_packets(cl_mem pipe) {
  return header(pipe)->max_packets;
}
