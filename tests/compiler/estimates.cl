// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v4 --cpu=znver5 --spmd=force --spmd-parts=1
// A builtin's call for an estimate is one instruction in packets, in their ends, and for one number.
float __attribute__((const)) __weft_estimate_rsqrt_f(float x);
double __attribute__((const)) __weft_estimate_rsqrt_d(double x);

// CHECK-LABEL: weft_kernel_floats:
// CHECK-NOT: call
// CHECK: vrsqrt14ps {{.*}}%zmm
// CHECK-NOT: call
kernel void floats(global const float *in, global float *out) {
  size_t id = get_global_id(0);
  out[id] = __weft_estimate_rsqrt_f(in[id]);
}

// CHECK-LABEL: weft_kernel_doubles:
// CHECK-NOT: call
// CHECK: vrsqrt14pd {{.*}}%zmm
// CHECK-NOT: call
kernel void doubles(global const double *in, global double *out) {
  size_t id = get_global_id(0);
  out[id] = __weft_estimate_rsqrt_d(in[id]);
}

// CHECK-LABEL: weft_kernel_one:
// CHECK-NOT: call
// CHECK: vrsqrt14ss
// CHECK: vrsqrt14sd
// CHECK-NOT: call
kernel void one(float x, double y, global double *out) {
  out[0] = __weft_estimate_rsqrt_f(x);
  out[1] = __weft_estimate_rsqrt_d(y);
}

// Longer than a register, and shorter.
// CHECK-LABEL: weft_kernel_bytes:
// CHECK-NOT: call
// CHECK-COUNT-4: vrsqrt14ps {{.*}}%zmm
// CHECK-NOT: call
__attribute__((reqd_work_group_size(64, 1, 1))) kernel void bytes(global const uchar *in, global uchar *out) {
  size_t id = get_global_id(0);
  uchar x = in[id];
  for (uchar i = 0; i < 4; i++)
    x = x * 3 + (x >> i) + i * x;
  out[id] = x + (uchar)(64 * __weft_estimate_rsqrt_f(x));
}
