// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// launch k1 1 offset 0 0 0 global 400 1 1 local 100 1 1 end 125785500
#pragma OPENCL FP_CONTRACT OFF
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
    int g = get_global_id(0);
    uint acc = 1;
    uint lid = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
    uint lsize = get_local_size(0) * get_local_size(1) * get_local_size(2);
    uint grp = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
  char v22 = (char)((char)get_global_id(1) * as_char(in_c[2 * n + g])) - (char)((char)(as_char(in_c[acc % (4 * n)]) - (char)get_global_size(2)) - as_char(in_c[3 * n + g]));
    ((global uchar2 *)out_c)[g * 2 + 0] = select((uchar2)(16,18), vload2(g, in_c).s10, select(as_char2(as_uchar2(as_char2(vload2(g * 2, in_c))) - as_uchar2(((char2)(as_char((uchar)0x1u), (char)-2)))), (as_char2(vload2(n % (2 * n), in_c)) ^ (char2)(v22)), (~as_char2(vload2(acc % (2 * n), in_c)))));
}
