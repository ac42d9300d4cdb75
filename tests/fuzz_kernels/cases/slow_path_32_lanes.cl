// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// launch k2 1 offset 0 0 0 global 100 1 1 local 100 1 1 end 1039597739
#pragma OPENCL FP_CONTRACT OFF
double helper0(short p1) {
  uint acc = 447;
  return (double)(convert_double(acc)) * convert_double(p1);
}
kernel void k2(global const uint *in_i,
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
  for (uint i26 = 0; i26 < 4; i26++) {
    for (uint i29 = 0; i29 < 4; i29++) {
      out_c[2 * n + g] += (in_c[acc % (4 * n)]);
    }
    out30:;
  }
  out_d[3 * n + g] = (fmod(helper0((short)get_group_id(1)), convert_double(g)));
}
