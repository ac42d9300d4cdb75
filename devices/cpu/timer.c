/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One clock for device and host: CLOCK_MONOTONIC, which is what applications compare with (std::chrono::steady_clock),
 * and which every kernel answers without a system call.
 */
#include "devices/cpu/cpu_device.h"

#include <time.h>

uint64_t weft_cpu_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t weft_cpu_timer(const struct weft_hw *hw) {
  return weft_cpu_now();
}

uint64_t weft_cpu_timer_resolution(void) {
  struct timespec resolution;
  if (clock_getres(CLOCK_MONOTONIC, &resolution) != 0 || resolution.tv_sec != 0 || resolution.tv_nsec <= 0)
    return 1;
  return (uint64_t)resolution.tv_nsec;
}
