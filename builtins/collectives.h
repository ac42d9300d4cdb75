/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BUILTINS_COLLECTIVES_H
#define WEFT_BUILTINS_COLLECTIVES_H

/*
 * Reductions and scans over rows of the frame: the operations, what leaves a value as it is (their identity), and 16
 * neighbours at a time.
 *
 * Signed integers go as unsigned ones but for min and max. The order of floating-point operations is ours, and depends
 * on nothing but the number of work-items.
 */
#include "builtins/weft.h"

#define OP_add(a, b) ((a) + (b))
#define OP_mul(a, b) ((a) * (b))
#define OP_and(a, b) ((a) & (b))
#define OP_or(a, b) ((a) | (b))
#define OP_xor(a, b) ((a) ^ (b))
#define OP_min(a, b) ((b) < (a) ? (b) : (a))
#define OP_max(a, b) ((b) > (a) ? (b) : (a))

#define ID_add(T) ((T)0)
#define ID_mul(T) ((T)1)
#define ID_and(T) ((T) ~(T)0)
#define ID_or(T) ((T)0)
#define ID_xor(T) ((T)0)
#define ID_min(T) HIGHEST_##T
#define ID_max(T) LOWEST_##T

#define HIGHEST_char CHAR_MAX
#define HIGHEST_uchar UCHAR_MAX
#define HIGHEST_short SHRT_MAX
#define HIGHEST_ushort USHRT_MAX
#define HIGHEST_int INT_MAX
#define HIGHEST_uint UINT_MAX
#define HIGHEST_long LONG_MAX
#define HIGHEST_ulong ULONG_MAX
#define HIGHEST_half ((half)INFINITY)
#define HIGHEST_float INFINITY
#define HIGHEST_double ((double)INFINITY)
#define LOWEST_char CHAR_MIN
#define LOWEST_uchar ((uchar)0)
#define LOWEST_short SHRT_MIN
#define LOWEST_ushort ((ushort)0)
#define LOWEST_int INT_MIN
#define LOWEST_uint 0u
#define LOWEST_long LONG_MIN
#define LOWEST_ulong 0ul
#define LOWEST_half ((half) - INFINITY)
#define LOWEST_float (-INFINITY)
#define LOWEST_double (-(double)INFINITY)

/* 16 entries of a row, which start anywhere. */
#define BLOCK(T) WEFT_BLOCK_##T
#define WEFT_BLOCK_TYPE(T) typedef T##16 __attribute__((aligned(sizeof(T)))) WEFT_BLOCK_##T;
WEFT_FOR_INTEGERS(WEFT_BLOCK_TYPE)
WEFT_FOR_FLOATS(WEFT_BLOCK_TYPE)

/* weft_reduce_<op>(block): by halves. weft_prefix_<op>(block): each element with all before it, in four steps. */
#define WEFT_BLOCK_OPS(OP, T)                                                                                          \
  WEFT_INLINE T weft_reduce_##OP(T##16 v) {                                                                            \
    T##8 a = OP_##OP(v.lo, v.hi);                                                                                      \
    T##4 b = OP_##OP(a.lo, a.hi);                                                                                      \
    T##2 c = OP_##OP(b.lo, b.hi);                                                                                      \
    return OP_##OP(c.lo, c.hi);                                                                                        \
  }                                                                                                                    \
  WEFT_INLINE T##16 weft_prefix_##OP(T##16 v) {                                                                        \
    const T##16 none = ID_##OP(T);                                                                                     \
    T##16 w = __builtin_shufflevector(v, none, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);                  \
    v = OP_##OP(w, v);                                                                                                 \
    w = __builtin_shufflevector(v, none, 16, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);                        \
    v = OP_##OP(w, v);                                                                                                 \
    w = __builtin_shufflevector(v, none, 16, 16, 16, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);                        \
    v = OP_##OP(w, v);                                                                                                 \
    w = __builtin_shufflevector(v, none, 16, 16, 16, 16, 16, 16, 16, 16, 0, 1, 2, 3, 4, 5, 6, 7);                      \
    return OP_##OP(w, v);                                                                                              \
  }

#endif
