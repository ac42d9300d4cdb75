// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// launch k0 2 offset 0 0 0 global 48 10 1 local 16 4 1 start 39012548
#pragma OPENCL FP_CONTRACT OFF
kernel void k0(global const uint *in_i,
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
    ulong g = ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + get_global_id(1) - get_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0);
    uint acc = 1;
    uint lid = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
    uint lsize = get_local_size(0) * get_local_size(1) * get_local_size(2);
    uint grp = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
    local char shared9[128];
    tile[lid] = 0;
  uint i11 = 0;
  do {
    ((global uchar2 *)out_c)[g * 2 + 1] = ((vload2(g * 2, in_c)) * ((vload2(i11 % (2 * n), in_c)) % ((((uchar2)((uchar)6)) & (uchar2)(-1)) | (uchar2)(1))));
  } while (++i11 < 2 && (int)0);
  out12:;
}
