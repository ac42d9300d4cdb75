/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <string.h>

#include "runtime/transfer.h"

/* The command's extra room: relocs, then the copy of the arguments. */
static size_t args_offset(cl_uint num_mems) {
  size_t align = _Alignof(max_align_t);
  return (num_mems * sizeof(struct weft_reloc) + align - 1) / align * align;
}

cl_int weft_native_enqueue(cl_command_queue queue, void(CL_CALLBACK *fn)(void *), const void *args, size_t args_size,
                           cl_uint num_mems, const cl_mem *mems, const void **locations, cl_uint num_waits,
                           const cl_event *waits, cl_event *event) {
  size_t extra_size;
  if (__builtin_add_overflow(args_offset(num_mems), args_size, &extra_size))
    return CL_OUT_OF_HOST_MEMORY;
  struct weft_command *command = NULL;
  cl_int error = weft_command_create(queue, CL_COMMAND_NATIVE_KERNEL, num_waits, waits, num_mems, extra_size, &command);
  if (error)
    return error;
  struct weft_reloc *relocs = command->extra;
  for (cl_uint i = 0; i < num_mems; i++) {
    relocs[i].offset = (uint32_t)((const char *)locations[i] - (const char *)args);
    if (!mems[i])
      continue; /* stays null, as the kernel will see it */
    struct weft_place place = weft_mem_place(mems[i]);
    relocs[i].mem = place.mem;
    relocs[i].mem_offset = place.offset;
    weft_command_hold(command, &mems[i]->object);
  }
  command->work.kind = WEFT_WORK_CALL;
  command->work.call.fn = fn;
  if (args_size) {
    command->work.call.arg = (char *)command->extra + args_offset(num_mems);
    memcpy(command->work.call.arg, args, args_size);
  }
  command->work.call.relocs = relocs;
  command->work.call.num_relocs = num_mems;
  return weft_command_enqueue(command, CL_FALSE, event);
}
