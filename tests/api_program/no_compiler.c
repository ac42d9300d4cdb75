/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A platform whose compiler is not installed: builds say so, everything else works. */
#include <stdlib.h>
#include <string.h>

#include "tests/api_program/objects.h"

static void build(void) {
  cl_program program = make_program(SCALE_SOURCE);
  CHECK_ERR(clBuildProgram(program, 0, NULL, "", NULL, NULL), CL_COMPILER_NOT_AVAILABLE);
  CHECK_EQ(build_status(program), CL_BUILD_ERROR);
  CHECK(strstr(build_text(program, CL_PROGRAM_BUILD_LOG), "compiler"));
  CHECK_ERR(clBuildProgram(program, 0, NULL, "-nonsense", NULL, NULL), CL_INVALID_BUILD_OPTIONS);
  CHECK_ERR(clCompileProgram(program, 0, NULL, "", 0, NULL, NULL, NULL, NULL), CL_COMPILER_NOT_AVAILABLE);
  CHECK_EQ(binary_type(program), CL_PROGRAM_BINARY_TYPE_NONE);
}

static void transfers(void) {
  cl_mem mem = make_buffer(4);
  cl_int value = 5, got = 0;
  CHECK_CL(clEnqueueWriteBuffer(test.queue, mem, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
  CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, 4, &got, 0, NULL, NULL));
  CHECK_EQ(got, 5);
}

static const struct test_case cases[] = {{"build", build}, {"transfers", transfers}};

int main(int argc, char **argv) {
  setenv("WEFT_COMPILER", "/nonexistent/libweft-compiler.so", 1);
  setenv("WEFT_LOG", "none", 1);
  setenv("WEFT_CACHE", "0", 1);
  return test_run(argc, argv, cases, TEST_COUNT(cases));
}
