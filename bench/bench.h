/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the benchmarks share: choice of a platform by name, time, order statistics, and the result lines that compare.py
 * reads. A benchmark sees OpenCL through the ICD loader only and knows nothing of Weft.
 */
#ifndef WEFT_BENCH_BENCH_H
#define WEFT_BENCH_BENCH_H

#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bench {
  cl_platform_id platform;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
};

/* Options that every benchmark takes. */
struct bench_options {
  const char *platform; /* part of the platform's name, NULL for the first platform */
  const char *only;     /* part of a case's name, NULL for all cases */
  const char *class;    /* of bench-kernels: one class of kernels, NULL for all */
  int builds;           /* of bench-kernels: only build, so many times; 0 to launch */
  int cpu;              /* processor to stay on with one worker, -1 for no pinning */
  bool quick;           /* fewer repetitions, to see that everything works */
};

/*
 * Reads --platform, --only, --class, --builds, --cpu and --quick, and pins the process before any OpenCL library starts
 * its threads. Each platform has a variable of its own for the number of workers; with --cpu those that are unset are
 * set to one. Ends the process with a usage line for anything else.
 */
struct bench_options bench_parse(int argc, char **argv);

/* One worker for the platforms opened from here on, and in child processes, by each platform's own variable. */
void bench_one_worker(void);

/* Whether the case of this name was asked for. */
bool bench_wants(const struct bench_options *options, const char *name);

/* Finds the platform and makes a context and an in-order queue on its default device; ends the process on failure. */
void bench_open(struct bench *bench, const struct bench_options *options);
void bench_close(struct bench *bench);

/* Ends the process with the name of the call where error is not CL_SUCCESS. */
void bench_check(cl_int error, const char *call);

/* The built program of a source text, or NULL (with the log on stderr if verbose) where it does not build. */
cl_program bench_build(const struct bench *bench, const char *source, const char *options, bool verbose);

/* A buffer, or the end of the process. */
cl_mem bench_buffer(const struct bench *bench, cl_mem_flags flags, size_t bytes, void *host);

/* Seconds on a clock that nobody sets. */
double bench_seconds(void);

/* Seconds that processors spent on this process. */
double bench_processor_seconds(void);

/* Sorts values and gives the middle one. */
double bench_median(double *values, size_t count);

/* Size in bytes of the cache level 2 or 3 of this processor, or a common one where the system does not say. */
size_t bench_cache_size(int level);

/*
 * One result line: {"case": ..., "value": ..., "unit": ...}. reference is the time of the same work in C, in the same
 * unit, or 0 without one. Times only: less is better.
 */
void bench_result(const char *name, double value, const char *unit, double reference);

/* A result line for a case that this platform does not have. */
void bench_no_result(const char *name, const char *why);

/* A result line for a case that this platform got wrong; bench_status() is 1 from then on. */
void bench_wrong_result(const char *name);

/* The exit status of the process. */
int bench_status(void);

#endif
