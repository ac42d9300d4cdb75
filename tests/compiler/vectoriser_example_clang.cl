// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --isa=x86-64-v3 --emit=clang
// The kernel of vectoriser_example.cl: what docs/vectoriser_example.md shows of Clang's module.

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

// CHECK: target triple = "spir64-unknown-unknown"
// CHECK-LABEL: define dso_local spir_kernel void @sums(
// CHECK: %in.addr = alloca ptr addrspace(1)
// CHECK: store ptr addrspace(1) %in, ptr %in.addr
// CHECK: call spir_func void @__clang_ocl_kern_imp_sums(
// CHECK-LABEL: define dso_local spir_func void @__clang_ocl_kern_imp_sums(
// CHECK: %x = alloca i32
// CHECK: [[ID:%.*]] = call spir_func i64 @_Z13get_global_idj(i32 noundef 0)
// CHECK-NEXT: [[SHORT:%.*]] = trunc i64 [[ID]] to i32
// CHECK-NEXT: store i32 [[SHORT]], ptr %x
