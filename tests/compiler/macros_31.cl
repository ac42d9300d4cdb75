// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=clang --std=CL3.1 --extensions=__opencl_c_int64
#if __OPENCL_C_VERSION__ != 310 || !defined(__opencl_c_int64)
#error versions
#endif
#if defined(__opencl_c_fp64) || defined(__opencl_c_images) || defined(__opencl_c_generic_address_space) ||             \
    defined(__opencl_c_subgroups) || defined(__opencl_c_device_enqueue) || defined(__opencl_c_atomic_scope_device)
#error a feature is defined that was not reported
#endif
kernel void k(global long *a) {
  a[0] = 1;
}
// CHECK: define {{.*}}spir_kernel void @k(
