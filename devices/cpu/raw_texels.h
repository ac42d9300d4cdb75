/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_CPU_RAW_TEXELS_H
#define WEFT_CPU_RAW_TEXELS_H

/*
 * Texels of cl_ext_image_raw10_raw12, of 10 or 12 bits. A block holds the high eight bits of each of its texels in a byte
 * of its own, and the low bits of all in its last byte, the first texel's lowest: 4 texels in 5 bytes, or 2 in 3. Where
 * a block is not written as a whole, its last byte is changed by atomic operations on the texels' own bits, because
 * other commands may write the block's other texels.
 */

#include <stddef.h>
#include <stdint.h>

struct weft_raw_row {
  unsigned char *block; /* of the first texel */
  size_t phase;         /* the first texel's place in it, from 0 */
  unsigned bits;        /* 10 or 12 */
};

/* Nothing but `texels` of dst changes. The rows may lie in the same blocks, but have no texel in common. */
void weft_raw_copy(const struct weft_raw_row *dst, const struct weft_raw_row *src, size_t texels);
void weft_raw_fill(const struct weft_raw_row *dst, uint32_t number, size_t texels);

#endif
