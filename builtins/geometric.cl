// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Geometric functions (OpenCL C 6.15.5), for 1 to 4 components.
//
// half is computed in float, where no square overflows or vanishes; double scales by a power of two first. float is in
// geometric32.cl.
#include "builtins/weft.h"

#define SUM1(v) (v)
#define SUM2(v) ((v).s0 + (v).s1)
#define SUM3(v) ((v).s0 + (v).s1 + (v).s2)
#define SUM4(v) (((v).s0 + (v).s1) + ((v).s2 + (v).s3))
#define CONVERT1(v, W) ((W)(v))
#define CONVERT2(v, W) __builtin_convertvector(v, W)
#define CONVERT3 CONVERT2
#define CONVERT4 CONVERT2

/* 2^-e for a magnitude of 2^e, within what a normal number can hold. */
WEFT_INLINE double inverse_power(double largest) {
  long exponent = as_long(largest) >> 52;
  exponent = exponent > 2045 ? 2045 : exponent < 1 ? 1 : exponent;
  return as_double((2046 - exponent) << 52);
}
/* 1 / inverse_power(x), which is no division. */
WEFT_INLINE double power_back(double scale) {
  return as_double((2046L << 52) - as_long(scale));
}
#define LARGEST1(v) __builtin_elementwise_abs(v)
#define LARGEST2(v) __builtin_elementwise_max(LARGEST1((v).s0), LARGEST1((v).s1))
#define LARGEST3(v) __builtin_elementwise_max(LARGEST2(v), LARGEST1((v).s2))
#define LARGEST4(v) __builtin_elementwise_max(LARGEST3(v), LARGEST1((v).s3))

/* T the type, W the one to compute in; TN and WN their vectors of N components; SCALE and BACK as inverse_power and
 * power_back. */
#define GEOMETRIC(T, TN, W, WN, N, SCALE, BACK)                                                                        \
  WEFT_FN T dot(TN x, TN y) {                                                                                          \
    WN product = CONVERT##N(x, WN) * CONVERT##N(y, WN);                                                                \
    return (T)SUM##N(product);                                                                                         \
  }                                                                                                                    \
  WEFT_INLINE T norm_for_##TN(WN x) {                                                                                  \
    W scale = SCALE(LARGEST##N(x));                                                                                    \
    x *= scale;                                                                                                        \
    x *= x;                                                                                                            \
    return (T)(__builtin_elementwise_sqrt(SUM##N(x)) * BACK(scale));                                                   \
  }                                                                                                                    \
  WEFT_FN T length(TN x) {                                                                                             \
    return norm_for_##TN(CONVERT##N(x, WN));                                                                           \
  }                                                                                                                    \
  WEFT_FN T distance(TN x, TN y) {                                                                                     \
    return norm_for_##TN(CONVERT##N(x, WN) - CONVERT##N(y, WN));                                                       \
  }                                                                                                                    \
  __attribute__((const, noinline)) WN __weft_cold_infinite_##TN(WN x) {                                                \
    return __builtin_elementwise_copysign(__builtin_elementwise_abs(x) == (WN)INFINITY ? (WN)1 : (WN)0, x);            \
  }                                                                                                                    \
  WEFT_FN TN normalize(TN v) {                                                                                         \
    WN x = CONVERT##N(v, WN);                                                                                          \
    x *= SCALE(LARGEST##N(x));                                                                                         \
    WN square = x * x;                                                                                                 \
    W sum = SUM##N(square);                                                                                            \
    /* Beside infinite components, finite ones count as zeros. */                                                      \
    if (__builtin_expect(sum == (W)INFINITY, 0)) {                                                                     \
      x = __weft_cold_infinite_##TN(x);                                                                                \
      square = x * x;                                                                                                  \
      sum = SUM##N(square);                                                                                            \
    }                                                                                                                  \
    return CONVERT##N(x * (sum == (W)0 ? (W)1 : (W)1 / __builtin_elementwise_sqrt(sum)), TN);                          \
  }
/* For types whose squares neither overflow nor vanish in the wider type. */
#define UNSCALED(largest) 1

#define ALL(T, W, SCALE, BACK)                                                                                         \
  GEOMETRIC(T, T, W, W, 1, SCALE, BACK)                                                                                \
  GEOMETRIC(T, T##2, W, W##2, 2, SCALE, BACK)                                                                          \
  GEOMETRIC(T, T##3, W, W##3, 3, SCALE, BACK)                                                                          \
  GEOMETRIC(T, T##4, W, W##4, 4, SCALE, BACK)                                                                          \
  WEFT_FN T##3 cross(T##3 x, T##3 y) {                                                                                 \
    return x.yzx * y.zxy - x.zxy * y.yzx;                                                                              \
  }                                                                                                                    \
  WEFT_FN T##4 cross(T##4 x, T##4 y) {                                                                                 \
    return (T##4)(cross(x.xyz, y.xyz), (T)0);                                                                          \
  }
ALL(half, float, UNSCALED, UNSCALED)
ALL(double, double, inverse_power, power_back)
