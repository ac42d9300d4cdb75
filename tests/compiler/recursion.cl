// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=clang
// FAILS
// Refused at the call, also where a kernel reaches the function through others.
int factorial(int n) {
  return n < 2 ? 1 : n * factorial(n - 1);
}

int other(int n) {
  return n + factorial(n);
}

kernel void k(global int *out) {
  out[0] = other(out[1]);
}
// CHECK: <source>:6:26: error: function 'factorial' calls itself; OpenCL does not support recursion
// CHECK-NEXT: 6 | {{ *}}return n < 2 ? 1 : n * factorial(n - 1);
// CHECK: 1 error generated.
// CHECK-NOT: {{.}}
