// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --std=CL3.0 --emit=linked
// The attributes used, retain and annotate leave nothing that uses the functions and variables which bear them.
struct pair {
  int first __attribute__((annotate("member")));
  int second;
};

constant int table[2] __attribute__((used, annotate("table"))) = {40, 2};

__attribute__((used, retain, annotate("helper"))) int helper(int x) {
  return __builtin_annotation(x, "value") + table[1];
}

kernel __attribute__((used, retain, annotate("kernel"))) void k(global int *out __attribute__((annotate("argument")))) {
  struct pair p;
  p.first = helper(table[0]);
  int sum __attribute__((annotate("variable"))) = p.first;
  out[0] = sum;
}
// CHECK-NOT: @llvm.used
// CHECK-NOT: @llvm.compiler.used
// CHECK-NOT: annotation
// CHECK: spir_kernel void @k(
// CHECK-NOT: {{@llvm.*}}annotation
