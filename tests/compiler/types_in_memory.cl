// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=clang
// Clang does not write down which types memory holds.
// CHECK: define {{.*}} @k(
// CHECK: store i32
// CHECK: load float
// CHECK-NOT: tbaa
typedef struct {
  int i;
  float f;
} pair;
kernel void k(global float *a, global uint *b, global pair *c) {
  b[0] ^= 1;
  c[1] = c[0];
  c[0].i = (int)a[0];
}
