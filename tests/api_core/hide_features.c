/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Features that are not there: their calls are, and refuse. */
#include <stdlib.h>

#include "tests/api_core/info.h"

static void pipes(void) {
  cl_int error = 1;
  CHECK(!clCreatePipe(test.context, 0, 16, 16, NULL, &error));
  CHECK_ERR(error, CL_INVALID_OPERATION);
}

static void device_queues(void) {
  const cl_queue_properties on_device[] = {CL_QUEUE_PROPERTIES,
                                           CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_int error = 1;
  CHECK(!clCreateCommandQueueWithProperties(test.context, test.device, on_device, &error));
  CHECK_ERR(error, CL_INVALID_QUEUE_PROPERTIES);
  CHECK_ERR(clSetDefaultDeviceCommandQueue(test.context, test.device, test.queue), CL_INVALID_OPERATION);
}

static void sub_groups(void) {
  cl_kernel kernel = test_kernel(test_build(NULL, CL(kernel void k(void){})), "k");
  size_t count;
  __typeof__(&clGetKernelSubGroupInfo) khr =
      (__typeof__(khr))clGetExtensionFunctionAddressForPlatform(test.platform, "clGetKernelSubGroupInfoKHR");
  CHECK(khr != NULL);
  CHECK_ERR(
      clGetKernelSubGroupInfo(kernel, test.device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, sizeof count, &count, NULL),
      CL_INVALID_OPERATION);
  CHECK_ERR(khr(kernel, test.device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, sizeof count, &count, NULL),
            CL_INVALID_OPERATION);
}

static const struct test_case cases[] = {
    {"pipes", pipes}, {"device_queues", device_queues}, {"sub_groups", sub_groups}};

int main(int argc, char **argv) {
  setenv("WEFT_HIDE_EXTENSIONS", "__opencl_c_pipes __opencl_c_device_enqueue __opencl_c_subgroups", 1);
  return test_run(argc, argv, cases, TEST_COUNT(cases));
}
