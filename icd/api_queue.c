/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL 3.0 section 5.1: command-queues; 5.13 (flush and finish), markers and barriers of 5.12. */
#include "icd/info.h"
#include "icd/validate.h"
#include "runtime/command.h"
#include "runtime/device_enqueue.h"
#include "runtime/extensions.h"
#include "runtime/queue.h"

#define HOST_PROPERTIES (CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE)
#define DEVICE_PROPERTIES (CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT)

/* CL_INVALID_VALUE: not valid anywhere. CL_INVALID_QUEUE_PROPERTIES: valid, but no device of ours has it. */
static cl_int check_properties(cl_command_queue_properties properties) {
  if (properties & ~(cl_command_queue_properties)(HOST_PROPERTIES | DEVICE_PROPERTIES))
    return CL_INVALID_VALUE;
  if (!(properties & DEVICE_PROPERTIES))
    return CL_SUCCESS;
  /* A queue on a device is out of order, and the default one is on the device. */
  if (!(properties & CL_QUEUE_ON_DEVICE) || !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
    return CL_INVALID_VALUE;
  return weft_extensions_has("__opencl_c_device_enqueue") ? CL_SUCCESS : CL_INVALID_QUEUE_PROPERTIES;
}

static cl_int check_context_device(cl_context context, cl_device_id device) {
  cl_int refused = weft_check_context(context);
  if (refused)
    return refused;
  if (!weft_is_device(device) || !weft_context_has_device(context, device))
    return CL_INVALID_DEVICE;
  return CL_SUCCESS;
}

CL_API_ENTRY cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                               cl_command_queue_properties properties,
                                                               cl_int *errcode_ret) {
  cl_command_queue queue = NULL;
  cl_int error = check_context_device(context, device);
  if (!error)
    error = properties & DEVICE_PROPERTIES ? CL_INVALID_VALUE : check_properties(properties);
  if (!error)
    error = weft_queue_create(context, device, properties, NULL, 0, &queue);
  return weft_created(errcode_ret, error, queue);
}

/* What a list of properties says. */
struct asked {
  cl_command_queue_properties bits;
  cl_uint device_size;
  signed char priority, throttle; /* enum weft_hint */
  size_t size;                    /* of the list in bytes, terminator included */
};

/* CL_QUEUE_PRIORITY_KHR and CL_QUEUE_THROTTLE_KHR have the same three values. False: none of them. */
static bool read_hint(cl_queue_properties value, signed char *hint) {
  _Static_assert(CL_QUEUE_PRIORITY_HIGH_KHR == CL_QUEUE_THROTTLE_HIGH_KHR &&
                     CL_QUEUE_PRIORITY_MED_KHR == CL_QUEUE_THROTTLE_MED_KHR &&
                     CL_QUEUE_PRIORITY_LOW_KHR == CL_QUEUE_THROTTLE_LOW_KHR,
                 "both kinds of hints can be read alike");
  *hint = value == CL_QUEUE_PRIORITY_HIGH_KHR  ? WEFT_HINT_HIGH
          : value == CL_QUEUE_PRIORITY_LOW_KHR ? WEFT_HINT_LOW
                                               : WEFT_HINT_MEDIUM;
  return *hint != WEFT_HINT_MEDIUM || value == CL_QUEUE_PRIORITY_MED_KHR;
}

static cl_int check_property_list(const cl_queue_properties *list, struct asked *asked) {
  bool has_properties = false, has_size = false, has_priority = false, has_throttle = false;
  size_t i = 0;
  *asked = (struct asked){.device_size = WEFT_DEVICE_QUEUE_PREFERRED_SIZE};
  if (!list)
    return CL_SUCCESS;
  for (; list[i]; i += 2) {
    cl_queue_properties value = list[i + 1];
    if (list[i] == CL_QUEUE_PROPERTIES && !has_properties) {
      has_properties = true;
      asked->bits = value;
    } else if (list[i] == CL_QUEUE_SIZE && !has_size) {
      has_size = true;
      if (value > WEFT_DEVICE_QUEUE_MAX_SIZE)
        return CL_INVALID_QUEUE_PROPERTIES;
      asked->device_size = (cl_uint)value;
    } else if (list[i] == CL_QUEUE_PRIORITY_KHR && !has_priority && weft_extensions_has("cl_khr_priority_hints")) {
      has_priority = true;
      if (!read_hint(value, &asked->priority))
        return CL_INVALID_VALUE;
    } else if (list[i] == CL_QUEUE_THROTTLE_KHR && !has_throttle && weft_extensions_has("cl_khr_throttle_hints")) {
      has_throttle = true;
      if (!read_hint(value, &asked->throttle))
        return CL_INVALID_VALUE;
    } else {
      return CL_INVALID_VALUE;
    }
  }
  if (has_size && !(asked->bits & CL_QUEUE_ON_DEVICE))
    return CL_INVALID_VALUE;
  asked->size = (i + 1) * sizeof *list;
  cl_int error = check_properties(asked->bits);
  /* Hints are for queues of the host: what a kernel enqueues has its parent's. */
  if (!error && (has_priority || has_throttle) && (asked->bits & CL_QUEUE_ON_DEVICE))
    error = CL_INVALID_QUEUE_PROPERTIES;
  return error;
}

CL_API_ENTRY cl_command_queue CL_API_CALL clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                                             const cl_queue_properties *properties,
                                                                             cl_int *errcode_ret) {
  cl_command_queue queue = NULL;
  struct asked asked;
  cl_int error = check_context_device(context, device);
  if (!error)
    error = check_property_list(properties, &asked);
  /* There is one default queue on a device: whoever asks for it again gets it again. */
  if (!error && (asked.bits & CL_QUEUE_ON_DEVICE_DEFAULT) && (queue = weft_context_default_queue(context, device))) {
    weft_object_retain(&queue->object);
    weft_object_unref(&queue->object);
    return weft_created(errcode_ret, CL_SUCCESS, queue);
  }
  if (!error)
    error = weft_queue_create(context, device, asked.bits, properties, asked.size, &queue);
  if (!error) {
    queue->device_size = asked.bits & CL_QUEUE_ON_DEVICE ? asked.device_size : 0;
    queue->priority = asked.priority;
    queue->throttle = asked.throttle;
  }
  if (!error && (asked.bits & CL_QUEUE_ON_DEVICE_DEFAULT))
    weft_context_set_default_queue(context, device, queue);
  return weft_created(errcode_ret, error, queue);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue command_queue) {
  if (!weft_is_queue(command_queue))
    return CL_INVALID_COMMAND_QUEUE;
  weft_object_retain(&command_queue->object);
  return CL_SUCCESS;
}

/* Commands were submitted when they became ready: the implicit flush has nothing to do. */
CL_API_ENTRY cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue command_queue) {
  if (!weft_is_queue(command_queue))
    return CL_INVALID_COMMAND_QUEUE;
  return weft_object_release(&command_queue->object, NULL) ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}

CL_API_ENTRY cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue command_queue, cl_command_queue_info param_name,
                                                      size_t param_value_size, void *param_value,
                                                      size_t *param_value_size_ret) {
  const struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  if (!weft_is_queue(command_queue))
    return CL_INVALID_COMMAND_QUEUE;
  switch (param_name) {
  case CL_QUEUE_CONTEXT:
    return weft_info_put(&out, cl_context, command_queue->context);
  case CL_QUEUE_DEVICE:
    return weft_info_put(&out, cl_device_id, command_queue->device);
  case CL_QUEUE_REFERENCE_COUNT:
    return weft_info_put(&out, cl_uint, weft_object_count(&command_queue->object));
  case CL_QUEUE_PROPERTIES:
    return weft_info_put(&out, cl_command_queue_properties, atomic_load(&command_queue->properties));
  case CL_QUEUE_PROPERTIES_ARRAY:
    return weft_info_bytes(&out, command_queue->property_list, command_queue->property_list_size);
  case CL_QUEUE_DEVICE_DEFAULT: {
    cl_command_queue queue = weft_context_default_queue(command_queue->context, command_queue->device);
    cl_int error = weft_info_put(&out, cl_command_queue, queue);
    WEFT_UNREF(&queue);
    return error;
  }
  case CL_QUEUE_SIZE: /* CL_INVALID_COMMAND_QUEUE: not a queue on a device */
    return weft_queue_on_device(command_queue) ? weft_info_put(&out, cl_uint, command_queue->device_size)
                                               : CL_INVALID_COMMAND_QUEUE;
  default:
    return CL_INVALID_VALUE;
  }
}

CL_API_ENTRY cl_int CL_API_CALL clSetCommandQueueProperty(cl_command_queue command_queue,
                                                          cl_command_queue_properties properties, cl_bool enable,
                                                          cl_command_queue_properties *old_properties) {
  if (!weft_is_host_queue(command_queue))
    return CL_INVALID_COMMAND_QUEUE;
  if (properties & ~(cl_command_queue_properties)HOST_PROPERTIES)
    return CL_INVALID_VALUE;
  /* The order changes only once nothing is in flight (OpenCL 1.0 section 5.1). */
  if (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) {
    cl_int error = weft_queue_finish(command_queue);
    if (error)
      return error;
  }
  unsigned long old = enable ? atomic_fetch_or(&command_queue->properties, (unsigned long)properties)
                             : atomic_fetch_and(&command_queue->properties, ~(unsigned long)properties);
  if (old_properties)
    *old_properties = old;
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device,
                                                               cl_command_queue command_queue) {
  cl_int error = check_context_device(context, device);
  if (error)
    return error;
  if (!weft_extensions_has("__opencl_c_device_enqueue"))
    return CL_INVALID_OPERATION;
  if (!weft_is_queue(command_queue) || !weft_queue_on_device(command_queue) || command_queue->context != context ||
      command_queue->device != device)
    return CL_INVALID_COMMAND_QUEUE;
  weft_context_set_default_queue(context, device, command_queue);
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clFlush(cl_command_queue command_queue) {
  return weft_check_queue(command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL clFinish(cl_command_queue command_queue) {
  cl_int refused = weft_check_queue(command_queue);
  if (refused)
    return refused;
  return weft_queue_finish(command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue command_queue,
                                                            cl_uint num_events_in_wait_list,
                                                            const cl_event *event_wait_list, cl_event *event) {
  cl_int error = weft_check_enqueue(command_queue, num_events_in_wait_list, event_wait_list);
  if (error)
    return error;
  return weft_command_enqueue_marker(command_queue, CL_COMMAND_MARKER, false, num_events_in_wait_list, event_wait_list,
                                     event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue command_queue,
                                                             cl_uint num_events_in_wait_list,
                                                             const cl_event *event_wait_list, cl_event *event) {
  cl_int error = weft_check_enqueue(command_queue, num_events_in_wait_list, event_wait_list);
  if (error)
    return error;
  return weft_command_enqueue_marker(command_queue, CL_COMMAND_BARRIER, true, num_events_in_wait_list, event_wait_list,
                                     event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMarker(cl_command_queue command_queue, cl_event *event) {
  cl_int refused = weft_check_queue(command_queue);
  if (refused)
    return refused;
  if (!event)
    return CL_INVALID_VALUE;
  return weft_command_enqueue_marker(command_queue, CL_COMMAND_MARKER, false, 0, NULL, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueBarrier(cl_command_queue command_queue) {
  cl_int refused = weft_check_queue(command_queue);
  if (refused)
    return refused;
  return weft_command_enqueue_marker(command_queue, CL_COMMAND_BARRIER, true, 0, NULL, NULL);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events,
                                                       const cl_event *event_list) {
  cl_int refused = weft_check_queue(command_queue);
  if (refused)
    return refused;
  if (num_events == 0 || !event_list)
    return CL_INVALID_VALUE;
  cl_int error = weft_check_wait_list(command_queue->context, num_events, event_list);
  if (error)
    return error == CL_INVALID_EVENT_WAIT_LIST ? CL_INVALID_EVENT : error;
  return weft_command_enqueue_marker(command_queue, CL_COMMAND_BARRIER, true, num_events, event_list, NULL);
}
