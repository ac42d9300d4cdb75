/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BUILTINS_SUB_GROUP_PICK_H
#define WEFT_BUILTINS_SUB_GROUP_PICK_H

/*
 * Exchanges of a full sub-group: each work-item names the neighbour whose value it takes. Processors pick the elements
 * of one register by the numbers in another; where a table fits into a few of them, that takes the place of as many
 * loads and stores as there are work-items. Where values are in registers, nothing else is left of an exchange.
 *
 *   bool weft_pick_rows(out, in, lane, count)   out[i] = in[lane[i] % count]; false: not for so many, nothing is done
 *
 * count is a power of two and a constant wherever this is inlined.
 */
#include "builtins/sub_group.h"

/* N neighbours, which start anywhere. */
#define NEIGHBOURS(T, N) typedef T##N __attribute__((aligned(sizeof(T)))) weft_neighbours_##T##N;
#define NEIGHBOURS_OF(T) NEIGHBOURS(T, 4) NEIGHBOURS(T, 8) NEIGHBOURS(T, 16)
NEIGHBOURS_OF(uchar)
NEIGHBOURS_OF(ushort)
NEIGHBOURS_OF(uint)
NEIGHBOURS_OF(ulong)
#define AT(T, N, row) (*(__private weft_neighbours_##T##N *)(row))
#define OF(T, N, row) (*(const __private weft_neighbours_##T##N *)(row))

/* The first 16 (8, 4) elements of a row of so many, 4 at least; what is beyond is undefined. */
#define FIRST_8(T)                                                                                                     \
  WEFT_INLINE T##4 first_4(const __private T *row, uint count) {                                                       \
    return OF(T, 4, row);                                                                                              \
  }                                                                                                                    \
  WEFT_INLINE T##8 first_8(const __private T *row, uint count) {                                                       \
    if (count >= 8)                                                                                                    \
      return OF(T, 8, row);                                                                                            \
    T##4 four = first_4(row, count);                                                                                   \
    return __builtin_shufflevector(four, four, 0, 1, 2, 3, -1, -1, -1, -1);                                            \
  }
#define FIRST_16(T)                                                                                                    \
  FIRST_8(T)                                                                                                           \
  WEFT_INLINE T##16 first_16(const __private T *row, uint count) {                                                     \
    if (count >= 16)                                                                                                   \
      return OF(T, 16, row);                                                                                           \
    T##8 eight = first_8(row, count);                                                                                  \
    return __builtin_shufflevector(eight, eight, 0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1);              \
  }
FIRST_16(uchar)
FIRST_16(ushort)
FIRST_16(uint)
FIRST_8(ulong)

/* Stores so many of them, at most all. */
#define PUT_8(T)                                                                                                       \
  WEFT_INLINE void put(__private T *row, T##8 x, uint count) {                                                         \
    if (count >= 8)                                                                                                    \
      AT(T, 8, row) = x;                                                                                               \
    else                                                                                                               \
      AT(T, 4, row) = x.lo;                                                                                            \
  }
#define PUT_16(T)                                                                                                      \
  PUT_8(T)                                                                                                             \
  WEFT_INLINE void put(__private T *row, T##16 x, uint count) {                                                        \
    if (count >= 16)                                                                                                   \
      AT(T, 16, row) = x;                                                                                              \
    else                                                                                                               \
      put(row, x.lo, count);                                                                                           \
  }
PUT_16(uchar)
PUT_16(ushort)
PUT_16(uint)
PUT_8(ulong)

/* Elements of a table of 16 bytes; the numbers are below 16. */
#if defined(WEFT_IS_AARCH64)
__attribute__((const)) uchar16 weft_pick_bytes(uchar16 table, uchar16 at) __asm__("llvm.aarch64.neon.tbl1.v16i8");
#else
__attribute__((const)) uchar16 weft_pick_bytes(uchar16 table, uchar16 at) __asm__("llvm.x86.ssse3.pshuf.b.128");
#endif

WEFT_INLINE uchar16 pick(const __private uchar *in, uint16 lane, uint count) {
  return weft_pick_bytes(first_16(in, count), __builtin_convertvector(lane, uchar16) & (uchar)15);
}
#if WEFT_HAS_AVX512

__attribute__((const)) ushort16 weft_pick_16(ushort16 table, ushort16 at) __asm__("llvm.x86.avx512.permvar.hi.256");
__attribute__((const)) ushort16 weft_pick_32(ushort16 low, ushort16 at,
                                             ushort16 high) __asm__("llvm.x86.avx512.vpermi2var.hi.256");
__attribute__((const)) uint16 weft_pick_16_ints(uint16 table, uint16 at) __asm__("llvm.x86.avx512.permvar.si.512");
__attribute__((const)) uint16 weft_pick_32_ints(uint16 low, uint16 at,
                                                uint16 high) __asm__("llvm.x86.avx512.vpermi2var.d.512");
__attribute__((const)) ulong8 weft_pick_8_longs(ulong8 table, ulong8 at) __asm__("llvm.x86.avx512.permvar.di.512");
__attribute__((const)) ulong8 weft_pick_16_longs(ulong8 low, ulong8 at,
                                                 ulong8 high) __asm__("llvm.x86.avx512.vpermi2var.q.512");

#define MOST_uchar 16
#define MOST_ushort 32
#define MOST_uint 64
#define MOST_ulong 32

WEFT_INLINE ushort16 pick(const __private ushort *in, uint16 lane, uint count) {
  ushort16 at = __builtin_convertvector(lane, ushort16);
  return count <= 16 ? weft_pick_16(first_16(in, count), at)
                     : weft_pick_32(OF(ushort, 16, in), at, OF(ushort, 16, in + 16));
}
WEFT_INLINE uint16 pick_of_32(const __private uint *in, uint16 lane) {
  return weft_pick_32_ints(OF(uint, 16, in), lane, OF(uint, 16, in + 16));
}
WEFT_INLINE uint16 pick(const __private uint *in, uint16 lane, uint count) {
  if (count <= 16)
    return weft_pick_16_ints(first_16(in, count), lane);
  uint16 low = pick_of_32(in, lane);
  return count == 32 ? low : (lane & 32) != 0 ? pick_of_32(in + 32, lane) : low;
}
WEFT_INLINE ulong8 pick_of_16(const __private ulong *in, ulong8 lane) {
  return weft_pick_16_longs(OF(ulong, 8, in), lane, OF(ulong, 8, in + 8));
}
WEFT_INLINE ulong8 pick(const __private ulong *in, uint8 lane, uint count) {
  ulong8 at = __builtin_convertvector(lane, ulong8);
  if (count <= 8)
    return weft_pick_8_longs(first_8(in, count), at);
  ulong8 low = pick_of_16(in, at);
  return count == 16 ? low : (at & 16) != 0 ? pick_of_16(in + 16, at) : low;
}

#else

/* N numbers, which name elements of one or two tables of HALF. */
#define PICK_OF_TWO(NAME, T, N, HALF, OF_ONE)                                                                          \
  WEFT_INLINE T##N NAME(const __private T *in, T##N at, uint count) {                                                  \
    T##HALF first = first_##HALF(in, count);                                                                           \
    T##N low = (T##N)(OF_ONE(first, at.lo), OF_ONE(first, at.hi));                                                     \
    if (count <= HALF)                                                                                                 \
      return low;                                                                                                      \
    T##HALF second = OF(T, HALF, in + HALF);                                                                           \
    T##N high = (T##N)(OF_ONE(second, at.lo), OF_ONE(second, at.hi));                                                  \
    return (at & (T)HALF) != (T)0 ? high : low;                                                                        \
  }

#define MOST_uchar 16
#define MOST_ushort 16

/* Both bytes of each element. */
WEFT_INLINE ushort8 pick_of_8(ushort8 table, ushort8 at) {
  ushort8 pairs = (at & (ushort)7) * (ushort)0x202 + (ushort)0x100;
  return __builtin_astype(weft_pick_bytes(__builtin_astype(table, uchar16), __builtin_astype(pairs, uchar16)), ushort8);
}
PICK_OF_TWO(pick_of_16, ushort, 16, 8, pick_of_8)
WEFT_INLINE ushort16 pick(const __private ushort *in, uint16 lane, uint count) {
  return pick_of_16(in, __builtin_convertvector(lane, ushort16), count);
}

#if WEFT_HAS_AVX2

__attribute__((const)) uint8 weft_pick_8_ints(uint8 table, uint8 at) __asm__("llvm.x86.avx2.permd");

#define MOST_uint 16
#define MOST_ulong 8

PICK_OF_TWO(pick, uint, 16, 8, weft_pick_8_ints)
/* Both halves of each element. */
WEFT_INLINE ulong4 pick_of_4(ulong4 table, ulong4 at) {
  ulong4 pairs = (at & 3) * 0x200000002ul + 0x100000000ul;
  return __builtin_astype(weft_pick_8_ints(__builtin_astype(table, uint8), __builtin_astype(pairs, uint8)), ulong4);
}
PICK_OF_TWO(pick_of_8, ulong, 8, 4, pick_of_4)
WEFT_INLINE ulong8 pick(const __private ulong *in, uint8 lane, uint count) {
  return pick_of_8(in, __builtin_convertvector(lane, ulong8), count);
}

#else

#define MOST_uint 8
#define MOST_ulong 0

/* All bytes of each element. */
WEFT_INLINE uint4 pick_of_4(uint4 table, uint4 at) {
  uint4 bytes = (at & 3) * 0x4040404 + 0x3020100;
  return __builtin_astype(weft_pick_bytes(__builtin_astype(table, uchar16), __builtin_astype(bytes, uchar16)), uint4);
}
PICK_OF_TWO(pick_of_8, uint, 8, 4, pick_of_4)
WEFT_INLINE uint16 pick(const __private uint *in, uint16 lane, uint count) {
  uint8 low = pick_of_8(in, lane.lo, count);
  return __builtin_shufflevector(low, low, 0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1);
}
/* Two elements fill a register: nothing is won. */
WEFT_INLINE ulong8 pick(const __private ulong *in, uint8 lane, uint count) {
  return (ulong8)0;
}

#endif
#endif

#define PICK_ROWS(T, N)                                                                                                \
  WEFT_INLINE bool weft_pick_rows(ROW(T) out, const ROW(T) in, const ROW(uint) lane, uint count) {                     \
    if (count > MOST_##T)                                                                                              \
      return false;                                                                                                    \
    for (uint i = 0; i < count; i += N)                                                                                \
      put(out + i, pick(in, first_##N(lane + i, count - i), count), count - i);                                        \
    return true;                                                                                                       \
  }
PICK_ROWS(uchar, 16)
PICK_ROWS(ushort, 16)
PICK_ROWS(uint, 16)
PICK_ROWS(ulong, 8)

#undef AT
#undef OF

#endif
