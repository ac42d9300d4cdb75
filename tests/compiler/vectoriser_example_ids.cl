// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --isa=x86-64-v3 --passes=import,target-attributes,inline,work-item-ids
// The kernel of vectoriser_example.cl: what docs/vectoriser_example.md shows of work-item-ids.

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

// CHECK-LABEL: define dso_local void @sums(
// CHECK-NOT: __clang_ocl_kern_imp_sums.cl(
// CHECK: [[LOCAL:%.*]] = call i64 @weft.ctx.local_id.0()
// CHECK-NEXT: [[BASE:%.*]] = call i64 @weft.ctx.group_base.0()
// CHECK-NEXT: %gid = add nuw nsw i64 [[BASE]], [[LOCAL]]
// CHECK-NEXT: [[SHORT:%.*]] = trunc i64 %gid to i32
// CHECK-NEXT: store i32 [[SHORT]], ptr [[X:%x.*]], align 4
// CHECK-NOT: get_global_id
// CHECK: {{^}}}
