/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_DEVICES_KERNELS_H
#define WEFT_TESTS_DEVICES_KERNELS_H

/* Argument blocks of the kernels in kernels.c. */

#include <stdatomic.h>
#include <stdint.h>

struct count_args {
  atomic_uint *items;  /* one for each work-item, in linear order of global ids without offset */
  atomic_uint *groups; /* one for each group, in linear order */
  uint64_t offset_sum; /* of global_offset, to be seen by the kernel */
};

struct memory_args {
  atomic_uint *errors;
  uint64_t local_bytes;
  uint64_t frame_bytes;
};

struct spin_args {
  uint64_t iterations;
  atomic_uint *sum;
};

struct crowd_args {
  uint64_t iterations;
  atomic_uint *now, *most; /* groups that run at the same time */
  atomic_uint *sum;
};

struct until_args {
  atomic_uint *flag;
};

struct disjoint_args {
  char *pointers[3];
  uint64_t *said;
};

struct float_args {
  float value, denormal; /* in; value / 3 and denormal * 1 out */
  float third, product;
};

struct serial_args {
  unsigned value; /* out: how often this copy of the program was called */
};

struct where_args {
  atomic_uint *threads; /* one for each thread id below `limit`: times seen */
  uint64_t limit;
};

#endif
