// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v4 --cpu=emeraldrapids --spmd=auto --remarks
// LOG
// Rows of unlike length: lanes wait for the longest one, and gather what work-items load as fast by themselves. A gather
// from a table for each work-item pays.

// CHECK: weft: kernel 'rows' region 0: scalar: it would not pay, {{[0-9.]+ of [0-9.]+}} cycles; loads: 2 contiguous, 3 gathered (3 masked); stores: 1 contiguous{{$}}
// CHECK: weft: kernel 'table' region 0: 16 lanes, {{.*}} 1 gathered
kernel void rows(global const uint *starts, global const uint *columns, global const float *values, global const float *x,
                 global float *y) {
  size_t row = get_global_id(0);
  float sum = 0;
  for (uint i = starts[row]; i < starts[row + 1]; i++)
    sum += values[i] * x[columns[i]];
  y[row] = sum;
}

kernel void table(global const uint *indices, global const float *x, global float *y) {
  size_t id = get_global_id(0);
  float v = x[indices[id]];
  y[id] = ((v * v + v) * v + 1) * v;
}
