/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_ICD_CL_NEWER_H
#define WEFT_ICD_CL_NEWER_H

/* Names that the specification has and the system's OpenCL-Headers (2023) lack. Everything is guarded,
 * so that newer headers may bring them. */

#include <CL/cl.h>
#include <CL/cl_egl.h>
#include <CL/cl_ext.h>
#include <CL/cl_gl.h>
#include <CL/cl_icd.h>
#include <stdint.h>

/* cl_khr_icd 2.0.1 */
#ifndef CL_ICD2_TAG_KHR
#if INTPTR_MAX == INT32_MAX
#define CL_ICD2_TAG_KHR ((intptr_t)0x434C3331)
#else
#define CL_ICD2_TAG_KHR ((intptr_t)0x4F50454E434C3331)
#endif
extern CL_API_ENTRY void *CL_API_CALL clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform,
                                                                            const char *func_name);
extern CL_API_ENTRY cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void *dispatch_data);
#endif

/* OpenCL 3.1 */
#ifndef CL_VERSION_3_1
#define CL_DEVICE_MAX_WORK_GROUP_SIZES 0x1005 /* the value of the older name, CL_DEVICE_MAX_WORK_ITEM_SIZES */
extern CL_API_ENTRY cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSize(cl_command_queue command_queue,
                                                                         cl_kernel kernel, cl_uint work_dim,
                                                                         const size_t *global_work_offset,
                                                                         const size_t *global_work_size,
                                                                         size_t *suggested_local_work_size);
#endif

/* The table of 3.1's cl_icd.h: that of older headers, and one slot more behind it. */
struct weft_dispatch_table {
  cl_icd_dispatch slots;
#ifndef CL_VERSION_3_1
  __typeof__(clGetKernelSuggestedLocalWorkSize) *clGetKernelSuggestedLocalWorkSize;
#endif
};
#ifdef CL_VERSION_3_1
#define WEFT_SLOT_OF_31(name) slots.name
#else
#define WEFT_SLOT_OF_31(name) name
#endif

/* Declared by cl_ext.h only where CL_NO_EXTENSION_PROTOTYPES is not set, or not at all in some versions. */
extern CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms,
                                                              cl_uint *num_platforms);

/* cl_ext_buffer_device_address 1.0.2 */
#ifndef CL_MEM_DEVICE_ADDRESS_EXT
typedef cl_ulong cl_mem_device_address_ext;
#define CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT 0x5000
#define CL_MEM_DEVICE_ADDRESS_EXT 0x5001
#define CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT 0x5002
extern CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint arg_index,
                                                                      cl_mem_device_address_ext arg_value);
#endif

/* cl_ext_image_raw10_raw12 1.0.0 */
#ifndef CL_UNSIGNED_INT_RAW10_EXT
#define CL_UNSIGNED_INT_RAW10_EXT 0x10E3
#define CL_UNSIGNED_INT_RAW12_EXT 0x10E4
#endif

/* cl_ext_image_unorm_int_2_101010 1.0.0 */
#ifndef CL_UNORM_INT_2_101010_EXT
#define CL_UNORM_INT_2_101010_EXT 0x10E5
#endif

/* cl_ext_immutable_memory_objects 1.0.0 */
#ifndef CL_MEM_IMMUTABLE_EXT
#define CL_MEM_IMMUTABLE_EXT (1 << 6)
#endif

#ifndef CL_DEVICE_UUID_KHR
#define CL_UUID_SIZE_KHR 16
#define CL_LUID_SIZE_KHR 8
#define CL_DEVICE_UUID_KHR 0x106A
#define CL_DRIVER_UUID_KHR 0x106B
#define CL_DEVICE_LUID_VALID_KHR 0x106C
#define CL_DEVICE_LUID_KHR 0x106D
#define CL_DEVICE_NODE_MASK_KHR 0x106E
#endif

/* cl_khr_semaphore 1.0.0 */
#ifndef CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR 0x2053
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR 0
#endif

/* cl_khr_external_semaphore 1.0.0 and its sync_fd */
#ifndef CL_SEMAPHORE_EXPORTABLE_KHR
#define CL_SEMAPHORE_EXPORTABLE_KHR 0x2054
typedef cl_properties cl_semaphore_reimport_properties_khr;
extern CL_API_ENTRY cl_int CL_API_CALL
clReImportSemaphoreSyncFdKHR(cl_semaphore_khr sema_object, cl_semaphore_reimport_properties_khr *reimport_props, int fd);
#endif

/* cl_khr_terminate_context 1.0.0 */
#ifndef CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR
typedef cl_bitfield cl_device_terminate_capability_khr;
#define CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR (1 << 0)
#endif
/* Its number in OpenCL 1.2's headers, with which clinfo and old programs ask. */
#define WEFT_DEVICE_TERMINATE_CAPABILITY_1_2 0x200F

/* cl_khr_external_memory 1.0.0 */
#ifndef CL_MEM_DEVICE_HANDLE_LIST_KHR
#define CL_MEM_DEVICE_HANDLE_LIST_KHR 0x2051
#define CL_MEM_DEVICE_HANDLE_LIST_END_KHR 0
#define CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR 0x2052
#endif

#ifndef CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR
typedef cl_bitfield cl_device_kernel_clock_capabilities_khr;
#define CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR 0x1076
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR (1 << 0)
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR (1 << 1)
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR (1 << 2)
#endif

/* cl_khr_spirv_queries 1.0.0 */
#ifndef CL_DEVICE_SPIRV_CAPABILITIES_KHR
#define CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR 0x12B9
#define CL_DEVICE_SPIRV_EXTENSIONS_KHR 0x12BA
#define CL_DEVICE_SPIRV_CAPABILITIES_KHR 0x12BB
#endif

/* cl_ext_float_atomics 1.0.0 */
#ifndef CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT
typedef cl_bitfield cl_device_fp_atomic_capabilities_ext;
#define CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT 0x4231
#define CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT 0x4232
#define CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT 0x4233
#define CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT (1 << 0)
#define CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT (1 << 1)
#define CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT (1 << 2)
#define CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT (1 << 16)
#define CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT (1 << 17)
#define CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT (1 << 18)
#endif

#endif
