// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-group collectives.
kernel void wg(global ulong *out, global const ulong *in) {
  size_t i = get_global_id(0);
  int x = (int)in[i];
  ulong h = work_group_reduce_add(x) + work_group_scan_inclusive_max(x) * 3 + work_group_scan_exclusive_add((uint)x) +
            work_group_broadcast(in[i], 3) + work_group_all(x > 5) + work_group_any(x < 50) * 2 +
            work_group_reduce_min((long)x) + as_uint(work_group_reduce_max((float)x));
  out[i] = h;
}
