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
// CHECK: icmp {{.*}}<8 x i64>
kernel void bytes(global const char16 *in, global int *out) {
  size_t i = get_global_id(0);
  out[i] = ALL(in[i] > (char16)3) ? 5 : 7;
}

// A mask of four bytes is one number, and nothing is shuffled.
// CHECK-LABEL: define {{.*}}@weft_kernel_few(
// CHECK: icmp ult <32 x i8>
// CHECK-NOT: shufflevector <32 x
// CHECK: icmp {{.*}}<8 x i32>
kernel void few(global const uchar4 *a, global const uchar4 *b, global int *out) {
  size_t i = get_global_id(0);
  char4 less = a[i] < b[i];
  out[i] = ANY(less) ? 5 : 7;
}

// Three of four floats: masks as bytes, the last one twice.
// CHECK-LABEL: define {{.*}}@weft_kernel_three(
// CHECK: fcmp olt <32 x float>
// CHECK: shufflevector <32 x i8> {{.*}} <i32 0, i32 1, i32 2, i32 2,
// CHECK: icmp {{.*}}<8 x i32>
kernel void three(global const float3 *a, global const float3 *b, global int *out) {
  size_t i = get_global_id(0);
  int3 less = a[i] < b[i];
  out[i] = ANY(less) ? 5 : 7;
}

// Of numbers that the kernel puts together there is no vector, and no call for each lane.
// CHECK-LABEL: define {{.*}}@weft_kernel_inside(
// CHECK-NOT: vector.reduce
// CHECK-NOT: <16 x i32>
// CHECK: masked.load.v8f32
kernel void inside(global const float *in, global float *out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < 4; k++) {
    int2 at = (int2)(x * k, y - k);
    int2 before = at < 0, behind = at >= (int2)(w, h);
    if (ANY(before) || ANY(behind))
      continue;
    sum += in[at.y * w + at.x];
  }
  out[y * w + x] = sum;
}
