// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v4 --spmd=auto --time
// LOG
// More constants than any registers hold are not moved out of the loop over packets, where LLVM would compare each with
// all others.

// CHECK: code/X86 DAG->DAG Instruction Selection
// CHECK-NOT: code/Early Machine Loop Invariant Code Motion
// CHECK: all{{$}}
#define STEP x = x * y + (__COUNTER__ + 0.5f);
#define STEPS8 STEP STEP STEP STEP STEP STEP STEP STEP
#define STEPS64 STEPS8 STEPS8 STEPS8 STEPS8 STEPS8 STEPS8 STEPS8 STEPS8
#define STEPS512 STEPS64 STEPS64 STEPS64 STEPS64 STEPS64 STEPS64 STEPS64 STEPS64

kernel void many(global float *p) {
  float x = p[get_global_id(0)], y = x;
  STEPS512 STEPS512 STEPS512 p[get_global_id(0)] = x;
}
