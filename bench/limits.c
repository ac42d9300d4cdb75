/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What this machine can do, in C, on all processors that the process may use: multiply-adds of floats, operations of
 * 32-bit integers, and bytes to and from memory for working sets of several sizes, the best of many short runs.
 * compare.py sets the kernels' costs against these. Sees no OpenCL platform.
 *
 * Every thread works on its own part between two barriers; a run lasts from the first barrier to the last thread's end.
 */
#include "bench/bench.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A vector is a register, or 12 chains would not fit into 16 of them. */
#if defined(__AVX512F__)
enum { LANES = 16 };
#elif defined(__AVX__)
enum { LANES = 8 };
#else
enum { LANES = 4 };
#endif
enum { MAX_THREADS = 256, RUNS = 25, QUICK_RUNS = 2, CHAINS = 12, STEPS = 1 << 16 };

typedef float floats __attribute__((vector_size(LANES * sizeof(float))));
typedef uint32_t words __attribute__((vector_size(LANES * sizeof(uint32_t))));

struct job;
typedef void (*work_function)(struct job *job);

struct job {
  pthread_t thread;
  int cpu;
  work_function work;
  pthread_barrier_t *barrier;
  int runs;
  float *from, *to;  /* this thread's part of the working set */
  size_t count;      /* floats in it */
  size_t repeats;    /* passes over it in a run */
  float sink;        /* results go here, so that they are wanted */
  double *start_end; /* of each run: two numbers */
};

/* More chains than the latency of a multiply-add times what can start in a cycle, fewer than there are registers. */
static void multiply_add(struct job *job) {
  floats chain[CHAINS], factor = {0}, term = {0};
  factor += 0.999f;
  term += job->sink + 0.001f;
  for (int c = 0; c < CHAINS; c++)
    chain[c] = term * (float)c;
  for (int i = 0; i < STEPS; i++)
#pragma GCC unroll 16
    for (int c = 0; c < CHAINS; c++)
      chain[c] = chain[c] * factor + term;
  for (int c = 0; c < CHAINS; c++)
    job->sink += chain[c][c % LANES];
}

static void add_and_turn_bits(struct job *job) {
  words chain[CHAINS], term = {0}, bits = {0};
  term += (uint32_t)job->sink + 0x9e3779b9U;
  bits += 0x85ebca6bU;
  for (uint32_t c = 0; c < CHAINS; c++)
    chain[c] = term * c;
  for (int i = 0; i < STEPS; i++)
#pragma GCC unroll 16
    for (int c = 0; c < CHAINS; c++)
      chain[c] = (chain[c] + term) ^ bits;
  for (int c = 0; c < CHAINS; c++)
    job->sink += (float)(chain[c][c % LANES] & 1);
}

static void scale(struct job *job) {
  for (size_t r = 0; r < job->repeats; r++) {
    const float factor = 1 + job->sink;
    const float *restrict from = job->from;
    float *restrict to = job->to;
    for (size_t i = 0; i < job->count; i++)
      to[i] = from[i] * factor;
    job->sink = to[job->count - 1] * 1e-6f;
  }
}

static void read(struct job *job) {
  floats sum[8] = {0};
  for (size_t r = 0; r < job->repeats; r++)
    for (size_t i = 0; i + 8 * LANES <= job->count; i += 8 * LANES)
#pragma GCC unroll 8
      for (size_t c = 0; c < 8; c++)
        sum[c] += *(const floats *)(job->from + i + c * LANES);
  for (size_t c = 0; c < 8; c++)
    job->sink += sum[c][c];
}

/* The C library's way, which may pass the caches by. */
static void copy(struct job *job) {
  for (size_t r = 0; r < job->repeats; r++)
    memcpy(job->to, job->from, job->count * sizeof(float));
  job->sink += job->to[job->count - 1];
}

static void *run_jobs(void *argument) {
  struct job *job = argument;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET((size_t)job->cpu, &set);
  pthread_setaffinity_np(pthread_self(), sizeof set, &set);
  job->work(job); /* touches the pages, wakes the processor up */
  for (int run = 0; run < job->runs; run++) {
    pthread_barrier_wait(job->barrier);
    job->start_end[2 * run] = bench_seconds();
    job->work(job);
    job->start_end[2 * run + 1] = bench_seconds();
  }
  return NULL;
}

static _Noreturn void fail(const char *what) {
  fprintf(stderr, "bench-limits: %s\n", what);
  exit(1);
}

/* Seconds of the best run of the work by all threads. */
static double best_run(struct job *jobs, unsigned threads, work_function work, int runs) {
  pthread_barrier_t barrier;
  if (pthread_barrier_init(&barrier, NULL, threads))
    fail("no barrier");
  for (unsigned t = 0; t < threads; t++) {
    jobs[t].work = work;
    jobs[t].barrier = &barrier;
    jobs[t].runs = runs;
    if (pthread_create(&jobs[t].thread, NULL, run_jobs, &jobs[t]))
      fail("no thread");
  }
  for (unsigned t = 0; t < threads; t++)
    pthread_join(jobs[t].thread, NULL);
  pthread_barrier_destroy(&barrier);
  double best = INFINITY;
  for (int run = 0; run < runs; run++) {
    double start = INFINITY, end = 0;
    for (unsigned t = 0; t < threads; t++) {
      start = fmin(start, jobs[t].start_end[2 * run]);
      end = fmax(end, jobs[t].start_end[2 * run + 1]);
    }
    best = fmin(best, end - start);
  }
  return best;
}

static void print_limit(const char *name, size_t bytes, double value, const char *unit) {
  if (!(value > 0) || !isfinite(value))
    fail("a limit without a time");
  printf("{\"limit\": \"%s\", \"bytes\": %zu, \"value\": %.6g, \"unit\": \"%s\"}\n", name, bytes, value, unit);
  fflush(stdout);
}

/* Reading, scaling and copying in so many bytes in all; what moves most in a second is the limit. */
static void measure_memory(struct job *jobs, unsigned threads, size_t bytes, int runs) {
  enum { MOVED = 32 << 20 }; /* bytes in one run, at least */
  size_t count = bytes / threads / sizeof(float) / (8 * LANES) * (8 * LANES);
  size_t repeats = (MOVED + bytes - 1) / bytes;
  for (unsigned t = 0; t < threads; t++) {
    jobs[t].from = aligned_alloc(4096, (count * sizeof(float) + 4095) / 4096 * 4096);
    if (!jobs[t].from || !count)
      fail("no memory");
    memset(jobs[t].from, 0, count * sizeof(float));
    jobs[t].count = count;
    jobs[t].repeats = repeats;
  }
  double moved = (double)count * sizeof(float) * threads * (double)repeats;
  double rate = moved / best_run(jobs, threads, read, runs);
  for (unsigned t = 0; t < threads; t++) {
    jobs[t].to = jobs[t].from + count / 2;
    jobs[t].count = count / 2;
  }
  rate = fmax(rate, moved / best_run(jobs, threads, scale, runs));
  rate = fmax(rate, moved / best_run(jobs, threads, copy, runs));
  for (unsigned t = 0; t < threads; t++)
    free(jobs[t].from);
  print_limit("memory", bytes, rate * 1e-9, "GB/s");
}

int main(int argc, char **argv) {
  struct bench_options options = bench_parse(argc, argv);
  const int runs = options.quick ? QUICK_RUNS : RUNS;
  static struct job jobs[MAX_THREADS];
  static double times[MAX_THREADS][2 * RUNS];
  cpu_set_t set;
  unsigned threads = 0;
  if (sched_getaffinity(0, sizeof set, &set))
    fail("no affinity");
  for (int cpu = 0; cpu < CPU_SETSIZE && threads < MAX_THREADS; cpu++)
    if (CPU_ISSET((size_t)cpu, &set)) {
      jobs[threads].cpu = cpu;
      jobs[threads].start_end = times[threads];
      threads++;
    }
  double operations = 2.0 * STEPS * CHAINS * LANES * threads;
  print_limit("fp32 FMA", 0, operations / best_run(jobs, threads, multiply_add, runs) * 1e-9, "GFLOP/s");
  print_limit("int32", 0, operations / best_run(jobs, threads, add_and_turn_bits, runs) * 1e-9, "GOP/s");
  for (size_t bytes = (size_t)1 << 20; bytes <= (size_t)256 << 20; bytes *= 2)
    measure_memory(jobs, threads, bytes, runs);
  return bench_status();
}
