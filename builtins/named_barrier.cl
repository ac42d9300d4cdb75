// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Named barriers of cl_khr_subgroup_named_barrier: sub-groups that wait for so many of their work-group
// (docs/groups.md).
#include "builtins/sub_group.h"

/* In local memory; only the thread that runs the group looks at it. A phase ends when all that it counts have come. */
struct __weft_named_barrier {
  uint count;   /* sub-groups that meet */
  uint arrived; /* of them, in this phase */
  uint phase;   /* how many have ended */
};
_Static_assert(sizeof(struct __weft_named_barrier) == 12, "what the compiler sets aside (NamedBarrierBytes)");
typedef struct __weft_named_barrier barrier_t;

/* Local memory for one barrier, another for each call that stands in a kernel: the compiler puts its place in. */
local void *__weft_named_barrier_slot(void);

/* The group makes it as a whole, when nobody waits at an earlier one in the same place. */
STATEMENT void __weft_stmt_gvuu_named_barrier(local barrier_t *barrier, uint count);
BODY __weft_stmt_gvuu_named_barrier_body(local barrier_t *barrier, uint count) {
  barrier->count = count;
  barrier->arrived = 0;
  barrier->phase = 0;
}

/* A sub-group comes; the phase whose end it waits for. */
STATEMENT uint __weft_stmt_srr_arrive(ulong barrier);
BODY __weft_stmt_srr_arrive_body(ROW(uint) out, const ROW(ulong) in, uint count, ulong active) {
  local barrier_t *barrier = (local barrier_t *)in[__builtin_ctzl(active)];
  uint phase = barrier->phase;
  if (++barrier->arrived >= barrier->count) { /* nobody waits for a barrier of none */
    barrier->arrived = 0;
    barrier->phase = phase + 1;
  }
  EACH_ACTIVE(i)
  out[i] = phase;
}

/* Whether the phase has ended. What a `poll` asks for depends on other sub-groups, which then take their turns. */
STATEMENT uint __weft_stmt_srrr_poll_phase(ulong barrier, uint phase);
BODY __weft_stmt_srrr_poll_phase_body(ROW(uint) out, const ROW(ulong) in, const ROW(uint) phase, uint count,
                                      ulong active) {
  uint first = (uint)__builtin_ctzl(active);
  uint ended = ((local barrier_t *)in[first])->phase != phase[first];
  EACH_ACTIVE(i)
  out[i] = ended;
}

SUB_GROUP_FN local barrier_t *named_barrier_init(uint count) {
  local barrier_t *barrier = __weft_named_barrier_slot();
  __weft_stmt_gvuu_named_barrier(barrier, count);
  return barrier;
}

/* The sub-groups of a group run in one thread, in turn: what was written before is seen after, whatever the flags. */
SUB_GROUP_FN void work_group_named_barrier(local barrier_t *barrier, cl_mem_fence_flags flags) {
  uint phase = __weft_stmt_srr_arrive((ulong)barrier);
  while (!__weft_stmt_srrr_poll_phase((ulong)barrier, phase))
    ;
}

/* A scope beyond the group also publishes to, and takes from, other groups. */
SUB_GROUP_FN void work_group_named_barrier(local barrier_t *barrier, cl_mem_fence_flags flags, memory_scope scope) {
  bool wide = scope == memory_scope_device || scope == memory_scope_all_svm_devices;
  if (wide)
    __c11_atomic_thread_fence(__ATOMIC_ACQ_REL);
  work_group_named_barrier(barrier, flags);
  if (wide)
    __c11_atomic_thread_fence(__ATOMIC_ACQ_REL);
}
