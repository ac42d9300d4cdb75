/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Where a ready work goes.
 *
 *   nothing to run (markers, empty ranges, errors)       completed at once by this thread
 *   known to be short (a small transfer, a kernel that   run at once by this thread, a kernel if a seat is free: no
 *   took little time before)                             wake-up, no hand-over between processors
 *   a host function                                      calls.c: it may block for as long as it likes
 *   a kernel that may wait for what others write         the pool's queue: this thread may be who it waits for
 *   anything else                                        the pool's queue
 *
 * `finished` of one work submits its successors. To keep the stack flat over chains of any length, short works that are
 * submitted inside a callback are kept in a list of the thread and run when the callback has returned, or when it
 * waits. The list is short: what does not fit goes to the pool, and so does all of it once an application's thread has
 * spent some time on it.
 */
#include "devices/cpu/thread_pool.h"

#define SHORT_NS 2000u     /* what a submitter runs itself */
#define MEDIUM_NS 10000u   /* likewise where it would have to wake a worker, which takes as long, */
#define MAX_MEDIUM 2       /* but only so many between two waits: who submits more wants them to run at the same time */
#define PATIENCE_NS 50000u /* for how long an application's thread runs kept works */
#define MAX_KEPT 16        /* works with something to run that a thread keeps */

static _Thread_local struct {
  struct weft_work *first, *last;
  unsigned runnable;
  unsigned medium; /* works of medium length that were run by their submitter since the last wait */
  bool inside;     /* somebody up the stack runs the list */
  bool orphans;    /* the pool has works, but no worker */
} kept __attribute__((tls_model("initial-exec")));

static void keep(struct weft_work *work) {
  weft_cpu_task(work)->next = NULL;
  if (kept.first)
    weft_cpu_task(kept.last)->next = work;
  else
    kept.first = work;
  kept.last = work;
  if (weft_cpu_task(work)->indices != 0)
    kept.runnable++;
}

static struct weft_work *take(void) {
  struct weft_work *work = kept.first;
  if (work) {
    kept.first = weft_cpu_task(work)->next;
    if (weft_cpu_task(work)->indices != 0)
      kept.runnable--;
  }
  return work;
}

static void run(struct weft_work *work) {
  if (weft_cpu_task(work)->indices == 0) {
    weft_cpu_task_start(work);
  } else {
    struct weft_seat *seat = weft_pool_may_borrow(work->hw) ? weft_pool_borrow(work->hw) : NULL;
    if (!seat && work->kind == WEFT_WORK_NDRANGE) {
      weft_pool_push(work);
      return;
    }
    weft_launch_run_alone(seat, work);
    if (seat)
      weft_pool_return(seat);
  }
  weft_cpu_task_finish(work);
}

static void run_kept(atomic_uint *flag) {
  uint64_t until = 0;
  unsigned done = 0;
  while (kept.first && (!flag || atomic_load_explicit(flag, memory_order_acquire) == 0)) {
    struct weft_work *work = take();
    if (until != 0 && done++ % 4 == 0 && weft_cpu_task(work)->indices != 0 && weft_cpu_now() >= until) {
      weft_pool_push(work);
      continue;
    }
    run(work);
    if (until == 0 && ++done == 4 && !weft_pool_is_worker()) /* none of those above is looked at yet */
      until = weft_cpu_now() + PATIENCE_NS;
  }
}

void weft_cpu_kept_wait(atomic_uint *flag) {
  kept.medium = 0;
  run_kept(flag);
}

bool weft_cpu_kept_enter(void) {
  bool outermost = !kept.inside;
  kept.inside = true;
  return outermost;
}

void weft_cpu_kept_leave(bool outermost) {
  run_kept(NULL);
  if (!outermost)
    return;
  while (kept.orphans) {
    kept.orphans = false;
    weft_pool_drain();
  }
  kept.inside = false;
}

void weft_cpu_kept_orphans(void) {
  kept.orphans = true;
  if (!kept.inside) {
    kept.inside = true;
    weft_cpu_kept_leave(true);
  }
}

void weft_cpu_handoff(void) {
  struct weft_work *work;
  while ((work = take()) != NULL)
    weft_pool_push(work);
}

static bool is_for_submitter(const struct weft_work *work, const struct weft_cpu_task *task) {
  if (task->indices == 0)
    return true;
  if (task->may_wait || kept.runnable >= MAX_KEPT || task->estimate > MEDIUM_NS)
    return false;
  if (task->estimate <= SHORT_NS)
    return true;
  if (kept.inside || kept.medium >= MAX_MEDIUM || weft_pool_has_spinner(work->hw))
    return false;
  kept.medium++;
  return true;
}

void weft_cpu_submit(struct weft_work *work) {
  weft_cpu_task_prepare(work);
  const struct weft_cpu_task *task = weft_cpu_task(work);
  if (work->kind == WEFT_WORK_CALL) {
    weft_cpu_calls_push(work);
  } else if (is_for_submitter(work, task)) {
    keep(work);
    if (!kept.inside) {
      bool outermost = weft_cpu_kept_enter();
      weft_cpu_kept_leave(outermost);
    }
  } else {
    weft_pool_push(work);
  }
}
