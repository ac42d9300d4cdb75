/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Works that several workers run together.
 *
 * A shared work sits in one of 64 slots. Its range of indices is cut into shards, one for each member of the team in
 * the order of the topology; a shard is one 64-bit word {begin, end}, so that its owner takes batches off the front
 * and others steal half of what is left off the back, with one compare-and-swap each. The word says all there is
 * to know about the shard, so a swap that succeeds was right, whatever happened in between. Thieves look at the
 * shards of their own cache domain first, then at the rest. A batch grows until it takes some 20 µs, but is never more
 * than half of the shard. Nothing is allocated.
 *
 * The gate of a slot counts the members and has a bit OPEN. Joining is a compare-and-swap on an open gate. A member
 * that finds no index left clears OPEN, before it counts itself out. It may have missed loot that a thief was about to
 * put into its own shard, and a thief that is a helper may leave it there: so the last member, when nobody can join any
 * more, looks at all shards again and opens the gate anew where one has something. Otherwise it finishes the work and
 * frees the slot; with the gate shut, exactly one member sees the count reach 0. A helper may leave an open gate; the
 * shards keep what it did not take. What `work` and the shards hold is valid for members only; `hw` is a hint for
 * those outside, and so is `priority`. A throttled work has a `limit` of members that are in it at the same time; at
 * the limit it looks shut from outside. Who leaves such a gate open wakes somebody, because others may have looked and
 * gone to sleep. A work that may wait for others (`may_wait`) has workers for members only.
 */
#include "devices/cpu/thread_pool.h"
#include "base/alloc.h"

#include <string.h>

#define NUM_SLOTS 64
#define GATE_OPEN (1u << 31)
#define BATCH_NS 20000u   /* a batch is not made longer than about this */
#define SHORTEST_NS 2000u /* nor a known one shorter */
#define KNOWN_SHORT_NS 2000u
#define MEASURED_OF 8     /* such short works, one */
#define MEMBER_NS 5000u   /* a member is worth waking for this much work, */
#define EAGER_NS 2000u    /* in a queue of high throttle for this much */
#define THROTTLE 4        /* a work of low throttle has a quarter of the device */
#define NO_LIMIT GATE_OPEN

/* Between the taking of loot and its being put down; tests widen it. */
#ifndef STEAL_PAUSE
#define STEAL_PAUSE() ((void)0)
#endif

struct shard {
  _Alignas(64) _Atomic uint64_t range; /* begin, end << 32 */
};

struct slot {
  _Alignas(128) atomic_uint gate;
  atomic_uint limit;   /* of members at the same time; NO_LIMIT: none */
  atomic_int priority; /* enum weft_hint */
  atomic_bool may_wait;
  _Atomic(struct weft_hw *) hw;
  struct weft_work *work;
  unsigned num_shards;
  struct shard *shards;
};

static struct {
  struct slot *slots;
  struct shard *shards;
  _Alignas(64) _Atomic uint64_t unused; /* slots that are free */
  _Alignas(64) _Atomic uint64_t open;   /* slots that may be joined */
} launch;

bool weft_launch_open(unsigned num_workers) {
  launch.slots = weft_alloc_aligned(_Alignof(struct slot), NUM_SLOTS * sizeof(struct slot));
  launch.shards = weft_alloc_aligned(_Alignof(struct shard), sizeof(struct shard) * NUM_SLOTS * num_workers);
  if (!launch.slots || !launch.shards) {
    weft_launch_close();
    return false;
  }
  memset(launch.slots, 0, NUM_SLOTS * sizeof(struct slot));
  memset(launch.shards, 0, sizeof(struct shard) * NUM_SLOTS * num_workers);
  for (unsigned i = 0; i < NUM_SLOTS; i++)
    launch.slots[i].shards = launch.shards + (size_t)i * num_workers;
  atomic_store(&launch.open, 0);
  atomic_store(&launch.unused, UINT64_MAX);
  return true;
}

void weft_launch_close(void) {
  weft_free(launch.slots);
  weft_free(launch.shards);
  launch.slots = NULL;
  launch.shards = NULL;
}

/* In the child of a fork nobody runs what its parent's workers are running. */
void weft_launch_forked(void) {
  if (!launch.slots)
    return;
  for (unsigned i = 0; i < NUM_SLOTS; i++)
    atomic_store(&launch.slots[i].gate, 0);
  atomic_store(&launch.open, 0);
  atomic_store(&launch.unused, UINT64_MAX);
}

/* --- shards --- */

static uint64_t pack(uint32_t begin, uint32_t end) {
  return begin | (uint64_t)end << 32;
}

static bool take_front(struct shard *shard, uint32_t most, uint32_t *begin, uint32_t *end) {
  uint64_t range = atomic_load_explicit(&shard->range, memory_order_relaxed);
  for (;;) {
    uint32_t first = (uint32_t)range, last = (uint32_t)(range >> 32);
    if (first >= last)
      return false;
    uint32_t half = (last - first + 1) / 2, count = most < half ? most : half;
    if (atomic_compare_exchange_weak_explicit(&shard->range, &range, pack(first + count, last), memory_order_relaxed,
                                              memory_order_relaxed)) {
      *begin = first;
      *end = first + count;
      return true;
    }
  }
}

static bool steal_back(struct shard *shard, uint32_t *begin, uint32_t *end) {
  uint64_t range = atomic_load_explicit(&shard->range, memory_order_relaxed);
  for (;;) {
    uint32_t first = (uint32_t)range, last = (uint32_t)(range >> 32);
    if (first >= last)
      return false;
    uint32_t middle = first + (last - first) / 2;
    if (atomic_compare_exchange_weak_explicit(&shard->range, &range, pack(first, middle), memory_order_relaxed,
                                              memory_order_relaxed)) {
      *begin = middle;
      *end = last;
      return true;
    }
  }
}

/* Puts a stolen range into one's own shard, where it is found empty: others may steal it from there. */
static bool put(struct shard *shard, uint32_t begin, uint32_t end) {
  uint64_t range = atomic_load_explicit(&shard->range, memory_order_relaxed);
  return (uint32_t)range >= (uint32_t)(range >> 32) &&
         atomic_compare_exchange_strong_explicit(&shard->range, &range, pack(begin, end), memory_order_relaxed,
                                                 memory_order_relaxed);
}

/* What a member knows: its own shard and the shards [near_begin, near_end) of its cache domain. */
struct member {
  struct slot *slot;
  unsigned own, near_begin, near_end;
};

static unsigned position_of(const struct weft_hw *hw, unsigned worker) {
  unsigned low = 0, high = hw->num_workers;
  while (high - low > 1) {
    unsigned middle = (low + high) / 2;
    if (hw->workers[middle] <= worker)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static struct member member_of(struct slot *slot, const struct weft_hw *hw, unsigned worker) {
  unsigned position = position_of(hw, worker), shards = slot->num_shards;
  struct weft_cpu_span span = hw->spans[position];
  return (struct member){
      .slot = slot,
      .own = (unsigned)((uint64_t)position * shards / hw->num_workers),
      .near_begin = (unsigned)((uint64_t)span.begin * shards / hw->num_workers),
      .near_end = (unsigned)(((uint64_t)span.end * shards + hw->num_workers - 1) / hw->num_workers),
  };
}

static bool steal_from(const struct member *m, unsigned begin, unsigned end, uint32_t *first, uint32_t *last) {
  unsigned count = end - begin;
  for (unsigned i = 0; i < count; i++) {
    unsigned victim = begin + (m->own >= begin && m->own < end ? (m->own - begin + 1 + i) % count : i);
    if (steal_back(&m->slot->shards[victim], first, last))
      return true;
  }
  return false;
}

static bool claim(const struct member *m, uint32_t most, uint32_t *begin, uint32_t *end) {
  struct shard *own = &m->slot->shards[m->own];
  if (take_front(own, most, begin, end))
    return true;
  if (!steal_from(m, m->near_begin, m->near_end, begin, end) &&
      !steal_from(m, m->near_end, m->slot->num_shards, begin, end) && !steal_from(m, 0, m->near_begin, begin, end))
    return false;
  STEAL_PAUSE();
  /* Keep the first batch of the loot, leave the rest where thieves may find it. */
  if (*end - *begin > most && put(own, *begin + most, *end))
    *end = *begin + most;
  return true;
}

/* --- taking part --- */

/* How many indices a batch has: known from what kernels took before, else found out by doubling. */
static uint32_t first_batch(const struct weft_cpu_task *task, unsigned team) {
  if (task->estimate == UINT64_MAX)
    return 1;
  uint64_t share = task->estimate / ((uint64_t)4 * team), target = share < BATCH_NS ? share : BATCH_NS;
  if (target < SHORTEST_NS)
    target = SHORTEST_NS;
  uint64_t batch = target * task->indices / (task->estimate ? task->estimate : 1);
  return batch == 0 ? 1 : batch > task->indices ? task->indices : (uint32_t)batch;
}

static uint32_t next_batch(uint32_t batch, uint32_t done, uint64_t ns) {
  if (done < batch) /* cut short by the end of a shard: says little */
    return batch;
  if (ns < BATCH_NS / 8)
    return batch < UINT32_MAX / 4 ? batch * 4 : batch;
  if (ns < BATCH_NS / 2)
    return batch < UINT32_MAX / 2 ? batch * 2 : batch;
  return ns / 2 > BATCH_NS && batch > 1 ? batch / 2 : batch;
}

static bool is_set(atomic_uint *flag) {
  return flag && atomic_load_explicit(flag, memory_order_acquire) != 0;
}

static bool exhausted(const struct slot *slot) {
  for (unsigned i = 0; i < slot->num_shards; i++) {
    uint64_t range = atomic_load_explicit(&slot->shards[i].range, memory_order_relaxed);
    if ((uint32_t)range < (uint32_t)(range >> 32))
      return false;
  }
  return true;
}

/* No further member may come in. Sequentially consistent where there is a limit, see the head of the file. */
static bool is_full(struct slot *slot) {
  unsigned limit = atomic_load_explicit(&slot->limit, memory_order_relaxed);
  return limit != NO_LIMIT && (atomic_load(&slot->gate) & ~GATE_OPEN) >= limit;
}

/* Leaves the slot; the work, if this was the last member and nothing is left to run. */
static struct weft_work *leave(struct slot *slot) {
  struct weft_work *work = slot->work;
  struct weft_hw *hw = work->hw;
  bool reopened = false, limited = atomic_load_explicit(&slot->limit, memory_order_relaxed) != NO_LIMIT;
  unsigned gate = atomic_load_explicit(&slot->gate, memory_order_acquire);
  for (;;) {
    if (gate == 1 && !exhausted(slot)) {
      /* Nobody else is here and nobody can come, so this needs no swap. The order is that of weft_launch_run(). */
      reopened = true;
      atomic_fetch_or(&launch.open, UINT64_C(1) << (slot - launch.slots));
      gate = GATE_OPEN | 1;
      atomic_store_explicit(&slot->gate, gate, memory_order_release);
    }
    if (atomic_compare_exchange_weak_explicit(&slot->gate, &gate, gate - 1, memory_order_seq_cst, memory_order_acquire))
      break;
  }
  reopened |= limited && (gate & GATE_OPEN);
  if (reopened && !weft_pool_rouse(hw, 1))
    weft_cpu_kept_orphans();
  if (gate != 1)
    return NULL;
  atomic_fetch_or_explicit(&launch.unused, UINT64_C(1) << (slot - launch.slots), memory_order_release);
  return work;
}

static void shut(struct slot *slot) {
  if (atomic_load_explicit(&slot->gate, memory_order_relaxed) & GATE_OPEN) {
    atomic_fetch_and_explicit(&launch.open, ~(UINT64_C(1) << (slot - launch.slots)), memory_order_relaxed);
    atomic_fetch_and_explicit(&slot->gate, ~GATE_OPEN, memory_order_relaxed);
  }
}

static struct weft_work *take_part(struct slot *slot, struct weft_seat *seat, atomic_uint *flag, bool first) {
  struct weft_work *work = slot->work;
  struct weft_cpu_task *task = weft_cpu_task(work);
  struct member member = member_of(slot, work->hw, seat->worker);
  uint32_t batch = first_batch(task, slot->num_shards), begin, end;
  uint64_t begun = weft_cpu_now(), total = 0, indices = 0;
  bool called = false;
  for (;;) {
    if (!claim(&member, batch, &begin, &end)) {
      shut(slot);
      break;
    }
    if (!called) {
      called = true;
      unsigned members = atomic_load_explicit(&slot->gate, memory_order_relaxed) & ~GATE_OPEN;
      if (members < slot->num_shards)
        weft_pool_rouse(work->hw, members + 1 < slot->num_shards ? 2 : 1);
    }
    if (!weft_cpu_is_cancelled(work))
      weft_cpu_task_run(work, begin, end, &seat->arena);
    uint64_t now = weft_cpu_now();
    batch = next_batch(batch, end - begin, now - begun);
    total += now - begun;
    indices += end - begin;
    begun = now;
    if (is_set(flag) || weft_pool_is_overtaken(seat->worker, work->priority)) {
      if (exhausted(slot))
        shut(slot);
      break;
    }
  }
  if (first && !weft_cpu_is_cancelled(work))
    weft_cpu_task_learn(work, indices, total);
  return leave(slot);
}

/* Looks from outside as if the worker, or a helper on its seat, might join it. */
static bool may_join(struct slot *slot, unsigned worker, bool helps) {
  struct weft_hw *hw = atomic_load_explicit(&slot->hw, memory_order_relaxed);
  return hw && weft_cpu_set_has(&hw->members, worker) && !is_full(slot) &&
         !(helps && atomic_load_explicit(&slot->may_wait, memory_order_relaxed));
}

bool weft_launch_visible(unsigned worker, bool helps) {
  uint64_t open = atomic_load(&launch.open);
  for (; open; open &= open - 1)
    if (may_join(&launch.slots[__builtin_ctzll(open)], worker, helps))
      return true;
  return false;
}

int weft_launch_priority(unsigned worker, bool helps) {
  int highest = WEFT_HINT_LOW - 1;
  uint64_t open = atomic_load(&launch.open);
  for (; open; open &= open - 1) {
    struct slot *slot = &launch.slots[__builtin_ctzll(open)];
    int priority = atomic_load_explicit(&slot->priority, memory_order_relaxed);
    if (priority > highest && may_join(slot, worker, helps))
      highest = priority;
  }
  return highest;
}

static bool enter(struct slot *slot) {
  unsigned gate = atomic_load_explicit(&slot->gate, memory_order_relaxed);
  unsigned limit = atomic_load_explicit(&slot->limit, memory_order_relaxed);
  while ((gate & GATE_OPEN) && (gate & ~GATE_OPEN) < limit)
    if (atomic_compare_exchange_weak_explicit(&slot->gate, &gate, gate + 1, memory_order_acq_rel, memory_order_relaxed))
      return true;
  return false;
}

bool weft_launch_join(struct weft_seat *seat, atomic_uint *flag, bool helps, struct weft_work **finished) {
  *finished = NULL;
  uint64_t open = atomic_load_explicit(&launch.open, memory_order_relaxed);
  int priority = open && weft_pool_is_hinted() ? weft_launch_priority(seat->worker, helps) : WEFT_HINT_LOW;
  for (; open; open &= open - 1) {
    struct slot *slot = &launch.slots[__builtin_ctzll(open)];
    if (atomic_load_explicit(&slot->priority, memory_order_relaxed) < priority ||
        !may_join(slot, seat->worker, helps) || !enter(slot))
      continue;
    /* The slot may have changed hands since the look from outside. */
    if (weft_cpu_set_has(&slot->work->hw->members, seat->worker) && !(helps && weft_cpu_task(slot->work)->may_wait) &&
        (seat->arena.local || slot->work->kind != WEFT_WORK_NDRANGE)) {
      *finished = take_part(slot, seat, flag, false);
      return true;
    }
    *finished = leave(slot);
    if (*finished)
      return true;
  }
  return false;
}

/* --- starting --- */

/* Whether to look at the clock: for whoever wants to know, and to learn what works of this kind take. One that is known
 * to be short is looked at now and then, since the clock takes as long as it does. */
static bool worth_measuring(const struct weft_work *work, const struct weft_cpu_task *task) {
  static _Thread_local unsigned turn __attribute__((tls_model("initial-exec")));
  return work->timed || task->estimate > KNOWN_SHORT_NS || turn++ % MEASURED_OF == 0;
}

void weft_launch_run_alone(struct weft_seat *seat, struct weft_work *work) {
  struct weft_cpu_task *task = weft_cpu_task(work);
  weft_cpu_task_start(work);
  if (task->indices == 0 || weft_cpu_is_cancelled(work))
    return;
  bool measured = worth_measuring(work, task);
  uint64_t begun = work->timed ? work->start_ns : measured ? weft_cpu_now() : 0;
  if (work->kind == WEFT_WORK_NDRANGE && !seat->arena.local) {
    weft_cpu_task_run(work, 0, task->indices, weft_cpu_spare_arena_take());
    weft_cpu_spare_arena_return();
  } else {
    weft_cpu_task_run(work, 0, task->indices, seat ? &seat->arena : NULL);
  }
  if (!measured)
    return;
  uint64_t ended = weft_cpu_now();
  work->end_ns = ended;
  if (!weft_cpu_is_cancelled(work))
    weft_cpu_task_learn(work, task->indices, ended - begun);
}

/* How many workers the work is worth. */
static unsigned team_size(const struct weft_work *work, const struct weft_cpu_task *task) {
  unsigned member_ns = work->throttle > WEFT_HINT_MEDIUM ? EAGER_NS : MEMBER_NS;
  unsigned most = work->throttle < WEFT_HINT_MEDIUM ? work->hw->num_workers / THROTTLE : work->hw->num_workers;
  uint64_t team = task->estimate == UINT64_MAX ? UINT64_MAX : task->estimate / member_ns;
  if (most == 0)
    most = 1;
  if (team > most)
    team = most;
  if (team > task->indices)
    team = task->indices;
  return (unsigned)team;
}

static struct slot *take_slot(void) {
  uint64_t unused = atomic_load_explicit(&launch.unused, memory_order_relaxed);
  while (unused) {
    uint64_t bit = unused & -unused;
    if (atomic_compare_exchange_weak_explicit(&launch.unused, &unused, unused & ~bit, memory_order_acquire,
                                              memory_order_relaxed))
      return &launch.slots[__builtin_ctzll(bit)];
  }
  return NULL;
}

struct weft_work *weft_launch_run(struct weft_seat *seat, struct weft_work *work, atomic_uint *flag) {
  struct weft_hw *hw = work->hw;
  struct weft_cpu_task *task = weft_cpu_task(work);
  unsigned team = team_size(work, task);
  bool limited = work->throttle < WEFT_HINT_MEDIUM;
  /* A long work for one member is in a slot where others may have to go first, or where it has to stay with one:
   * whoever runs it can leave it there, or skip the rest. */
  bool may_be_left =
      task->indices > 1 && task->estimate > MEMBER_NS && (limited || work->cancel || weft_pool_is_hinted());
  struct slot *slot = (team > 1 || may_be_left) && seat->arena.local ? take_slot() : NULL;
  if (!slot) {
    weft_launch_run_alone(seat, work);
    return work;
  }
  weft_cpu_task_start(work);
  slot->work = work;
  slot->num_shards = team;
  for (unsigned i = 0; i < team; i++)
    atomic_store_explicit(
        &slot->shards[i].range,
        pack((uint32_t)((uint64_t)task->indices * i / team), (uint32_t)((uint64_t)task->indices * (i + 1) / team)),
        memory_order_relaxed);
  atomic_store_explicit(&slot->hw, hw, memory_order_relaxed);
  atomic_store_explicit(&slot->limit, limited ? team : NO_LIMIT, memory_order_relaxed);
  atomic_store_explicit(&slot->priority, work->priority, memory_order_relaxed);
  atomic_store_explicit(&slot->may_wait, task->may_wait, memory_order_relaxed);
  /* In this order: whoever shuts the gate takes the bit away after it was set. */
  atomic_fetch_or(&launch.open, UINT64_C(1) << (slot - launch.slots));
  atomic_store_explicit(&slot->gate, GATE_OPEN | 1, memory_order_release);
  return take_part(slot, seat, flag, true);
}
