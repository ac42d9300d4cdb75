// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bit fields (cl_khr_extended_bit_ops) and dot products of bytes (cl_khr_integer_dot_product).
#include "builtins/weft.h"

/* T a type, S and U its signed and unsigned twins. A field of no bits shifts by a whole word: by two steps, then. */
#define FIELDS(T, S, U)                                                                                                \
  WEFT_FN T bitfield_insert(T base, T insert, uint offset, uint count) {                                               \
    uint bits = sizeof(T) * 8;                                                                                         \
    U field = count ? (U)((U) - 1 >> ((bits - count) & (bits - 1))) : (U)0;                                            \
    U mask = (U)(field << (offset & (bits - 1)));                                                                      \
    return (T)(((U)base & (U)~mask) | ((U)((U)insert << (offset & (bits - 1))) & mask));                               \
  }                                                                                                                    \
  WEFT_FN U bitfield_extract_unsigned(T base, uint offset, uint count) {                                               \
    uint bits = sizeof(T) * 8;                                                                                         \
    U field = count ? (U)((U) - 1 >> ((bits - count) & (bits - 1))) : (U)0;                                            \
    return (U)((U)base >> (offset & (bits - 1))) & field;                                                              \
  }                                                                                                                    \
  WEFT_FN S bitfield_extract_signed(T base, uint offset, uint count) {                                                 \
    uint bits = sizeof(T) * 8, unused = (bits - count) & (bits - 1);                                                   \
    U top = (U)(bitfield_extract_unsigned(base, offset, count) << unused);                                             \
    return (S)((S)top >> unused);                                                                                      \
  }                                                                                                                    \
  WEFT_FN T bit_reverse(T base) {                                                                                      \
    return (T)__builtin_elementwise_bitreverse((U)base);                                                               \
  }
FIELDS(char, char, uchar)
FIELDS(uchar, char, uchar)
FIELDS(short, short, ushort)
FIELDS(ushort, short, ushort)
FIELDS(int, int, uint)
FIELDS(uint, int, uint)
FIELDS(long, long, ulong)
FIELDS(ulong, long, ulong)

#define DOT(A, B, R, suffix)                                                                                           \
  WEFT_FN R dot(A a, B b) {                                                                                            \
    return (R)a.s0 * (R)b.s0 + (R)a.s1 * (R)b.s1 + (R)a.s2 * (R)b.s2 + (R)a.s3 * (R)b.s3;                              \
  }                                                                                                                    \
  WEFT_FN R dot_acc_sat(A a, B b, R accumulator) {                                                                     \
    return __builtin_elementwise_add_sat(dot(a, b), accumulator);                                                      \
  }                                                                                                                    \
  WEFT_FN R dot_4x8packed_##suffix(uint a, uint b) {                                                                   \
    return dot(as_##A(a), as_##B(b));                                                                                  \
  }                                                                                                                    \
  WEFT_FN R dot_acc_sat_4x8packed_##suffix(uint a, uint b, R accumulator) {                                            \
    return dot_acc_sat(as_##A(a), as_##B(b), accumulator);                                                             \
  }
DOT(uchar4, uchar4, uint, uu_uint)
DOT(char4, char4, int, ss_int)
DOT(uchar4, char4, int, us_int)
DOT(char4, uchar4, int, su_int)
