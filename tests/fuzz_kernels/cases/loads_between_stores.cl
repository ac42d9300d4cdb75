// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// launch k1 1 offset 0 0 0 global 64 1 1 local 64 1 1 end 815792461
// Components 2 and 3 are stored with component 1, behind its load, which the load of component 3 must not join.
kernel void k1(global const uint *in_i, global const ulong *in_l, global const float *in_f, global const double *in_d,
               global const uchar *in_c, global uint *out_i, global ulong *out_l, global float *out_f,
               global double *out_d, global uchar *out_c, global ushort *out_s, global uint *counters,
               global uint *scratch, global uint *gout, local uint *tile, uint n, uint ua, int ia, ulong la, float fa) {
  ulong g = get_global_id(0);
  uint lid = get_local_id(0);
  ((global uint2 *)out_i)[g * 2 + 1] = (uint2)(1) % ((uint2)(lid) | (uint2)(1));
  out_i[g * 4 + 1] |= n + 1;
  out_i[g * 4 + 3] += 1;
}
