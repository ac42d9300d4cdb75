/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BUILTINS_SUB_GROUP_H
#define WEFT_BUILTINS_SUB_GROUP_H

/*
 * What the sources of sub-group functions share (docs/groups.md). Bodies get the rows of one sub-group from its first
 * work-item on, the number of its work-items and a bit for each that is active. They may read any entry and write those
 * of active work-items only. `count` and `active` are constants where all sub-groups of a group come along, so bodies
 * are inlined.
 */
#include "builtins/weft.h"

#define SUB_GROUP_FN WEFT_FN __attribute__((convergent))
#define STATEMENT __attribute__((convergent))
#define BODY __attribute__((always_inline)) void
#define ROW(T) __private T *restrict
#define EACH_ACTIVE(i)                                                                                                 \
  for (uint i = 0; i < count; i++)                                                                                     \
    if (active >> i & 1)

/* A constant of the kernel, put in by the compiler. */
__attribute__((const)) uint __weft_sub_group_width(void);
/* Whether the compiler has found out what x is: asked where the caller is inlined. */
__attribute__((const)) bool __weft_is_constant(uint x);
size_t WEFT_OVERLOAD get_local_linear_id(void);
size_t WEFT_OVERLOAD get_local_size(uint dimension);
size_t WEFT_OVERLOAD get_enqueued_local_size(uint dimension);

WEFT_INLINE uint lane_id(void) {
  return (uint)get_local_linear_id() % __weft_sub_group_width();
}

/* The value of the work-item with local id `lane` in the sub-group, by size. */
STATEMENT uchar __weft_stmt_srrr_shuffle_uchar(uchar x, uint lane);
STATEMENT ushort __weft_stmt_srrr_shuffle_ushort(ushort x, uint lane);
STATEMENT uint __weft_stmt_srrr_shuffle_uint(uint x, uint lane);
STATEMENT ulong __weft_stmt_srrr_shuffle_ulong(ulong x, uint lane);
STATEMENT ulong2 __weft_stmt_srrr_shuffle_ulong2(ulong2 x, uint lane);
STATEMENT ulong4 __weft_stmt_srrr_shuffle_ulong4(ulong4 x, uint lane);
STATEMENT ulong8 __weft_stmt_srrr_shuffle_ulong8(ulong8 x, uint lane);
STATEMENT ulong16 __weft_stmt_srrr_shuffle_ulong16(ulong16 x, uint lane);

/* M(type, unsigned type of its size) */
#define FOR_SCALARS(M)                                                                                                 \
  M(char, uchar)                                                                                                       \
  M(uchar, uchar)                                                                                                      \
  M(short, ushort)                                                                                                     \
  M(ushort, ushort)                                                                                                    \
  M(half, ushort) M(int, uint) M(uint, uint) M(float, uint) M(long, ulong) M(ulong, ulong) M(double, ulong)
#define FOR_VECTORS_1(M, T) M(T##2, ushort) M(T##3, uint) M(T##4, uint) M(T##8, ulong) M(T##16, ulong2)
#define FOR_VECTORS_2(M, T) M(T##2, uint) M(T##3, ulong) M(T##4, ulong) M(T##8, ulong2) M(T##16, ulong4)
#define FOR_VECTORS_4(M, T) M(T##2, ulong) M(T##3, ulong2) M(T##4, ulong2) M(T##8, ulong4) M(T##16, ulong8)
#define FOR_VECTORS_8(M, T) M(T##2, ulong2) M(T##3, ulong4) M(T##4, ulong4) M(T##8, ulong8) M(T##16, ulong16)
#define FOR_VECTORS(M)                                                                                                 \
  FOR_VECTORS_1(M, char)                                                                                               \
  FOR_VECTORS_1(M, uchar)                                                                                              \
  FOR_VECTORS_2(M, short)                                                                                              \
  FOR_VECTORS_2(M, ushort)                                                                                             \
  FOR_VECTORS_2(M, half)                                                                                               \
  FOR_VECTORS_4(M, int)                                                                                                \
  FOR_VECTORS_4(M, uint)                                                                                               \
  FOR_VECTORS_4(M, float) FOR_VECTORS_8(M, long) FOR_VECTORS_8(M, ulong) FOR_VECTORS_8(M, double)

#define SHUFFLED(T, S, x, lane) __builtin_astype(__weft_stmt_srrr_shuffle_##S(__builtin_astype(x, S), lane), T)

#endif
