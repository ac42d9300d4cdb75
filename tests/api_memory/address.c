/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_ext_buffer_device_address: where buffers are, and kernels that are told so. */
#include <stdint.h>

#include "tests/api_memory/objects.h"

/* cl_ext_buffer_device_address 1.0.2; the system's headers may lack it */
#ifndef CL_MEM_DEVICE_ADDRESS_EXT
#define CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT 0x5000
#define CL_MEM_DEVICE_ADDRESS_EXT 0x5001
#define CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT 0x5002
#endif
typedef cl_int(CL_API_CALL *set_pointer_fn)(cl_kernel, cl_uint, cl_ulong);

static set_pointer_fn needs_addresses(void) {
  if (!test_has_extension("cl_ext_buffer_device_address"))
    test_skip("buffers do not tell their addresses");
  set_pointer_fn set =
      (set_pointer_fn)clGetExtensionFunctionAddressForPlatform(test.platform, "clSetKernelArgDevicePointerEXT");
  CHECK(set != NULL);
  return set;
}

static const cl_mem_properties with_address[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0},
                               without[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_FALSE, 0};

static cl_mem make(const cl_mem_properties *properties, cl_mem_flags flags, size_t size, void *host_ptr) {
  cl_int error;
  cl_mem mem = clCreateBufferWithProperties(test.context, properties, flags, size, host_ptr, &error);
  CHECK_CL(error);
  return mem;
}

static void addresses(void) {
  needs_addresses();
  cl_mem mem = make(with_address, 0, 4096, NULL);
  cl_ulong address = mem_info(mem, CL_MEM_DEVICE_ADDRESS_EXT, sizeof address);
  CHECK(address != 0);
  cl_mem sub = make_sub_buffer(mem, 0, base_align(), 100);
  CHECK_EQ(mem_info(sub, CL_MEM_DEVICE_ADDRESS_EXT, sizeof address), address + base_align());
  cl_mem_properties kept[4] = {0};
  size_t size;
  CHECK_CL(clGetMemObjectInfo(mem, CL_MEM_PROPERTIES, sizeof kept, kept, &size));
  CHECK_EQ(size, sizeof with_address);
  CHECK(kept[0] == with_address[0] && kept[1] == CL_TRUE && kept[2] == 0);
  void *svm = clSVMAlloc(test.context, CL_MEM_READ_WRITE, 4096, 0);
  if (svm) {
    cl_mem over = make(with_address, CL_MEM_USE_HOST_PTR, 4096, svm);
    CHECK_EQ(mem_info(over, CL_MEM_DEVICE_ADDRESS_EXT, sizeof address), (uintptr_t)svm);
    CHECK_CL(clReleaseMemObject(over));
    clSVMFree(test.context, svm);
  }
  CHECK_CL(clReleaseMemObject(mem));
}

static void refused(void) {
  set_pointer_fn set = needs_addresses();
  cl_ulong value;
  cl_int error;
  cl_mem plain = make_buffer(0, 64, NULL), off = make(without, 0, 64, NULL);
  CHECK_ERR(clGetMemObjectInfo(plain, CL_MEM_DEVICE_ADDRESS_EXT, sizeof value, &value, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clGetMemObjectInfo(off, CL_MEM_DEVICE_ADDRESS_EXT, sizeof value, &value, NULL), CL_INVALID_OPERATION);
  const cl_mem_properties odd[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, 7, 0},
                          twice[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, 1, CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, 1, 0},
                          unknown[] = {0xdead, 1, 0};
  const cl_mem_properties *lists[] = {odd, twice, unknown};
  for (size_t i = 0; i < TEST_COUNT(lists); i++) {
    CHECK(clCreateBufferWithProperties(test.context, lists[i], 0, 64, NULL, &error) == NULL);
    CHECK_ERR(error, CL_INVALID_PROPERTY);
  }
  cl_kernel kernel = test_kernel(test_build("", CL(kernel void k(global int *p, int n) { p[0] = n; })), "k");
  CHECK_ERR(set(NULL, 0, 0), CL_INVALID_KERNEL);
  CHECK_ERR(set(kernel, 2, 0), CL_INVALID_ARG_INDEX);
  CHECK_ERR(set(kernel, 1, 0), CL_INVALID_ARG_INDEX);
  CHECK_CL(set(kernel, 0, 12345)); /* not used, so not wrong */
  CHECK_CL(clReleaseMemObject(off));
}

/* Addresses as arguments, in the middle of a buffer, and in memory. */
static void kernels(void) {
  set_pointer_fn set = needs_addresses();
  enum { N = 100 };
  cl_int numbers[N], got[N];
  cl_ulong places[N];
  cl_int error;
  for (int i = 0; i < N; i++)
    numbers[i] = 7 * i;
  cl_mem in = make(with_address, CL_MEM_COPY_HOST_PTR, sizeof numbers, numbers);
  cl_mem out = make(with_address, 0, 2 * sizeof numbers, NULL);
  cl_ulong from = mem_info(in, CL_MEM_DEVICE_ADDRESS_EXT, sizeof from),
           to = mem_info(out, CL_MEM_DEVICE_ADDRESS_EXT, sizeof to);
  for (int i = 0; i < N; i++)
    places[i] = from + sizeof(cl_int) * (size_t)(N - 1 - i);
  cl_mem table = clCreateBuffer(test.context, CL_MEM_COPY_HOST_PTR, sizeof places, places, &error);
  CHECK_CL(error);
  cl_kernel kernel = test_kernel(test_build("", CL(kernel void follow(global int *out, global ulong *table) {
                                              size_t i = get_global_id(0);
                                              out[i] = *(global int *)table[i];
                                            })),
                                 "follow");
  CHECK_CL(set(kernel, 0, to + 4 * N));
  CHECK_CL(clSetKernelArg(kernel, 1, sizeof table, &table));
  CHECK_CL(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT, sizeof from, &from));
  CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, &(size_t){N}, NULL, 0, NULL, NULL));
  CHECK_CL(clEnqueueReadBuffer(test.queue, out, CL_TRUE, 4 * N, sizeof got, got, 0, NULL, NULL));
  for (int i = 0; i < N; i++)
    CHECK_EQ(got[i], 7 * (N - 1 - i));
  cl_mem all[] = {in, out, table};
  for (int i = 0; i < 3; i++)
    CHECK_CL(clReleaseMemObject(all[i]));
}

static const struct test_case cases[] = {{"addresses", addresses}, {"refused", refused}, {"kernels", kernels}};
TEST_MAIN(cases)
