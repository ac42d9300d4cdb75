// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of the strided async copies: run once per work-group, by one thread.
//
// One side is contiguous: a gather reads elements `stride` bytes apart, a scatter writes them. A gather with a small
// stride reads whole blocks, the gaps with them, and drops what it does not want; it stops so early that no block
// reaches past the last element, since what lies behind it may be unmapped. A scatter never writes a gap.
#include "builtins/async_copy.h"

/* Hides where a value came from, or the optimiser chains one address to the next and each waits for the one before. */
WEFT_INLINE ulong opaque(ulong x) {
  __asm__("" : "+r"(x));
  return x;
}

/* Plain loops, eight elements in flight: `at_dst` and `at_src` give the address of element 0 to 3 from a pointer. */
#define PLAIN_LOOP(T, at_dst, at_src, dst_step, src_step)                                                              \
  do {                                                                                                                 \
    WEFT_ROLLED for (; count >= 8; count -= 8) {                                                                       \
      copy_from src4 = src + 4 * (src_step);                                                                           \
      copy_to dst4 = dst + 4 * (dst_step);                                                                             \
      WEFT_MOVE(T, dst, src);                                                                                          \
      WEFT_MOVE(T, at_dst(dst, 1), at_src(src, 1));                                                                    \
      WEFT_MOVE(T, at_dst(dst, 2), at_src(src, 2));                                                                    \
      WEFT_MOVE(T, at_dst(dst, 3), at_src(src, 3));                                                                    \
      WEFT_MOVE(T, dst4, src4);                                                                                        \
      WEFT_MOVE(T, at_dst(dst4, 1), at_src(src4, 1));                                                                  \
      WEFT_MOVE(T, at_dst(dst4, 2), at_src(src4, 2));                                                                  \
      WEFT_MOVE(T, at_dst(dst4, 3), at_src(src4, 3));                                                                  \
      src = src4 + 4 * (src_step);                                                                                     \
      dst = dst4 + 4 * (dst_step);                                                                                     \
    }                                                                                                                  \
    WEFT_ROLLED for (; count; --count) {                                                                               \
      WEFT_MOVE(T, dst, src);                                                                                          \
      src += (src_step);                                                                                               \
      dst += (dst_step);                                                                                               \
    }                                                                                                                  \
  } while (0)
#define NEXT(p, i) ((p) + (i) * ELEMENT)
#define STRIDE(p, i) ((p) + multiple[i])
#define PLAIN(T)                                                                                                       \
  do {                                                                                                                 \
    enum { ELEMENT = sizeof(T) };                                                                                      \
    if (gather)                                                                                                        \
      PLAIN_LOOP(T, NEXT, STRIDE, ELEMENT, stride);                                                                    \
    else                                                                                                               \
      PLAIN_LOOP(T, STRIDE, NEXT, stride, ELEMENT);                                                                    \
  } while (0)

typedef ushort ushort_block __attribute__((ext_vector_type(32)));
typedef uchar uchar_block_of_32 __attribute__((ext_vector_type(32)));

#define UNALIGNED(T)                                                                                                   \
  struct __attribute__((packed)) {                                                                                     \
    T block;                                                                                                           \
  }

/* Gathers `lanes` elements a round while more than that many are left, so that a block ends before the last element. */
#define BLOCK_LOOP(TO, lanes, ...)                                                                                     \
  WEFT_ROLLED for (; count > (lanes); count -= (lanes)) {                                                              \
    ((generic UNALIGNED(TO) *)dst)->block = __VA_ARGS__;                                                               \
    src += (lanes) * src_stride;                                                                                       \
    dst += (lanes) * dst_stride;                                                                                       \
  }
#define BLOCK(T, index) (((const generic UNALIGNED(T) *)src)[index].block)

/* Every second, fourth or eighth element is the low part of an integer as wide as the stride. */
#define NARROW(TO, FROM) __builtin_convertvector(BLOCK(FROM, 0), TO)

/* Elements 0, 4, .. 28 of four blocks of 32 bytes. Half lines: reading a line with one load was a third slower from the
 * second-level cache, and slower than C. */
#define PAIR(index) __builtin_shufflevector(BLOCK(uint8, index), BLOCK(uint8, index + 1), 0, 0, 8, 8, 4, 4, 12, 12)
#define QUARTER                                                                                                        \
  __builtin_shufflevector(__builtin_shufflevector(PAIR(0), PAIR(2), 0, 2, 8, 10, 4, 6, 12, 14), (uint8)(0), 0, 4, 1,   \
                          5, 2, 6, 3, 7)

__attribute__((noinline)) void __weft_group_copy_strided_body(generic void *dst_, const generic void *src_,
                                                              ulong element_bytes, ulong count, ulong dst_stride,
                                                              ulong src_stride) {
  copy_to dst = (copy_to)dst_;
  copy_from src = (copy_from)src_;
  /* A gather's stride; 0 for a scatter. */
  const ulong gather = dst_stride == element_bytes ? src_stride : 0;
  if (gather == element_bytes) {
    __weft_group_copy_1d_body(dst, src, element_bytes * count);
    return;
  }
  /* Both sides strided: no function of the language asks for it, but lines can do it. */
  if (dst_stride != element_bytes && src_stride != element_bytes) {
    __weft_group_copy_nd_body(dst, src, element_bytes, count, 1, dst_stride, src_stride, 0, 0);
    return;
  }
  const ulong stride = gather ? src_stride : dst_stride;
  const ulong multiple[4] = {0, opaque(stride), opaque(2 * stride), opaque(3 * stride)};
  switch (element_bytes) {
  case 1:
    if (gather == 2)
      BLOCK_LOOP(uchar_block_of_32, 32, NARROW(uchar_block_of_32, ushort_block))
    else if (gather == 4)
      BLOCK_LOOP(uchar16, 16, NARROW(uchar16, uint16))
    else if (gather == 8)
      BLOCK_LOOP(uchar8, 8, NARROW(uchar8, ulong8))
    PLAIN(uchar);
    break;
  case 2:
    if (gather == 4)
      BLOCK_LOOP(ushort16, 16, NARROW(ushort16, uint16))
    else if (gather == 8)
      BLOCK_LOOP(ushort8, 8, NARROW(ushort8, ulong8))
    PLAIN(unaligned2);
    break;
  case 4:
    if (gather == 8)
      BLOCK_LOOP(uint8, 8, NARROW(uint8, ulong8))
    else if (gather == 12)
      BLOCK_LOOP(uint16, 16,
                 __builtin_shufflevector(__builtin_shufflevector(BLOCK(uint16, 0), BLOCK(uint16, 1), 0, 3, 6, 9, 12, 15,
                                                                 18, 21, 24, 27, 30, -1, -1, -1, -1, -1),
                                         BLOCK(uint16, 2), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29))
    else if (gather == 16)
      BLOCK_LOOP(uint8, 8, QUARTER)
    PLAIN(unaligned4);
    break;
  case 8:
    if (gather == 16)
      BLOCK_LOOP(ulong8, 8, __builtin_shufflevector(BLOCK(ulong8, 0), BLOCK(ulong8, 1), 0, 2, 4, 6, 8, 10, 12, 14))
    PLAIN(unaligned8);
    break;
  case 16:
    PLAIN(unaligned16);
    break;
  case 32:
    PLAIN(unaligned32);
    break;
  case 64:
    PLAIN(unaligned64);
    break;
  default:
    /* Elements of 128 bytes, and any that no gentype has: lines. */
    __weft_group_copy_nd_body(dst, src, element_bytes, count, 1, dst_stride, src_stride, 0, 0);
  }
}
