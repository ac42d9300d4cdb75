/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A program's shared object is opened by the dynamic linker, so that unwinders, debuggers and profilers know it.
 * Each load is a copy of its own: program-scope variables belong to one program. The copy is
 *
 *   a file in the folder that the image names, which stays: debuggers and profilers find symbols and lines in it, also
 *   when the process has ended;
 *   else memory (memfd), whose name tells at least whose code it is. Where the object has lines, the descriptor stays
 *   open, and the dynamic linker gets a path that leads to it from other processes too: debuggers open it while this
 *   process lives. So many descriptors stay and no more: an application has a limit of them, and uses of its own;
 *   else, where memfd is forbidden or /proc is missing, a temporary file in the first folder that takes it and from
 *   which code may run.
 */
#include "base/alloc.h"
#include "base/anonymous_file.h"
#include "base/lock.h"
#include "base/log.h"
#include "base/write_all.h"
#include "devices/cpu/cpu_device.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

struct weft_hw_program {
  void *handle;
  uint64_t kept;         /* what its place in kept_files holds; 0: none */
  unsigned kept_at;      /* the place */
  struct weft_lock lock; /* guards `kernels` */
  struct weft_hw_kernel *kernels;
};

/*
 * Descriptors kept open for debuggers, each with a number of its own above it, so that a program that was made to give
 * its own up does not take another's for it. Whoever brings a place to 0 closes the descriptor.
 */
static _Atomic uint64_t kept_files[64];

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
  bool written = fd >= 0 && weft_write_all(fd, image->object, image->size);
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

/* An eighth of the descriptors that the process may have, and not more than there are places. */
static unsigned most_kept(void) {
  const unsigned places = sizeof(kept_files) / sizeof(*kept_files);
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur / 8 >= places)
    return places;
  return (unsigned)(limit.rlim_cur / 8);
}

/* Keeps the descriptor until the program is unloaded. False: enough are kept. */
static bool keep(struct weft_hw_program *program, int fd) {
  static atomic_uint serial;
  uint64_t number = (uint64_t)(atomic_fetch_add_explicit(&serial, 1, memory_order_relaxed) + 1) << 32 | (unsigned)fd;
  for (unsigned i = 0; i < most_kept(); i++) {
    uint64_t empty = 0;
    if (atomic_compare_exchange_strong(&kept_files[i], &empty, number)) {
      program->kept = number;
      program->kept_at = i;
      return true;
    }
  }
  return false;
}

static bool give_up(unsigned place, uint64_t number) {
  if (number == 0 || !atomic_compare_exchange_strong(&kept_files[place], &number, 0))
    return false;
  close((int)(uint32_t)number);
  return true;
}

/* The process has no descriptor left: those that are kept for debuggers go. False: none was. */
static bool give_all_up(void) {
  bool any = false;
  for (unsigned i = 0; i < sizeof(kept_files) / sizeof(*kept_files); i++)
    any |= give_up(i, atomic_load(&kept_files[i]));
  return any;
}

/* By a path under /proc. The file is closed unless it is kept for debuggers. */
static void *open_memory(struct weft_hw_program *program, struct weft_anonymous_file *file, bool has_lines) {
  if (has_lines && keep(program, file->file)) {
    void *handle = open_for_all(file->file);
    if (handle) {
      file->file = -1;
      return handle;
    }
    uint64_t number = program->kept;
    program->kept = 0;
    if (!atomic_compare_exchange_strong(&kept_files[program->kept_at], &number, 0)) {
      file->file = -1; /* given up meanwhile, which closed it */
      return NULL;
    }
  }
  char path[128];
  distinct_path(path, sizeof(path), "self", file->file);
  return open_at(path);
}

static void *open_anonymous(struct weft_hw_program *program, const struct weft_program_image *image,
                            struct weft_file_trouble *trouble) {
  char name[128];
  snprintf(name, sizeof(name), "weft:%s", shown_name(image));
  for (unsigned place = 0; place < WEFT_ANONYMOUS_PLACES; place++) {
    struct weft_anonymous_file file;
    if (!weft_anonymous_file_make(&file, place, name, trouble))
      continue;
    void *handle = NULL;
    if (!weft_write_all(file.file, image->object, image->size)) {
      weft_file_trouble_add(trouble, place, errno, NULL);
    } else {
      handle = place == WEFT_ANONYMOUS_IN_MEMORY ? open_memory(program, &file, image->has_lines) : open_at(file.path);
      if (!handle) {
        const char *reason = dlerror();
        weft_file_trouble_add(trouble, place, 0, reason ? reason : "out of memory");
      }
    }
    weft_anonymous_file_close(&file);
    if (handle)
      return handle;
  }
  return NULL;
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
  struct weft_file_trouble trouble = {0};
  if (image->folder)
    program->handle = open_in_folder(image);
  if (!program->handle)
    program->handle = open_anonymous(program, image, &trouble);
  if (!program->handle && give_all_up()) {
    trouble = (struct weft_file_trouble){0};
    program->handle = open_anonymous(program, image, &trouble);
  }
  if (!program->handle) {
    weft_log(WEFT_LOG_ERROR, "a program's object cannot be loaded: %s", trouble.text);
    if (image->reason)
      snprintf(image->reason, image->reason_size, "%s", trouble.text);
    weft_free(program);
    return trouble.error ? CL_OUT_OF_RESOURCES : CL_INVALID_BINARY; /* no room for it, or the linker refuses it */
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
  give_up(program->kept_at, program->kept);
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
