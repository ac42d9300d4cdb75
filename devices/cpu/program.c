/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A program's shared object is opened by the dynamic linker, so that unwinders, debuggers and profilers know it.
 * It is written to memory (memfd) or, where that is forbidden, to a temporary file. Each load is a copy of its own:
 * program-scope variables belong to one program.
 */
#include "devices/cpu/cpu_device.h"
#include "runtime/alloc.h"
#include "runtime/log.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U
#endif

struct weft_hw_program {
  void *handle;
  pthread_mutex_t lock; /* guards `kernels` */
  struct weft_hw_kernel *kernels;
};

static bool write_all(int fd, const char *data, size_t size) {
  while (size > 0) {
    ssize_t written = write(fd, data, size);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    data += written;
    size -= (size_t)written;
  }
  return true;
}

/*
 * The dynamic linker takes a name that it has seen for the same library, and descriptors' numbers come again while
 * the program that had them is still open. So each load spells the folder differently: the digits of a serial number
 * in base 2 as "/" and "/.", which both mean nothing in a path.
 */
static void distinct_path(char *path, size_t size, int fd) {
  static atomic_uint serial;
  unsigned number = atomic_fetch_add_explicit(&serial, 1, memory_order_relaxed);
  char digits[2 * 32 + 1];
  size_t length = 0;
  for (int bit = 0; bit < 32; bit++) {
    digits[length++] = '/';
    if (number >> bit & 1)
      digits[length++] = '.';
  }
  digits[length] = 0;
  snprintf(path, size, "/proc/self/fd%s/%d", digits, fd);
}

static void *open_in_memory(const void *object, size_t size) {
  int fd = memfd_create("weft-program", MFD_CLOEXEC | MFD_EXEC);
  if (fd < 0 && errno == EINVAL) /* before Linux 6.3 */
    fd = memfd_create("weft-program", MFD_CLOEXEC);
  if (fd < 0)
    return NULL;
  char path[128];
  distinct_path(path, sizeof(path), fd);
  void *handle = write_all(fd, object, size) ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
  close(fd);
  return handle;
}

static void *open_from_file(const void *object, size_t size) {
  const char *folder = getenv("TMPDIR");
  char path[4096];
  int length = snprintf(path, sizeof(path), "%s/weft-program-XXXXXX", folder && *folder ? folder : "/tmp");
  if (length < 0 || (size_t)length >= sizeof(path))
    return NULL;
  int fd = mkostemp(path, O_CLOEXEC);
  if (fd < 0)
    return NULL;
  void *handle = write_all(fd, object, size) ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
  unlink(path);
  close(fd);
  return handle;
}

/* The dynamic linker is no judge of hostile files; the runtime's checksums are. This catches what is no object at all.
 */
static bool looks_like_object(const void *object, size_t size) {
  Elf64_Ehdr header;
  if (!object || size < sizeof(header))
    return false;
  memcpy(&header, object, sizeof(header));
  return memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
         header.e_type == ET_DYN && header.e_phoff < size;
}

cl_int weft_cpu_program_load(struct weft_hw *hw, const void *object, size_t size, struct weft_hw_program **out) {
  *out = NULL;
  if (!looks_like_object(object, size))
    return CL_INVALID_BINARY;
  struct weft_hw_program *program = weft_zalloc(sizeof(*program));
  if (!program)
    return CL_OUT_OF_HOST_MEMORY;
  program->handle = open_in_memory(object, size);
  if (!program->handle)
    program->handle = open_from_file(object, size);
  if (!program->handle) {
    const char *reason = dlerror();
    weft_log(WEFT_LOG_ERROR, "a program's object cannot be loaded: %s", reason ? reason : "out of memory");
    weft_free(program);
    return CL_INVALID_BINARY;
  }
  pthread_mutex_init(&program->lock, NULL);
  *out = program;
  return CL_SUCCESS;
}

void weft_cpu_program_unload(struct weft_hw_program *program) {
  while (program->kernels) {
    struct weft_hw_kernel *kernel = program->kernels;
    program->kernels = kernel->next;
    weft_free(kernel);
  }
  pthread_mutex_destroy(&program->lock);
  dlclose(program->handle);
  weft_free(program);
}

cl_int weft_cpu_kernel_find(struct weft_hw_program *program, const struct weft_kernel_info *info,
                            struct weft_hw_kernel **out) {
  *out = NULL;
  void *symbol = dlsym(program->handle, info->symbol);
  if (!symbol)
    return CL_INVALID_BINARY;
  struct weft_hw_kernel *kernel = weft_alloc_aligned(_Alignof(struct weft_hw_kernel), sizeof(*kernel));
  if (!kernel)
    return CL_OUT_OF_HOST_MEMORY;
  memset(kernel, 0, sizeof(*kernel));
  memcpy(&kernel->entry, &symbol, sizeof(symbol)); /* C has no conversion from objects to functions */
  kernel->info = info;
  kernel->program = program;
  pthread_mutex_lock(&program->lock);
  kernel->next = program->kernels;
  program->kernels = kernel;
  pthread_mutex_unlock(&program->lock);
  *out = kernel;
  return CL_SUCCESS;
}
