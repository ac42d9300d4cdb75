// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=clang --extensions=cl_khr_fp64
#if __OPENCL_C_VERSION__ != 120 || __OPENCL_VERSION__ != 310 || CL_VERSION_3_1 != 310 || __ENDIAN_LITTLE__ != 1
#error versions
#endif
#ifndef cl_khr_fp64
#error a reported extension is missing
#endif
#if defined(__IMAGE_SUPPORT__) || defined(cl_khr_fp16) || defined(cl_khr_subgroups) || defined(cl_khr_3d_image_writes)
#error an extension is defined that was not reported
#endif
#if defined(cl_khr_extended_async_copies) || defined(__opencl_c_fp64) || defined(__FAST_RELAXED_MATH__)
#error more than there is
#endif
// A function of the prelude that was not reported is no function.
int async_work_group_copy_2D2D(int x) {
  return x;
}
kernel void k(global double *a) {
  a[0] = async_work_group_copy_2D2D(1);
}
// CHECK: define {{.*}}spir_kernel void @k(
