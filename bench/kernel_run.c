/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What prepare() and correct() of a case call: arguments, contents, and comparisons that several kernels share. */
#include "bench/kernels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_argument(struct kernel_run *run, size_t size, const void *value) {
  bench_check(clSetKernelArg(run->kernel, run->argument++, size, value), "clSetKernelArg");
}

void run_number(struct kernel_run *run, cl_uint value) {
  set_argument(run, sizeof value, &value);
}

void run_float(struct kernel_run *run, float value) {
  set_argument(run, sizeof value, &value);
}

void run_local(struct kernel_run *run, size_t bytes) {
  set_argument(run, bytes, NULL);
}

/* The next of the buffers with its two copies here; the caller makes its memory object. */
static struct kernel_buffer *next_buffer(struct kernel_run *run, size_t bytes) {
  if (run->buffers == BENCH_MAX_BUFFERS) {
    fprintf(stderr, "a kernel with more than %d buffers\n", BENCH_MAX_BUFFERS);
    exit(1);
  }
  struct kernel_buffer *buffer = &run->buffer[run->buffers++];
  buffer->bytes = bytes;
  buffer->before = calloc(1, bytes);
  buffer->after = calloc(1, bytes);
  if (!buffer->before || !buffer->after) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  return buffer;
}

void *run_words(struct kernel_run *run, size_t words) {
  struct kernel_buffer *buffer = next_buffer(run, words * sizeof(cl_uint));
  buffer->memory = bench_buffer(run->bench, CL_MEM_READ_WRITE, buffer->bytes, NULL);
  set_argument(run, sizeof buffer->memory, &buffer->memory);
  return buffer->before;
}

void *run_image(struct kernel_run *run, cl_mem_flags access, cl_channel_type type, size_t width, size_t height) {
  cl_int error;
  cl_image_format format = {CL_RGBA, type};
  cl_image_desc description = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = width, .image_height = height};
  size_t texel = 4 * (type == CL_FLOAT ? sizeof(float) : 1);
  struct kernel_buffer *buffer = next_buffer(run, texel * width * height);
  buffer->width = width;
  buffer->height = height;
  buffer->channel_type = type;
  buffer->memory = clCreateImage(run->bench->context, access, &format, &description, NULL, &error);
  bench_check(error, "clCreateImage");
  set_argument(run, sizeof buffer->memory, &buffer->memory);
  return buffer->before;
}

void run_size_1d(struct kernel_run *run, size_t global, size_t local) {
  run->dimensions = 1;
  run->global[0] = global;
  run->local[0] = local;
}

void run_size_2d(struct kernel_run *run, size_t x, size_t y, size_t local_x, size_t local_y) {
  run_size_1d(run, x, local_x);
  run->dimensions = 2;
  run->global[1] = y;
  run->local[1] = local_y;
}

void run_size_3d(struct kernel_run *run, const size_t global[3], const size_t local[3]) {
  run_size_2d(run, global[0], global[1], local[0], local[1]);
  run->dimensions = 3;
  run->global[2] = global[2];
  run->local[2] = local[2];
}

static uint32_t next_random(uint32_t *state) {
  *state = *state * 1664525U + 1013904223U;
  return *state >> 8 | *state << 24;
}

void run_fill_floats(void *words, size_t count, float low, float high) {
  uint32_t state = 1;
  float *to = words;
  for (size_t i = 0; i < count; i++)
    to[i] = low + (high - low) * (float)(next_random(&state) & 0xffffff) / 0x1000000;
}

void run_fill_words(void *words, size_t count, cl_uint limit) {
  uint32_t state = 1;
  cl_uint *to = words;
  for (size_t i = 0; i < count; i++) {
    cl_uint value = next_random(&state);
    to[i] = limit ? value % limit : value;
  }
}

bool run_close(double found, double expected, double tolerance) {
  return fabs(found - expected) <= tolerance * fmax(1, fabs(expected));
}

bool run_correct_group_sums(const struct kernel_run *run) {
  const float *in = run->buffer[0].before, *out = run->buffer[1].after;
  size_t group = run->local[0];
  for (size_t i = 0; i < run->global[0] / group; i++) {
    double sum = 0;
    for (size_t j = 0; j < group; j++)
      sum += (double)in[i * group + j];
    if (!run_close((double)out[i], sum, 1e-4))
      return false;
  }
  return true;
}

bool run_correct_group_scans(const struct kernel_run *run) {
  const cl_uint *in = run->buffer[0].before, *out = run->buffer[1].after;
  cl_uint sum = 0;
  for (size_t i = 0; i < run->global[0]; i++) {
    sum = i % run->local[0] ? sum + in[i] : in[i];
    if (out[i] != sum)
      return false;
  }
  return true;
}

bool run_correct_copy(const struct kernel_run *run) {
  return !memcmp(run->buffer[0].before, run->buffer[1].after, run->buffer[1].bytes);
}

/* Of the square matrices of the products. */
enum { MATRIX = 512 };

void run_prepare_sgemm(struct kernel_run *run) {
  run_number(run, MATRIX);
  run_fill_floats(run_words(run, MATRIX * MATRIX), MATRIX * MATRIX, -1, 1);
  run_fill_floats(run_words(run, MATRIX * MATRIX), MATRIX * MATRIX, 0, 1);
  run_words(run, MATRIX * MATRIX);
  run_size_2d(run, MATRIX, MATRIX, 16, 16);
  run->flops = 2.0 * MATRIX * MATRIX * MATRIX;
}

bool run_correct_sgemm(const struct kernel_run *run) {
  const float *a = run->buffer[0].before, *b = run->buffer[1].before, *c = run->buffer[2].after;
  for (size_t y = 0; y < MATRIX; y += 7)
    for (size_t x = 0; x < MATRIX; x += 13) {
      double sum = 0;
      for (size_t k = 0; k < MATRIX; k++)
        sum += (double)a[y * MATRIX + k] * (double)b[k * MATRIX + x];
      if (!run_close((double)c[y * MATRIX + x], sum, 1e-3))
        return false;
    }
  return true;
}

void run_release(struct kernel_run *run) {
  for (size_t i = 0; i < run->buffers; i++) {
    clReleaseMemObject(run->buffer[i].memory);
    free(run->buffer[i].before);
    free(run->buffer[i].after);
  }
}
