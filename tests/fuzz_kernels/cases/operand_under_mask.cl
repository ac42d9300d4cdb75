// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// launch k1 2 offset 0 2147483632 0 global 54 6 1 local 33 3 1 end 423791963
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
    int g = ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + get_global_id(1) - get_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0);
    uint acc = 1;
    uint lid = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
    uint lsize = get_local_size(0) * get_local_size(1) * get_local_size(2);
    uint grp = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
    local uint shared31[128];
  out_d[g * 4 + 3] = ((((in_i[g]) & 8) != 0) ? fma((100.0), (3.25), (in_d[g])) : (double)0);
}
