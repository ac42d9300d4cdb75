/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "bench/kernels.h"

enum { COPY_WORDS = 4 << 20, PER_GROUP = 4096, LINE = 1024, PLANE = 2048, BOX = 128 };
enum { RECORDS = 1 << 20, TILES = 16, TILE = 1024, BUFFERED_GROUPS = 256, GROUP = 64 };

static void prepare_async(struct kernel_run *run) {
  run_number(run, PER_GROUP);
  run_fill_words(run_words(run, COPY_WORDS), COPY_WORDS, 0);
  run_words(run, COPY_WORDS);
  run_size_1d(run, COPY_WORDS / PER_GROUP * 64, 64);
}

static void prepare_tiles_1d(struct kernel_run *run) {
  run_fill_floats(run_words(run, COPY_WORDS + 4), COPY_WORDS + 4, 0, 1);
  run_words(run, COPY_WORDS);
  run_size_1d(run, COPY_WORDS / LINE * GROUP, GROUP);
  run->flops = 5.0 * COPY_WORDS;
}

static bool correct_tiles_1d(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (size_t i = 0; i < COPY_WORDS; i += 3) {
    double sum = 0;
    for (size_t j = 0; j < 5; j++)
      sum += (double)in[i + j];
    if (!run_close((double)out[i], sum / 5, 1e-5))
      return false;
  }
  return true;
}

static void prepare_tiles_2d(struct kernel_run *run) {
  run_number(run, PLANE + 2);
  run_number(run, PLANE);
  run_fill_floats(run_words(run, (PLANE + 2) * (PLANE + 2)), (PLANE + 2) * (PLANE + 2), 0, 1);
  run_words(run, PLANE * PLANE);
  run_size_2d(run, PLANE, PLANE / 4, 32, 8);
  run->flops = 5.0 * PLANE * PLANE;
}

static bool correct_tiles_2d(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (size_t y = 0; y < PLANE; y += 3)
    for (size_t x = 0; x < PLANE; x++) {
      const float *at = in + (y + 1) * (PLANE + 2) + x + 1;
      double around = (double)at[-1] + (double)at[1] + (double)at[-PLANE - 2] + (double)at[PLANE + 2];
      if (!run_close((double)out[y * PLANE + x], 5 * (double)at[0] - around, 1e-5))
        return false;
    }
  return true;
}

static void prepare_tiles_3d(struct kernel_run *run) {
  run_number(run, BOX);
  run_fill_floats(run_words(run, (BOX + 2) * (BOX + 2) * (BOX + 2)), (BOX + 2) * (BOX + 2) * (BOX + 2), 0, 1);
  run_words(run, BOX * BOX * BOX);
  run_size_3d(run, (const size_t[]){BOX, BOX, BOX / 8}, (const size_t[]){16, 16, 1});
  run->flops = 7.0 * BOX * BOX * BOX;
}

static bool correct_tiles_3d(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *out = run->buffer[1].after;
  enum { PITCH = BOX + 2, LAYER = PITCH * PITCH };
  for (size_t z = 0; z < BOX; z++)
    for (size_t y = z % 3; y < BOX; y += 3)
      for (size_t x = 0; x < BOX; x++) {
        const float *at = in + (z + 1) * LAYER + (y + 1) * PITCH + x + 1;
        double around = (double)at[-1] + (double)at[1] + (double)at[-PITCH] + (double)at[PITCH] + (double)at[-LAYER] +
                        (double)at[LAYER];
        if (!run_close((double)out[(z * BOX + y) * BOX + x], around - 6 * (double)at[0], 1e-5))
          return false;
      }
  return true;
}

static void prepare_strided(struct kernel_run *run) {
  run_fill_floats(run_words(run, RECORDS * 4), RECORDS * 4, 0, 1);
  run_words(run, RECORDS * 4);
  run_size_1d(run, RECORDS / TILE * GROUP, GROUP);
  run->flops = 2.0 * RECORDS;
}

static bool correct_strided(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (size_t i = 0; i < RECORDS * 4; i++)
    if (!run_close((double)out[i], i % 4 ? 0 : 2 * (double)in[i] + 1, 1e-6))
      return false;
  return true;
}

static void prepare_double_buffered(struct kernel_run *run) {
  run_number(run, TILES);
  run_fill_floats(run_words(run, BUFFERED_GROUPS * TILES * TILE), BUFFERED_GROUPS * TILES * TILE, -1, 1);
  run_words(run, BUFFERED_GROUPS * GROUP);
  run_size_1d(run, BUFFERED_GROUPS * GROUP, GROUP);
  run->flops = 2.0 * BUFFERED_GROUPS * TILES * TILE;
}

static bool correct_double_buffered(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (size_t id = 0; id < BUFFERED_GROUPS * GROUP; id++) {
    double sum = 0;
    for (size_t i = id % GROUP; i < TILES * TILE; i += GROUP)
      sum += (double)in[id / GROUP * TILES * TILE + i] * (double)in[id / GROUP * TILES * TILE + i];
    if (!run_close((double)out[id], sum, 1e-4))
      return false;
  }
  return true;
}

const struct kernel_case async_cases[] = {
    {"async copy 16 MB in and out", "async_through", prepare_async, run_correct_copy},
    {"sgemm 512 tiled by async copies", "sgemm_async", run_prepare_sgemm, run_correct_sgemm},
    {"async tiles 1D, mean of five, 4M", "tiles_1d", prepare_tiles_1d, correct_tiles_1d},
    {"async tiles 2D, 3x3 sharpening 2048", "tiles_2d", prepare_tiles_2d, correct_tiles_2d},
    {"async tiles 3D, 7-point stencil 128", "tiles_3d", prepare_tiles_3d, correct_tiles_3d},
    {"async strided, one of four columns of 1M", "strided", prepare_strided, correct_strided},
    {"async double-buffered sum of squares 4M", "double_buffered", prepare_double_buffered, correct_double_buffered},
    {0},
};
