// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// launch k2 2 offset 0 0 0 global 64 4 1 local 16 1 1 end 667823220
#pragma OPENCL FP_CONTRACT OFF
float canon_float(float x) { return isnan(x) ? (float)0 : x; }
uint helper0(uint4 p1, long p2, double p3) {
  uint acc = 660;
  acc *= (uint)(p2 > (long)0);
  float v5 = convert_float(acc);
  acc += as_uint(canon_float(v5));
  ulong v6 = (ulong)0;
  acc = rotate(acc, 5u) - (uint)v6;
  if (((acc & 1) != 0))
  return (acc / (((~acc) & (uint)(-1)) | (uint)(1)));
  return (uint)(convert_uint(acc)) ^ (uint)0;
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
    uint g = ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + get_global_id(1) - get_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0);
    uint acc = 1;
    uint lid = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
    uint lsize = get_local_size(0) * get_local_size(1) * get_local_size(2);
    uint grp = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
  uint v56 = (uint)0;
  for (uint i59 = 0; i59 < ((in_i[((((in_i[ua % (1 * n)]) & 4) == 0) ? (uint)0 : grp) % (1 * n)]) & 3); i59++) {
    if ((convert_ushort(ia) == (ushort)0))
    break;
    ia = as_int(in_i[grp % (1 * n)]);
  }
  for (int i62 = (int)(helper0(((uint4)(1)), (as_long(in_l[(uint)0 % (1 * n)]) >> (as_long(in_l[(uint)1 % (1 * n)]) & (long)(63))), (double)0) & 7); i62 >= 0; i62--) {
    atomic_fetch_or_explicit((volatile global atomic_uint *)&counters[24 + (helper0(((uint4)(1)), (long)get_global_offset(1), (double)0) & 7)], v56, memory_order_acq_rel, memory_scope_device);
  }
  out_i[g * 4 + 2] += lid;
}
