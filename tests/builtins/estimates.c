/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the compiler puts in where builtins ask for an estimate (compiler/codegen/estimates.h). */
#include <immintrin.h>

float __weft_estimate_rsqrt_f(float x);
double __weft_estimate_rsqrt_d(double x);

__attribute__((target("avx512f"))) float __weft_estimate_rsqrt_f(float x) {
  __m128 v = _mm_set_ss(x);
  return _mm_cvtss_f32(_mm_rsqrt14_ss(v, v));
}
__attribute__((target("avx512f"))) double __weft_estimate_rsqrt_d(double x) {
  __m128d v = _mm_set_sd(x);
  return _mm_cvtsd_f64(_mm_rsqrt14_sd(v, v));
}
