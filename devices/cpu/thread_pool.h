/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_DEVICES_CPU_THREAD_POOL_H
#define WEFT_DEVICES_CPU_THREAD_POOL_H

/*
 * The process's one pool of workers; thread_pool.c says how it works.
 *
 * A seat is the right to run kernels and transfers, with an arena. There is one for each worker. A worker takes
 * its own; an application's thread that helps or that runs a short work itself borrows one whose worker is idle.
 * So never more threads compute than the device has units. A seat is held only while a work runs, not in callbacks.
 */

#include "devices/cpu/cpu_device.h"
#include "devices/cpu/topology.h"

struct weft_seat {
  _Alignas(128) atomic_uint busy;
  /* Of whoever holds the seat: */
  unsigned worker;
  struct weft_cpu_arena arena; /* made at the first use; .local NULL: there was no memory */
  struct weft_cpu_run run;     /* what others may look at */
};

/* Takes the topology over. False: out of memory. */
bool weft_pool_open(struct weft_topology *topology, unsigned num_workers, bool pinned);
void weft_pool_close(void);

/* NULL where workers do not stand for processors. */
const struct weft_processor *weft_pool_processor(unsigned worker);
const struct weft_topology *weft_pool_topology(void);
/* Worker i stays where the i-th processor is, or would on a synthetic machine. */
bool weft_pool_keeps_place(void);
uint64_t weft_pool_spin_ns(void);
/* What runs in the i-th arena, of the seats and the spare one; NULL: there are no more. */
struct weft_cpu_run *weft_pool_run(unsigned i);
/* Who spins for longer than this lets others on its processor go first: one of them may have what it waits for. */
#define WEFT_POLITE_NS 4000u
/* A worker of the device is awake and looking for work. */
bool weft_pool_has_spinner(const struct weft_hw *hw);

/* Queues a work and sees to it that somebody runs it. */
void weft_pool_push(struct weft_work *work);
/* Runs some of what waits for the device's workers, or may, if there is anything and a seat is free; but on a thread of
 * the application's nothing that may wait for others, for it may wait for that thread. Looks at `flag` between batches. False: nothing done. */
bool weft_pool_help(struct weft_hw *hw, atomic_uint *flag);
/* Runs what waits, for a process that has no worker: none could be made, or the pool is closed. */
void weft_pool_drain(void);
/* The calling thread may run works of the device. */
bool weft_pool_may_borrow(const struct weft_hw *hw);
/* A free seat of the device, or NULL. */
struct weft_seat *weft_pool_borrow(struct weft_hw *hw);
void weft_pool_return(struct weft_seat *seat);
/* Has up to `count` idle workers of the device look for work. False: it has no worker at all, nor can one be made. */
bool weft_pool_rouse(struct weft_hw *hw, unsigned count);
/* A work of other than medium priority has come: from now on priorities are looked at. */
bool weft_pool_is_hinted(void);
/* Something of a higher priority (enum weft_hint) waits for the worker or can be joined. */
bool weft_pool_is_overtaken(unsigned worker, int priority);
/* The calling thread is one of the pool's workers. */
bool weft_pool_is_worker(void);
/* A set of processors as for sched_setaffinity: those of the device. False: the process's whole set. */
bool weft_pool_bind_to(const struct weft_hw *hw);

/* --- launch.c: works that several workers share --- */
bool weft_launch_open(unsigned num_workers);
void weft_launch_close(void);
void weft_launch_forked(void);
/* Some shared work may have something for the worker, or for one who `helps` on its seat. Cheap; no lock. */
bool weft_launch_visible(unsigned worker, bool helps);
/* The highest priority (enum weft_hint) of the shared works that may have something for the worker; one less than the
 * lowest: none has. */
int weft_launch_priority(unsigned worker, bool helps);
/* Takes part in a shared work of the highest priority there is. True: did; `*finished` is then a work to finish, or
 * NULL. One who `helps` is no worker and has to go on once `flag` is set: it takes no part in what may wait for others. */
bool weft_launch_join(struct weft_seat *seat, atomic_uint *flag, bool helps, struct weft_work **finished);
/* Runs a work that has just been taken from the queue, alone or shared. Returns it if it is done, else NULL. */
struct weft_work *weft_launch_run(struct weft_seat *seat, struct weft_work *work, atomic_uint *flag);
/* Runs all of a work on this thread. Transfers need no seat. */
void weft_launch_run_alone(struct weft_seat *seat, struct weft_work *work);

#endif
