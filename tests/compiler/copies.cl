// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v2 --cpu=x86-64-v2
// The memcpy that the loader would find is an old one.
// CHECK-NOT: memcpy
// CHECK: memmove
// CHECK-NOT: memcpy
typedef struct {
  int a[16];
} small;
typedef struct {
  int a[1000];
} big;

kernel void copy_small(global small *to, global const small *from) {
  *to = *from;
}

kernel void copy_big(global big *to, global const big *from) {
  *to = *from;
}
