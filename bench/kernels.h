/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One kernel of the corpus: what it needs to run, what it costs, and how its result is checked in C. The cases stand
 * in cases_CLASS.c, their kernels in kernels/CLASS.cl, one section for each.
 */
#ifndef WEFT_BENCH_KERNELS_H
#define WEFT_BENCH_KERNELS_H

#include "bench/bench.h"

enum { BENCH_MAX_BUFFERS = 6 };

/* A case while it runs. */
struct kernel_run {
  const struct bench *bench;
  cl_kernel kernel;
  cl_uint argument; /* number of the next argument */
  cl_uint dimensions;
  size_t global[3], local[3];
  /*
   * What the work cannot do without, in one launch: operations of floats and of integers as the kernel's text has them
   * (README.md says what counts), and bytes to or from memory if each were moved once. prepare() sets the operations;
   * bytes that it leaves 0 become the size of all buffers.
   */
  double flops, integers, bytes;
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
  const char *kernel;                            /* also its section of the class's file */
  void (*prepare)(struct kernel_run *run);       /* sets arguments, sizes and costs */
  bool (*correct)(const struct kernel_run *run); /* of the buffers after one launch */
};

/* Each ends with a NULL name. */
extern const struct kernel_case async_cases[], barriers_cases[], dense_cases[], groups_cases[], half_cases[],
    image_cases[], integer_cases[], irregular_cases[], math_cases[], shapes_cases[], stream_cases[];

/*
 * The next argument: a number, local memory, or a buffer of so many 32-bit words, all zero; what prepare() writes there
 * is its contents before the first launch. All end the process on failure.
 */
void run_number(struct kernel_run *run, cl_uint value);
void run_float(struct kernel_run *run, float value);
void run_local(struct kernel_run *run, size_t bytes); /* local memory */
void *run_words(struct kernel_run *run, size_t words);

/* The next argument: a 2D image of CL_RGBA, which starts as what prepare() writes to the texels that are returned. */
void *run_image(struct kernel_run *run, cl_mem_flags access, cl_channel_type type, size_t width, size_t height);

/* Sizes of the launch; local 0 stands for NULL. */
void run_size_1d(struct kernel_run *run, size_t global, size_t local);
void run_size_2d(struct kernel_run *run, size_t x, size_t y, size_t local_x, size_t local_y);
void run_size_3d(struct kernel_run *run, const size_t global[3], const size_t local[3]);

/* Values that repeat from run to run: floats from low to high, or 32-bit words below limit (0 for all). */
void run_fill_floats(void *words, size_t count, float low, float high);
void run_fill_words(void *words, size_t count, cl_uint limit);

/* Whether |found - expected| <= tolerance * max(1, |expected|); false for NaN. */
bool run_close(double found, double expected, double tolerance);

/* 32 bits turned left by 1 to 31. */
static inline cl_uint run_rotate(cl_uint value, int by) {
  return value << by | value >> (32 - by);
}

/* Whether buffer 1 holds, for groups of local[0] work-items, the sum (floats) or the inclusive scan (32-bit words) of
 * what buffer 0 held. */
bool run_correct_group_sums(const struct kernel_run *run);
bool run_correct_group_scans(const struct kernel_run *run);

/* Whether buffer 1 has become what buffer 0 was. */
bool run_correct_copy(const struct kernel_run *run);

/* The product of two matrices of 512 x 512 floats: the side, buffers 0 and 1, and buffer 2 for it; groups of 16 x 16.
 */
void run_prepare_sgemm(struct kernel_run *run);
bool run_correct_sgemm(const struct kernel_run *run);

/* Destroys the run's buffers. */
void run_release(struct kernel_run *run);

#endif
