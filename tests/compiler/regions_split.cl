// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v4 --spmd=auto --remarks
// LOG
// Of more than 64 regions each is a function of its own, of 64 and fewer none.

void __weft_barrier(void) __attribute__((convergent));
#define STEP                                                                                                           \
  t[l] = x;                                                                                                            \
  __weft_barrier();                                                                                                    \
  x += t[63 - l] * 3;                                                                                                  \
  __weft_barrier();
#define STEPS4 STEP STEP STEP STEP
#define STEPS16 STEPS4 STEPS4 STEPS4 STEPS4

// CHECK: weft: kernel 'few' region 60:
// CHECK: weft: kernel 'many' region 64:
// CHECK-NOT: 'few'{{.*}}functions of their own
// CHECK: weft: kernel 'many': 65 regions are functions of their own, 60 of them others with other numbers
// CHECK-NOT: functions of their own
kernel void few(global int *o) {
  local int t[64];
  int l = get_local_id(0), x = l;
  STEPS16 STEPS4 STEPS4 STEPS4 STEP STEP o[l] = x;
}

kernel void many(global int *o) {
  local int t[64];
  int l = get_local_id(0), x = l;
  STEPS16 STEPS16 o[l] = x;
}
