// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v3 --spmd=force --spmd-lanes=8 --spmd-parts=1 --spmd-bisect=1 --remarks
// LOG
// Attempts are counted over all kernels; those that are not made stay scalar.

// CHECK: weft: bisect: attempt 1 is made: kernel 'first' region 0{{$}}
// CHECK-NEXT: weft: kernel 'first' region 0: 8 lanes{{.*$}}
// CHECK-NEXT: weft: bisect: attempt 2 is not made: kernel 'second' region 0{{$}}
// CHECK-NEXT: weft: kernel 'second' region 0: scalar: the number of attempts is limited{{$}}
// CHECK-NEXT: weft: bisect: attempt 3 is not made: kernel 'third' region 0{{$}}
// CHECK-NEXT: weft: kernel 'third' region 0: scalar: the number of attempts is limited{{$}}
// CHECK-NOT: {{.}}
kernel void first(global float *out) {
  out[get_global_id(0)] *= 3;
}

kernel void second(global float *out) {
  out[get_global_id(0)] *= 5;
}

kernel void third(global float *out) {
  out[get_global_id(0)] *= 7;
}
