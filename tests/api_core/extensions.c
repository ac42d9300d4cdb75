/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is reported is what runtime/extensions.def lists (and with it the page in docs/), and what programs see. */
#include <stdio.h>

#include "tests/api_core/info.h"

enum { PLATFORM = 1, DEVICE = 2, SPIRV = 4 };

struct name {
  int where;
  const char *name;
  cl_version version;
};

static const struct name extensions[] = {
#define WEFT_EXTENSION(where, name, major, minor, patch) {where, #name, CL_MAKE_VERSION(major, minor, patch)},
#define WEFT_FEATURE(name, major, minor, patch)
#include "runtime/extensions.def"
#undef WEFT_EXTENSION
#undef WEFT_FEATURE
};

static const struct name features[] = {
#define WEFT_EXTENSION(where, name, major, minor, patch)
#define WEFT_FEATURE(name, major, minor, patch) {DEVICE, #name, CL_MAKE_VERSION(major, minor, patch)},
#include "runtime/extensions.def"
#undef WEFT_EXTENSION
#undef WEFT_FEATURE
};

/* What OpenCL C and its extensions, Clang's and vendors' besides, know of, reported or not. */
static const char *const known[] = {
    "__opencl_c_3d_image_writes",
    "__opencl_c_atomic_order_acq_rel",
    "__opencl_c_atomic_order_seq_cst",
    "__opencl_c_atomic_scope_all_devices",
    "__opencl_c_atomic_scope_device",
    "__opencl_c_device_enqueue",
    "__opencl_c_ext_fp16_global_atomic_add",
    "__opencl_c_ext_fp16_global_atomic_load_store",
    "__opencl_c_ext_fp16_global_atomic_min_max",
    "__opencl_c_ext_fp16_local_atomic_add",
    "__opencl_c_ext_fp16_local_atomic_load_store",
    "__opencl_c_ext_fp16_local_atomic_min_max",
    "__opencl_c_ext_fp32_global_atomic_add",
    "__opencl_c_ext_fp32_global_atomic_min_max",
    "__opencl_c_ext_fp32_local_atomic_add",
    "__opencl_c_ext_fp32_local_atomic_min_max",
    "__opencl_c_ext_fp64_global_atomic_add",
    "__opencl_c_ext_fp64_global_atomic_min_max",
    "__opencl_c_ext_fp64_local_atomic_add",
    "__opencl_c_ext_fp64_local_atomic_min_max",
    "__opencl_c_ext_image_raw10_raw12",
    "__opencl_c_ext_image_unorm_int_2_101010",
    "__opencl_c_fp64",
    "__opencl_c_generic_address_space",
    "__opencl_c_images",
    "__opencl_c_int64",
    "__opencl_c_integer_dot_product_input_4x8bit",
    "__opencl_c_integer_dot_product_input_4x8bit_packed",
    "__opencl_c_integer_dot_product_saturation_accumulation",
    "__opencl_c_kernel_clock_scope_device",
    "__opencl_c_kernel_clock_scope_sub_group",
    "__opencl_c_kernel_clock_scope_work_group",
    "__opencl_c_pipes",
    "__opencl_c_program_scope_global_variables",
    "__opencl_c_read_write_images",
    "__opencl_c_subgroup_buffer_prefetch",
    "__opencl_c_subgroups",
    "__opencl_c_work_group_collective_functions",
    "cl_amd_media_ops",
    "cl_amd_media_ops2",
    "cl_amd_printf",
    "cl_arm_integer_dot_product_accumulate_int8",
    "cl_arm_integer_dot_product_int8",
    "cl_ext_buffer_device_address",
    "cl_ext_cxx_for_opencl",
    "cl_ext_device_fission",
    "cl_ext_float_atomics",
    "cl_ext_image_from_buffer",
    "cl_ext_image_raw10_raw12",
    "cl_ext_image_requirements_info",
    "cl_ext_image_unorm_int_2_101010",
    "cl_ext_immutable_memory_objects",
    "cl_intel_accelerator",
    "cl_intel_bfloat16_conversions",
    "cl_intel_device_side_avc_motion_estimation",
    "cl_intel_driver_diagnostics",
    "cl_intel_exec_by_local_thread",
    "cl_intel_global_float_atomics",
    "cl_intel_media_block_io",
    "cl_intel_mem_force_host_memory",
    "cl_intel_planar_yuv",
    "cl_intel_printf",
    "cl_intel_required_subgroup_size",
    "cl_intel_split_work_group_barrier",
    "cl_intel_spirv_media_block_io",
    "cl_intel_subgroup_buffer_prefetch",
    "cl_intel_subgroup_local_block_io",
    "cl_intel_subgroups",
    "cl_intel_subgroups_char",
    "cl_intel_subgroups_long",
    "cl_intel_subgroups_short",
    "cl_intel_unified_shared_memory",
    "cl_khr_3d_image_writes",
    "cl_khr_async_work_group_copy_fence",
    "cl_khr_byte_addressable_store",
    "cl_khr_command_buffer",
    "cl_khr_command_buffer_multi_device",
    "cl_khr_command_buffer_mutable_dispatch",
    "cl_khr_create_command_queue",
    "cl_khr_d3d10_sharing",
    "cl_khr_d3d11_sharing",
    "cl_khr_depth_images",
    "cl_khr_device_enqueue_local_arg_types",
    "cl_khr_device_uuid",
    "cl_khr_dx9_media_sharing",
    "cl_khr_egl_event",
    "cl_khr_egl_image",
    "cl_khr_expect_assume",
    "cl_khr_extended_async_copies",
    "cl_khr_extended_bit_ops",
    "cl_khr_extended_versioning",
    "cl_khr_external_memory",
    "cl_khr_external_memory_dma_buf",
    "cl_khr_external_memory_opaque_fd",
    "cl_khr_external_semaphore",
    "cl_khr_external_semaphore_opaque_fd",
    "cl_khr_external_semaphore_sync_fd",
    "cl_khr_fp16",
    "cl_khr_fp64",
    "cl_khr_gl_depth_images",
    "cl_khr_gl_event",
    "cl_khr_gl_msaa_sharing",
    "cl_khr_gl_sharing",
    "cl_khr_global_int32_base_atomics",
    "cl_khr_global_int32_extended_atomics",
    "cl_khr_icd",
    "cl_khr_il_program",
    "cl_khr_image2d_from_buffer",
    "cl_khr_initialize_memory",
    "cl_khr_int64_base_atomics",
    "cl_khr_int64_extended_atomics",
    "cl_khr_integer_dot_product",
    "cl_khr_kernel_clock",
    "cl_khr_local_int32_base_atomics",
    "cl_khr_local_int32_extended_atomics",
    "cl_khr_mipmap_image",
    "cl_khr_mipmap_image_writes",
    "cl_khr_pci_bus_info",
    "cl_khr_priority_hints",
    "cl_khr_select_fprounding_mode",
    "cl_khr_semaphore",
    "cl_khr_spir",
    "cl_khr_spirv_extended_debug_info",
    "cl_khr_spirv_linkonce_odr",
    "cl_khr_spirv_no_integer_wrap_decoration",
    "cl_khr_spirv_queries",
    "cl_khr_srgb_image_writes",
    "cl_khr_subgroup_ballot",
    "cl_khr_subgroup_clustered_reduce",
    "cl_khr_subgroup_extended_types",
    "cl_khr_subgroup_named_barrier",
    "cl_khr_subgroup_non_uniform_arithmetic",
    "cl_khr_subgroup_non_uniform_vote",
    "cl_khr_subgroup_rotate",
    "cl_khr_subgroup_shuffle",
    "cl_khr_subgroup_shuffle_relative",
    "cl_khr_subgroups",
    "cl_khr_suggested_local_work_size",
    "cl_khr_terminate_context",
    "cl_khr_throttle_hints",
    "cl_khr_unified_svm",
    "cl_khr_work_group_uniform_arithmetic",
};

/* `listed` of one place (where) are reported, with these versions in this order, and none else. What all devices have
 * the platform has (section 4.1, CL_PLATFORM_EXTENSIONS). */
static void check_reported(const cl_name_version *list, size_t bytes, const struct name *listed, size_t count,
                           int where) {
  bool has_translator = test_has_extension("cl_khr_il_program");
  size_t at = 0;
  for (size_t i = 0; i < count; i++) {
    int here = listed[i].where & SPIRV && has_translator ? DEVICE : listed[i].where;
    if (!(here & (where == PLATFORM ? PLATFORM | DEVICE : where)))
      continue;
    CHECK(at < bytes / sizeof *list);
    if (strcmp(list[at].name, listed[i].name) != 0 || list[at].version != listed[i].version)
      FAIL("%s %#x where %s %#x is listed", list[at].name, list[at].version, listed[i].name, listed[i].version);
    at++;
  }
  CHECK_EQ(at, bytes / sizeof *list);
}

static void reported_as_listed(void) {
  cl_name_version list[128];
  size_t size;
  if (!test.is_weft)
    test_skip("Weft's lists");
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_EXTENSIONS_WITH_VERSION, sizeof list, list, &size));
  check_reported(list, size, extensions, TEST_COUNT(extensions), DEVICE);
  CHECK_CL(clGetPlatformInfo(test.platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION, sizeof list, list, &size));
  check_reported(list, size, extensions, TEST_COUNT(extensions), PLATFORM);
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_OPENCL_C_FEATURES, sizeof list, list, &size));
  check_reported(list, size, features, TEST_COUNT(features), DEVICE);
}

/* Else a name could be reported and nobody would ask for its macro. */
static void known_are_all(void) {
  for (size_t i = 0; i < TEST_COUNT(extensions) + TEST_COUNT(features); i++) {
    const char *name = i < TEST_COUNT(extensions) ? extensions[i].name : features[i - TEST_COUNT(extensions)].name;
    bool found = false;
    for (size_t k = 0; k < TEST_COUNT(known) && !found; k++)
      found = !strcmp(known[k], name);
    if (!found)
      FAIL("%s is not among the known names", name);
  }
  for (size_t k = 1; k < TEST_COUNT(known); k++)
    CHECK(strcmp(known[k - 1], known[k]) != 0);
}

/* Whether a program's macro of a name is 1 (1), is not there (0), or is nobody's business (-1). */
static int wanted_macro(const char *name, bool has_features) {
  /* A language of its own, which programs know by __OPENCL_CPP_VERSION__. */
  if (!strcmp(name, "cl_ext_cxx_for_opencl"))
    return 0;
  if (strncmp(name, "__opencl_c_", 11) != 0)
    return test_has_extension(name);
  if (!test_has_c_feature(name))
    return 0;
  /* Without these the extensions would have no functions. Clang's header defines others for itself. */
  return has_features || strstr(name, "_integer_dot_product_") || strstr(name, "_kernel_clock_") ? 1 : -1;
}

/* OpenCL C 3.0, 6.2.1 and 6.10: a macro of value 1 for each extension, from OpenCL C 3.0 on for each feature. */
static void macros_of_programs(void) {
  static const struct {
    const char *options;
    bool features;
  } languages[] = {{"", false},
                   {"-cl-std=CL1.1", false},
                   {"-cl-std=CL1.2", false},
                   {"-cl-std=CL2.0", false},
                   {"-cl-std=CL3.0", true},
                   {"-cl-std=CLC++2021", true}};
  static char source[64 << 10];
  for (size_t l = 0; l < TEST_COUNT(languages); l++) {
    if (strstr(languages[l].options, "CLC++") && !test_has_extension("cl_ext_cxx_for_opencl"))
      continue;
    size_t at = 0;
    for (size_t k = 0; k < TEST_COUNT(known); k++) {
      int wanted = wanted_macro(known[k], languages[l].features);
      if (wanted == 1)
        at += (size_t)sprintf(source + at, "#if !defined(%s) || %s != 1\n#error %s is no macro of 1\n#endif\n",
                              known[k], known[k], known[k]);
      else if (wanted == 0)
        at += (size_t)sprintf(source + at, "#ifdef %s\n#error %s is a macro\n#endif\n", known[k], known[k]);
    }
    sprintf(source + at, "kernel void k(void) {}\n");
    test_build(languages[l].options, source);
  }
}

/* cl_khr_extended_versioning: the older names of the queries, of which one has no newer name. */
static void extended_versioning(void) {
  static const struct {
    cl_device_info older, newer;
  } same[] = {{CL_DEVICE_NUMERIC_VERSION_KHR, CL_DEVICE_NUMERIC_VERSION},
              {CL_DEVICE_EXTENSIONS_WITH_VERSION_KHR, CL_DEVICE_EXTENSIONS_WITH_VERSION},
              {CL_DEVICE_ILS_WITH_VERSION_KHR, CL_DEVICE_ILS_WITH_VERSION},
              {CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION_KHR, CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION}};
  if (!test_has_extension("cl_khr_extended_versioning"))
    test_skip("no cl_khr_extended_versioning");
  for (size_t i = 0; i < TEST_COUNT(same); i++) {
    cl_name_version older[128], newer[128];
    size_t size, other;
    CHECK_CL(clGetDeviceInfo(test.device, same[i].older, sizeof older, older, &size));
    CHECK_CL(clGetDeviceInfo(test.device, same[i].newer, sizeof newer, newer, &other));
    CHECK_EQ(size, other);
    CHECK(memcmp(older, newer, size) == 0);
  }
  cl_version version;
  char text[256];
  unsigned major, minor;
  CHECK_INFO_PROTOCOL(clGetDeviceInfo(test.device, CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR, size, value, size_ret));
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR, sizeof version, &version, NULL));
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_OPENCL_C_VERSION, sizeof text, text, NULL));
  CHECK_EQ(sscanf(text, "OpenCL C %u.%u ", &major, &minor), 2);
  CHECK_EQ(version, CL_MAKE_VERSION(major, minor, 0));
}

static const struct test_case cases[] = {
    {"reported_as_listed", reported_as_listed},
    {"known_are_all", known_are_all},
    {"macros_of_programs", macros_of_programs},
    {"extended_versioning", extended_versioning},
};
TEST_MAIN(cases)
