/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/compiler_loader.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/config.h"
#include "base/log.h"
#include "base/span.h"
#include "compiler/kernel_abi.h"
#include "runtime/hash.h"

#define LIBRARY "libweft-compiler.so"

static const char *const module_levels[] = {"x86-64-v2", "x86-64-v3", "x86-64-v4", "aarch64"};

/* Set once by locate(). */
static pthread_once_t located = PTHREAD_ONCE_INIT;
static char own_path[PATH_MAX], library_path[PATH_MAX], builtins_path[PATH_MAX], build_id[33];

/* Set once by open_library(). */
static pthread_once_t opened = PTHREAD_ONCE_INIT;
static const struct weft_compiler *compiler;
static char failure[2 * PATH_MAX];

/* Threads that load the compiler or run in it, from before it is loaded. exit() waits shortly for those that still do:
 * they stop at their next pause. LLVM's static objects are left alone at an exit (compiler/driver/kept_objects.c,
 * static_objects.c), so nothing depends on the stop but order: nobody compiles while the libraries' destructors run. */
static atomic_uint num_at_work;
static atomic_bool exiting;
static pthread_once_t watching = PTHREAD_ONCE_INIT;
static bool watches; /* set by watch() */

/* In all. A thread that is in a long pass of LLVM's goes on beside what exit() does next: nothing of LLVM's is
 * destroyed, so that it meets the end of the process as any thread does. */
enum { EXIT_WAIT_MS = 40 };

static bool join_path(char out[PATH_MAX], const char *folder, const char *file) {
  int length = snprintf(out, PATH_MAX, "%s/%s", folder, file);
  if (length >= 0 && length < PATH_MAX)
    return true;
  *out = 0;
  return false;
}

/* The library that this code is in; "" unknown. */
static void find_own(char out[PATH_MAX]) {
  Dl_info info;
  if (!dladdr((void *)module_levels, &info) || !info.dli_fname || !realpath(info.dli_fname, out))
    *out = 0;
}

static void folder_of(char out[PATH_MAX], const char *path) {
  const char *slash = strrchr(path, '/');
  size_t length = slash ? (size_t)(slash - path) : 0;
  memcpy(out, path, length);
  out[length] = 0;
}

/* An installation has the modules beside the library, a build tree in a folder of their own. */
static void find_modules(char out[PATH_MAX], const char *folder) {
  if (join_path(out, folder, "weft-builtins-x86-64-v2.bc") && access(out, R_OK) == 0)
    *strrchr(out, '/') = 0;
  else
    join_path(out, folder, "../builtins");
}

static void hash_file(struct weft_hash *hash, const char *path) {
  struct stat status;
  if (stat(path, &status) != 0)
    return;
  weft_hash_update_string(hash, path);
  weft_hash_update_u64(hash, (uint64_t)status.st_size);
  weft_hash_update_u64(hash, (uint64_t)status.st_mtim.tv_sec);
  weft_hash_update_u64(hash, (uint64_t)status.st_mtim.tv_nsec);
}

static void locate(void) {
  char folder[PATH_MAX];
  find_own(own_path);
  folder_of(folder, own_path);

  const char *given = weft_config_text(WEFT_OPTION_COMPILER);
  if (given)
    snprintf(library_path, sizeof(library_path), "%s", given);
  else
    join_path(library_path, folder, LIBRARY);

  given = weft_config_text(WEFT_OPTION_BUILTINS);
  if (given)
    snprintf(builtins_path, sizeof(builtins_path), "%s", given);
  else
    find_modules(builtins_path, folder);

  if (access(library_path, R_OK) != 0)
    return;
  struct weft_hash hash;
  weft_hash_init(&hash);
  weft_hash_update_u64(&hash, WEFT_COMPILER_ABI);
  weft_hash_update_u64(&hash, WEFT_KERNEL_ABI);
  hash_file(&hash, library_path);
  for (size_t i = 0; i < sizeof(module_levels) / sizeof(*module_levels); i++) {
    char name[64], path[PATH_MAX];
    snprintf(name, sizeof(name), "weft-builtins-%s.bc", module_levels[i]);
    if (join_path(path, builtins_path, name))
      hash_file(&hash, path);
  }
  struct weft_digest digest = weft_hash_final(&hash);
  weft_digest_hex(&digest, build_id);
}

const char *weft_own_path(void) {
  pthread_once(&located, locate);
  return own_path;
}

const char *weft_compiler_build_id(void) {
  pthread_once(&located, locate);
  return build_id;
}

const char *weft_compiler_builtins_dir(void) {
  pthread_once(&located, locate);
  return builtins_path;
}

const char *weft_compiler_path(void) {
  pthread_once(&located, locate);
  return library_path;
}

static void enter(void) {
  weft_span_enter();
  atomic_fetch_add(&num_at_work, 1);
}

static void leave(void) {
  atomic_fetch_sub(&num_at_work, 1);
  weft_span_leave();
}

static bool pause_here(void) {
  weft_span_pause();
  if (!atomic_load_explicit(&exiting, memory_order_relaxed))
    return true;
  leave();
  return false;
}

static const struct weft_compiler_host host = {.enter = enter, .leave = leave, .pause = pause_here};

static int64_t now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Registered before the compiler is loaded, and after: handlers run in reverse order. A signal handler may have called
 * exit() on any thread, so no lock is taken. */
static void stop_compiling(void) {
  static int64_t end_ms; /* of the wait, which both share */
  if (!atomic_exchange(&exiting, true))
    end_ms = now_ms() + EXIT_WAIT_MS;
  while (atomic_load(&num_at_work) != 0 && now_ms() < end_ms)
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

#ifdef WEFT_LLVM_INSIDE
/* The library has LLVM and Clang in it and shows none of their names (cmake/WeftLLVM.cmake). */
static int binding(void) {
  return 0;
}
#else
/* Names of LLVM and Clang lead to ours first, in it: an application may be linked with an LLVM of its own, of this
 * version or another, and export its names. What allocates is the application's all the same
 * (compiler/driver/allocation.c). Sanitizers refuse libraries that are bound so. */
static int binding(void) {
  static const char *const sanitizers[] = {"__asan_init", "__tsan_init", "__msan_init", "__hwasan_init"};
  void *application = dlopen(NULL, RTLD_LAZY);
  bool sanitized = !application;
  for (size_t i = 0; i < sizeof(sanitizers) / sizeof(*sanitizers) && !sanitized; i++)
    sanitized = dlsym(application, sanitizers[i]) != NULL;
  if (application)
    dlclose(application);
  return sanitized ? 0 : RTLD_DEEPBIND;
}
#endif

/* For builds' logs, and once for the application's standard error, whose lines have a prefix of their own. */
static void __attribute__((format(printf, 1, 2))) fail_to_load(const char *format, ...) {
  static const char prefix[] = "error: ";
  memcpy(failure, prefix, sizeof(prefix));
  const size_t start = sizeof(prefix) - 1;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(failure + start, sizeof(failure) - start - 1, format, arguments); /* with room for the end of the line */
  va_end(arguments);
  weft_log(WEFT_LOG_ERROR, "%s", failure + start);
  strcat(failure, "\n");
}

static void load_library(void) {
  void *library = dlopen(library_path, RTLD_NOW | RTLD_LOCAL | binding());
  if (!library) {
    const char *reason = dlerror();
    fail_to_load("Weft's compiler cannot be loaded: %s", reason ? reason : library_path);
    return;
  }
  weft_compiler_get_fn get;
  *(void **)&get = dlsym(library, WEFT_COMPILER_SYMBOL);
  const struct weft_compiler *found = get ? get() : NULL;
  if (!found || found->abi != WEFT_COMPILER_ABI) {
    fail_to_load("%s is no compiler of this version of Weft", library_path);
    return;
  }
  if (atexit(stop_compiling) != 0) {
    fail_to_load("out of memory while Weft's compiler was loaded");
    return;
  }
  found->set_host(&host);
  compiler = found;
}

static void open_library(void) {
  pthread_once(&located, locate);
  enter(); /* a fork must not fall into the middle of this */
  load_library();
  leave();
}

const struct weft_compiler *weft_compiler_open(const char **why) {
  if (!weft_compiler_watch_exit()) {
    *why = "error: out of memory\n";
    return NULL;
  }
  pthread_once(&opened, open_library);
  if (!compiler)
    *why = failure;
  return compiler;
}

bool weft_compiler_exits(void) {
  return atomic_load_explicit(&exiting, memory_order_relaxed);
}

/* The parent's threads are not here. */
static void in_child(void) {
  atomic_store(&num_at_work, 0);
}

static void watch(void) {
  static struct weft_fork_hook hook = {.in_child = in_child};
  weft_span_watch_fork(&hook);
  watches = atexit(stop_compiling) == 0;
}

bool weft_compiler_watch_exit(void) {
  pthread_once(&watching, watch);
  return watches;
}
