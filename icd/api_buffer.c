/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Buffers, sub-buffers and what is common to all memory objects. */
#include "base/alloc.h"
#include "icd/info.h"
#include "icd/mem_properties.h"
#include "icd/validate.h"
#include "runtime/allocation.h"
#include "runtime/extensions.h"
#include "runtime/memory.h"

#define HOST_PTR_FLAGS (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)

/* cl_intel_mem_force_host_memory: all memory is the host's, so the flag changes nothing but what it asks of the
 * application's own. CL_INVALID_HOST_PTR, CL_INVALID_BUFFER_SIZE: not whole lines of the cache. */
static cl_int check_forced_host_memory(cl_context context, cl_mem_flags flags, size_t size, const void *host_ptr) {
  size_t line = 1;
  if (!(flags & CL_MEM_FORCE_HOST_MEMORY_INTEL) || !(flags & CL_MEM_USE_HOST_PTR))
    return CL_SUCCESS;
  for (cl_uint i = 0; i < context->num_devices; i++)
    if (context->devices[i]->caps->cache_line > line)
      line = context->devices[i]->caps->cache_line;
  if ((uintptr_t)host_ptr % line)
    return CL_INVALID_HOST_PTR;
  return size % line ? CL_INVALID_BUFFER_SIZE : CL_SUCCESS;
}

static cl_int create_buffer(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags, size_t size,
                            void *host_ptr, cl_mem *out) {
  cl_int refused = weft_check_context(context);
  if (refused)
    return refused;
  struct weft_mem_properties asked;
  cl_int error = weft_read_mem_properties(context, properties, /*is_image=*/false, &asked);
  if (!error)
    error = weft_check_buffer_flags(weft_extensions_has("cl_intel_mem_force_host_memory")
                                        ? flags & ~(cl_mem_flags)CL_MEM_FORCE_HOST_MEMORY_INTEL
                                        : flags);
  if (!error)
    error = weft_check_external_flags(&asked, flags);
  if (!error)
    error = weft_check_immutable_source(flags);
  if (error)
    return error;
  if (size == 0 || !weft_any_device_allocates(context, size))
    return CL_INVALID_BUFFER_SIZE;
  /* CL_INVALID_HOST_PTR: given without a flag that uses it, or the other way round */
  bool wants_host_ptr = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
  if (wants_host_ptr != (host_ptr != NULL))
    return CL_INVALID_HOST_PTR;
  if (asked.external.kind != WEFT_EXTERNAL_NONE && size > weft_external_size(&asked.external))
    return CL_INVALID_BUFFER_SIZE;
  error = check_forced_host_memory(context, flags, size, host_ptr);
  if (error)
    return error;
  /* CL_INVALID_BUFFER_SIZE: more than clSVMAlloc gave at this address */
  struct weft_allocation_facts svm = {0};
  if (host_ptr)
    svm = weft_allocation_find(host_ptr);
  if (svm.context && svm.kind == WEFT_ALLOCATION_SVM && svm.start == host_ptr && size > svm.size)
    return CL_INVALID_BUFFER_SIZE;
  error = weft_buffer_create(context, properties, asked.size, flags, size, host_ptr, &asked.external, out);
  if (!error)
    (*out)->has_address = asked.has_address;
  return error;
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host_ptr,
                                               cl_int *errcode_ret) {
  cl_mem mem = NULL;
  cl_int error = create_buffer(context, NULL, flags, size, host_ptr, &mem);
  return weft_created(errcode_ret, error, mem);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
                                                             cl_mem_flags flags, size_t size, void *host_ptr,
                                                             cl_int *errcode_ret) {
  cl_mem mem = NULL;
  cl_int error = create_buffer(context, properties, flags, size, host_ptr, &mem);
  return weft_created(errcode_ret, error, mem);
}

static bool any_device_aligns(cl_context context, size_t origin) {
  for (cl_uint i = 0; i < context->num_devices; i++)
    if (origin % context->devices[i]->caps->mem_base_align == 0)
      return true;
  return false;
}

static cl_int create_sub_buffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *info,
                                cl_mem *out) {
  if (!weft_is_mem(buffer) || !weft_mem_is_buffer(buffer) || buffer->parent)
    return CL_INVALID_MEM_OBJECT;
  cl_int refused = weft_check_context(buffer->context);
  if (refused)
    return refused;
  cl_int error = weft_check_buffer_flags(flags & ~(cl_mem_flags)HOST_PTR_FLAGS);
  if (error)
    return error;
  if ((flags & HOST_PTR_FLAGS) || !weft_flags_narrow(buffer->flags, flags))
    return CL_INVALID_VALUE;
  if (type != CL_BUFFER_CREATE_TYPE_REGION || !info)
    return CL_INVALID_VALUE;
  const cl_buffer_region *region = info;
  if (region->size == 0)
    return CL_INVALID_BUFFER_SIZE;
  if (!weft_range_fits(region->origin, region->size, buffer->size))
    return CL_INVALID_VALUE;
  if (!any_device_aligns(buffer->context, region->origin))
    return CL_MISALIGNED_SUB_BUFFER_OFFSET;
  return weft_buffer_create_sub(buffer, flags, region->origin, region->size, out);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
                                                  cl_buffer_create_type buffer_create_type,
                                                  const void *buffer_create_info, cl_int *errcode_ret) {
  cl_mem mem = NULL;
  cl_int error = create_sub_buffer(buffer, flags, buffer_create_type, buffer_create_info, &mem);
  return weft_created(errcode_ret, error, mem);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainMemObject(cl_mem memobj) {
  if (!weft_is_mem(memobj))
    return CL_INVALID_MEM_OBJECT;
  weft_object_retain(&memobj->object);
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseMemObject(cl_mem memobj) {
  if (!weft_is_mem(memobj) || !weft_object_release(&memobj->object, NULL))
    return CL_INVALID_MEM_OBJECT;
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clSetMemObjectDestructorCallback(cl_mem memobj,
                                                                 void(CL_CALLBACK *pfn_notify)(cl_mem, void *),
                                                                 void *user_data) {
  if (!weft_is_mem(memobj))
    return CL_INVALID_MEM_OBJECT;
  if (!pfn_notify)
    return CL_INVALID_VALUE;
  return weft_mem_add_destructor(memobj, pfn_notify, user_data);
}

/* cl_ext_buffer_device_address: one for each device of the context; all devices see one memory. */
static cl_int put_addresses(const struct weft_info *out, cl_mem mem) {
  if (!weft_mem_is_buffer(mem) || !weft_mem_root(mem)->has_address)
    return CL_INVALID_OPERATION;
  cl_uint count = mem->context->num_devices;
  cl_mem_device_address_ext *addresses = weft_calloc(count, sizeof *addresses);
  if (!addresses)
    return CL_OUT_OF_HOST_MEMORY;
  struct weft_place place = weft_mem_place(mem);
  for (cl_uint i = 0; i < count; i++)
    addresses[i] = place.mem->device + place.offset;
  cl_int error = weft_info_array(out, addresses, count);
  weft_free(addresses);
  return error;
}

CL_API_ENTRY cl_int CL_API_CALL clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name, size_t param_value_size,
                                                   void *param_value, size_t *param_value_size_ret) {
  if (!weft_is_mem(memobj))
    return CL_INVALID_MEM_OBJECT;
  const struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  switch (param_name) {
  case CL_MEM_TYPE:
    return weft_info_put(&out, cl_mem_object_type, memobj->type);
  case CL_MEM_FLAGS:
    return weft_info_put(&out, cl_mem_flags, memobj->flags);
  case CL_MEM_SIZE:
    return weft_info_put(&out, size_t, memobj->size);
  case CL_MEM_HOST_PTR:
    return weft_info_bytes(&out, &memobj->host_ptr, sizeof memobj->host_ptr);
  case CL_MEM_MAP_COUNT:
    return weft_info_put(&out, cl_uint, weft_mem_map_count(memobj));
  case CL_MEM_REFERENCE_COUNT:
    return weft_info_put(&out, cl_uint, weft_object_count(&memobj->object));
  case CL_MEM_CONTEXT:
    return weft_info_put(&out, cl_context, memobj->context);
  case CL_MEM_ASSOCIATED_MEMOBJECT:
    return weft_info_put(&out, cl_mem, memobj->parent);
  case CL_MEM_OFFSET:
    return weft_info_put(&out, size_t, memobj->origin);
  case CL_MEM_USES_SVM_POINTER:
    return weft_info_put(&out, cl_bool, weft_mem_is_buffer(memobj) && weft_mem_root(memobj)->uses_svm);
  case CL_MEM_DEVICE_ADDRESS_EXT:
    return put_addresses(&out, memobj);
  case CL_MEM_PROPERTIES:
    return weft_info_bytes(&out, memobj->properties, memobj->properties_size);
  default:
    return CL_INVALID_VALUE;
  }
}
