/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_khr_semaphore: OpenCL 3.1 section "Semaphores". */
#include "icd/info.h"
#include "icd/validate.h"
#include "runtime/extensions.h"
#include "runtime/semaphore.h"

/* What a list of properties says. */
struct asked {
  bool has_type;
  bool has_devices;
  cl_device_id device;
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

/* CL_INVALID_PROPERTY: a name that is not known or comes twice, a value that is not valid. CL_INVALID_DEVICE. */
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
  if (!weft_is_context(context))
    return CL_INVALID_CONTEXT;
  if (!properties)
    return CL_INVALID_VALUE;
  cl_int error = read_properties(context, properties, &asked);
  if (error)
    return error;
  if (!asked.has_type)
    return CL_INVALID_VALUE;
  if (!asked.has_devices && has_several_devices(context))
    return CL_INVALID_PROPERTY;
  return weft_semaphore_create(context, asked.device, properties, asked.size, out);
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
  default:
    return CL_INVALID_VALUE;
  }
}

/* Payloads are not looked at: no type of semaphore that there is needs one. */
static cl_int check_enqueue(cl_command_queue queue, cl_uint count, const cl_semaphore_khr *semaphores,
                            cl_uint num_waits, const cl_event *waits) {
  if (!weft_is_host_queue(queue))
    return CL_INVALID_COMMAND_QUEUE;
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
