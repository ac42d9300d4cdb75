/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The platform opens the back ends once and closes them when the process exits; dlclose leaves the library where it is
 * (icd/CMakeLists.txt). At that moment commands may still run and objects may still live: objects are left to the
 * system, back ends stop their threads and drop what is queued, so that none runs while the process is taken down.
 */
#include "runtime/platform.h"

#include "base/alloc.h"
#include "base/config.h"
#include "base/log.h"
#include "base/span.h"
#include "base/thread.h"
#include "runtime/compiler_loader.h"
#include "runtime/device_object.h"
#include "runtime/extensions.h"
#include "runtime/folder.h"
#include "runtime/spirv_translator.h"

#include <limits.h>
#include <unistd.h>

struct _cl_platform_id weft_platform;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Atomic(const cl_icd_dispatch *) given_dispatch; /* the same in all calls */
static cl_int result;
static atomic_bool ready; /* result is there */
static pid_t opener;      /* a forked child has no worker threads to stop */

static void destroy(struct weft_object *object) {
  (void)object; /* static; its own reference is never dropped */
}

static cl_int add_device(const struct weft_hw_ops *ops, struct weft_hw *hw) {
  cl_int error = weft_device_create(ops, hw, NULL, NULL, 0, &weft_platform.devices[weft_platform.num_devices]);
  if (!error)
    weft_platform.num_devices++;
  return error;
}

static cl_int open_backends(const cl_icd_dispatch *dispatch) {
  uint64_t fail;
  if (weft_config_size(WEFT_OPTION_FAIL_ALLOC, &fail))
    weft_alloc_fail_after((long)fail);
  weft_platform.object.dispatch = dispatch;
  weft_object_init(&weft_platform.object, WEFT_CLASS_PLATFORM, destroy);
  weft_extensions(); /* the lists are made here, in the span */
  for (size_t i = 0; weft_device_backends[i]; i++) {
    struct weft_hw *roots[WEFT_MAX_ROOT_DEVICES];
    cl_uint count = weft_device_backends[i]->open(roots, WEFT_MAX_ROOT_DEVICES - weft_platform.num_devices);
    if (count == 0)
      weft_log(WEFT_LOG_WARNING, "back end %s has no device", weft_device_backends[i]->name);
    for (cl_uint root = 0; root < count; root++) {
      cl_int error = add_device(weft_device_backends[i], roots[root]);
      if (error)
        return error;
    }
  }
  return CL_SUCCESS;
}

/* That Weft was found, and what it goes by: the first thing to know where something is wrong. */
static void tell(void) {
  if (!weft_log_shows(WEFT_LOG_INFO))
    return;
  char cache[PATH_MAX];
  const bool has_cache = weft_folder_of_cache(cache);
  const char *translator = weft_spirv_translator();
  for (cl_uint i = 0; i < weft_platform.num_devices; i++) {
    const struct weft_hw_caps *caps = weft_platform.devices[i]->caps;
    weft_log(WEFT_LOG_INFO, "Weft " WEFT_VERSION ": %s, %s (%s), workers: %u, library: %s, cache: %s, SPIR-V: %s",
             caps->name, weft_device_isa_name(weft_platform.devices[i]), caps->cpu, (unsigned)caps->compute_units,
             weft_own_path(), has_cache ? cache : "off", translator ? translator : "no translator");
  }
}

static void open_platform(void) {
  opener = getpid();
  weft_compiler_watch_exit();
  result = open_backends(atomic_load(&given_dispatch));
  if (!result)
    tell();
  atomic_store_explicit(&ready, true, memory_order_release);
}

cl_int weft_platform_init(const cl_icd_dispatch *dispatch) {
  if (atomic_load_explicit(&ready, memory_order_acquire))
    return result;
  /* Opening is a span: a process that forks meanwhile gets a child with the whole platform. Nor may the thread be
   * cancelled in the middle. */
  int cancellable = weft_cancel_defer();
  weft_span_enter();
  if (!atomic_load_explicit(&ready, memory_order_acquire)) {
    atomic_store(&given_dispatch, dispatch);
    pthread_once(&once, open_platform);
  }
  weft_span_leave();
  weft_cancel_restore(cancellable);
  return result;
}

void weft_platform_set_dispatch_data(void *data) {
  weft_platform.object.dispatch_data = data;
  for (cl_uint i = 0; i < weft_platform.num_devices; i++)
    weft_platform.devices[i]->object.dispatch_data = data;
}

__attribute__((destructor)) static void close_backends(void) {
  /* A signal handler that called exit() may have come in the middle of a span, whose lock the closing would want. */
  if (!atomic_load(&ready) || opener != getpid() || weft_span_inside())
    return;
  for (size_t i = 0; weft_device_backends[i]; i++)
    weft_device_backends[i]->close();
}
