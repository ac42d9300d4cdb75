/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Times kernels of many kinds: each launch ends with clFinish, the best of many counts, in milliseconds. The first
 * launch's result is checked in C; a wrong one has no time.
 */
#include "bench/kernels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LAUNCHES = 60, MIN_LAUNCHES = 5 };
static const double seconds_per_case = 0.4;

void run_number(struct kernel_run *run, cl_uint value) {
  bench_check(clSetKernelArg(run->kernel, run->argument++, sizeof value, &value), "clSetKernelArg");
}

/* The next of the buffers with its two copies here; the caller makes its memory object. */
static struct kernel_buffer *next_buffer(struct kernel_run *run, size_t bytes) {
  struct kernel_buffer *buffer = &run->buffer[run->buffers];
  buffer->bytes = bytes;
  buffer->before = calloc(1, bytes);
  buffer->after = calloc(1, bytes);
  if (run->buffers == BENCH_MAX_BUFFERS || !buffer->before || !buffer->after) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  run->buffers++;
  return buffer;
}

void *run_words(struct kernel_run *run, size_t words) {
  struct kernel_buffer *buffer = next_buffer(run, words * sizeof(cl_uint));
  buffer->memory = bench_buffer(run->bench, CL_MEM_READ_WRITE, buffer->bytes, NULL);
  bench_check(clSetKernelArg(run->kernel, run->argument++, sizeof buffer->memory, &buffer->memory), "clSetKernelArg");
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
  bench_check(clSetKernelArg(run->kernel, run->argument++, sizeof buffer->memory, &buffer->memory), "clSetKernelArg");
  return buffer->before;
}

void run_size_1d(struct kernel_run *run, size_t global, size_t local) {
  run->dimensions = 1;
  run->global[0] = global;
  run->local[0] = local;
}

void run_size_2d(struct kernel_run *run, size_t x, size_t y, size_t local_x, size_t local_y) {
  run->dimensions = 2;
  run->global[0] = x;
  run->global[1] = y;
  run->local[0] = local_x;
  run->local[1] = local_y;
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

static double launch(struct kernel_run *run) {
  cl_command_queue queue = run->bench->queue;
  double start = bench_seconds();
  bench_check(clEnqueueNDRangeKernel(queue, run->kernel, run->dimensions, NULL, run->global,
                                     run->local[0] ? run->local : NULL, 0, NULL, NULL),
              "clEnqueueNDRangeKernel");
  bench_check(clFinish(queue), "clFinish");
  return bench_seconds() - start;
}

static void write_before(cl_command_queue queue, const struct kernel_buffer *buffer) {
  size_t origin[3] = {0, 0, 0}, region[3] = {buffer->width, buffer->height, 1};
  cl_int error =
      buffer->width
          ? clEnqueueWriteImage(queue, buffer->memory, CL_TRUE, origin, region, 0, 0, buffer->before, 0, NULL, NULL)
          : clEnqueueWriteBuffer(queue, buffer->memory, CL_TRUE, 0, buffer->bytes, buffer->before, 0, NULL, NULL);
  bench_check(error, "writing what a kernel reads");
}

static void read_after(cl_command_queue queue, const struct kernel_buffer *buffer) {
  size_t origin[3] = {0, 0, 0}, region[3] = {buffer->width, buffer->height, 1};
  cl_int error =
      buffer->width
          ? clEnqueueReadImage(queue, buffer->memory, CL_TRUE, origin, region, 0, 0, buffer->after, 0, NULL, NULL)
          : clEnqueueReadBuffer(queue, buffer->memory, CL_TRUE, 0, buffer->bytes, buffer->after, 0, NULL, NULL);
  bench_check(error, "reading what a kernel wrote");
}

static bool launch_is_correct(struct kernel_run *run, const struct kernel_case *which) {
  for (size_t i = 0; i < run->buffers; i++)
    write_before(run->bench->queue, &run->buffer[i]);
  launch(run);
  for (size_t i = 0; i < run->buffers; i++)
    read_after(run->bench->queue, &run->buffer[i]);
  return which->correct(run);
}

static void measure(const struct bench *bench, cl_program program, const struct kernel_case *which, bool quick) {
  cl_int error;
  struct kernel_run run = {.bench = bench, .kernel = clCreateKernel(program, which->kernel, &error)};
  bench_check(error, "clCreateKernel");
  which->prepare(&run);
  if (launch_is_correct(&run, which)) {
    double best = launch(&run), end = bench_seconds() + seconds_per_case;
    for (int i = 0; i < (quick ? 1 : MAX_LAUNCHES) && (i < MIN_LAUNCHES || bench_seconds() < end); i++)
      best = fmin(best, launch(&run));
    bench_result(which->name, best * 1e3, "ms", 0);
  } else {
    bench_wrong_result(which->name);
  }
  for (size_t i = 0; i < run.buffers; i++) {
    clReleaseMemObject(run.buffer[i].memory);
    free(run.buffer[i].before);
    free(run.buffer[i].after);
  }
  clReleaseKernel(run.kernel);
}

static char *read_file(const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", WEFT_BENCH_KERNELS, name);
  FILE *file = fopen(path, "rb");
  char *text = calloc(1, 1 << 16);
  if (!file || !text || !fread(text, 1, (1 << 16) - 1, file)) {
    perror(path);
    exit(1);
  }
  fclose(file);
  return text;
}

static bool has_images(const struct bench *bench) {
  cl_bool images = CL_FALSE;
  bench_check(clGetDeviceInfo(bench->device, CL_DEVICE_IMAGE_SUPPORT, sizeof images, &images, NULL), "clGetDeviceInfo");
  return images;
}

static void measure_file(const struct bench *bench, const struct kernel_case *cases, const char *build_options,
                         const struct bench_options *options) {
  cl_program program = NULL;
  for (const struct kernel_case *which = cases; which->name; which++) {
    if (!bench_wants(options, which->name))
      continue;
    if (!program) {
      char *text = read_file(which->file);
      program = bench_build(bench, text, build_options, true);
      free(text);
      if (!program) {
        bench_no_result(which->name, "does not build");
        return;
      }
    }
    measure(bench, program, which, options->quick);
  }
  if (program)
    clReleaseProgram(program);
}

int main(int argc, char **argv) {
  struct bench_options options = bench_parse(argc, argv);
  struct bench bench;
  bench_open(&bench, &options);
  measure_file(&bench, dense_cases, "", &options);
  measure_file(&bench, irregular_cases, "", &options);
  measure_file(&bench, stream_cases, "", &options);
  measure_file(&bench, group_cases, "-cl-std=CL3.0", &options);
  if (has_images(&bench))
    measure_file(&bench, image_cases, "", &options);
  bench_close(&bench);
  return bench_status();
}
