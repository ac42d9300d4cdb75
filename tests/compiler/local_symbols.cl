// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=so
// Functions that were not inlined keep their names in the object: profilers show them.

// CHECK: left_alone.cl
__attribute__((noinline)) int left_alone(int x) {
  return x * x + 3;
}
kernel void calls(global int *a) {
  a[get_global_id(0)] = left_alone(a[get_global_id(0)]);
}
