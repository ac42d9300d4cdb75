/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_DEVICES_CPU_CPU_DEVICE_H
#define WEFT_DEVICES_CPU_CPU_DEVICE_H

/*
 * What the files of devices/cpu share.
 *
 *   weft_cpu_set   a set of workers, by index. Worker i serves the i-th processor in the order of the topology, so
 *                  neighbours by index share caches.
 *   weft_hw        a device or sub-device: capabilities and a set of workers. Its memory is never given back to the
 *                  system but reused (partition.c): a worker may look at the members of a device that is just going.
 *   weft_cpu_task  the back end's part of a work. A work runs as a range of `indices`, each of `grain` units; a unit
 *                  is a work-group or a tile of a transfer.
 */

#include "compiler/compiler.h"
#include "compiler/kernel_abi.h"
#include "devices/device.h"

#include <limits.h>
#include <setjmp.h>

#define WEFT_CPU_MAX_WORKERS 1024u
#define WEFT_CPU_SET_WORDS (WEFT_CPU_MAX_WORKERS / 64)

/* The least that the specification allows of a device. */
#define WEFT_CPU_LOCAL_MEM_LEAST (32u << 10)
#define WEFT_CPU_FRAME_SIZE WEFT_GROUP_FRAME_BYTES
#define WEFT_CPU_MAX_WORK_GROUP_SIZE ((size_t)WEFT_LARGEST_GROUP)
#define WEFT_CPU_MEM_BASE_ALIGN 128u
#define WEFT_CPU_PRIORITIES 3 /* of enum weft_hint */

extern const struct weft_hw_ops weft_cpu_ops;
struct weft_hw *weft_cpu_root(void);

/* Words are atomic because a device's record may be reused while an idle worker looks at it. */
struct weft_cpu_set {
  _Atomic uint64_t words[WEFT_CPU_SET_WORDS];
};

static inline bool weft_cpu_set_has(const struct weft_cpu_set *set, unsigned worker) {
  return atomic_load_explicit(&set->words[worker / 64], memory_order_relaxed) >> (worker % 64) & 1;
}

/* A set of memory nodes, by the operating system's numbers, as system calls want it. */
#define WEFT_CPU_NODE_WORDS (1024 / (8 * sizeof(unsigned long)))
struct weft_cpu_nodes {
  unsigned long words[WEFT_CPU_NODE_WORDS];
};

/* A domain of caches or memory, as a range of positions in weft_hw.workers. */
struct weft_cpu_span {
  uint16_t begin, end;
};

struct weft_hw {
  struct weft_hw_caps caps;
  struct weft_hw *parent; /* NULL: the root device */
  unsigned num_workers;
  uint16_t *workers;           /* indices of its workers, ascending */
  struct weft_cpu_span *spans; /* spans[i]: the positions that share the last level of cache with position i */
  struct weft_cpu_set members; /* the same as `workers` */
  struct weft_cpu_nodes nodes; /* that its workers run on; none: not known */
  struct weft_hw *next_free;   /* partition.c */
  /* Works that wait for a worker, under the pool's lock: a list for each priority. */
  struct weft_cpu_waiting {
    struct weft_work *first, *last;
  } waiting[WEFT_CPU_PRIORITIES];
  struct weft_hw *prev_waiting, *next_waiting; /* devices that have such works; prev == NULL: not in the list */
};

struct weft_hw_kernel {
  weft_kernel_entry entry;
  const struct weft_kernel_info *info;
  struct weft_hw_program *program;
  struct weft_hw_kernel *next;
  /* Time of a work-item in 1/1024 ns, learnt; 0: not known yet. */
  _Alignas(64) _Atomic uint64_t item_cost;
  /* The code of its object; end 0: not looked for yet. interrupt.c */
  _Atomic uintptr_t code_begin, code_end;
};

/* A transfer with its lines and planes collapsed where they touch. */
struct weft_cpu_transfer {
  char *dst;
  const char *src; /* NULL: fill */
  size_t line;     /* bytes, or texels where there are bits */
  size_t lines, planes;
  size_t dst_line, dst_plane, src_line, src_plane; /* pitches in bytes */
  size_t tile;                                     /* a unit is `tile` bytes of the only line, or `tile` lines */
  uint8_t bits, dst_phase, src_phase;              /* raw_texels.h; 0: bytes */
};

struct weft_cpu_task {
  struct weft_work *next;
  uint64_t units;
  uint64_t grain;    /* units per index, so that indices fit 31 bits */
  uint32_t indices;  /* 0: nothing to run */
  cl_int status;     /* what finished() will be told */
  uint64_t estimate; /* ns on one processor; UINT64_MAX: not known */
  uint32_t joined;   /* groups along x in a unit of a kernel, fewer in the last of a row */
  uint64_t in_row;   /* units of a kernel along x */
  uint32_t along;    /* 1 or 2: groups of a kernel go along this dimension first; 0: in linear order */
  bool may_wait;     /* for the thread that submits it, or for one that waits: workers run it, and no others */
  union {
    struct weft_launch launch;
    struct weft_cpu_transfer transfer;
  };
};
_Static_assert(sizeof(struct weft_cpu_task) <= WEFT_WORK_BACKEND_BYTES, "a task fits into the work's own room");

static inline struct weft_cpu_task *weft_cpu_task(struct weft_work *work) {
  return (struct weft_cpu_task *)work->backend;
}

/* The memory of one work-group at a time; local_memory.c. */
struct weft_cpu_arena {
  char *local, *frame;
  void *base;
  size_t size;
  struct weft_cpu_run *run;
};

/* --- calls.c: host functions (native kernels) --- */
void weft_cpu_calls_push(struct weft_work *work);
void weft_cpu_calls_close(void);
/* In the child of a fork: no thread, and nothing waits. */
void weft_cpu_calls_forked(void);

/* --- execute.c --- */
/* Fills the task: addresses into the argument block, the launch record or the transfer, the range. */
void weft_cpu_task_prepare(struct weft_work *work);
/* Runs the indices [begin, end). */
void weft_cpu_task_run(struct weft_work *work, uint32_t begin, uint32_t end, const struct weft_cpu_arena *arena);
/* Tells the kernel's record that `indices` of it took `ns`. */
void weft_cpu_task_learn(struct weft_work *work, uint64_t indices, uint64_t ns);
/* Stamps and calls the work's callbacks. */
void weft_cpu_task_start(struct weft_work *work);
void weft_cpu_task_finish(struct weft_work *work);

/* --- fp_env.c --- */
struct weft_fp_env {
  uint64_t saved;
};
/* The environment of kernels: round to nearest, no traps, denormals kept unless `flush`. */
struct weft_fp_env weft_fp_env_enter(bool flush);
void weft_fp_env_leave(struct weft_fp_env env);

/* --- interrupt.c --- */
/* A kernel that may be cancelled and runs in an arena. */
struct weft_cpu_run {
  _Atomic(const atomic_uint *) cancel; /* of its work; NULL: none runs */
  atomic_int thread;                   /* the system's number of the one that runs it */
  atomic_bool signalled;               /* it was sent a signal that has not come yet */
  uintptr_t code_begin, code_end;
  jmp_buf landing;
};
typedef void (*weft_cpu_run_fn)(struct weft_work *work, uint64_t begin, uint64_t end,
                                const struct weft_cpu_arena *arena);
/* Runs groups of a work that has a `cancel`. */
void weft_cpu_run_interruptible(struct weft_work *work, weft_cpu_run_fn fn, uint64_t begin, uint64_t end,
                                const struct weft_cpu_arena *arena);
bool weft_cpu_cancel_open(void);
bool weft_cpu_cancel(const atomic_uint *flag);
static inline bool weft_cpu_is_cancelled(const struct weft_work *work) {
  return work->cancel && atomic_load_explicit(work->cancel, memory_order_acquire) != 0;
}

/* --- isa.c --- */
struct weft_cpu_isa {
  enum weft_isa level;
  unsigned vector_bytes;
  unsigned vendor_id;
  char name[64];      /* marketing name */
  char cpu[32];       /* LLVM's */
  char features[768]; /* LLVM's */
};
/* False: the processor is below every level that Weft compiles for. */
bool weft_cpu_isa_detect(struct weft_cpu_isa *isa);

/* --- local_memory.c --- */
/* `numa`: node to place it on, negative: the system's choice. False: no memory. */
bool weft_cpu_arena_create(struct weft_cpu_arena *arena, int numa);
/* One arena is there from the device's opening on, for seats that find no address space for one of their own: a launch
 * that was accepted runs. Taken by one thread at a time. False: no address space. */
bool weft_cpu_spare_arena_open(void);
const struct weft_cpu_arena *weft_cpu_spare_arena_take(void);
void weft_cpu_spare_arena_return(void);
struct weft_cpu_run *weft_cpu_spare_run(void);
void weft_cpu_spare_arena_forked(void);

/* --- memory.c --- */
#define WEFT_CPU_HUGE_PAGE (UINT64_C(2) << 20) /* mappings of that length on are whole huge pages */
cl_int weft_cpu_mem_alloc(struct weft_hw *hw, size_t size, void *host_ptr, struct weft_hw_memory *out);
bool weft_cpu_mem_place(struct weft_hw *const *users, cl_uint num_users, struct weft_hw_memory *mem, bool by_host);
void weft_cpu_mem_free(struct weft_hw *hw, struct weft_hw_memory *mem);

/* --- recycle.c --- */
/* Before there is a device, whose memory is so much. */
void weft_cpu_recycle_open(uint64_t global_mem_size);
/* A block of exactly that length that was kept; NULL: there is none. Its pages may be touched or not, and hold
 * anything. */
void *weft_cpu_recycle_take(size_t length);
/* Takes a private mapping of whole pages that nobody uses any more. False: it is not wanted, and still the caller's. */
bool weft_cpu_recycle_keep(void *base, size_t length);
/* Unmaps all that is kept. False: nothing was. */
bool weft_cpu_recycle_drop(void);

/* --- memory_limits.c --- */
struct weft_cpu_memory_limits {
  uint64_t global_mem_size, max_alloc_size;
};
void weft_cpu_memory_limits_read(struct weft_cpu_memory_limits *limits);
/* Bytes that the process could still touch, roughly: free memory of the machine and of its cgroups. */
uint64_t weft_cpu_memory_available(void);
/* `root` stands before /proc and /sys, for tests; "" is the machine. */
uint64_t weft_cpu_cgroup_memory_limit(const char *root);
uint64_t weft_cpu_cgroup_memory_available(const char *root);
/* Processors' worth of time that the cgroups grant, rounded up; 0: no limit. */
unsigned weft_cpu_cgroup_cpu_limit(const char *root);

/* --- partition.c --- */
struct weft_hw *weft_cpu_hw_create(struct weft_hw *parent, const struct weft_hw_caps *caps, const uint16_t *workers,
                                   unsigned num_workers);
cl_int weft_cpu_partition(struct weft_hw *hw, const cl_device_partition_property *props, cl_uint max,
                          struct weft_hw **out, cl_uint *count);
void weft_cpu_release(struct weft_hw *hw);

/* --- placement.c --- */
struct weft_topology;
/* There are several memory nodes, and the choice between them is ours. */
bool weft_cpu_placement_matters(const struct weft_topology *topology);
struct weft_cpu_nodes weft_cpu_nodes_of(const uint16_t *workers, unsigned num_workers);
/* Whole pages, which come on that node as they are touched; negative: the system's choice. */
void weft_cpu_place_on(void *base, size_t size, int numa);
/* mem_place of devices/device.h, for whole pages. */
bool weft_cpu_place_for(struct weft_hw *const *users, cl_uint num_users, void *base, size_t size, bool by_host);

/* --- program.c --- */
cl_int weft_cpu_program_load(struct weft_hw *hw, const struct weft_program_image *image, struct weft_hw_program **out);
void weft_cpu_program_unload(struct weft_hw_program *program);
cl_int weft_cpu_kernel_find(struct weft_hw_program *program, const struct weft_kernel_info *info,
                            struct weft_hw_kernel **out);

/* --- submit.c --- */
void weft_cpu_submit(struct weft_work *work);
/* Runs the works that this thread kept for itself, while `flag` is 0; the thread is about to wait for it. */
void weft_cpu_kept_wait(atomic_uint *flag);
/* Brackets a run of callbacks: works submitted between are kept by this thread and run by `leave` at the latest. */
bool weft_cpu_kept_enter(void);
void weft_cpu_kept_leave(bool outermost);
/* The pool has works and no worker: this thread runs them before it leaves the outermost bracket. */
void weft_cpu_kept_orphans(void);
/* Gives the kept works to the pool. */
void weft_cpu_handoff(void);

/* --- timer.c --- */
uint64_t weft_cpu_now(void);
uint64_t weft_cpu_timer(const struct weft_hw *hw);
uint64_t weft_cpu_timer_resolution(void);

/* --- transfer.c --- */
void weft_cpu_transfer_prepare(struct weft_work *work);
void weft_cpu_transfer_run(struct weft_work *work, uint64_t begin, uint64_t end);

/* --- wait.c --- */
void weft_cpu_wait(struct weft_hw *hw, atomic_uint *flag);
void weft_cpu_wake(atomic_uint *flag);
/* futex(2) on this process's memory; `ns` 0: no time limit. */
void weft_futex_wait(atomic_uint *word, unsigned value, uint64_t ns);
void weft_futex_wake(atomic_uint *word, int count);

static inline void weft_cpu_relax(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb");
#endif
}

#endif
