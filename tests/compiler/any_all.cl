// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v4 --spmd=force --spmd-lanes=8 --spmd-parts=1
// any() and all() in packets are masks of lanes, no numbers of as many bits as a vector has elements.

#define ANY(v) (__builtin_reduce_or(v) < 0)
#define ALL(v) (__builtin_reduce_and(v) < 0)

// Elements meet in each iteration: they are taken apart, and each comparison is a mask.
// CHECK-LABEL: define {{.*}}@weft_kernel_escapes(
// CHECK-NOT: to <8 x i4>
// CHECK: fcmp olt <8 x float>
// CHECK-NOT: to <8 x i4>
// CHECK: or <8 x i1>
// CHECK-NOT: to <8 x i4>
kernel void escapes(global const float4 *in, global int4 *out) {
  size_t i = get_global_id(0);
  float4 c = in[i], z = 0;
  int4 n = 0;
  for (int k = 0; k < 64; k++) {
    int4 inside = z < 4.0f;
    if (!ANY(inside))
      break;
    n -= inside;
    z = z * z + c;
  }
  out[i] = n;
}

// CHECK-LABEL: define {{.*}}@weft_kernel_bytes(
// CHECK-NOT: to <8 x i16>
// CHECK: or <64 x i8>
// CHECK: icmp {{.*}}<8 x i8>
kernel void bytes(global const char16 *in, global int *out) {
  size_t i = get_global_id(0);
  out[i] = ALL(in[i] > (char16)3) ? 5 : 7;
}
