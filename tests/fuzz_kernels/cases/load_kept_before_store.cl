// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// launch k0 1 offset 0 0 0 global 100 1 1 local 100 1 1 start 42773238
// What acc keeps was loaded before the store under the same mask.
#pragma OPENCL FP_CONTRACT OFF
__attribute__((intel_reqd_sub_group_size(16)))
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
    ulong g = get_global_id(0);
    uint acc = 1;
    uint lid = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
    uint lsize = get_local_size(0) * get_local_size(1) * get_local_size(2);
    uint grp = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
  for (uint i11 = 0; i11 < (lid & 7); i11++) {
    acc = (uint)0;
    acc = rotate(acc, 5u) + (uint)out_i[3 * n + g];
    out_i[2 * n + g] += (uint)1;
    out_i[3 * n + g] |= (uint)1;
  }
  out_s[3 * n + g] ^= convert_ushort(acc);
}
