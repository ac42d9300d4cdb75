// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shuffle and shuffle2 (OpenCL C 6.15.13). Only the bits of a mask that can name an element count.
#include "builtins/weft.h"

/* FROM elements in each source, TO in mask and result. A mask known when a kernel is compiled becomes one shuffle. */
#define SHUFFLE(T, U, FROM, TO)                                                                                        \
  WEFT_FN T##TO shuffle(T##FROM x, U##TO mask) {                                                                       \
    T##TO result;                                                                                                      \
    _Pragma("unroll") for (int i = 0; i < TO; ++i) result[i] = x[(uint)mask[i] & (FROM - 1)];                          \
    return result;                                                                                                     \
  }                                                                                                                    \
  WEFT_FN T##TO shuffle2(T##FROM x, T##FROM y, U##TO mask) {                                                           \
    T##TO result;                                                                                                      \
    _Pragma("unroll") for (int i = 0; i < TO; ++i) {                                                                   \
      uint index = (uint)mask[i] & (FROM - 1);                                                                         \
      result[i] = ((uint)mask[i] & FROM) ? y[index] : x[index];                                                        \
    }                                                                                                                  \
    return result;                                                                                                     \
  }
#define TO_ALL(T, U, FROM) SHUFFLE(T, U, FROM, 2) SHUFFLE(T, U, FROM, 4) SHUFFLE(T, U, FROM, 8) SHUFFLE(T, U, FROM, 16)
#define ALL(T, U) TO_ALL(T, U, 2) TO_ALL(T, U, 4) TO_ALL(T, U, 8) TO_ALL(T, U, 16)

ALL(char, uchar)
ALL(uchar, uchar)
ALL(short, ushort)
ALL(ushort, ushort)
ALL(int, uint)
ALL(uint, uint)
ALL(long, ulong)
ALL(ulong, ulong)
ALL(half, ushort)
ALL(float, uint)
ALL(double, ulong)
