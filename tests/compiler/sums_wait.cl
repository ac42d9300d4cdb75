// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v3 --spmd=off --std=CL3.0
// Turns that wait for a sum are not repeated.

// CHECK-LABEL: weft_kernel_sparse:
// CHECK: vfmadd231ss
// CHECK-NOT: vfmadd
// CHECK: ret
kernel void sparse(global const uint *rows, global const uint *columns, global const float *values, global const float *x,
                   global float *y) {
  size_t row = get_global_id(0);
  float sum = 0;
  for (uint i = rows[row]; i < rows[row + 1]; i++)
    sum += values[i] * x[columns[i]];
  y[row] = sum;
}
