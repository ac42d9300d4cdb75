/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BUILTINS_POWN_H
#define WEFT_BUILTINS_POWN_H

#include "builtins/weft.h"

/*
 * pown(T, int), where most powers are small: those below 16 are products of squares, others ANY(x, n). With a
 * reciprocal the result is rounded as if 15 times, by 15 units in the last place at most where it lies just above a
 * power of two; 16 are allowed. Not the reciprocal of what may have left the normal numbers: NORMAL(x) is false.
 */
#define POWN(T, NORMAL, ANY)                                                                                           \
  WEFT_FN T pown(T x, int n) {                                                                                         \
    uint m = n < 0 ? -(uint)n : (uint)n;                                                                               \
    T second = x * x, fourth = second * second;                                                                        \
    T low = (m & 1 ? x : 1) * (m & 2 ? second : 1), high = (m & 4 ? fourth : 1) * (m & 8 ? fourth * fourth : 1);       \
    T result = low * high;                                                                                             \
    bool small = m < 16;                                                                                               \
    if (n < 0) {                                                                                                       \
      small = small && NORMAL(result);                                                                                 \
      result = 1 / result;                                                                                             \
    }                                                                                                                  \
    if (!small)                                                                                                        \
      result = ANY(x, n);                                                                                              \
    return result;                                                                                                     \
  }

#endif
