/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BUILTINS_ASYNC_COPY_H
#define WEFT_BUILTINS_ASYNC_COPY_H

/*
 * Moves of unaligned blocks, the words of which the copy bodies are made. Source and destination never
 * overlap (the specification leaves overlap undefined), so loads and stores may go in any order. Moves shorter
 * than two blocks are made of two blocks that overlap, one at each end: no byte outside is touched.
 */

#include "builtins/weft.h"

typedef ushort unaligned2 __attribute__((aligned(1)));
typedef uint unaligned4 __attribute__((aligned(1)));
typedef ulong unaligned8 __attribute__((aligned(1)));
typedef ulong2 unaligned16 __attribute__((aligned(1)));
typedef ulong4 unaligned32 __attribute__((aligned(1)));
typedef ulong8 unaligned64 __attribute__((aligned(1)));
typedef ulong8 aligned64 __attribute__((aligned(64)));

typedef generic uchar *copy_to;
typedef const generic uchar *copy_from;

/* Before loops that stream: unrolled, they would have dozens of loads that each stride far, and processors that predict
 * strides by the load's address in the code fetch too late (16 KiB from memory 745 ns unrolled eight times, 475
 * rolled). */
#define WEFT_ROLLED _Pragma("clang loop unroll(disable)")

#define WEFT_MOVE(T, dst, src) (*(generic T *)(dst) = *(const generic T *)(src))

/* A pair of blocks of T that covers `bytes`, sizeof(T) <= bytes <= 2 * sizeof(T). */
#define WEFT_MOVE_ENDS(T, dst, src, bytes)                                                                             \
  do {                                                                                                                 \
    T head_ = *(const generic T *)(src);                                                                               \
    T tail_ = *(const generic T *)((src) + (bytes) - sizeof(T));                                                       \
    *(generic T *)(dst) = head_;                                                                                       \
    *(generic T *)((dst) + (bytes) - sizeof(T)) = tail_;                                                               \
  } while (0)

WEFT_INLINE void move_below_8(copy_to dst, copy_from src, ulong bytes) {
  if (bytes >= 4)
    WEFT_MOVE_ENDS(unaligned4, dst, src, bytes);
  else if (bytes >= 2)
    WEFT_MOVE_ENDS(unaligned2, dst, src, bytes);
  else if (bytes)
    *dst = *src;
}

/* 128 < bytes <= 256: two blocks at each end. */
WEFT_INLINE void move_up_to_256(copy_to dst, copy_from src, ulong bytes) {
  unaligned64 head0 = *(const generic unaligned64 *)src;
  unaligned64 head1 = *(const generic unaligned64 *)(src + 64);
  unaligned64 tail1 = *(const generic unaligned64 *)(src + bytes - 128);
  unaligned64 tail0 = *(const generic unaligned64 *)(src + bytes - 64);
  *(generic unaligned64 *)dst = head0;
  *(generic unaligned64 *)(dst + 64) = head1;
  *(generic unaligned64 *)(dst + bytes - 128) = tail1;
  *(generic unaligned64 *)(dst + bytes - 64) = tail0;
}

/* Long copies ask for what lies this far ahead, also behind their own end: tiles follow one another more often than
 * not, and a fetch ahead never faults. From memory 16 KiB take 425 ns, 600 without, memmove 450; 4 KiB 101, 155 and
 * 193. Further ahead or fewer lines of it cost what they gain from the second-level cache. The loads stand before the
 * prefetches: the other way round is a third slower from there. The fetch is a non-temporal one, into the first level
 * only (16 KiB 463 ns with any other): lines that the second level holds stay there, and a second pass over a source
 * that fits there is as fast as behind an ordinary fetch. That is so on AMD's processors; for others the compiler makes
 * it an ordinary one (compiler/ir/machine.cpp). */
#define WEFT_AHEAD 3072
#define WEFT_AHEAD_FROM 4096
/* 256 bytes to an aligned destination. */
WEFT_INLINE void move_aligned_256(copy_to dst, copy_from src, bool fetches_ahead) {
  unaligned64 b0 = *(const generic unaligned64 *)src;
  unaligned64 b1 = *(const generic unaligned64 *)(src + 64);
  unaligned64 b2 = *(const generic unaligned64 *)(src + 128);
  unaligned64 b3 = *(const generic unaligned64 *)(src + 192);
  if (fetches_ahead) {
    __builtin_prefetch((const void *)(src + WEFT_AHEAD), 0, 0);
    __builtin_prefetch((const void *)(src + WEFT_AHEAD + 64), 0, 0);
    __builtin_prefetch((const void *)(src + WEFT_AHEAD + 128), 0, 0);
    __builtin_prefetch((const void *)(src + WEFT_AHEAD + 192), 0, 0);
  }
  *(generic aligned64 *)dst = b0;
  *(generic aligned64 *)(dst + 64) = b1;
  *(generic aligned64 *)(dst + 128) = b2;
  *(generic aligned64 *)(dst + 192) = b3;
}

/* bytes > 256: whole blocks at aligned destinations, before them a head and behind them a tail only where one is left
 * over: a tile of whole blocks pays for neither (16 KiB from the second-level cache 78 ns, with both 92; from memory
 * 440 and 505). */
WEFT_INLINE void move_long(copy_to dst, copy_from src, ulong bytes) {
  copy_to end = dst + bytes;
  copy_from src_end = src + bytes;
  ulong skip = -(ulong)dst & 63;
  if (skip) {
    WEFT_MOVE(unaligned64, dst, src);
    dst += skip;
    src += skip;
  }
  ulong whole = (ulong)(end - dst) & ~255ul, at = 0;
  if (whole >= WEFT_AHEAD_FROM) {
    WEFT_ROLLED for (; at < whole; at += 256) move_aligned_256(dst + at, src + at, true);
  }
  WEFT_ROLLED for (; at < whole; at += 256) move_aligned_256(dst + at, src + at, false);
  if (dst + whole != end)
    move_up_to_256(end - 256, src_end - 256, 256);
}

/* From this size on the C library's copy wins: it may use `rep movsb`, which neither reads the destination's lines nor
 * drives them out of the first-level cache with the source's. The compiler sets it for the processor that it compiles
 * for (compiler/codegen/target.cpp): to 16 KiB and 1 on Zen 5, with its 48 KiB of that cache, where move_long against
 * memmove is 1.7 times as fast for 4 KiB, 1.9 times (from memory 1.05) for 16 KiB, and 0.73 for 32 KiB from memory. On
 * Zen 4 4 KiB from memory are only 0.7 times as fast as memmove, which is what every other driver uses: so elsewhere.
 */
__attribute__((weak)) __constant ulong __weft_copy_libc_bytes = 4096;

/* Moved, not copied: the linked kernel names `memcpy` without a version and would get glibc's oldest, which is no more
 * than SSE2 (1.5 times the time); `memmove` has one version, the processor's best. */
WEFT_INLINE void move_huge(copy_to dst, copy_from src, ulong bytes) {
  __builtin_memmove(dst, src, bytes);
}

WEFT_INLINE void move_any(copy_to dst, copy_from src, ulong bytes) {
  if (bytes >= __weft_copy_libc_bytes) {
    move_huge(dst, src, bytes);
    return;
  }
  if (bytes > 256)
    move_long(dst, src, bytes);
  else if (bytes > 128)
    move_up_to_256(dst, src, bytes);
  else if (bytes >= 64)
    WEFT_MOVE_ENDS(unaligned64, dst, src, bytes);
  else if (bytes >= 32)
    WEFT_MOVE_ENDS(unaligned32, dst, src, bytes);
  else if (bytes >= 16)
    WEFT_MOVE_ENDS(unaligned16, dst, src, bytes);
  else if (bytes >= 8)
    WEFT_MOVE_ENDS(unaligned8, dst, src, bytes);
  else
    move_below_8(dst, src, bytes);
}

#endif
