/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "bench/kernels.h"

#include <math.h>

enum { GEMM = 512, BODIES = 4096, WIDTH = 1024, HEIGHT = 768, LIMIT = 256 };

static void prepare_sgemm(struct kernel_run *run) {
  run_number(run, GEMM);
  run_fill_floats(run_words(run, GEMM * GEMM), GEMM * GEMM, -1, 1);
  run_fill_floats(run_words(run, GEMM * GEMM), GEMM * GEMM, 0, 1);
  run_words(run, GEMM * GEMM);
  run_size_2d(run, GEMM, GEMM, 16, 16);
}

static bool correct_sgemm(const struct kernel_run *run) {
  const float *a = run->buffer[0].before, *b = run->buffer[1].before, *c = run->buffer[2].after;
  for (size_t y = 0; y < GEMM; y += 7)
    for (size_t x = 0; x < GEMM; x += 13) {
      double sum = 0;
      for (size_t k = 0; k < GEMM; k++)
        sum += (double)a[y * GEMM + k] * (double)b[k * GEMM + x];
      if (!run_close((double)c[y * GEMM + x], sum, 1e-3))
        return false;
    }
  return true;
}

static void prepare_nbody(struct kernel_run *run) {
  run_number(run, BODIES);
  run_fill_floats(run_words(run, BODIES * 4), BODIES * 4, 0, 1);
  run_words(run, BODIES * 4);
  run_size_1d(run, BODIES, 64);
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

static void prepare_mandelbrot(struct kernel_run *run) {
  run_number(run, WIDTH);
  run_number(run, HEIGHT);
  run_number(run, LIMIT);
  run_words(run, WIDTH * HEIGHT);
  run_size_2d(run, WIDTH, HEIGHT, 16, 16);
}

/* Fused or not, points on the border differ by many rounds: nearly all must agree. */
static bool correct_mandelbrot(const struct kernel_run *run) {
  const cl_uint *out = run->buffer[0].after;
  size_t checked = 0, different = 0;
  for (size_t y = 0; y < HEIGHT; y += 5)
    for (size_t x = 0; x < WIDTH; x += 3) {
      float cr = -2.0f + 3.0f * (float)x / WIDTH, ci = -1.0f + 2.0f * (float)y / HEIGHT, zr = 0, zi = 0;
      cl_uint i = 0;
      while (i < LIMIT && zr * zr + zi * zi < 4.0f) {
        float t = zr * zr - zi * zi + cr;
        zi = 2.0f * zr * zi + ci;
        zr = t;
        i++;
      }
      checked++;
      different += out[y * WIDTH + x] != i;
    }
  return different * 100 < checked;
}

const struct kernel_case dense_cases[] = {
    {"sgemm 512 naive", "dense.cl", "sgemm_naive", prepare_sgemm, correct_sgemm},
    {"sgemm 512 tiled", "dense.cl", "sgemm_tiled", prepare_sgemm, correct_sgemm},
    {"sgemm 512 tiled by async copies", "dense.cl", "sgemm_async", prepare_sgemm, correct_sgemm},
    {"n-body 4096", "dense.cl", "nbody", prepare_nbody, correct_nbody},
    {"mandelbrot 1024x768, 256", "dense.cl", "mandelbrot", prepare_mandelbrot, correct_mandelbrot},
    {0},
};
