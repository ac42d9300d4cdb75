/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "bench/kernels.h"

#include <math.h>
#include <string.h>

enum { GROUPS = 65536, ROUNDS = 64, MEANS = 16, SIDE = 2048, TAPS = 64, POINTS = 1 << 16, FEATURES = 64, CENTERS = 16 };

static void prepare_15(struct kernel_run *run) {
  run_number(run, ROUNDS);
  run_fill_floats(run_words(run, GROUPS * 15), GROUPS * 15, 0.1f, 1);
  run_words(run, GROUPS * 15);
  run_size_1d(run, GROUPS * 15, 15);
  run->flops = 4.0 * ROUNDS * GROUPS * 15;
}

static bool correct_15(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (size_t id = 0; id < GROUPS * 15; id += 37) {
    double x = (double)in[id], y = x;
    for (int i = 0; i < ROUNDS; i++)
      y = y - (y * y - x) * 0.4;
    if (!run_close((double)out[id], y, 1e-5))
      return false;
  }
  return true;
}

static void prepare_31(struct kernel_run *run) {
  run_number(run, MEANS);
  run_fill_floats(run_words(run, GROUPS * 31), GROUPS * 31, 0, 1);
  run_words(run, GROUPS * 31);
  run_size_1d(run, GROUPS * 31, 31);
  run->flops = 3.0 * MEANS * GROUPS * 31;
}

static bool correct_31(const struct kernel_run *run) {
  for (size_t group = 0; group < GROUPS; group += 37) {
    const float *in = (const float *)run->buffer[0].before + group * 31;
    const float *out = (const float *)run->buffer[1].after + group * 31;
    double t[31], next[31];
    for (size_t i = 0; i < 31; i++)
      t[i] = (double)in[i];
    for (int round = 0; round < MEANS; round++) {
      for (size_t i = 0; i < 31; i++)
        next[i] = (t[(i + 30) % 31] + t[i] + t[(i + 1) % 31]) / 3;
      memcpy(t, next, sizeof t);
    }
    for (size_t i = 0; i < 31; i++)
      if (!run_close((double)out[i], t[i], 1e-5))
        return false;
  }
  return true;
}

static void prepare_column(struct kernel_run *run) {
  run_number(run, SIDE);
  run_number(run, SIDE);
  run_fill_floats(run_words(run, SIDE * SIDE), SIDE * SIDE, 0, 1);
  run_words(run, SIDE * SIDE);
  run_size_2d(run, SIDE, SIDE, 1, 64);
  run->flops = 5.0 * SIDE * SIDE;
}

static bool correct_column(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (size_t y = 0; y < SIDE; y++)
    for (size_t x = y % 3; x < SIDE; x += 3) {
      double above = y > 0 ? (double)in[(y - 1) * SIDE + x] : 0;
      double below = y + 1 < SIDE ? (double)in[(y + 1) * SIDE + x] : 0;
      if (!run_close((double)out[y * SIDE + x], 0.25 * (above + below) + 0.5 * (double)in[y * SIDE + x], 1e-5))
        return false;
    }
  return true;
}

static void prepare_exchanged(struct kernel_run *run) {
  prepare_column(run);
  run_size_2d(run, SIDE, SIDE, 16, 16);
}

static bool correct_exchanged(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (size_t y = 0; y < SIDE; y++)
    for (size_t x = y % 3; x < SIDE; x += 3) {
      const float *at = in + y * SIDE + x;
      double sum = (double)*at;
      sum += y > 0 ? (double)*(at - SIDE) : 0;
      sum += y + 1 < SIDE ? (double)*(at + SIDE) : 0;
      sum += x > 0 ? (double)*(at - 1) : 0;
      sum += x + 1 < SIDE ? (double)*(at + 1) : 0;
      if (!run_close((double)out[y * SIDE + x], 0.2 * sum, 1e-5))
        return false;
    }
  return true;
}

static void prepare_filtered(struct kernel_run *run) {
  const size_t n = (size_t)SIDE * SIDE / 4;
  run_number(run, TAPS);
  run_fill_floats(run_words(run, TAPS), TAPS, 0, 1);
  run_fill_floats(run_words(run, n + TAPS), n + TAPS, 0, 1);
  run_fill_floats(run_words(run, n), n, 0, 1);
  run_size_1d(run, n, 64);
  run->flops = 2.0 * TAPS * (double)n;
}

static bool correct_filtered(const struct kernel_run *run) {
  const float *weights = run->buffer[0].before, *in = run->buffer[1].before, *old = run->buffer[2].before;
  const float *out = run->buffer[2].after;
  for (size_t i = 0; i < (size_t)SIDE * SIDE / 4; i += 37) {
    double sum = (double)old[i];
    for (size_t k = 0; k < TAPS; k++)
      sum += (double)weights[k] * (double)in[i + k];
    if (!run_close((double)out[i], sum, 1e-4))
      return false;
  }
  return true;
}

static void prepare_nearest(struct kernel_run *run) {
  run_number(run, CENTERS);
  run_number(run, FEATURES);
  run_fill_floats(run_words(run, POINTS * FEATURES), POINTS * FEATURES, 0, 1);
  run_fill_floats(run_words(run, CENTERS * FEATURES), CENTERS * FEATURES, 0, 1);
  run_words(run, POINTS);
  run_size_1d(run, POINTS, 64);
  run->flops = 3.0 * FEATURES * CENTERS * POINTS;
}

static double distance(const struct kernel_run *run, size_t point, size_t center) {
  const float *p = (const float *)run->buffer[0].before + point * FEATURES;
  const float *c = (const float *)run->buffer[1].before + center * FEATURES;
  double sum = 0;
  for (size_t k = 0; k < FEATURES; k++)
    sum += ((double)p[k] - (double)c[k]) * ((double)p[k] - (double)c[k]);
  return sum;
}

static void prepare_blocks(struct kernel_run *run) {
  run_number(run, SIDE);
  run_fill_floats(run_words(run, 64), 64, -1, 1);
  run_fill_floats(run_words(run, SIDE * SIDE), SIDE * SIDE, 0, 1);
  run_words(run, SIDE * SIDE);
  run_size_2d(run, SIDE, SIDE, 8, 8);
  run->flops = 32.0 * SIDE * SIDE;
}

static bool correct_blocks(const struct kernel_run *run) {
  const float *cosines = run->buffer[0].before, *in = run->buffer[1].before, *out = run->buffer[2].after;
  for (size_t block = 0; block < SIDE / 8 * (SIDE / 8); block += 37) {
    const size_t first = block / (SIDE / 8) * 8 * SIDE + block % (SIDE / 8) * 8;
    for (size_t y = 0; y < 8; y++)
      for (size_t x = 0; x < 8; x++) {
        double sum = 0;
        for (size_t j = 0; j < 8; j++)
          for (size_t k = 0; k < 8; k++)
            sum += (double)cosines[y * 8 + j] * (double)in[first + j * SIDE + k] * (double)cosines[x * 8 + k];
        if (!run_close((double)out[first + y * SIDE + x], sum, 1e-4))
          return false;
      }
  }
  return true;
}

/* Of two that are as near but for rounding, either is right. */
static bool correct_nearest(const struct kernel_run *run) {
  const int *out = run->buffer[2].after;
  for (size_t point = 0; point < POINTS; point += 37) {
    double least = distance(run, point, 0);
    for (size_t center = 1; center < CENTERS; center++)
      least = distance(run, point, center) < least ? distance(run, point, center) : least;
    if (out[point] < 0 || out[point] >= CENTERS || distance(run, point, (size_t)out[point]) > least * (1 + 1e-5))
      return false;
  }
  return true;
}

static void prepare_cloth(struct kernel_run *run) {
  run_number(run, SIDE / 2);
  run_fill_floats(run_words(run, SIDE * SIDE), SIDE * SIDE, -1, 1);
  run_words(run, SIDE * SIDE);
  run_size_2d(run, SIDE / 2, SIDE / 2, 16, 16);
  run->flops = 4.0 * 4 * 18 * SIDE * SIDE / 4;
}

/* What one point is drawn by, in a patch of 16 by 16. */
static void draw(double patch[16][16][3], int x, int y, double force[3]) {
  const int nx[] = {x < 15 ? x + 1 : x, x > 0 ? x - 1 : x, x, x};
  const int ny[] = {y, y, y < 15 ? y + 1 : y, y > 0 ? y - 1 : y};
  memcpy(force, (const double[]){0, 0, -0.01}, 3 * sizeof *force);
  for (int i = 0; i < 4; i++) {
    double way[3], square = 0;
    for (int d = 0; d < 3; d++) {
      way[d] = patch[ny[i]][nx[i]][d] - patch[y][x][d];
      square += way[d] * way[d];
    }
    for (int d = 0; d < 3; d++)
      force[d] += way[d] * (1 - 0.5 / (sqrt(square) + 0.001));
  }
}

static bool correct_cloth(const struct kernel_run *run) {
  const float *at = run->buffer[0].before, *moved = run->buffer[1].after;
  const size_t side = SIDE / 2;
  static double patch[16][16][3], next[16][16][3];
  for (size_t group = 0; group < side / 16 * (side / 16); group += 37) {
    const size_t first = group / (side / 16) * 16 * side + group % (side / 16) * 16;
    for (size_t i = 0; i < 768; i++)
      patch[i / 48][i / 3 % 16][i % 3] = (double)at[4 * (first + i / 48 * side + i / 3 % 16) + i % 3];
    for (int step = 0; step < 4; step++) {
      for (int i = 0; i < 256; i++) {
        double force[3];
        draw(patch, i % 16, i / 16, force);
        for (int d = 0; d < 3; d++)
          next[i / 16][i % 16][d] = patch[i / 16][i % 16][d] + 0.05 * force[d];
      }
      memcpy(patch, next, sizeof patch);
    }
    for (size_t i = 0; i < 768; i++)
      if (!run_close((double)moved[4 * (first + i / 48 * side + i / 3 % 16) + i % 3], patch[i / 48][i / 3 % 16][i % 3],
                     1e-4))
        return false;
  }
  return true;
}

static void prepare_reflected(struct kernel_run *run) {
  const size_t n = (size_t)SIDE * SIDE / 4;
  run_number(run, (cl_uint)n);
  run_fill_floats(run_words(run, n), n, 0, 1);
  run_words(run, n);
  run_size_1d(run, n, 64);
  run->flops = 20.0 * (double)n;
}

static double mirrored(const struct kernel_run *run, ptrdiff_t k) {
  const ptrdiff_t n = (ptrdiff_t)SIDE * SIDE / 4;
  return (double)((const float *)run->buffer[0].before)[k < 0 ? -k : k >= n ? 2 * n - 2 - k : k];
}

static bool correct_reflected(const struct kernel_run *run) {
  const float *out = run->buffer[1].after;
  for (ptrdiff_t id = 0; id < (ptrdiff_t)SIDE * SIDE / 4; id += id < 64 ? 1 : 37) {
    const ptrdiff_t neighbour = id ^ 1, group = id / 64 * 64;
    double sum = 0, least = mirrored(run, id - 2);
    for (ptrdiff_t i = 0; i < 5; i++) {
      sum += mirrored(run, neighbour + i - 2) * (mirrored(run, group + 63 - neighbour % 64) + (double)i);
      least = fmin(least, mirrored(run, id + i - 2));
    }
    if (!run_close((double)out[id], sum - least, 1e-5))
      return false;
  }
  return true;
}

const struct kernel_case shapes_cases[] = {
    {"groups of 15, arithmetic, 1M", "odd_15", prepare_15, correct_15},
    {"groups of 31, barriers, 2M", "odd_31", prepare_31, correct_31},
    {"groups of 1x64, column stencil 2048", "column_64", prepare_column, correct_column},
    {"5-point stencil 2048, rows by get_global_id(0), groups of 16x16", "exchanged", prepare_exchanged,
     correct_exchanged},
    {"filter of 64 taps, sums in memory, 1M", "filtered", prepare_filtered, correct_filtered},
    {"nearest of 16 centers, 64 features, 64K", "nearest", prepare_nearest, correct_nearest},
    {"blocks of 8x8 transformed, 2048", "blocks_8x8", prepare_blocks, correct_blocks},
    {"cloth of 1024x1024 points in patches, vectors of three", "cloth", prepare_cloth, correct_cloth},
    {"window of 5 across barriers, mirrored at the ends, 1M", "reflected", prepare_reflected, correct_reflected},
    {0},
};
