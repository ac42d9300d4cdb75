/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "devices/cpu/raw_texels.h"

#include <string.h>

/* Texels of a block; it has a byte more. */
static size_t block_of(const struct weft_raw_row *row) {
  return row->bits == 10 ? 4 : 2;
}

static uint32_t load(const struct weft_raw_row *row, size_t i) {
  size_t texels = block_of(row), at = (row->phase + i) % texels;
  const unsigned char *block = row->block + (row->phase + i) / texels * (texels + 1);
  unsigned low = row->bits - 8;
  uint32_t last = __atomic_load_n(block + texels, __ATOMIC_RELAXED);
  return (uint32_t)block[at] << low | (last >> (at * low) & ((1u << low) - 1));
}

static void store(const struct weft_raw_row *row, size_t i, uint32_t number) {
  size_t texels = block_of(row), at = (row->phase + i) % texels;
  unsigned char *block = row->block + (row->phase + i) / texels * (texels + 1);
  unsigned low = row->bits - 8, mask = ((1u << low) - 1) << (at * low);
  block[at] = (unsigned char)(number >> low);
  __atomic_fetch_and(block + texels, (unsigned char)~mask, __ATOMIC_RELAXED);
  __atomic_fetch_or(block + texels, (unsigned char)(number << (at * low) & mask), __ATOMIC_RELAXED);
}

/* Texels before the first block that is written as a whole, and those of whole blocks. */
static size_t whole_blocks(const struct weft_raw_row *row, size_t texels, size_t *before) {
  size_t block = block_of(row), head = (block - row->phase) % block;
  *before = head < texels ? head : texels;
  return (texels - *before) / block * block;
}

static size_t bytes_of(const struct weft_raw_row *row, size_t texels) {
  return texels / block_of(row) * (block_of(row) + 1);
}

void weft_raw_copy(const struct weft_raw_row *dst, const struct weft_raw_row *src, size_t texels) {
  size_t head, whole = whole_blocks(dst, texels, &head);
  if (dst->phase != src->phase) {
    head = texels;
    whole = 0;
  }
  for (size_t i = 0; i < head; i++)
    store(dst, i, load(src, i));
  size_t at = bytes_of(dst, dst->phase + head);
  if (whole)
    memcpy(dst->block + at, src->block + at, bytes_of(dst, whole));
  for (size_t i = head + whole; i < texels; i++)
    store(dst, i, load(src, i));
}

void weft_raw_fill(const struct weft_raw_row *dst, uint32_t number, size_t texels) {
  size_t head, whole = whole_blocks(dst, texels, &head), size = block_of(dst) + 1;
  for (size_t i = 0; i < head; i++)
    store(dst, i, number);
  unsigned char block[5] = {0}, *at = dst->block + bytes_of(dst, dst->phase + head);
  for (size_t i = 0; i < size - 1; i++)
    store(&(struct weft_raw_row){block, 0, dst->bits}, i, number);
  for (size_t done = 0; done < bytes_of(dst, whole); done += size)
    memcpy(at + done, block, size);
  for (size_t i = head + whole; i < texels; i++)
    store(dst, i, number);
}
