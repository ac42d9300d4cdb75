// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v4 --cpu=znver4 --spmd=auto --remarks
// LOG
// What would not pay is told with what makes it dear; without lines of the source loops have numbers only.

// CHECK: weft: kernel 'far' region 0: scalar: it would not pay, {{[0-9.]+ of [0-9.]+}} cycles; loads: {{.*}}gathered; stores: {{.*}}scattered{{$}}
// CHECK-NEXT: weft: kernel 'far' region 0: loop 1: uniform{{$}}
// CHECK-NOT: {{.}}
kernel void far(global const int *in, global int *out, int n) {
  int i = get_global_id(0) * 17;
  for (int k = 0; k < n; k++)
    out[i + k * n] = in[i + k * n];
}
