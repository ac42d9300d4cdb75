// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer functions (OpenCL C 6.15.3), scalar: the compiler expands vectors.
#include "builtins/weft.h"

/* T a type, U its unsigned twin, W an integer twice as wide (of T's signedness). */
#define WEFT_FOR_NARROW_AND_TWINS(M)                                                                                   \
  M(char, uchar, short)                                                                                                \
  M(uchar, uchar, ushort)                                                                                              \
  M(short, ushort, int)                                                                                                \
  M(ushort, ushort, uint)                                                                                              \
  M(int, uint, long) M(uint, uint, ulong)

#define IS_SIGNED(T) ((T) - 1 < (T)1)
#define BITS(T) ((T)(sizeof(T) * 8))
#define LARGEST(T, U) (IS_SIGNED(T) ? (T)((U) - 1 >> 1) : (T) - 1)
#define SMALLEST(T, U) (IS_SIGNED(T) ? (T)((U)1 << (BITS(U) - 1)) : (T)0)

#define INTEGER(T, U, W)                                                                                               \
  WEFT_FN U abs(T x) {                                                                                                 \
    return (IS_SIGNED(T) && x < (T)1) ? (U)((U)0 - (U)x) : (U)x;                                                       \
  }                                                                                                                    \
  WEFT_FN U abs_diff(T x, T y) {                                                                                       \
    return x > y ? (U)((U)x - (U)y) : (U)((U)y - (U)x);                                                                \
  }                                                                                                                    \
  WEFT_FN T add_sat(T x, T y) {                                                                                        \
    return __builtin_elementwise_add_sat(x, y);                                                                        \
  }                                                                                                                    \
  WEFT_FN T sub_sat(T x, T y) {                                                                                        \
    return __builtin_elementwise_sub_sat(x, y);                                                                        \
  }                                                                                                                    \
  WEFT_FN T hadd(T x, T y) {                                                                                           \
    return (T)((x & y) + ((x ^ y) >> 1));                                                                              \
  }                                                                                                                    \
  WEFT_FN T rhadd(T x, T y) {                                                                                          \
    return (T)((x | y) - ((x ^ y) >> 1));                                                                              \
  }                                                                                                                    \
  WEFT_FN T max(T x, T y) {                                                                                            \
    return x < y ? y : x;                                                                                              \
  }                                                                                                                    \
  WEFT_FN T min(T x, T y) {                                                                                            \
    return y < x ? y : x;                                                                                              \
  }                                                                                                                    \
  WEFT_FN T clamp(T x, T low, T high) {                                                                                \
    return min(max(x, low), high);                                                                                     \
  }                                                                                                                    \
  WEFT_FN T clz(T x) {                                                                                                 \
    return (T)__builtin_elementwise_clzg((U)x, (U)BITS(U));                                                            \
  }                                                                                                                    \
  WEFT_FN T ctz(T x) {                                                                                                 \
    return (T)__builtin_elementwise_ctzg((U)x, (U)BITS(U));                                                            \
  }                                                                                                                    \
  WEFT_FN T popcount(T x) {                                                                                            \
    return (T)__builtin_elementwise_popcount((U)x);                                                                    \
  }                                                                                                                    \
  WEFT_FN T rotate(T x, T count) {                                                                                     \
    U left = (U)count & (BITS(U) - 1), right = ((U)0 - (U)count) & (BITS(U) - 1);                                      \
    return (T)((U)((U)x << left) | (U)((U)x >> right));                                                                \
  }
WEFT_FOR_NARROW_AND_TWINS(INTEGER)
INTEGER(long, ulong, ) /* nothing wider */
INTEGER(ulong, ulong, )

#define PRODUCTS(T, U, W)                                                                                              \
  WEFT_FN T mul_hi(T x, T y) {                                                                                         \
    return (T)(((W)x * (W)y) >> BITS(U));                                                                              \
  }                                                                                                                    \
  WEFT_FN T mad_sat(T x, T y, T z) {                                                                                   \
    /* No overflow: |x * y| is at most a quarter of W's range if signed, 2^2n - 2^(n+1) + 1 if not. */                 \
    W wide = (W)x * (W)y + (W)z;                                                                                       \
    return wide > (W)LARGEST(T, U) ? LARGEST(T, U) : wide < (W)SMALLEST(T, U) ? SMALLEST(T, U) : (T)wide;              \
  }
WEFT_FOR_NARROW_AND_TWINS(PRODUCTS)

/* Of 64 bits in halves of 32, which vectors multiply; 128 bits at once would come out as scalars. A one too many is
 * carried through the middle, where it cannot overflow: LLVM would know the plain form, and make it 128 bits again. */
WEFT_FN ulong mul_hi(ulong x, ulong y) {
  ulong x_low = (uint)x, x_high = x >> 32, y_low = (uint)y, y_high = y >> 32;
  ulong low = (x_low * y_low + (1ul << 32)) >> 32, one = x_high * y_low + low - 1, other = x_low * y_high + (uint)one;
  return x_high * y_high + (one >> 32) + (other >> 32);
}
WEFT_FN long mul_hi(long x, long y) {
  ulong high = mul_hi((ulong)x, (ulong)y);
  return (long)(high - (ulong)((x >> 63) & y) - (ulong)((y >> 63) & x));
}
WEFT_FN ulong mad_sat(ulong x, ulong y, ulong z) {
  ulong low = x * y, sum = low + z;
  return mul_hi(x, y) + (sum < low ? 1ul : 0ul) ? ~0ul : sum;
}
WEFT_FN long mad_sat(long x, long y, long z) {
  ulong low = (ulong)x * (ulong)y, sum = low + (ulong)z;
  long high = mul_hi(x, y) + (z >> 63) + (sum < low ? 1l : 0l);
  return high == (long)sum >> 63 ? (long)sum : (high >> 63) ^ 0x7fffffffffffffffl;
}

#define MAD_HI(T, U, W)                                                                                                \
  WEFT_FN T mad_hi(T x, T y, T z) {                                                                                    \
    return (T)((U)mul_hi(x, y) + (U)z);                                                                                \
  }
WEFT_FOR_NARROW_AND_TWINS(MAD_HI)
MAD_HI(long, ulong, )
MAD_HI(ulong, ulong, )

#define UPSAMPLE(T, U, W, UW)                                                                                          \
  WEFT_FN W upsample(T high, U low) {                                                                                  \
    return (W)((UW)((UW)(U)high << BITS(U)) | (UW)low);                                                                \
  }
UPSAMPLE(char, uchar, short, ushort)
UPSAMPLE(uchar, uchar, ushort, ushort)
UPSAMPLE(short, ushort, int, uint)
UPSAMPLE(ushort, ushort, uint, uint)
UPSAMPLE(int, uint, long, ulong)
UPSAMPLE(uint, uint, ulong, ulong)

/* Operands beyond 24 bits may give anything: the whole product is as good as any. */
#define TIMES_24(T)                                                                                                    \
  WEFT_FN T mul24(T x, T y) {                                                                                          \
    return (T)((uint)x * (uint)y);                                                                                     \
  }                                                                                                                    \
  WEFT_FN T mad24(T x, T y, T z) {                                                                                     \
    return (T)((uint)x * (uint)y + (uint)z);                                                                           \
  }
TIMES_24(int)
TIMES_24(uint)
