// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --isa=x86-64-v3 --emit=import
// The kernel of vectoriser_example.cl: what docs/vectoriser_example.md shows of the module that was imported.

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

// CHECK: target triple = "x86_64-unknown-linux-gnu"
// CHECK: define dso_local void @sums({{.*}}) [[KERNEL:#[0-9]+]]
// CHECK: call void @__clang_ocl_kern_imp_sums.cl(
// CHECK: define internal void @__clang_ocl_kern_imp_sums.cl({{.*}}) [[BODY:#[0-9]+]]
// CHECK: call i64 @_Z13get_global_idj(i32 noundef 0)
// CHECK: attributes [[KERNEL]] = {{.*}}"target-cpu"="x86-64-v3"{{.*}}"weft.kernel"
// CHECK: attributes [[BODY]] = { alwaysinline
