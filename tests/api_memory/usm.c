/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_intel_unified_shared_memory: allocations of every kind, what queries say of them, and the commands. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/api_memory/objects.h"

static struct {
  clHostMemAllocINTEL_fn host;
  clDeviceMemAllocINTEL_fn device;
  clSharedMemAllocINTEL_fn shared;
  clMemFreeINTEL_fn free, blocking_free;
  clGetMemAllocInfoINTEL_fn info;
  clSetKernelArgMemPointerINTEL_fn set_arg;
  clEnqueueMemsetINTEL_fn set;
  clEnqueueMemFillINTEL_fn fill;
  clEnqueueMemcpyINTEL_fn copy;
  clEnqueueMigrateMemINTEL_fn migrate;
  clEnqueueMemAdviseINTEL_fn advise;
} usm;

static void *function(const char *name) {
  void *address = clGetExtensionFunctionAddressForPlatform(test.platform, name);
  if (!address)
    FAIL("%s is not found", name);
  return address;
}

static void needs_usm(void) {
  if (!test_has_extension("cl_intel_unified_shared_memory"))
    test_skip("no unified shared memory");
  usm.host = (clHostMemAllocINTEL_fn)function("clHostMemAllocINTEL");
  usm.device = (clDeviceMemAllocINTEL_fn)function("clDeviceMemAllocINTEL");
  usm.shared = (clSharedMemAllocINTEL_fn)function("clSharedMemAllocINTEL");
  usm.free = (clMemFreeINTEL_fn)function("clMemFreeINTEL");
  usm.blocking_free = (clMemBlockingFreeINTEL_fn)function("clMemBlockingFreeINTEL");
  usm.info = (clGetMemAllocInfoINTEL_fn)function("clGetMemAllocInfoINTEL");
  usm.set_arg = (clSetKernelArgMemPointerINTEL_fn)function("clSetKernelArgMemPointerINTEL");
  usm.set = (clEnqueueMemsetINTEL_fn)function("clEnqueueMemsetINTEL");
  usm.fill = (clEnqueueMemFillINTEL_fn)function("clEnqueueMemFillINTEL");
  usm.copy = (clEnqueueMemcpyINTEL_fn)function("clEnqueueMemcpyINTEL");
  usm.migrate = (clEnqueueMigrateMemINTEL_fn)function("clEnqueueMigrateMemINTEL");
  usm.advise = (clEnqueueMemAdviseINTEL_fn)function("clEnqueueMemAdviseINTEL");
}

static char *shared(size_t size) {
  cl_int error;
  char *memory = usm.shared(test.context, test.device, NULL, size, 0, &error);
  CHECK_CL(error);
  CHECK(memory != NULL);
  return memory;
}

static cl_ulong info(cl_context context, const void *at, cl_mem_info_intel what, size_t size) {
  cl_ulong value = 0;
  size_t got = 0;
  CHECK_CL(usm.info(context, at, what, size, &value, &got));
  CHECK_EQ(got, size);
  return value;
}

static void capabilities(void) {
  needs_usm();
  char platform[8192];
  CHECK_CL(clGetPlatformInfo(test.platform, CL_PLATFORM_EXTENSIONS, sizeof platform, platform, NULL));
  CHECK(!test.is_weft || strstr(platform, "cl_intel_unified_shared_memory"));
  for (cl_device_info what = CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL;
       what <= CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL; what++) {
    cl_device_unified_shared_memory_capabilities_intel has = 0;
    CHECK_CL(clGetDeviceInfo(test.device, what, sizeof has, &has, NULL));
    CHECK(!test.is_weft || has == 15);
  }
}

static void queries(void) {
  needs_usm();
  cl_int error;
  enum { SIZE = 1000 };
  const cl_mem_properties_intel flags[] = {CL_MEM_ALLOC_FLAGS_INTEL, CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL, 0};
  char *memory[4], own[8];
  memory[0] = usm.host(test.context, NULL, SIZE, 0, &error);
  CHECK_CL(error);
  memory[1] = usm.device(test.context, test.device, NULL, SIZE, 64, &error);
  CHECK_CL(error);
  memory[2] = usm.shared(test.context, test.device, flags, SIZE, 16, &error);
  CHECK_CL(error);
  memory[3] = usm.shared(test.context, NULL, NULL, SIZE, 0, NULL);
  static const cl_uint types[] = {CL_MEM_TYPE_HOST_INTEL, CL_MEM_TYPE_DEVICE_INTEL, CL_MEM_TYPE_SHARED_INTEL,
                                  CL_MEM_TYPE_SHARED_INTEL};
  for (int i = 0; i < 4; i++) {
    CHECK(memory[i] != NULL);
    for (size_t at = 0; at < SIZE; at += SIZE - 1) {
      CHECK_EQ(info(test.context, memory[i] + at, CL_MEM_ALLOC_TYPE_INTEL, sizeof(cl_uint)), types[i]);
      CHECK_EQ(info(test.context, memory[i] + at, CL_MEM_ALLOC_BASE_PTR_INTEL, sizeof(void *)), (uintptr_t)memory[i]);
      CHECK_EQ(info(test.context, memory[i] + at, CL_MEM_ALLOC_SIZE_INTEL, sizeof(size_t)), SIZE);
      CHECK_EQ(info(test.context, memory[i] + at, CL_MEM_ALLOC_DEVICE_INTEL, sizeof(cl_device_id)),
               i == 1 || i == 2 ? (uintptr_t)test.device : 0);
      CHECK_EQ(info(test.context, memory[i] + at, CL_MEM_ALLOC_FLAGS_INTEL, sizeof(cl_ulong)),
               i == 2 ? CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL : 0);
    }
  }
  cl_context other = make_context();
  void *svm = clSVMAlloc(test.context, CL_MEM_READ_WRITE, 64, 0);
  const void *unknown[] = {own, svm, NULL};
  for (int i = 0; i < 3; i++) {
    CHECK_EQ(info(test.context, unknown[i], CL_MEM_ALLOC_TYPE_INTEL, sizeof(cl_uint)), CL_MEM_TYPE_UNKNOWN_INTEL);
    CHECK_EQ(info(test.context, unknown[i], CL_MEM_ALLOC_BASE_PTR_INTEL, sizeof(void *)), 0);
    CHECK_EQ(info(test.context, unknown[i], CL_MEM_ALLOC_SIZE_INTEL, sizeof(size_t)), 0);
  }
  CHECK_EQ(info(other, memory[0], CL_MEM_ALLOC_TYPE_INTEL, sizeof(cl_uint)), CL_MEM_TYPE_UNKNOWN_INTEL);
  clSVMFree(test.context, svm);
  cl_uint value;
  CHECK_ERR(usm.info(NULL, memory[0], CL_MEM_ALLOC_TYPE_INTEL, sizeof value, &value, NULL), CL_INVALID_CONTEXT);
  CHECK_ERR(usm.info(test.context, memory[0], 0xdead, sizeof value, &value, NULL), CL_INVALID_VALUE);
  CHECK_ERR(usm.info(test.context, memory[0], CL_MEM_ALLOC_TYPE_INTEL, 1, &value, NULL), CL_INVALID_VALUE);
  for (int i = 0; i < 4; i++)
    CHECK_CL(usm.free(test.context, memory[i]));
}

#define ALLOCATION_GIVES(want, call)                                                                                   \
  do {                                                                                                                 \
    cl_int error = 1;                                                                                                  \
    CHECK((call) == NULL);                                                                                             \
    CHECK_ERR(error, (want));                                                                                          \
  } while (0)

static void refused_allocations(void) {
  needs_usm();
  cl_context bad = (cl_context)test.queue;
  cl_device_id none = (cl_device_id)test.queue;
  size_t most = (size_t)test_device_ulong(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  const cl_mem_properties_intel unknown[] = {0xdead, 0, 0}, odd[] = {CL_MEM_ALLOC_FLAGS_INTEL, 1 << 20, 0},
                                twice[] = {CL_MEM_ALLOC_FLAGS_INTEL, 0, CL_MEM_ALLOC_FLAGS_INTEL, 0, 0},
                                placed[] = {CL_MEM_ALLOC_FLAGS_INTEL, CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL, 0},
                                both[] = {CL_MEM_ALLOC_FLAGS_INTEL,
                                          CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL |
                                              CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL,
                                          0};
  ALLOCATION_GIVES(CL_INVALID_CONTEXT, usm.host(bad, NULL, 64, 0, &error));
  ALLOCATION_GIVES(CL_INVALID_CONTEXT, usm.device(bad, test.device, NULL, 64, 0, &error));
  ALLOCATION_GIVES(CL_INVALID_CONTEXT, usm.shared(bad, test.device, NULL, 64, 0, &error));
  ALLOCATION_GIVES(CL_INVALID_DEVICE, usm.device(test.context, NULL, NULL, 64, 0, &error));
  ALLOCATION_GIVES(CL_INVALID_DEVICE, usm.device(test.context, none, NULL, 64, 0, &error));
  ALLOCATION_GIVES(CL_INVALID_DEVICE, usm.shared(test.context, none, NULL, 64, 0, &error));
  ALLOCATION_GIVES(CL_INVALID_VALUE, usm.host(test.context, NULL, 64, 3, &error));
  ALLOCATION_GIVES(CL_INVALID_VALUE, usm.device(test.context, test.device, NULL, 64, 1u << 30, &error));
  ALLOCATION_GIVES(CL_INVALID_VALUE, usm.shared(test.context, NULL, NULL, 64, 1u << 30, &error));
  ALLOCATION_GIVES(CL_INVALID_BUFFER_SIZE, usm.host(test.context, NULL, 0, 0, &error));
  ALLOCATION_GIVES(CL_INVALID_BUFFER_SIZE, usm.device(test.context, test.device, NULL, most + 1, 0, &error));
  ALLOCATION_GIVES(CL_INVALID_BUFFER_SIZE, usm.shared(test.context, NULL, NULL, SIZE_MAX, 0, &error));
  ALLOCATION_GIVES(CL_INVALID_PROPERTY, usm.host(test.context, unknown, 64, 0, &error));
  ALLOCATION_GIVES(CL_INVALID_PROPERTY, usm.shared(test.context, NULL, odd, 64, 0, &error));
  ALLOCATION_GIVES(CL_INVALID_PROPERTY, usm.shared(test.context, NULL, twice, 64, 0, &error));
  ALLOCATION_GIVES(CL_INVALID_PROPERTY, usm.host(test.context, placed, 64, 0, &error));
  ALLOCATION_GIVES(CL_INVALID_PROPERTY, usm.device(test.context, test.device, placed, 64, 0, &error));
  ALLOCATION_GIVES(CL_INVALID_PROPERTY, usm.shared(test.context, NULL, both, 64, 0, &error));
}

static void frees(void) {
  needs_usm();
  char *memory = shared(1000), own[8];
  void *svm = clSVMAlloc(test.context, CL_MEM_READ_WRITE, 64, 0);
  CHECK_CL(usm.free(test.context, NULL));
  CHECK_CL(usm.blocking_free(test.context, NULL));
  clMemFreeINTEL_fn both[] = {usm.free, usm.blocking_free};
  for (int i = 0; i < 2; i++) {
    CHECK_ERR(both[i](NULL, memory), CL_INVALID_CONTEXT);
    CHECK_ERR(both[i](test.context, memory + 1), CL_INVALID_VALUE);
    CHECK_ERR(both[i](test.context, own), CL_INVALID_VALUE);
    CHECK_ERR(both[i](test.context, svm), CL_INVALID_VALUE);
    CHECK_ERR(both[i](make_context(), memory), CL_INVALID_VALUE);
  }
  clSVMFree(test.context, memory); /* not its business */
  CHECK_EQ(info(test.context, memory, CL_MEM_ALLOC_SIZE_INTEL, sizeof(size_t)), 1000);
  CHECK_CL(usm.free(test.context, memory));
  CHECK_ERR(usm.free(test.context, memory), CL_INVALID_VALUE);
  clSVMFree(test.context, svm);
}

/* Every queue of the context has come to its end, out of order ones as well. */
static void blocking_free(void) {
  needs_usm();
  enum { SIZE = 1 << 18, COPIES = 20 };
  char *from = shared(SIZE), *to = malloc((size_t)3 * COPIES * SIZE); /* one for each copy: nothing orders the queues */
  cl_command_queue queues[3] = {test.queue, make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE), make_queue(0)};
  cl_event events[3 * COPIES];
  CHECK(to != NULL);
  memset(from, 5, SIZE);
  for (int i = 0; i < 3 * COPIES; i++) {
    CHECK_CL(usm.copy(queues[i % 3], CL_FALSE, to + (size_t)i * SIZE, from, SIZE, 0, NULL, &events[i]));
    keep_event(events[i]);
  }
  CHECK_CL(usm.blocking_free(test.context, from));
  for (int i = 0; i < 3 * COPIES; i++) {
    cl_int status = 1;
    CHECK_CL(clGetEventInfo(events[i], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    CHECK_EQ(status, CL_COMPLETE);
    CHECK_EQ(to[(size_t)(i + 1) * SIZE - 1], 5);
  }
  free(to);
}

static cl_command_type type_of(cl_event event) {
  cl_command_type type = 0;
  CHECK_CL(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
  return type;
}

static cl_command_queue queue_of(cl_context context) {
  cl_int error;
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, test.device, NULL, &error);
  CHECK_CL(error);
  return queue;
}

static void commands(void) {
  needs_usm();
  enum { SIZE = 3000 };
  char *a = shared(SIZE), *b = shared(SIZE), host[SIZE];
  cl_event event, bad = (cl_event)test.queue;
  cl_command_queue none = (cl_command_queue)test.context, elsewhere;
  test_fill(host, SIZE, 3);
  CHECK_CL(usm.copy(test.queue, CL_TRUE, a, host, SIZE, 0, NULL, NULL));
  CHECK_CL(usm.copy(test.queue, CL_FALSE, b + 1, a, SIZE - 1, 0, NULL, &event));
  keep_event(event);
  CHECK_EQ(type_of(event), CL_COMMAND_MEMCPY_INTEL);
  CHECK_CL(usm.copy(test.queue, CL_FALSE, b, a, 0, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
  check_same(b + 1, host, SIZE - 1, "copied");
  CHECK_CL(usm.fill(test.queue, a + 8, "abcdefgh", 8, 800, 0, NULL, &event));
  keep_event(event);
  CHECK_EQ(type_of(event), CL_COMMAND_MEMFILL_INTEL);
  CHECK_CL(usm.set(test.queue, b, 0x1ff, 10, 0, NULL, NULL));
  CHECK_CL(usm.migrate(test.queue, a, SIZE, 0, 0, NULL, &event));
  keep_event(event);
  CHECK_EQ(type_of(event), CL_COMMAND_MIGRATEMEM_INTEL);
  CHECK_CL(usm.advise(test.queue, a, SIZE, 0, 0, NULL, &event));
  keep_event(event);
  CHECK_EQ(type_of(event), CL_COMMAND_MEMADVISE_INTEL);
  CHECK_CL(clFinish(test.queue));
  for (int i = 0; i < 800; i++)
    CHECK_EQ(a[8 + i], "abcdefgh"[i % 8]);
  for (int i = 0; i < 10; i++)
    CHECK_EQ((unsigned char)b[i], 0xff);

  CHECK_ERR(usm.copy(none, CL_TRUE, a, b, 8, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(usm.copy(test.queue, CL_TRUE, a, b, 8, 1, &bad, NULL), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(usm.copy(test.queue, CL_TRUE, NULL, b, 8, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(usm.copy(test.queue, CL_TRUE, a, NULL, 8, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(usm.copy(test.queue, CL_TRUE, a, a + 7, 8, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
  CHECK_ERR(usm.fill(none, a, "x", 1, 8, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(usm.fill(test.queue, a, "x", 1, 8, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(usm.fill(test.queue, NULL, "x", 1, 8, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(usm.fill(test.queue, a, NULL, 1, 8, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(usm.fill(test.queue, a, "xyz", 3, 9, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(usm.fill(test.queue, a, host, 256, 256, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(usm.fill(test.queue, a + 1, "xy", 2, 8, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(usm.fill(test.queue, a, "xy", 2, 9, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(usm.migrate(none, a, 8, 0, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(usm.migrate(test.queue, a, 8, 0, 0, &bad, NULL), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(usm.migrate(test.queue, a, 8, 1u << 20, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(usm.advise(none, a, 8, 0, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(usm.advise(test.queue, a, 8, 0, 1, &bad, NULL), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(usm.set(none, a, 1, 8, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(usm.set(test.queue, a, 1, 8, 1, &bad, NULL), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(usm.set(test.queue, NULL, 1, 8, 0, NULL, NULL), CL_INVALID_VALUE);
  /* Events of another context, and one that has failed. */
  event = make_user_event();
  elsewhere = queue_of(make_context());
  CHECK_ERR(usm.copy(elsewhere, CL_TRUE, a, b, 8, 1, &event, NULL), CL_INVALID_CONTEXT);
  CHECK_ERR(usm.fill(elsewhere, a, "x", 1, 8, 1, &event, NULL), CL_INVALID_CONTEXT);
  CHECK_ERR(usm.set(elsewhere, a, 1, 8, 1, &event, NULL), CL_INVALID_CONTEXT);
  CHECK_ERR(usm.migrate(elsewhere, a, 8, 0, 1, &event, NULL), CL_INVALID_CONTEXT);
  CHECK_ERR(usm.advise(elsewhere, a, 8, 0, 1, &event, NULL), CL_INVALID_CONTEXT);
  complete(event, -7);
  CHECK_ERR(usm.copy(test.queue, CL_TRUE, a, b, 8, 1, &event, NULL), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK_CL(clReleaseCommandQueue(elsewhere));
  CHECK_CL(usm.free(test.context, a));
  CHECK_CL(usm.free(test.context, b));
}

/* Kernels that reach all kinds of memory, by arguments and by addresses in it. */
static void kernels(void) {
  needs_usm();
  enum { N = 500 };
  cl_int error;
  int *device = usm.device(test.context, test.device, NULL, N * sizeof *device, 0, &error);
  int **table = usm.host(test.context, NULL, N * sizeof *table, 0, &error);
  int *out = (int *)(void *)shared(N * sizeof *out);
  int input[N];
  for (int i = 0; i < N; i++) {
    input[i] = 3 * i;
    table[i] = device + (i * 7 + 1) % N;
    out[i] = i;
  }
  CHECK_CL(usm.copy(test.queue, CL_FALSE, device, input, sizeof input, 0, NULL, NULL));
  cl_kernel kernel =
      test_kernel(test_build("-cl-std=CL2.0", CL(kernel void follow(global int *out, global int *constant *table) {
                               size_t i = get_global_id(0);
                               out[i] += *table[i];
                             })),
                  "follow");
  cl_bool on = CL_TRUE;
  void *reached[] = {device};
  CHECK_CL(usm.set_arg(kernel, 0, out));
  CHECK_CL(usm.set_arg(kernel, 1, table));
  CHECK_CL(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL, sizeof on, &on));
  CHECK_CL(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL, sizeof on, &on));
  CHECK_CL(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL, sizeof on, &on));
  CHECK_CL(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, sizeof reached, reached));
  CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, &(size_t){N}, NULL, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
  for (int i = 0; i < N; i++)
    CHECK_EQ(out[i], i + 3 * ((i * 7 + 1) % N));
  CHECK_ERR(usm.set_arg(NULL, 0, out), CL_INVALID_KERNEL);
  CHECK_ERR(usm.set_arg(kernel, 2, out), CL_INVALID_ARG_INDEX);
  kernel = test_kernel(test_build(NULL, CL(kernel void other(local int *a, int b){})), "other");
  CHECK_ERR(usm.set_arg(kernel, 0, out), CL_INVALID_ARG_VALUE);
  CHECK_ERR(usm.set_arg(kernel, 1, out), CL_INVALID_ARG_VALUE);
  CHECK_CL(usm.blocking_free(test.context, out));
  CHECK_CL(usm.blocking_free(test.context, table));
  CHECK_CL(usm.blocking_free(test.context, device));
}

static const struct test_case cases[] = {{"capabilities", capabilities},
                                         {"queries", queries},
                                         {"refused_allocations", refused_allocations},
                                         {"frees", frees},
                                         {"blocking_free", blocking_free},
                                         {"commands", commands},
                                         {"kernels", kernels}};
TEST_MAIN(cases)
