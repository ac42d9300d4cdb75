/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "bench/kernels.h"

#include <math.h>
#include <string.h>

enum { MANY = 4 << 20, GROUP = 256, BYTES = 16 << 20, PER_ITEM = 64 };
enum { POINTS = 1024, TRANSFORMS = 1024, NODES = 1024, BLOCK = 16, BY_WAY_OF = 20 };

static const double pi = 3.14159265358979323846;

static void prepare_reduce(struct kernel_run *run) {
  run_fill_floats(run_words(run, MANY), MANY, -1, 1);
  run_words(run, MANY / GROUP);
  run_size_1d(run, MANY, GROUP);
  run->flops = MANY;
}

static void prepare_reduce_argument(struct kernel_run *run) {
  run_fill_floats(run_words(run, MANY), MANY, -1, 1);
  run_local(run, GROUP * sizeof(float));
  run_words(run, MANY / GROUP);
  run_size_1d(run, MANY, GROUP);
  run->flops = MANY;
}

static void prepare_scan(struct kernel_run *run) {
  run_fill_words(run_words(run, MANY), MANY, 0);
  run_words(run, MANY);
  run_size_1d(run, MANY, GROUP);
  run->integers = MANY;
}

static void prepare_scan_argument(struct kernel_run *run) {
  run_fill_words(run_words(run, MANY), MANY, 0);
  run_local(run, GROUP * sizeof(cl_uint));
  run_words(run, MANY);
  run_size_1d(run, MANY, GROUP);
  run->integers = MANY;
}

static void prepare_histogram(struct kernel_run *run) {
  run_number(run, PER_ITEM);
  run_fill_words(run_words(run, BYTES / 4), BYTES / 4, 0);
  run_words(run, 256);
  run_size_1d(run, BYTES / PER_ITEM, GROUP);
  run->integers = BYTES;
}

static bool correct_histogram(const struct kernel_run *run) {
  const unsigned char *in = run->buffer[0].before;
  cl_uint bins[256] = {0};
  for (size_t i = 0; i < BYTES; i++)
    bins[in[i]]++;
  return !memcmp(bins, run->buffer[1].after, sizeof bins);
}

static void prepare_fft(struct kernel_run *run) {
  run_fill_floats(run_words(run, 2 * POINTS * TRANSFORMS), 2 * POINTS * TRANSFORMS, -1, 1);
  float *root = run_words(run, 2 * POINTS);
  for (size_t k = 0; k < POINTS; k++) {
    root[2 * k] = (float)cos(2 * pi * (double)k / POINTS);
    root[2 * k + 1] = (float)-sin(2 * pi * (double)k / POINTS);
  }
  run_words(run, 2 * POINTS * TRANSFORMS);
  run_size_1d(run, POINTS / 4 * TRANSFORMS, POINTS / 4);
  run->flops = 5.0 * POINTS * 10 * TRANSFORMS;
}

/* A few frequencies of a few transforms by the definition. */
static bool correct_fft(const struct kernel_run *run) {
  for (size_t t = 0; t < TRANSFORMS; t += 97) {
    const float *in = (const float *)run->buffer[0].before + 2 * POINTS * t;
    const float *out = (const float *)run->buffer[2].after + 2 * POINTS * t;
    for (size_t k = 0; k < POINTS; k += 67) {
      double real = 0, imaginary = 0;
      for (size_t n = 0; n < POINTS; n++) {
        double angle = -2 * pi * (double)(n * k % POINTS) / POINTS, c = cos(angle), s = sin(angle);
        real += (double)in[2 * n] * c - (double)in[2 * n + 1] * s;
        imaginary += (double)in[2 * n] * s + (double)in[2 * n + 1] * c;
      }
      if (!run_close((double)out[2 * k], real, 1e-4) || !run_close((double)out[2 * k + 1], imaginary, 1e-4))
        return false;
    }
  }
  return true;
}

static void prepare_floyd_warshall(struct kernel_run *run) {
  run_number(run, NODES);
  run_number(run, BY_WAY_OF);
  run_fill_words(run_words(run, NODES * NODES), NODES * NODES, 10000);
  run_size_2d(run, NODES, NODES, BLOCK, BLOCK);
  run->integers = 2.0 * BLOCK * NODES * NODES;
  run->bytes = 2.0 * (double)run->buffer[0].bytes;
}

static bool correct_floyd_warshall(const struct kernel_run *run) {
  const cl_uint *before = run->buffer[0].before, *after = run->buffer[0].after;
  for (size_t y = 0; y < NODES; y += 3)
    for (size_t x = 0; x < NODES; x++) {
      cl_uint least = before[y * NODES + x];
      for (size_t k = BY_WAY_OF * BLOCK;
           k < (BY_WAY_OF + 1) * BLOCK && x / BLOCK != BY_WAY_OF && y / BLOCK != BY_WAY_OF; k++) {
        cl_uint way = before[y * NODES + k] + before[k * NODES + x];
        least = way < least ? way : least;
      }
      if (after[y * NODES + x] != least)
        return false;
    }
  return true;
}

const struct kernel_case barriers_cases[] = {
    {"tree reduction 4M, groups of 256", "reduce", prepare_reduce, run_correct_group_sums},
    {"tree reduction 4M, local argument", "reduce_argument", prepare_reduce_argument, run_correct_group_sums},
    {"scan 4M, groups of 256", "scan", prepare_scan, run_correct_group_scans},
    {"scan 4M, local argument", "scan_argument", prepare_scan_argument, run_correct_group_scans},
    {"histogram 16M bytes", "histogram", prepare_histogram, correct_histogram},
    {"FFT, 1024 transforms of 1024", "fft", prepare_fft, correct_fft},
    {"Floyd-Warshall 1024, tiles of 16x16", "floyd_warshall_block", prepare_floyd_warshall, correct_floyd_warshall},
    {0},
};
