/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Time counts in naps between two looks at which nothing was going on, not by a clock alone: a process that was
 * stopped, or a machine that slept, has not idled.
 *
 * Whoever waits is woken under the lock, which it holds from its question whether it is wanted until it sleeps.
 */
#include "runtime/idleness.h"

#include <strings.h>
#include <time.h>

#include "base/config.h"
#include "base/lock.h"
#include "runtime/command.h"

static const uint64_t default_delay_ms = 2000;
/* Of a nap: some in each delay, but few in a second. */
enum { NAPS = 8, SHORTEST_NAP_MS = 10, LONGEST_NAP_MS = 250 };

static struct weft_lock lock = WEFT_LOCK_INIT;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_once_t prepared = PTHREAD_ONCE_INIT;

static atomic_uint_fast64_t works_begun, works_ended;
/* Commands and works that ran at the fork which made this process: they do not end here. */
static int64_t commands_left, works_left;

static void in_child(void) {
  weft_lock_init(&lock);
  pthread_cond_init(&changed, NULL);
  commands_left = (int64_t)weft_command_traffic().running;
  works_left = (int64_t)(atomic_load(&works_begun) - atomic_load(&works_ended));
}

static void prepare(void) {
  static struct weft_fork_hook hook = {.in_child = in_child};
  weft_span_watch_fork(&hook);
}

void weft_idleness_work_begins(void) {
  pthread_once(&prepared, prepare);
  atomic_fetch_add(&works_begun, 1);
}

void weft_idleness_work_ends(void) {
  atomic_fetch_add(&works_ended, 1);
}

bool weft_idleness_init(struct weft_idleness *idle) {
  const char *text = weft_config_text(WEFT_OPTION_IDLE_CODE);
  *idle = (struct weft_idleness){.delay_ms = default_delay_ms};
  if (text && strcasecmp(text, "off") == 0)
    return false;
  weft_config_size(WEFT_OPTION_IDLE_CODE, &idle->delay_ms);
  return true;
}

/* Something goes on, or has since the last look. */
static bool is_busy(struct weft_idleness *idle) {
  uint64_t ended = atomic_load(&works_ended), works = atomic_load(&works_begun);
  struct weft_command_traffic traffic = weft_command_traffic();
  bool busy = traffic.started != idle->commands || works != idle->works;
  idle->commands = traffic.started;
  idle->works = works;
  /* Fewer than were left: one that a fork was called from, which ends in both processes. */
  return busy || (int64_t)traffic.running > commands_left || (int64_t)(works - ended) > works_left;
}

/* False: woken. */
static bool nap_locked(uint64_t ms) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += (long)ms * 1000000;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  return !weft_lock_wait_until(&lock, &changed, &until);
}

bool weft_idleness_wait(struct weft_idleness *idle, bool (*wanted)(void *user), void *user) {
  uint64_t nap_ms = idle->delay_ms / NAPS;
  nap_ms = nap_ms < SHORTEST_NAP_MS ? SHORTEST_NAP_MS : nap_ms > LONGEST_NAP_MS ? LONGEST_NAP_MS : nap_ms;
  bool is_wanted;
  pthread_once(&prepared, prepare);
  weft_lock_acquire(&lock);
  while ((is_wanted = wanted(user))) {
    if (is_busy(idle))
      idle->quiet_ms = 0;
    else if (idle->quiet_ms >= idle->delay_ms)
      break;
    if (nap_locked(nap_ms))
      idle->quiet_ms += nap_ms;
  }
  weft_lock_release(&lock);
  return is_wanted;
}

void weft_idleness_wake(void) {
  weft_lock_acquire(&lock);
  pthread_cond_broadcast(&changed);
  weft_lock_release(&lock);
}
