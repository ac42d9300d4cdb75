/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A thread that may start no other: builds say so, and what was built before is still there. */
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>

#include "tests/api_program/objects.h"
#include "tests/sandbox/restrictions.h"

#define OTHER_SOURCE CL(kernel void other(global int *p) { p[0] = 1; })

static void builds(void) {
  if (!test.is_weft)
    test_skip("others may build on the thread that asks, or on threads that they have");
  static const int calls[] = {SYS_clone, SYS_clone3};
  cl_int error;
  cl_program good = test_build("", SCALE_SOURCE), object = make_program(SCALE_SOURCE),
             program = make_program(OTHER_SOURCE);
  CHECK_CL(clCompileProgram(object, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
  if (!restrict_calls(EAGAIN, calls, TEST_COUNT(calls)))
    test_skip("no filter of system calls: %s", strerror(errno));
  CHECK_ERR(clBuildProgram(program, 0, NULL, "", NULL, NULL), CL_OUT_OF_RESOURCES);
  CHECK_EQ(build_status(program), CL_BUILD_ERROR);
  CHECK(strstr(build_text(program, CL_PROGRAM_BUILD_LOG), "thread"));
  CHECK_ERR(clCompileProgram(program, 0, NULL, "", 0, NULL, NULL, NULL, NULL), CL_OUT_OF_RESOURCES);
  keep_program(clLinkProgram(test.context, 0, NULL, "", 1, &object, NULL, NULL, &error));
  CHECK_ERR(error, CL_OUT_OF_RESOURCES);
  CHECK_EQ(binary_type(object), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  check_scale(good);
}

static const struct test_case cases[] = {{"builds", builds}};
TEST_MAIN(cases)
