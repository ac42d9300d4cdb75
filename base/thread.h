/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BASE_THREAD_H
#define WEFT_BASE_THREAD_H

/*
 * How threads of Weft's own begin: nothing of the thread that makes them comes along. Its signals, its floating-point
 * environment and a request to cancel it are the application's; see docs/processes.md. Compiler threads begin likewise
 * (compiler/driver/jobs.cpp).
 */

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

/* The signals that a thread of Weft's blocks: all but those that an instruction of its own raises, which a debugger or
 * an application's handler for crashes wants to see. */
static inline void weft_thread_blocked_signals(sigset_t *set) {
  static const int synchronous[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
  sigfillset(set);
  for (size_t i = 0; i < sizeof(synchronous) / sizeof(*synchronous); i++)
    sigdelset(set, synchronous[i]);
}

/* pthread_create() of a thread that runs none of the application's signal handlers. */
static inline int weft_thread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                                     void *argument) {
  sigset_t blocked, before;
  weft_thread_blocked_signals(&blocked);
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  int error = pthread_create(thread, attributes, run, argument);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error;
}

/* A thread that nobody joins. `stack_bytes`: 0 for the usual stack. */
static inline bool weft_thread_start_detached(void *(*run)(void *), size_t stack_bytes) {
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init(&attributes) != 0)
    return false;
  if (stack_bytes)
    pthread_attr_setstacksize(&attributes, stack_bytes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  int error = weft_thread_create(&thread, &attributes, run, NULL);
  pthread_attr_destroy(&attributes);
  return error == 0;
}

/* Round to nearest, denormals kept, exceptions masked, as in a new process. In the place of fesetenv(), which would be
 * all that libweft.so needs of libm. */
static inline void weft_thread_default_fp_env(void) {
#if defined(__x86_64__)
  const unsigned mxcsr = 0x1f80;
  __asm__ volatile("fninit\n\tldmxcsr %0" ::"m"(mxcsr));
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, xzr\n\tmsr fpsr, xzr");
#else
#error "no floating-point environment for this architecture"
#endif
}

/* What a thread that weft_thread_create() made does first. `name`: of 15 characters at most. */
void weft_thread_begin(const char *name);
/* Whether the calling thread is one of them. */
bool weft_thread_is_own(void);

/* A request to cancel the calling thread waits until weft_cancel_restore(): what is between cannot be left half way. */
static inline int weft_cancel_defer(void) {
  int before;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  return before;
}
static inline void weft_cancel_restore(int before) {
  pthread_setcancelstate(before, &before);
}

#endif
