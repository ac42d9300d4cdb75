// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomics of OpenCL C 1.x and of C11.
kernel void old(global ulong *out, global const ulong *in) {
  local int sum;
  local uint umax;
  local int *p = &sum;
  if (get_local_id(0) == 0) {
    sum = 0;
    umax = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sum, (int)in[get_global_id(0)]);
  atomic_max(&umax, (uint)in[get_global_id(0)]);
  atomic_xor(p, 0);
  atomic_inc(p);
  atomic_dec(p);
  atomic_sub(p, 0);
  atomic_or(p, 0);
  atomic_and(p, -1);
  atomic_cmpxchg(p, -12345, 5);
  atomic_min(&umax, ~0u);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = (uint)sum + ((ulong)umax << 32);
}
kernel void c11(global ulong *out, global const ulong *in) {
  local atomic_int sum;
  local atomic_ulong big;
  local atomic_float fl;
  size_t i = get_global_id(0);
  if (get_local_id(0) == 0) {
    atomic_init(&sum, 3);
    atomic_init(&big, 5ul);
    atomic_init(&fl, 1.5f);
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add_explicit(&sum, (int)in[i], memory_order_relaxed, memory_scope_work_group);
  atomic_fetch_xor_explicit(&big, in[i], memory_order_acq_rel, memory_scope_work_group);
  atomic_fetch_max(&sum, -1000000);
  atomic_fetch_min(&big, ~0ul);
  atomic_fetch_and(&sum, -1);
  atomic_fetch_or(&big, 0ul);
  atomic_fetch_sub(&big, 0ul);
  int expected = -777;
  atomic_compare_exchange_strong_explicit(&sum, &expected, 4, memory_order_acq_rel, memory_order_acquire,
                                          memory_scope_device);
  atomic_compare_exchange_weak(&sum, &expected, expected);
  atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_seq_cst, memory_scope_work_group);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  int s = atomic_load(&sum);
  float x = atomic_load(&fl);
  if (get_local_id(0) == 0) {
    atomic_store_explicit(&fl, 2.5f, memory_order_release, memory_scope_work_group);
    x = atomic_exchange(&fl, 1.5f) - 1.0f;
  }
  out[i] = s + atomic_load(&big) + (ulong)x;
}
global atomic_flag flag_g = ATOMIC_FLAG_INIT;
kernel void flags(global ulong *out, global const ulong *in) {
  local atomic_flag f;
  if (get_local_id(0) == 0) {
    atomic_flag_clear(&f);
    out[get_global_id(0)] =
        atomic_flag_test_and_set(&f) + 2 * atomic_flag_test_and_set_explicit(&f, memory_order_acquire);
    atomic_flag_clear_explicit(&f, memory_order_release);
  } else
    out[get_global_id(0)] = in[get_global_id(0)];
}
