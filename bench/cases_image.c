/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Filters over images: 3x3 blurs with nearest and linear samplers, of four floats and of four bytes for each texel. */
#include "bench/kernels.h"

#include <math.h>

enum { SIDE = 1024 };

static void prepare_float(struct kernel_run *run) {
  run_fill_floats(run_image(run, CL_MEM_READ_ONLY, CL_FLOAT, SIDE, SIDE), SIDE * SIDE * 4, 0, 1);
  run_image(run, CL_MEM_WRITE_ONLY, CL_FLOAT, SIDE, SIDE);
  run_size_2d(run, SIDE, SIDE, 16, 16);
}

static void prepare_unorm(struct kernel_run *run) {
  run_fill_words(run_image(run, CL_MEM_READ_ONLY, CL_UNORM_INT8, SIDE, SIDE), SIDE * SIDE, 0);
  run_image(run, CL_MEM_WRITE_ONLY, CL_UNORM_INT8, SIDE, SIDE);
  run_size_2d(run, SIDE, SIDE, 16, 16);
}

static double channel(const struct kernel_buffer *image, const void *texels, int x, int y, int k) {
  x = x < 0 ? 0 : x >= SIDE ? SIDE - 1 : x;
  y = y < 0 ? 0 : y >= SIDE ? SIDE - 1 : y;
  int at = (y * SIDE + x) * 4 + k;
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
static bool correct(const struct kernel_run *run, double step) {
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
  return correct(run, 1);
}

static bool correct_linear(const struct kernel_run *run) {
  return correct(run, 0.75);
}

const struct kernel_case image_cases[] = {
    {"image 3x3 blur RGBA float, nearest", "image.cl", "blur_nearest", prepare_float, correct_nearest},
    {"image 3x3 blur RGBA float, linear", "image.cl", "blur_linear", prepare_float, correct_linear},
    {"image 3x3 blur RGBA8, nearest", "image.cl", "blur_nearest", prepare_unorm, correct_nearest},
    {"image 3x3 blur RGBA8, linear", "image.cl", "blur_linear", prepare_unorm, correct_linear},
    {0},
};
