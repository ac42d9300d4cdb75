/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clSVMAlloc, clSVMFree, the commands on shared virtual memory, and buffers in it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/api_memory/objects.h"

static void needs_svm(cl_device_svm_capabilities wanted) {
  cl_device_svm_capabilities has = 0;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_SVM_CAPABILITIES, sizeof has, &has, NULL));
  if ((has & wanted) != wanted)
    test_skip("the device has not this kind of shared virtual memory");
}

static char *allocate(size_t size) {
  needs_svm(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  char *memory = clSVMAlloc(test.context, CL_MEM_READ_WRITE, size, 0);
  CHECK(memory != NULL);
  return memory;
}

static cl_command_type type_of(cl_event event) {
  cl_command_type type = 0;
  CHECK_CL(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
  return type;
}

static void allocations(void) {
  needs_svm(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  for (cl_uint align = 0; align <= 128; align = align ? 2 * align : 1)
    for (size_t size = 1; size <= 5000000; size = size * 7 + 3) {
      char *memory = clSVMAlloc(test.context, CL_MEM_READ_WRITE, size, align);
      CHECK(memory != NULL && (uintptr_t)memory % (align ? align : 128) == 0);
      memset(memory, 1, size);
      clSVMFree(test.context, memory);
    }
  static const cl_svm_mem_flags good[] = {0, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY,
                                          CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER,
                                          CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS};
  needs_svm(CL_DEVICE_SVM_FINE_GRAIN_BUFFER | CL_DEVICE_SVM_ATOMICS);
  for (size_t i = 0; i < TEST_COUNT(good); i++) {
    void *memory = clSVMAlloc(test.context, good[i], 64, 0);
    CHECK(memory != NULL);
    clSVMFree(test.context, memory);
  }
  clSVMFree(test.context, NULL);
}

static void refused_allocations(void) {
  needs_svm(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  size_t most = (size_t)test_device_ulong(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  CHECK(clSVMAlloc(NULL, CL_MEM_READ_WRITE, 64, 0) == NULL);
  CHECK(clSVMAlloc((cl_context)test.queue, CL_MEM_READ_WRITE, 64, 0) == NULL);
  CHECK(clSVMAlloc(test.context, CL_MEM_READ_WRITE, 0, 0) == NULL);
  CHECK(clSVMAlloc(test.context, CL_MEM_READ_WRITE, most + 1, 0) == NULL);
  CHECK(clSVMAlloc(test.context, CL_MEM_READ_WRITE, SIZE_MAX, 0) == NULL);
  CHECK(clSVMAlloc(test.context, CL_MEM_READ_WRITE, 64, 3) == NULL);
  CHECK(clSVMAlloc(test.context, CL_MEM_READ_WRITE, 64, 1u << 31) == NULL);
  CHECK(clSVMAlloc(test.context, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, 64, 0) == NULL);
  CHECK(clSVMAlloc(test.context, CL_MEM_SVM_ATOMICS, 64, 0) == NULL);
  CHECK(clSVMAlloc(test.context, CL_MEM_USE_HOST_PTR, 64, 0) == NULL);
  CHECK(clSVMAlloc(test.context, CL_MEM_HOST_NO_ACCESS, 64, 0) == NULL);
}

/* What is not an allocation's begin is left alone. */
static void foreign_frees(void) {
  char *memory = allocate(1000), own[16] = {0};
  cl_context other = make_context();
  memset(memory, 3, 1000);
  if (test.is_weft) {
    clSVMFree(test.context, memory + 8);
    clSVMFree(test.context, own);
    clSVMFree(other, memory);
    clSVMFree(NULL, memory);
  }
  for (size_t i = 0; i < 1000; i++)
    CHECK_EQ(memory[i], 3);
  clSVMFree(test.context, memory);
}

static void copies(void) {
  enum { SIZE = 100000 };
  char *a = allocate(SIZE), *b = allocate(SIZE), host[SIZE];
  cl_event event;
  test_fill(host, SIZE, 1);
  CHECK_CL(clEnqueueSVMMemcpy(test.queue, CL_TRUE, a, host, SIZE, 0, NULL, NULL));
  CHECK_CL(clEnqueueSVMMemcpy(test.queue, CL_FALSE, b, a, SIZE, 0, NULL, &event));
  keep_event(event);
  CHECK_EQ(type_of(event), CL_COMMAND_SVM_MEMCPY);
  CHECK_CL(clWaitForEvents(1, &event));
  check_same(b, host, SIZE, "copied");
  memset(host, 0, SIZE);
  CHECK_CL(clEnqueueSVMMemcpy(test.queue, CL_TRUE, host + 3, b + 1, SIZE - 3, 0, NULL, NULL));
  check_same(host + 3, b + 1, SIZE - 3, "copied, at odd addresses");
  CHECK_CL(clEnqueueSVMMemcpy(test.queue, CL_TRUE, a, b, 0, 0, NULL, NULL));
  /* Sides that touch do not overlap. */
  CHECK_CL(clEnqueueSVMMemcpy(test.queue, CL_TRUE, a + 100, a, 100, 0, NULL, NULL));
  CHECK_CL(clEnqueueSVMMemcpy(test.queue, CL_TRUE, a, a + 100, 100, 0, NULL, NULL));
  CHECK_ERR(clEnqueueSVMMemcpy(test.queue, CL_TRUE, a + 99, a, 100, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
  CHECK_ERR(clEnqueueSVMMemcpy(test.queue, CL_TRUE, a, a + 99, 100, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
  CHECK_ERR(clEnqueueSVMMemcpy(test.queue, CL_TRUE, a, a, 1, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
  CHECK_ERR(clEnqueueSVMMemcpy(test.queue, CL_TRUE, NULL, a, 1, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueSVMMemcpy(test.queue, CL_TRUE, a, NULL, 1, 0, NULL, NULL), CL_INVALID_VALUE);
  clSVMFree(test.context, a);
  clSVMFree(test.context, b);
}

static void fills(void) {
  enum { SIZE = 4096 };
  char *memory = allocate(SIZE), want[SIZE];
  unsigned char pattern[128];
  test_fill(pattern, sizeof pattern, 5);
  for (size_t size = 1; size <= sizeof pattern; size *= 2) {
    cl_event event;
    memset(memory, 0, SIZE);
    memset(want, 0, SIZE);
    CHECK_CL(clEnqueueSVMMemFill(test.queue, memory + size, pattern, size, SIZE - 2 * size, 0, NULL, &event));
    keep_event(event);
    CHECK_EQ(type_of(event), CL_COMMAND_SVM_MEMFILL);
    CHECK_CL(clFinish(test.queue));
    for (size_t at = size; at < SIZE - size; at += size)
      memcpy(want + at, pattern, size);
    check_same(memory, want, SIZE, "filled");
  }
  CHECK_CL(clEnqueueSVMMemFill(test.queue, memory, pattern, 4, 0, 0, NULL, NULL));
  CHECK_ERR(clEnqueueSVMMemFill(test.queue, NULL, pattern, 4, 8, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueSVMMemFill(test.queue, memory, NULL, 4, 8, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueSVMMemFill(test.queue, memory, pattern, 0, 8, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueSVMMemFill(test.queue, memory, pattern, 3, 9, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueSVMMemFill(test.queue, memory, pattern, 256, 256, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueSVMMemFill(test.queue, memory + 2, pattern, 4, 8, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueSVMMemFill(test.queue, memory, pattern, 4, 10, 0, NULL, NULL), CL_INVALID_VALUE);
  clSVMFree(test.context, memory);
}

static void maps(void) {
  char *memory = allocate(256);
  cl_event event;
  CHECK_CL(clEnqueueSVMMap(test.queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, memory, 256, 0, NULL, &event));
  keep_event(event);
  CHECK_EQ(type_of(event), CL_COMMAND_SVM_MAP);
  memset(memory, 9, 256);
  CHECK_CL(clEnqueueSVMUnmap(test.queue, memory, 0, NULL, &event));
  keep_event(event);
  CHECK_EQ(type_of(event), CL_COMMAND_SVM_UNMAP);
  CHECK_CL(clEnqueueSVMMap(test.queue, CL_FALSE, CL_MAP_WRITE_INVALIDATE_REGION, memory, 1, 0, NULL, NULL));
  CHECK_ERR(clEnqueueSVMMap(test.queue, CL_TRUE, CL_MAP_READ, NULL, 8, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueSVMMap(test.queue, CL_TRUE, CL_MAP_READ, memory, 0, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueSVMMap(test.queue, CL_TRUE, 1u << 20, memory, 8, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(
      clEnqueueSVMMap(test.queue, CL_TRUE, CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION, memory, 8, 0, NULL, NULL),
      CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueSVMUnmap(test.queue, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_CL(clFinish(test.queue));
  clSVMFree(test.context, memory);
}

static void migrations(void) {
  char *memory = allocate(256), other[8];
  const void *pointers[2] = {memory, memory + 100}, *foreign[1] = {other};
  const size_t sizes[2] = {0, 156}, beyond[2] = {0, 157}, one[1] = {1};
  cl_event event;
  CHECK_CL(clEnqueueSVMMigrateMem(test.queue, 2, pointers, NULL, 0, 0, NULL, &event));
  keep_event(event);
  CHECK_EQ(type_of(event), CL_COMMAND_SVM_MIGRATE_MEM);
  CHECK_CL(clEnqueueSVMMigrateMem(test.queue, 2, pointers, sizes, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL, NULL));
  CHECK_ERR(clEnqueueSVMMigrateMem(test.queue, 2, pointers, beyond, 0, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueSVMMigrateMem(test.queue, 1, foreign, one, 0, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueSVMMigrateMem(test.queue, 0, pointers, NULL, 0, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueSVMMigrateMem(test.queue, 1, NULL, NULL, 0, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueSVMMigrateMem(test.queue, 1, pointers, NULL, 1u << 20, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_CL(clFinish(test.queue));
  clSVMFree(test.context, memory);
}

/* Queue, wait list and context, as each of the commands checks them. */
static void common_checks(void) {
  char *memory = allocate(64), byte = 0;
  void *pointers[1] = {memory};
  const void *sources[1] = {memory};
  cl_command_queue none = (cl_command_queue)test.context;
  cl_event bad = (cl_event)test.queue;
  CHECK_ERR(clEnqueueSVMFree(none, 1, pointers, NULL, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueSVMMemcpy(none, CL_TRUE, memory, &byte, 1, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueSVMMemFill(none, memory, &byte, 1, 1, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueSVMMap(none, CL_TRUE, CL_MAP_READ, memory, 1, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueSVMUnmap(none, memory, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueSVMMigrateMem(none, 1, sources, NULL, 0, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueSVMFree(test.queue, 1, pointers, NULL, NULL, 1, &bad, NULL), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(clEnqueueSVMMemcpy(test.queue, CL_TRUE, memory, &byte, 1, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(clEnqueueSVMMemFill(test.queue, memory, &byte, 1, 1, 0, &bad, NULL), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(clEnqueueSVMMap(test.queue, CL_TRUE, CL_MAP_READ, memory, 1, 1, &bad, NULL), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(clEnqueueSVMUnmap(test.queue, memory, 1, &bad, NULL), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(clEnqueueSVMMigrateMem(test.queue, 1, sources, NULL, 0, 1, &bad, NULL), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(clEnqueueSVMFree(test.queue, 0, pointers, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueSVMFree(test.queue, 1, NULL, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);

  cl_int error;
  cl_context other = make_context();
  cl_command_queue foreign = clCreateCommandQueueWithProperties(other, test.device, NULL, &error);
  CHECK_CL(error);
  CHECK_ERR(clEnqueueSVMMemcpy(foreign, CL_TRUE, memory, &byte, 1, 0, NULL, NULL), CL_INVALID_CONTEXT);
  CHECK_ERR(clEnqueueSVMMemcpy(foreign, CL_TRUE, &byte, memory + 63, 1, 0, NULL, NULL), CL_INVALID_CONTEXT);
  CHECK_ERR(clEnqueueSVMMemFill(foreign, memory, &byte, 1, 1, 0, NULL, NULL), CL_INVALID_CONTEXT);
  CHECK_ERR(clEnqueueSVMMap(foreign, CL_TRUE, CL_MAP_READ, memory, 1, 0, NULL, NULL), CL_INVALID_CONTEXT);
  CHECK_ERR(clEnqueueSVMUnmap(foreign, memory, 0, NULL, NULL), CL_INVALID_CONTEXT);
  CHECK_ERR(clEnqueueSVMMigrateMem(foreign, 1, sources, NULL, 0, 0, NULL, NULL), CL_INVALID_CONTEXT);
  clReleaseCommandQueue(foreign);
  clSVMFree(test.context, memory);
}

/* Commands wait for each other as any do, and one whose event has failed does not run. */
static void order(void) {
  enum { SIZE = 1000 };
  char *a = allocate(SIZE), *b = allocate(SIZE);
  memset(a, 1, SIZE);
  memset(b, 2, SIZE);
  cl_event gate = make_user_event(), copied;
  CHECK_CL(clEnqueueSVMMemcpy(test.queue, CL_FALSE, b, a, SIZE, 1, &gate, &copied));
  keep_event(copied);
  CHECK_CL(clEnqueueSVMMemFill(test.queue, a, "x", 1, SIZE, 0, NULL, NULL));
  CHECK_EQ(b[0], 2);
  complete(gate, CL_COMPLETE);
  CHECK_CL(clFinish(test.queue));
  CHECK_EQ(b[SIZE - 1], 1);
  CHECK_EQ(a[SIZE - 1], 'x');
  gate = make_user_event();
  CHECK_CL(clEnqueueSVMMemcpy(test.queue, CL_FALSE, b, a, SIZE, 1, &gate, &copied));
  keep_event(copied);
  complete(gate, -7);
  CHECK_CL(clFinish(test.queue));
  CHECK_EQ(b[0], 1);
  CHECK_ERR(clEnqueueSVMMemcpy(test.queue, CL_TRUE, b, a, SIZE, 1, &gate, NULL),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK_ERR(clEnqueueSVMMap(test.queue, CL_TRUE, CL_MAP_READ, b, 1, 1, &gate, NULL),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  clSVMFree(test.context, a);
  clSVMFree(test.context, b);
}

struct seen {
  cl_command_queue queue;
  cl_uint count;
  void *pointers[3];
};

static void CL_CALLBACK note(cl_command_queue queue, cl_uint count, void *pointers[], void *user) {
  struct seen *seen = user;
  seen->queue = queue;
  seen->count = count;
  memcpy(seen->pointers, pointers, count * sizeof *pointers);
}

static void enqueued_frees(void) {
  void *pointers[3] = {allocate(64), allocate(2 << 20), allocate(64)}, *kept[3];
  struct seen seen = {0};
  cl_event event;
  memcpy(kept, pointers, sizeof kept);
  CHECK_CL(clEnqueueSVMFree(test.queue, 3, pointers, note, &seen, 0, NULL, &event));
  memset(pointers, 0, sizeof pointers); /* theirs again */
  keep_event(event);
  CHECK_EQ(type_of(event), CL_COMMAND_SVM_FREE);
  CHECK_CL(clWaitForEvents(1, &event));
  CHECK(seen.queue == test.queue);
  CHECK_EQ(seen.count, 3);
  CHECK(!memcmp(seen.pointers, kept, sizeof kept));
  memset(kept[0], 1, 64); /* the callback has freed nothing */
  CHECK_CL(clEnqueueSVMFree(test.queue, 3, kept, NULL, NULL, 0, NULL, NULL));
  CHECK_CL(clEnqueueSVMFree(test.queue, 0, NULL, NULL, NULL, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
  if (test.is_weft) { /* gone: another context's queue has nothing against the addresses */
    cl_int error;
    cl_context other = make_context();
    cl_command_queue foreign = clCreateCommandQueueWithProperties(other, test.device, NULL, &error);
    CHECK_CL(error);
    CHECK_CL(clEnqueueSVMUnmap(foreign, kept[1], 0, NULL, NULL));
    clReleaseCommandQueue(foreign);
  }
}

static void buffers(void) {
  enum { SIZE = 4096 };
  cl_int error;
  char *memory = allocate(SIZE);
  size_t align = base_align();
  test_fill(memory, SIZE, 8);
  cl_mem whole = make_buffer(CL_MEM_USE_HOST_PTR, SIZE, memory), sub = make_sub_buffer(whole, 0, align, SIZE - align);
  cl_mem inside = make_buffer(CL_MEM_USE_HOST_PTR, 100, memory + 8),
         copy = make_buffer(CL_MEM_COPY_HOST_PTR, 16, memory);
  CHECK_EQ(mem_info(whole, CL_MEM_USES_SVM_POINTER, sizeof(cl_bool)), CL_TRUE);
  CHECK_EQ(mem_info(sub, CL_MEM_USES_SVM_POINTER, sizeof(cl_bool)), CL_TRUE);
  CHECK_EQ(mem_info(inside, CL_MEM_USES_SVM_POINTER, sizeof(cl_bool)), CL_TRUE);
  CHECK_EQ(mem_info(copy, CL_MEM_USES_SVM_POINTER, sizeof(cl_bool)), CL_FALSE);
  check_same(contents(whole, SIZE), memory, SIZE, "in the allocation");
  CHECK_CL(clEnqueueFillBuffer(test.queue, sub, "y", 1, 0, SIZE - align, 0, NULL, NULL));
  CHECK_CL(clEnqueueSVMMap(test.queue, CL_TRUE, CL_MAP_READ, memory, SIZE, 0, NULL, NULL));
  CHECK_EQ(memory[align], 'y');
  CHECK_CL(clEnqueueSVMUnmap(test.queue, memory, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
  CHECK(clCreateBuffer(test.context, CL_MEM_USE_HOST_PTR, SIZE + 1, memory, &error) == NULL);
  CHECK_ERR(error, CL_INVALID_BUFFER_SIZE);
  CHECK(clCreateBuffer(test.context, CL_MEM_COPY_HOST_PTR, SIZE + 1, memory, &error) == NULL);
  CHECK_ERR(error, CL_INVALID_BUFFER_SIZE);
}

/* What an application forgets goes with its context; leak checks see it. */
static void forgotten(void) {
  needs_svm(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  cl_context context = make_context();
  for (size_t i = 1; i < 100; i++)
    CHECK(clSVMAlloc(context, CL_MEM_READ_WRITE, i * 999, 0) != NULL);
}

static const struct test_case cases[] = {
    {"allocations", allocations},
    {"refused_allocations", refused_allocations},
    {"foreign_frees", foreign_frees},
    {"copies", copies},
    {"fills", fills},
    {"maps", maps},
    {"migrations", migrations},
    {"common_checks", common_checks},
    {"order", order},
    {"enqueued_frees", enqueued_frees},
    {"buffers", buffers},
    {"forgotten", forgotten},
};
TEST_MAIN(cases)
