// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=clang
// FAILS
// What a generator says with #line of where its text comes from.
kernel void f(global int *a) {
  a[0] = y;
#line 77 "generated.cl"
  a[1] = z;
#line 5
  a[2] = w;
}
// CHECK: <source>:6:10: error: use of undeclared identifier 'y'
// CHECK: generated.cl:77:10: error: use of undeclared identifier 'z'
// CHECK: generated.cl:5:10: error: use of undeclared identifier 'w'
// CHECK: 3 errors generated.
