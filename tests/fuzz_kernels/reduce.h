/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_FUZZ_KERNELS_REDUCE_H
#define WEFT_TESTS_FUZZ_KERNELS_REDUCE_H

#include "tests/fuzz_kernels/columns.h"

/*
 * Takes away launches, statements and parts of expressions as long as `fails` says that what is left still does, until
 * nothing more can go or `tries` are spent. Changes the tree and the list in place.
 */
struct reduction {
  struct node *program;
  struct launch_list *launches;
  struct arena *arena;
  unsigned tries; /* left */
  bool (*fails)(const struct reduction *reduction);
  void *data;
};
void reduce(struct reduction *reduction);

#endif
