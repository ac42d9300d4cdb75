/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/external_memory.h"

#include "runtime/command.h"

#include <CL/cl_ext.h>
#include <errno.h>
#include <linux/dma-buf.h>
#include <linux/magic.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#ifndef DMA_BUF_MAGIC
#define DMA_BUF_MAGIC 0x444d4142
#endif
#ifndef CL_MEM_DEVICE_HANDLE_LIST_KHR
#define CL_MEM_DEVICE_HANDLE_LIST_KHR 0x2051
#define CL_MEM_DEVICE_HANDLE_LIST_END_KHR 0
#endif

bool weft_external_valid(const struct weft_external *external) {
  struct stat facts;
  struct statfs system;
  switch (external->kind) {
  case WEFT_EXTERNAL_OPAQUE: /* memfd_create(), shm_open(), or a file */
    return external->fd >= 0 && fstat(external->fd, &facts) == 0 && S_ISREG(facts.st_mode);
  case WEFT_EXTERNAL_DMA_BUF:
    return external->fd >= 0 && fstatfs(external->fd, &system) == 0 && system.f_type == DMA_BUF_MAGIC;
  default:
    return true;
  }
}

uint64_t weft_external_size(const struct weft_external *external) {
  struct stat facts;
  off_t end;
  if (external->kind == WEFT_EXTERNAL_DMA_BUF) /* older kernels tell it here alone */
    end = lseek(external->fd, 0, SEEK_END);
  else
    end = fstat(external->fd, &facts) == 0 ? facts.st_size : 0;
  return end > 0 ? (uint64_t)end : 0;
}

cl_int weft_external_attach(cl_mem mem, const struct weft_external *external) {
  /* Also what kernels only read can be copied to: the descriptor has to allow both. */
  void *at = mmap(NULL, mem->size, PROT_READ | PROT_WRITE, MAP_SHARED, external->fd, 0);
  if (at == MAP_FAILED)
    return errno == EACCES || errno == EPERM ? CL_INVALID_PROPERTY : CL_OUT_OF_RESOURCES;
  mem->mapped = at;
  mem->owner = WEFT_REF(mem->context->devices[0]);
  cl_int error = mem->owner->ops->mem_alloc(mem->owner->hw, mem->size, at, &mem->storage);
  if (error) {
    mem->storage.size = 0;
    return error;
  }
  if (external->kind == WEFT_EXTERNAL_DMA_BUF) {
    mem->dma_buf = external->fd;
  } else {
    close(external->fd); /* the pages hold the file */
  }
  return CL_SUCCESS;
}

bool weft_external_serves(cl_mem mem, cl_device_id device) {
  const cl_mem_properties *at = mem->properties;
  while (*at && *at != CL_MEM_DEVICE_HANDLE_LIST_KHR)
    at += 2;
  if (!*at++)
    return true;
  for (; *at != CL_MEM_DEVICE_HANDLE_LIST_END_KHR; at++)
    if ((cl_device_id)(uintptr_t)*at == device)
      return true;
  return false;
}

/* --- acquire and release --- */

/* The dma-bufs of a command. */
struct syncing {
  uint64_t flags;
  cl_int error;
  cl_uint count;
  int fds[];
};

/* Waits for what other devices do with the memory and moves caches, as the kernel's drivers need it. */
static void sync_all(void *argument) {
  struct syncing *syncing = argument;
  struct dma_buf_sync request = {.flags = syncing->flags};
  for (cl_uint i = 0; i < syncing->count; i++) {
    int result;
    do
      result = ioctl(syncing->fds[i], DMA_BUF_IOCTL_SYNC, &request);
    while (result < 0 && (errno == EINTR || errno == EAGAIN));
    if (result < 0)
      syncing->error = CL_OUT_OF_RESOURCES;
  }
}

static void tell_error(struct weft_command *command) {
  struct syncing *syncing = command->extra;
  if (syncing->error)
    command->work_status = syncing->error;
}

cl_int weft_external_enqueue(cl_command_queue queue, cl_command_type type, cl_uint count, const cl_mem *mems,
                             cl_uint num_waits, const cl_event *waits, cl_event *event) {
  struct weft_command *command = NULL;
  size_t extra = sizeof(struct syncing) + count * sizeof(int);
  cl_int error = weft_command_create(queue, type, num_waits, waits, count, extra, &command);
  if (error)
    return error;
  struct syncing *syncing = command->extra;
  syncing->flags =
      DMA_BUF_SYNC_RW | (type == CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR ? DMA_BUF_SYNC_START : DMA_BUF_SYNC_END);
  for (cl_uint i = 0; i < count; i++) {
    weft_command_hold(command, &mems[i]->object);
    if (mems[i]->dma_buf >= 0)
      syncing->fds[syncing->count++] = mems[i]->dma_buf;
  }
  command->work.kind = WEFT_WORK_NONE; /* files in memory are the same to all processes at all times */
  if (syncing->count) {
    command->work.kind = WEFT_WORK_CALL; /* it may block */
    command->work.call.fn = sync_all;
    command->work.call.arg = syncing;
    command->spawn = tell_error;
  }
  return weft_command_enqueue(command, CL_FALSE, event);
}
