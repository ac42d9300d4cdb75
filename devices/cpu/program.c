/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A program's shared object is opened by the dynamic linker, so that unwinders, debuggers and profilers know it.
 * Each load is a copy of its own: program-scope variables belong to one program. The copy is
 *
 *   a file in the folder that the image names, which stays: debuggers and profilers find symbols and lines in it, also
 *   when the process has ended;
 *   else memory (memfd), whose name tells at least whose code it is. Where the object has lines, the descriptor stays
 *   open, and the dynamic linker gets a path that leads to it from other processes too: debuggers open it while this
 *   process lives;
 *   else, where memfd is forbidden, a temporary file.
 */
#include "devices/cpu/cpu_device.h"
#include "runtime/alloc.h"
#include "runtime/lock.h"
#include "runtime/log.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U
#endif

struct weft_hw_program {
  void *handle;
  int file;              /* kept open for debuggers; -1: none */
  struct weft_lock lock; /* guards `kernels` */
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

static const char *shown_name(const struct weft_program_image *image) {
  return image->name ? image->name : "program";
}

static void *open_at(const char *path) {
  weft_span_enter(); /* the dynamic linker holds a lock of its own, which a forked child would find held */
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  weft_span_leave();
  return handle;
}

/* A new file, which nobody else can write to, in a folder that others cannot write to. */
static void *open_in_folder(const struct weft_program_image *image) {
  static atomic_uint serial;
  char path[PATH_MAX];
  int fd = -1;
  do {
    unsigned number = atomic_fetch_add_explicit(&serial, 1, memory_order_relaxed);
    int length =
        snprintf(path, sizeof(path), "%s/%s-%ld-%u.so", image->folder, shown_name(image), (long)getpid(), number);
    if (length < 0 || (size_t)length >= sizeof(path))
      return NULL;
    fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  } while (fd < 0 && errno == EEXIST); /* of an earlier process of this number */
  bool written = fd >= 0 && write_all(fd, image->object, image->size);
  if (fd >= 0)
    written &= close(fd) == 0;
  void *handle = written ? open_at(path) : NULL;
  if (!handle) {
    weft_log(WEFT_LOG_WARNING, "%s: no program can be kept there", path);
    if (fd >= 0)
      unlink(path);
  }
  return handle;
}

/*
 * The dynamic linker takes a name that it has seen for the same library, and descriptors' numbers come again while
 * the program that had them is still open. So each load spells the folder differently: the digits of a serial number
 * in base 2 as "/" and "/.", which both mean nothing in a path.
 */
static void distinct_path(char *path, size_t size, const char *process, int fd) {
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
  snprintf(path, size, "/proc/%s/fd%s/%d", process, digits, fd);
}

/* By a path that debuggers understand as well as this process. It may mean another one where /proc is not of this
 * process's namespace. */
static void *open_for_all(int fd) {
  char process[24], path[128];
  struct stat by_path, by_fd;
  snprintf(process, sizeof(process), "%ld", (long)getpid());
  distinct_path(path, sizeof(path), process, fd);
  if (stat(path, &by_path) || fstat(fd, &by_fd) || by_path.st_dev != by_fd.st_dev || by_path.st_ino != by_fd.st_ino)
    return NULL;
  return open_at(path);
}

static void *open_in_memory(const struct weft_program_image *image, int *kept) {
  char name[128], path[128];
  snprintf(name, sizeof(name), "weft:%s", shown_name(image));
  int fd = memfd_create(name, MFD_CLOEXEC | MFD_EXEC);
  if (fd < 0 && errno == EINVAL) /* before Linux 6.3 */
    fd = memfd_create(name, MFD_CLOEXEC);
  if (fd < 0)
    return NULL;
  void *handle = NULL;
  if (write_all(fd, image->object, image->size)) {
    if (image->has_lines && (handle = open_for_all(fd))) {
      *kept = fd;
      return handle;
    }
    distinct_path(path, sizeof(path), "self", fd);
    handle = open_at(path);
  }
  close(fd);
  return handle;
}

static void *open_from_file(const struct weft_program_image *image) {
  const char *folder = getenv("TMPDIR");
  char path[PATH_MAX];
  int length = snprintf(path, sizeof(path), "%s/weft-program-XXXXXX", folder && *folder ? folder : "/tmp");
  if (length < 0 || (size_t)length >= sizeof(path))
    return NULL;
  int fd = mkostemp(path, O_CLOEXEC);
  if (fd < 0)
    return NULL;
  void *handle = write_all(fd, image->object, image->size) ? open_at(path) : NULL;
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

cl_int weft_cpu_program_load(struct weft_hw *hw, const struct weft_program_image *image, struct weft_hw_program **out) {
  *out = NULL;
  if (!looks_like_object(image->object, image->size))
    return CL_INVALID_BINARY;
  struct weft_hw_program *program = weft_zalloc(sizeof(*program));
  if (!program)
    return CL_OUT_OF_HOST_MEMORY;
  program->file = -1;
  if (image->folder)
    program->handle = open_in_folder(image);
  if (!program->handle)
    program->handle = open_in_memory(image, &program->file);
  if (!program->handle)
    program->handle = open_from_file(image);
  if (!program->handle) {
    const char *reason = dlerror();
    weft_log(WEFT_LOG_ERROR, "a program's object cannot be loaded: %s", reason ? reason : "out of memory");
    weft_free(program);
    return CL_INVALID_BINARY;
  }
  weft_lock_init(&program->lock);
  *out = program;
  return CL_SUCCESS;
}

void weft_cpu_program_unload(struct weft_hw_program *program) {
  while (program->kernels) {
    struct weft_hw_kernel *kernel = program->kernels;
    program->kernels = kernel->next;
    weft_free(kernel);
  }
  weft_lock_destroy(&program->lock);
  weft_span_enter();
  dlclose(program->handle);
  weft_span_leave();
  if (program->file >= 0)
    close(program->file);
  weft_free(program);
}

cl_int weft_cpu_kernel_find(struct weft_hw_program *program, const struct weft_kernel_info *info,
                            struct weft_hw_kernel **out) {
  *out = NULL;
  weft_span_enter();
  void *symbol = dlsym(program->handle, info->symbol);
  weft_span_leave();
  if (!symbol)
    return CL_INVALID_BINARY;
  struct weft_hw_kernel *kernel = weft_alloc_aligned(_Alignof(struct weft_hw_kernel), sizeof(*kernel));
  if (!kernel)
    return CL_OUT_OF_HOST_MEMORY;
  memset(kernel, 0, sizeof(*kernel));
  memcpy(&kernel->entry, &symbol, sizeof(symbol)); /* C has no conversion from objects to functions */
  kernel->info = info;
  kernel->program = program;
  weft_lock_acquire(&program->lock);
  kernel->next = program->kernels;
  program->kernels = kernel;
  weft_lock_release(&program->lock);
  *out = kernel;
  return CL_SUCCESS;
}
