/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "bench/kernels.h"

#include <math.h>

enum { SIDE = 1024, BILATERAL = 512, PIXELS = 4 << 20 };

static const float near = 0.1f, like = 20;

/* 3x3 blurs with nearest and linear samplers, of four floats and of four bytes for each texel. */
static void prepare_float(struct kernel_run *run) {
  run_fill_floats(run_image(run, CL_MEM_READ_ONLY, CL_FLOAT, SIDE, SIDE), SIDE * SIDE * 4, 0, 1);
  run_image(run, CL_MEM_WRITE_ONLY, CL_FLOAT, SIDE, SIDE);
  run_size_2d(run, SIDE, SIDE, 16, 16);
  run->flops = 40.0 * SIDE * SIDE;
}

static void prepare_unorm(struct kernel_run *run) {
  run_fill_words(run_image(run, CL_MEM_READ_ONLY, CL_UNORM_INT8, SIDE, SIDE), SIDE * SIDE, 0);
  run_image(run, CL_MEM_WRITE_ONLY, CL_UNORM_INT8, SIDE, SIDE);
  run_size_2d(run, SIDE, SIDE, 16, 16);
  run->flops = 40.0 * SIDE * SIDE;
}

static double channel(const struct kernel_buffer *image, const void *texels, int x, int y, int k) {
  int width = (int)image->width, height = (int)image->height;
  x = x < 0 ? 0 : x >= width ? width - 1 : x;
  y = y < 0 ? 0 : y >= height ? height - 1 : y;
  int at = (y * width + x) * 4 + k;
  return image->channel_type == CL_FLOAT ? (double)((const float *)texels)[at]
                                         : ((const unsigned char *)texels)[at] / 255.0;
}

static double sample(const struct kernel_buffer *image, double u, double v, int k) {
  double a = u - 0.5 - floor(u - 0.5), b = v - 0.5 - floor(v - 0.5);
  int x = (int)floor(u - 0.5), y = (int)floor(v - 0.5);
  double top = (1 - a) * channel(image, image->before, x, y, k) + a * channel(image, image->before, x + 1, y, k);
  double low =
      (1 - a) * channel(image, image->before, x, y + 1, k) + a * channel(image, image->before, x + 1, y + 1, k);
  return (1 - b) * top + b * low;
}

/* step: distance of the samples in texels. A byte may be rounded to the other side of a half. */
static bool correct_blur(const struct kernel_run *run, double step) {
  const struct kernel_buffer *in = &run->buffer[0], *out = &run->buffer[1];
  for (int y = 0; y < SIDE; y += 31)
    for (int x = 0; x < SIDE; x++)
      for (int k = 0; k < 4; k++) {
        double sum = 0;
        for (int j = -1; j <= 1; j++)
          for (int i = -1; i <= 1; i++)
            sum += sample(in, x + 0.5 + step * i, y + 0.5 + step * j, k);
        double found = channel(out, out->after, x, y, k);
        if (!(fabs(found - sum / 9) <= (in->channel_type == CL_FLOAT ? 1e-5 : 0.6 / 255)))
          return false;
      }
  return true;
}

static bool correct_nearest(const struct kernel_run *run) {
  return correct_blur(run, 1);
}

static bool correct_linear(const struct kernel_run *run) {
  return correct_blur(run, 0.75);
}

static void prepare_bilateral(struct kernel_run *run) {
  run_float(run, near);
  run_float(run, like);
  run_fill_words(run_image(run, CL_MEM_READ_ONLY, CL_UNORM_INT8, BILATERAL, BILATERAL), BILATERAL * BILATERAL, 0);
  run_image(run, CL_MEM_WRITE_ONLY, CL_UNORM_INT8, BILATERAL, BILATERAL);
  run_size_2d(run, BILATERAL, BILATERAL, 16, 16);
  run->flops = 25.0 * 38 * BILATERAL * BILATERAL;
}

static bool correct_bilateral(const struct kernel_run *run) {
  const struct kernel_buffer *in = &run->buffer[0], *out = &run->buffer[1];
  for (int y = 0; y < BILATERAL; y += 31)
    for (int x = 0; x < BILATERAL; x += 3) {
      double sum[4] = {0}, weights = 0;
      for (int j = -2; j <= 2; j++)
        for (int i = -2; i <= 2; i++) {
          double square = 0;
          for (int k = 0; k < 3; k++) {
            double d = channel(in, in->before, x + i, y + j, k) - channel(in, in->before, x, y, k);
            square += d * d;
          }
          double weight = exp(-(double)near * (i * i + j * j) - (double)like * square);
          weights += weight;
          for (int k = 0; k < 4; k++)
            sum[k] += weight * channel(in, in->before, x + i, y + j, k);
        }
      for (int k = 0; k < 4; k++)
        if (!(fabs(channel(out, out->after, x, y, k) - sum[k] / weights) <= 0.6 / 255))
          return false;
    }
  return true;
}

static void prepare_sepia(struct kernel_run *run) {
  run_fill_words(run_words(run, PIXELS / 4 * 3), PIXELS / 4 * 3, 0);
  run_words(run, PIXELS / 4 * 3);
  run_size_1d(run, PIXELS, 64);
  run->flops = 15.0 * PIXELS;
}

static bool correct_sepia(const struct kernel_run *run) {
  static const double matrix[3][3] = {{0.393, 0.769, 0.189}, {0.349, 0.686, 0.168}, {0.272, 0.534, 0.131}};
  const unsigned char *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (size_t id = 0; id < PIXELS; id += 7)
    for (size_t i = 0; i < 3; i++) {
      double sum = 0;
      for (size_t k = 0; k < 3; k++)
        sum += matrix[i][k] * in[id * 3 + k];
      if (fabs(out[id * 3 + i] - fmin(sum, 255)) > 0.501)
        return false;
    }
  return true;
}

static void prepare_over(struct kernel_run *run) {
  run_fill_words(run_words(run, PIXELS), PIXELS, 0);
  cl_uint *lower = run_words(run, PIXELS);
  run_fill_words(lower, PIXELS, 0);
  for (size_t i = 0; i < PIXELS; i++)
    lower[i] *= 0x9e3779b1U;
  run_words(run, PIXELS);
  run_size_1d(run, PIXELS, 64);
  run->integers = 4.0 * 7 * PIXELS;
}

static bool correct_over(const struct kernel_run *run) {
  const unsigned char *upper = run->buffer[0].before, *lower = run->buffer[1].before, *out = run->buffer[2].after;
  for (size_t id = 0; id < PIXELS; id += 7)
    for (size_t k = 0; k < 4; k++) {
      unsigned alpha = upper[id * 4 + 3], mixed = upper[id * 4 + k] * alpha + lower[id * 4 + k] * (255 - alpha);
      if (out[id * 4 + k] != (k == 3 ? 255 : (mixed + 127) / 255))
        return false;
    }
  return true;
}

const struct kernel_case image_cases[] = {
    {"image 3x3 blur RGBA float, nearest", "blur_nearest", prepare_float, correct_nearest},
    {"image 3x3 blur RGBA float, linear", "blur_linear", prepare_float, correct_linear},
    {"image 3x3 blur RGBA8, nearest", "blur_nearest", prepare_unorm, correct_nearest},
    {"image 3x3 blur RGBA8, linear", "blur_linear", prepare_unorm, correct_linear},
    {"bilateral 5x5 RGBA8 512, nearest", "bilateral", prepare_bilateral, correct_bilateral},
    {"uchar3 pixels, a matrix of colours, 4M", "sepia", prepare_sepia, correct_sepia},
    {"uchar4 pixels, one layer over another, 4M", "over", prepare_over, correct_over},
    {0},
};
