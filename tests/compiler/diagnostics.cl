// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=clang
// FAILS
// The program's own lines, nothing of the prelude.
kernel void f(global int *a) {
  int x = y; // line 6
  a[0] = x;
}
// CHECK-NOT: prelude
// CHECK: <source>:6:11: error: use of undeclared identifier 'y'
// CHECK: 1 error generated.
// CHECK-NOT: {{.}}
