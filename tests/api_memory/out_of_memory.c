/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Every host allocation behind these calls fails in turn; all contents are right at the end. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/api_memory/unified_svm.h"
#include "tests/harness/alloc_failures.h"

enum { SIZE = 3000, PART = 100 };

static void add(void *arg) {
  unsigned char *bytes;
  memcpy(&bytes, arg, sizeof bytes);
  bytes[0]++;
}

static cl_int allocate(cl_context context, char **svm) {
  *svm = clSVMAlloc(context, CL_MEM_READ_WRITE, SIZE, 0);
  return *svm ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

#ifndef CL_MEM_DEVICE_ADDRESS_EXT
#define CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT 0x5000
#define CL_MEM_DEVICE_ADDRESS_EXT 0x5001
#endif

static void CL_CALLBACK on_destruction(cl_mem mem, void *user) {}

/* This extension has no error of its own for memory objects. */
static cl_int of_memory(cl_int error) {
  return error == CL_OUT_OF_RESOURCES ? CL_MEM_OBJECT_ALLOCATION_FAILURE : error;
}

/* cl_intel_unified_shared_memory: the functions by name, and commands that leave `size` bytes of "z" in each memory. */
static void use_unified(cl_platform_id platform, cl_context context, cl_device_id device, cl_command_queue queue) {
#define FIND(name) name##_fn name##_ = (name##_fn)clGetExtensionFunctionAddressForPlatform(platform, #name)
  FIND(clHostMemAllocINTEL);
  FIND(clDeviceMemAllocINTEL);
  FIND(clSharedMemAllocINTEL);
  FIND(clMemBlockingFreeINTEL);
  FIND(clEnqueueMemsetINTEL);
  FIND(clEnqueueMemFillINTEL);
  FIND(clEnqueueMemcpyINTEL);
  FIND(clEnqueueMigrateMemINTEL);
  FIND(clEnqueueMemAdviseINTEL);
#undef FIND
  cl_int error = CL_SUCCESS;
  char *host, *own, *shared;
  cl_event event;
  TRY(error, (host = clHostMemAllocINTEL_(context, NULL, SIZE, 0, &error), error = of_memory(error)));
  TRY(error, (own = clDeviceMemAllocINTEL_(context, device, NULL, SIZE, 0, &error), error = of_memory(error)));
  TRY(error, (shared = clSharedMemAllocINTEL_(context, device, NULL, SIZE, 0, &error), error = of_memory(error)));
  TRY(error, error = clEnqueueMemsetINTEL_(queue, host, 'z', SIZE, 0, NULL, NULL));
  TRY(error, error = clEnqueueMemFillINTEL_(queue, own, "zz", 2, SIZE, 0, NULL, NULL));
  TRY(error, error = clEnqueueMemcpyINTEL_(queue, CL_FALSE, shared, own, SIZE, 0, NULL, NULL));
  TRY(error, error = clEnqueueMigrateMemINTEL_(queue, shared, SIZE, 0, 0, NULL, &event));
  clReleaseEvent(event);
  TRY(error, error = clEnqueueMemAdviseINTEL_(queue, shared, SIZE, 0, 0, NULL, &event));
  clReleaseEvent(event);
  /* Waits for the commands, as clFinish does: on a queue that is out of order by a marker. */
  const cl_queue_properties out_of_order[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_command_queue other;
  TRY(error, other = clCreateCommandQueueWithProperties(context, device, out_of_order, &error));
  TRY(error, error = clMemBlockingFreeINTEL_(context, own));
  for (size_t i = 0; i < SIZE; i++)
    if (host[i] != 'z' || shared[i] != 'z')
      test_alloc_wrong(__FILE__, __LINE__, 0);
  TRY(error, error = clMemBlockingFreeINTEL_(context, host));
  TRY(error, error = clMemBlockingFreeINTEL_(context, shared));
  clReleaseCommandQueue(other);
}

/* cl_khr_unified_svm: memory of the first type that needs no device, and what is refused changes nothing. */
static void use_types(cl_platform_id platform, cl_context context) {
  const struct unified_functions svm = unified_find(platform);
  cl_int error = CL_SUCCESS;
  cl_uint type;
  char *memory;
  TRY(error, error = svm.suggest(context, UNIFIED_COARSE, 0, NULL, SIZE, &type));
  TRY(error, (memory = svm.alloc(context, NULL, type, SIZE, &error), error = of_memory(error)));
  memset(memory, 1, SIZE);
  TRY(error, error = svm.free(context, NULL, 0, memory));
}

/* Memory of a file, which belongs to the buffer once that is made. */
static void use_external(cl_platform_id platform, cl_context context, cl_command_queue queue) {
  cl_int error = CL_SUCCESS;
  cl_mem mem;
  clEnqueueAcquireExternalMemObjectsKHR_fn acquire;
  clEnqueueReleaseExternalMemObjectsKHR_fn give_back;
  *(void **)&acquire = clGetExtensionFunctionAddressForPlatform(platform, "clEnqueueAcquireExternalMemObjectsKHR");
  *(void **)&give_back = clGetExtensionFunctionAddressForPlatform(platform, "clEnqueueReleaseExternalMemObjectsKHR");
  int fd = memfd_create("weft-test", MFD_CLOEXEC);
  if (fd < 0 || ftruncate(fd, SIZE))
    test_alloc_wrong(__FILE__, __LINE__, 0);
  const cl_mem_properties properties[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, (cl_mem_properties)fd, 0};
  TRY(error, mem = clCreateBufferWithProperties(context, properties, 0, SIZE, NULL, &error));
  TRY(error, error = acquire(queue, 1, &mem, 0, NULL, NULL));
  TRY(error, error = clEnqueueFillBuffer(queue, mem, "z", 1, 0, SIZE, 0, NULL, NULL));
  TRY(error, error = give_back(queue, 1, &mem, 0, NULL, NULL));
  TRY(error, error = clFinish(queue));
  TRY(error, error = clReleaseMemObject(mem));
}

static int child(void) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int error = CL_SUCCESS;
  unsigned char data[SIZE], want[SIZE], got[SIZE];
  const size_t origin[3] = {1, 1, 0}, region[3] = {10, 3, 1};
  if (clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
    return NO_PLATFORM;
  cl_context context;
  cl_command_queue queue;
  cl_mem a, b, sub, used;
  cl_event start, event;
  void *mapped;
  TRY(error, context = clCreateContext(NULL, 1, &device, NULL, NULL, &error));
  TRY(error, queue = clCreateCommandQueueWithProperties(context, device, NULL, &error));
  test_fill(data, SIZE, 1);
  memcpy(want, data, SIZE);
  const cl_mem_properties with_address[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};
  TRY(error, a = clCreateBufferWithProperties(context, with_address, CL_MEM_COPY_HOST_PTR, SIZE, data, &error));
  TRY(error, b = clCreateBuffer(context, 0, SIZE, NULL, &error));
  TRY(error, used = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, SIZE, got, &error));
  TRY(error, sub = clCreateSubBuffer(a, 0, CL_BUFFER_CREATE_TYPE_REGION, &(cl_buffer_region){0, PART}, &error));
  TRY(error, error = clSetMemObjectDestructorCallback(b, on_destruction, NULL));
  cl_ulong address;
  TRY(error, error = clGetMemObjectInfo(a, CL_MEM_DEVICE_ADDRESS_EXT, sizeof address, &address, NULL));
  TRY(error, start = clCreateUserEvent(context, &error));
  test_fill(data, SIZE, 2);
  TRY(error, error = clEnqueueWriteBuffer(queue, a, CL_FALSE, 0, PART, data, 1, &start, NULL));
  memcpy(want, data, PART);
  TRY(error, error = clEnqueueFillBuffer(queue, sub, data, 4, 8, 40, 0, NULL, NULL));
  for (size_t i = 0; i < 40; i += 4)
    memcpy(want + 8 + i, data, 4);
  TRY(error, error = clEnqueueMigrateMemObjects(queue, 1, &a, 0, 0, NULL, &event));
  clReleaseEvent(event);
  const void *place = &sub;
  TRY(error, error = clEnqueueNativeKernel(queue, add, &sub, sizeof sub, 1, &sub, &place, 0, NULL, NULL));
  want[0]++;
  TRY(error, mapped = clEnqueueMapBuffer(queue, a, CL_FALSE, CL_MAP_WRITE, 200, 50, 0, NULL, &event, &error));
  clReleaseEvent(event);
  TRY(error, error = clSetUserEventStatus(start, CL_COMPLETE));
  TRY(error, error = clFinish(queue));
  memset(mapped, 7, 50);
  memset(want + 200, 7, 50);
  TRY(error, error = clEnqueueUnmapMemObject(queue, a, mapped, 1, &start, &event));
  clReleaseEvent(event);
  cl_uint maps = 1;
  TRY(error, error = clGetMemObjectInfo(a, CL_MEM_MAP_COUNT, sizeof maps, &maps, NULL));
  if (maps)
    test_alloc_wrong(__FILE__, __LINE__, 0);
  TRY(error, error = clEnqueueCopyBufferRect(queue, a, a, origin, (const size_t[3]){500, 1, 0}, region, 20, 0, 20, 0, 0,
                                             NULL, NULL));
  for (size_t row = 1; row < 4; row++)
    memcpy(want + row * 20 + 500, want + row * 20 + 1, 10);
  TRY(error, error = clEnqueueCopyBuffer(queue, a, b, 0, 0, SIZE, 0, NULL, NULL));
  TRY(error, error = clEnqueueReadBuffer(queue, b, CL_TRUE, 0, SIZE, got, 0, NULL, NULL));
  if (memcmp(got, want, SIZE))
    test_alloc_wrong(__FILE__, __LINE__, 0);
  /* A part of `got` back to itself by way of a. */
  TRY(error,
      error = clEnqueueWriteBufferRect(queue, a, CL_FALSE, origin, origin, region, 20, 0, 20, 0, got, 1, &start, NULL));
  TRY(error,
      error = clEnqueueReadBufferRect(queue, a, CL_FALSE, origin, origin, region, 20, 0, 20, 0, got, 0, NULL, NULL));
  TRY(error, error = clFinish(queue));
  if (memcmp(got, want, SIZE))
    test_alloc_wrong(__FILE__, __LINE__, 0);
  char *svm;
  void *freed;
  TRY(error, error = allocate(context, &svm));
  TRY(error, error = clEnqueueSVMMemcpy(queue, CL_FALSE, svm, got, SIZE, 0, NULL, NULL));
  TRY(error, error = clEnqueueSVMMemFill(queue, svm, "z", 1, 10, 0, NULL, NULL));
  TRY(error, error = clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, svm, SIZE, 0, NULL, &event));
  clReleaseEvent(event);
  memset(want, 'z', 10);
  if (memcmp(svm, want, SIZE))
    test_alloc_wrong(__FILE__, __LINE__, 0);
  TRY(error, error = clEnqueueSVMUnmap(queue, svm, 0, NULL, &event));
  clReleaseEvent(event);
  TRY(error, error = clEnqueueSVMMigrateMem(queue, 1, (const void *[]){svm}, NULL, 0, 0, NULL, &event));
  clReleaseEvent(event);
  freed = svm;
  TRY(error, error = clEnqueueSVMFree(queue, 1, &freed, NULL, NULL, 0, NULL, NULL));
  TRY(error, error = clFinish(queue));
  use_unified(platform, context, device, queue);
  use_types(platform, context);
  use_external(platform, context, queue);
  cl_mem all[] = {used, sub, a, b};
  for (size_t i = 0; i < TEST_COUNT(all); i++)
    TRY(error, error = clReleaseMemObject(all[i]));
  clReleaseEvent(start);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return test_alloc_ending();
}

int main(int argc, char **argv) {
  return test_alloc_failures(argc, argv, child);
}
