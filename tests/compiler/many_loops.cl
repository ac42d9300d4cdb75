// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v3 --spmd=off
// Of many loops one behind another LLVM vectorises and unrolls only so many, inner ones first.

#define SCALE(N)                                                                                                       \
  for (int j = 0; j < n; j++)                                                                                          \
    o[j] = a[j] * (N + 0.0f);
#define SCALES4(N) SCALE(N) SCALE(N + 1) SCALE(N + 2) SCALE(N + 3)
#define SCALES16(N) SCALES4(N) SCALES4(N + 4) SCALES4(N + 8) SCALES4(N + 12)
#define SCALES64(N) SCALES16(N) SCALES16(N + 16) SCALES16(N + 32) SCALES16(N + 48)
#define PRODUCT(N)                                                                                                     \
  for (int j = 0; j < n; j++)                                                                                          \
    p *= a[j] + (N + 0.0f);
#define PRODUCTS4(N) PRODUCT(N) PRODUCT(N + 1) PRODUCT(N + 2) PRODUCT(N + 3)
#define PRODUCTS16(N) PRODUCTS4(N) PRODUCTS4(N + 4) PRODUCTS4(N + 8) PRODUCTS4(N + 12)
#define PRODUCTS64(N) PRODUCTS16(N) PRODUCTS16(N + 16) PRODUCTS16(N + 32) PRODUCTS16(N + 48)

// CHECK-LABEL: define void @weft_kernel_few_scales(
// CHECK: fmul <{{.*}} splat (float 1.600000e+01)
// CHECK: fmul <{{.*}} splat (float 3.100000e+01)
kernel void few_scales(global float *restrict o, global const float *restrict a, int n){SCALES16(16)}

// CHECK-LABEL: define void @weft_kernel_many_scales(
// CHECK: fmul <{{.*}} splat (float 1.600000e+01)
// CHECK-NOT: splat (float 2.070000e+02)
// CHECK: fmul <{{.*}} splat (float 1.000000e+03)
kernel void many_scales(global float *restrict o, global const float *restrict a, int n) {
  SCALES64(16) SCALES64(80) SCALES64(144) for (int k = 0; k < n; k++) {
    o += n;
    SCALE(1000)
  }
}

// CHECK-LABEL: define void @weft_kernel_few_products(
// CHECK-COUNT-4: fadd float {{.*}}, 3.100000e+01
kernel void few_products(global float *restrict o, global const float *restrict a, int n) {
  float p = 1;
  PRODUCTS16(16)
  o[0] = p;
}

// CHECK-LABEL: define void @weft_kernel_many_products(
// CHECK-COUNT-4: fadd float {{.*}}, 1.600000e+01
// CHECK: fadd float {{.*}}, 2.070000e+02
// CHECK-NOT: fadd float {{.*}}, 2.070000e+02
// CHECK-COUNT-4: fadd float {{.*}}, 1.000000e+03
kernel void many_products(global float *restrict o, global const float *restrict a, int n) {
  float p = 1;
  PRODUCTS64(16) PRODUCTS64(80) PRODUCTS64(144) for (int k = 0; k < n; k++) {
    PRODUCT(1000)
    o[k] = p;
  }
}
