/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "bench/kernels.h"

#include <math.h>

enum { MILLION = 1 << 20, PATHS = 16384, STEPS = 64 };
/* Operations that a function of mathematics counts for: a simple one, and one of two arguments or of two parts. */
enum { SIMPLE = 16, COMPOSED = 32 };

static const float drift = 0.0001f, volatility = 0.02f;

static void prepare_black_scholes(struct kernel_run *run) {
  run_fill_floats(run_words(run, MILLION), MILLION, 5, 30);
  run_fill_floats(run_words(run, MILLION), MILLION, 1, 100);
  run_fill_floats(run_words(run, MILLION), MILLION, 0.25f, 10);
  run_words(run, MILLION);
  run_words(run, MILLION);
  run_size_1d(run, MILLION, 64);
  run->flops = (4.0 * SIMPLE + 46) * MILLION;
}

static double cumulative(double d) {
  return 0.5 * erfc(-d / sqrt(2));
}

static bool correct_black_scholes(const struct kernel_run *run) {
  const float *price = run->buffer[0].before, *strike = run->buffer[1].before, *years = run->buffer[2].before;
  const float *call = run->buffer[3].after, *put = run->buffer[4].after;
  for (size_t i = 0; i < MILLION; i += 13) {
    double s = (double)price[i], x = (double)strike[i], t = (double)years[i], root = sqrt(t);
    double d1 = (log(s / x) + 0.065 * t) / (0.3 * root), d2 = d1 - 0.3 * root, discount = x * exp(-0.02 * t);
    if (!run_close((double)call[i], s * cumulative(d1) - discount * cumulative(d2), 2e-4) ||
        !run_close((double)put[i], discount * cumulative(-d2) - s * cumulative(-d1), 2e-4))
      return false;
  }
  return true;
}

static void prepare_math(struct kernel_run *run) {
  run_fill_floats(run_words(run, MILLION), MILLION, 0, 10);
  run_words(run, MILLION);
  run_size_1d(run, MILLION, 64);
  run->flops = (2.0 * SIMPLE + 3 * COMPOSED + 4) * MILLION;
}

static bool correct_math(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (size_t i = 0; i < MILLION; i += 3) {
    double x = (double)in[i];
    if (!run_close((double)out[i], sin(x) + cos(x) + pow(x, 1.5) + tanh(x) + atan2(x, 2), 1e-5))
      return false;
  }
  return true;
}

static void prepare_monte_carlo(struct kernel_run *run) {
  run_number(run, STEPS);
  run_float(run, drift);
  run_float(run, volatility);
  run_fill_words(run_words(run, PATHS), PATHS, 0);
  run_words(run, PATHS);
  run_size_1d(run, PATHS, 64);
  run->flops = (5.0 * SIMPLE + 17) * PATHS * STEPS / 2;
  run->integers = 7.0 * PATHS * STEPS;
}

static double uniform_random(cl_uint *state) {
  cl_uint x = *state;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  *state = x;
  return ((double)(x >> 8) + 0.5) / 16777216;
}

static bool correct_monte_carlo(const struct kernel_run *run) {
  const cl_uint *seed = run->buffer[0].before;
  const float *mean = run->buffer[1].after;
  for (size_t id = 0; id < PATHS; id += 23) {
    cl_uint state = seed[id] | 1;
    double price = 1, sum = 0;
    for (int i = 0; i < STEPS; i += 2) {
      double radius = sqrt(-2 * log(uniform_random(&state))), angle = 6.283185307179586 * uniform_random(&state);
      price *= exp((double)drift + (double)volatility * radius * cos(angle));
      sum += price;
      price *= exp((double)drift + (double)volatility * radius * sin(angle));
      sum += price;
    }
    if (!run_close((double)mean[id], sum / STEPS, 1e-4))
      return false;
  }
  return true;
}

const struct kernel_case math_cases[] = {
    {"Black-Scholes 1M", "black_scholes", prepare_black_scholes, correct_black_scholes},
    {"sin cos pow tanh atan2 1M", "math_mix", prepare_math, correct_math},
    {"Monte Carlo, 16384 paths of 64 steps", "monte_carlo", prepare_monte_carlo, correct_monte_carlo},
    {0},
};
