/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "bench/kernels.h"

#include <math.h>
#include <string.h>

enum { MILLION = 1 << 20, SIDE = 2048, ROUNDS = 32, IMAGE = 1024, LATTICE = 512, CELLS = LATTICE * LATTICE };
enum { NEIGHBOURS = 12 };
enum { PLANE_WIDTH = 96, PLANE_HEIGHT = 56, CHANNELS = 256 };

static const float omega = 1.2f;

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

static void prepare_channels(struct kernel_run *run) {
  const size_t size = (size_t)PLANE_WIDTH * PLANE_HEIGHT * CHANNELS;
  run_number(run, PLANE_WIDTH);
  run_number(run, PLANE_HEIGHT);
  run_number(run, CHANNELS);
  run_fill_floats(run_words(run, size), size, -1, 1);
  run_fill_floats(run_words(run, CHANNELS), CHANNELS, 0, 1);
  run_words(run, size);
  run_size_3d(run, (const size_t[]){PLANE_WIDTH, PLANE_HEIGHT, CHANNELS}, (const size_t[]){16, 4, 1});
}

static bool correct_channels(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *bias = run->buffer[1].before, *out = run->buffer[2].after;
  for (size_t c = 0; c < CHANNELS; c++)
    for (size_t i = 0; i < PLANE_WIDTH * PLANE_HEIGHT; i++)
      if (!run_close((double)out[i * CHANNELS + c], fmax((double)(in[c * PLANE_WIDTH * PLANE_HEIGHT + i] + bias[c]), 0),
                     1e-6))
        return false;
  return true;
}

static void prepare_chain(struct kernel_run *run) {
  run_number(run, ROUNDS);
  run_fill_floats(run_words(run, MILLION * 4), MILLION * 4, 0, 1);
  run_words(run, MILLION * 4);
  run_size_1d(run, MILLION, 64);
  run->flops = 4.0 * MILLION * (4 * ROUNDS + 1);
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
  run->flops = 10.0 * MILLION;
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
  run->flops = 40.0 * IMAGE * IMAGE;
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
  run->flops = 6.0 * SIDE * SIDE;
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

static void prepare_lattice(struct kernel_run *run) {
  run_number(run, LATTICE);
  run_number(run, LATTICE);
  run_float(run, omega);
  run_fill_floats(run_words(run, 9 * CELLS), 9 * CELLS, 0.05f, 0.15f);
  run_words(run, 9 * CELLS);
  run_size_2d(run, LATTICE, LATTICE, 64, 1);
  run->flops = 160.0 * CELLS;
}

static void relaxed_cell(const float *in, int x, int y, double out[9]) {
  static const int dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, dy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  double f[9], density = 0, ux = 0, uy = 0;
  for (int i = 0; i < 9; i++) {
    int u = (x - dx[i] + LATTICE) % LATTICE, v = (y - dy[i] + LATTICE) % LATTICE;
    f[i] = (double)in[i * CELLS + v * LATTICE + u];
    density += f[i];
    ux += f[i] * dx[i];
    uy += f[i] * dy[i];
  }
  ux /= density;
  uy /= density;
  for (int i = 0; i < 9; i++) {
    double weight = i == 0 ? 4.0 / 9 : i < 5 ? 1.0 / 9 : 1.0 / 36, along = 3 * (dx[i] * ux + dy[i] * uy);
    double rest = weight * density * (1 + along + along * along / 2 - 1.5 * (ux * ux + uy * uy));
    out[i] = f[i] + (double)omega * (rest - f[i]);
  }
}

static bool correct_lattice(const struct kernel_run *run) {
  const float *out = run->buffer[1].after;
  for (int y = 0; y < LATTICE; y += 7)
    for (int x = 0; x < LATTICE; x++) {
      double expected[9];
      relaxed_cell(run->buffer[0].before, x, y, expected);
      for (int i = 0; i < 9; i++)
        if (!run_close((double)out[i * CELLS + y * LATTICE + x], expected[i], 1e-5))
          return false;
    }
  return true;
}

static void prepare_upwind(struct kernel_run *run) {
  run_number(run, SIDE);
  run_fill_floats(run_words(run, SIDE * SIDE), SIDE * SIDE, 0, 1);
  run_fill_floats(run_words(run, SIDE * SIDE), SIDE * SIDE, -1, 1);
  run_fill_floats(run_words(run, SIDE * SIDE), SIDE * SIDE, -1, 1);
  run_words(run, SIDE * SIDE);
  run_size_2d(run, SIDE, SIDE, 64, 4);
  run->flops = 7.0 * SIDE * SIDE;
}

static bool correct_upwind(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *east = run->buffer[1].before, *south = run->buffer[2].before;
  const float *out = run->buffer[3].after;
  for (size_t y = 1; y < SIDE - 1; y += 3)
    for (size_t x = 1; x < SIDE - 1; x++) {
      const size_t i = y * SIDE + x, left = i - (east[i] > 0), above = i - (south[i] > 0) * (size_t)SIDE;
      const double along = (double)east[i] * ((double)in[left + 1] - (double)in[left]);
      const double down = (double)south[i] * ((double)in[above + SIDE] - (double)in[above]);
      if (!run_close((double)out[i], (double)in[i] - 0.2 * (along + down), 1e-5))
        return false;
    }
  return true;
}

static void prepare_rings(struct kernel_run *run) {
  run_number(run, IMAGE);
  run_number(run, NEIGHBOURS);
  run_fill_floats(run_words(run, IMAGE * IMAGE), IMAGE * IMAGE, -1, 1);
  cl_int *distance = run_words(run, NEIGHBOURS);
  for (int i = 0; i < NEIGHBOURS; i++)
    distance[i] = (i - NEIGHBOURS / 2) * 3;
  run_fill_floats(run_words(run, NEIGHBOURS), NEIGHBOURS, 0, 1);
  run_words(run, IMAGE * IMAGE);
  run_size_2d(run, IMAGE, IMAGE, 64, 1);
  run->flops = 2.0 * NEIGHBOURS * IMAGE * IMAGE;
}

static bool correct_rings(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *weight = run->buffer[2].before, *out = run->buffer[3].after;
  const cl_int *distance = run->buffer[1].before;
  for (size_t ring = 0; ring < IMAGE; ring += 7)
    for (int x = 0; x < IMAGE; x++) {
      double sum = 0;
      for (int i = 0; i < NEIGHBOURS; i++)
        sum += (double)weight[i] * (double)in[ring * IMAGE + (size_t)((x + distance[i] + IMAGE) % IMAGE)];
      if (fabs((double)out[ring * IMAGE + (size_t)x] - sum) > 1e-5)
        return false;
    }
  return true;
}

static const float rate = 0.9187f;

static void prepare_resample(struct kernel_run *run) {
  run_number(run, MILLION);
  run_float(run, rate);
  run_fill_floats(run_words(run, MILLION), MILLION, -1, 1);
  run_words(run, MILLION);
  run_size_1d(run, MILLION, 64);
  run->flops = 6.0 * MILLION;
}

static bool correct_resample(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (int i = 0; i < MILLION; i += 3) {
    float at = (float)i * rate;
    int k = (int)at;
    float share = at - (float)k, expected = in[k] * (1 - share) + in[k + 1] * share;
    if (fabsf(out[i] - expected) > 1e-5f)
      return false;
  }
  return true;
}

static void prepare_walsh(struct kernel_run *run) {
  run_number(run, 4);
  run_fill_floats(run_words(run, MILLION), MILLION, -1, 1);
  run_words(run, MILLION);
  run_size_1d(run, MILLION, 64);
  run->flops = 1.0 * MILLION;
}

static bool correct_walsh(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (size_t i = 0; i < MILLION; i++)
    if (out[i] != (i & 4 ? in[i - 4] - in[i] : in[i] + in[i + 4]))
      return false;
  return true;
}

static void prepare_tensor_rows(struct kernel_run *run) {
  run_number(run, IMAGE);
  run_number(run, 1);
  run_number(run, IMAGE);
  run_float(run, rate);
  run_fill_floats(run_words(run, IMAGE * IMAGE), IMAGE * IMAGE, -1, 1);
  run_words(run, IMAGE * IMAGE);
  run_size_1d(run, IMAGE * 256, 256);
  run->flops = 1.0 * IMAGE * IMAGE;
}

static bool correct_tensor_rows(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (size_t i = 0; i < IMAGE * IMAGE; i++)
    if (out[i] != in[i] * rate)
      return false;
  return true;
}

const struct kernel_case stream_cases[] = {
    {"transpose 2048, tiles 16x16", "transpose", prepare_transpose, correct_transpose},
    {"planes to channels last, 96x56x256", "channels_last", prepare_channels, correct_channels},
    {"float4 chain", "float4_chain", prepare_chain, correct_chain},
    {"vload3, normalize, vstore3 1M", "normalize3", prepare_normalize, correct_normalize},
    {"3x3 blur RGBA float 1024, buffers", "blur", prepare_blur, correct_blur},
    {"stencil 5-point 2048", "stencil", prepare_stencil, correct_stencil},
    {"upwind transport 2048", "upwind", prepare_upwind, correct_upwind},
    {"rings of 1024 points, 12 neighbours by a table", "rings", prepare_rings, correct_rings},
    {"sound at 0.92 of its rate, 1M samples", "resample", prepare_resample, correct_resample},
    {"rows of a tensor of 1024x1024, strides", "tensor_rows", prepare_tensor_rows, correct_tensor_rows},
    {"Walsh-Hadamard step of 1M", "walsh", prepare_walsh, correct_walsh},
    {"lattice Boltzmann 512x512", "lattice_boltzmann", prepare_lattice, correct_lattice},
    {0},
};
