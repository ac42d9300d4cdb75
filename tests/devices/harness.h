/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_DEVICES_HARNESS_H
#define WEFT_TESTS_DEVICES_HARNESS_H

/* What the tests of a back end share: the device, works with a flag, kernels of kernels.c. */

#include "compiler/compiler.h"
#include "compiler/kernel_abi.h"
#include "devices/device.h"
#include "tests/devices/kernels.h"

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                                  \
      _Exit(1);                                                                                                        \
    }                                                                                                                  \
  } while (0)

extern const struct weft_hw_ops *ops;
extern struct weft_hw *root;
extern unsigned units;

/* Opens the first back end. */
void open_device(void);

struct job {
  struct weft_work work;
  atomic_uint done;
  atomic_int started;
  cl_int status;
  void (*then)(struct job *job); /* called at the end of finished() */
  void *data;
};

/* Zeroed job with its callbacks set, for the root device. */
void job_init(struct job *job, enum weft_work_kind kind);
void job_range(struct job *job, struct weft_hw_kernel *kernel, const size_t global[3], const size_t local[3],
               void *args, size_t args_size);
void job_call(struct job *job, void (*fn)(void *), void *arg);
void job_wait(struct job *job);
void job_run(struct job *job); /* submit and wait */

struct weft_hw_program *load_kernels(void);
void *read_kernels(size_t *size);
struct weft_hw_kernel *find_kernel(struct weft_hw_program *program, const char *symbol, uint64_t frame_per_item);

/* A small generator of our own, so that every run sees the same. */
uint64_t random_next(uint64_t *state);

#endif
