/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clEnqueueNativeKernel. */
#include <stdatomic.h>
#include <string.h>

#include "tests/api_memory/objects.h"

struct args {
  unsigned char byte;
  void *out, *in, *none;
  size_t count;
  struct args **seen; /* host memory: where the call found its arguments */
};

static void needs_native_kernels(void) {
  cl_device_exec_capabilities can = 0;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_EXECUTION_CAPABILITIES, sizeof can, &can, NULL));
  if (!(can & CL_EXEC_NATIVE_KERNEL))
    test_skip("the device runs no native kernels");
}

static void CL_CALLBACK add(void *arg) {
  struct args *args = arg;
  const unsigned char *in = args->in;
  unsigned char *out = args->out;
  for (size_t i = 0; i < args->count; i++)
    out[i] = (unsigned char)(in[i] + args->byte);
  if (args->seen)
    *args->seen = args->none ? NULL : args;
}

static void addresses_are_written(void) {
  needs_native_kernels();
  enum { SIZE = 5000 };
  size_t align = base_align();
  unsigned char want[SIZE];
  struct args *seen = NULL;
  cl_mem in = make_filled(2 * align + SIZE, 1), sub = make_sub_buffer(in, 0, align, SIZE);
  cl_mem out = make_buffer(0, SIZE, NULL), list[3] = {sub, out, NULL};
  struct args args = {3, out, sub, sub, SIZE, &seen};
  const void *places[3] = {&args.in, &args.out, &args.none};
  unsigned char *whole = contents(in, 2 * align + SIZE);
  for (size_t i = 0; i < SIZE; i++)
    want[i] = (unsigned char)(whole[align + i] + 3);
  cl_event event;
  cl_command_type type = 0;
  CHECK_CL(clEnqueueNativeKernel(test.queue, add, &args, sizeof args, 3, list, places, 0, NULL, &event));
  memset(&args, 0, sizeof args);
  keep_event(event);
  CHECK_CL(clWaitForEvents(1, &event));
  check_same(contents(out, SIZE), want, SIZE, "computed");
  CHECK(seen != NULL && seen != &args);
  CHECK_CL(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
  CHECK_EQ(type, CL_COMMAND_NATIVE_KERNEL);
}

/* The first byte says where the handle stands. */
static void CL_CALLBACK store_through(void *arg) {
  unsigned char *args = arg, *out;
  memcpy(&out, args + 1 + args[0], sizeof out);
  *out = (unsigned char)(0xa0 + args[0]);
}

/* Handles may stand at any address. */
static void places_of_any_alignment(void) {
  needs_native_kernels();
  cl_mem mem = make_buffer(0, 64, NULL);
  for (size_t shift = 0; shift < 8; shift++) {
    unsigned char args[32] = {(unsigned char)shift}, byte = 0;
    const void *place = args + 1 + shift;
    memcpy(args + 1 + shift, &mem, sizeof mem);
    CHECK_CL(clEnqueueNativeKernel(test.queue, store_through, args, sizeof args, 1, &mem, &place, 0, NULL, NULL));
    CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, 1, &byte, 0, NULL, NULL));
    CHECK_EQ(byte, 0xa0 + shift);
  }
}

static atomic_int calls;

static void CL_CALLBACK count(void *arg) {
  if (!arg)
    atomic_fetch_add(&calls, 1);
}

static void without_arguments(void) {
  needs_native_kernels();
  cl_event start = make_user_event();
  atomic_store(&calls, 0);
  CHECK_CL(clEnqueueNativeKernel(test.queue, count, NULL, 0, 0, NULL, NULL, 1, &start, NULL));
  CHECK_CL(clEnqueueNativeKernel(test.queue, count, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
  CHECK_CL(clFlush(test.queue));
  CHECK_EQ(atomic_load(&calls), 0);
  complete(start, CL_COMPLETE);
  CHECK_CL(clFinish(test.queue));
  CHECK_EQ(atomic_load(&calls), 2);
}

static void bad_arguments(void) {
  needs_native_kernels();
  cl_mem mem = make_buffer(0, 64, NULL), bad = (cl_mem)test.queue;
  struct args args = {0};
  const void *place = &args.in, *behind = &args + 1, *before = (void *)((uintptr_t)&args - 1),
             *across = (char *)&args.seen + 1;
  cl_event event = make_user_event();
  complete(event, CL_COMPLETE);
#define GIVES(want, queue, fn, data, size, n, list, places, waits, events)                                             \
  CHECK_ERR(clEnqueueNativeKernel(queue, fn, data, size, n, list, places, waits, events, NULL), want)
  GIVES(CL_INVALID_COMMAND_QUEUE, NULL, count, NULL, 0, 0, NULL, NULL, 0, NULL);
  GIVES(CL_INVALID_VALUE, test.queue, NULL, &args, sizeof args, 0, NULL, NULL, 0, NULL);
  GIVES(CL_INVALID_VALUE, test.queue, count, NULL, 8, 0, NULL, NULL, 0, NULL);
  GIVES(CL_INVALID_VALUE, test.queue, count, &args, 0, 0, NULL, NULL, 0, NULL);
  GIVES(CL_INVALID_VALUE, test.queue, count, NULL, 0, 1, &mem, &place, 0, NULL);
  GIVES(CL_INVALID_VALUE, test.queue, count, &args, sizeof args, 1, NULL, &place, 0, NULL);
  GIVES(CL_INVALID_VALUE, test.queue, count, &args, sizeof args, 1, &mem, NULL, 0, NULL);
  GIVES(CL_INVALID_VALUE, test.queue, count, &args, sizeof args, 0, &mem, NULL, 0, NULL);
  GIVES(CL_INVALID_VALUE, test.queue, count, &args, sizeof args, 0, NULL, &place, 0, NULL);
  GIVES(CL_INVALID_EVENT_WAIT_LIST, test.queue, count, NULL, 0, 0, NULL, NULL, 1, NULL);
  GIVES(CL_INVALID_EVENT_WAIT_LIST, test.queue, count, NULL, 0, 0, NULL, NULL, 0, &event);
  if (!test.is_weft)
    return; /* the rest is what only we look at */
  GIVES(CL_INVALID_MEM_OBJECT, test.queue, count, &args, sizeof args, 1, &bad, &place, 0, NULL);
  GIVES(CL_INVALID_VALUE, test.queue, count, &args, sizeof args, 1, &mem, &behind, 0, NULL);
  GIVES(CL_INVALID_VALUE, test.queue, count, &args, sizeof args, 1, &mem, &before, 0, NULL);
  GIVES(CL_INVALID_VALUE, test.queue, count, &args, sizeof args, 1, &mem, &across, 0, NULL);
}

static const struct test_case cases[] = {
    {"addresses_are_written", addresses_are_written},
    {"places_of_any_alignment", places_of_any_alignment},
    {"without_arguments", without_arguments},
    {"bad_arguments", bad_arguments},
};
TEST_MAIN(cases)
