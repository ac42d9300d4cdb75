/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL 3.0 sections 5.11 (event objects) and 5.14 (profiling). */
#include "icd/info.h"
#include "icd/validate.h"
#include "runtime/event.h"

CL_API_ENTRY cl_event CL_API_CALL clCreateUserEvent(cl_context context, cl_int *errcode_ret) {
  cl_event event = NULL;
  cl_int error = weft_check_context(context);
  if (!error)
    error = weft_event_create_user(context, &event);
  return weft_created(errcode_ret, error, event);
}

CL_API_ENTRY cl_int CL_API_CALL clSetUserEventStatus(cl_event event, cl_int execution_status) {
  if (!weft_is_event(event) || event->is_command)
    return CL_INVALID_EVENT;
  if (execution_status > CL_COMPLETE)
    return CL_INVALID_VALUE;
  return weft_event_set_user_status(event, execution_status) ? CL_SUCCESS : CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL clWaitForEvents(cl_uint num_events, const cl_event *event_list) {
  cl_int result = CL_SUCCESS;
  if (num_events == 0 || !event_list)
    return CL_INVALID_VALUE;
  for (cl_uint i = 0; i < num_events; i++)
    if (!weft_is_event(event_list[i]))
      return CL_INVALID_EVENT;
  for (cl_uint i = 1; i < num_events; i++)
    if (event_list[i]->context != event_list[0]->context)
      return CL_INVALID_CONTEXT;
  /* All are waited for, also behind one that failed. */
  for (cl_uint i = 0; i < num_events; i++)
    if (weft_event_wait(event_list[i]) < 0)
      result = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  return result;
}

CL_API_ENTRY cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size,
                                               void *param_value, size_t *param_value_size_ret) {
  const struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  if (!weft_is_event(event))
    return CL_INVALID_EVENT;
  switch (param_name) {
  case CL_EVENT_COMMAND_QUEUE:
    return weft_info_put(&out, cl_command_queue, event->on_several ? NULL : event->queue);
  case CL_EVENT_CONTEXT:
    return weft_info_put(&out, cl_context, event->context);
  case CL_EVENT_COMMAND_TYPE:
    return weft_info_put(&out, cl_command_type, event->type);
  case CL_EVENT_COMMAND_EXECUTION_STATUS:
    return weft_info_put(&out, cl_int, weft_event_status(event));
  case CL_EVENT_REFERENCE_COUNT:
    return weft_info_put(&out, cl_uint, weft_object_count(&event->object));
  default:
    return CL_INVALID_VALUE;
  }
}

CL_API_ENTRY cl_int CL_API_CALL clRetainEvent(cl_event event) {
  if (!weft_is_event(event))
    return CL_INVALID_EVENT;
  weft_object_retain(&event->object);
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseEvent(cl_event event) {
  bool last, released;
  if (!weft_is_event(event))
    return CL_INVALID_EVENT;
  if (event->is_command)
    return weft_object_release(&event->object, NULL) ? CL_SUCCESS : CL_INVALID_EVENT;
  /* Nobody can set a user event that nobody has: those who wait for it learn so. */
  weft_object_ref(&event->object);
  released = weft_object_release(&event->object, &last);
  if (released && last)
    weft_event_abandon_user(event);
  weft_object_unref(&event->object);
  return released ? CL_SUCCESS : CL_INVALID_EVENT;
}

CL_API_ENTRY cl_int CL_API_CALL clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
                                                   void(CL_CALLBACK *pfn_notify)(cl_event, cl_int, void *),
                                                   void *user_data) {
  if (!weft_is_event(event))
    return CL_INVALID_EVENT;
  if (!pfn_notify || command_exec_callback_type < CL_COMPLETE || command_exec_callback_type > CL_SUBMITTED)
    return CL_INVALID_VALUE;
  return weft_event_add_callback(event, command_exec_callback_type, pfn_notify, user_data);
}

CL_API_ENTRY cl_int CL_API_CALL clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name,
                                                        size_t param_value_size, void *param_value,
                                                        size_t *param_value_size_ret) {
  const struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  if (!weft_is_event(event))
    return CL_INVALID_EVENT;
  if (param_name < CL_PROFILING_COMMAND_QUEUED || param_name > CL_PROFILING_COMMAND_COMPLETE)
    return CL_INVALID_VALUE;
  if (!event->profiled || weft_event_status(event) != CL_COMPLETE)
    return CL_PROFILING_INFO_NOT_AVAILABLE;
  switch (param_name) {
  case CL_PROFILING_COMMAND_QUEUED:
    return weft_info_put(&out, cl_ulong, event->queued_ns);
  case CL_PROFILING_COMMAND_SUBMIT:
    return weft_info_put(&out, cl_ulong, event->submit_ns);
  case CL_PROFILING_COMMAND_START:
    return weft_info_put(&out, cl_ulong, event->start_ns);
  case CL_PROFILING_COMMAND_COMPLETE:
    return weft_info_put(&out, cl_ulong, event->complete_ns);
  default: /* END */
    return weft_info_put(&out, cl_ulong, event->end_ns);
  }
}
