/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that wait for the host: its thread goes on, whatever it waits for itself meanwhile. */
#include "tests/harness/test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GO, SEEN, LENGTH = 4 };

/* Each reads or takes flag[GO], of which 1 lets it go. */
static const char *const waits[] = {
    CL(kernel void wait(global volatile int *flag) {
      flag[1] = 1;
      while (!flag[0])
        ;
    }),
    CL(kernel void wait(global int *flag) {
      global atomic_int *go = (global atomic_int *)flag;
      while (!atomic_load_explicit(go, memory_order_acquire, memory_scope_all_svm_devices))
        ;
      flag[1] = 1;
    }),
    CL(kernel void wait(global volatile int *flag) {
      while (atomic_cmpxchg(flag, 1, 2) == 0)
        ;
      flag[1] = 1;
    }),
    CL(
        int asks(global volatile int *flag) { return atomic_or(flag, 0); } kernel void wait(global volatile int *flag) {
          local int go;
          do {
            barrier(CLK_LOCAL_MEM_FENCE);
            if (get_local_id(0) == 0)
              go = asks(flag);
            barrier(CLK_LOCAL_MEM_FENCE);
          } while (!go);
          flag[1] = 1;
        }),
};

/* These read plainly between fences, and take a bit of what a host lock holds. */
static const char *const others[] = {
    CL(kernel void wait(global int *flag) {
      while (!flag[0])
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_all_svm_devices);
      flag[1] = 1;
    }),
    CL(kernel void wait(global int *flag) {
      for (;;) {
        int old = atomic_load_explicit((global atomic_int *)flag, memory_order_relaxed, memory_scope_all_svm_devices);
        if (old & 1 && atomic_cmpxchg(flag, old, old | 2) == old)
          break;
      }
      flag[1] = 1;
    }),
};

static const char *source_of(size_t n) {
  return n < TEST_COUNT(waits) ? waits[n] : others[n - TEST_COUNT(waits)];
}
enum { SOURCES = TEST_COUNT(waits) + TEST_COUNT(others) };

struct waiting {
  int flag[LENGTH];
  cl_kernel kernel, other;
  cl_mem mem, sums;
};

static void begin(struct waiting *w, const char *source) {
  cl_int error;
  memset(w->flag, 0, sizeof w->flag);
  w->kernel = test_kernel(test_build("-cl-std=CL3.0", source), "wait");
  w->other = test_kernel(test_build("", CL(kernel void other(global float *x) {
                                      float y = x[get_global_id(0)];
                                      for (int i = 0; i < 300; i++)
                                        y = sin(y) + 1;
                                      x[get_global_id(0)] = y;
                                    })),
                         "other");
  w->mem = clCreateBuffer(test.context, CL_MEM_USE_HOST_PTR, sizeof w->flag, w->flag, &error);
  CHECK_CL(error);
  w->sums = clCreateBuffer(test.context, 0, 4096 * 4, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clSetKernelArg(w->kernel, 0, sizeof w->mem, &w->mem));
  CHECK_CL(clSetKernelArg(w->other, 0, sizeof w->sums, &w->sums));
}

static void end(struct waiting *w) {
  CHECK_CL(clReleaseMemObject(w->sums));
  CHECK_CL(clReleaseMemObject(w->mem));
}

static void let_go(struct waiting *w, cl_event event) {
  cl_int status;
  CHECK_CL(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
  CHECK(status > CL_COMPLETE);
  __atomic_store_n(&w->flag[GO], 1, __ATOMIC_RELEASE);
  CHECK_CL(clWaitForEvents(1, &event));
  CHECK_EQ(w->flag[SEEN], 1);
  CHECK_CL(clReleaseEvent(event));
  memset(w->flag, 0, sizeof w->flag);
}

/* The thread waits for a command of one queue, the kernel of another for the thread. */
static void another_queue(void) {
  for (size_t n = 0; n < SOURCES; n++) {
    struct waiting w;
    begin(&w, source_of(n));
    cl_int error;
    cl_command_queue queue = clCreateCommandQueueWithProperties(test.context, test.device, NULL, &error);
    CHECK_CL(error);
    for (size_t turn = 0; turn < 30; turn++) {
      size_t items = 4096, local = 1, global = turn % 2 ? 1 : 4;
      cl_event events[2];
      CHECK_CL(clEnqueueNDRangeKernel(test.queue, w.other, 1, NULL, &items, NULL, 0, NULL, &events[0]));
      CHECK_CL(clFlush(test.queue));
      CHECK_CL(clEnqueueNDRangeKernel(queue, w.kernel, 1, NULL, &global, &local, 0, NULL, &events[1]));
      CHECK_CL(clFlush(queue));
      CHECK_CL(clWaitForEvents(1, &events[0]));
      CHECK_CL(clReleaseEvent(events[0]));
      let_go(&w, events[1]);
    }
    CHECK_CL(clReleaseCommandQueue(queue));
    end(&w);
  }
}

/* The kernel comes next in the queue whose command the thread waits for. */
static void behind(void) {
  for (size_t n = 0; n < SOURCES; n++) {
    struct waiting w;
    begin(&w, source_of(n));
    for (size_t turn = 0; turn < 30; turn++) {
      size_t items = turn % 3 ? 4096 : 16, global = 1;
      cl_event events[2];
      CHECK_CL(clEnqueueNDRangeKernel(test.queue, w.other, 1, NULL, &items, NULL, 0, NULL, &events[0]));
      CHECK_CL(clEnqueueNDRangeKernel(test.queue, w.kernel, 1, NULL, &global, NULL, 0, NULL, &events[1]));
      CHECK_CL(clWaitForEvents(1, &events[0]));
      CHECK_CL(clReleaseEvent(events[0]));
      let_go(&w, events[1]);
    }
    end(&w);
  }
}

/* It was short before, and may therefore be run by whoever submits it; now it is not. */
static void once_short(void) {
  for (size_t n = 0; n < SOURCES; n++) {
    struct waiting w;
    begin(&w, source_of(n));
    size_t global = 1;
    for (int turn = 0; turn < 100; turn++) {
      w.flag[GO] = 1;
      CHECK_CL(clEnqueueNDRangeKernel(test.queue, w.kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
      CHECK_CL(clFinish(test.queue));
    }
    for (int turn = 0; turn < 10; turn++) {
      cl_event event;
      memset(w.flag, 0, sizeof w.flag);
      CHECK_CL(clEnqueueNDRangeKernel(test.queue, w.kernel, 1, NULL, &global, NULL, 0, NULL, &event));
      CHECK_CL(clFlush(test.queue));
      let_go(&w, event);
    }
    end(&w);
  }
}

/* All units wait; what they wait for comes by commands. */
static void by_transfer(void) {
  enum { LARGE = 8 << 20 };
  cl_int error;
  struct waiting w;
  begin(&w, waits[0]);
  cl_command_queue queue = clCreateCommandQueueWithProperties(test.context, test.device, NULL, &error);
  CHECK_CL(error);
  cl_mem large = clCreateBuffer(test.context, 0, LARGE, NULL, &error);
  CHECK_CL(error);
  char *bytes = calloc(LARGE, 1);
  for (int turn = 0; turn < 4; turn++) {
    size_t local = 1, global = test_device_uint(CL_DEVICE_MAX_COMPUTE_UNITS);
    int go = 1;
    cl_event events[2];
    memset(w.flag, 0, sizeof w.flag);
    CHECK_CL(clEnqueueNDRangeKernel(test.queue, w.kernel, 1, NULL, &global, &local, 0, NULL, &events[0]));
    CHECK_CL(clFlush(test.queue));
    while (!__atomic_load_n(&w.flag[SEEN], __ATOMIC_RELAXED))
      usleep(200);
    if (turn % 2)
      usleep(5000);
    CHECK_CL(clEnqueueWriteBuffer(queue, large, CL_FALSE, 0, LARGE, bytes, 0, NULL, &events[1]));
    CHECK_CL(clWaitForEvents(1, &events[1]));
    CHECK_CL(clReleaseEvent(events[1]));
    CHECK_CL(clEnqueueWriteBuffer(queue, w.mem, CL_FALSE, 0, 4, &go, 0, NULL, &events[1]));
    CHECK_CL(clWaitForEvents(2, events));
    for (int i = 0; i < 2; i++)
      CHECK_CL(clReleaseEvent(events[i]));
  }
  free(bytes);
  CHECK_CL(clReleaseMemObject(large));
  CHECK_CL(clReleaseCommandQueue(queue));
  end(&w);
}

static const struct test_case cases[] = {
    {"by_transfer", by_transfer},
    {"another_queue", another_queue},
    {"behind", behind},
    {"once_short", once_short},
};
TEST_MAIN(cases)
