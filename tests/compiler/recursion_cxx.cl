// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --std=CLC++ --emit=clang
// FAILS
// An instance of a template calls itself.
template <class T> T power(T x, int n) {
  return n ? x * power(x, n - 1) : T(1);
}

kernel void k(global int *out) {
  out[0] = power(out[0], out[1]);
}
// CHECK: <source>:6:18: error: function 'power<int>' calls itself; OpenCL does not support recursion
// CHECK: 1 error generated.
