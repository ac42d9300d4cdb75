// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Local memory, barriers, async copies.
kernel void rotate_local(global ulong *out, global const ulong *in) {
  local ulong tile[64];
  size_t l = get_local_id(0), n = get_local_size(0), i = get_global_id(0);
  tile[l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[(l + 1) % n];
  work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_work_group);
  out[i] += tile[(l + 2) % n];
}
kernel void copies(global ulong *out, global const ulong *in) {
  local ulong tile[64];
  local float4 strided[8];
  size_t n = get_local_size(0), g = get_group_id(0);
  event_t e = async_work_group_copy(tile, in + g * n, n, 0);
  wait_group_events(1, &e);
  tile[get_local_id(0)] ^= 77;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t f[2];
  f[0] = async_work_group_copy(out + g * n, tile, n / 2, 0);
  f[1] = async_work_group_strided_copy(out + g * n + n / 2, tile + n / 2, n / 2, 1, 0);
  wait_group_events(2, f);
  e = async_work_group_strided_copy((local uint *)strided, (global const uint *)in, 8, 3, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] += ((local uint *)strided)[get_local_id(0) % 8];
  prefetch(in, 16);
}
