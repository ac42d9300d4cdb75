/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_API_MEMORY_UNIFIED_SVM_H
#define WEFT_TESTS_API_MEMORY_UNIFIED_SVM_H

/* cl_khr_unified_svm 0.9.0, which the system's headers may lack, and its functions, found by name. */

#include "tests/api_memory/objects.h"

#ifndef CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR
#define CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR 0x0909
#define CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR 0x1077
typedef cl_bitfield cl_svm_capabilities_khr;
typedef cl_properties cl_svm_alloc_properties_khr;
typedef cl_bitfield cl_svm_alloc_access_flags_khr;
typedef cl_properties cl_svm_free_properties_khr;
typedef cl_bitfield cl_svm_free_flags_khr;
typedef cl_uint cl_svm_pointer_info_khr;
enum {
  CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR = 1 << 0,
  CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR = 1 << 1,
  CL_SVM_CAPABILITY_DEVICE_OWNED_KHR = 1 << 2,
  CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR = 1 << 3,
  CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR = 1 << 4,
  CL_SVM_CAPABILITY_HOST_OWNED_KHR = 1 << 5,
  CL_SVM_CAPABILITY_HOST_READ_KHR = 1 << 6,
  CL_SVM_CAPABILITY_HOST_WRITE_KHR = 1 << 7,
  CL_SVM_CAPABILITY_HOST_MAP_KHR = 1 << 8,
  CL_SVM_CAPABILITY_DEVICE_READ_KHR = 1 << 9,
  CL_SVM_CAPABILITY_DEVICE_WRITE_KHR = 1 << 10,
  CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR = 1 << 11,
  CL_SVM_CAPABILITY_CONCURRENT_ACCESS_KHR = 1 << 12,
  CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR = 1 << 13,
  CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR = 1 << 14,
  CL_SVM_ALLOC_ACCESS_HOST_NOREAD_KHR = 1 << 0,
  CL_SVM_ALLOC_ACCESS_HOST_NOWRITE_KHR = 1 << 1,
  CL_SVM_ALLOC_ACCESS_DEVICE_NOREAD_KHR = 1 << 8,
  CL_SVM_ALLOC_ACCESS_DEVICE_NOWRITE_KHR = 1 << 9,
  CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR = 0x2078,
  CL_SVM_ALLOC_ACCESS_FLAGS_KHR = 0x2079,
  CL_SVM_ALLOC_ALIGNMENT_KHR = 0x207A,
  CL_SVM_INFO_TYPE_INDEX_KHR = 0x2088,
  CL_SVM_INFO_CAPABILITIES_KHR = 0x2089,
  CL_SVM_INFO_PROPERTIES_KHR = 0x208A,
  CL_SVM_INFO_ACCESS_FLAGS_KHR = 0x208B,
  CL_SVM_INFO_BASE_PTR_KHR = 0x419B,
  CL_SVM_INFO_SIZE_KHR = 0x419C,
  CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR = 0x419D,
  CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR = 0x11BB
};
#endif
#ifndef CL_DEVICE_SVM_CONCURRENT_ACCESS_ATOM_SIZE_KHR
#define CL_DEVICE_SVM_CONCURRENT_ACCESS_ATOM_SIZE_KHR 0x1078
#endif

/* Tables of common types in the extension's text: what each has at least. */
#define UNIFIED_COARSE                                                                                                 \
  (CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR | CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR |                            \
   CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR | CL_SVM_CAPABILITY_HOST_MAP_KHR | CL_SVM_CAPABILITY_DEVICE_READ_KHR |         \
   CL_SVM_CAPABILITY_DEVICE_WRITE_KHR | CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR)
#define UNIFIED_FINE                                                                                                   \
  (UNIFIED_COARSE | CL_SVM_CAPABILITY_HOST_READ_KHR | CL_SVM_CAPABILITY_HOST_WRITE_KHR |                               \
   CL_SVM_CAPABILITY_CONCURRENT_ACCESS_KHR)
#define UNIFIED_DEVICE                                                                                                 \
  (CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR | CL_SVM_CAPABILITY_DEVICE_OWNED_KHR |                                   \
   CL_SVM_CAPABILITY_DEVICE_READ_KHR | CL_SVM_CAPABILITY_DEVICE_WRITE_KHR |                                            \
   CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR | CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR)
#define UNIFIED_SHARED                                                                                                 \
  (CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR | CL_SVM_CAPABILITY_HOST_READ_KHR | CL_SVM_CAPABILITY_HOST_WRITE_KHR |   \
   CL_SVM_CAPABILITY_DEVICE_READ_KHR | CL_SVM_CAPABILITY_DEVICE_WRITE_KHR | CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR)
#define UNIFIED_HOST                                                                                                   \
  (UNIFIED_SHARED | CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR | CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR |                 \
   CL_SVM_CAPABILITY_HOST_OWNED_KHR)
#define UNIFIED_SYSTEM                                                                                                 \
  (UNIFIED_FINE | CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR | CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR |            \
   CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR)

struct unified_functions {
  void *(CL_API_CALL *alloc)(cl_context, const cl_svm_alloc_properties_khr *, cl_uint, size_t, cl_int *);
  cl_int(CL_API_CALL *free)(cl_context, const cl_svm_free_properties_khr *, cl_svm_free_flags_khr, void *);
  cl_int(CL_API_CALL *info)(cl_context, cl_device_id, const void *, cl_svm_pointer_info_khr, size_t, void *, size_t *);
  cl_int(CL_API_CALL *suggest)(cl_context, cl_svm_capabilities_khr, cl_svm_capabilities_khr,
                               const cl_svm_alloc_properties_khr *, size_t, cl_uint *);
};

static inline struct unified_functions unified_find(cl_platform_id platform) {
  struct unified_functions found;
  *(void **)&found.alloc = clGetExtensionFunctionAddressForPlatform(platform, "clSVMAllocWithPropertiesKHR");
  *(void **)&found.free = clGetExtensionFunctionAddressForPlatform(platform, "clSVMFreeWithPropertiesKHR");
  *(void **)&found.info = clGetExtensionFunctionAddressForPlatform(platform, "clGetSVMPointerInfoKHR");
  *(void **)&found.suggest = clGetExtensionFunctionAddressForPlatform(platform, "clGetSVMSuggestedTypeIndexKHR");
  return found;
}

#endif
