/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "icd/mem_properties.h"

#include "icd/cl_newer.h"
#include "icd/validate.h"
#include "runtime/extensions.h"

/* The kind of handle that a name stands for. */
static int handle_kind(cl_mem_properties name) {
  if (name == CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR && weft_extensions_has("cl_khr_external_memory_opaque_fd"))
    return WEFT_EXTERNAL_OPAQUE;
  if (name == CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR && weft_extensions_has("cl_khr_external_memory_dma_buf"))
    return WEFT_EXTERNAL_DMA_BUF;
  return WEFT_EXTERNAL_NONE;
}

/* A list of devices of the context, not empty. Moves `at` to its end. */
static cl_int read_devices(cl_context context, const cl_mem_properties **at) {
  if (**at == CL_MEM_DEVICE_HANDLE_LIST_END_KHR)
    return CL_INVALID_DEVICE;
  for (; **at != CL_MEM_DEVICE_HANDLE_LIST_END_KHR; (*at)++) {
    cl_device_id device = (cl_device_id)(uintptr_t)**at;
    if (!weft_is_device(device) || !weft_context_has_device(context, device))
      return CL_INVALID_DEVICE;
  }
  return CL_SUCCESS;
}

/* The application may have cast its int with the sign or without. */
static cl_int read_handle(int kind, cl_mem_properties value, struct weft_external *external) {
  external->kind = kind;
  external->fd = (int)(cl_uint)value;
  return value <= INT32_MAX && weft_external_valid(external) ? CL_SUCCESS : CL_INVALID_PROPERTY;
}

cl_int weft_read_mem_properties(cl_context context, const cl_mem_properties *list, bool is_image,
                                struct weft_mem_properties *out) {
  const cl_mem_properties *at = list;
  bool has_devices = false, tells_address = false;
  *out = (struct weft_mem_properties){0};
  while (at && *at) {
    cl_mem_properties name = *at++;
    int kind = handle_kind(name);
    cl_int error = CL_SUCCESS;
    if (kind != WEFT_EXTERNAL_NONE && out->external.kind == WEFT_EXTERNAL_NONE) {
      error = read_handle(kind, *at, &out->external);
    } else if (name == CL_MEM_DEVICE_HANDLE_LIST_KHR && !has_devices && weft_extensions_has("cl_khr_external_memory")) {
      has_devices = true;
      error = read_devices(context, &at);
    } else if (name == CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT && !tells_address && !is_image &&
               (*at == CL_TRUE || *at == CL_FALSE) && weft_extensions_has("cl_ext_buffer_device_address")) {
      tells_address = true;
      out->has_address = *at;
    } else {
      error = CL_INVALID_PROPERTY;
    }
    if (error)
      return error;
    at++;
  }
  if (has_devices && out->external.kind == WEFT_EXTERNAL_NONE)
    return CL_INVALID_PROPERTY;
  out->size = list ? (size_t)(at + 1 - list) * sizeof *list : 0;
  return CL_SUCCESS;
}

cl_int weft_check_external_flags(const struct weft_mem_properties *properties, cl_mem_flags flags) {
  bool of_host = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR);
  return of_host && properties->external.kind != WEFT_EXTERNAL_NONE ? CL_INVALID_VALUE : CL_SUCCESS;
}
