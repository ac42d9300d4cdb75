/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "base/thread.h"

static _Thread_local bool is_own;

void weft_thread_begin(const char *name) {
  is_own = true;
  pthread_setname_np(pthread_self(), name);
  weft_thread_default_fp_env();
}

bool weft_thread_is_own(void) {
  return is_own;
}
