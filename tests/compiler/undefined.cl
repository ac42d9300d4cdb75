// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=linked --std=CL3.0
// BUILTINS: inputs/builtins.ll
// FAILS
// What is declared and nowhere defined is told where it is named first; what no kernel needs is not.
float missing(float x);
kernel void other(global float *o);
extern constant int table[4];
float forgotten(float x);

float unreached(float x) {
  return forgotten(x) + table[1];
}

float through(float x) {
  return 1 + missing(x); // line 16
}

kernel void k(global float *o) {
  o[0] = through(o[0]);
  o[1] = missing(o[1]);
  o[2] = __builtin_nexttowardf(o[2], 1.0); // line 22
#define FOURTH table[o[3] > 0]
  o[3] = FOURTH;
  other(o);
}
// CHECK-DAG: <source>:16:14: error: undefined function 'missing', called by 'through'
// CHECK-DAG: <source>:25:3: error: undefined kernel 'other'
// CHECK-DAG: <source>:22:10: error: undefined function 'nexttowardf', called by 'k'
// CHECK-DAG: error: undefined variable 'table'
// CHECK-NOT: forgotten
