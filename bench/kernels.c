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

void *run_words(struct kernel_run *run, size_t words) {
  struct kernel_buffer *buffer = &run->buffer[run->buffers];
  buffer->bytes = words * sizeof(cl_uint);
  buffer->before = calloc(words, sizeof(cl_uint));
  buffer->after = calloc(words, sizeof(cl_uint));
  if (run->buffers == BENCH_MAX_BUFFERS || !buffer->before || !buffer->after) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  buffer->memory = bench_buffer(run->bench, CL_MEM_READ_WRITE, buffer->bytes, NULL);
  bench_check(clSetKernelArg(run->kernel, run->argument++, sizeof buffer->memory, &buffer->memory), "clSetKernelArg");
  run->buffers++;
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

static double launch(struct kernel_run *run) {
  cl_command_queue queue = run->bench->queue;
  double start = bench_seconds();
  bench_check(clEnqueueNDRangeKernel(queue, run->kernel, run->dimensions, NULL, run->global,
                                     run->local[0] ? run->local : NULL, 0, NULL, NULL),
              "clEnqueueNDRangeKernel");
  bench_check(clFinish(queue), "clFinish");
  return bench_seconds() - start;
}

static bool launch_is_correct(struct kernel_run *run, const struct kernel_case *which) {
  cl_command_queue queue = run->bench->queue;
  for (size_t i = 0; i < run->buffers; i++)
    bench_check(clEnqueueWriteBuffer(queue, run->buffer[i].memory, CL_TRUE, 0, run->buffer[i].bytes,
                                     run->buffer[i].before, 0, NULL, NULL),
                "clEnqueueWriteBuffer");
  launch(run);
  for (size_t i = 0; i < run->buffers; i++)
    bench_check(clEnqueueReadBuffer(queue, run->buffer[i].memory, CL_TRUE, 0, run->buffer[i].bytes,
                                    run->buffer[i].after, 0, NULL, NULL),
                "clEnqueueReadBuffer");
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

static void measure_file(const struct bench *bench, const struct kernel_case *cases,
                         const struct bench_options *options) {
  cl_program program = NULL;
  for (const struct kernel_case *which = cases; which->name; which++) {
    if (!bench_wants(options, which->name))
      continue;
    if (!program) {
      char *text = read_file(which->file);
      program = bench_build(bench, text, "", true);
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
  measure_file(&bench, dense_cases, &options);
  measure_file(&bench, irregular_cases, &options);
  measure_file(&bench, stream_cases, &options);
  bench_close(&bench);
  return bench_status();
}
