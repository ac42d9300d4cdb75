/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device queries: every one of OpenCL 3.1 answers, and the answers agree with each other. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/api_core/info.h"

#ifndef CL_DEVICE_MAX_WORK_GROUP_SIZES
#define CL_DEVICE_MAX_WORK_GROUP_SIZES 0x1005
#endif

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
  if (test_has_extension("cl_khr_fp16"))
    CHECK_INFO_PROTOCOL(clGetDeviceInfo(test.device, CL_DEVICE_HALF_FP_CONFIG, size, value, size_ret));
}

/* Its last number is that of the form of binaries, which stands behind eight letters. */
static void driver_version(void) {
  char version[64];
  CHECK_CL(clGetDeviceInfo(test.device, CL_DRIVER_VERSION, sizeof version, version, NULL));
  if (!test.is_weft)
    return;
  size_t mark = test_mark(), size;
  cl_program program = test_build("", "kernel void nothing(void) {}");
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
  unsigned char *binary = malloc(size);
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
  cl_uint form;
  memcpy(&form, binary + 8, sizeof form);
  free(binary);
  char *last = strrchr(version, '.');
  CHECK(last && strchr(version, '.') != last);
  CHECK_EQ(strtoul(last + 1, NULL, 10), form);
  test_release_to(mark);
}

/* cl_khr_device_uuid: the queries, with the sizes of their answers. */
static const struct {
  cl_device_info name;
  size_t size;
} ids[] = {{CL_DEVICE_UUID_KHR, CL_UUID_SIZE_KHR},
           {CL_DRIVER_UUID_KHR, CL_UUID_SIZE_KHR},
           {CL_DEVICE_LUID_VALID_KHR, sizeof(cl_bool)},
           {CL_DEVICE_LUID_KHR, CL_LUID_SIZE_KHR},
           {CL_DEVICE_NODE_MASK_KHR, sizeof(cl_uint)}};

static void check_ids(cl_device_id device) {
  static const cl_uchar zeros[CL_UUID_SIZE_KHR];
  cl_uchar answer[CL_UUID_SIZE_KHR], driver[CL_UUID_SIZE_KHR];
  cl_uint node_mask;
  cl_bool valid;
  for (size_t i = 0; i < TEST_COUNT(ids); i++) {
    size_t told = 0;
    CHECK_INFO_PROTOCOL(clGetDeviceInfo(device, ids[i].name, size, value, size_ret));
    CHECK_CL(clGetDeviceInfo(device, ids[i].name, sizeof answer, answer, &told));
    CHECK_EQ(told, ids[i].size);
  }
  CHECK_CL(clGetDeviceInfo(device, CL_DEVICE_UUID_KHR, sizeof answer, answer, NULL));
  CHECK_CL(clGetDeviceInfo(device, CL_DRIVER_UUID_KHR, sizeof driver, driver, NULL));
  CHECK(memcmp(answer, zeros, sizeof answer) && memcmp(driver, zeros, sizeof driver));
  CHECK(memcmp(answer, driver, sizeof answer));
  CHECK_CL(clGetDeviceInfo(device, CL_DEVICE_LUID_VALID_KHR, sizeof valid, &valid, NULL));
  CHECK(valid == CL_FALSE || valid == CL_TRUE);
  CHECK_CL(clGetDeviceInfo(device, CL_DEVICE_NODE_MASK_KHR, sizeof node_mask, &node_mask, NULL));
  if (valid) /* then the mask names one node */
    CHECK(node_mask && !(node_mask & (node_mask - 1)));
  if (test.is_weft) /* locally unique identifiers are Windows' */
    CHECK_EQ(valid, CL_FALSE);
}

/* The UUIDs of device and driver in hexadecimal. */
static void spell_ids(char text[4 * CL_UUID_SIZE_KHR + 1]) {
  cl_uchar answer[CL_UUID_SIZE_KHR];
  for (size_t i = 0; i < 2; i++) {
    CHECK_CL(clGetDeviceInfo(test.device, ids[i].name, sizeof answer, answer, NULL));
    for (size_t b = 0; b < sizeof answer; b++)
      text += sprintf(text, "%02x", answer[b]);
  }
}

static void child_prints_ids(void) {
  char text[4 * CL_UUID_SIZE_KHR + 1];
  spell_ids(text);
  printf("%s\n", text);
}
static const struct test_case child_cases[] = {{"child_prints_ids", child_prints_ids}};

/* A sub-device is part of the same device: it has its parent's identifiers. */
static void ids_of_sub_device(void) {
  cl_device_id sub;
  cl_int error = clCreateSubDevices(
      test.device, (cl_device_partition_property[]){CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0}, 1, &sub, NULL);
  if (error == CL_DEVICE_PARTITION_FAILED || error == CL_INVALID_VALUE) /* one unit */
    return;
  CHECK_CL(error);
  check_ids(sub);
  for (size_t i = 0; i < TEST_COUNT(ids) && test.is_weft; i++) {
    cl_uchar of_parent[CL_UUID_SIZE_KHR], of_sub[CL_UUID_SIZE_KHR];
    CHECK_CL(clGetDeviceInfo(test.device, ids[i].name, sizeof of_parent, of_parent, NULL));
    CHECK_CL(clGetDeviceInfo(sub, ids[i].name, sizeof of_sub, of_sub, NULL));
    CHECK(!memcmp(of_parent, of_sub, ids[i].size));
  }
  CHECK_CL(clReleaseDevice(sub));
}

static void identifiers(void) {
  if (!test_has_extension("cl_khr_device_uuid"))
    test_skip("no cl_khr_device_uuid");
  check_ids(test.device);
  ids_of_sub_device();
  /* Another process is told the same. */
  char own[4 * CL_UUID_SIZE_KHR + 1], said[1024];
  int ends[2], status;
  size_t length = 0;
  spell_ids(own);
  fflush(stdout);
  CHECK(!pipe(ends));
  pid_t child = fork();
  CHECK(child >= 0);
  if (!child) {
    dup2(ends[1], 1);
    execl("/proc/self/exe", "device", child_cases->name, (char *)NULL);
    _exit(127);
  }
  close(ends[1]);
  for (ssize_t got; length < sizeof said - 1 && (got = read(ends[0], said + length, sizeof said - 1 - length)) > 0;)
    length += (size_t)got;
  said[length] = 0;
  close(ends[0]);
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && !WEXITSTATUS(status));
  CHECK(strstr(said, own) != NULL);
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
  CHECK_EQ(test_device_ulong(CL_DEVICE_LOCAL_MEM_SIZE), 256 << 10);
  CHECK_EQ(test_device_size(CL_DEVICE_MAX_WORK_GROUP_SIZE), 8192);
}

static void versions_agree(void) {
  static const cl_version all[] = {CL_MAKE_VERSION(3, 1, 0), CL_MAKE_VERSION(3, 0, 0), CL_MAKE_VERSION(2, 0, 0),
                                   CL_MAKE_VERSION(1, 2, 0), CL_MAKE_VERSION(1, 1, 0), CL_MAKE_VERSION(1, 0, 0)};
  bool is_31 = test_has_extension("cl_khr_il_program"); /* which every device of 3.1 has */
  const cl_version *want = all + !is_31;
  size_t count = TEST_COUNT(all) - !is_31;
  cl_name_version list[8];
  cl_version version;
  size_t size;
  char text[128];
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_NUMERIC_VERSION, sizeof version, &version, NULL));
  CHECK_EQ(version, CL_MAKE_VERSION(3, is_31, 0));
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_VERSION, sizeof text, text, NULL));
  CHECK(strncmp(text, is_31 ? "OpenCL 3.1 " : "OpenCL 3.0 ", 11) == 0);
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_OPENCL_C_VERSION, sizeof text, text, NULL));
  CHECK(strncmp(text, "OpenCL C 1.2 ", 13) == 0);
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, sizeof list, list, &size));
  CHECK_EQ(size / sizeof *list, count);
  for (size_t i = 0; i < count; i++) {
    CHECK(strcmp(list[i].name, "OpenCL C") == 0);
    CHECK_EQ(list[i].version, want[i]);
  }
}

/* What OpenCL 3.1 demands of every device beyond 3.0: its extensions' names, sub-groups, SPIR-V 1.0 to 1.4, the new
 * name of a query. */
static void of_31(void) {
  static const char *const names[] = {
      "cl_khr_device_uuid",      "cl_khr_extended_bit_ops",          "cl_khr_integer_dot_product",
      "cl_khr_spirv_queries",    "cl_khr_subgroup_extended_types",   "cl_khr_subgroup_rotate",
      "cl_khr_subgroup_shuffle", "cl_khr_subgroup_shuffle_relative", "cl_khr_suggested_local_work_size"};
  cl_version version;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_NUMERIC_VERSION, sizeof version, &version, NULL));
  size_t groups[3] = {0}, items[3] = {1, 1, 1};
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_MAX_WORK_GROUP_SIZES, sizeof groups, groups, NULL));
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof items, items, NULL));
  CHECK(memcmp(groups, items, sizeof groups) == 0);
  CHECK_EQ(test_device_uint(CL_DEVICE_HOST_UNIFIED_MEMORY), CL_TRUE);
  if (version < CL_MAKE_VERSION(3, 1, 0))
    test_skip("OpenCL 3.0");
  for (size_t i = 0; i < TEST_COUNT(names); i++)
    if (!test_has_extension(names[i]))
      FAIL("no %s", names[i]);
  CHECK(test_device_uint(CL_DEVICE_MAX_NUM_SUB_GROUPS) >= 1 && test_has_c_feature("__opencl_c_subgroups"));
  CHECK(test_has_c_feature("__opencl_c_integer_dot_product_input_4x8bit_packed"));
  cl_device_integer_dot_product_capabilities_khr dot;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR, sizeof dot, &dot, NULL));
  CHECK(dot & CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR);
  cl_name_version ils[16];
  size_t size, seen = 0;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_ILS_WITH_VERSION, sizeof ils, ils, &size));
  for (size_t i = 0; i < size / sizeof *ils; i++)
    if (strcmp(ils[i].name, "SPIR-V") == 0 && CL_VERSION_MAJOR(ils[i].version) == 1)
      seen |= (size_t)1 << CL_VERSION_MINOR(ils[i].version);
  CHECK_EQ(seen & 31, 31);
}

static void check_list(cl_device_info text_query, cl_device_info list_query) {
  char text[16384];
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
  cl_uint barriers = 0;
  cl_int error = clGetDeviceInfo(test.device, CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR, sizeof barriers, &barriers, NULL);
  if (test_has_extension("cl_khr_subgroup_named_barrier"))
    CHECK(error == CL_SUCCESS && barriers >= 8);
  else if (test.is_weft)
    CHECK_ERR(error, CL_INVALID_VALUE);
  CHECK_EQ(test_device_size(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE) != 0,
           test_has_c_feature("__opencl_c_program_scope_global_variables"));
}

static const struct {
  cl_device_info name;
  const char *type, *extension;
  size_t size;
  /* of OpenCL 3.0, table of device queries; half and single may have one or the other, and Weft has what is here */
  cl_device_fp_config least;
} fp_types[] = {
    {CL_DEVICE_HALF_FP_CONFIG, "half", "cl_khr_fp16", 2, CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN},
    {CL_DEVICE_SINGLE_FP_CONFIG, "float", "", 4, CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN},
    {CL_DEVICE_DOUBLE_FP_CONFIG, "double", "cl_khr_fp64", 8,
     CL_FP_FMA | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_INF_NAN | CL_FP_DENORM},
};
static cl_device_fp_config fp_config(size_t i) {
  cl_device_fp_config config = 0;
  if (!*fp_types[i].extension || test_has_extension(fp_types[i].extension))
    CHECK_CL(clGetDeviceInfo(test.device, fp_types[i].name, sizeof config, &config, NULL));
  return config;
}

static void fp_configs(void) {
  static const cl_device_fp_config known = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO |
                                           CL_FP_ROUND_TO_INF | CL_FP_FMA | CL_FP_SOFT_FLOAT |
                                           CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
  for (size_t i = 0; i < TEST_COUNT(fp_types); i++) {
    cl_device_fp_config config = fp_config(i);
    bool there = !*fp_types[i].extension || test_has_extension(fp_types[i].extension);
    CHECK_EQ(config != 0, there);
    CHECK_EQ(config & ~known, 0);
    if (there && (test.is_weft || fp_types[i].size == 8))
      CHECK_EQ(config & fp_types[i].least, fp_types[i].least);
    if (there && test.is_weft)
      CHECK(config & CL_FP_DENORM);
  }
}

/* Where CL_FP_DENORM is reported, denormal numbers come out of arithmetic and go into it. */
static void denormals(void) {
  for (size_t i = 0; i < TEST_COUNT(fp_types); i++) {
    if (!(fp_config(i) & CL_FP_DENORM))
      continue;
    /* Encodings: n times the smallest number is n as long as it is denormal, and the smallest normal one behind. */
    enum { ITEMS = 64 };
    size_t size = fp_types[i].size, bytes = ITEMS * size;
    int fraction = size == 2 ? 10 : size == 4 ? 23 : 52;
    char options[200];
    snprintf(options, sizeof options, "-cl-std=CL3.0 -DT=%s", fp_types[i].type);
    const char *source = CL(kernel void k(global T * in, global T * out) {
      size_t i = get_global_id(0);
      size_t n = get_global_size(0);
      T x = in[i];
      out[i] = x * (T)0.5;
      out[n + i] = x - in[(i + 1) % n];
      out[2 * n + i] = x / (T)2;
      out[3 * n + i] = fma(x, (T)0.25, in[0]);
    });
    char text[1024];
    snprintf(text, sizeof text, "%s%s", size == 2 ? "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" : "", source);
    cl_kernel kernel = test_kernel(test_build(options, text), "k");
    struct test_buffer in = test_buffer(bytes, TEST_END, CL_MEM_READ_ONLY, 0);
    struct test_buffer out = test_buffer(4 * bytes, TEST_END, CL_MEM_READ_WRITE, 0);
    cl_ulong numbers[ITEMS];
    unsigned char *list = test_alloc(bytes);
    for (size_t n = 0; n < ITEMS;
         n++) { /* multiples of four of the smallest number, below twice the least normal one */
      numbers[n] = (test_hash((uint32_t)n) & ((1u << (fraction > 23 ? 23 : fraction)) - 1) & ~3u) + 4;
      numbers[n] <<= fraction > 23 ? 29 : 0;
      memcpy(list + n * size, &numbers[n], size);
    }
    test_buffer_write(&in, list);
    LAUNCH(kernel, ITEMS, 16, ARG_BUFFER(in), ARG_BUFFER(out));
    test_buffer_sync(&out);
    for (size_t n = 0; n < ITEMS; n++) {
      cl_ulong next = numbers[(n + 1) % ITEMS], sign = (cl_ulong)(numbers[n] < next) << (8 * size - 1);
      const cl_ulong want[4] = {numbers[n] / 2, sign | (numbers[n] < next ? next - numbers[n] : numbers[n] - next),
                                numbers[n] / 2, numbers[n] / 4 + numbers[0]};
      for (size_t o = 0; o < 4; o++) {
        cl_ulong got = 0;
        memcpy(&got, out.data + (o * ITEMS + n) * size, size);
        if (got != want[o])
          FAIL("%s, result %zu of %#llx: %#llx, not %#llx", fp_types[i].type, o, (unsigned long long)numbers[n],
               (unsigned long long)got, (unsigned long long)want[o]);
      }
    }
  }
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
    {"driver_version", driver_version},
    {"identifiers", identifiers},
    {"bad_arguments", bad_arguments},
    {"minima", minima},
    {"versions_agree", versions_agree},
    {"of_31", of_31},
    {"extension_lists_agree", extension_lists_agree},
    {"features_agree_with_queries", features_agree_with_queries},
    {"fp_configs", fp_configs},
    {"denormals", denormals},
    {"retain_root", retain_root},
    {"timers", timers},
};

int main(int argc, char **argv) {
  if (argc == 2 && !strncmp(argv[1], "child_", 6))
    return test_run(argc, argv, child_cases, TEST_COUNT(child_cases));
  return test_run(argc, argv, cases, TEST_COUNT(cases));
}
