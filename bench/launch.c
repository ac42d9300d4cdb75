/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The host path: what one call costs beside the work it asks for. Each number is the middle of many repetitions, in
 * microseconds; the builds and the enumeration, which can be seen only once in a process, in milliseconds.
 */
#include "bench/bench.h"
#include "bench/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { MAX_REPEATS = 2000, BATCH = 1000, BATCHES = 15, RECORDED = 100, BUFFER_BYTES = 1 << 20 };

struct host_path {
  const struct bench *bench;
  cl_kernel kernel;
  cl_mem buffer;
  cl_mem other; /* of the same size */
  char *svm;    /* twice that size, NULL where the device has no coarse-grained buffers */
  struct bench_usm usm;
  struct bench_commands commands; /* RECORDED launches; no buffer where the platform has none */
};

static void launch(const struct host_path *path) {
  size_t size = 1;
  bench_check(clEnqueueNDRangeKernel(path->bench->queue, path->kernel, 1, NULL, &size, &size, 0, NULL, NULL),
              "clEnqueueNDRangeKernel");
}

static void launch_and_finish(const struct host_path *path) {
  launch(path);
  bench_check(clFinish(path->bench->queue), "clFinish");
}

static void launch_batch(const struct host_path *path) {
  for (int i = 0; i < BATCH; i++)
    launch(path);
  bench_check(clFinish(path->bench->queue), "clFinish");
}

static void read_4(const struct host_path *path) {
  cl_uint value;
  bench_check(clEnqueueReadBuffer(path->bench->queue, path->buffer, CL_TRUE, 0, 4, &value, 0, NULL, NULL),
              "clEnqueueReadBuffer");
}

static void write_4(const struct host_path *path) {
  cl_uint value = 1;
  bench_check(clEnqueueWriteBuffer(path->bench->queue, path->buffer, CL_TRUE, 0, 4, &value, 0, NULL, NULL),
              "clEnqueueWriteBuffer");
}

static void map_unmap(const struct host_path *path) {
  cl_int error;
  void *at = clEnqueueMapBuffer(path->bench->queue, path->buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, BUFFER_BYTES,
                                0, NULL, NULL, &error);
  bench_check(error, "clEnqueueMapBuffer");
  bench_check(clEnqueueUnmapMemObject(path->bench->queue, path->buffer, at, 0, NULL, NULL), "clEnqueueUnmapMemObject");
  bench_check(clFinish(path->bench->queue), "clFinish");
}

static void event_wait(const struct host_path *path) {
  cl_event event;
  size_t size = 1;
  bench_check(clEnqueueNDRangeKernel(path->bench->queue, path->kernel, 1, NULL, &size, &size, 0, NULL, &event),
              "clEnqueueNDRangeKernel");
  bench_check(clWaitForEvents(1, &event), "clWaitForEvents");
  clReleaseEvent(event);
}

static void make_buffer(const struct host_path *path) {
  clReleaseMemObject(bench_buffer(path->bench, CL_MEM_READ_WRITE, BUFFER_BYTES, NULL));
}

/* The same copies, fills and maps of buffers, shared virtual memory and unified shared memory, each with its finish. */
enum { SMALL = 4 << 10 };

static void finish(const struct host_path *path) {
  bench_check(clFinish(path->bench->queue), "clFinish");
}

static void copy_buffer(const struct host_path *path) {
  bench_check(clEnqueueCopyBuffer(path->bench->queue, path->buffer, path->other, 0, 0, SMALL, 0, NULL, NULL),
              "clEnqueueCopyBuffer");
  finish(path);
}

static void copy_svm(const struct host_path *path) {
  bench_check(
      clEnqueueSVMMemcpy(path->bench->queue, CL_FALSE, path->svm, path->svm + BUFFER_BYTES, SMALL, 0, NULL, NULL),
      "clEnqueueSVMMemcpy");
  finish(path);
}

static void copy_usm(const struct host_path *path) {
  bench_check(path->usm.copy(path->bench->queue, CL_FALSE, path->usm.a, path->usm.b, SMALL, 0, NULL, NULL),
              "clEnqueueMemcpyINTEL");
  finish(path);
}

static void fill_buffer(const struct host_path *path) {
  cl_uint four = 4;
  bench_check(clEnqueueFillBuffer(path->bench->queue, path->buffer, &four, 4, 0, SMALL, 0, NULL, NULL),
              "clEnqueueFillBuffer");
  finish(path);
}

static void fill_svm(const struct host_path *path) {
  cl_uint four = 4;
  bench_check(clEnqueueSVMMemFill(path->bench->queue, path->svm, &four, 4, SMALL, 0, NULL, NULL),
              "clEnqueueSVMMemFill");
  finish(path);
}

static void fill_usm(const struct host_path *path) {
  cl_uint four = 4;
  bench_check(path->usm.fill(path->bench->queue, path->usm.a, &four, 4, SMALL, 0, NULL, NULL), "clEnqueueMemFillINTEL");
  finish(path);
}

static void map_svm(const struct host_path *path) {
  bench_check(
      clEnqueueSVMMap(path->bench->queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, path->svm, BUFFER_BYTES, 0, NULL, NULL),
      "clEnqueueSVMMap");
  bench_check(clEnqueueSVMUnmap(path->bench->queue, path->svm, 0, NULL, NULL), "clEnqueueSVMUnmap");
  finish(path);
}

static void enqueue_recorded(const struct host_path *path) {
  for (int i = 0; i < RECORDED; i++)
    launch(path);
  bench_check(clFinish(path->bench->queue), "clFinish");
}

static void replay_recorded(const struct host_path *path) {
  bench_check(path->commands.enqueue(0, NULL, path->commands.buffer, 0, NULL, NULL), "clEnqueueCommandBufferKHR");
  bench_check(clFinish(path->bench->queue), "clFinish");
}

static const struct {
  const char *name;
  void (*call)(const struct host_path *);
  int repeats;
  int parts; /* calls within one repetition */
  enum { ALL, SVM, USM, COMMANDS } needs;
} calls[] = {
    {"launch and finish", launch_and_finish, MAX_REPEATS, 1, ALL},
    {"batched launch", launch_batch, BATCHES, BATCH, ALL},
    {"launch and wait for its event", event_wait, MAX_REPEATS, 1, ALL},
    {"blocking read of 4 bytes", read_4, MAX_REPEATS, 1, ALL},
    {"blocking write of 4 bytes", write_4, MAX_REPEATS, 1, ALL},
    {"map and unmap 1 MiB", map_unmap, MAX_REPEATS, 1, ALL},
    {"create and release a 1 MiB buffer", make_buffer, MAX_REPEATS, 1, ALL},
    {"copy of 4 KiB between buffers and finish", copy_buffer, MAX_REPEATS, 1, ALL},
    {"the same in shared virtual memory", copy_svm, MAX_REPEATS, 1, SVM},
    {"the same in unified shared memory", copy_usm, MAX_REPEATS, 1, USM},
    {"fill of 4 KiB of a buffer and finish", fill_buffer, MAX_REPEATS, 1, ALL},
    {"the same of shared virtual memory", fill_svm, MAX_REPEATS, 1, SVM},
    {"the same of unified shared memory", fill_usm, MAX_REPEATS, 1, USM},
    {"map and unmap 1 MiB of shared virtual memory", map_svm, MAX_REPEATS, 1, SVM},
    {"100 launches and finish", enqueue_recorded, MAX_REPEATS, 1, ALL},
    {"replay of 100 launches and finish", replay_recorded, MAX_REPEATS, 1, COMMANDS},
};

static bool has(const struct host_path *path, int needs) {
  return needs == ALL || (needs == SVM && path->svm) || (needs == USM && path->usm.a && path->usm.b) ||
         (needs == COMMANDS && path->commands.buffer);
}

static void measure_calls(const struct host_path *path, const struct bench_options *options) {
  static double times[MAX_REPEATS];
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
    if (!bench_wants(options, calls[i].name) || !has(path, calls[i].needs))
      continue;
    int repeats = options->quick && calls[i].repeats > 20 ? 20 : calls[i].repeats;
    for (int j = 0; j < repeats / 10 + 1; j++)
      calls[i].call(path);
    for (int j = 0; j < repeats; j++) {
      double start = bench_seconds();
      calls[i].call(path);
      times[j] = (bench_seconds() - start) / calls[i].parts * 1e6;
    }
    bench_result(calls[i].name, bench_median(times, (size_t)repeats), "us", 0);
  }
}

/* A program of two kernels that nobody has built before: nonce goes into its text. */
static void write_source(char *text, size_t size, unsigned long nonce) {
  snprintf(text, size,
           "kernel void scale(global float *a, float f) { a[get_global_id(0)] *= f + %lu.0f; }\n"
           "kernel void reduce(global const float *a, global float *b, local float *t)\n"
           "{\n"
           "    size_t l = get_local_id(0);\n"
           "    t[l] = a[get_global_id(0)];\n"
           "    for (size_t n = get_local_size(0) / 2; n; n /= 2) {\n"
           "        barrier(CLK_LOCAL_MEM_FENCE);\n"
           "        if (l < n)\n"
           "            t[l] += t[l + n];\n"
           "    }\n"
           "    if (l == 0)\n"
           "        b[get_group_id(0)] = t[0];\n"
           "}\n",
           nonce % 1000003);
}

/* Builds the text and runs both kernels once; milliseconds. */
static double build_and_run(const struct bench *bench, const char *text, cl_mem a, cl_mem b) {
  double start = bench_seconds();
  cl_program program = bench_build(bench, text, "", true);
  if (!program)
    exit(1);
  cl_int error;
  cl_kernel scale = clCreateKernel(program, "scale", &error);
  bench_check(error, "clCreateKernel");
  cl_kernel reduce = clCreateKernel(program, "reduce", &error);
  bench_check(error, "clCreateKernel");
  cl_float factor = 2;
  error = clSetKernelArg(scale, 0, sizeof a, &a) | clSetKernelArg(scale, 1, sizeof factor, &factor);
  error |= clSetKernelArg(reduce, 0, sizeof a, &a) | clSetKernelArg(reduce, 1, sizeof b, &b);
  error |= clSetKernelArg(reduce, 2, 64 * sizeof(cl_float), NULL);
  bench_check(error, "clSetKernelArg");
  size_t global = 4096, local = 64;
  bench_check(clEnqueueNDRangeKernel(bench->queue, scale, 1, NULL, &global, NULL, 0, NULL, NULL), "scale");
  bench_check(clEnqueueNDRangeKernel(bench->queue, reduce, 1, NULL, &global, &local, 0, NULL, NULL), "reduce");
  bench_check(clFinish(bench->queue), "clFinish");
  double milliseconds = (bench_seconds() - start) * 1e3;
  clReleaseKernel(scale);
  clReleaseKernel(reduce);
  clReleaseProgram(program);
  return milliseconds;
}

static void measure_builds(const struct bench *bench) {
  cl_mem a = bench_buffer(bench, CL_MEM_READ_WRITE, 4096 * sizeof(cl_float), NULL);
  cl_mem b = bench_buffer(bench, CL_MEM_READ_WRITE, 4096 * sizeof(cl_float), NULL);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  unsigned long nonce = (unsigned long)now.tv_nsec ^ (unsigned long)getpid() << 8;
  char text[1024];
  write_source(text, sizeof text, nonce);
  bench_result("process's first build, new program and run", build_and_run(bench, text, a, b), "ms", 0);
  double fresh[5], seen[5];
  for (unsigned i = 0; i < 5; i++) {
    write_source(text, sizeof text, nonce + 1 + i);
    fresh[i] = build_and_run(bench, text, a, b);
    seen[i] = build_and_run(bench, text, a, b);
  }
  bench_result("new two-kernel program and run", bench_median(fresh, 5), "ms", 0);
  bench_result("seen two-kernel program and run", bench_median(seen, 5), "ms", 0);
  clReleaseMemObject(a);
  clReleaseMemObject(b);
}

int main(int argc, char **argv) {
  struct bench_options options = bench_parse(argc, argv);
  struct bench bench;
  double start = bench_seconds();
  bench_open(&bench, &options);
  bench_result("enumeration, context and queue", (bench_seconds() - start) * 1e3, "ms", 0);

  if (bench_wants(&options, "program"))
    measure_builds(&bench);
  cl_program program =
      bench_build(&bench, "kernel void nothing(global uint *a) { a[get_global_id(0)] = 1; }", "", true);
  if (!program)
    return 1;
  cl_int error;
  struct host_path path = {.bench = &bench, .kernel = clCreateKernel(program, "nothing", &error)};
  bench_check(error, "clCreateKernel");
  path.buffer = bench_buffer(&bench, CL_MEM_READ_WRITE, BUFFER_BYTES, NULL);
  bench_check(clSetKernelArg(path.kernel, 0, sizeof path.buffer, &path.buffer), "clSetKernelArg");
  path.other = bench_buffer(&bench, CL_MEM_READ_WRITE, BUFFER_BYTES, NULL);
  path.svm = clSVMAlloc(bench.context, CL_MEM_READ_WRITE, 2 * BUFFER_BYTES, 0);
  bench_open_usm(&bench, BUFFER_BYTES, &path.usm);
  bench_open_commands(&bench, &path.commands);
  if (path.commands.buffer) {
    size_t size = 1;
    for (int i = 0; i < RECORDED; i++)
      bench_check(path.commands.launch(path.commands.buffer, NULL, NULL, path.kernel, 1, NULL, &size, &size, 0, NULL,
                                       NULL, NULL),
                  "clCommandNDRangeKernelKHR");
    bench_check(path.commands.finalize(path.commands.buffer), "clFinalizeCommandBufferKHR");
  }
  measure_calls(&path, &options);
  bench_close_commands(&path.commands);
  bench_close_usm(&bench, &path.usm);
  if (path.svm)
    clSVMFree(bench.context, path.svm);
  clReleaseMemObject(path.other);

  clReleaseMemObject(path.buffer);
  clReleaseKernel(path.kernel);
  clReleaseProgram(program);
  bench_close(&bench);
  struct rusage usage;
  if (!getrusage(RUSAGE_SELF, &usage) && bench_wants(&options, "peak memory"))
    bench_result("peak memory", (double)usage.ru_maxrss / 1024, "MiB", 0);
  return 0;
}
