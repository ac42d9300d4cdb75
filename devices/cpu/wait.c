/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Waiting for a flag: run works of the device meanwhile, then spin shortly, then sleep on the flag itself.
 *
 * The flag belongs to the caller and only ever goes from 0 to another value, so it cannot say whether somebody sleeps
 * on it. A small table, indexed by a hash of the address, counts the sleepers instead. Sleeper: count up, look at the
 * flag, sleep. Waker: store the flag, then a read-modify-write of the count. One of the two read-modify-writes comes
 * first: if the sleeper's, the waker sees a sleeper and makes the system call; if the waker's, the sleeper
 * sees the flag. Two flags of the same hash cost a needless system call, never a lost wake-up.
 */
#include "devices/cpu/cpu_device.h"
#include "devices/cpu/thread_pool.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define BUCKETS 64
#define MAX_DEPTH 4 /* waits inside callbacks inside waits: from here on wait without helping, for the stack's sake */

static struct {
  _Alignas(64) atomic_uint sleepers;
} buckets[BUCKETS];

static _Thread_local unsigned depth;

void weft_futex_wait(atomic_uint *word, unsigned value, uint64_t ns) {
  struct timespec limit = {.tv_sec = (time_t)(ns / 1000000000u), .tv_nsec = (long)(ns % 1000000000u)};
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, ns ? &limit : NULL, NULL, 0);
}

void weft_futex_wake(atomic_uint *word, int count) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
}

static atomic_uint *sleepers_of(const atomic_uint *flag) {
  uintptr_t at = (uintptr_t)flag >> 4;
  return &buckets[(at ^ at >> 6 ^ at >> 12) % BUCKETS].sleepers;
}

static bool is_set(atomic_uint *flag) {
  return atomic_load_explicit(flag, memory_order_acquire) != 0;
}

static void sleep_on(atomic_uint *flag) {
  atomic_uint *sleepers = sleepers_of(flag);
  atomic_fetch_add(sleepers, 1);
  while (!is_set(flag))
    weft_futex_wait(flag, 0, 0);
  atomic_fetch_sub(sleepers, 1);
}

void weft_cpu_wait(struct weft_hw *hw, atomic_uint *flag) {
  if (is_set(flag))
    return;
  depth++;
  weft_cpu_kept_wait(flag);
  uint64_t until = 0;
  for (unsigned turn = 1; !is_set(flag); turn++) {
    if (depth <= MAX_DEPTH && weft_pool_help(hw, flag)) {
      until = 0;
      continue;
    }
    weft_cpu_relax();
    if (turn % 32 == 0) {
      uint64_t now = weft_cpu_now(), spin = weft_pool_spin_ns();
      if (until == 0)
        until = now + spin;
      else if (now >= until)
        sleep_on(flag);
      else if (now + spin > until + WEFT_POLITE_NS)
        sched_yield();
    }
  }
  depth--;
}

void weft_cpu_wake(atomic_uint *flag) {
  if (atomic_fetch_add(sleepers_of(flag), 0) != 0)
    weft_futex_wake(flag, INT_MAX);
}
