/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_khr_external_memory: acquiring and releasing. Properties of buffers and images are in mem_properties.c. */
#include "icd/validate.h"
#include "runtime/external_memory.h"
#include "runtime/queue.h"

static cl_int enqueue(cl_command_queue queue, cl_command_type type, cl_uint count, const cl_mem *mems,
                      cl_uint num_waits, const cl_event *waits, cl_event *event) {
  cl_int refused = weft_check_queue(queue);
  if (refused)
    return refused;
  if ((count == 0) != (mems == NULL))
    return CL_INVALID_VALUE;
  for (cl_uint i = 0; i < count; i++)
    if (!weft_is_mem(mems[i]) || !weft_mem_is_external(mems[i]))
      return CL_INVALID_MEM_OBJECT;
  /* Those of another context, which has not the queue's device, or has it for another context. */
  for (cl_uint i = 0; i < count; i++)
    if (mems[i]->context != queue->context || !weft_external_serves(mems[i], queue->device))
      return CL_INVALID_COMMAND_QUEUE;
  cl_int error = weft_check_wait_list(queue->context, num_waits, waits);
  if (!error)
    error = weft_check_wait_status(num_waits, waits);
  return error ? error : weft_external_enqueue(queue, type, count, mems, num_waits, waits, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueAcquireExternalMemObjectsKHR(
    cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list,
    const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR, num_mem_objects, mem_objects,
                 num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReleaseExternalMemObjectsKHR(
    cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list,
    const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR, num_mem_objects, mem_objects,
                 num_events_in_wait_list, event_wait_list, event);
}
