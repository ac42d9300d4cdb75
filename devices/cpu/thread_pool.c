/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The process's pool of workers.
 *
 * Workers are made when there is first something for them to do. Where the pool fills the process's binding, worker i
 * is bound to the i-th processor; else each is bound to the whole set.
 *
 * A work waits in the list of its device and priority (hw->waiting) until a worker, or a waiting application thread
 * with a borrowed seat, takes it; from then on it is run alone or shared (launch.c). A worker joins what is shared
 * before it takes what waits, unless that has a higher priority. Members of a shared work leave it between two batches
 * where something of a higher priority waits or is shared, and come back to it afterwards. All that is asked for only
 * once a work with a priority has come (`hinted`).
 *
 * Lock rule: pool.lock guards the devices' lists and the ring of devices that have such works, and nothing else.
 * It is held for a few instructions, never while anything runs, never with another lock.
 *
 * No wake-up is lost: who publishes work (pending and epoch here, open slots in launch.c) does that before looking for
 * idle workers; a worker that goes to sleep sets its bit in `parked` before it looks for work a last time. All four
 * are sequentially consistent. A worker whose seat is borrowed may sleep through work: whoever returns the seat looks
 * for work afterwards and wakes the owner.
 *
 * Exit: close() raises `closing`, wakes the idle and waits a moment for those who run. A kernel that never ends is left
 * behind; exit() ends it. Afterwards works run on the thread that submits or waits, so nothing that the application
 * still does in its own exit handlers can hang. After fork() the child has no workers: fork_child() makes the pool look
 * unstarted there, so the child may even use the device; what was running at the fork is the parent's.
 */
#include "devices/cpu/thread_pool.h"
#include "base/alloc.h"
#include "base/lock.h"
#include "base/log.h"
#include "base/thread.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SPIN_NS 50000u      /* idle before going to sleep */
#define CLOSE_NS 200000000u /* close() waits for running works as long as this */
#define STACK_BYTES (8u << 20)
#define SEATS_TRIED 8

struct worker {
  _Alignas(128) struct weft_seat seat;
  atomic_uint wake;    /* futex: 1 wakes it */
  atomic_uint ended;   /* its thread is about to return */
  unsigned seen_epoch; /* of the queue, when it last found nothing there */
  atomic_bool started; /* `thread` is valid: a worker may make another while the pool closes */
  pthread_t thread;
};

static struct {
  struct worker *workers;
  unsigned num_workers, max_spinners;
  struct weft_topology topology;
  bool keeps_place; /* workers are pinned, or would be if the machine were not synthetic */
  bool pinned;
  cpu_set_t *whole; /* the process's binding */
  size_t whole_size;
  uint16_t *worker_on; /* by the operating system's number of a processor: the worker pinned there; NULL: none is */
  unsigned num_worker_on;

  _Alignas(64) struct weft_lock lock;
  struct weft_hw *waiting;                     /* ring of devices that have works in their lists */
  atomic_uint pending_at[WEFT_CPU_PRIORITIES]; /* changed under the lock */
  atomic_bool hinted;                          /* a work of other than medium priority has come: never false again */
  _Alignas(64) atomic_uint pending, epoch;
  _Alignas(64) atomic_uint closing, alive, spinners;
  struct {
    _Alignas(64) _Atomic uint64_t parked, spinning, unstarted;
  } idle[WEFT_CPU_SET_WORDS];
} pool = {.lock = WEFT_LOCK_INIT};

static _Thread_local struct worker *self __attribute__((tls_model("initial-exec")));
static _Thread_local unsigned seat_hint __attribute__((tls_model("initial-exec")));
static _Thread_local unsigned helper_epoch; /* of the queue, when this thread last found nothing there */

bool weft_pool_is_worker(void) {
  return self != NULL;
}

const struct weft_processor *weft_pool_processor(unsigned worker) {
  bool stands_for_one = pool.num_workers == pool.topology.num_processors ||
                        (pool.pinned && pool.num_workers < pool.topology.num_processors);
  return stands_for_one && worker < pool.num_workers ? &pool.topology.processors[worker] : NULL;
}

const struct weft_topology *weft_pool_topology(void) {
  return &pool.topology;
}

bool weft_pool_keeps_place(void) {
  return pool.keeps_place;
}

struct weft_cpu_run *weft_pool_run(unsigned i) {
  if (i < pool.num_workers)
    return &pool.workers[i].seat.run;
  return i == pool.num_workers ? weft_cpu_spare_run() : NULL;
}

uint64_t weft_pool_spin_ns(void) {
  return pool.max_spinners ? SPIN_NS : SPIN_NS / 10;
}

/* --- binding --- */

static void bind_self(unsigned worker) {
  if (!pool.whole)
    return;
  const struct weft_processor *processor = pool.pinned ? weft_pool_processor(worker) : NULL;
  cpu_set_t set[8]; /* 8,192 processors */
  if (!processor || processor->os_index >= 8 * sizeof(set)) {
    sched_setaffinity(0, pool.whole_size, pool.whole);
    return;
  }
  CPU_ZERO_S(sizeof(set), set);
  CPU_SET_S(processor->os_index, sizeof(set), set);
  if (sched_setaffinity(0, sizeof(set), set) != 0)
    weft_log(WEFT_LOG_INFO, "worker %u cannot be pinned to processor %u", worker, processor->os_index);
}

static cpu_set_t *set_of(const struct weft_hw *hw, size_t *size) {
  *size = pool.whole_size;
  cpu_set_t *set = malloc(pool.whole_size);
  if (!set)
    return NULL;
  CPU_ZERO_S(*size, set);
  for (unsigned i = 0; i < hw->num_workers; i++)
    CPU_SET_S(weft_pool_processor(hw->workers[i])->os_index, *size, set);
  return set;
}

bool weft_pool_bind_to(const struct weft_hw *hw) {
  if (!pool.whole)
    return false;
  size_t size = pool.whole_size;
  cpu_set_t *set = pool.pinned && hw->parent ? set_of(hw, &size) : NULL;
  sched_setaffinity(0, size, set ? set : pool.whole);
  free(set);
  return set != NULL;
}

bool weft_pool_has_spinner(const struct weft_hw *hw) {
  for (unsigned word = 0; word * 64 < pool.num_workers; word++)
    if (atomic_load_explicit(&pool.idle[word].spinning, memory_order_relaxed) &
        atomic_load_explicit(&hw->members.words[word], memory_order_relaxed))
      return true;
  return false;
}

/* A sub-device's work is done by threads that are bound to its processors. */
bool weft_pool_may_borrow(const struct weft_hw *hw) {
  if (!hw->parent || !pool.pinned)
    return true;
  cpu_set_t mine[8]; /* 8,192 processors */
  if (pool.whole_size > sizeof(mine) || sched_getaffinity(0, sizeof(mine), mine) != 0)
    return false;
  int members = 0;
  for (unsigned i = 0; i < hw->num_workers; i++)
    members += CPU_ISSET_S(weft_pool_processor(hw->workers[i])->os_index, sizeof(mine), mine) ? 1 : 0;
  return members == CPU_COUNT_S(sizeof(mine), mine);
}

/* --- seats --- */

/* The worker that is pinned where the calling thread is running; UINT_MAX: none. */
static unsigned worker_here(void) {
  int cpu = pool.worker_on ? sched_getcpu() : -1;
  if (cpu < 0 || (unsigned)cpu >= pool.num_worker_on || pool.worker_on[cpu] == UINT16_MAX)
    return UINT_MAX;
  return pool.worker_on[cpu];
}

static bool take_seat(struct weft_seat *seat) {
  if (atomic_load(&seat->busy) != 0 || atomic_exchange(&seat->busy, 1) != 0)
    return false;
  if (!seat->arena.base) {
    const struct weft_processor *processor = pool.pinned ? weft_pool_processor(seat->worker) : NULL;
    if (!weft_cpu_arena_create(&seat->arena, processor ? processor->numa : -1))
      weft_log(WEFT_LOG_WARNING, "no address space for a worker's local memory: it shares what is there");
    seat->arena.run = &seat->run;
  }
  return true;
}

static void leave_seat(struct weft_seat *seat) {
  atomic_store(&seat->busy, 0);
}

struct weft_seat *weft_pool_borrow(struct weft_hw *hw) {
  unsigned tries = hw->num_workers < SEATS_TRIED ? hw->num_workers : SEATS_TRIED;
  /* First the seat of the worker that this thread is in the way of. */
  unsigned here = self ? self->seat.worker : worker_here();
  if (here != UINT_MAX && weft_cpu_set_has(&hw->members, here) && take_seat(&pool.workers[here].seat))
    return &pool.workers[here].seat;
  for (unsigned i = 0; i < tries; i++) {
    struct weft_seat *seat = &pool.workers[hw->workers[seat_hint % hw->num_workers]].seat;
    if (take_seat(seat))
      return seat;
    seat_hint++;
  }
  return NULL;
}

/* --- idle workers --- */

static void *worker_main(void *arg);

/* Makes the thread of a worker whose bit the caller took out of `unstarted`. */
static bool start(struct worker *worker) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0)
    return false;
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  atomic_fetch_add(&pool.alive, 1);
  int error = weft_thread_create(&worker->thread, &attributes, worker_main, worker);
  pthread_attr_destroy(&attributes);
  if (error == 0) {
    atomic_store(&worker->started, true);
  } else {
    atomic_fetch_sub(&pool.alive, 1);
    weft_log(WEFT_LOG_WARNING, "a worker's thread cannot be made: %s", strerror(error));
  }
  return error == 0;
}

static bool take_bit(_Atomic uint64_t *word, uint64_t bit) {
  return (atomic_fetch_and(word, ~bit) & bit) != 0;
}

static void wake_parked(struct worker *worker) {
  atomic_store(&worker->wake, 1);
  weft_futex_wake(&worker->wake, 1);
}

/* Wakes or makes one worker of those whose bits are in `candidates`. */
static bool rouse_one(unsigned word, uint64_t candidates) {
  if (candidates == 0)
    return false;
  for (uint64_t bits = atomic_load(&pool.idle[word].parked) & candidates; bits; bits &= bits - 1) {
    uint64_t bit = bits & -bits;
    struct worker *worker = &pool.workers[word * 64 + (unsigned)__builtin_ctzll(bit)];
    if (atomic_load(&worker->seat.busy) == 0 && take_bit(&pool.idle[word].parked, bit)) {
      wake_parked(worker);
      return true;
    }
  }
  for (uint64_t bits = atomic_load(&pool.idle[word].unstarted) & candidates; bits; bits &= bits - 1) {
    uint64_t bit = bits & -bits;
    struct worker *worker = &pool.workers[word * 64 + (unsigned)__builtin_ctzll(bit)];
    if (atomic_load(&worker->seat.busy) == 0 && take_bit(&pool.idle[word].unstarted, bit)) {
      if (start(worker))
        return true;
      atomic_fetch_or(&pool.idle[word].unstarted, bit);
      return false;
    }
  }
  return false;
}

bool weft_pool_rouse(struct weft_hw *hw, unsigned count) {
  if (atomic_load(&pool.closing))
    return false;
  bool all_unstarted = true;
  /* This thread goes on, perhaps to help: the worker that is pinned where it runs would be in its way. */
  unsigned here = self ? UINT_MAX : worker_here();
  for (unsigned word = 0; word * 64 < pool.num_workers && count > 0; word++) {
    uint64_t members = atomic_load_explicit(&hw->members.words[word], memory_order_relaxed);
    if (members == 0)
      continue;
    /* Those who spin come by themselves. */
    unsigned coming = (unsigned)__builtin_popcountll(atomic_load(&pool.idle[word].spinning) & members);
    count = coming < count ? count - coming : 0;
    if (coming > 0)
      all_unstarted = false;
    uint64_t elsewhere = here / 64 == word ? members & ~(UINT64_C(1) << (here % 64)) : members;
    while (count > 0 && (rouse_one(word, elsewhere) || rouse_one(word, members & ~elsewhere))) {
      all_unstarted = false;
      count--;
    }
    if (members & ~atomic_load(&pool.idle[word].unstarted))
      all_unstarted = false;
  }
  return !all_unstarted;
}

/* --- the queue --- */

/* Level 0 is the highest. */
static unsigned level_of(int priority) {
  return (unsigned)(WEFT_HINT_HIGH - priority);
}

static void list_add_locked(struct weft_hw *hw) {
  if (!pool.waiting) {
    hw->prev_waiting = hw->next_waiting = hw;
    pool.waiting = hw;
  } else if (!hw->prev_waiting) {
    hw->next_waiting = pool.waiting;
    hw->prev_waiting = pool.waiting->prev_waiting;
    hw->prev_waiting->next_waiting = hw;
    pool.waiting->prev_waiting = hw;
  }
}

static void list_remove_locked(struct weft_hw *hw) {
  if (hw->next_waiting == hw) {
    pool.waiting = NULL;
  } else {
    hw->prev_waiting->next_waiting = hw->next_waiting;
    hw->next_waiting->prev_waiting = hw->prev_waiting;
    pool.waiting = hw->next_waiting;
  }
  hw->prev_waiting = hw->next_waiting = NULL;
}

/* Who takes works from the queue, and which. */
enum taker {
  TAKER_WORKER,   /* any */
  TAKER_HELPER,   /* one who helps on a worker's seat: none that may wait, whose turn is the worker's */
  TAKER_SEATLESS, /* one who helps while all seats are taken: transfers, which need no arena */
};

static bool may_take(struct weft_work *work, enum taker taker) {
  return taker == TAKER_WORKER   ? true
         : taker == TAKER_HELPER ? !weft_cpu_task(work)->may_wait
                                 : work->kind == WEFT_WORK_COPY || work->kind == WEFT_WORK_FILL;
}

/* The first of a list for the taker, or NULL; `*before` is the one before it. */
static struct weft_work *first_of(const struct weft_cpu_waiting *list, enum taker taker, struct weft_work **before) {
  *before = NULL;
  struct weft_work *work = list->first;
  for (; work && !may_take(work, taker); work = weft_cpu_task(work)->next)
    *before = work;
  return work;
}

/* A device of the worker's with a work for the taker at that level, or NULL. */
static struct weft_hw *find_locked(unsigned worker, unsigned level, enum taker taker) {
  struct weft_work *before;
  struct weft_hw *hw = pool.waiting;
  weft_lock_assert(&pool.lock);
  if (!hw || atomic_load_explicit(&pool.pending_at[level], memory_order_relaxed) == 0)
    return NULL;
  do {
    if (weft_cpu_set_has(&hw->members, worker) && first_of(&hw->waiting[level], taker, &before))
      return hw;
    hw = hw->next_waiting;
  } while (hw != pool.waiting);
  return NULL;
}

static bool has_works_locked(const struct weft_hw *hw) {
  weft_lock_assert(&pool.lock);
  for (unsigned level = 0; level < WEFT_CPU_PRIORITIES; level++)
    if (hw->waiting[level].first)
      return true;
  return false;
}

static struct weft_work *unlink_first(struct weft_cpu_waiting *list, enum taker taker) {
  struct weft_work *before, *work = first_of(list, taker, &before);
  if (before)
    weft_cpu_task(before)->next = weft_cpu_task(work)->next;
  else
    list->first = weft_cpu_task(work)->next;
  if (list->last == work)
    list->last = before;
  return work;
}

/* The first work of the worker's devices for the taker. */
static struct weft_work *pop(unsigned worker, enum taker taker) {
  if (atomic_load(&pool.pending) == 0)
    return NULL;
  struct weft_work *work = NULL;
  weft_lock_acquire(&pool.lock);
  for (unsigned level = 0; level < WEFT_CPU_PRIORITIES && !work; level++) {
    struct weft_hw *hw = find_locked(worker, level, taker);
    if (!hw)
      continue;
    work = unlink_first(&hw->waiting[level], taker);
    if (has_works_locked(hw))
      pool.waiting = hw->next_waiting; /* devices take turns */
    else
      list_remove_locked(hw);
    atomic_fetch_sub_explicit(&pool.pending_at[level], 1, memory_order_relaxed);
    atomic_fetch_sub(&pool.pending, 1);
  }
  weft_lock_release(&pool.lock);
  return work;
}

/* The highest level of what waits for the worker; WEFT_CPU_PRIORITIES: nothing does. */
static unsigned waiting_level(unsigned worker) {
  unsigned level = 0;
  if (atomic_load(&pool.pending) == 0)
    return WEFT_CPU_PRIORITIES;
  weft_lock_acquire(&pool.lock);
  while (level < WEFT_CPU_PRIORITIES && !find_locked(worker, level, TAKER_WORKER))
    level++;
  weft_lock_release(&pool.lock);
  return level;
}

bool weft_pool_is_hinted(void) {
  return atomic_load_explicit(&pool.hinted, memory_order_relaxed);
}

bool weft_pool_is_overtaken(unsigned worker, int priority) {
  return weft_pool_is_hinted() && priority < WEFT_HINT_HIGH &&
         (weft_launch_priority(worker, false) > priority || waiting_level(worker) < level_of(priority));
}

/* What waits has a higher priority than all that the worker may join. */
static bool queue_comes_first(unsigned worker) {
  return weft_pool_is_hinted() && waiting_level(worker) < level_of(weft_launch_priority(worker, false));
}

void weft_pool_push(struct weft_work *work) {
  struct weft_hw *hw = work->hw;
  unsigned level = level_of(work->priority);
  struct weft_cpu_waiting *list = &hw->waiting[level];
  weft_cpu_task(work)->next = NULL;
  if (work->priority != WEFT_HINT_MEDIUM)
    atomic_store_explicit(&pool.hinted, true, memory_order_relaxed);
  weft_lock_acquire(&pool.lock);
  if (list->first)
    weft_cpu_task(list->last)->next = work;
  else
    list->first = work;
  list->last = work;
  list_add_locked(hw);
  atomic_fetch_add_explicit(&pool.pending_at[level], 1, memory_order_relaxed);
  atomic_fetch_add(&pool.pending, 1);
  atomic_fetch_add(&pool.epoch, 1);
  weft_lock_release(&pool.lock);
  if (!weft_pool_rouse(hw, 1))
    weft_cpu_kept_orphans();
}

/* A device that has works waiting, NULL: none. Its record stays valid, its works may be gone. */
static struct weft_hw *peek(void) {
  if (atomic_load(&pool.pending) == 0)
    return NULL;
  weft_lock_acquire(&pool.lock);
  struct weft_hw *hw = pool.waiting;
  weft_lock_release(&pool.lock);
  return hw;
}

/* Something that the worker may take part in. Looks at the queue only where that has changed since. */
static bool is_visible(const struct worker *worker) {
  return (atomic_load(&pool.pending) != 0 && atomic_load(&pool.epoch) != worker->seen_epoch) ||
         weft_launch_visible(worker->seat.worker, false);
}

/* With the seat held: joins or takes one work. Leaves the seat before callbacks. */
static bool serve(struct weft_seat *seat, atomic_uint *flag) {
  struct weft_work *finished = NULL;
  const bool helps = flag && !self;
  const enum taker taker = helps ? TAKER_HELPER : TAKER_WORKER;
  bool outermost = weft_cpu_kept_enter();
  if (atomic_load(&pool.pending) != 0 && weft_launch_visible(seat->worker, helps)) {
    struct weft_hw *hw = peek(); /* somebody else has to come for it */
    if (hw)
      weft_pool_rouse(hw, 1);
  }
  bool first = queue_comes_first(seat->worker);
  struct weft_work *work = first ? pop(seat->worker, taker) : NULL;
  /* What comes first is the worker's alone: it has its seat back, before the helper goes on with what comes later. */
  bool declined = helps && first && !work;
  bool did = work || (!declined && weft_launch_join(seat, flag, helps, &finished));
  if (!did && !declined) {
    work = pop(seat->worker, taker);
    did = work != NULL;
  }
  if (work) {
    if (atomic_load(&pool.pending) != 0)
      weft_pool_rouse(work->hw, 1);
    finished = weft_launch_run(seat, work, flag);
  }
  if (self && seat == &self->seat)
    leave_seat(seat);
  else
    weft_pool_return(seat);
  if (finished)
    weft_cpu_task_finish(finished);
  weft_cpu_kept_leave(outermost);
  return did;
}

void weft_pool_return(struct weft_seat *seat) {
  leave_seat(seat);
  struct worker *owner = &pool.workers[seat->worker];
  if (owner == self)
    return;
  if (atomic_load(&pool.pending) == 0 && !weft_launch_visible(seat->worker, false))
    return;
  unsigned word = seat->worker / 64;
  uint64_t bit = UINT64_C(1) << (seat->worker % 64);
  if (!atomic_load(&pool.closing) && (rouse_one(word, bit) || (atomic_load(&pool.idle[word].unstarted) & bit) == 0))
    return;
  weft_cpu_kept_orphans();
}

/* Kernels that wait for this thread may have all seats, and it may wait for a transfer. */
static bool help_without_seat(const struct weft_hw *hw) {
  static _Thread_local unsigned seen_epoch __attribute__((tls_model("initial-exec")));
  unsigned epoch = atomic_load(&pool.epoch);
  if (self || atomic_load(&pool.pending) == 0 || epoch == seen_epoch)
    return false;
  struct weft_work *work = pop(hw->workers[0], TAKER_SEATLESS);
  if (!work) {
    seen_epoch = epoch;
    return false;
  }
  bool outermost = weft_cpu_kept_enter();
  weft_launch_run_alone(NULL, work);
  weft_cpu_task_finish(work);
  weft_cpu_kept_leave(outermost);
  return true;
}

bool weft_pool_help(struct weft_hw *hw, atomic_uint *flag) {
  unsigned epoch = atomic_load(&pool.epoch);
  if ((atomic_load(&pool.pending) == 0 || epoch == helper_epoch) &&
      !weft_launch_visible(hw->workers[seat_hint % hw->num_workers], true))
    return false;
  struct weft_seat *seat = weft_pool_may_borrow(hw) ? weft_pool_borrow(hw) : NULL;
  if (!seat)
    return help_without_seat(hw);
  if (serve(seat, flag))
    return true;
  helper_epoch = epoch;
  return false;
}

void weft_pool_drain(void) {
  for (struct weft_hw *hw; (hw = peek()) != NULL;) {
    struct weft_seat *seat = weft_pool_borrow(hw);
    if (!seat)
      return; /* whoever has it looks again afterwards */
    serve(seat, NULL);
  }
  /* Shared works that a helper has left. */
  struct weft_seat *seat = weft_pool_borrow(weft_cpu_root());
  if (seat)
    while (serve(seat, NULL) && (seat = weft_pool_borrow(weft_cpu_root())) != NULL)
      ;
}

/* --- workers --- */

static bool spin(struct worker *worker) {
  unsigned word = worker->seat.worker / 64;
  uint64_t bit = UINT64_C(1) << (worker->seat.worker % 64);
  if (atomic_fetch_add(&pool.spinners, 1) >= pool.max_spinners) {
    atomic_fetch_sub(&pool.spinners, 1);
    return false;
  }
  atomic_fetch_or(&pool.idle[word].spinning, bit);
  uint64_t until = weft_cpu_now() + SPIN_NS;
  bool found = false;
  for (unsigned turn = 1; !found; turn++) {
    weft_cpu_relax();
    found = is_visible(worker) && atomic_load(&worker->seat.busy) == 0;
    if (turn % 32 == 0) {
      uint64_t now = weft_cpu_now();
      if (now >= until)
        break;
      if (now + SPIN_NS > until + WEFT_POLITE_NS)
        sched_yield(); /* this processor may be wanted */
    }
  }
  atomic_fetch_and(&pool.idle[word].spinning, ~bit);
  atomic_fetch_sub(&pool.spinners, 1);
  return found;
}

static void park(struct worker *worker) {
  unsigned word = worker->seat.worker / 64;
  uint64_t bit = UINT64_C(1) << (worker->seat.worker % 64);
  atomic_fetch_or(&pool.idle[word].parked, bit);
  bool stay = !atomic_load(&pool.closing) && (atomic_load(&worker->seat.busy) != 0 || !is_visible(worker));
  if (stay || !take_bit(&pool.idle[word].parked, bit))
    while (atomic_load(&worker->wake) == 0)
      weft_futex_wait(&worker->wake, 0, 0);
  atomic_store(&worker->wake, 0);
}

static void *worker_main(void *arg) {
  struct worker *worker = arg;
  self = worker;
  weft_thread_begin("weft-worker");
  bind_self(worker->seat.worker);
  while (!atomic_load(&pool.closing)) {
    unsigned epoch = atomic_load(&pool.epoch);
    if (is_visible(worker) && take_seat(&worker->seat)) {
      if (serve(&worker->seat, NULL))
        continue;
      worker->seen_epoch = epoch;
    }
    if (!spin(worker))
      park(worker);
  }
  atomic_store(&worker->ended, 1);
  atomic_fetch_sub(&pool.alive, 1);
  weft_futex_wake(&pool.alive, INT32_MAX);
  return NULL;
}

/* --- opening, closing, fork --- */

static void mark_unstarted(void) {
  for (unsigned i = 0; i < WEFT_CPU_SET_WORDS; i++) {
    atomic_store(&pool.idle[i].parked, 0);
    atomic_store(&pool.idle[i].spinning, 0);
    atomic_store(&pool.idle[i].unstarted, 0);
  }
  for (unsigned i = 0; i < pool.num_workers; i++)
    atomic_fetch_or(&pool.idle[i / 64].unstarted, UINT64_C(1) << (i % 64));
}

static void fork_child(void) {
  self = NULL;
  mark_unstarted();
  for (unsigned i = 0; i < pool.num_workers; i++) {
    struct worker *worker = &pool.workers[i];
    atomic_store(&worker->seat.busy, 0);
    atomic_store(&worker->seat.run.cancel, NULL);
    atomic_store(&worker->wake, 0);
    atomic_store(&worker->started, false);
  }
  while (pool.waiting) {
    memset(pool.waiting->waiting, 0, sizeof(pool.waiting->waiting));
    list_remove_locked(pool.waiting);
  }
  for (unsigned level = 0; level < WEFT_CPU_PRIORITIES; level++)
    atomic_store(&pool.pending_at[level], 0);
  atomic_store(&pool.pending, 0);
  atomic_store(&pool.spinners, 0);
  atomic_store(&pool.alive, 0);
  weft_launch_forked();
  weft_cpu_calls_forked();
  weft_cpu_spare_arena_forked();
}

/* The process's binding: the topology's processors, since the calling thread may be bound more tightly than others. */
static bool read_whole_set(void) {
  unsigned last = 1023;
  if (pool.topology.unbound)
    return true;
  for (unsigned i = 0; i < pool.topology.num_processors && !pool.topology.synthetic; i++)
    if (pool.topology.processors[i].os_index > last)
      last = pool.topology.processors[i].os_index;
  pool.whole = CPU_ALLOC(last + 1);
  if (!pool.whole)
    return false;
  pool.whole_size = CPU_ALLOC_SIZE(last + 1);
  CPU_ZERO_S(pool.whole_size, pool.whole);
  if (pool.topology.synthetic) {
    if (sched_getaffinity(0, pool.whole_size, pool.whole) != 0) { /* more than 1,024 processors: nothing is bound */
      CPU_FREE(pool.whole);
      pool.whole = NULL;
    }
    return true;
  }
  for (unsigned i = 0; i < pool.topology.num_processors; i++)
    CPU_SET_S(pool.topology.processors[i].os_index, pool.whole_size, pool.whole);
  return true;
}

static bool map_processors(void) {
  for (unsigned i = 0; i < pool.num_workers; i++)
    if (pool.topology.processors[i].os_index >= pool.num_worker_on)
      pool.num_worker_on = pool.topology.processors[i].os_index + 1;
  pool.worker_on = weft_alloc(pool.num_worker_on * sizeof(*pool.worker_on));
  if (!pool.worker_on)
    return false;
  memset(pool.worker_on, 0xff, pool.num_worker_on * sizeof(*pool.worker_on));
  for (unsigned i = 0; i < pool.num_workers; i++)
    pool.worker_on[pool.topology.processors[i].os_index] = (uint16_t)i;
  return true;
}

bool weft_pool_open(struct weft_topology *topology, unsigned num_workers, bool pinned) {
  pool.topology = *topology;
  *topology = (struct weft_topology){0};
  pool.workers = weft_alloc_aligned(_Alignof(struct worker), num_workers * sizeof(struct worker));
  if (!pool.workers || !weft_launch_open(num_workers) || !read_whole_set() || !weft_cpu_spare_arena_open()) {
    weft_free(pool.workers);
    pool.workers = NULL;
    weft_launch_close();
    weft_topology_unload(&pool.topology);
    return false;
  }
  memset(pool.workers, 0, num_workers * sizeof(struct worker));
  for (unsigned i = 0; i < num_workers; i++)
    pool.workers[i].seat.worker = i;
  pool.num_workers = num_workers;
  pool.keeps_place = pinned && num_workers <= pool.topology.num_processors && !pool.topology.unbound;
  pool.pinned = pool.keeps_place && !pool.topology.synthetic;
  /* One processor stays free of spinning for the application. */
  unsigned processors = pool.whole ? (unsigned)CPU_COUNT_S(pool.whole_size, pool.whole) : 1;
  pool.max_spinners = num_workers < processors ? num_workers : processors - 1;
  if (pool.pinned && !map_processors())
    pool.worker_on = NULL; /* a matter of speed only */
  mark_unstarted();
  static struct weft_fork_hook hook = {.in_child = fork_child};
  weft_span_watch_fork(&hook);
  return true;
}

void weft_pool_close(void) {
  atomic_store(&pool.closing, 1);
  for (unsigned i = 0; i < pool.num_workers; i++)
    if (take_bit(&pool.idle[i / 64].parked, UINT64_C(1) << (i % 64)))
      wake_parked(&pool.workers[i]);
  uint64_t until = weft_cpu_now() + CLOSE_NS;
  unsigned alive, mine = self ? 1 : 0;
  while ((alive = atomic_load(&pool.alive)) > mine) {
    uint64_t now = weft_cpu_now();
    if (now >= until)
      break;
    weft_futex_wait(&pool.alive, alive, until - now);
  }
  for (unsigned i = 0; i < pool.num_workers; i++) {
    struct worker *worker = &pool.workers[i];
    if (!atomic_load(&worker->started) || worker == self)
      continue;
    if (atomic_load(&worker->ended))
      pthread_join(worker->thread, NULL);
    else
      pthread_detach(worker->thread);
    atomic_store(&worker->started, false);
  }
}
