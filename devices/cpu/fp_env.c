/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Kernels run with round to nearest, exceptions masked, and denormals kept unless their program was built with
 * -cl-denorms-are-zero. A helping application thread gets its own state back, flags included, so that kernels leave
 * no trace in it.
 */
#include "devices/cpu/cpu_device.h"

#if defined(__x86_64__)
#include <xmmintrin.h>

#define MXCSR_DEFAULT 0x1f80u /* all exceptions masked, round to nearest, no flags */
#define MXCSR_FLUSH 0x8040u   /* flush to zero, denormals are zero */

struct weft_fp_env weft_fp_env_enter(bool flush) {
  unsigned saved = _mm_getcsr();
  unsigned wanted = MXCSR_DEFAULT | (flush ? MXCSR_FLUSH : 0);
  if (saved != wanted)
    _mm_setcsr(wanted);
  return (struct weft_fp_env){saved};
}

void weft_fp_env_leave(struct weft_fp_env env) {
  _mm_setcsr((unsigned)env.saved);
}

#elif defined(__aarch64__)

#define FPCR_FLUSH (UINT64_C(1) << 24)

struct weft_fp_env weft_fp_env_enter(bool flush) {
  uint64_t saved;
  __asm__ volatile("mrs %0, fpcr" : "=r"(saved));
  uint64_t wanted = flush ? FPCR_FLUSH : 0;
  if (saved != wanted)
    __asm__ volatile("msr fpcr, %0" ::"r"(wanted));
  return (struct weft_fp_env){saved};
}

void weft_fp_env_leave(struct weft_fp_env env) {
  __asm__ volatile("msr fpcr, %0" ::"r"(env.saved));
}

#else
#error "no floating-point environment for this architecture"
#endif
