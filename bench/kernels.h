/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One kernel of the comparison: what it needs to run and how its result is checked in C. The cases stand in cases_*.c,
 * their kernels in kernels/.
 */
#ifndef WEFT_BENCH_KERNELS_H
#define WEFT_BENCH_KERNELS_H

#include "bench/bench.h"

enum { BENCH_MAX_BUFFERS = 5 };

/* A case while it runs. */
struct kernel_run {
  const struct bench *bench;
  cl_kernel kernel;
  cl_uint argument; /* number of the next argument */
  cl_uint dimensions;
  size_t global[3], local[3];
  size_t buffers;
  struct kernel_buffer {
    cl_mem memory;
    size_t bytes;
    size_t width, height;         /* in texels; 0 for a buffer */
    cl_channel_type channel_type; /* of an image */
    void *before;                 /* contents before the first launch */
    void *after;                  /* contents after it, when correct() is called */
  } buffer[BENCH_MAX_BUFFERS];
};

struct kernel_case {
  const char *name;
  const char *file;
  const char *kernel;
  void (*prepare)(struct kernel_run *run);       /* sets arguments and sizes */
  bool (*correct)(const struct kernel_run *run); /* of the buffers after one launch */
};

extern const struct kernel_case dense_cases[], irregular_cases[], stream_cases[], group_cases[],
    image_cases[]; /* each ends with a NULL name */

/*
 * The next argument: a number, or a buffer of so many 32-bit words, all zero; what prepare() writes there is its
 * contents before the first launch. Both end the process on failure.
 */
void run_number(struct kernel_run *run, cl_uint value);
void *run_words(struct kernel_run *run, size_t words);

/* The next argument: a 2D image of CL_RGBA, which starts as what prepare() writes to the texels that are returned. */
void *run_image(struct kernel_run *run, cl_mem_flags access, cl_channel_type type, size_t width, size_t height);

/* Sizes of the launch; local 0 stands for NULL. */
void run_size_1d(struct kernel_run *run, size_t global, size_t local);
void run_size_2d(struct kernel_run *run, size_t x, size_t y, size_t local_x, size_t local_y);

/* Values that repeat from run to run: floats from low to high, or 32-bit words below limit (0 for all). */
void run_fill_floats(void *words, size_t count, float low, float high);
void run_fill_words(void *words, size_t count, cl_uint limit);

/* Whether |found - expected| <= tolerance * max(1, |expected|); false for NaN. */
bool run_close(double found, double expected, double tolerance);

/* Whether buffer 1 holds, for groups of local[0] work-items, the sum (floats) or the inclusive scan (32-bit words) of
 * what buffer 0 held. */
bool run_correct_group_sums(const struct kernel_run *run);
bool run_correct_group_scans(const struct kernel_run *run);

#endif
