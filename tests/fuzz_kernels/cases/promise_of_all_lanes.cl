// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What runs for all lanes came under a mask with a block above it, promises and all.
// launch k0 1 offset 0 0 0 global 100 1 1 local 20 1 1 end 20261122
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
    int g = get_global_id(0);
    uint acc = 1;
    uint lid = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
    uint lsize = get_local_size(0) * get_local_size(1) * get_local_size(2);
    uint grp = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
  int v11 = (int)0;
  char v24 = (char)((uint)1 > lid);
  uint i25 = 0;
  do {
    int16 v26 = ((int16)((int)-3, (int)-10, (int)15, (int)10, as_int((uint)0xb122d6a1u), as_int((uint)0x3ffffffu), as_int((uint)0x9e55fbf5u), (int)-9, as_int((uint)0x400u), as_int((uint)0xfffu), (int)16, as_int((uint)0xfu), (int)9, as_int((uint)0xe694e596u), (int)25, (int)21));
    acc ^= (as_uint(((convert_float(v24) == fa) ? as_int(in_i[n - 1 - g]) : v11)) - (convert_uint(convert_uchar(ua)) % i25));
    ua += as_uint(abs(as_int(as_uint(as_int(in_i[i25 % (1 * n)])) + as_uint(as_int(in_i[n % (1 * n)])))));
    acc = rotate(acc, 5u) - (uint)v26.sc;
  } while (++i25 < 8 && (int)1);
  out_l[1 * n + g] = (ulong)(convert_ushort(acc) < (ushort)1);
}
