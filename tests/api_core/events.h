/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_API_CORE_EVENTS_H
#define WEFT_TESTS_API_CORE_EVENTS_H

#include "tests/harness/test.h"

static inline cl_event user_event(void) {
  cl_int error;
  cl_event event = clCreateUserEvent(test.context, &error);
  CHECK_CL(error);
  return event;
}

static inline cl_int status_of(cl_event event) {
  cl_int status;
  CHECK_CL(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
  return status;
}

/* A native kernel: *arg is the address of a number to count up. */
static inline void CL_CALLBACK increment(void *arg) {
  __atomic_fetch_add(*(int **)arg, 1, __ATOMIC_SEQ_CST);
}

#endif
