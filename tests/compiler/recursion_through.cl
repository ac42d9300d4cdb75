// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=clang
// FAILS
// Functions that call each other, with a barrier and an id; the whole way round is told.
void first(local int *sum, int n);
void third(local int *sum, int n);

void second(local int *sum, int n) {
  barrier(CLK_LOCAL_MEM_FENCE);
  third(sum, n - 1);
}

void third(local int *sum, int n) {
  sum[get_local_id(0)] += n;
  if (n > 0)
    first(sum, n);
}

void first(local int *sum, int n) {
  second(sum, n);
}

kernel void k(global int *out) {
  local int sum[64];
  first(sum, out[0]);
  out[get_local_id(0)] = sum[get_local_id(0)];
}
// CHECK: <source>:20:3: error: function 'first' calls itself through 'second'; OpenCL does not support recursion
// CHECK: <source>:10:3: note: function 'second' calls 'third' here
// CHECK: <source>:16:5: note: function 'third' calls 'first' here
// CHECK: 1 error generated.
