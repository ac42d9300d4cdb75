/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "bench/bench.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int status;

/* Each platform's own name for "one worker". Intel's runtime follows the affinity mask. */
static const char *const one_worker[] = {"WEFT_MAX_THREADS", "POCL_MAX_PTHREAD_COUNT", "POCL_CPU_MAX_CU_COUNT"};

static void usage(const char *program) {
  fprintf(stderr, "usage: %s [--platform NAME] [--only CASE] [--class CLASS] [--builds N] [--cpu N] [--quick]\n",
          program);
  exit(2);
}

void bench_one_worker(void) {
  for (size_t i = 0; i < sizeof one_worker / sizeof one_worker[0]; i++)
    setenv(one_worker[i], "1", 0);
}

static void pin(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET((size_t)cpu, &set);
  if (sched_setaffinity(0, sizeof set, &set)) {
    perror("sched_setaffinity");
    exit(2);
  }
  bench_one_worker();
}

struct bench_options bench_parse(int argc, char **argv) {
  struct bench_options options = {.cpu = -1};
  for (int i = 1; i < argc; i++) {
    const char *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (!strcmp(argv[i], "--quick")) {
      options.quick = true;
      continue;
    }
    if (!value)
      usage(argv[0]);
    if (!strcmp(argv[i], "--platform"))
      options.platform = value;
    else if (!strcmp(argv[i], "--only"))
      options.only = value;
    else if (!strcmp(argv[i], "--class"))
      options.class = value;
    else if (!strcmp(argv[i], "--builds"))
      options.builds = atoi(value);
    else if (!strcmp(argv[i], "--cpu"))
      options.cpu = atoi(value);
    else
      usage(argv[0]);
    i++;
  }
  if (options.cpu >= 0)
    pin(options.cpu);
  return options;
}

bool bench_wants(const struct bench_options *options, const char *name) {
  return !options->only || strstr(name, options->only);
}

void bench_check(cl_int error, const char *call) {
  if (error == CL_SUCCESS)
    return;
  fprintf(stderr, "%s: error %d\n", call, error);
  exit(1);
}

void bench_open(struct bench *bench, const struct bench_options *options) {
  cl_platform_id platforms[16];
  cl_uint count = 0;
  cl_int error = clGetPlatformIDs(16, platforms, &count);
  bench_check(error, "clGetPlatformIDs");
  memset(bench, 0, sizeof *bench);
  for (cl_uint i = 0; i < count && i < 16 && !bench->platform; i++) {
    char name[256] = "";
    error = clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL);
    if (!error && (!options->platform || strstr(name, options->platform)))
      bench->platform = platforms[i];
  }
  if (!bench->platform) {
    fprintf(stderr, "no platform%s%s\n", options->platform ? " named " : "",
            options->platform ? options->platform : "");
    exit(1);
  }
  bench_check(clGetDeviceIDs(bench->platform, CL_DEVICE_TYPE_DEFAULT, 1, &bench->device, NULL), "clGetDeviceIDs");
  bench->context = clCreateContext(NULL, 1, &bench->device, NULL, NULL, &error);
  bench_check(error, "clCreateContext");
  bench->queue = clCreateCommandQueue(bench->context, bench->device, 0, &error);
  bench_check(error, "clCreateCommandQueue");
}

void bench_close(struct bench *bench) {
  clReleaseCommandQueue(bench->queue);
  clReleaseContext(bench->context);
  memset(bench, 0, sizeof *bench);
}

cl_program bench_build(const struct bench *bench, const char *source, const char *options, bool verbose) {
  cl_int error;
  cl_program program = clCreateProgramWithSource(bench->context, 1, &source, NULL, &error);
  bench_check(error, "clCreateProgramWithSource");
  error = clBuildProgram(program, 1, &bench->device, options, NULL, NULL);
  if (error == CL_SUCCESS)
    return program;
  size_t size = 0;
  if (verbose && !clGetProgramBuildInfo(program, bench->device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) && size) {
    char *log = calloc(1, size + 1);
    if (log && !clGetProgramBuildInfo(program, bench->device, CL_PROGRAM_BUILD_LOG, size, log, NULL))
      fprintf(stderr, "%s\n", log);
    free(log);
  }
  clReleaseProgram(program);
  return NULL;
}

cl_mem bench_buffer(const struct bench *bench, cl_mem_flags flags, size_t bytes, void *host) {
  cl_int error;
  cl_mem buffer = clCreateBuffer(bench->context, flags, bytes, host, &error);
  bench_check(error, "clCreateBuffer");
  return buffer;
}

double bench_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double bench_processor_seconds(void) {
  struct timespec spent;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
  return (double)spent.tv_sec + (double)spent.tv_nsec * 1e-9;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double bench_median(double *values, size_t count) {
  qsort(values, count, sizeof *values, compare);
  return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

size_t bench_cache_size(int level) {
  long size = sysconf(level == 2 ? _SC_LEVEL2_CACHE_SIZE : _SC_LEVEL3_CACHE_SIZE);
  if (size > 0)
    return (size_t)size;
  return level == 2 ? (size_t)1 << 20 : (size_t)32 << 20;
}

void bench_result(const char *name, double value, const char *unit, double reference) {
  printf("{\"case\": \"%s\", \"value\": %.6g, \"unit\": \"%s\"", name, value, unit);
  if (reference > 0)
    printf(", \"reference\": %.6g", reference);
  printf("}\n");
  fflush(stdout);
}

void bench_no_result(const char *name, const char *why) {
  printf("{\"case\": \"%s\", \"missing\": \"%s\"}\n", name, why);
  fflush(stdout);
}

void bench_wrong_result(const char *name) {
  bench_no_result(name, "wrong result");
  status = 1;
}

int bench_status(void) {
  return status;
}
