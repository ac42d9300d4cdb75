// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=linked --std=CL3.0 --extensions=__opencl_c_images --specialise=wanted
// A copy's program is one kernel and what it uses; a kernel that it calls is a function there.

constant int table[] = {1, 2, 3, 4};

// CHECK-NOT: define {{.*}}@other
kernel void other(global int *out) { out[0] = 5; }

// CHECK-NOT: define {{.*}}spir_kernel {{.*}}@called
kernel void called(global int *out) { out[1] = 6; }

// CHECK: define {{.*}}spir_kernel void @wanted(
kernel void wanted(global int *out, int i) {
  out[0] = table[i];
  called(out);
}
