/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* WEFT_HIDE_EXTENSIONS takes names out of every list, and out of what programs see. */
#include <stdlib.h>

#include "tests/api_core/info.h"

#ifndef CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT
#define CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT 0x5002
#endif
#ifndef CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR
#define CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR 0x0909
#define CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR 0x1077
#define CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR 0x11BB
#endif
#ifndef CL_DEVICE_SVM_CONCURRENT_ACCESS_ATOM_SIZE_KHR
#define CL_DEVICE_SVM_CONCURRENT_ACCESS_ATOM_SIZE_KHR 0x1078
#endif

static const char *const hidden[] = {"cl_khr_fp16",     "cl_khr_async_work_group_copy_fence", "cl_khr_fp64",
                                     "__opencl_c_fp64", "cl_ext_buffer_device_address",       "cl_khr_unified_svm"};

static void check_hidden(const char *text, const cl_name_version *list, size_t bytes) {
  for (size_t i = 0; i < TEST_COUNT(hidden); i++) {
    CHECK(!strstr(text, hidden[i]));
    for (size_t k = 0; k < bytes / sizeof *list; k++)
      CHECK(strcmp(list[k].name, hidden[i]) != 0);
  }
}

static void from_lists(void) {
  char text[16384];
  cl_name_version list[96];
  size_t bytes;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_EXTENSIONS, sizeof text, text, NULL));
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_EXTENSIONS_WITH_VERSION, sizeof list, list, &bytes));
  check_hidden(text, list, bytes);
  CHECK(strstr(text, "cl_khr_extended_async_copies"));
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_OPENCL_C_FEATURES, sizeof list, list, &bytes));
  check_hidden("", list, bytes);
  CHECK(test_has_c_feature("__opencl_c_int64"));
}

/* What a hidden extension brings with it goes too. */
static void from_queries(void) {
  cl_device_fp_config config = 77;
  CHECK_ERR(clGetDeviceInfo(test.device, CL_DEVICE_HALF_FP_CONFIG, sizeof config, &config, NULL), CL_INVALID_VALUE);
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof config, &config, NULL));
  CHECK_EQ(config, 0);
  CHECK_EQ(test_device_uint(CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF), 0);
  CHECK_EQ(test_device_uint(CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF), 0);
  CHECK_EQ(test_device_uint(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE), 0);
  CHECK_EQ(test_device_uint(CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE), 0);
  cl_ulong types[32];
  CHECK_ERR(clGetPlatformInfo(test.platform, CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR, sizeof types, types, NULL),
            CL_INVALID_VALUE);
  CHECK_ERR(clGetDeviceInfo(test.device, CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR, sizeof types, types, NULL),
            CL_INVALID_VALUE);
  CHECK_ERR(clGetDeviceInfo(test.device, CL_DEVICE_SVM_CONCURRENT_ACCESS_ATOM_SIZE_KHR, sizeof types, types, NULL),
            CL_INVALID_VALUE);
}

static void from_programs(void) {
  test_build("", "#if defined(cl_khr_fp16) || defined(cl_khr_async_work_group_copy_fence)\n"
                 "#error hidden names are defined\n"
                 "#endif\n"
                 "#ifndef cl_khr_extended_async_copies\n"
                 "#error too much is hidden\n"
                 "#endif\n"
                 "kernel void k(void) {}\n");
}

/* clSetKernelExecInfo: no device has the extension that the pointers are of. */
static void from_kernels(void) {
  cl_kernel kernel = test_kernel(test_build("", "kernel void k(void) {}"), "k");
  void *pointer = NULL;
  CHECK_ERR(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT, sizeof pointer, &pointer),
            CL_INVALID_OPERATION);
  cl_bool on = CL_TRUE;
  CHECK_ERR(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR, sizeof on, &on), CL_INVALID_VALUE);
}

/* cl_khr_unified_svm alone lets commands without bytes do without addresses. */
static void from_commands(void) {
  char own[8] = {0};
  CHECK_ERR(clEnqueueSVMMemcpy(test.queue, CL_TRUE, NULL, own, 0, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueSVMMemcpy(test.queue, CL_TRUE, own, NULL, 0, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueSVMMemFill(test.queue, NULL, own, 4, 0, 0, NULL, NULL), CL_INVALID_VALUE);
}

static const struct test_case cases[] = {{"from_lists", from_lists},
                                         {"from_queries", from_queries},
                                         {"from_programs", from_programs},
                                         {"from_kernels", from_kernels},
                                         {"from_commands", from_commands}};

int main(int argc, char **argv) {
  setenv("WEFT_HIDE_EXTENSIONS",
         "cl_khr_fp16, cl_khr_async_work_group_copy_fence,cl_khr_fp64 __opencl_c_fp64 cl_ext_buffer_device_address "
         "cl_khr_unified_svm",
         1);
  return test_run(argc, argv, cases, TEST_COUNT(cases));
}
