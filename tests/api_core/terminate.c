/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_khr_terminate_context: what waits, what runs, and what may still be called. */
#include "tests/api_core/info.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static clTerminateContextKHR_fn terminate;
static atomic_int notices;

static void CL_CALLBACK notice(const char *text, const void *data, size_t size, void *user) {
  atomic_fetch_add(&notices, 1);
}

/* The numbers of OpenCL 1.2's headers, which programs of that time ask with. */
#define OLD_DEVICE_TERMINATE_CAPABILITY 0x200F
#define OLD_CONTEXT_TERMINATE 0x2010

static const cl_context_properties terminable[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};

static cl_context make_context(void) {
  cl_int error;
  if (!test_has_extension("cl_khr_terminate_context"))
    test_skip("no cl_khr_terminate_context");
  *(void **)&terminate = clGetExtensionFunctionAddressForPlatform(test.platform, "clTerminateContextKHR");
  CHECK(terminate != NULL);
  notices = 0;
  cl_context context = clCreateContext(terminable, 1, &test.device, notice, NULL, &error);
  CHECK_CL(error);
  return context;
}

static cl_command_queue make_queue(cl_context context, cl_command_queue_properties bits) {
  cl_int error;
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, bits, 0};
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, test.device, properties, &error);
  CHECK_CL(error);
  return queue;
}

static cl_kernel make_kernel(cl_context context, const char *source, const char *name) {
  cl_int error;
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clBuildProgram(program, 0, NULL, "-cl-std=CL3.0", NULL, NULL));
  cl_kernel kernel = clCreateKernel(program, name, &error);
  CHECK_CL(error);
  CHECK_CL(clReleaseProgram(program));
  return kernel;
}

static cl_int status_of(cl_event event) {
  cl_int status;
  CHECK_CL(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
  return status;
}

/* The context goes with its last reference, whatever was in flight. */
static atomic_int destroyed;

static void CL_CALLBACK context_gone(cl_context context, void *user) {
  atomic_fetch_add(&destroyed, 1);
}

static void await(atomic_int *counter, int value) {
  for (int i = 0; i < 20000 && *counter != value; i++)
    usleep(500);
  CHECK_EQ(*counter, value);
}

static void errors(void) {
  cl_int error;
  cl_bitfield capability;
  cl_context context = make_context();
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_TERMINATE_CAPABILITY_KHR, sizeof capability, &capability, NULL));
  CHECK_EQ(capability, 1);
  capability = 0;
  CHECK_CL(clGetDeviceInfo(test.device, OLD_DEVICE_TERMINATE_CAPABILITY, sizeof capability, &capability, NULL));
  CHECK_EQ(capability, 1);
  cl_context old = clCreateContext((cl_context_properties[]){OLD_CONTEXT_TERMINATE, CL_TRUE, 0}, 1, &test.device, NULL,
                                   NULL, &error);
  CHECK_CL(error);
  CHECK_CL(terminate(old));
  CHECK_CL(clReleaseContext(old));
  CHECK_ERR(terminate(NULL), CL_INVALID_CONTEXT);
  CHECK_ERR(terminate((cl_context)test.queue), CL_INVALID_CONTEXT);
  CHECK_ERR(terminate(test.context), CL_INVALID_OPERATION);
  const cl_context_properties lists[][5] = {{CL_CONTEXT_TERMINATE_KHR, 2, 0},
                                            {CL_CONTEXT_TERMINATE_KHR, 1, CL_CONTEXT_TERMINATE_KHR, 1, 0},
                                            {CL_CONTEXT_TERMINATE_KHR, 1, OLD_CONTEXT_TERMINATE, 1, 0}};
  for (size_t i = 0; i < TEST_COUNT(lists); i++) {
    CHECK(!clCreateContext(lists[i], 1, &test.device, NULL, NULL, &error));
    CHECK_ERR(error, CL_INVALID_PROPERTY);
  }
  cl_context never =
      clCreateContext((cl_context_properties[]){CL_CONTEXT_TERMINATE_KHR, 0, 0}, 1, &test.device, NULL, NULL, &error);
  CHECK_CL(error);
  CHECK_ERR(terminate(never), CL_INVALID_OPERATION);
  CHECK_CL(clReleaseContext(never));
  CHECK_EQ(notices, 0);
  CHECK_CL(terminate(context));
  CHECK_EQ(notices, 1);
  CHECK_ERR(terminate(context), CL_CONTEXT_TERMINATED_KHR);
  CHECK_EQ(notices, 1);
  CHECK_CL(clReleaseContext(context));
}

/* What a terminated context refuses, and what it does not. */
static void calls(void) {
  cl_int error, result;
  cl_uint count;
  cl_context told, context = make_context();
  cl_command_queue queue = make_queue(context, 0);
  cl_kernel kernel = make_kernel(context, "kernel void k(global int *a) { a[0] = 1; }", "k");
  cl_program program;
  CHECK_CL(clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, NULL));
  cl_mem mem = clCreateBuffer(context, 0, 4096, NULL, &error), none;
  CHECK_CL(error);
  CHECK_CL(clSetKernelArg(kernel, 0, sizeof mem, &mem));
  cl_event user = clCreateUserEvent(context, &error);
  CHECK_CL(error);
  void *svm = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
  CHECK_CL(terminate(context));
#define REFUSED(call)                                                                                                  \
  do {                                                                                                                 \
    error = 1;                                                                                                         \
    CHECK(!(call));                                                                                                    \
    CHECK_ERR(error, CL_CONTEXT_TERMINATED_KHR);                                                                       \
  } while (0)
  const char *source = "";
  const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
  const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 4};
  const cl_buffer_region region = {0, 64};
  size_t one = 1;
  REFUSED(clCreateBuffer(context, 0, 64, NULL, &error));
  REFUSED(clCreateImage(context, 0, &format, &desc, NULL, &error));
  REFUSED(clCreateSubBuffer(mem, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
  REFUSED(clCreateSamplerWithProperties(context, NULL, &error));
  REFUSED(clCreateSampler(context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &error));
  REFUSED(clCreateCommandQueueWithProperties(context, test.device, NULL, &error));
  REFUSED(clCreateCommandQueue(context, test.device, 0, &error));
  REFUSED(clCreateUserEvent(context, &error));
  REFUSED(clCreateProgramWithSource(context, 1, &source, NULL, &error));
  REFUSED(clCreateProgramWithBinary(context, 1, &test.device, &one, (const unsigned char *[]){(void *)""}, &result,
                                    &error));
  REFUSED(clLinkProgram(context, 0, NULL, NULL, 1, &program, NULL, NULL, &error));
  REFUSED(clCreatePipe(context, 0, 4, 4, NULL, &error));
  REFUSED(clCreateKernel(program, "k", &error));
  REFUSED(clCloneKernel(kernel, &error));
  CHECK_ERR(clCreateKernelsInProgram(program, 0, NULL, &count), CL_CONTEXT_TERMINATED_KHR);
  CHECK(!clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0));
  void *(CL_API_CALL * allocate)(cl_context, const cl_properties *, cl_uint, size_t, cl_int *);
  *(void **)&allocate = clGetExtensionFunctionAddressForPlatform(test.platform, "clSVMAllocWithPropertiesKHR");
  REFUSED(allocate(context, NULL, 0, 64, &error));
  CHECK_ERR(clSetContextDestructorCallback(context, context_gone, NULL), CL_CONTEXT_TERMINATED_KHR);
  CHECK_ERR(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count), CL_CONTEXT_TERMINATED_KHR);
  CHECK_ERR(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), CL_CONTEXT_TERMINATED_KHR);
  CHECK_ERR(clEnqueueReadBuffer(queue, mem, CL_TRUE, 0, 4, &result, 0, NULL, NULL), CL_CONTEXT_TERMINATED_KHR);
  CHECK_ERR(clEnqueueFillBuffer(queue, mem, &one, 1, 0, 4, 0, NULL, NULL), CL_CONTEXT_TERMINATED_KHR);
  REFUSED(clEnqueueMapBuffer(queue, mem, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &error));
  CHECK_ERR(clEnqueueMarkerWithWaitList(queue, 0, NULL, NULL), CL_CONTEXT_TERMINATED_KHR);
  CHECK_ERR(clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL), CL_CONTEXT_TERMINATED_KHR);
  CHECK_ERR(clEnqueueSVMMemcpy(queue, CL_TRUE, &one, &result, 4, 0, NULL, NULL), CL_CONTEXT_TERMINATED_KHR);
  CHECK_ERR(clFlush(queue), CL_CONTEXT_TERMINATED_KHR);
  CHECK_ERR(clFinish(queue), CL_CONTEXT_TERMINATED_KHR);
  (void)none;
  /* Queries, retains, releases, and the status of user events. */
  CHECK_CL(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, NULL));
  CHECK_CL(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof told, &told, NULL));
  CHECK(told == context);
  CHECK_CL(clGetMemObjectInfo(mem, CL_MEM_REFERENCE_COUNT, sizeof count, &count, NULL));
  CHECK_CL(clRetainContext(context));
  CHECK_CL(clReleaseContext(context));
  CHECK_CL(clRetainMemObject(mem));
  CHECK_CL(clReleaseMemObject(mem));
  CHECK_EQ(status_of(user), CL_SUBMITTED);
  CHECK_CL(clSetUserEventStatus(user, CL_COMPLETE));
  CHECK_CL(clWaitForEvents(1, &user));
  if (svm)
    clSVMFree(context, svm);
  CHECK_CL(clReleaseEvent(user));
  CHECK_CL(clReleaseKernel(kernel));
  CHECK_CL(clReleaseMemObject(mem));
  CHECK_CL(clReleaseCommandQueue(queue));
  CHECK_CL(clReleaseContext(context));
}

/* --- what waits --- */

static atomic_int told_terminated;

static void CL_CALLBACK ended(cl_event event, cl_int status, void *user) {
  if (status == CL_CONTEXT_TERMINATED_KHR)
    atomic_fetch_add(&told_terminated, 1);
}

static void waiting_commands(void) {
  enum { EACH = 50, ALL = 2 * EACH };
  cl_int error;
  cl_ulong time;
  cl_context context = make_context();
  destroyed = told_terminated = 0;
  CHECK_CL(clSetContextDestructorCallback(context, context_gone, NULL));
  cl_command_queue queues[] = {make_queue(context, CL_QUEUE_PROFILING_ENABLE),
                               make_queue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)};
  cl_mem mem = clCreateBuffer(context, 0, 4096, NULL, &error);
  CHECK_CL(error);
  cl_event gate = clCreateUserEvent(context, &error), events[ALL];
  CHECK_CL(error);
  for (int i = 0; i < ALL; i++) {
    cl_command_queue queue = queues[i / EACH];
    cl_event *before = i % EACH ? &events[i - 1] : &gate;
    if (i % 5 == 4)
      CHECK_CL(clEnqueueBarrierWithWaitList(queue, 0, NULL, &events[i]));
    else if (i % 5 == 3)
      CHECK_CL(clEnqueueMarkerWithWaitList(queue, 1, before, &events[i]));
    else
      CHECK_CL(clEnqueueFillBuffer(queue, mem, &i, 4, 0, 4096, i % 5 ? 0 : 1, i % 5 ? NULL : before, &events[i]));
    if (i % 2)
      CHECK_CL(clSetEventCallback(events[i], CL_COMPLETE, ended, NULL));
  }
  /* Out of order, what waits for nothing has run. */
  int have_run = 0;
  for (int i = 0; i < ALL; i++)
    have_run += status_of(events[i]) == CL_COMPLETE;
  CHECK_CL(terminate(context));
  CHECK_EQ(notices, 1);
  int terminated = 0, with_callback = 0;
  for (int i = 0; i < ALL; i++) {
    cl_int result = clWaitForEvents(1, &events[i]);
    if (status_of(events[i]) == CL_COMPLETE)
      continue;
    CHECK_ERR(result, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    CHECK_ERR(status_of(events[i]), CL_CONTEXT_TERMINATED_KHR);
    CHECK_ERR(clGetEventProfilingInfo(events[i], CL_PROFILING_COMMAND_END, sizeof time, &time, NULL),
              CL_PROFILING_INFO_NOT_AVAILABLE);
    terminated++;
    with_callback += i % 2;
  }
  CHECK(terminated >= EACH && terminated <= ALL - have_run);
  await(&told_terminated, with_callback);
  CHECK_EQ(status_of(gate), CL_SUBMITTED);
  for (int i = 0; i < ALL; i++)
    CHECK_CL(clReleaseEvent(events[i]));
  for (int i = 0; i < 2; i++)
    CHECK_CL(clReleaseCommandQueue(queues[i]));
  CHECK_CL(clReleaseMemObject(mem));
  CHECK_CL(clReleaseContext(context));
  CHECK_EQ(destroyed, 0); /* the gate holds what waits for it */
  CHECK_CL(clReleaseEvent(gate));
  await(&destroyed, 1);
}

/* --- what runs --- */

static const char *const endless[] = {
    CL(kernel void spin(global volatile int *flag) {
      flag[1] = 1;
      while (!flag[0])
        ;
    }),
    CL(kernel void spin(global volatile int *flag) {
      local int turn;
      for (;;) {
        if (get_local_id(0) == 0)
          turn = flag[0];
        barrier(CLK_LOCAL_MEM_FENCE);
        flag[1] = 1;
        if (turn)
          break;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
    }),
    CL(kernel void spin(global volatile int *flag) {
      flag[1] = 1;
      while (!flag[0])
        if (flag[2])
          printf("never\n");
    }),
    CL(kernel void spin(global volatile int *flag) {
      float x = 1.5f;
      flag[1] = 1;
      while (!flag[0])
        x = sin(x) + get_global_id(0);
      flag[3] = (int)x;
    }),
};

struct waiter {
  cl_command_queue queue;
  cl_mem mem;
  bool reads;
  cl_int result;
};

static void *wait_for_queue(void *argument) {
  struct waiter *waiter = argument;
  int value;
  waiter->result = waiter->reads ? clEnqueueReadBuffer(waiter->queue, waiter->mem, CL_TRUE, 0, 4, &value, 0, NULL, NULL)
                                 : clFinish(waiter->queue);
  return NULL;
}

static cl_kernel counting_kernel(void) {
  return test_kernel(test_build("", CL(kernel void count(global int *n) { atomic_inc(n); })), "count");
}

static bool sum_on_device(cl_kernel kernel) {
  enum { ITEMS = 10000 };
  int zero = 0, sum;
  size_t items = ITEMS;
  cl_int error;
  cl_mem mem = clCreateBuffer(test.context, CL_MEM_COPY_HOST_PTR, 4, &zero, &error);
  CHECK_CL(error);
  CHECK_CL(clSetKernelArg(kernel, 0, sizeof mem, &mem));
  CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
  CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, 4, &sum, 0, NULL, NULL));
  CHECK_CL(clReleaseMemObject(mem));
  return sum == ITEMS;
}

/* Kernels that never end, by one group and by more than there are units, with threads that wait and help. */
static void running_kernels(void) {
#ifdef __SANITIZE_THREAD__
  test_skip("this sanitizer keeps signals back until instrumented code runs");
#endif
  cl_kernel counting = counting_kernel();
  for (size_t n = 0; n < 2 * TEST_COUNT(endless); n++) {
    cl_int error;
    int flags[4] = {0};
    cl_context context = make_context();
    destroyed = 0;
    CHECK_CL(clSetContextDestructorCallback(context, context_gone, NULL));
    cl_command_queue queue = make_queue(context, 0);
    cl_kernel kernel = make_kernel(context, endless[n / 2], "spin");
    cl_mem mem = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof flags, flags, &error);
    CHECK_CL(error);
    CHECK_CL(clSetKernelArg(kernel, 0, sizeof mem, &mem));
    size_t local = 4, global = n % 2 ? local : local * 4 * test_device_uint(CL_DEVICE_MAX_COMPUTE_UNITS);
    cl_event events[2];
    CHECK_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, &events[0]));
    CHECK_CL(clEnqueueMarkerWithWaitList(queue, 0, NULL, &events[1]));
    struct waiter waiters[2] = {{queue, mem, false, 1}, {queue, mem, true, 1}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
      CHECK(pthread_create(&threads[i], NULL, wait_for_queue, &waiters[i]) == 0);
    while (!__atomic_load_n(&flags[1], __ATOMIC_RELAXED))
      usleep(200);
    CHECK_CL(terminate(context));
    for (int i = 0; i < 2; i++)
      pthread_join(threads[i], NULL);
    CHECK(waiters[0].result == CL_SUCCESS || waiters[0].result == CL_CONTEXT_TERMINATED_KHR);
    CHECK_ERR(waiters[1].result, CL_CONTEXT_TERMINATED_KHR);
    CHECK_ERR(clWaitForEvents(2, events), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    for (int i = 0; i < 2; i++) {
      CHECK_ERR(status_of(events[i]), CL_CONTEXT_TERMINATED_KHR);
      CHECK_CL(clReleaseEvent(events[i]));
    }
    CHECK_CL(clReleaseMemObject(mem));
    CHECK_CL(clReleaseKernel(kernel));
    CHECK_CL(clReleaseCommandQueue(queue));
    CHECK_CL(clReleaseContext(context));
    await(&destroyed, 1);
    CHECK(sum_on_device(counting)); /* all units are free again */
  }
}

/* Other contexts' kernels go on, and one that is let go ends as it should. */
static void others_go_on(void) {
#ifdef __SANITIZE_THREAD__
  test_skip("this sanitizer keeps signals back until instrumented code runs");
#endif
  cl_int error;
  int flags[2][4] = {0};
  cl_context contexts[] = {make_context(), make_context()};
  cl_event events[2];
  cl_command_queue queues[2];
  cl_mem mems[2];
  for (int i = 0; i < 2; i++) {
    queues[i] = make_queue(contexts[i], 0);
    cl_kernel kernel = make_kernel(contexts[i], endless[0], "spin");
    mems[i] = clCreateBuffer(contexts[i], CL_MEM_USE_HOST_PTR, sizeof flags[i], flags[i], &error);
    CHECK_CL(error);
    CHECK_CL(clSetKernelArg(kernel, 0, sizeof mems[i], &mems[i]));
    CHECK_CL(clEnqueueNDRangeKernel(queues[i], kernel, 1, NULL, (size_t[]){1}, NULL, 0, NULL, &events[i]));
    CHECK_CL(clReleaseKernel(kernel));
  }
  CHECK_CL(terminate(contexts[0]));
  CHECK_ERR(clWaitForEvents(1, &events[0]), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  usleep(5000);
  CHECK(status_of(events[1]) > CL_COMPLETE);
  __atomic_store_n(&flags[1][0], 1, __ATOMIC_RELAXED);
  CHECK_CL(clWaitForEvents(1, &events[1]));
  for (int i = 0; i < 2; i++) {
    CHECK_CL(clReleaseEvent(events[i]));
    CHECK_CL(clReleaseMemObject(mems[i]));
    CHECK_CL(clReleaseCommandQueue(queues[i]));
    CHECK_CL(clReleaseContext(contexts[i]));
  }
}

/* A host function cannot be stopped: its event ends, and the function when it likes. */
static atomic_int host_stage;

static void CL_CALLBACK block(void *argument) {
  host_stage = 1;
  while (host_stage < 2)
    usleep(200);
  host_stage = 3;
}

static void host_functions(void) {
  cl_context context = make_context();
  cl_command_queue queue = make_queue(context, 0);
  cl_event event;
  host_stage = destroyed = 0;
  CHECK_CL(clSetContextDestructorCallback(context, context_gone, NULL));
  CHECK_CL(clEnqueueNativeKernel(queue, block, NULL, 0, 0, NULL, NULL, 0, NULL, &event));
  await(&host_stage, 1);
  CHECK_CL(terminate(context));
  CHECK_ERR(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK_ERR(status_of(event), CL_CONTEXT_TERMINATED_KHR);
  CHECK_CL(clReleaseEvent(event));
  CHECK_CL(clReleaseCommandQueue(queue));
  CHECK_CL(clReleaseContext(context));
  CHECK_EQ(destroyed, 0);
  host_stage = 2;
  await(&host_stage, 3);
  await(&destroyed, 1);
}

/* --- threads --- */

struct racer {
  cl_command_queue queue;
  cl_kernel kernel;
  cl_mem mem;
};

static void *enqueue_until_refused(void *argument) {
  struct racer *racer = argument;
  cl_event events[64];
  int count = 0;
  size_t items = 2000;
  for (;;) {
    cl_int error = clEnqueueNDRangeKernel(racer->queue, racer->kernel, 1, NULL, &items, NULL, 0, NULL, &events[count]);
    if (error == CL_CONTEXT_TERMINATED_KHR)
      break;
    CHECK_CL(error);
    if (++count < 64)
      continue;
    clWaitForEvents(64, events);
    while (count)
      CHECK_CL(clReleaseEvent(events[--count]));
  }
  for (int i = 0; i < count; i++) {
    clWaitForEvents(1, &events[i]);
    cl_int status = status_of(events[i]);
    CHECK(status == CL_COMPLETE || status == CL_CONTEXT_TERMINATED_KHR);
    CHECK_CL(clReleaseEvent(events[i]));
  }
  return NULL;
}

static void races(void) {
#ifdef __SANITIZE_THREAD__
  test_skip("this sanitizer takes all that follows a jump out of a handler for part of that");
#endif
  enum { THREADS = 4, ROUNDS = 10 };
  for (int round = 0; round < ROUNDS; round++) {
    cl_int error;
    cl_context context = make_context();
    destroyed = 0;
    CHECK_CL(clSetContextDestructorCallback(context, context_gone, NULL));
    cl_kernel kernel = make_kernel(context, CL(kernel void add(global int *a) { a[get_global_id(0)] += 1; }), "add");
    cl_mem mem = clCreateBuffer(context, 0, 8000, NULL, &error);
    CHECK_CL(error);
    CHECK_CL(clSetKernelArg(kernel, 0, sizeof mem, &mem));
    struct racer racers[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
      racers[i] = (struct racer){make_queue(context, i % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0), kernel, mem};
      CHECK(pthread_create(&threads[i], NULL, enqueue_until_refused, &racers[i]) == 0);
    }
    usleep(1000 + 3000 * (unsigned)round);
    CHECK_CL(terminate(context));
    for (int i = 0; i < THREADS; i++) {
      pthread_join(threads[i], NULL);
      CHECK_CL(clReleaseCommandQueue(racers[i].queue));
    }
    CHECK_CL(clReleaseMemObject(mem));
    CHECK_CL(clReleaseKernel(kernel));
    CHECK_CL(clReleaseContext(context));
    await(&destroyed, 1);
  }
  CHECK(sum_on_device(counting_kernel()));
}

static const struct test_case cases[] = {
    {"errors", errors},
    {"calls", calls},
    {"waiting_commands", waiting_commands},
    {"running_kernels", running_kernels},
    {"others_go_on", others_go_on},
    {"host_functions", host_functions},
    {"races", races},
};
TEST_MAIN(cases)
