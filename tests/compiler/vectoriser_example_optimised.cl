// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --isa=x86-64-v3 --spmd=auto --spmd-parts=1 --emit=ir
// The kernel of vectoriser_example.cl: what docs/vectoriser_example.md shows of what LLVM's passes leave.

kernel void sums(global const float *in, global float *out, global int *low, int w, int n) {
  int x = get_global_id(0);
  if (x < w) {
    float s = 0;
    for (int k = 0; k < n; k++)
      s += in[2 * (k * w + x)];
    if (s < 0)
      *low = 1;
    out[x] = s;
  }
}

// One guard is left of all.
// CHECK-LABEL: define void @weft_kernel_sums(
// CHECK: [[TWO:%.*]] = icmp samesign ugt i64 %local_size, 1
// CHECK-NOT: icmp
// CHECK: [[FITS:%.*]] = icmp ult i64 %{{.*}}, 4294967296
// CHECK-NEXT: [[GUARD:%.*]] = and i1 [[TWO]], [[FITS]]
// CHECK-NEXT: %limit = select i1 [[GUARD]], i64 %local_size, i64 0

// The loop four times, with one shuffle of two vectors in the place of two.
// CHECK: {{^}}packet:
// CHECK: [[AT:%.*]] = phi ptr
// CHECK: [[S:%.*]] = phi <8 x float>
// CHECK-NEXT: [[A:%.*]] = load <8 x float>, ptr [[AT]]
// CHECK-NEXT: [[LAST:%.*]] = getelementptr i8, ptr [[AT]], i64 28
// CHECK-NEXT: [[B:%.*]] = load <8 x float>, ptr [[LAST]]
// CHECK-NEXT: [[ALL:%.*]] = shufflevector <8 x float> [[A]], <8 x float> [[B]], <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 9, i32 11, i32 13, i32 15>
// CHECK-NEXT: fadd <8 x float> [[S]], [[ALL]]
// CHECK: {{^}}for.body{{(.i)*}}:
// CHECK: [[AT4:%.*]] = phi ptr
// CHECK-COUNT-4: fadd <8 x float>
// CHECK-NEXT: add nuw nsw i64 {{.*}}, 4
// CHECK-NEXT: getelementptr i8, ptr [[AT4]], i64
