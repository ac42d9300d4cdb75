/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_khr_command_buffer and cl_khr_command_buffer_multi_device: the buffers; what is recorded is in api_record.c. */
#include "icd/cl_command_buffer.h"
#include "icd/info.h"
#include "icd/properties.h"
#include "icd/validate.h"
#include "runtime/command_buffer.h"
#include "runtime/extensions.h"

/* Host queues, of one context: CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT, CL_CONTEXT_TERMINATED_KHR. */
static cl_int check_queues(cl_uint num_queues, const cl_command_queue *queues, cl_context context) {
  for (cl_uint i = 0; i < num_queues; i++)
    if (!weft_is_host_queue(queues[i]))
      return CL_INVALID_COMMAND_QUEUE;
  for (cl_uint i = 0; i < num_queues; i++)
    if (queues[i]->context != (context ? context : queues[0]->context))
      return CL_INVALID_CONTEXT;
  return weft_check_context(queues[0]->context);
}

static cl_int parse(const cl_properties *list, struct weft_command_buffer_options *out) {
  const cl_properties flags_known =
      CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_MUTABLE_KHR | CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR;
  cl_properties flags = 0, asserts = 0;
  const struct weft_property known[] = {
      {CL_COMMAND_BUFFER_FLAGS_KHR, flags_known, &flags},
      {CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR, CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR,
       &asserts},
  };
  if (!weft_properties_parse(list, known, sizeof(known) / sizeof(*known), &out->list_size))
    return CL_INVALID_VALUE;
  out->list = list;
  out->is_mutable = flags & CL_COMMAND_BUFFER_MUTABLE_KHR;
  out->asserts_no_groups = asserts != 0;
  return CL_SUCCESS;
}

CL_API_ENTRY cl_command_buffer_khr CL_API_CALL
weft_clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue *queues,
                              const cl_command_buffer_properties_khr *properties, cl_int *errcode_ret) {
  cl_command_buffer_khr buffer = NULL;
  struct weft_command_buffer_options options = {0};
  cl_uint most = weft_extensions_has("cl_khr_command_buffer_multi_device") ? CL_UINT_MAX : 1;
  cl_int error = num_queues && num_queues <= most && queues ? check_queues(num_queues, queues, NULL) : CL_INVALID_VALUE;
  if (!error)
    error = parse(properties, &options);
  if (!error)
    error = weft_command_buffer_create(num_queues, queues, &options, &buffer);
  return weft_created(errcode_ret, error, buffer);
}

CL_API_ENTRY cl_int CL_API_CALL weft_clRetainCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  if (!weft_is_command_buffer(command_buffer))
    return CL_INVALID_COMMAND_BUFFER_KHR;
  weft_object_retain(&command_buffer->object);
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL weft_clReleaseCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return weft_is_command_buffer(command_buffer) && weft_object_release(&command_buffer->object, NULL)
             ? CL_SUCCESS
             : CL_INVALID_COMMAND_BUFFER_KHR;
}

CL_API_ENTRY cl_int CL_API_CALL weft_clFinalizeCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  if (!weft_is_command_buffer(command_buffer))
    return CL_INVALID_COMMAND_BUFFER_KHR;
  if (command_buffer->state != WEFT_RECORDING)
    return CL_INVALID_OPERATION;
  return weft_command_buffer_finalize(command_buffer);
}

/* Each stands in for one that the buffer was created with: CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT,
 * CL_INVALID_DEVICE, CL_INCOMPATIBLE_COMMAND_QUEUE_KHR. */
static cl_int check_substitutes(cl_command_buffer_khr buffer, const cl_command_queue *queues) {
  cl_int error = check_queues(buffer->num_queues, queues, buffer->context);
  for (cl_uint i = 0; i < buffer->num_queues && !error; i++)
    if (queues[i]->device != buffer->queues[i]->device)
      error = CL_INVALID_DEVICE;
  /* Host queues have no properties but those that are supported, and none is required. */
  return error;
}

CL_API_ENTRY cl_int CL_API_CALL weft_clEnqueueCommandBufferKHR(cl_uint num_queues, cl_command_queue *queues,
                                                               cl_command_buffer_khr command_buffer,
                                                               cl_uint num_events_in_wait_list,
                                                               const cl_event *event_wait_list, cl_event *event) {
  if (!weft_is_command_buffer(command_buffer))
    return CL_INVALID_COMMAND_BUFFER_KHR;
  if (command_buffer->state != WEFT_EXECUTABLE)
    return CL_INVALID_OPERATION;
  if ((num_queues == 0) != (queues == NULL) || (num_queues && num_queues != command_buffer->num_queues))
    return CL_INVALID_VALUE;
  cl_int error = queues ? check_substitutes(command_buffer, queues) : weft_check_context(command_buffer->context);
  if (!error)
    error = weft_check_wait_list(command_buffer->context, num_events_in_wait_list, event_wait_list);
  return error ? error
               : weft_command_buffer_enqueue(command_buffer, queues, num_events_in_wait_list, event_wait_list, event);
}

static cl_int check_handles(cl_command_buffer_khr buffer, cl_uint count, const cl_mutable_command_khr *handles,
                            const cl_mutable_command_khr *handles_ret) {
  if ((count != 0) != (handles != NULL) || (count != 0) != (handles_ret != NULL))
    return CL_INVALID_VALUE;
  for (cl_uint i = 0; i < count; i++)
    if (!weft_is_mutable_command(handles[i]) || handles[i]->buffer != buffer)
      return CL_INVALID_VALUE;
  return CL_SUCCESS;
}

CL_API_ENTRY cl_command_buffer_khr CL_API_CALL
weft_clRemapCommandBufferKHR(cl_command_buffer_khr command_buffer, cl_bool automatic, cl_uint num_queues,
                             const cl_command_queue *queues, cl_uint num_handles, const cl_mutable_command_khr *handles,
                             cl_mutable_command_khr *handles_ret, cl_int *errcode_ret) {
  cl_command_buffer_khr copy = NULL;
  if (!weft_is_command_buffer(command_buffer))
    return weft_created(errcode_ret, CL_INVALID_COMMAND_BUFFER_KHR, copy);
  if (!num_queues || !queues || (!automatic && num_queues != command_buffer->num_queues))
    return weft_created(errcode_ret, CL_INVALID_VALUE, copy);
  cl_int error = check_handles(command_buffer, num_handles, handles, handles_ret);
  if (!error)
    error = check_queues(num_queues, queues, command_buffer->context);
  if (!error)
    error = weft_command_buffer_remap(command_buffer, automatic, num_queues, queues, num_handles, handles, handles_ret,
                                      &copy);
  return weft_created(errcode_ret, error, copy);
}

static cl_command_buffer_state_khr state_of(cl_command_buffer_khr buffer) {
  switch (buffer->state) {
  case WEFT_RECORDING:
    return CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
  case WEFT_FINALIZED:
    return CL_COMMAND_BUFFER_STATE_FINALIZED_KHR;
  default:
    return CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR;
  }
}

CL_API_ENTRY cl_int CL_API_CALL weft_clGetCommandBufferInfoKHR(cl_command_buffer_khr command_buffer,
                                                               cl_command_buffer_info_khr param_name,
                                                               size_t param_value_size, void *param_value,
                                                               size_t *param_value_size_ret) {
  const struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  if (!weft_is_command_buffer(command_buffer))
    return CL_INVALID_COMMAND_BUFFER_KHR;
  switch (param_name) {
  case CL_COMMAND_BUFFER_NUM_QUEUES_KHR:
    return weft_info_put(&out, cl_uint, command_buffer->num_queues);
  case CL_COMMAND_BUFFER_QUEUES_KHR:
    return weft_info_array(&out, command_buffer->queues, command_buffer->num_queues);
  case CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR:
    return weft_info_put(&out, cl_uint, weft_object_count(&command_buffer->object));
  case CL_COMMAND_BUFFER_STATE_KHR:
    return weft_info_put(&out, cl_command_buffer_state_khr, state_of(command_buffer));
  case CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR:
    return weft_info_bytes(&out, command_buffer->property_list, command_buffer->property_list_size);
  case CL_COMMAND_BUFFER_CONTEXT_KHR:
    return weft_info_put(&out, cl_context, command_buffer->context);
  default:
    return CL_INVALID_VALUE;
  }
}
