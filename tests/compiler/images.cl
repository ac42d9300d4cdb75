// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --passes=import --std=CL3.0 --extensions=__opencl_c_images
// Images become pointers to constant memory, samplers 32 bits, wherever they come from; views and bits are what they were.

constant sampler_t file_scope = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

// CHECK-LABEL: define {{.*}}@helper.cl(ptr addrspace(2) %image, i32 %s)
float4 __attribute__((noinline)) helper(read_only image2d_t image, sampler_t s) {
  return read_imagef(image, s, (int2)(1, 2));
}

// CHECK-LABEL: define {{.*}}void @k(ptr addrspace(2) {{[^%]*}}%image, i32 {{[^%]*}}%s, ptr addrspace(1)
kernel void k(read_only image2d_t image, sampler_t s, global float4 *out) {
  const sampler_t local_scope = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
  out[0] = helper(image, file_scope);
  out[1] = helper(image, local_scope);
  out[2] = helper(image, s);
}
// CHECK-NOT: __translate_sampler_initializer
// CHECK-NOT: target("spirv
