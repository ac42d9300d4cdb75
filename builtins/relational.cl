// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Relational functions (OpenCL C 6.15.6). True is 1 for scalars and -1 for each element of vectors,
// so vectors have definitions of their own.
#include "builtins/weft.h"

/* F a floating-point type, R the type of its results, I the signed integers of its size. */
#define COMPARISONS(F, R)                                                                                              \
  WEFT_FN R isequal(F x, F y) {                                                                                        \
    return x == y;                                                                                                     \
  }                                                                                                                    \
  WEFT_FN R isnotequal(F x, F y) {                                                                                     \
    return x != y;                                                                                                     \
  }                                                                                                                    \
  WEFT_FN R isgreater(F x, F y) {                                                                                      \
    return x > y;                                                                                                      \
  }                                                                                                                    \
  WEFT_FN R isgreaterequal(F x, F y) {                                                                                 \
    return x >= y;                                                                                                     \
  }                                                                                                                    \
  WEFT_FN R isless(F x, F y) {                                                                                         \
    return x < y;                                                                                                      \
  }                                                                                                                    \
  WEFT_FN R islessequal(F x, F y) {                                                                                    \
    return x <= y;                                                                                                     \
  }                                                                                                                    \
  WEFT_FN R islessgreater(F x, F y) {                                                                                  \
    return (x < y) | (x > y);                                                                                          \
  }                                                                                                                    \
  WEFT_FN R isordered(F x, F y) {                                                                                      \
    return (x == x) & (y == y);                                                                                        \
  }                                                                                                                    \
  WEFT_FN R isunordered(F x, F y) {                                                                                    \
    return (x != x) | (y != y);                                                                                        \
  }                                                                                                                    \
  WEFT_FN R isnan(F x) {                                                                                               \
    return x != x;                                                                                                     \
  }
/* By the encoding, since comparisons with denormals would depend on the floating-point mode. MAGNITUDE: all but the
 * sign. */
#define CLASSES(F, I, R, MAGNITUDE, INFINITE, SMALLEST_NORMAL)                                                         \
  WEFT_FN R isfinite(F x) {                                                                                            \
    return (as_##I(x) & (I)MAGNITUDE) < (I)INFINITE;                                                                   \
  }                                                                                                                    \
  WEFT_FN R isinf(F x) {                                                                                               \
    return (as_##I(x) & (I)MAGNITUDE) == (I)INFINITE;                                                                  \
  }                                                                                                                    \
  WEFT_FN R isnormal(F x) {                                                                                            \
    I magnitude = as_##I(x) & (I)MAGNITUDE;                                                                            \
    return (magnitude < (I)INFINITE) & (magnitude >= (I)SMALLEST_NORMAL);                                              \
  }                                                                                                                    \
  WEFT_FN R signbit(F x) {                                                                                             \
    return as_##I(x) < (I)0;                                                                                           \
  }
#define HALF(N) COMPARISONS(half##N, short##N) CLASSES(half##N, short##N, short##N, 0x7fff, 0x7c00, 0x0400)
#define FLOAT(N) COMPARISONS(float##N, int##N) CLASSES(float##N, int##N, int##N, 0x7fffffff, 0x7f800000, 0x00800000)
#define DOUBLE_CLASSES(F, I, R) CLASSES(F, I, R, 0x7fffffffffffffff, 0x7ff0000000000000, 0x0010000000000000)
#define DOUBLE(N) COMPARISONS(double##N, long##N) DOUBLE_CLASSES(double##N, long##N, long##N)
#define VECTORS(M) M(2) M(3) M(4) M(8) M(16)
VECTORS(HALF)
VECTORS(FLOAT)
VECTORS(DOUBLE)
FLOAT()
COMPARISONS(half, int)
CLASSES(half, short, int, 0x7fff, 0x7c00, 0x0400)
COMPARISONS(double, int)
DOUBLE_CLASSES(double, long, int)

/* The most significant bits decide. */
#define ANY_ALL_SCALAR(T)                                                                                              \
  WEFT_FN int any(T x) {                                                                                               \
    return x < 0;                                                                                                      \
  }                                                                                                                    \
  WEFT_FN int all(T x) {                                                                                               \
    return x < 0;                                                                                                      \
  }
#define ANY_ALL(T)                                                                                                     \
  WEFT_FN int any(T x) {                                                                                               \
    return __builtin_reduce_or(x) < 0;                                                                                 \
  }                                                                                                                    \
  WEFT_FN int all(T x) {                                                                                               \
    return __builtin_reduce_and(x) < 0;                                                                                \
  }
#define ANY_ALL_TYPE(T) ANY_ALL_SCALAR(T) WEFT_FOR_WIDTHS(ANY_ALL, T)
ANY_ALL_TYPE(char)
ANY_ALL_TYPE(short)
ANY_ALL_TYPE(int)
ANY_ALL_TYPE(long)

/* Elementwise: scalars suffice. */
#define BITSELECT(T, U)                                                                                                \
  WEFT_FN T bitselect(T a, T b, T mask) {                                                                              \
    return as_##T((U)((as_##U(a) & (U)~as_##U(mask)) | (as_##U(b) & as_##U(mask))));                                   \
  }
BITSELECT(char, uchar)
BITSELECT(uchar, uchar)
BITSELECT(short, ushort)
BITSELECT(ushort, ushort)
BITSELECT(int, uint)
BITSELECT(uint, uint)
BITSELECT(long, ulong)
BITSELECT(ulong, ulong)
BITSELECT(half, ushort)
BITSELECT(float, uint)
BITSELECT(double, ulong)

/* A scalar is chosen by the whole condition, an element by its condition's most significant bit, which is what the
 * vector form of the operator ?: looks at. */
#define SELECT_BY(T, C)                                                                                                \
  WEFT_FN T select(T a, T b, C c) {                                                                                    \
    return c ? b : a;                                                                                                  \
  }
#define SELECT(T, I, U) SELECT_BY(T, I) SELECT_BY(T, U)
#define SELECT_TYPE(T, I, U)                                                                                           \
  SELECT(T, I, U)                                                                                                      \
  SELECT(T##2, I##2, U##2)                                                                                             \
  SELECT(T##3, I##3, U##3) SELECT(T##4, I##4, U##4) SELECT(T##8, I##8, U##8) SELECT(T##16, I##16, U##16)
SELECT_TYPE(char, char, uchar)
SELECT_TYPE(uchar, char, uchar)
SELECT_TYPE(short, short, ushort)
SELECT_TYPE(ushort, short, ushort)
SELECT_TYPE(half, short, ushort)
SELECT_TYPE(int, int, uint)
SELECT_TYPE(uint, int, uint)
SELECT_TYPE(float, int, uint)
SELECT_TYPE(long, long, ulong)
SELECT_TYPE(ulong, long, ulong)
SELECT_TYPE(double, long, ulong)
