// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// launch k0 1 offset 0 0 0 global 21 1 1 local 7 1 1 start 476534130
// Work-items leave the inner loop at different turns, and by LLVM's reckoning the outer one as well, by its unreachable
// exit. What the outer loop counts was the group's at first, and each work-item's once it had uses behind the loop.
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
    uint acc = 1;
    uint lid = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
    uint lsize = get_local_size(0) * get_local_size(1) * get_local_size(2);
    uint grp = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
    local int shared38[128];
  int v25 = (int)0;
  for (uint i26 = 0; i26 < 8 && (int)1; i26++) {
    uint i27 = 0;
    do {
      float a28[2] = {(float)0, (float)0};
      if ((la > (ulong)0))
      break;
      v25 = (((ia & 1023) * (ia & 1023) - (ia & 65535)) & ia);
    } while (++i27 < 2 && ((ulong)0 < g));
    for (uint i32 = 0; i32 < ((uint)1 & 3); i32++) {
      ia = ((int)1 % ((((int8)(ia)).s4 & (int)(7)) | (int)(1)));
    }
    ia = as_int(in_i[(uint)0 % (1 * n)]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[lid] = (as_uint2(abs((int2)(v25)))).s1;
  for (uint s = 64; s > 0; s >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < s && lid + s < lsize)
    tile[lid] += tile[lid + s];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint v41 = tile[0];
  out_c[2 * n + g] ^= convert_uchar(ia);
}
