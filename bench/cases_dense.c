/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "bench/kernels.h"

#include <math.h>

enum { BODIES = 4096, WIDTH = 1024, HEIGHT = 768, LIMIT = 256 };
enum { ROWS = 4096, COLUMNS = 256, BAGS = 2048, LENGTH = 50 };
enum { SIDE = 1024, RADIUS = 3, FILTER = 2 * RADIUS + 1, POINTS = 65536, FEATURES = 16, CENTRES = 32 };

static void prepare_nbody(struct kernel_run *run) {
  run_number(run, BODIES);
  run_fill_floats(run_words(run, BODIES * 4), BODIES * 4, 0, 1);
  run_words(run, BODIES * 4);
  run_size_1d(run, BODIES, 64);
  run->flops = 19.0 * BODIES * BODIES;
}

static bool correct_nbody(const struct kernel_run *run) {
  const float *bodies = run->buffer[0].before, *forces = run->buffer[1].after;
  for (size_t i = 0; i < BODIES; i += 97) {
    double sum[3] = {0};
    for (size_t j = 0; j < BODIES; j++) {
      double d[3], r2 = 1e-3;
      for (int k = 0; k < 3; k++) {
        d[k] = (double)bodies[j * 4 + k] - (double)bodies[i * 4 + k];
        r2 += d[k] * d[k];
      }
      for (int k = 0; k < 3; k++)
        sum[k] += d[k] * (double)bodies[j * 4 + 3] / (r2 * sqrt(r2));
    }
    for (int k = 0; k < 3; k++)
      if (fabs((double)forces[i * 4 + k] - sum[k]) > 2e-3 * BODIES)
        return false;
  }
  return true;
}

/* Steps until the point leaves, in float as the kernel counts them. */
static cl_uint mandelbrot_steps(size_t x, size_t y) {
  float cr = -2.0f + 3.0f * (float)x / WIDTH, ci = -1.0f + 2.0f * (float)y / HEIGHT, zr = 0, zi = 0;
  cl_uint i = 0;
  while (i < LIMIT && zr * zr + zi * zi < 4.0f) {
    float t = zr * zr - zi * zi + cr;
    zi = 2.0f * zr * zi + ci;
    zr = t;
    i++;
  }
  return i;
}

/* Eight operations a step; the number of steps is estimated from every 64th point. */
static void prepare_mandelbrot(struct kernel_run *run) {
  run_number(run, WIDTH);
  run_number(run, HEIGHT);
  run_number(run, LIMIT);
  run_words(run, WIDTH * HEIGHT);
  run_size_2d(run, WIDTH, HEIGHT, 16, 16);
  for (size_t y = 4; y < HEIGHT; y += 8)
    for (size_t x = 4; x < WIDTH; x += 8)
      run->flops += 64 * 8.0 * mandelbrot_steps(x, y);
}

/* Fused or not, points on the border differ by many rounds: nearly all must agree. */
static bool correct_mandelbrot(const struct kernel_run *run) {
  const cl_uint *out = run->buffer[0].after;
  size_t checked = 0, different = 0;
  for (size_t y = 0; y < HEIGHT; y += 5)
    for (size_t x = 0; x < WIDTH; x += 3) {
      checked++;
      different += out[y * WIDTH + x] != mandelbrot_steps(x, y);
    }
  return different * 100 < checked;
}

static void prepare_convolve(struct kernel_run *run) {
  run_number(run, SIDE);
  run_number(run, SIDE);
  run_fill_floats(run_words(run, SIDE * SIDE), SIDE * SIDE, 0, 1);
  run_fill_floats(run_words(run, FILTER * FILTER), FILTER * FILTER, -1, 1);
  run_words(run, SIDE * SIDE);
  run_size_2d(run, SIDE, SIDE, 16, 16);
  run->flops = 2.0 * FILTER * FILTER * SIDE * SIDE;
}

static bool correct_convolve(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *filter = run->buffer[1].before, *out = run->buffer[2].after;
  for (int y = 0; y < SIDE; y += 31)
    for (int x = 0; x < SIDE; x++) {
      double sum = 0;
      for (int j = 0; j < FILTER; j++)
        for (int i = 0; i < FILTER; i++) {
          int u = x + i - RADIUS, v = y + j - RADIUS;
          if (u >= 0 && u < SIDE && v >= 0 && v < SIDE)
            sum += (double)in[v * SIDE + u] * (double)filter[j * FILTER + i];
        }
      if (!run_close((double)out[y * SIDE + x], sum, 1e-4))
        return false;
    }
  return true;
}

static void prepare_kmeans(struct kernel_run *run) {
  run_number(run, POINTS);
  run_number(run, FEATURES);
  run_number(run, CENTRES);
  run_fill_floats(run_words(run, POINTS * FEATURES), POINTS * FEATURES, 0, 1);
  run_fill_floats(run_words(run, CENTRES * FEATURES), CENTRES * FEATURES, -0.5f, 1.5f);
  run_words(run, POINTS);
  run_size_1d(run, POINTS, 64);
  run->flops = 3.0 * POINTS * FEATURES * CENTRES;
}

static double distance(const struct kernel_run *run, size_t point, size_t centre) {
  const float *points = run->buffer[0].before, *centres = run->buffer[1].before;
  double sum = 0;
  for (size_t f = 0; f < FEATURES; f++) {
    double d = (double)points[f * POINTS + point] - (double)centres[centre * FEATURES + f];
    sum += d * d;
  }
  return sum;
}

/* Of two centres that are nearly as near, either will do. */
static bool correct_kmeans(const struct kernel_run *run) {
  const cl_uint *nearest = run->buffer[2].after;
  for (size_t i = 0; i < POINTS; i += 17) {
    if (nearest[i] >= CENTRES)
      return false;
    double found = distance(run, i, nearest[i]);
    for (size_t c = 0; c < CENTRES; c++)
      if (distance(run, i, c) < found * (1 - 1e-5))
        return false;
  }
  return true;
}

static void prepare_bags(struct kernel_run *run) {
  run_number(run, COLUMNS);
  run_number(run, LENGTH);
  run_fill_floats(run_words(run, ROWS * COLUMNS), ROWS * COLUMNS, -1, 1);
  cl_uint *list = run_words(run, BAGS * LENGTH);
  for (size_t i = 0; i < BAGS * LENGTH; i++)
    list[i] = (cl_uint)(i * 7919 % ROWS);
  run_words(run, BAGS * COLUMNS);
  run_size_2d(run, COLUMNS, BAGS, 64, 1);
  run->flops = 1.0 * BAGS * LENGTH * COLUMNS;
}

static bool correct_bags(const struct kernel_run *run) {
  const float *table = run->buffer[0].before, *sums = run->buffer[2].after;
  const cl_uint *list = run->buffer[1].before;
  for (size_t bag = 0; bag < BAGS; bag += 3)
    for (size_t column = 0; column < COLUMNS; column++) {
      double sum = 0;
      for (size_t i = 0; i < LENGTH; i++)
        sum += (double)table[list[bag * LENGTH + i] * COLUMNS + column];
      if (fabs((double)sums[bag * COLUMNS + column] - sum / LENGTH) > 1e-5)
        return false;
    }
  return true;
}

const struct kernel_case dense_cases[] = {
    {"sgemm 512 naive, groups 16x16", "sgemm_naive", run_prepare_sgemm, run_correct_sgemm},
    {"sgemm 512 tiled", "sgemm_tiled", run_prepare_sgemm, run_correct_sgemm},
    {"n-body 4096", "nbody", prepare_nbody, correct_nbody},
    {"n-body 4096, float3", "nbody_float3", prepare_nbody, correct_nbody},
    {"mandelbrot 1024x768, 256", "mandelbrot", prepare_mandelbrot, correct_mandelbrot},
    {"convolution 7x7 of 1024x1024, direct", "convolve", prepare_convolve, correct_convolve},
    {"convolution 7x7 of 1024x1024, tiled", "convolve_tiled", prepare_convolve, correct_convolve},
    {"means of 50 rows of 256 out of a table, 2048 lists", "bags", prepare_bags, correct_bags},
    {"k-means, 65536 points, 32 centres", "kmeans", prepare_kmeans, correct_kmeans},
    {0},
};
