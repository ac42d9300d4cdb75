/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Events of commands that kernels enqueue: order, user events, markers, times. */
#include "tests/kernels/device_enqueue/queues.h"

/* Each child waits for the one before: with 30 of them, no other order gives this number. */
static void chain(void) {
  device_queue(CL_QUEUE_ON_DEVICE_DEFAULT);
  cl_kernel kernel = build(CL(kernel void k(global uint * out, int n) {
    queue_t q = get_default_queue();
    clk_event_t before;
    clk_event_t now;
    int errors = 0;
    for (int i = 0; i < n; i++) {
      void (^child)(void) = ^{
        out[0] = out[0] * 5 + (uint)i;
      };
      if (i == 0)
        errors += enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, &now, child) != 0;
      else
        errors += enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &before, &now, child) != 0;
      errors += !is_valid_event(now);
      if (i > 0)
        release_event(before);
      before = now;
    }
    release_event(before);
    out[1] = (uint)errors;
  }));
  struct test_buffer out = test_buffer(8, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 1, 1, ARG_BUFFER(out), ARG_INT(30));
  test_buffer_sync(&out);
  cl_uint want = 0;
  for (cl_uint i = 0; i < 30; i++)
    want = want * 5 + i;
  CHECK_EQ(((cl_uint *)out.data)[0], want);
  CHECK_EQ(INT(out)[1], 0);
}

/* A fan: many children, a marker behind all of them, one child behind the marker. */
static void marker(void) {
  device_queue(CL_QUEUE_ON_DEVICE_DEFAULT);
  cl_kernel kernel = build(CL(kernel void k(global int *out) {
    queue_t q = get_default_queue();
    clk_event_t events[16];
    clk_event_t all;
    int errors = 0;
    for (int i = 0; i < 16; i++) {
      void (^child)(void) = ^{
        atomic_add(&out[0], i + (int)get_global_id(0));
      };
      errors += enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(100), 0, NULL, &events[i], child) != 0;
    }
    errors += enqueue_marker(q, 16, events, &all) != 0;
    void (^last)(void) = ^{
      out[1] = out[0];
    };
    errors += enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &all, NULL, last) != 0;
    for (int i = 0; i < 16; i++)
      release_event(events[i]);
    release_event(all);
    out[2] = errors;
  }));
  struct test_buffer out = test_buffer(12, TEST_END, CL_MEM_READ_WRITE, 0);
  for (int round = 1; round < 4; round++) {
    LAUNCH(kernel, 1, 1, ARG_BUFFER(out));
    test_buffer_sync(&out);
    CHECK_EQ(INT(out)[0], round * (16 * 99 * 50 + 100 * 120));
    CHECK_EQ(INT(out)[1], INT(out)[0]);
    CHECK_EQ(INT(out)[2], 0);
  }
}

/* Nothing runs before the user event is set, and nothing at all where it is set to an error. */
static void user_events(void) {
  device_queue(CL_QUEUE_ON_DEVICE_DEFAULT);
  cl_kernel kernel = build(CL(kernel void k(global int *out, int status) {
    queue_t q = get_default_queue();
    clk_event_t gate = create_user_event();
    clk_event_t done;
    int errors = !is_valid_event(gate);
    void (^first)(void) = ^{
      out[0] = out[2] + 1;
    };
    void (^second)(void) = ^{
      out[1] = out[0] + 1;
    };
    errors += enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &gate, &done, first) != 0;
    errors += enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &done, NULL, second) != 0;
    retain_event(gate);
    release_event(gate);
    out[2] = 10;
    set_user_event_status(gate, status);
    release_event(gate);
    release_event(done);
    out[3] = errors;
  }));
  for (int status = 0; status >= -1; status--) {
    struct test_buffer out = test_buffer(16, TEST_END, CL_MEM_READ_WRITE, 0);
    LAUNCH(kernel, 1, 1, ARG_BUFFER(out), ARG_INT(status));
    test_buffer_sync(&out);
    CHECK_EQ(INT(out)[0], status ? 0 : 11);
    CHECK_EQ(INT(out)[1], status ? 0 : 12);
    CHECK_EQ(INT(out)[3], 0);
  }
}

/* Times are there before what waits for the event runs; completion comes after the end. */
static void times(void) {
  device_queue(CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_PROFILING_ENABLE);
  cl_kernel kernel = build(CL(kernel void k(global ulong * times, global int *out) {
    queue_t q = get_default_queue();
    clk_event_t done;
    void (^child)(void) = ^{
      for (int i = 0; i < 1000; i++)
        atomic_inc(&out[0]);
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1000), ^{
        atomic_inc(&out[1]);
      });
    };
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(10), 0, NULL, &done, child);
    capture_event_profiling_info(done, CLK_PROFILING_COMMAND_EXEC_TIME, times);
    void (^look)(void) = ^{
      out[2] = times[0] > 0 && times[1] > times[0] && out[0] == 10000 && out[1] == 10000;
    };
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &done, NULL, look);
    release_event(done);
  }));
  struct test_buffer stamps = test_buffer(16, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer out = test_buffer(12, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 1, 1, ARG_BUFFER(stamps), ARG_BUFFER(out));
  test_buffer_sync(&out);
  CHECK_EQ(INT(out)[0], 10000);
  CHECK_EQ(INT(out)[1], 10000);
  CHECK_EQ(INT(out)[2], 1);
}

/* The parent's own times, as the host sees them. */
static void complete_after_end(void) {
  device_queue(CL_QUEUE_ON_DEVICE_DEFAULT);
  cl_kernel kernel = build(CL(kernel void k(global int *out) {
    void (^child)(void) = ^{
      for (int i = 0; i < 20000; i++)
        atomic_inc(&out[0]);
    };
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), child);
  }));
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  cl_int error;
  cl_command_queue queue = clCreateCommandQueueWithProperties(test.context, test.device, list, &error);
  CHECK_CL(error);
  struct test_buffer out = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
  const size_t one = 1;
  cl_event event;
  SET_ARGS(kernel, ARG_BUFFER(out));
  CHECK_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, &event));
  CHECK_CL(clWaitForEvents(1, &event));
  cl_ulong start, end, complete;
  CHECK_CL(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL));
  CHECK_CL(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL));
  CHECK_CL(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_COMPLETE, sizeof complete, &complete, NULL));
  CHECK(start <= end && end < complete);
  test_buffer_sync(&out);
  CHECK_EQ(INT(out)[0], 20000);
  CHECK_CL(clReleaseEvent(event));
  CHECK_CL(clReleaseCommandQueue(queue));
}

static const struct test_case cases[] = {
    {"chain", chain},
    {"marker", marker},
    {"user_events", user_events},
    {"times", times},
    {"complete_after_end", complete_after_end},
};
TEST_MAIN(cases)
