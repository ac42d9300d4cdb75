// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=linked
// BUILTINS: inputs/math.ll
// What Clang makes of its mathematical builtins becomes calls of ours, of the same types, and keeps what was allowed.
kernel void k(global float *f, global float4 *v, global double *d, global int *n, global long *l) {
  int e;
  // CHECK: call spir_func float @_Z3sinf(
  f[0] = __builtin_sinf(f[0]);
  // CHECK: call spir_func double @_Z3powdd(
  d[0] = __builtin_pow(d[0], d[1]);
  // CHECK-COUNT-4: call spir_func float @_Z3expf(
  v[0] = __builtin_elementwise_exp(v[0]);
  // CHECK: call spir_func float @_Z4fmodff(
  f[1] = __builtin_fmodf(f[1], f[2]);
  // CHECK: call spir_func float @_Z4cbrtf(
  f[2] = __builtin_cbrtf(f[2]);
  // CHECK: call spir_func float @_Z5frexpfPi(
  f[3] = __builtin_frexpf(f[3], &e);
  // CHECK: %[[ROUNDED:.*]] = call spir_func float @_Z5roundf(
  // CHECK: fptosi float %[[ROUNDED]] to i64
  l[0] = __builtin_llroundf(f[4]);
  // What processors do by themselves stays.
  // CHECK: call float @llvm.floor.f32(
  f[5] = __builtin_floorf(f[5]);
}
// CHECK-NOT: call {{.*}}@llvm.{{sin|pow|exp|frexp|llround}}
