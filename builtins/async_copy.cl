// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the contiguous and the 2-D and 3-D async copies: run once per work-group, by one thread.
//
// Pointers may have any alignment; what lies beside an element may be unmapped and is never touched. A copy
// has at most the size of local memory, so its destination is worth its place in the cache: no non-temporal stores.
#include "builtins/async_copy.h"

__attribute__((noinline)) void __weft_group_copy_1d_body(generic void *dst, const generic void *src, ulong bytes) {
  move_any((copy_to)dst, (copy_from)src, bytes);
}

/* The loop over lines, once for each class of line length, so that no line pays for the choice. */
#define LINES(...)                                                                                                     \
  WEFT_ROLLED for (; lines; --lines) {                                                                                 \
    __VA_ARGS__;                                                                                                       \
    dst += dst_pitch;                                                                                                  \
    src += src_pitch;                                                                                                  \
  }

static __attribute__((noinline)) void copy_lines(copy_to dst, copy_from src, ulong bytes, ulong lines, ulong dst_pitch,
                                                 ulong src_pitch) {
  if (bytes == 64)
    LINES(WEFT_MOVE(unaligned64, dst, src))
  else if (bytes == 128)
    LINES(WEFT_MOVE(unaligned64, dst, src); WEFT_MOVE(unaligned64, dst + 64, src + 64))
  else if (bytes == 256)
    LINES(move_up_to_256(dst, src, 256))
  else if (bytes >= __weft_copy_libc_bytes)
    LINES(move_huge(dst, src, bytes))
  else if (bytes > 256)
    LINES(move_long(dst, src, bytes))
  else if (bytes > 128)
    LINES(move_up_to_256(dst, src, bytes))
  else if (bytes > 64)
    LINES(WEFT_MOVE_ENDS(unaligned64, dst, src, bytes))
  else if (bytes == 32)
    LINES(WEFT_MOVE(unaligned32, dst, src))
  else if (bytes > 32)
    LINES(WEFT_MOVE_ENDS(unaligned32, dst, src, bytes))
  else if (bytes == 16)
    LINES(WEFT_MOVE(unaligned16, dst, src))
  else if (bytes > 16)
    LINES(WEFT_MOVE_ENDS(unaligned16, dst, src, bytes))
  else if (bytes >= 8)
    LINES(WEFT_MOVE_ENDS(unaligned8, dst, src, bytes))
  else
    LINES(move_below_8(dst, src, bytes))
}

__attribute__((noinline)) void __weft_group_copy_nd_body(generic void *dst, const generic void *src, ulong line_bytes,
                                                         ulong lines, ulong planes, ulong dst_line_pitch,
                                                         ulong src_line_pitch, ulong dst_plane_pitch,
                                                         ulong src_plane_pitch) {
  if (!line_bytes || !lines || !planes)
    return;
  /* Where both sides' lines touch, a plane is a line; a lone line's pitch means nothing. */
  if (lines == 1 || (dst_line_pitch == line_bytes && src_line_pitch == line_bytes)) {
    line_bytes *= lines;
    lines = planes;
    dst_line_pitch = dst_plane_pitch;
    src_line_pitch = src_plane_pitch;
    planes = 1;
    if (lines == 1 || (dst_line_pitch == line_bytes && src_line_pitch == line_bytes)) {
      __weft_group_copy_1d_body(dst, src, line_bytes * lines);
      return;
    }
  } else if (planes > 1 && dst_plane_pitch == lines * dst_line_pitch && src_plane_pitch == lines * src_line_pitch) {
    lines *= planes;
    planes = 1;
  }
  copy_to to = (copy_to)dst;
  copy_from from = (copy_from)src;
  for (; planes; --planes) {
    copy_lines(to, from, line_bytes, lines, dst_line_pitch, src_line_pitch);
    to += dst_plane_pitch;
    from += src_plane_pitch;
  }
}
