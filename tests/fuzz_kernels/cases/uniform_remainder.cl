// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// launch k1 2 offset 0 0 0 global 132 6 1 local 33 3 1 start 48471661
#pragma OPENCL FP_CONTRACT OFF
__attribute__((intel_reqd_sub_group_size(16)))
kernel void k1(global const uint *in_i,
    global const ulong *in_l,
    global const float *in_f,
    global const double *in_d,
    global const uchar *in_c,
    global uint *out_i,
    global ulong *out_l,
    global float *out_f,
    global double *out_d,
    global uchar *out_c,
    global ushort *out_s,
    global uint *counters,
    global uint *scratch,
    global uint *gout,
    local uint *tile, uint n, uint ua, int ia, ulong la, float fa) {
    uint g = ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + get_global_id(1) - get_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0);
    uint acc = 1;
    uint lid = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
    uint lsize = get_local_size(0) * get_local_size(1) * get_local_size(2);
    uint grp = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = lid; i < 8; i += lsize)
  tile[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&tile[g & 7], n);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint v25 = tile[(((g & 4) == 0) ? (in_i[lsize % (1 * n)]) : (uint)0) & 7];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint count28 = min(128u, (n + (uint)0 % 4) / (1 + (uint)0 % 4));
  event_t event29 = async_work_group_strided_copy(tile, in_i, count28, 1 + (uint)0 % 4, 0);
  wait_group_events(1, &event29);
  uint v27 = tile[(uint)0 % count28];
  acc += (uint)v25;
  out_i[g * 4 + 2] ^= (((uint2)(acc)).odd ^ (uint)convert_int(g));
}
