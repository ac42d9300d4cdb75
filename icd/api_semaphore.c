/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_khr_semaphore, cl_khr_external_semaphore and its opaque_fd and sync_fd: OpenCL 3.1 section "Semaphores". */
#include "icd/info.h"
#include "icd/validate.h"
#include "runtime/extensions.h"
#include "runtime/semaphore.h"

#include <string.h>

/* What a list of properties says. */
struct asked {
  bool has_type;
  bool has_devices;
  cl_device_id device;
  bool has_exports, has_handle;
  struct weft_semaphore_source source;
  size_t size; /* bytes, terminator included */
};

/* The list of devices behind CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR: one of the context's. Moves `at` to its end. */
static cl_int read_device(cl_context context, const cl_semaphore_properties_khr **at, struct asked *asked) {
  const cl_semaphore_properties_khr *list = *at;
  asked->has_devices = true;
  for (; **at != CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR; (*at)++) {
    cl_device_id device = (cl_device_id)(uintptr_t)**at;
    if (*at != list || !weft_is_device(device) || !weft_context_has_device(context, device))
      return CL_INVALID_DEVICE;
    asked->device = device;
  }
  return asked->device ? CL_SUCCESS : CL_INVALID_DEVICE;
}

/* The list of types behind CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR: at most one. Sync files cannot be made by a process.
 * Moves `at` to its end. */
static cl_int read_exports(const cl_semaphore_properties_khr **at, struct asked *asked) {
  const cl_semaphore_properties_khr *list = *at;
  asked->has_exports = true;
  for (; **at != CL_SEMAPHORE_EXPORT_HANDLE_TYPES_LIST_END_KHR; (*at)++) {
    if (**at != CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR || !weft_extensions_has("cl_khr_external_semaphore_opaque_fd"))
      return CL_INVALID_PROPERTY;
    if (*at != list)
      return CL_INVALID_VALUE;
    asked->source.kind = WEFT_SEMAPHORE_EXPORTABLE;
  }
  return CL_SUCCESS;
}

/* The name of a property that imports a descriptor. */
static bool is_handle_type(cl_semaphore_properties_khr name) {
  return (name == CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR && weft_extensions_has("cl_khr_external_semaphore_opaque_fd")) ||
         (name == CL_SEMAPHORE_HANDLE_SYNC_FD_KHR && weft_extensions_has("cl_khr_external_semaphore_sync_fd"));
}

/* A value wide enough for what the application may have cast from int, with its sign or without. */
static bool read_fd(cl_semaphore_properties_khr value, int *fd) {
  *fd = (int)(cl_uint)value;
  return value <= UINT32_MAX || value == (cl_semaphore_properties_khr)(cl_long)*fd;
}

static cl_int read_handle(cl_semaphore_properties_khr name, cl_semaphore_properties_khr value, struct asked *asked) {
  asked->has_handle = true;
  if (!read_fd(value, &asked->source.fd))
    return CL_INVALID_PROPERTY;
  asked->source.kind = name == CL_SEMAPHORE_HANDLE_SYNC_FD_KHR ? WEFT_SEMAPHORE_SYNC_FILE : WEFT_SEMAPHORE_OPAQUE;
  return weft_semaphore_source_valid(&asked->source) ? CL_SUCCESS : CL_INVALID_PROPERTY;
}

/* CL_INVALID_PROPERTY: a name that is not known or comes twice, a value that is not valid, a second handle.
 * CL_INVALID_DEVICE. CL_INVALID_OPERATION: what is imported cannot be exported again. */
static cl_int read_properties(cl_context context, const cl_semaphore_properties_khr *list, struct asked *asked) {
  const cl_semaphore_properties_khr *at = list;
  *asked = (struct asked){0};
  while (*at) {
    cl_semaphore_properties_khr name = *at++;
    cl_int error = CL_SUCCESS;
    if (name == CL_SEMAPHORE_TYPE_KHR && !asked->has_type) {
      asked->has_type = true;
      error = *at == CL_SEMAPHORE_TYPE_BINARY_KHR ? CL_SUCCESS : CL_INVALID_PROPERTY;
    } else if (name == CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR && !asked->has_devices) {
      error = read_device(context, &at, asked);
    } else if (name == CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR && !asked->has_exports &&
               weft_extensions_has("cl_khr_external_semaphore")) {
      error = asked->has_handle ? CL_INVALID_OPERATION : read_exports(&at, asked);
    } else if (is_handle_type(name) && !asked->has_handle) {
      error = asked->has_exports ? CL_INVALID_OPERATION : read_handle(name, *at, asked);
    } else {
      error = CL_INVALID_PROPERTY;
    }
    if (error)
      return error;
    at++;
  }
  asked->size = (size_t)(at + 1 - list) * sizeof *list;
  return CL_SUCCESS;
}

/* A context of several different devices. */
static bool has_several_devices(cl_context context) {
  for (cl_uint i = 1; i < context->num_devices; i++)
    if (context->devices[i] != context->devices[0])
      return true;
  return false;
}

static cl_int create(cl_context context, const cl_semaphore_properties_khr *properties, cl_semaphore_khr *out) {
  struct asked asked;
  cl_int refused = weft_check_context(context);
  if (refused)
    return refused;
  if (!properties)
    return CL_INVALID_VALUE;
  cl_int error = read_properties(context, properties, &asked);
  if (error)
    return error;
  if (!asked.has_type)
    return CL_INVALID_VALUE;
  if (!asked.has_devices && has_several_devices(context))
    return CL_INVALID_PROPERTY;
  return weft_semaphore_create(context, asked.device, &asked.source, properties, asked.size, out);
}

CL_API_ENTRY cl_semaphore_khr CL_API_CALL clCreateSemaphoreWithPropertiesKHR(
    cl_context context, const cl_semaphore_properties_khr *sema_props, cl_int *errcode_ret) {
  cl_semaphore_khr semaphore = NULL;
  cl_int error = create(context, sema_props, &semaphore);
  return weft_created(errcode_ret, error, semaphore);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainSemaphoreKHR(cl_semaphore_khr sema_object) {
  if (!weft_is_semaphore(sema_object))
    return CL_INVALID_SEMAPHORE_KHR;
  weft_object_retain(&sema_object->object);
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseSemaphoreKHR(cl_semaphore_khr sema_object) {
  bool last, released;
  if (!weft_is_semaphore(sema_object))
    return CL_INVALID_SEMAPHORE_KHR;
  weft_object_ref(&sema_object->object);
  released = weft_object_release(&sema_object->object, &last);
  if (released && last)
    weft_semaphore_abandon(sema_object);
  weft_object_unref(&sema_object->object);
  return released ? CL_SUCCESS : CL_INVALID_SEMAPHORE_KHR;
}

CL_API_ENTRY cl_int CL_API_CALL clGetSemaphoreInfoKHR(cl_semaphore_khr sema_object, cl_semaphore_info_khr param_name,
                                                      size_t param_value_size, void *param_value,
                                                      size_t *param_value_size_ret) {
  const struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  if (!weft_is_semaphore(sema_object))
    return CL_INVALID_SEMAPHORE_KHR;
  switch (param_name) {
  case CL_SEMAPHORE_CONTEXT_KHR:
    return weft_info_put(&out, cl_context, sema_object->context);
  case CL_SEMAPHORE_REFERENCE_COUNT_KHR:
    return weft_info_put(&out, cl_uint, weft_object_count(&sema_object->object));
  case CL_SEMAPHORE_PROPERTIES_KHR:
    return weft_info_bytes(&out, sema_object->properties, sema_object->properties_size);
  case CL_SEMAPHORE_TYPE_KHR:
    return weft_info_put(&out, cl_semaphore_type_khr, CL_SEMAPHORE_TYPE_BINARY_KHR);
  case CL_SEMAPHORE_PAYLOAD_KHR:
    return weft_info_put(&out, cl_semaphore_payload_khr, weft_semaphore_payload(sema_object));
  case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR:
    if (sema_object->device)
      return weft_info_put(&out, cl_device_id, sema_object->device);
    return weft_info_array(&out, sema_object->context->devices, sema_object->context->num_devices);
  case CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
    return weft_info_bytes(&out, &(const cl_external_semaphore_handle_type_khr){CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR},
                           sema_object->is_exportable ? sizeof(cl_external_semaphore_handle_type_khr) : 0);
  case CL_SEMAPHORE_EXPORTABLE_KHR:
    return weft_info_put(&out, cl_bool, sema_object->is_exportable ? CL_TRUE : CL_FALSE);
  default:
    return CL_INVALID_VALUE;
  }
}

CL_API_ENTRY cl_int CL_API_CALL clGetSemaphoreHandleForTypeKHR(cl_semaphore_khr sema_object, cl_device_id device,
                                                               cl_external_semaphore_handle_type_khr handle_type,
                                                               size_t handle_size, void *handle_ptr,
                                                               size_t *handle_size_ret) {
  int fd;
  if (!weft_is_semaphore(sema_object))
    return CL_INVALID_SEMAPHORE_KHR;
  if (!weft_is_device(device) || !weft_context_has_device(sema_object->context, device) ||
      (sema_object->device && sema_object->device != device))
    return CL_INVALID_DEVICE;
  if (!sema_object->is_exportable || handle_type != CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR)
    return CL_INVALID_VALUE;
  if (handle_ptr && handle_size < sizeof fd)
    return CL_INVALID_VALUE;
  if (handle_ptr) {
    cl_int error = weft_semaphore_export(sema_object, &fd);
    if (error)
      return error;
    memcpy(handle_ptr, &fd, sizeof fd);
  }
  if (handle_size_ret)
    *handle_size_ret = sizeof fd;
  return CL_SUCCESS;
}

/* No property is defined. */
CL_API_ENTRY cl_int CL_API_CALL clReImportSemaphoreSyncFdKHR(cl_semaphore_khr sema_object,
                                                             cl_semaphore_reimport_properties_khr *reimport_props,
                                                             int fd) {
  const struct weft_semaphore_source source = {WEFT_SEMAPHORE_SYNC_FILE, fd};
  if (!weft_is_semaphore(sema_object) || !sema_object->takes_sync_files)
    return CL_INVALID_SEMAPHORE_KHR;
  if ((reimport_props && *reimport_props) || !weft_semaphore_source_valid(&source))
    return CL_INVALID_VALUE;
  return weft_semaphore_reimport(sema_object, fd);
}

/* Payloads are not looked at: no type of semaphore that there is needs one. */
static cl_int check_enqueue(cl_command_queue queue, cl_uint count, const cl_semaphore_khr *semaphores,
                            cl_uint num_waits, const cl_event *waits) {
  cl_int refused = weft_check_queue(queue);
  if (refused)
    return refused;
  if (count == 0 || !semaphores)
    return CL_INVALID_VALUE;
  for (cl_uint i = 0; i < count; i++)
    if (!weft_is_semaphore(semaphores[i]))
      return CL_INVALID_SEMAPHORE_KHR;
  for (cl_uint i = 0; i < count; i++)
    if (semaphores[i]->context != queue->context)
      return CL_INVALID_CONTEXT;
  for (cl_uint i = 0; i < count; i++)
    if (semaphores[i]->device && semaphores[i]->device != queue->device)
      return CL_INVALID_COMMAND_QUEUE;
  cl_int error = weft_check_wait_list(queue->context, num_waits, waits);
  return error ? error : weft_check_wait_status(num_waits, waits);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWaitSemaphoresKHR(cl_command_queue command_queue, cl_uint num_sema_objects,
                                                           const cl_semaphore_khr *sema_objects,
                                                           const cl_semaphore_payload_khr *sema_payload_list,
                                                           cl_uint num_events_in_wait_list,
                                                           const cl_event *event_wait_list, cl_event *event) {
  cl_int error = check_enqueue(command_queue, num_sema_objects, sema_objects, num_events_in_wait_list, event_wait_list);
  if (error)
    return error;
  return weft_semaphore_enqueue_wait(command_queue, num_sema_objects, sema_objects, num_events_in_wait_list,
                                     event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSignalSemaphoresKHR(cl_command_queue command_queue, cl_uint num_sema_objects,
                                                             const cl_semaphore_khr *sema_objects,
                                                             const cl_semaphore_payload_khr *sema_payload_list,
                                                             cl_uint num_events_in_wait_list,
                                                             const cl_event *event_wait_list, cl_event *event) {
  cl_int error = check_enqueue(command_queue, num_sema_objects, sema_objects, num_events_in_wait_list, event_wait_list);
  if (error)
    return error;
  return weft_semaphore_enqueue_signal(command_queue, num_sema_objects, sema_objects, num_events_in_wait_list,
                                       event_wait_list, event);
}
