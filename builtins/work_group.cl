// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers and fences (OpenCL C 6.15.8, 6.15.9, 6.15.12.3).
//
// A work-group runs on one thread, so the group's meeting at a cut orders its own memory accesses. Fences order
// them for other groups' sake too; their address-space flags would only weaken that.
#include "builtins/weft.h"

WEFT_FN __attribute__((convergent)) void barrier(cl_mem_fence_flags flags) {
  __weft_barrier();
}

WEFT_FN __attribute__((convergent)) void work_group_barrier(cl_mem_fence_flags flags) {
  __weft_barrier();
}

/* A scope beyond the group also publishes to, and takes from, other groups. */
WEFT_FN __attribute__((convergent)) void work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  if (scope > memory_scope_work_group && scope != memory_scope_sub_group)
    __c11_atomic_thread_fence(__ATOMIC_ACQ_REL);
  __weft_barrier();
  if (scope > memory_scope_work_group && scope != memory_scope_sub_group)
    __c11_atomic_thread_fence(__ATOMIC_ACQ_REL);
}

WEFT_FN void mem_fence(cl_mem_fence_flags flags) {
  __c11_atomic_thread_fence(__ATOMIC_ACQ_REL);
}

WEFT_FN void read_mem_fence(cl_mem_fence_flags flags) {
  __c11_atomic_thread_fence(__ATOMIC_ACQUIRE);
}

WEFT_FN void write_mem_fence(cl_mem_fence_flags flags) {
  __c11_atomic_thread_fence(__ATOMIC_RELEASE);
}

WEFT_FN void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order, memory_scope scope) {
  if (order == memory_order_relaxed || scope == memory_scope_work_item)
    return;
  if (order == memory_order_seq_cst)
    __c11_atomic_thread_fence(__ATOMIC_SEQ_CST);
  else
    __c11_atomic_thread_fence(__ATOMIC_ACQ_REL);
}
