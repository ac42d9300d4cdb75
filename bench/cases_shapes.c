/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "bench/kernels.h"

#include <string.h>

enum { GROUPS = 65536, ROUNDS = 64, MEANS = 16, SIDE = 2048 };

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

const struct kernel_case shapes_cases[] = {
    {"groups of 15, arithmetic, 1M", "odd_15", prepare_15, correct_15},
    {"groups of 31, barriers, 2M", "odd_31", prepare_31, correct_31},
    {"groups of 1x64, column stencil 2048", "column_64", prepare_column, correct_column},
    {"5-point stencil 2048, rows by get_global_id(0), groups of 16x16", "exchanged", prepare_exchanged,
     correct_exchanged},
    {0},
};
