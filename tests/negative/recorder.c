/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A platform library for the ICD loader that is Weft's with a wrapper around each entry point. The file that the
 * environment variable TEST_NEGATIVE_NOTES names gets a line "<entry point> <error>" for each error that an entry point
 * answers. What the loader answers by itself, without a call of Weft's, is not noted.
 *
 * Calls arrive in two ways, and both lead to the wrappers: by the dispatch table, whose slots are changed in place
 * since Weft knows its handles by the table's address, and by the look-ups by name, which are wrapped themselves.
 *
 * A process writes each line once. Lines are short and appended by one write(), so processes may share the file.
 */
#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))
#define ERRORS_MAX 4096 /* a power of two, more than there are different lines */

enum { GAVE_NULL = 1 }; /* in place of an error's number: the call's only sign of failure was NULL */

typedef void (*function)(void);

struct wrapper {
  const char *name;
  function function;
};

static void note(unsigned of, cl_int error);
static function wrapped(function found);

#include "wrappers.inc"

static function (*by_name)(const char *name);
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* A set by open addressing; 0 is an empty place. */
static _Atomic uint64_t noted[ERRORS_MAX];

static void note(unsigned of, cl_int error) {
  if (error == CL_SUCCESS)
    return;
  uint64_t key = (uint64_t)(of + 1) << 32 | (uint32_t)error;
  for (uint64_t place = key * 0x9E3779B97F4A7C15 >> 32;; place++) {
    uint64_t seen = 0;
    if (atomic_compare_exchange_strong(&noted[place % ERRORS_MAX], &seen, key))
      break;
    if (seen == key)
      return;
  }
  const char *path = getenv("TEST_NEGATIVE_NOTES");
  int file = path ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666) : -1;
  char line[128];
  int length = snprintf(line, sizeof line, "%s %d\n", wrappers[of].name, error);
  if (file < 0 || write(file, line, (size_t)length) != length) {
    fprintf(stderr, "TEST_NEGATIVE_NOTES: %s cannot be written\n", path ? path : "(not set)");
    abort();
  }
  close(file);
}

static void open_library(void) {
  void *library = dlopen(WEFT_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    abort();
  }
  by_name = (function(*)(const char *))dlsym(library, "clGetExtensionFunctionAddress");
  for (unsigned i = 0; i < COUNT; i++) {
    real[i] = by_name(wrappers[i].name);
    for (unsigned j = 0; j < i; j++)
      if (!real[i] || real[i] == real[j]) {
        fprintf(stderr, "%s: not found by name, or the function of %s\n", wrappers[i].name, wrappers[j].name);
        abort();
      }
  }
}

/* Slots are found by what is in them. The two that hold a tag stay as they are. */
static void change_table(cl_platform_id platform) {
  function *slots = *(function **)platform;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = (uintptr_t)slots & ~(page - 1);
  size_t bytes = (uintptr_t)slots + sizeof(cl_icd_dispatch) - first;
  if (mprotect((void *)first, bytes, PROT_READ | PROT_WRITE) != 0)
    abort();
  for (size_t i = 0; i < sizeof(cl_icd_dispatch) / sizeof *slots; i++)
    slots[i] = wrapped(slots[i]);
  mprotect((void *)first, bytes, PROT_READ);
}

/* The loader asks for the platform before it calls anything of it. */
static cl_int get_platform(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static bool changed;
  cl_int error = wrap_clIcdGetPlatformIDsKHR(num_entries, platforms, num_platforms);
  pthread_mutex_lock(&lock);
  if (!error && platforms && !changed)
    change_table(*platforms);
  changed |= !error && platforms;
  pthread_mutex_unlock(&lock);
  return error;
}

static function wrapped(function found) {
  if (found && found == real[OF_clIcdGetPlatformIDsKHR])
    return (function)get_platform;
  for (unsigned i = 0; found && i < COUNT; i++)
    if (real[i] == found)
      return wrappers[i].function;
  return found;
}

/* What loaders look up in the library. */
EXPORT void *clGetExtensionFunctionAddress(const char *name) {
  pthread_once(&once, open_library);
  return wrap_clGetExtensionFunctionAddress(name);
}

EXPORT cl_int clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms) {
  pthread_once(&once, open_library);
  return get_platform(num_entries, platforms, num_platforms);
}

EXPORT cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name, size_t param_value_size,
                                void *param_value, size_t *param_value_size_ret) {
  pthread_once(&once, open_library);
  return wrap_clGetPlatformInfo(platform, param_name, param_value_size, param_value, param_value_size_ret);
}
