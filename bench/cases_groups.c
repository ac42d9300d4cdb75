/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "bench/kernels.h"

enum { MANY = 1 << 20, GROUP = 256 };

static void prepare_sums(struct kernel_run *run) {
  run_fill_floats(run_words(run, MANY), MANY, -1, 1);
  run_words(run, MANY / GROUP);
  run_size_1d(run, MANY, GROUP);
}

static void prepare_words(struct kernel_run *run) {
  run_fill_words(run_words(run, MANY), MANY, 0);
  run_words(run, MANY);
  run_size_1d(run, MANY, GROUP);
}

static bool correct_votes(const struct kernel_run *run) {
  const cl_uint *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (size_t i = 0; i < MANY; i++) {
    cl_uint x = in[i / GROUP * GROUP + 3] & 7;
    if (out[i] != x * (x + 1) / 2 + in[i])
      return false;
  }
  return true;
}

/* Twice the transform is eight times what it was. */
static bool correct_transforms(const struct kernel_run *run) {
  const cl_uint *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (size_t i = 0; i < MANY; i++)
    if (out[i] != 64 * in[i])
      return false;
  return true;
}

const struct kernel_case groups_cases[] = {
    {"work_group_reduce_add, 4096 groups of 256", "reduce", prepare_sums, run_correct_group_sums},
    {"work_group_scan_inclusive_add, 4096 groups of 256", "scan", prepare_words, run_correct_group_scans},
    {"work_group_any and broadcast, 4096 groups of 256", "votes", prepare_words, correct_votes},
    {"sub-groups' sums, then the group's, 4096 groups of 256", "two_steps", prepare_sums, run_correct_group_sums},
    {"Walsh-Hadamard by sub_group_shuffle_xor, 1M", "walsh", prepare_words, correct_transforms},
    {0},
};
