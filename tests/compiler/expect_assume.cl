// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --std=CL1.2
// What OpenCL C has of cl_khr_expect_assume: Clang's builtins, which __has_builtin knows. An assumption is used, an
// expected value leaves nothing behind.
#if !__has_builtin(__builtin_expect) || !__has_builtin(__builtin_assume)
#error missing
#endif

// No sign to be looked at.
// CHECK-LABEL: define void @weft_kernel_assumes(
// CHECK-NOT: sdiv
// CHECK-NOT: ashr <
// CHECK: lshr
// CHECK-NOT: sdiv
// CHECK-LABEL: define void @weft_kernel_expects(
// CHECK-NOT: llvm.expect
// CHECK: ret void
kernel void assumes(global int *o, global const int *in) {
  int i = get_global_id(0), v = in[i];
  __builtin_assume(v >= 0);
  o[i] = v / 4;
}

kernel void expects(global int *o, global const int *in) {
  int i = get_global_id(0), v = in[i];
  if (__builtin_expect(v == 0, 0))
    v = i * i;
  o[i] = v;
}
