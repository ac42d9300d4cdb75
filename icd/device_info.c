/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The table of OpenCL 3.1 section 4.2, "Device Queries". Facts of the hardware come from struct weft_hw_caps, names of
 * extensions from runtime/extensions.def; everything else a device of ours reports stands here, grouped as in:
 * size, vectors, floating point, images, sub-groups, absent features, names, partitions.
 */
#include "icd/device_info.h"

#include "compiler/kernel_abi.h"
#include "icd/cl_command_buffer.h"
#include "icd/device_spirv.h"
#include "icd/handle_types.h"
#include "icd/svm_types.h"
#include "icd/version.h"
#include "runtime/device_enqueue.h"
#include "runtime/device_object.h"
#include "runtime/extensions.h"
#include "runtime/hash.h"
#include "runtime/image.h"
#include "runtime/pipe.h"
#include "runtime/platform.h"
#include "runtime/program_binary.h"

#define TEXT(number) #number
#define NUMBER_TEXT(macro) TEXT(macro)
/* Caches of applications go by it, so it changes with the form of binaries. */
#define WEFT_DRIVER_VERSION WEFT_VERSION "." NUMBER_TEXT(WEFT_BINARY_VERSION)

#define NOT_HERE 1 /* no error code: the query belongs to another group */

#define MAX_PARAMETER_SIZE 4096
#define MAX_CONSTANT_BUFFER_SIZE (128u << 10)
#define MAX_CONSTANT_ARGS 128
#define PRINTF_BUFFER_SIZE (1u << 20)
#define MAX_IMAGE_ARGS 480 /* of each kind; that many handles still fit into MAX_PARAMETER_SIZE */
/* They lie in the program's shared object, whose code reaches 2 GiB. */
#define MAX_GLOBAL_VARIABLE_SIZE (64u << 20)
#define GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE (256u << 20)

static cl_int sizes(cl_device_id device, cl_device_info name, const struct weft_info *out) {
  const struct weft_hw_caps *caps = device->caps;
  size_t group = caps->max_work_group_size;
  switch (name) {
  case CL_DEVICE_VENDOR_ID:
    return weft_info_put(out, cl_uint, caps->vendor_id);
  case CL_DEVICE_MAX_COMPUTE_UNITS:
    return weft_info_put(out, cl_uint, caps->compute_units);
  case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
    return weft_info_put(out, cl_uint, 3);
  case CL_DEVICE_MAX_WORK_GROUP_SIZES: /* which is CL_DEVICE_MAX_WORK_ITEM_SIZES */
    return weft_info_bytes(out, (const size_t[3]){group, group, group}, 3 * sizeof(size_t));
  case CL_DEVICE_MAX_WORK_GROUP_SIZE:
    return weft_info_put(out, size_t, group);
  case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
    return weft_info_put(out, size_t, caps->native_vector_bytes / sizeof(cl_float));
  case CL_DEVICE_MAX_CLOCK_FREQUENCY:
    return weft_info_put(out, cl_uint, caps->max_clock_mhz);
  case CL_DEVICE_ADDRESS_BITS:
    return weft_info_put(out, cl_uint, 8 * sizeof(void *));
  case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
    return weft_info_put(out, cl_ulong, caps->max_alloc_size);
  case CL_DEVICE_GLOBAL_MEM_SIZE:
    return weft_info_put(out, cl_ulong, caps->global_mem_size);
  case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
    return weft_info_put(out, cl_device_mem_cache_type, CL_READ_WRITE_CACHE);
  case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
    return weft_info_put(out, cl_uint, caps->cache_line);
  case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
    return weft_info_put(out, cl_ulong, caps->cache_size);
  case CL_DEVICE_LOCAL_MEM_TYPE:
    return weft_info_put(out, cl_device_local_mem_type, CL_GLOBAL);
  case CL_DEVICE_LOCAL_MEM_SIZE:
    return weft_info_put(out, cl_ulong, caps->local_mem_size);
  case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
    return weft_info_put(out, cl_ulong, MAX_CONSTANT_BUFFER_SIZE);
  case CL_DEVICE_MAX_CONSTANT_ARGS:
    return weft_info_put(out, cl_uint, MAX_CONSTANT_ARGS);
  case CL_DEVICE_MAX_PARAMETER_SIZE:
    return weft_info_put(out, size_t, MAX_PARAMETER_SIZE);
  case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
    return weft_info_put(out, cl_uint, 8 * caps->mem_base_align);
  case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
    return weft_info_put(
        out, size_t, weft_extensions_has("__opencl_c_program_scope_global_variables") ? MAX_GLOBAL_VARIABLE_SIZE : 0);
  case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
    return weft_info_put(
        out, size_t,
        weft_extensions_has("__opencl_c_program_scope_global_variables") ? GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE : 0);
  case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE:
    return weft_info_put(out, cl_uint, sizeof(cl_long16));
  case CL_DEVICE_PROFILING_TIMER_RESOLUTION:
    return weft_info_put(out, size_t, caps->timer_resolution_ns);
  case CL_DEVICE_PRINTF_BUFFER_SIZE:
    return weft_info_put(out, size_t, PRINTF_BUFFER_SIZE);
  default:
    return NOT_HERE;
  }
}

/* Elements of `size` bytes in a register; 0 for half where the device has no arithmetic on it. */
static cl_int native_width(cl_device_id device, size_t size, bool there, const struct weft_info *out) {
  cl_uint width = device->caps->native_vector_bytes / size;
  return weft_info_put(out, cl_uint, there ? (width ? width : 1) : 0);
}

static cl_int vectors(cl_device_id device, cl_device_info name, const struct weft_info *out) {
  bool fp16 = weft_extensions_has("cl_khr_fp16"), fp64 = weft_extensions_has("cl_khr_fp64");
  switch (name) {
  /* Kernels are vectorised across work-items: scalar code is preferred. */
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
    return weft_info_put(out, cl_uint, 1);
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
    return weft_info_put(out, cl_uint, fp64);
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
    return weft_info_put(out, cl_uint, fp16);
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
    return native_width(device, sizeof(cl_char), true, out);
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
    return native_width(device, sizeof(cl_short), true, out);
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
    return native_width(device, sizeof(cl_int), true, out);
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
    return native_width(device, sizeof(cl_long), true, out);
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
    return native_width(device, sizeof(cl_float), true, out);
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
    return native_width(device, sizeof(cl_double), fp64, out);
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
    return native_width(device, sizeof(cl_half), fp16, out);
  case CL_DEVICE_SINGLE_FP_CONFIG:
    return weft_info_put(out, cl_device_fp_config,
                         CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA |
                             CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT);
  case CL_DEVICE_DOUBLE_FP_CONFIG:
    return weft_info_put(out, cl_device_fp_config,
                         fp64 ? CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO |
                                    CL_FP_ROUND_TO_INF | CL_FP_FMA
                              : 0);
  case CL_DEVICE_HALF_FP_CONFIG:
    return fp16 ? weft_info_put(out, cl_device_fp_config, CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST)
                : CL_INVALID_VALUE;
  default:
    return NOT_HERE;
  }
}

static cl_int capabilities(cl_device_info name, const struct weft_info *out) {
  const cl_device_atomic_capabilities orders =
      CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_ORDER_SEQ_CST;
  const cl_device_atomic_capabilities scopes =
      CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;
  switch (name) {
  case CL_DEVICE_TYPE:
    return weft_info_put(out, cl_device_type, CL_DEVICE_TYPE_CPU);
  case CL_DEVICE_SVM_CAPABILITIES: /* devices see the memory that the host sees */
    return weft_info_put(out, cl_device_svm_capabilities,
                         CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
                             CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS);
  case CL_DEVICE_AVAILABLE:
  case CL_DEVICE_COMPILER_AVAILABLE:
  case CL_DEVICE_LINKER_AVAILABLE:
  case CL_DEVICE_ENDIAN_LITTLE:
  case CL_DEVICE_HOST_UNIFIED_MEMORY:
  case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
  case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
  case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
    return weft_info_put(out, cl_bool, CL_TRUE);
  case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
  case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
    return weft_info_put(out, cl_bool, CL_FALSE);
  case CL_DEVICE_PIPE_SUPPORT:
    return weft_info_put(out, cl_bool, weft_extensions_has("__opencl_c_pipes"));
  case CL_DEVICE_MAX_PIPE_ARGS:
    return weft_info_put(out, cl_uint, weft_extensions_has("__opencl_c_pipes") ? WEFT_PIPE_MAX_ARGS : 0);
  case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS:
    return weft_info_put(out, cl_uint, weft_extensions_has("__opencl_c_pipes") ? WEFT_PIPE_MAX_ACTIVE_RESERVATIONS : 0);
  case CL_DEVICE_PIPE_MAX_PACKET_SIZE:
    return weft_info_put(out, cl_uint, weft_extensions_has("__opencl_c_pipes") ? WEFT_PIPE_MAX_PACKET_SIZE : 0);
  case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
    return weft_info_put(out, cl_bool, weft_extensions_has("__opencl_c_generic_address_space"));
  case CL_DEVICE_EXECUTION_CAPABILITIES:
    return weft_info_put(out, cl_device_exec_capabilities, CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL);
  case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES:
    return weft_info_put(out, cl_command_queue_properties,
                         CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
  case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
    return weft_info_put(out, cl_device_atomic_capabilities, orders | scopes);
  case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
    return weft_info_put(out, cl_device_atomic_capabilities, orders | scopes | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM);
  default:
    return NOT_HERE;
  }
}

/* Queries that belong to an extension, each answered where that is reported. */
static cl_int of_extensions(cl_device_info name, const struct weft_info *out) {
  const cl_device_integer_dot_product_acceleration_properties_khr none = {0};
  bool dot = weft_extensions_has("cl_khr_integer_dot_product");
  switch (name) {
  case CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR:
    return dot ? weft_info_put(out, cl_device_integer_dot_product_capabilities_khr,
                               CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR |
                                   CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR)
               : CL_INVALID_VALUE;
  /* Multiplications and additions, which are vectorised like any other: no instruction of their own. */
  case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR:
  case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR:
    return dot ? weft_info_bytes(out, &none, sizeof none) : CL_INVALID_VALUE;
  case CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT: /* what -cl-std=CLC++ asks for; 2021 is too large a major number */
    return weft_extensions_has("cl_ext_cxx_for_opencl") ? weft_info_put(out, cl_version, CL_MAKE_VERSION(1, 0, 0))
                                                        : CL_INVALID_VALUE;
  case CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR:
    if (!weft_extensions_has("cl_khr_kernel_clock"))
      return CL_INVALID_VALUE;
    return weft_info_put(out, cl_device_kernel_clock_capabilities_khr,
                         CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR | CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR |
                             (weft_extensions_has("__opencl_c_kernel_clock_scope_sub_group")
                                  ? CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR
                                  : 0));
  default:
    return NOT_HERE;
  }
}

static cl_int device_queues(cl_device_info name, const struct weft_info *out) {
  bool there = weft_extensions_has("__opencl_c_device_enqueue");
  switch (name) {
  case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
    return weft_info_put(out, cl_device_device_enqueue_capabilities,
                         there ? CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT : 0);
  case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES:
    return weft_info_put(out, cl_command_queue_properties,
                         there ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE : 0);
  case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE:
    return weft_info_put(out, cl_uint, there ? WEFT_DEVICE_QUEUE_PREFERRED_SIZE : 0);
  case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE:
    return weft_info_put(out, cl_uint, there ? WEFT_DEVICE_QUEUE_MAX_SIZE : 0);
  case CL_DEVICE_MAX_ON_DEVICE_QUEUES:
    return weft_info_put(out, cl_uint, there ? WEFT_DEVICE_MAX_QUEUES : 0);
  case CL_DEVICE_MAX_ON_DEVICE_EVENTS:
    return weft_info_put(out, cl_uint, there ? WEFT_DEVICE_MAX_EVENTS : 0);
  default:
    return NOT_HERE;
  }
}

/* cl_ext_float_atomics: the capabilities are what the features of OpenCL C say. */
static cl_int float_atomics(cl_device_info name, const struct weft_info *out) {
  static const struct {
    cl_device_fp_atomic_capabilities_ext capability;
    const char *features[3]; /* of float, double, half; NULL: plain OpenCL C has it */
  } table[] = {
      {CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT, {NULL, NULL, "__opencl_c_ext_fp16_global_atomic_load_store"}},
      {CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT,
       {"__opencl_c_ext_fp32_global_atomic_add", "__opencl_c_ext_fp64_global_atomic_add",
        "__opencl_c_ext_fp16_global_atomic_add"}},
      {CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT,
       {"__opencl_c_ext_fp32_global_atomic_min_max", "__opencl_c_ext_fp64_global_atomic_min_max",
        "__opencl_c_ext_fp16_global_atomic_min_max"}},
      {CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT, {NULL, NULL, "__opencl_c_ext_fp16_local_atomic_load_store"}},
      {CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT,
       {"__opencl_c_ext_fp32_local_atomic_add", "__opencl_c_ext_fp64_local_atomic_add",
        "__opencl_c_ext_fp16_local_atomic_add"}},
      {CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT,
       {"__opencl_c_ext_fp32_local_atomic_min_max", "__opencl_c_ext_fp64_local_atomic_min_max",
        "__opencl_c_ext_fp16_local_atomic_min_max"}},
  };
  unsigned type = name == CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT   ? 0
                  : name == CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT ? 1
                  : name == CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT   ? 2
                                                                        : 3;
  if (type == 3)
    return NOT_HERE;
  if (!weft_extensions_has("cl_ext_float_atomics"))
    return CL_INVALID_VALUE;
  cl_device_fp_atomic_capabilities_ext have = 0;
  if (type == 0 || weft_extensions_has(type == 1 ? "cl_khr_fp64" : "cl_khr_fp16"))
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
      if (!table[i].features[type] || weft_extensions_has(table[i].features[type]))
        have |= table[i].capability;
  return weft_info_put(out, cl_device_fp_atomic_capabilities_ext, have);
}

/* Section 4.2's minima hold where there are images, and 0 where there are none. */
static cl_int images(cl_device_id device, cl_device_info name, const struct weft_info *out) {
  const struct weft_hw_caps none = {0}, *caps = weft_device_has_images(device) ? device->caps : &none;
  cl_uint max_args = caps == &none ? 0 : MAX_IMAGE_ARGS;
  switch (name) {
  case CL_DEVICE_IMAGE_SUPPORT:
    return weft_info_put(out, cl_bool, caps != &none);
  case CL_DEVICE_MAX_READ_IMAGE_ARGS:
  case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
  case CL_DEVICE_MAX_SAMPLERS:
    return weft_info_put(out, cl_uint, max_args);
  case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
    return weft_info_put(out, cl_uint, weft_extensions_has("__opencl_c_read_write_images") ? max_args : 0);
  case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
    return weft_info_put(out, cl_uint, caps->image_pitch_align);
  case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT:
    return weft_info_put(out, cl_uint, caps->image_base_align);
  case CL_DEVICE_IMAGE2D_MAX_WIDTH:
    return weft_info_put(out, size_t, caps->image_2d_max[0]);
  case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
    return weft_info_put(out, size_t, caps->image_2d_max[1]);
  case CL_DEVICE_IMAGE3D_MAX_WIDTH:
    return weft_info_put(out, size_t, caps->image_3d_max[0]);
  case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
    return weft_info_put(out, size_t, caps->image_3d_max[1]);
  case CL_DEVICE_IMAGE3D_MAX_DEPTH:
    return weft_info_put(out, size_t, caps->image_3d_max[2]);
  case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
    return weft_info_put(out, size_t, caps->image_buffer_max);
  case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
    return weft_info_put(out, size_t, caps->image_layers_max);
  default:
    return NOT_HERE;
  }
}

/* cl_intel_unified_shared_memory: all kinds are the process's memory, system memory too. */
static cl_int shared_memory(cl_device_info name, const struct weft_info *out) {
  const cl_device_unified_shared_memory_capabilities_intel all =
      CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL | CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL |
      CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL | CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL;
  switch (name) {
  case CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL:
    if (!weft_extensions_has("cl_intel_unified_shared_memory"))
      return CL_INVALID_VALUE;
    return weft_info_bytes(out, &all, sizeof all);
  default:
    return NOT_HERE;
  }
}

/* cl_khr_unified_svm: all devices have each of the platform's types. */
static cl_int svm_types(cl_device_info name, const struct weft_info *out) {
  if (name != CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR && name != CL_DEVICE_SVM_CONCURRENT_ACCESS_ATOM_SIZE_KHR)
    return NOT_HERE;
  if (!weft_extensions_has("cl_khr_unified_svm"))
    return CL_INVALID_VALUE;
  if (name == CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR)
    return weft_info_array(out, weft_svm_types, WEFT_SVM_NUM_TYPES);
  return weft_info_put(out, size_t, 1); /* byte by byte, as fine-grained memory is accessed */
}

static cl_int sub_groups(cl_device_id device, cl_device_info name, const struct weft_info *out) {
  static const size_t widths[] = {4, 8, 16, 32, 64};
  _Static_assert(WEFT_SUB_GROUP_SIZE_MIN == 4 && WEFT_SUB_GROUP_SIZE_MAX == 64, "widths");
  /* Barriers take a few bytes of local memory each (docs/groups.md): any number that a program may want has room. */
  enum { NAMED_BARRIERS = 64 };
  bool has = weft_extensions_has("__opencl_c_subgroups");
  switch (name) {
  case CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR:
    return weft_extensions_has("cl_khr_subgroup_named_barrier") ? weft_info_put(out, cl_uint, NAMED_BARRIERS)
                                                                : CL_INVALID_VALUE;
  case CL_DEVICE_MAX_NUM_SUB_GROUPS: /* of the smallest that a kernel may require */
    return weft_info_put(out, cl_uint, has ? (cl_uint)(device->caps->max_work_group_size / widths[0]) : 0);
  case CL_DEVICE_SUB_GROUP_SIZES_INTEL:
    if (!weft_extensions_has("cl_intel_required_subgroup_size"))
      return CL_INVALID_VALUE;
    return weft_info_bytes(out, widths, sizeof widths);
  default:
    return NOT_HERE;
  }
}

/* What no device of ours has yet, in the form that the specification asks for. */
static cl_int absent(cl_device_info name, const struct weft_info *out) {
  switch (name) {
  /* 0: the natural alignment of the type */
  case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT:
  case CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT:
  case CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT:
    return weft_info_put(out, cl_uint, 0);
  case CL_DEVICE_BUILT_IN_KERNELS:
    return weft_info_string(out, "");
  case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
    return weft_info_bytes(out, NULL, 0);
  default:
    return NOT_HERE;
  }
}

/* The same bytes for the same text in every process and on every boot. */
static cl_int uuid(const char *kind, const char *text, const struct weft_info *out) {
  struct weft_hash hash;
  _Static_assert(sizeof(struct weft_digest) == CL_UUID_SIZE_KHR, "a digest has the size of a UUID");
  weft_hash_init(&hash);
  weft_hash_update_string(&hash, kind);
  weft_hash_update_string(&hash, text);
  struct weft_digest digest = weft_hash_final(&hash);
  return weft_info_bytes(out, &digest, sizeof digest);
}

static cl_int c_language_versions(const struct weft_info *out) {
  static const cl_name_version c_versions[] = {
      {CL_MAKE_VERSION(3, 1, 0), "OpenCL C"}, {CL_MAKE_VERSION(3, 0, 0), "OpenCL C"},
      {CL_MAKE_VERSION(2, 0, 0), "OpenCL C"}, {CL_MAKE_VERSION(1, 2, 0), "OpenCL C"},
      {CL_MAKE_VERSION(1, 1, 0), "OpenCL C"}, {CL_MAKE_VERSION(1, 0, 0), "OpenCL C"},
  };
  cl_name_version there[sizeof c_versions / sizeof *c_versions];
  size_t count = 0;
  for (size_t i = 0; i < sizeof c_versions / sizeof *c_versions; i++) {
    cl_version version = c_versions[i].version;
    if (weft_extensions_has_language(CL_VERSION_MAJOR(version) * 100 + CL_VERSION_MINOR(version) * 10))
      there[count++] = c_versions[i];
  }
  return weft_info_array(out, there, count);
}

static cl_int names(cl_device_id device, cl_device_info name, const struct weft_info *out) {
  const struct weft_extensions *extensions = weft_extensions();
  switch (name) {
  case CL_DEVICE_PLATFORM:
    return weft_info_put(out, cl_platform_id, &weft_platform);
  case CL_DEVICE_NAME:
    return weft_info_string(out, device->caps->name);
  case CL_DEVICE_VENDOR:
    return weft_info_string(out, WEFT_VENDOR);
  case CL_DRIVER_VERSION:
    return weft_info_string(out, WEFT_DRIVER_VERSION);
  case CL_DEVICE_PROFILE:
    return weft_info_string(out, "FULL_PROFILE");
  case CL_DEVICE_VERSION:
    return weft_info_string(out, WEFT_OPENCL_TEXT(extensions->opencl_version));
  case CL_DEVICE_NUMERIC_VERSION:
    return weft_info_put(out, cl_version, WEFT_OPENCL_NUMERIC(extensions->opencl_version));
  case CL_DEVICE_OPENCL_C_VERSION:
    return weft_info_string(out, "OpenCL C 1.2 Weft " WEFT_VERSION);
  case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR:
    return weft_info_put(out, cl_version, CL_MAKE_VERSION(1, 2, 0));
  case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
    return c_language_versions(out);
  case CL_DEVICE_OPENCL_C_FEATURES:
    return weft_info_array(out, extensions->features.items, extensions->features.count);
  case CL_DEVICE_EXTENSIONS:
    return weft_info_string(out, extensions->device.text);
  case CL_DEVICE_EXTENSIONS_WITH_VERSION:
    return weft_info_array(out, extensions->device.items, extensions->device.count);
  case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED:
    return weft_info_string(out, "v0000-01-01-00"); /* none passed officially */
  case CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR:
  case CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR: /* images have no other layout */
    return weft_memory_imports(out);
  case CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR:
    return weft_semaphore_imports(out);
  case CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
    return weft_semaphore_exports(out);
  case CL_DEVICE_TERMINATE_CAPABILITY_KHR:
  case WEFT_DEVICE_TERMINATE_CAPABILITY_1_2:
    return weft_info_put(out, cl_device_terminate_capability_khr,
                         weft_extensions_has("cl_khr_terminate_context") ? CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR
                                                                         : 0);
  case CL_DEVICE_SEMAPHORE_TYPES_KHR:
    return weft_info_put(out, cl_semaphore_type_khr, CL_SEMAPHORE_TYPE_BINARY_KHR);
  case CL_DEVICE_UUID_KHR:
    return uuid("device", device->caps->name, out);
  case CL_DRIVER_UUID_KHR:
    return uuid("driver", WEFT_VERSION, out);
  case CL_DEVICE_LUID_VALID_KHR:
    return weft_info_put(out, cl_bool, CL_FALSE);
  case CL_DEVICE_LUID_KHR:
    return weft_info_bytes(out, (const cl_uchar[CL_LUID_SIZE_KHR]){0}, CL_LUID_SIZE_KHR);
  case CL_DEVICE_NODE_MASK_KHR:
    return weft_info_put(out, cl_uint, 0);
  default:
    return NOT_HERE;
  }
}

/* All devices compute in the same memory and tell each other of ends: each can wait for every other. */
static cl_int command_buffers(cl_device_info name, const struct weft_info *out) {
  switch (name) {
  case CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR:
    return weft_info_put(
        out, cl_device_command_buffer_capabilities_khr,
        CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR | CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR |
            CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR);
  case CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR:
    return weft_info_put(out, cl_command_queue_properties,
                         CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
  case CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR:
    return weft_info_put(out, cl_command_queue_properties, 0);
  case CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR:
    return weft_info_put(out, cl_uint, weft_platform.num_devices);
  case CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR:
    return weft_info_array(out, weft_platform.devices, weft_platform.num_devices);
  case CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR:
    return weft_info_put(out, cl_mutable_dispatch_fields_khr, WEFT_MUTABLE_FIELDS);
  default:
    return NOT_HERE;
  }
}

static cl_int partitions(cl_device_id device, cl_device_info name, const struct weft_info *out) {
  cl_device_affinity_domain domains = device->caps->affinity_domains;
  cl_device_partition_property properties[3] = {0};
  cl_uint count = 0;
  switch (name) {
  case CL_DEVICE_PARENT_DEVICE:
    return weft_info_put(out, cl_device_id, device->parent);
  case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
    return weft_info_put(out, cl_uint, device->partition_max_sub_devices);
  case CL_DEVICE_PARTITION_PROPERTIES:
    if (device->caps->compute_units > 1) {
      properties[count++] = CL_DEVICE_PARTITION_EQUALLY;
      properties[count++] = CL_DEVICE_PARTITION_BY_COUNTS;
      if (domains)
        properties[count++] = CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN;
    }
    return weft_info_array(out, properties, count ? count : 1);
  case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
    if (device->caps->compute_units <= 1)
      domains = 0;
    return weft_info_put(out, cl_device_affinity_domain,
                         domains ? domains | CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE : 0);
  case CL_DEVICE_PARTITION_TYPE:
    return weft_info_bytes(out, device->partition, device->partition_size);
  case CL_DEVICE_REFERENCE_COUNT:
    return weft_info_put(out, cl_uint, weft_object_count(&device->object));
  default:
    return NOT_HERE;
  }
}

cl_int weft_device_info(cl_device_id device, cl_device_info name, const struct weft_info *out) {
  cl_int result = sizes(device, name, out);
  if (result == NOT_HERE)
    result = vectors(device, name, out);
  if (result == NOT_HERE)
    result = capabilities(name, out);
  if (result == NOT_HERE)
    result = images(device, name, out);
  if (result == NOT_HERE)
    result = of_extensions(name, out);
  if (result == NOT_HERE)
    result = float_atomics(name, out);
  if (result == NOT_HERE)
    result = sub_groups(device, name, out);
  if (result == NOT_HERE)
    result = shared_memory(name, out);
  if (result == NOT_HERE)
    result = svm_types(name, out);
  if (result == NOT_HERE)
    result = device_queues(name, out);
  if (result == NOT_HERE)
    result = absent(name, out);
  if (result == NOT_HERE)
    result = names(device, name, out);
  if (result == NOT_HERE)
    result = partitions(device, name, out);
  if (result == NOT_HERE)
    result = command_buffers(name, out);
  if (result == NOT_HERE && weft_device_spirv_info(name, out, &result))
    return result;
  return result == NOT_HERE ? CL_INVALID_VALUE : result;
}
