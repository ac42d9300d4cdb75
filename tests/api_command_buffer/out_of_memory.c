/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Every host allocation behind recording, finalizing, updating, copying and enqueueing fails in turn. */
#include <string.h>

#include "tests/api_command_buffer/commands.h"
#include "tests/harness/alloc_failures.h"

enum { ITEMS = 32, SHARED = 64 };

static int child(void) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int error = CL_SUCCESS;
  if (clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
    return NO_PLATFORM;
  test.platform = platform;
  test.device = device;
  find_command_functions();
  cl_context context;
  cl_command_queue queues[2];
  cl_program program;
  cl_kernel kernel;
  cl_mem a, b;
  cl_event start;
  cl_sync_point_khr point;
  cl_command_buffer_khr buffer, copy;
  cl_mutable_command_khr command, command_of_copy;
  const char *source = "kernel void add(global uint *p, uint x) { p[get_global_id(0)] += x; }";
  TRY(error, context = clCreateContext(NULL, 1, &device, NULL, NULL, &error));
  for (int i = 0; i < 2; i++)
    TRY(error, queues[i] = clCreateCommandQueueWithProperties(context, device, NULL, &error));
  TRY(error, program = clCreateProgramWithSource(context, 1, &source, NULL, &error));
  TRY(error, error = clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
  TRY(error, kernel = clCreateKernel(program, "add", &error));
  TRY(error, a = clCreateBuffer(context, 0, ITEMS * 4, NULL, &error));
  TRY(error, b = clCreateBuffer(context, 0, ITEMS * 4, NULL, &error));
  const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
  const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = ITEMS, .image_height = 1};
  const cl_uint color[4] = {1, 1, 1, 1};
  cl_mem image, image_b;
  char *shared = clSVMAlloc(context, CL_MEM_READ_WRITE, SHARED, 0);
  if (!shared && test_alloc_met(CL_OUT_OF_HOST_MEMORY))
    shared = clSVMAlloc(context, CL_MEM_READ_WRITE, SHARED, 0);
  TRY(error, image = clCreateImage(context, 0, &format, &desc, NULL, &error));
  TRY(error, image_b = clCreateImage(context, 0, &format, &desc, NULL, &error));
  const cl_command_buffer_properties_khr properties[] = {
      CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR | CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
  TRY(error, buffer = cb.create(2, queues, properties, &error));
  const cl_uint zero = 0, one = 1, two = 2;
  const size_t global = ITEMS;
  TRY(error, error = clSetKernelArg(kernel, 0, sizeof a, &a));
  TRY(error, error = clSetKernelArg(kernel, 1, sizeof one, &one));
  TRY(error, error = cb.fill(buffer, queues[0], NULL, a, &zero, 4, 0, ITEMS * 4, 0, NULL, &point, NULL));
  for (int i = 0; i < 3; i++)
    TRY(error, error = cb.launch(buffer, queues[i % 2], NULL, kernel, 1, NULL, &global, NULL, AFTER(point)));
  TRY(error, error = cb.barrier(buffer, queues[0], NULL, FREE));
  TRY(error, error = cb.launch(buffer, queues[1], NULL, kernel, 1, NULL, &global, NULL, 0, NULL, &point, &command));
  TRY(error, error = cb.copy(buffer, queues[0], NULL, a, b, 0, 0, ITEMS * 4, 1, &point, &point, NULL));
  /* The other kinds, which leave b as it is: by way of two images and shared memory. */
  const size_t origin[3] = {0}, region[3] = {ITEMS, 1, 1}, half[3] = {ITEMS / 2, 1, 1}, rest[3] = {ITEMS / 2, 0, 0};
  const size_t bytes[3] = {ITEMS * 4, 1, 1};
  TRY(error, error = cb.to_image(buffer, queues[0], NULL, b, image, 0, origin, region, 1, &point, &point, NULL));
  TRY(error,
      error = cb.copy_image(buffer, queues[0], NULL, image, image_b, origin, origin, region, 1, &point, &point, NULL));
  TRY(error, error = cb.from_image(buffer, queues[0], NULL, image_b, b, origin, region, 0, 1, &point, &point, NULL));
  TRY(error, error = cb.fill_image(buffer, queues[0], NULL, image, color, rest, half, 1, &point, &point, NULL));
  TRY(error,
      error = cb.copy_rect(buffer, queues[0], NULL, a, b, origin, origin, bytes, 0, 0, 0, 0, 1, &point, &point, NULL));
  TRY(error, error = cb.svm_fill(buffer, queues[0], NULL, shared, "z", 1, SHARED / 2, 1, &point, &point, NULL));
  TRY(error, error = cb.svm_copy(buffer, queues[0], NULL, shared + SHARED / 2, shared, SHARED / 2, AFTER(point)));
  TRY(error, error = cb.finalize(buffer));
  TRY(error, copy = cb.remap(buffer, CL_TRUE, 1, queues, 1, &command, &command_of_copy, &error));
  const cl_mutable_dispatch_arg_khr arg = {1, sizeof two, &two};
  const struct dispatch_config config = {.command = command_of_copy, .num_args = 1, .arg_list = &arg};
  const cl_command_buffer_update_type_khr type = DISPATCH_CONFIG;
  const void *configs[] = {&config};
  TRY(error, error = cb.update(copy, 1, &type, configs));
  TRY(error, start = clCreateUserEvent(context, &error));
  TRY(error, error = cb.enqueue(0, NULL, buffer, 1, &start, NULL));
  TRY(error, error = cb.enqueue(0, NULL, copy, 1, &start, NULL));
  TRY(error, error = clSetUserEventStatus(start, CL_COMPLETE));
  for (int i = 0; i < 2; i++)
    TRY(error, error = clFinish(queues[i]));
  cl_uint got[ITEMS];
  TRY(error, error = clEnqueueReadBuffer(queues[0], b, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
  /* Of the three launches that nothing orders, some may lose; the last is behind a barrier. */
  for (int i = 0; i < ITEMS; i++)
    if (got[i] < 3 || got[i] > 5)
      test_alloc_wrong(__FILE__, __LINE__, 0);
  for (int i = 0; i < SHARED; i++)
    if (shared[i] != 'z')
      test_alloc_wrong(__FILE__, __LINE__, 0);
  cb.release(copy);
  cb.release(buffer);
  clReleaseEvent(start);
  clSVMFree(context, shared);
  clReleaseMemObject(image_b);
  clReleaseMemObject(image);
  clReleaseMemObject(b);
  clReleaseMemObject(a);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  for (int i = 0; i < 2; i++)
    clReleaseCommandQueue(queues[i]);
  clReleaseContext(context);
  return test_alloc_ending();
}

int main(int argc, char **argv) {
  return test_alloc_failures(argc, argv, child);
}
