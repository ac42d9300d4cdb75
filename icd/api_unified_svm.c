/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_khr_unified_svm 0.9.0 (docs/memory_by_pointer.md): memory of a type, by which the application chooses what it may
 * do with it. The functions are found by name. */
#include <string.h>

#include "icd/info.h"
#include "icd/properties.h"
#include "icd/svm_types.h"
#include "icd/validate.h"
#include "runtime/allocation.h"

#define ACCESS_FLAGS                                                                                                   \
  (CL_SVM_ALLOC_ACCESS_HOST_NOREAD_KHR | CL_SVM_ALLOC_ACCESS_HOST_NOWRITE_KHR |                                        \
   CL_SVM_ALLOC_ACCESS_DEVICE_NOREAD_KHR | CL_SVM_ALLOC_ACCESS_DEVICE_NOWRITE_KHR)

/* The size of the largest data type, up to which every device's memory is aligned. */
#define MAX_ALIGNMENT sizeof(cl_long16)

/* What any address of the process can do, on the host and on all devices. */
#define EVERYTHING                                                                                                     \
  (CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR | CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR |                                 \
   CL_SVM_CAPABILITY_HOST_READ_KHR | CL_SVM_CAPABILITY_HOST_WRITE_KHR | CL_SVM_CAPABILITY_HOST_MAP_KHR |               \
   CL_SVM_CAPABILITY_DEVICE_READ_KHR | CL_SVM_CAPABILITY_DEVICE_WRITE_KHR |                                            \
   CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR | CL_SVM_CAPABILITY_CONCURRENT_ACCESS_KHR |                              \
   CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR | CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR)

const cl_svm_capabilities_khr weft_svm_types[WEFT_SVM_NUM_TYPES] = {
    [WEFT_SVM_SHARED] = EVERYTHING | CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR,
    [WEFT_SVM_DEVICE] = EVERYTHING | CL_SVM_CAPABILITY_DEVICE_OWNED_KHR,
    [WEFT_SVM_HOST] = EVERYTHING | CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR | CL_SVM_CAPABILITY_HOST_OWNED_KHR,
    [WEFT_SVM_SYSTEM] = EVERYTHING | CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR | CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR,
};

/* CL_INVALID_PROPERTY: an unknown name, one that comes twice, a device that is none of the context's, bits that are no
 * access flags, an alignment that is no power of two or larger than the largest data type. */
static cl_int read_properties(const cl_svm_alloc_properties_khr *list, struct weft_allocation_facts *asked) {
  cl_properties device = 0, access = 0, alignment = 0;
  const struct weft_property known[] = {{CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, ~(cl_properties)0, &device},
                                        {CL_SVM_ALLOC_ACCESS_FLAGS_KHR, ACCESS_FLAGS, &access},
                                        {CL_SVM_ALLOC_ALIGNMENT_KHR, ~(cl_properties)0, &alignment}};
  _Static_assert(sizeof asked->properties == (2 * sizeof known / sizeof *known + 1) * sizeof *list, "longest list");
  if (!weft_properties_parse(list, known, sizeof known / sizeof *known, &asked->properties_size))
    return CL_INVALID_PROPERTY;
  asked->device = (cl_device_id)(uintptr_t)device; /* NULL: none, as if the name were not there */
  asked->access = access;
  if (asked->device && (!weft_is_device(asked->device) || !weft_context_has_device(asked->context, asked->device)))
    return CL_INVALID_PROPERTY;
  if (alignment > MAX_ALIGNMENT || (alignment & (alignment - 1)))
    return CL_INVALID_PROPERTY;
  if (list)
    memcpy(asked->properties, list, asked->properties_size);
  return CL_SUCCESS;
}

static cl_int allocate(const cl_svm_alloc_properties_khr *properties, struct weft_allocation_facts *asked, void **out) {
  cl_int error = weft_check_context(asked->context);
  if (!error)
    error = read_properties(properties, asked);
  if (error)
    return error;
  if (asked->svm_type >= WEFT_SVM_NUM_TYPES)
    return CL_INVALID_VALUE;
  /* CL_INVALID_PROPERTY: no device, where the type has to have one */
  if (!asked->device && !(weft_svm_types[asked->svm_type] & CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR))
    return CL_INVALID_PROPERTY;
  if (!asked->size)
    return CL_SUCCESS; /* and nothing to free */
  error = weft_allocation_create(asked, out);
  return error == CL_MEM_OBJECT_ALLOCATION_FAILURE ? CL_OUT_OF_RESOURCES : error;
}

CL_API_ENTRY void *CL_API_CALL clSVMAllocWithPropertiesKHR(cl_context context,
                                                           const cl_svm_alloc_properties_khr *properties,
                                                           cl_uint svm_type_index, size_t size, cl_int *errcode_ret) {
  struct weft_allocation_facts asked = {
      .context = context, .kind = WEFT_ALLOCATION_SVM, .svm_type = svm_type_index, .size = size};
  void *memory = NULL;
  cl_int error = allocate(properties, &asked, &memory);
  return weft_created(errcode_ret, error, memory);
}

CL_API_ENTRY cl_int CL_API_CALL clSVMFreeWithPropertiesKHR(cl_context context,
                                                           const cl_svm_free_properties_khr *properties,
                                                           cl_svm_free_flags_khr flags, void *ptr) {
  if (!weft_is_context(context))
    return CL_INVALID_CONTEXT;
  if (properties && properties[0]) /* none are defined, nor flags */
    return CL_INVALID_PROPERTY;
  if (flags)
    return CL_INVALID_VALUE;
  return !ptr || weft_allocation_free(context, ptr, /*svm=*/true) ? CL_SUCCESS : CL_INVALID_VALUE;
}

/* Answers for all devices alike: each has each type. */
CL_API_ENTRY cl_int CL_API_CALL clGetSVMPointerInfoKHR(cl_context context, cl_device_id device, const void *ptr,
                                                       cl_svm_pointer_info_khr param_name, size_t param_value_size,
                                                       void *param_value, size_t *param_value_size_ret) {
  if (!weft_is_context(context))
    return CL_INVALID_CONTEXT;
  if (device && (!weft_is_device(device) || !weft_context_has_device(context, device)))
    return CL_INVALID_DEVICE;
  const struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  struct weft_allocation_facts facts = weft_allocation_find(ptr);
  bool is_known = facts.context == context && facts.kind == WEFT_ALLOCATION_SVM;
  if (!is_known)
    facts = (struct weft_allocation_facts){0};
  switch (param_name) {
  case CL_SVM_INFO_TYPE_INDEX_KHR:
    return weft_info_put(&out, cl_uint, is_known ? facts.svm_type : CL_UINT_MAX);
  case CL_SVM_INFO_CAPABILITIES_KHR:
    return weft_info_put(&out, cl_svm_capabilities_khr, is_known ? weft_svm_types[facts.svm_type] : 0);
  case CL_SVM_INFO_PROPERTIES_KHR:
    return weft_info_bytes(&out, facts.properties, facts.properties_size);
  case CL_SVM_INFO_ACCESS_FLAGS_KHR:
    return weft_info_put(&out, cl_svm_alloc_access_flags_khr, facts.access);
  case CL_SVM_INFO_BASE_PTR_KHR:
    return weft_info_bytes(&out, &facts.start, sizeof facts.start);
  case CL_SVM_INFO_SIZE_KHR:
    return weft_info_put(&out, size_t, facts.size);
  case CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR:
    return weft_info_put(&out, cl_device_id, facts.device);
  default:
    return CL_INVALID_VALUE;
  }
}

/* The first type that has what is required and the most of what is desired. Sizes and properties favour none: all types
 * have one limit and take each property, and a device may still be named when the memory is allocated. */
CL_API_ENTRY cl_int CL_API_CALL clGetSVMSuggestedTypeIndexKHR(cl_context context,
                                                              cl_svm_capabilities_khr required_capabilities,
                                                              cl_svm_capabilities_khr desired_capabilities,
                                                              const cl_svm_alloc_properties_khr *properties,
                                                              size_t size, cl_uint *suggested_svm_type_index) {
  (void)size;
  if (!weft_is_context(context))
    return CL_INVALID_CONTEXT;
  struct weft_allocation_facts asked = {.context = context};
  cl_int error = read_properties(properties, &asked);
  if (error)
    return error;
  if (!suggested_svm_type_index)
    return CL_INVALID_VALUE;
  cl_uint suggested = CL_UINT_MAX;
  int most = -1;
  for (cl_uint type = 0; type < WEFT_SVM_NUM_TYPES; type++) {
    int has = __builtin_popcountll(weft_svm_types[type] & desired_capabilities);
    if ((required_capabilities & ~weft_svm_types[type]) == 0 && has > most) {
      suggested = type;
      most = has;
    }
  }
  *suggested_svm_type_index = suggested;
  return CL_SUCCESS;
}
