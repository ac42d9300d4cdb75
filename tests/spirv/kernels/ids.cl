// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-item functions; launched in three dimensions.
kernel void ids(global ulong *out, global const ulong *in) {
  size_t i = get_global_linear_id();
  ulong h = 0;
  for (uint d = 0; d < 3; d++)
    h = h * 31 + get_global_id(d) * 3 + get_local_id(d) * 5 + get_group_id(d) * 7 + get_global_size(d) * 11 +
        get_local_size(d) * 13 + get_num_groups(d) * 17 + get_global_offset(d) * 19 + get_enqueued_local_size(d) * 23;
  out[i] = h + get_work_dim() * 1000003 + get_local_linear_id() * 1009 + in[i];
}
