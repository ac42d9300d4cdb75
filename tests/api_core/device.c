/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device queries: every one of OpenCL 3.0 answers, and the answers agree with each other. */
#include "tests/api_core/info.h"

static const cl_device_info queries[] = {
    CL_DEVICE_TYPE,
    CL_DEVICE_VENDOR_ID,
    CL_DEVICE_MAX_COMPUTE_UNITS,
    CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS,
    CL_DEVICE_MAX_WORK_ITEM_SIZES,
    CL_DEVICE_MAX_WORK_GROUP_SIZE,
    CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR,
    CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT,
    CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT,
    CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG,
    CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT,
    CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE,
    CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF,
    CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR,
    CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT,
    CL_DEVICE_NATIVE_VECTOR_WIDTH_INT,
    CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG,
    CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT,
    CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE,
    CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF,
    CL_DEVICE_MAX_CLOCK_FREQUENCY,
    CL_DEVICE_ADDRESS_BITS,
    CL_DEVICE_MAX_MEM_ALLOC_SIZE,
    CL_DEVICE_IMAGE_SUPPORT,
    CL_DEVICE_MAX_READ_IMAGE_ARGS,
    CL_DEVICE_MAX_WRITE_IMAGE_ARGS,
    CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS,
    CL_DEVICE_IL_VERSION,
    CL_DEVICE_ILS_WITH_VERSION,
    CL_DEVICE_IMAGE2D_MAX_WIDTH,
    CL_DEVICE_IMAGE2D_MAX_HEIGHT,
    CL_DEVICE_IMAGE3D_MAX_WIDTH,
    CL_DEVICE_IMAGE3D_MAX_HEIGHT,
    CL_DEVICE_IMAGE3D_MAX_DEPTH,
    CL_DEVICE_IMAGE_MAX_BUFFER_SIZE,
    CL_DEVICE_IMAGE_MAX_ARRAY_SIZE,
    CL_DEVICE_MAX_SAMPLERS,
    CL_DEVICE_IMAGE_PITCH_ALIGNMENT,
    CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT,
    CL_DEVICE_MAX_PIPE_ARGS,
    CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS,
    CL_DEVICE_PIPE_MAX_PACKET_SIZE,
    CL_DEVICE_MAX_PARAMETER_SIZE,
    CL_DEVICE_MEM_BASE_ADDR_ALIGN,
    CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE,
    CL_DEVICE_SINGLE_FP_CONFIG,
    CL_DEVICE_DOUBLE_FP_CONFIG,
    CL_DEVICE_GLOBAL_MEM_CACHE_TYPE,
    CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE,
    CL_DEVICE_GLOBAL_MEM_CACHE_SIZE,
    CL_DEVICE_GLOBAL_MEM_SIZE,
    CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE,
    CL_DEVICE_MAX_CONSTANT_ARGS,
    CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE,
    CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE,
    CL_DEVICE_LOCAL_MEM_TYPE,
    CL_DEVICE_LOCAL_MEM_SIZE,
    CL_DEVICE_ERROR_CORRECTION_SUPPORT,
    CL_DEVICE_HOST_UNIFIED_MEMORY,
    CL_DEVICE_PROFILING_TIMER_RESOLUTION,
    CL_DEVICE_ENDIAN_LITTLE,
    CL_DEVICE_AVAILABLE,
    CL_DEVICE_COMPILER_AVAILABLE,
    CL_DEVICE_LINKER_AVAILABLE,
    CL_DEVICE_EXECUTION_CAPABILITIES,
    CL_DEVICE_QUEUE_ON_HOST_PROPERTIES,
    CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES,
    CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE,
    CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE,
    CL_DEVICE_MAX_ON_DEVICE_QUEUES,
    CL_DEVICE_MAX_ON_DEVICE_EVENTS,
    CL_DEVICE_BUILT_IN_KERNELS,
    CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION,
    CL_DEVICE_PLATFORM,
    CL_DEVICE_NAME,
    CL_DEVICE_VENDOR,
    CL_DRIVER_VERSION,
    CL_DEVICE_PROFILE,
    CL_DEVICE_VERSION,
    CL_DEVICE_NUMERIC_VERSION,
    CL_DEVICE_OPENCL_C_VERSION,
    CL_DEVICE_OPENCL_C_ALL_VERSIONS,
    CL_DEVICE_OPENCL_C_FEATURES,
    CL_DEVICE_EXTENSIONS,
    CL_DEVICE_EXTENSIONS_WITH_VERSION,
    CL_DEVICE_PRINTF_BUFFER_SIZE,
    CL_DEVICE_PREFERRED_INTEROP_USER_SYNC,
    CL_DEVICE_PARENT_DEVICE,
    CL_DEVICE_PARTITION_MAX_SUB_DEVICES,
    CL_DEVICE_PARTITION_PROPERTIES,
    CL_DEVICE_PARTITION_AFFINITY_DOMAIN,
    CL_DEVICE_PARTITION_TYPE,
    CL_DEVICE_REFERENCE_COUNT,
    CL_DEVICE_SVM_CAPABILITIES,
    CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT,
    CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT,
    CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT,
    CL_DEVICE_MAX_NUM_SUB_GROUPS,
    CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS,
    CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES,
    CL_DEVICE_ATOMIC_FENCE_CAPABILITIES,
    CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT,
    CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT,
    CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT,
    CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES,
    CL_DEVICE_PIPE_SUPPORT,
    CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
    CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED,
};

static void info_protocol(void) {
  for (size_t i = 0; i < TEST_COUNT(queries); i++)
    CHECK_INFO_PROTOCOL(clGetDeviceInfo(test.device, queries[i], size, value, size_ret));
}

static void bad_arguments(void) {
  size_t size;
  CHECK_ERR(clGetDeviceInfo((cl_device_id)test.context, CL_DEVICE_NAME, 0, NULL, &size), CL_INVALID_DEVICE);
  CHECK_ERR(clGetDeviceInfo(test.device, 0xdead, 0, NULL, &size), CL_INVALID_VALUE);
  CHECK_ERR(clGetDeviceInfo(test.device, CL_PLATFORM_NAME, 0, NULL, &size), CL_INVALID_VALUE);
}

/* The minima of OpenCL 3.0 section 4.2, full profile. */
static void minima(void) {
  cl_ulong global = test_device_ulong(CL_DEVICE_GLOBAL_MEM_SIZE);
  cl_ulong quarter = global / 4 < (1ull << 30) ? global / 4 : 1ull << 30;
  CHECK(test_device_ulong(CL_DEVICE_MAX_MEM_ALLOC_SIZE) >= quarter);
  CHECK(test_device_ulong(CL_DEVICE_MAX_MEM_ALLOC_SIZE) <= global);
  CHECK(test_device_ulong(CL_DEVICE_LOCAL_MEM_SIZE) >= 32 << 10);
  CHECK(test_device_ulong(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE) >= 64 << 10);
  CHECK(test_device_uint(CL_DEVICE_MAX_CONSTANT_ARGS) >= 8);
  CHECK(test_device_size(CL_DEVICE_MAX_PARAMETER_SIZE) >= 1024);
  CHECK(test_device_uint(CL_DEVICE_MEM_BASE_ADDR_ALIGN) >= 8 * sizeof(cl_long16));
  CHECK(test_device_size(CL_DEVICE_PRINTF_BUFFER_SIZE) >= 1 << 20);
  CHECK(test_device_uint(CL_DEVICE_MAX_COMPUTE_UNITS) >= 1);
  CHECK_EQ(test_device_uint(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS), 3);
  /* With this ratio the conformance tests of 2D and 3D copies do not skip themselves. */
  CHECK_EQ(test_device_ulong(CL_DEVICE_LOCAL_MEM_SIZE), 64 << 10);
  CHECK_EQ(test_device_size(CL_DEVICE_MAX_WORK_GROUP_SIZE), 8192);
}

static void versions_agree(void) {
  static const cl_version want[] = {CL_MAKE_VERSION(3, 0, 0), CL_MAKE_VERSION(2, 0, 0), CL_MAKE_VERSION(1, 2, 0),
                                    CL_MAKE_VERSION(1, 1, 0), CL_MAKE_VERSION(1, 0, 0)};
  cl_name_version list[8];
  cl_version version;
  size_t size;
  char text[128];
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_NUMERIC_VERSION, sizeof version, &version, NULL));
  CHECK_EQ(version, CL_MAKE_VERSION(3, 0, 0));
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_VERSION, sizeof text, text, NULL));
  CHECK(strncmp(text, "OpenCL 3.0 ", 11) == 0);
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_OPENCL_C_VERSION, sizeof text, text, NULL));
  CHECK(strncmp(text, "OpenCL C 1.2 ", 13) == 0);
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, sizeof list, list, &size));
  CHECK_EQ(size / sizeof *list, TEST_COUNT(want));
  for (size_t i = 0; i < TEST_COUNT(want); i++) {
    CHECK(strcmp(list[i].name, "OpenCL C") == 0);
    CHECK_EQ(list[i].version, want[i]);
  }
}

static void check_list(cl_device_info text_query, cl_device_info list_query) {
  char text[4096];
  cl_name_version list[96];
  size_t size, length = 0;
  CHECK_CL(clGetDeviceInfo(test.device, text_query, sizeof text, text, NULL));
  CHECK_CL(clGetDeviceInfo(test.device, list_query, sizeof list, list, &size));
  for (size_t i = 0; i < size / sizeof *list; i++) {
    if (i)
      CHECK_EQ(text[length++], ' ');
    CHECK(strncmp(text + length, list[i].name, strlen(list[i].name)) == 0);
    length += strlen(list[i].name);
    CHECK(list[i].version != 0);
  }
  CHECK_EQ(text[length], 0);
}

static void extension_lists_agree(void) {
  check_list(CL_DEVICE_EXTENSIONS, CL_DEVICE_EXTENSIONS_WITH_VERSION);
}

static void features_agree_with_queries(void) {
  cl_device_atomic_capabilities atomics;
  cl_device_fp_config fp64;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, sizeof atomics, &atomics, NULL));
  CHECK_EQ(!!(atomics & CL_DEVICE_ATOMIC_ORDER_ACQ_REL), test_has_c_feature("__opencl_c_atomic_order_acq_rel"));
  CHECK_EQ(!!(atomics & CL_DEVICE_ATOMIC_ORDER_SEQ_CST), test_has_c_feature("__opencl_c_atomic_order_seq_cst"));
  CHECK_EQ(!!(atomics & CL_DEVICE_ATOMIC_SCOPE_DEVICE), test_has_c_feature("__opencl_c_atomic_scope_device"));
  CHECK_EQ(!!(atomics & CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES), test_has_c_feature("__opencl_c_atomic_scope_all_devices"));
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof fp64, &fp64, NULL));
  CHECK_EQ(fp64 != 0, test_has_c_feature("__opencl_c_fp64"));
  CHECK_EQ(fp64 != 0, test_has_extension("cl_khr_fp64"));
  CHECK_EQ(test_device_uint(CL_DEVICE_IMAGE_SUPPORT), test_has_c_feature("__opencl_c_images"));
  CHECK_EQ(test_device_uint(CL_DEVICE_PIPE_SUPPORT), test_has_c_feature("__opencl_c_pipes"));
  CHECK_EQ(test_device_uint(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT),
           test_has_c_feature("__opencl_c_generic_address_space"));
  CHECK_EQ(test_device_uint(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT),
           test_has_c_feature("__opencl_c_work_group_collective_functions"));
  CHECK_EQ(test_device_uint(CL_DEVICE_MAX_NUM_SUB_GROUPS) != 0, test_has_c_feature("__opencl_c_subgroups"));
  CHECK_EQ(test_device_size(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE) != 0,
           test_has_c_feature("__opencl_c_program_scope_global_variables"));
}

/* The references of root devices do not move. */
static void retain_root(void) {
  CHECK_CL(clRetainDevice(test.device));
  CHECK_EQ(test_device_uint(CL_DEVICE_REFERENCE_COUNT), 1);
  CHECK_CL(clReleaseDevice(test.device));
  CHECK_CL(clReleaseDevice(test.device));
  CHECK_EQ(test_device_uint(CL_DEVICE_REFERENCE_COUNT), 1);
  CHECK_ERR(clRetainDevice((cl_device_id)test.queue), CL_INVALID_DEVICE);
  CHECK_ERR(clReleaseDevice((cl_device_id)test.queue), CL_INVALID_DEVICE);
}

static void timers(void) {
  cl_ulong device, host, later;
  CHECK_CL(clGetDeviceAndHostTimer(test.device, &device, &host));
  CHECK_CL(clGetHostTimer(test.device, &later));
  CHECK(device != 0 && later >= host);
  /* One clock: within a tenth of a second even on a busy machine. */
  CHECK((device > host ? device - host : host - device) < 100000000);
  CHECK_ERR(clGetDeviceAndHostTimer(test.device, NULL, &host), CL_INVALID_VALUE);
  CHECK_ERR(clGetDeviceAndHostTimer(test.device, &device, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clGetHostTimer(test.device, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clGetHostTimer((cl_device_id)test.queue, &host), CL_INVALID_DEVICE);
  CHECK_ERR(clGetDeviceAndHostTimer((cl_device_id)test.queue, &device, &host), CL_INVALID_DEVICE);
}

static const struct test_case cases[] = {
    {"info_protocol", info_protocol},
    {"bad_arguments", bad_arguments},
    {"minima", minima},
    {"versions_agree", versions_agree},
    {"extension_lists_agree", extension_lists_agree},
    {"features_agree_with_queries", features_agree_with_queries},
    {"retain_root", retain_root},
    {"timers", timers},
};
TEST_MAIN(cases)
