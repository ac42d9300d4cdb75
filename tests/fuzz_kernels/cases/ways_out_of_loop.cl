// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// launch k0 1 offset 0 0 0 global 64 1 1 local 16 1 1 start 476534130
// The branch in the loop's header sends work-items two ways, and by each of them they leave at a turn that all who go there
// have in common.
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
    ulong g = get_global_id(0);
    uint acc = 0, k = 0;
  uint e1 = ua & 3, e2 = e1 + 2;
  for (;; k++) {
    if (g & 1) { acc += in_i[k]; if (k == e1) break; out_s[g] = acc; }
    else { acc ^= in_i[k + 1]; if (k == e2) break; }
  }
  out_i[g] = acc;
  if (k == e2) out_l[g] = in_l[k + 3];
}
