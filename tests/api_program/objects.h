/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_API_PROGRAM_OBJECTS_H
#define WEFT_TESTS_API_PROGRAM_OBJECTS_H

/* Programs and kernels that the case releases, and queries in one line. */

#include "tests/harness/test.h"

cl_program make_program(const char *source);
/* The program stays the case's to use; it is released with the case. */
cl_program keep_program(cl_program program);
cl_kernel keep_kernel(cl_kernel kernel);
cl_mem make_buffer(size_t size);
/* A program and its one kernel. */
cl_kernel make_kernel(const char *options, const char *source, const char *name);

cl_build_status build_status(cl_program program);
cl_program_binary_type binary_type(cl_program program);
const char *build_text(cl_program program, cl_program_build_info what);
const char *program_text(cl_program program, cl_program_info what);

/* The binary of the program's first device. */
struct binary {
  unsigned char *data;
  size_t size;
};
struct binary get_binary(cl_program program);
cl_program from_binary(struct binary binary, cl_int *status, cl_int *error);

/* out[i] = in[i] * factor + add, in one dimension: the first few results are right. */
#define SCALE_SOURCE                                                                                                   \
  CL(kernel void scale(global const int *in, global int *out, int factor) {                                            \
    size_t i = get_global_id(0);                                                                                       \
    out[i] = in[i] * factor;                                                                                           \
  })
void check_scale(cl_program program);

#endif
