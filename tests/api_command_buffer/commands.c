/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tests/api_command_buffer/commands.h"

#include "tests/harness/pool.h"

struct command_functions cb;

static void *function(const char *name) {
  void *address = clGetExtensionFunctionAddressForPlatform(test.platform, name);
  if (!address)
    FAIL("%s is not found", name);
  return address;
}

#define FIND(member, name) *(void **)&cb.member = function(#name)

void find_command_functions(void) {
  FIND(create, clCreateCommandBufferKHR);
  FIND(retain, clRetainCommandBufferKHR);
  FIND(release, clReleaseCommandBufferKHR);
  FIND(finalize, clFinalizeCommandBufferKHR);
  FIND(enqueue, clEnqueueCommandBufferKHR);
  FIND(info, clGetCommandBufferInfoKHR);
  FIND(barrier, clCommandBarrierWithWaitListKHR);
  FIND(copy, clCommandCopyBufferKHR);
  FIND(copy_rect, clCommandCopyBufferRectKHR);
  FIND(to_image, clCommandCopyBufferToImageKHR);
  FIND(copy_image, clCommandCopyImageKHR);
  FIND(from_image, clCommandCopyImageToBufferKHR);
  FIND(fill, clCommandFillBufferKHR);
  FIND(fill_image, clCommandFillImageKHR);
  FIND(launch, clCommandNDRangeKernelKHR);
  FIND(svm_copy, clCommandSVMMemcpyKHR);
  FIND(svm_fill, clCommandSVMMemFillKHR);
  FIND(update, clUpdateMutableCommandsKHR);
  FIND(command_info, clGetMutableCommandInfoKHR);
  FIND(remap, clRemapCommandBufferKHR);
}

void needs_command_buffers(void) {
  if (!test_has_extension("cl_khr_command_buffer"))
    test_skip("no command buffers");
  find_command_functions();
}

static void release_commands(void *object, size_t size) {
  (void)size;
  cb.release(object);
}

cl_command_buffer_khr keep_commands(cl_command_buffer_khr buffer) {
  test_pool_add(release_commands, buffer, 0);
  return buffer;
}

cl_command_buffer_khr make_commands_on(cl_uint num_queues, const cl_command_queue *queues,
                                       const cl_command_buffer_properties_khr *properties) {
  cl_int error;
  cl_command_buffer_khr buffer = cb.create(num_queues, queues, properties, &error);
  CHECK_CL(error);
  return keep_commands(buffer);
}

cl_command_buffer_khr make_commands(cl_command_queue queue, const cl_command_buffer_properties_khr *properties) {
  needs_command_buffers();
  return make_commands_on(1, &queue, properties);
}

void replay(cl_command_buffer_khr buffer) {
  cl_event event;
  CHECK_CL(cb.enqueue(0, NULL, buffer, 0, NULL, &event));
  CHECK_CL(clWaitForEvents(1, &event));
  CHECK_CL(clReleaseEvent(event));
}

cl_command_buffer_state_khr state_of(cl_command_buffer_khr buffer) {
  cl_command_buffer_state_khr state = 99;
  CHECK_CL(cb.info(buffer, CL_COMMAND_BUFFER_STATE_KHR, sizeof state, &state, NULL));
  return state;
}
