// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v4 --std=CL3.0 --spmd=off --remarks
// LOG
// A hint to unroll is clamped where each turn has several tests, whether it is a number or a known number of turns.

// CHECK: weft: function 'left': a loop with 2 tests is unrolled by 64 iterations, not 1000
// CHECK-NEXT: weft: function 'known': a loop with 2 tests is unrolled by 64 iterations, not 901
// CHECK-NOT: unrolled by
kernel void left(global int *o, int n) {
  int g = get_global_id(0), s = 0;
  __attribute__((opencl_unroll_hint(1000))) for (int i = 0; i < n; i++) {
    s += i * g;
    if (s > 100000)
      break;
  }
  o[g] = s;
}

kernel void known(global int *o) {
  int g = get_global_id(0), s = 0;
  __attribute__((opencl_unroll_hint)) for (int i = 0; i < 900; i++) {
    s += i * g;
    if (s > 100000)
      break;
  }
  o[g] = s;
}

kernel void few(global int *o, int n) {
  int g = get_global_id(0), s = 0;
  __attribute__((opencl_unroll_hint(16))) for (int i = 0; i < n; i++) {
    s += i * g;
    if (s > 100000)
      break;
  }
  o[g] = s;
}

kernel void plain(global int *o, int n) {
  int g = get_global_id(0), s = 0;
  __attribute__((opencl_unroll_hint(1000))) for (int i = 0; i < n; i++)
    s += i * g;
  o[g] = s;
}
