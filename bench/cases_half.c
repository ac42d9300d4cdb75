/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "bench/kernels.h"

enum { MANY = 4 << 20, FEW = 1 << 20, ROUNDS = 32 };

/* A half's value; only zero and normal numbers are needed. */
static double half_value(cl_half bits) {
  int exponent = bits >> 10 & 31;
  double value = exponent ? 1 + (bits & 1023) / 1024.0 : 0;
  for (; exponent > 15; exponent--)
    value *= 2;
  for (; exponent && exponent < 15; exponent++)
    value /= 2;
  return bits >> 15 ? -value : value;
}

/* Halves between 1/8 and 1, of any sign if signs are wanted. */
static void fill_halves(cl_half *to, size_t count, bool signs) {
  run_fill_words(to, count / 2, 0);
  for (size_t i = 0; i < count; i++)
    to[i] = (cl_half)((signs ? to[i] & 0x8000 : 0) | (12 + to[i] / 1024 % 3) << 10 | (to[i] & 1023));
}

static void prepare_stored(struct kernel_run *run) {
  run_float(run, 0.75f);
  fill_halves(run_words(run, MANY / 2), MANY, true);
  cl_half *y = run_words(run, MANY / 2);
  fill_halves(y, MANY, true);
  for (size_t i = 0; i < MANY / 2; i++) {
    cl_half first = y[i];
    y[i] = y[MANY - 1 - i];
    y[MANY - 1 - i] = first;
  }
  run_words(run, MANY / 2);
  run_size_1d(run, MANY, 64);
  run->flops = 4.0 * MANY;
}

static bool correct_stored(const struct kernel_run *run) {
  const cl_half *x = run->buffer[0].before, *y = run->buffer[1].before, *out = run->buffer[2].after;
  for (size_t i = 0; i < MANY; i += 7) {
    double sum = 0.75 * half_value(x[i]) + half_value(y[i]);
    if (!run_close(half_value(out[i]), sum > 0 ? sum : 0.125 * sum, 1e-3))
      return false;
  }
  return true;
}

static void prepare_arithmetic(struct kernel_run *run) {
  run_number(run, ROUNDS);
  fill_halves(run_words(run, FEW / 2), FEW, false);
  run_words(run, FEW / 2);
  run_size_1d(run, FEW, 64);
  run->flops = 2.0 * ROUNDS * FEW;
}

/* Rounding errors of each round grow by those after it: up to 1 / (1 - x), and x is below 1. */
static bool correct_arithmetic(const struct kernel_run *run) {
  const cl_half *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (size_t i = 0; i < FEW; i += 29) {
    double x = half_value(in[i]), y = 0;
    for (int j = 0; j < ROUNDS; j++)
      y = y * x + 0.5;
    if (!run_close(half_value(out[i]), y, 0.03))
      return false;
  }
  return true;
}

const struct kernel_case half_cases[] = {
    {"fp16 in memory, 4M", "half_stored", prepare_stored, correct_stored},
    {"fp16 arithmetic, 32 rounds, 1M", "half_arithmetic", prepare_arithmetic, correct_arithmetic},
    {0},
};
