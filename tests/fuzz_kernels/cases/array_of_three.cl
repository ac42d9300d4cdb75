// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// launch k0 1 offset 0 0 0 global 400 1 1 local 100 1 1 end 703305646
// launch k1 1 offset 0 0 0 global 19 1 1 local 3 1 1 start 99737263
// The loops unroll, and each of 64 lanes stores and loads elements of its own: k0 reads whole elements, of which three
// components are used. k1 has single ones, too, so that each lane has its own copy of the array, and packets of tens of
// thousands of instructions.
#define TURNS(STATEMENTS)                                                                                              \
  for (uint i = 0; i < (ua & 3); i++) {                                                                                \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                      \
    for (uint j = 0; j < 8; j++)                                                                                       \
      for (uint k = 0; k < 4 && in_c[n + 3] >= 8; k++) {                                                               \
        uchar3 a[16] = {(uchar3)(0, 1, 2),    (uchar3)(3, 4, 5),    (uchar3)(6, 7, 8),    (uchar3)(9, 10, 11),         \
                        (uchar3)(12, 13, 14), (uchar3)(15, 16, 17), (uchar3)(18, 19, 20), (uchar3)(21, 22, 23),        \
                        (uchar3)(24, 25, 26), (uchar3)(27, 28, 29), (uchar3)(30, 31, 32), (uchar3)(33, 34, 35),        \
                        (uchar3)(36, 37, 38), (uchar3)(39, 40, 41), (uchar3)(42, 43, 44), (uchar3)(45, 46, 47)};       \
        for (uint l = 0; l < ((ua - (k << (lid & 31))) & 1); l++)                                                      \
          out_d[n + g] = in_d[g] * in_d[g / 2];                                                                        \
        STATEMENTS                                                                                                     \
      }                                                                                                                \
  }

#define ARGUMENTS                                                                                                      \
  global const uint *in_i, global const ulong *in_l, global const float *in_f, global const double *in_d,              \
      global const uchar *in_c, global uint *out_i, global ulong *out_l, global float *out_f, global double *out_d,    \
      global uchar *out_c, global ushort *out_s, global uint *counters, global uint *scratch, global uint *gout,       \
      local uint *tile, uint n, uint ua, int ia, ulong la, float fa

#define IDS                                                                                                            \
  uint g = get_global_id(0), lid = get_local_id(0), acc = 1;

kernel void k0(ARGUMENTS) {
  IDS
  TURNS(acc += a[acc & 15].s0 + a[(acc + k) & 15].s1 * a[k].s2;)
  out_i[3 * n + g] += acc;
}

kernel void k1(ARGUMENTS) {
  IDS
  TURNS(a[(acc + 1) & 15].s1 += lid; acc += a[acc & 15].s0 + a[(acc + k) & 15].s1 * a[k].s2;)
  out_i[3 * n + g] += acc;
}
