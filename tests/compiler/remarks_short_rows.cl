// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v4 --spmd=auto --remarks
// LOG
// Where the kernel says how long the rows of its groups are, packets have no more lanes than that, as with parts; rows
// of groups without barriers go on in the next group, unless the kernel looks at its group.

// CHECK: weft: kernel 'eight' region 0: 8 lanes, 1 parts
// CHECK: weft: kernel 'eight' region 1: 8 lanes
// CHECK: weft: kernel 'twelve' region 0: 16 lanes, 1 parts
// CHECK: weft: kernel 'two' region 0: {{(along y, )?}}4 lanes, 1 parts
// CHECK: weft: kernel 'one_row' region 1: 16 lanes,
// CHECK: weft: kernel 'unknown' region 0: 16 lanes
// CHECK: weft: kernel 'joined' region 0: 16 lanes
// CHECK: weft: kernel 'alone' region 0: 8 lanes
void __weft_barrier(void) __attribute__((convergent));
#define TILE(NAME, X, Y)                                                                                               \
  kernel __attribute__((reqd_work_group_size(X, Y, 1))) void NAME(global const float *in, global float *out) {         \
    local float tile[Y][X];                                                                                            \
    size_t x = get_local_id(0), y = get_local_id(1), at = get_global_id(1) * get_global_size(0) + get_global_id(0);    \
    tile[y][x] = in[at] * in[at];                                                                                      \
    __weft_barrier();                                                                                                  \
    float sum = 0;                                                                                                     \
    for (int k = 0; k < X; k++)                                                                                        \
      sum += tile[y][k] * tile[k % Y][x];                                                                              \
    out[at] = sum;                                                                                                     \
  }

TILE(eight, 8, 8)
TILE(twelve, 12, 8)
TILE(two, 2, 2)
TILE(one_row, 32, 1)

kernel void unknown(global const float *in, global float *out, local float *tile) {
  size_t x = get_local_id(0), at = get_global_id(0);
  tile[x] = in[at] * in[at];
  __weft_barrier();
  out[at] = tile[x ^ 1];
}

kernel __attribute__((reqd_work_group_size(8, 1, 1))) void joined(global const float *in, global float *out) {
  size_t at = get_global_id(0);
  out[at] = in[at] * in[at] + 1;
}

kernel __attribute__((reqd_work_group_size(8, 1, 1))) void alone(global const float *in, global float *out) {
  size_t at = get_local_id(0) + get_group_id(0) * 40;
  out[at] = in[at] * in[at] + 1;
}
