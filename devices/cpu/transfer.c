/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Copies and fills of rectangles. Lines that touch on both sides collapse into one, planes likewise, so that
 * what looks like a box is often a single memcpy. The work is then split: a single line into tiles of bytes, many lines
 * into tiles of lines. A worker that claims several tiles of a line in a row moves them as one piece, so that the
 * C library still sees how large the copy is.
 */
#include "devices/cpu/cpu_device.h"

#include <string.h>

#include "devices/cpu/raw_texels.h"

#define TILE_BYTES (UINT64_C(64) << 10)
#define BYTES_PER_NS 8 /* a cautious guess of one processor's rate, for deciding how many take part */
#define FIXED_NS 100
#define BLOCK_BYTES 4096 /* of a repeated pattern */

static char *address(const struct weft_endpoint *end) {
  char *base = end->mem ? (char *)(uintptr_t)end->mem->device : end->host;
  return base + end->offset;
}

void weft_cpu_transfer_prepare(struct weft_work *work) {
  struct weft_cpu_task *task = weft_cpu_task(work);
  struct weft_cpu_transfer *t = &task->transfer;
  bool copy = work->kind == WEFT_WORK_COPY;
  const struct weft_endpoint *dst = copy ? &work->copy.dst : &work->fill.dst;
  const struct weft_endpoint *src = copy ? &work->copy.src : dst;
  const size_t *region = copy ? work->copy.region : work->fill.region;
  if (region[0] == 0 || region[1] == 0 || region[2] == 0)
    return;
  *t = (struct weft_cpu_transfer){
      .dst = address(dst),
      .src = copy ? address(src) : NULL,
      .line = region[0],
      .lines = region[1],
      .planes = region[2],
      .dst_line = dst->row_pitch,
      .dst_plane = dst->slice_pitch,
      .src_line = src->row_pitch,
      .src_plane = src->slice_pitch,
      .bits = dst->bits,
      .dst_phase = dst->phase,
      .src_phase = src->phase,
  };
  if (t->src == t->dst && t->src_phase == t->dst_phase && (t->lines == 1 || t->dst_line == t->src_line) &&
      (t->planes == 1 || t->dst_plane == t->src_plane))
    return;            /* onto itself, e.g. the map of a buffer that uses the application's memory */
  if (t->lines == 1) { /* the planes are the lines */
    t->lines = t->planes;
    t->dst_line = t->dst_plane;
    t->src_line = t->src_plane;
    t->planes = 1;
  }
  if (!t->bits && t->lines > 1 && t->dst_line == t->line && t->src_line == t->line) {
    t->line *= t->lines;
    t->lines = t->planes;
    t->dst_line = t->dst_plane;
    t->src_line = t->src_plane;
    t->planes = 1;
    if (t->lines > 1 && t->dst_line == t->line && t->src_line == t->line) {
      t->line *= t->lines;
      t->lines = 1;
    }
  } else if (t->planes > 1 && t->dst_plane == t->dst_line * t->lines && t->src_plane == t->src_line * t->lines) {
    t->lines *= t->planes;
    t->planes = 1;
  }
  uint64_t lines = (uint64_t)t->lines * t->planes;
  if (lines == 1 && !t->bits) {
    t->tile = TILE_BYTES;
    task->units = t->line / t->tile + (t->line % t->tile != 0);
  } else {
    t->tile = t->line >= TILE_BYTES ? 1 : TILE_BYTES / t->line;
    task->units = lines / t->tile + (lines % t->tile != 0);
  }
  /* A line is at least a cache line's worth of time. */
  task->estimate = FIXED_NS + lines * (t->line < 64 ? 64 : t->line) / BYTES_PER_NS;
}

/* One line of pattern, from a multiple of its size on. */
static void fill_line(char *dst, size_t size, const unsigned char *block, size_t block_size) {
  for (size_t at = 0; at < size; at += block_size)
    memcpy(dst + at, block, size - at < block_size ? size - at : block_size);
}

/* A line of raw texels; `pattern` holds the number of a fill. */
static void run_texels(const struct weft_cpu_transfer *t, char *dst, const char *src, const unsigned char *pattern) {
  struct weft_raw_row to = {(unsigned char *)dst, t->dst_phase, t->bits};
  uint16_t number;
  if (src) {
    struct weft_raw_row from = {(unsigned char *)src, t->src_phase, t->bits};
    weft_raw_copy(&to, &from, t->line);
  } else {
    memcpy(&number, pattern, sizeof number);
    weft_raw_fill(&to, number, t->line);
  }
}

static void run_lines(const struct weft_cpu_transfer *t, uint64_t begin, uint64_t end, const unsigned char *block,
                      size_t block_size) {
  uint64_t plane = begin / t->lines, line = begin % t->lines;
  for (uint64_t i = begin; i < end; i++) {
    char *dst = t->dst + plane * t->dst_plane + line * t->dst_line;
    const char *src = t->src ? t->src + plane * t->src_plane + line * t->src_line : NULL;
    if (t->bits)
      run_texels(t, dst, src, block);
    else if (src)
      memcpy(dst, src, t->line);
    else
      fill_line(dst, t->line, block, block_size);
    if (++line == t->lines) {
      line = 0;
      plane++;
    }
  }
}

/* A block of repeated pattern; its size is a multiple of the pattern's, which is a power of two. */
static size_t make_block(const struct weft_work *work, unsigned char block[BLOCK_BYTES], uint64_t bytes) {
  size_t pattern = work->fill.pattern_size;
  size_t size = bytes < BLOCK_BYTES ? (size_t)(bytes + pattern - 1) / pattern * pattern : BLOCK_BYTES;
  memcpy(block, work->fill.pattern, pattern);
  for (size_t done = pattern; done < size; done *= 2)
    memcpy(block + done, block, done < size - done ? done : size - done);
  return size;
}

static bool is_one_byte(const struct weft_work *work) {
  for (size_t i = 1; i < work->fill.pattern_size; i++)
    if (work->fill.pattern[i] != work->fill.pattern[0])
      return false;
  return true;
}

void weft_cpu_transfer_run(struct weft_work *work, uint64_t begin, uint64_t end) {
  const struct weft_cpu_transfer *t = &weft_cpu_task(work)->transfer;
  unsigned char block[BLOCK_BYTES];
  if (t->lines == 1 && t->planes == 1 && !t->bits) {
    size_t first = begin * t->tile;
    size_t size = end > t->line / t->tile ? t->line - first : (end - begin) * t->tile;
    if (t->src)
      memcpy(t->dst + first, t->src + first, size);
    else if (is_one_byte(work))
      memset(t->dst + first, work->fill.pattern[0], size);
    else
      fill_line(t->dst + first, size, block, make_block(work, block, size));
    return;
  }
  uint64_t lines = (uint64_t)t->lines * t->planes, last = end * t->tile;
  size_t block_size = t->src || t->bits ? 0 : make_block(work, block, t->line);
  run_lines(t, begin * t->tile, last < lines ? last : lines, t->bits ? work->fill.pattern : block, block_size);
}
