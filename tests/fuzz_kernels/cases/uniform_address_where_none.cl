// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The index is one number for all lanes, as global and local ids cancel, and far outside of the buffer where no lane reads.
// launch k0 2 offset 2147483136 0 0 global 4 5 1 local 3 5 1 end 446173874
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
    uint g = get_global_id(0) - get_global_offset(0);
    uint acc = 1;
    uint lid = get_local_id(0);
  for (uint j12 = get_global_id(0); j12 < (n & 15); j12 += 16)
    acc = rotate(acc, 5u) - in_c[n + j12 - lid];
  out_i[g] = acc;
}
