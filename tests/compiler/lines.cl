// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: -g --emit=ir --spmd=force --isa=x86-64-v3
// Lines survive packets; debuggers get names, a file and variables that they understand.

// CHECK: define {{.*}}@weft_kernel_halve({{.*}} !dbg
// CHECK: fmul <{{[0-9]+}} x float> {{.*}}, !dbg [[PRODUCT:![0-9]+]]
// CHECK: fadd <{{[0-9]+}} x float> {{.*}}, !dbg [[SUM:![0-9]+]]
// CHECK-NOT: DW_OP_xderef
// CHECK: !DIFile(filename: "kernel.cl"
// CHECK-NOT: linkageName: "__clang
// CHECK-DAG: [[PRODUCT]] = !DILocation(line: 16
// CHECK-DAG: [[SUM]] = !DILocation(line: 21
// CHECK-NOT: linkageName: "__clang

float half_of(float x) {
  return x * 0.5f;
}
kernel void halve(global float *a, int n) {
  float v = a[get_global_id(0)];
  for (int k = 0; k < n; k++)
    v = half_of(v) + 1;
  a[get_global_id(0)] = v;
}
