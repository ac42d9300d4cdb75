// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=clang --extensions=__opencl_c_ext_image_unorm_int_2_101010
// The constant comes with the feature, in every version of the language.
#if __OPENCL_C_VERSION__ != 120 || __opencl_c_ext_image_unorm_int_2_101010 != 1
#error versions
#endif
kernel void k(global int *out) {
  out[0] = CLK_UNORM_INT_2_101010_EXT;
}
// CHECK: store i32 4325
