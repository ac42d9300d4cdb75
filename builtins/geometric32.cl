// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Geometric functions of float (OpenCL C 6.15.5), for 1 to 4 components.
//
// They are computed in float, in vectors of as many lanes as the rest of a kernel. Where a sum of squares is so large
// or so small that a square may have overflowed or lost bits, length, distance and normalize take a slow path in
// double, where neither can be; the vector of zeros needs none. dot has no such path: its error is absolute, a multiple
// of the largest product's (OpenCL C 7.4), and what overflows is infinite.
#include "builtins/math32.h"

#define DOT1(x, y) ((x) * (y))
#define DOT2(x, y) mul_add((x).s0, (y).s0, (x).s1 * (y).s1)
#define DOT3(x, y) mul_add((x).s0, (y).s0, mul_add((x).s1, (y).s1, (x).s2 * (y).s2))
#define DOT4(x, y)                                                                                                     \
  (mul_add((x).s0, (y).s0, (x).s1 * (y).s1) + mul_add((x).s2, (y).s2, (x).s3 * (y).s3))
#define COMPONENTS2(v) (v).s0, (v).s1, 0, 0
#define COMPONENTS3(v) (v).s0, (v).s1, (v).s2, 0
#define COMPONENTS4(v) (v).s0, (v).s1, (v).s2, (v).s3
/* All bits of all components but for their signs; 0 for vectors of zeros. */
#define BITS2(v) ((as_uint((v).s0) | as_uint((v).s1)) << 1)
#define BITS3(v) ((as_uint((v).s0) | as_uint((v).s1) | as_uint((v).s2)) << 1)
#define BITS4(v) ((as_uint((v).s0) | as_uint((v).s1) | as_uint((v).s2) | as_uint((v).s3)) << 1)
#define EACH2(f, v) (f((v).s0, COMPONENTS2(v)), f((v).s1, COMPONENTS2(v)))
#define EACH3(f, v) (f((v).s0, COMPONENTS3(v)), f((v).s1, COMPONENTS3(v)), f((v).s2, COMPONENTS3(v)))
#define EACH4(f, v)                                                                                                    \
  (f((v).s0, COMPONENTS4(v)), f((v).s1, COMPONENTS4(v)), f((v).s2, COMPONENTS4(v)), f((v).s3, COMPONENTS4(v)))

WEFT_INLINE double sum_of_squares(double x, double y, double z, double w) {
  return (x * x + y * y) + (z * z + w * w);
}

COLD_PATH float __weft_cold_length_f(float x, float y, float z, float w) {
  return (float)__builtin_elementwise_sqrt(sum_of_squares(x, y, z, w));
}

/* A component of the unit vector. Beside infinite components, finite ones count as zeros. */
COLD_PATH float __weft_cold_normalize_f(float component, float x, float y, float z, float w) {
  double sum = sum_of_squares(x, y, z, w), value = component;
  if (sum == INFINITY) {
    value = __builtin_elementwise_copysign(__builtin_elementwise_abs(value) == INFINITY ? 1.0 : 0.0, value);
    sum = (f32_abs(x) == INFINITY) + (f32_abs(y) == INFINITY) + (f32_abs(z) == INFINITY) + (f32_abs(w) == INFINITY);
  }
  return (float)(value / __builtin_elementwise_sqrt(sum));
}

WEFT_FN float dot(float x, float y) {
  return DOT1(x, y);
}
WEFT_FN float length(float x) {
  return f32_abs(x);
}
WEFT_FN float distance(float x, float y) {
  return f32_abs(x - y);
}
WEFT_FN float normalize(float x) {
  return x == 0 || x != x ? x : f32_copysign(1, x);
}

#define GEOMETRIC(T, N)                                                                                                \
  WEFT_FN float dot(T x, T y) {                                                                                        \
    return DOT##N(x, y);                                                                                               \
  }                                                                                                                    \
  WEFT_FN float length(T x) {                                                                                          \
    float sum = DOT##N(x, x), result = f32_sqrt(sum);                                                                  \
    if (RARELY(!f32_is_safe_sum(sum)))                                                                                 \
      if (BITS##N(x))                                                                                                  \
        result = __weft_cold_length_f(COMPONENTS##N(x));                                                               \
    return result;                                                                                                     \
  }                                                                                                                    \
  WEFT_FN float distance(T x, T y) {                                                                                   \
    return length(x - y);                                                                                              \
  }                                                                                                                    \
  WEFT_FN T normalize(T x) {                                                                                           \
    float sum = DOT##N(x, x);                                                                                          \
    T result = x * f32_rsqrt_of_normal(sum);                                                                           \
    if (RARELY(!f32_is_safe_sum(sum)))                                                                                 \
      result = BITS##N(x) ? (T)EACH##N(__weft_cold_normalize_f, x) : x;                                                \
    return result;                                                                                                     \
  }
GEOMETRIC(float2, 2)
GEOMETRIC(float3, 3)
GEOMETRIC(float4, 4)

WEFT_FN float3 cross(float3 x, float3 y) {
  return x.yzx * y.zxy - x.zxy * y.yzx;
}
WEFT_FN float4 cross(float4 x, float4 y) {
  return (float4)(cross(x.xyz, y.xyz), 0);
}

/* Without a slow path. A vector whose square is below the normal numbers comes back as it is; one whose square
 * overflows has no result that is defined. */
#define FAST(T, N)                                                                                                     \
  WEFT_FN float fast_length(T x) {                                                                                     \
    return f32_sqrt(DOT##N(x, x));                                                                                     \
  }                                                                                                                    \
  WEFT_FN float fast_distance(T x, T y) {                                                                              \
    return fast_length(x - y);                                                                                         \
  }                                                                                                                    \
  WEFT_FN T fast_normalize(T x) {                                                                                      \
    float sum = DOT##N(x, x);                                                                                          \
    return x * (sum < 0x1p-126f ? 1.0f : f32_rsqrt_of_normal(sum));                                                    \
  }
FAST(float, 1)
FAST(float2, 2)
FAST(float3, 3)
FAST(float4, 4)
