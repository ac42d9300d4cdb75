/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_KERNELS_SPMD_MATRIX_H
#define WEFT_TESTS_KERNELS_SPMD_MATRIX_H

#include "tests/harness/test.h"

/*
 * A program of many kernels, built with every number of lanes and parts and both tails, against the same program
 * without packets and optimiser, bit for bit and for groups of all shapes. A kernel takes (const int *in, int *out, int *shared, int
 * n): MATRIX_WORDS integers of `out` for each work-item, by linear global id; `in` has MATRIX_IN random numbers,
 * `shared` MATRIX_SHARED zeros, for what work-items change together; n is a bit below the number of work-items.
 */
#define MATRIX_WORDS 4
#define MATRIX_IN 65536
#define MATRIX_SHARED 1024

struct matrix_kernel {
  const char *name, *source;
};

/* A kernel with its linear global id, i, and the address of its results, o. */
#define KERNEL(name, ...)                                                                                              \
  {#name, "kernel void " #name "(global const int *in, global int *out, global int *shared, int n) {"                  \
          "  size_t sx = get_global_size(0), sy = get_global_size(1);"                                                 \
          "  int i = (int)((get_global_id(2) * sy + get_global_id(1)) * sx + get_global_id(0));"                       \
          "  global int *o = out + 4 * i;" CL(__VA_ARGS__) "}"}

int matrix_main(int argc, char **argv, const struct matrix_kernel *kernels, size_t count);

#define MATRIX_MAIN(kernels)                                                                                           \
  int main(int argc, char **argv) {                                                                                    \
    return matrix_main(argc, argv, kernels, TEST_COUNT(kernels));                                                      \
  }

#endif
