// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=clang --extensions=__opencl_c_ext_image_raw10_raw12
// The constants come with the feature, in every version of the language.
#if __OPENCL_C_VERSION__ != 120 || __opencl_c_ext_image_raw10_raw12 != 1
#error versions
#endif
kernel void k(global int *out) {
  out[0] = CLK_UNSIGNED_INT_RAW10_EXT;
  out[1] = CLK_UNSIGNED_INT_RAW12_EXT;
}
// CHECK: store i32 4323
// CHECK: store i32 4324
