// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v4 --spmd=off
// LLVM's vectoriser takes loops, but not those that it would be long in planning.

#define STEP(N) o[i] += a[i + N];
#define STEPS4(N) STEP(N) STEP(N + 1) STEP(N + 2) STEP(N + 3)
#define STEPS16(N) STEPS4(N) STEPS4(N + 4) STEPS4(N + 8) STEPS4(N + 12)
#define STEPS64(N) STEPS16(N) STEPS16(N + 16) STEPS16(N + 32) STEPS16(N + 48)

// CHECK-LABEL: define void @weft_kernel_short_loop(
// CHECK: <{{[0-9]+}} x i32>
// CHECK-LABEL: define void @weft_kernel_long_loop(
// CHECK-NOT: load <{{[0-9]+}} x i32>
// CHECK: ret void
kernel void short_loop(global int *restrict o, global const int *restrict a, int n) {
  for (int i = 0; i < n; i++) {
    STEPS16(0)
  }
}

kernel void long_loop(global int *restrict o, global const int *restrict a, int n) {
  for (int i = 0; i < n; i++) {
    STEPS64(0) STEPS64(64) STEPS64(128) STEPS64(192) STEPS64(256) STEPS64(320) STEPS64(384) STEPS64(448) STEPS64(512)
  }
}
