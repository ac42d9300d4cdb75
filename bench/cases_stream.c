/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "bench/kernels.h"

#include <math.h>
#include <string.h>

enum { MILLION = 1 << 20, SIDE = 2048, COPY_WORDS = 4 << 20, PER_GROUP = 4096, ROUNDS = 32, IMAGE = 1024 };

static void prepare_async(struct kernel_run *run) {
  run_number(run, PER_GROUP);
  run_fill_words(run_words(run, COPY_WORDS), COPY_WORDS, 0);
  run_words(run, COPY_WORDS);
  run_size_1d(run, COPY_WORDS / PER_GROUP * 64, 64);
}

static bool correct_async(const struct kernel_run *run) {
  return !memcmp(run->buffer[0].before, run->buffer[1].after, run->buffer[1].bytes);
}

static void prepare_transpose(struct kernel_run *run) {
  run_number(run, SIDE);
  run_fill_floats(run_words(run, SIDE * SIDE), SIDE * SIDE, 0, 1);
  run_words(run, SIDE * SIDE);
  run_size_2d(run, SIDE, SIDE, 16, 16);
}

static bool correct_transpose(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (size_t y = 0; y < SIDE; y++)
    for (size_t x = 0; x < SIDE; x++)
      if (memcmp(&out[x * SIDE + y], &in[y * SIDE + x], sizeof(float)))
        return false;
  return true;
}

static void prepare_chain(struct kernel_run *run) {
  run_number(run, ROUNDS);
  run_fill_floats(run_words(run, MILLION * 4), MILLION * 4, 0, 1);
  run_words(run, MILLION * 4);
  run_size_1d(run, MILLION, 64);
}

static bool correct_chain(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (size_t id = 0; id < MILLION; id += 101) {
    double v[4], w[4], t[4];
    for (size_t k = 0; k < 4; k++) {
      v[k] = (double)in[id * 4 + k];
      w[k] = (double)in[id * 4 + 3 - k];
    }
    for (int i = 0; i < ROUNDS; i++) {
      for (size_t k = 0; k < 4; k++)
        v[k] = v[k] * 0.5 + w[k];
      for (size_t k = 0; k < 4; k++) {
        static const size_t from[4] = {1, 2, 3, 0};
        t[k] = w[from[k]] * 0.25 + v[k];
      }
      memcpy(w, t, sizeof w);
    }
    for (size_t k = 0; k < 4; k++)
      if (!run_close((double)out[id * 4 + k], v[k] + w[k], 1e-3))
        return false;
  }
  return true;
}

static void prepare_normalize(struct kernel_run *run) {
  run_fill_floats(run_words(run, MILLION * 3), MILLION * 3, 0.1f, 2);
  run_words(run, MILLION * 3);
  run_size_1d(run, MILLION, 64);
}

static bool correct_normalize(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (size_t i = 0; i < MILLION; i += 7) {
    double length = 0;
    for (size_t k = 0; k < 3; k++)
      length += (double)in[i * 3 + k] * (double)in[i * 3 + k];
    for (size_t k = 0; k < 3; k++)
      if (!run_close((double)out[i * 3 + k], (double)in[i * 3 + k] / sqrt(length), 1e-5))
        return false;
  }
  return true;
}

static void prepare_blur(struct kernel_run *run) {
  run_number(run, IMAGE);
  run_number(run, IMAGE);
  run_fill_floats(run_words(run, IMAGE * IMAGE * 4), IMAGE * IMAGE * 4, 0, 1);
  run_words(run, IMAGE * IMAGE * 4);
  run_size_2d(run, IMAGE, IMAGE, 16, 16);
}

static bool correct_blur(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (int y = 0; y < IMAGE; y += 31)
    for (int x = 0; x < IMAGE; x++)
      for (int k = 0; k < 4; k++) {
        double sum = 0;
        for (int j = -1; j <= 1; j++)
          for (int i = -1; i <= 1; i++) {
            int v = y + j < 0 ? 0 : y + j >= IMAGE ? IMAGE - 1 : y + j;
            int u = x + i < 0 ? 0 : x + i >= IMAGE ? IMAGE - 1 : x + i;
            sum += (double)in[(v * IMAGE + u) * 4 + k];
          }
        if (!run_close((double)out[(y * IMAGE + x) * 4 + k], sum / 9, 1e-5))
          return false;
      }
  return true;
}

static void prepare_stencil(struct kernel_run *run) {
  run_number(run, SIDE);
  run_fill_floats(run_words(run, SIDE * SIDE), SIDE * SIDE, 0, 1);
  run_words(run, SIDE * SIDE);
  run_size_2d(run, SIDE, SIDE, 64, 4);
}

static bool correct_stencil(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (size_t y = 1; y < SIDE - 1; y += 17)
    for (size_t x = 1; x < SIDE - 1; x++) {
      const float *at = in + y * SIDE + x;
      double around = (double)at[-1] + (double)at[1] + (double)at[-SIDE] + (double)at[SIDE];
      if (!run_close((double)out[y * SIDE + x], 0.5 * (double)at[0] + 0.125 * around, 1e-5))
        return false;
    }
  return true;
}

static void prepare_black_scholes(struct kernel_run *run) {
  run_fill_floats(run_words(run, MILLION), MILLION, 5, 30);
  run_fill_floats(run_words(run, MILLION), MILLION, 1, 100);
  run_fill_floats(run_words(run, MILLION), MILLION, 0.25f, 10);
  run_words(run, MILLION);
  run_words(run, MILLION);
  run_size_1d(run, MILLION, 64);
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

const struct kernel_case stream_cases[] = {
    {"async copy 16 MB in and out", "stream.cl", "async_through", prepare_async, correct_async},
    {"transpose 2048, tiles 16x16", "stream.cl", "transpose", prepare_transpose, correct_transpose},
    {"float4 chain", "stream.cl", "float4_chain", prepare_chain, correct_chain},
    {"vload3, normalize, vstore3 1M", "stream.cl", "normalize3", prepare_normalize, correct_normalize},
    {"3x3 blur RGBA float 1024", "stream.cl", "blur", prepare_blur, correct_blur},
    {"stencil 5-point 2048", "stream.cl", "stencil", prepare_stencil, correct_stencil},
    {"Black-Scholes 1M", "stream.cl", "black_scholes", prepare_black_scholes, correct_black_scholes},
    {"sin cos pow tanh atan2 1M", "stream.cl", "math_mix", prepare_math, correct_math},
    {0},
};
