/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Invariants: `on` and `error` of a code are written by whoever made its state MAKING, and read once it is READY or
 * FAILED, which are final. At most one thread makes a code; the others wait for it under the lock.
 *
 * A fork: a code that a thread of the background's was making is a job that waits in the child. One that a thread of
 * the application's was making has nobody there, which the maker's process tells.
 *
 * What is made for the cache alone leaves state, `on` and `error` as they are: whoever needs the code meanwhile begins
 * as if nobody had, and the other one stops. So it may begin again in a forked child at any place, too.
 */
#include "runtime/kernel_code.h"

#include <sys/resource.h>
#include <unistd.h>

#include "base/address_space.h"
#include "base/alloc.h"
#include "base/log.h"
#include "base/thread.h"
#include "runtime/background.h"
#include "runtime/build_steps.h"
#include "runtime/command.h"
#include "runtime/compiler_loader.h"
#include "runtime/folder.h"
#include "runtime/idleness.h"

enum state { IDLE, MAKING, READY, FAILED };

struct code {
  struct weft_job job;
  struct weft_kernel_codes *codes;
  const struct weft_kernel_info *info; /* in the program's container */
  atomic_uint state;                   /* enum state; changed under the lock */
  pid_t maker;                         /* while MAKING; under the lock */
  bool ordered;                        /* has been a job; under the lock */
  cl_int error;
  struct weft_kernel_device on; /* its own container's information */
};

struct weft_kernel_codes {
  atomic_uint refs;            /* of the executable and of jobs */
  atomic_bool dropped;         /* no executable any more */
  struct weft_binary *program; /* a reference */
  cl_device_id device;         /* a reference */
  struct weft_job entries;     /* makes what nobody has asked for */
  struct weft_idleness idle;   /* that job's */
  size_t next;                 /* likewise: a number in `kernels` */
  struct code kernels[];       /* as in the container */
};

static struct weft_lock lock = WEFT_LOCK_INIT;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_once_t prepared = PTHREAD_ONCE_INIT;

static void in_child(void) {
  weft_lock_init(&lock);
  pthread_cond_init(&changed, NULL);
}

static void prepare(void) {
  static struct weft_fork_hook hook = {.in_child = in_child};
  weft_span_watch_fork(&hook);
}

static void unref(struct weft_kernel_codes *codes) {
  if (atomic_fetch_sub_explicit(&codes->refs, 1, memory_order_acq_rel) != 1)
    return;
  for (size_t i = 0; i < codes->program->num_kernels; i++)
    weft_executable_unref(&codes->kernels[i].on.executable);
  weft_binary_unref(&codes->program);
  WEFT_UNREF(&codes->device);
  weft_free(codes);
}

static void run(struct weft_job *job);
static void done(struct weft_job *job);
static void order_entries(struct weft_kernel_codes *codes);
static void forget_entries(struct weft_kernel_codes *codes);

cl_int weft_kernel_codes_create(struct weft_binary *program, cl_device_id device, struct weft_kernel_codes **out) {
  pthread_once(&prepared, prepare);
  struct weft_kernel_codes *codes = weft_zalloc(sizeof(*codes) + program->num_kernels * sizeof(*codes->kernels));
  if (!codes)
    return CL_OUT_OF_HOST_MEMORY;
  atomic_init(&codes->refs, 1);
  codes->program = weft_binary_ref(program);
  codes->device = WEFT_REF(device);
  for (size_t i = 0; i < program->num_kernels; i++) {
    struct code *code = &codes->kernels[i];
    weft_job_init(&code->job, WEFT_TEAM_CODE, run, done);
    code->codes = codes;
    code->info = &program->kernels[i];
  }
  order_entries(codes);
  *out = codes;
  return CL_SUCCESS;
}

void weft_kernel_codes_destroy(struct weft_kernel_codes **codes) {
  struct weft_kernel_codes *old = *codes;
  *codes = NULL;
  if (!old)
    return;
  atomic_store(&old->dropped, true);
  for (size_t i = 0; i < old->program->num_kernels; i++)
    if (weft_background_cancel(&old->kernels[i].job))
      unref(old);
  if (weft_background_cancel(&old->entries))
    forget_entries(old);
  else
    weft_idleness_wake();
  unref(old);
}

/* --- making --- */

static bool is_wanted(void *user) {
  const struct weft_kernel_codes *codes = user;
  return !atomic_load_explicit(&codes->dropped, memory_order_relaxed) && !weft_compiler_exits();
}

static cl_int make_code(struct code *code) {
  struct weft_kernel_codes *codes = code->codes;
  struct weft_target target;
  struct weft_step_result result = {0};
  struct weft_executable *executable = NULL;
  const struct weft_specialisation alone = {.kernel = code->info->name};
  cl_int error = weft_step_target(codes->device, &target);
  if (!error)
    error =
        weft_step_specialise(&target, codes->program, &alone, WEFT_STEP_CACHE_OR_COMPILER, is_wanted, codes, &result);
  if (!error && !weft_kernel_stands_for(result.binary, code->info))
    error = CL_INVALID_BINARY;
  if (!error)
    error = weft_executable_create(result.binary, codes->program, codes->device, &result.log, &executable);
  if (!error)
    weft_kernel_device_init(&code->on, codes->device, executable, 0);
  else if (is_wanted(codes))
    weft_log(WEFT_LOG_WARNING, "kernel '%s' cannot be compiled: error %d. %s", code->info->name, error,
             result.log ? result.log : "");
  weft_free(result.log);
  weft_binary_unref(&result.binary);
  return error;
}

/* Whether another try may come to something else. */
static bool may_pass(cl_int error) {
  return error == CL_OUT_OF_HOST_MEMORY || error == CL_OUT_OF_RESOURCES || error == CL_COMPILER_NOT_AVAILABLE;
}

/* The caller has made the state MAKING. */
static cl_int make(struct code *code) {
  weft_idleness_work_begins();
  cl_int error = make_code(code);
  weft_idleness_work_ends();
  if (error && !may_pass(error))
    error = CL_INVALID_PROGRAM_EXECUTABLE;
  weft_lock_acquire(&lock);
  code->error = error;
  atomic_store_explicit(&code->state, !error ? READY : may_pass(error) ? IDLE : FAILED, memory_order_release);
  pthread_cond_broadcast(&changed);
  weft_lock_release(&lock);
  return error;
}

/* Nobody makes it, or made it: the caller does from here on. */
static bool begin_locked(struct code *code) {
  weft_lock_assert(&lock);
  unsigned state = atomic_load_explicit(&code->state, memory_order_relaxed);
  if (state != IDLE && !(state == MAKING && code->maker != getpid()))
    return false;
  code->maker = getpid();
  atomic_store_explicit(&code->state, MAKING, memory_order_relaxed);
  return true;
}

static bool begin(struct code *code) {
  weft_lock_acquire(&lock);
  bool begun = begin_locked(code);
  weft_lock_release(&lock);
  return begun;
}

/* In a forked child it may come a second time. */
static void run(struct weft_job *job) {
  struct code *code = WEFT_LIST_ENTRY(job, struct code, job);
  code->codes->device->ops->serve(code->codes->device->hw);
  if (!is_wanted(code->codes) || !begin(code))
    return;
  cl_int ignored = make(code); /* whoever needs it will be told */
  (void)ignored;
}

static void done(struct weft_job *job) {
  if (!weft_compiler_exits()) /* then all is left as it is */
    unref(WEFT_LIST_ENTRY(job, struct code, job)->codes);
}

/* --- for the cache alone --- */

/* Behind what runs on the machine, but so that a fork, which waits for the next checkpoint, has not to wait long. */
enum { IDLE_NICENESS = 10 };

/* Not where address space is short: what the application asks for may need it. */
static bool wants_entries(struct weft_kernel_codes *codes) {
  char folder[PATH_MAX];
  uint64_t limit;
  return weft_idleness_init(&codes->idle) && weft_folder_of_cache(folder) && !weft_address_space_is_limited(&limit);
}

/* Of what is made for the cache: somebody needs the code itself, and will not wait for this. */
static bool is_left_to_us(void *user) {
  const struct code *code = user;
  return is_wanted(code->codes) && atomic_load_explicit(&code->state, memory_order_relaxed) == IDLE;
}

/* The compiler is opened before the thread is made to stand behind all others: whoever opens a library meanwhile, or
 * exits, waits for it in the dynamic linker. The compiler's threads come after their maker. */
static bool prepare_compiler(void) {
  const char *why;
  if (!weft_compiler_open(&why))
    return false;
  setpriority(PRIO_PROCESS, (id_t)gettid(), IDLE_NICENESS);
  return true;
}

/* False: there is no sense in going on with this program. */
static bool make_entry(struct code *code, const struct weft_target *target) {
  struct weft_kernel_codes *codes = code->codes;
  const struct weft_specialisation alone = {.kernel = code->info->name};
  struct weft_step_result result;
  enum weft_cache_answer answer = weft_step_ask_cache(target, codes->program, &alone);
  if (answer != WEFT_CACHE_LACKS)
    return answer == WEFT_CACHE_HAS;
  if (!prepare_compiler())
    return false;
  cl_int error =
      weft_step_specialise(target, codes->program, &alone, WEFT_STEP_CACHE_OR_COMPILER, is_left_to_us, code, &result);
  weft_free(result.log);
  weft_binary_unref(&result.binary);
  if (error) /* whoever asks for the code will be told why */
    return true;
  weft_log(WEFT_LOG_DEBUG, "kernel '%s' has been compiled for the cache", code->info->name);
  return weft_step_ask_cache(target, codes->program, &alone) == WEFT_CACHE_HAS; /* else the disk may be full */
}

/* There is a next kernel. Where all have been asked for, nobody waits for idleness any more. */
static bool has_next(void *user) {
  struct weft_kernel_codes *codes = user;
  while (codes->next < codes->program->num_kernels && !is_left_to_us(&codes->kernels[codes->next]))
    codes->next++;
  return codes->next < codes->program->num_kernels;
}

/* In a forked child it begins again, and finds in the cache what it made. */
static void make_entries(struct weft_job *job) {
  struct weft_kernel_codes *codes = WEFT_LIST_ENTRY(job, struct weft_kernel_codes, entries);
  struct weft_target target;
  codes->next = 0;
  if (!weft_idleness_wait(&codes->idle, has_next, codes) || weft_step_target(codes->device, &target) != CL_SUCCESS)
    return;
  codes->device->ops->serve(codes->device->hw);
  while (make_entry(&codes->kernels[codes->next++], &target) && weft_idleness_wait(&codes->idle, has_next, codes))
    ;
}

/* What the job holds. */
static void forget_entries(struct weft_kernel_codes *codes) {
  weft_command_count_ends();
  unref(codes);
}

static void entries_done(struct weft_job *job) {
  if (!weft_compiler_exits())
    forget_entries(WEFT_LIST_ENTRY(job, struct weft_kernel_codes, entries));
}

static void order_entries(struct weft_kernel_codes *codes) {
  weft_job_init(&codes->entries, WEFT_TEAM_IDLE, make_entries, entries_done);
  if (!wants_entries(codes))
    return;
  atomic_fetch_add_explicit(&codes->refs, 1, memory_order_relaxed);
  weft_command_count();
  if (!weft_background_submit(&codes->entries))
    forget_entries(codes);
}

/* --- asking --- */

static struct code *code_of(const struct weft_kernel_device *on) {
  struct weft_kernel_codes *codes = on->executable ? on->executable->codes : NULL;
  return codes ? &codes->kernels[on->info - codes->program->kernels] : NULL;
}

void weft_kernel_ask_for_code(cl_kernel kernel) {
  for (cl_uint i = 0; i < kernel->num_devices; i++) {
    struct code *code = code_of(&kernel->devices[i]);
    if (!code)
      continue;
    weft_lock_acquire(&lock);
    bool first = !code->ordered && atomic_load_explicit(&code->state, memory_order_relaxed) == IDLE;
    code->ordered = true;
    weft_lock_release(&lock);
    if (!first)
      continue;
    atomic_fetch_add_explicit(&code->codes->refs, 1, memory_order_relaxed);
    if (!weft_background_submit(&code->job)) /* it is made by whoever needs it */
      unref(code->codes);
  }
}

/* The code is not there yet. */
static cl_int get_slowly(struct code *code) {
  if (weft_background_cancel(&code->job)) /* nobody has begun */
    unref(code->codes);
  weft_lock_acquire(&lock);
  while (!begin_locked(code) && atomic_load_explicit(&code->state, memory_order_relaxed) == MAKING)
    weft_lock_wait(&lock, &changed);
  unsigned state = atomic_load_explicit(&code->state, memory_order_relaxed);
  cl_int error = code->error;
  weft_lock_release(&lock);
  return state == MAKING ? make(code) : error;
}

static cl_int get(struct code *code, const struct weft_kernel_device **out) {
  cl_int error = CL_SUCCESS;
  if (atomic_load_explicit(&code->state, memory_order_acquire) != READY) {
    int cancellable = weft_cancel_defer();
    error = get_slowly(code);
    weft_cancel_restore(cancellable);
  }
  *out = &code->on;
  return error;
}

cl_int weft_kernel_find_code(cl_kernel kernel, cl_device_id device, const struct weft_kernel_device **out) {
  *out = weft_kernel_find_device(kernel, device);
  if (!*out)
    return CL_INVALID_PROGRAM_EXECUTABLE;
  struct code *code = code_of(*out);
  return code ? get(code, out) : CL_SUCCESS;
}
