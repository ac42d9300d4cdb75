/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Kernels that are stopped in the middle of a work-group (cl_khr_terminate_context).
 *
 * Between batches a member sees the flag of its work and runs nothing more (launch.c). What runs a group then is sent a
 * signal, and the handler jumps out of the kernel, but only where the signal came while the processor was in the code
 * of the kernel's own shared object: there no lock is held and nothing of Weft's or the C library's is half done. In a
 * service or in the C library the signal does nothing and comes again a little later. What the kernel leaves behind, in
 * its buffers and in the group's memory, is undefined.
 *
 * Who runs such a kernel says so in its seat's record before it looks at the flag a last time; who cancels sets the
 * flag before it looks at the records. Both are sequentially consistent, so that one sees the other.
 *
 * Only works that can be cancelled pay for any of this. The signal is one that nobody has a handler for, the highest of
 * the real-time ones; other threads that get it do nothing.
 */
#include "base/lock.h"
#include "base/log.h"
#include "devices/cpu/thread_pool.h"

#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define AGAIN_NS 200000                  /* between two signals to the same thread */
#define LONGEST_NS UINT64_C(10000000000) /* then a kernel counts as one that cannot be stopped */

static struct weft_lock lock = WEFT_LOCK_INIT; /* guards the choice of the signal */
static int signal_number;                      /* never changes once it is not 0 */
/* Of the calling thread; a handler reads it, so that its place must be there already. */
static _Thread_local struct weft_cpu_run *running __attribute__((tls_model("initial-exec")));

static uintptr_t counter_of(const ucontext_t *context) {
#if defined(__x86_64__)
  return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return (uintptr_t)context->uc_mcontext.pc;
#endif
}

static void leave_kernel(int number, siginfo_t *info, void *context) {
  struct weft_cpu_run *run = running;
  (void)number;
  (void)info;
  if (!run)
    return;
  atomic_store(&run->signalled, false);
  const atomic_uint *cancel = atomic_load(&run->cancel);
  uintptr_t at = counter_of(context);
  if (cancel && atomic_load(cancel) && at >= run->code_begin && at < run->code_end)
    _longjmp(run->landing, 1);
}

static bool take_signal_locked(void) {
  struct sigaction old, wanted = {.sa_sigaction = leave_kernel, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
  weft_lock_assert(&lock);
  for (int number = SIGRTMAX; number >= SIGRTMIN && !signal_number; number--)
    if (sigaction(number, NULL, &old) == 0 && !(old.sa_flags & SA_SIGINFO) && old.sa_handler == SIG_DFL &&
        sigaction(number, &wanted, NULL) == 0)
      signal_number = number;
  return signal_number != 0;
}

bool weft_cpu_cancel_open(void) {
  weft_lock_acquire(&lock);
  bool taken = take_signal_locked();
  weft_lock_release(&lock);
  return taken;
}

/* --- running --- */

struct search {
  uintptr_t inside, begin, end;
};

static int look_into(struct dl_phdr_info *object, size_t size, void *argument) {
  struct search *search = argument;
  (void)size;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    uintptr_t begin = object->dlpi_addr + part->p_vaddr;
    if (part->p_type != PT_LOAD || search->inside < begin || search->inside - begin >= part->p_memsz)
      continue;
    search->begin = begin;
    search->end = begin + part->p_memsz;
    return 1;
  }
  return 0;
}

/* Where the code of the kernel's object lies. */
static void find_code(struct weft_hw_kernel *kernel) {
  if (atomic_load_explicit(&kernel->code_end, memory_order_acquire))
    return;
  struct search search = {.inside = (uintptr_t)kernel->entry};
  dl_iterate_phdr(look_into, &search);
  atomic_store_explicit(&kernel->code_begin, search.begin, memory_order_relaxed);
  atomic_store_explicit(&kernel->code_end, search.end ? search.end : 1, memory_order_release);
}

/* Pool's workers have all signals blocked, applications' threads what they like: lets this one in. */
static void let_in(sigset_t *before) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal_number);
  pthread_sigmask(SIG_UNBLOCK, &set, before);
}

static __attribute__((noinline)) void run_until_cancelled(struct weft_cpu_run *run, struct weft_work *work,
                                                          weft_cpu_run_fn fn, uint64_t begin, uint64_t end,
                                                          const struct weft_cpu_arena *arena) {
  if (_setjmp(run->landing) == 0) {
    running = run;
    /* A signal for what ran here before may come late; from here on the handler sees to it. */
    atomic_store(&run->signalled, false);
    atomic_store(&run->cancel, work->cancel);
    if (!atomic_load(work->cancel))
      fn(work, begin, end, arena);
  }
  atomic_store(&run->cancel, NULL);
  running = NULL;
}

void weft_cpu_run_interruptible(struct weft_work *work, weft_cpu_run_fn fn, uint64_t begin, uint64_t end,
                                const struct weft_cpu_arena *arena) {
  struct weft_cpu_run *run = arena->run;
  struct weft_hw_kernel *kernel = work->ndrange.kernel;
  sigset_t before;
  find_code(kernel);
  run->code_begin = atomic_load_explicit(&kernel->code_begin, memory_order_relaxed);
  run->code_end = atomic_load_explicit(&kernel->code_end, memory_order_relaxed);
  atomic_store_explicit(&run->thread, (int)syscall(SYS_gettid), memory_order_relaxed);
  let_in(&before);
  run_until_cancelled(run, work, fn, begin, end, arena);
  pthread_sigmask(SIG_SETMASK, &before, NULL); /* also where the handler, in which it is blocked, was left by a jump */
}

/* --- cancelling --- */

/* Signals whoever runs a kernel for that flag. False: nobody does. */
static bool signal_all(const atomic_uint *flag) {
  bool any = false;
  struct weft_cpu_run *run;
  for (unsigned i = 0; (run = weft_pool_run(i)) != NULL; i++) {
    if (atomic_load(&run->cancel) != flag)
      continue;
    any = true;
    /* Real-time signals queue up: a thread that gets no processor for a while must not find hundreds. */
    if (!atomic_exchange(&run->signalled, true) &&
        syscall(SYS_tgkill, getpid(), atomic_load_explicit(&run->thread, memory_order_relaxed), signal_number) != 0)
      atomic_store(&run->signalled, false);
  }
  return any;
}

bool weft_cpu_cancel(const atomic_uint *flag) {
  const struct timespec pause = {.tv_nsec = AGAIN_NS};
  uint64_t until = weft_cpu_now() + LONGEST_NS;
  while (signal_all(flag)) {
    if (weft_cpu_now() >= until) {
      weft_log(WEFT_LOG_WARNING, "a kernel of a terminated context does not stop");
      return false;
    }
    nanosleep(&pause, NULL);
  }
  return true;
}
