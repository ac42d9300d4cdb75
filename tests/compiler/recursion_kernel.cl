// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=clang
// FAILS
// A kernel that calls itself: its body is a function of another name.
kernel void k(global int *out, int n) {
  out[get_global_id(0)] = n;
  if (n > 0)
    k(out, n - 1);
}
// CHECK: <source>:8:5: error: function 'k' calls itself; OpenCL does not support recursion
// CHECK: 1 error generated.
