/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Every host allocation behind these calls fails in turn; all texels are right at the end. */
#include <string.h>

#include "tests/api_images/images.h"
#include "tests/harness/alloc_failures.h"

enum { W = 20, H = 15, ROW = W * 4, SIZE = ROW * H };

static int child(void) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int error = CL_SUCCESS;
  static unsigned char data[SIZE], want[SIZE], got[SIZE];
  const cl_image_format rgba = {CL_RGBA, CL_UNORM_INT8}, srgba = {CL_sRGBA, CL_UNORM_INT8};
  cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = W, .image_height = H}, view = desc;
  const size_t zero[3] = {0}, all[3] = {W, H, 1}, part[3] = {W, 2, 1}, below[3] = {0, 5, 0};
  const cl_mem_properties none[] = {0};
  const cl_sampler_properties linear[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0};
  const float color[4] = {1, 0, 1, 1};
  if (clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
    return NO_PLATFORM;
  cl_context context;
  cl_command_queue queue;
  cl_mem a, b, buffer, of_buffer, of_image;
  cl_sampler sampler;
  cl_event start, event;
  unsigned char *mapped;
  size_t row;
  TRY(error, context = clCreateContext(NULL, 1, &device, NULL, NULL, &error));
  TRY(error, queue = clCreateCommandQueueWithProperties(context, device, NULL, &error));
  test_fill(data, SIZE, 1);
  memcpy(want, data, SIZE);
  TRY(error, a = clCreateImageWithProperties(context, none, CL_MEM_COPY_HOST_PTR, &rgba, &desc, data, &error));
  TRY(error, b = clCreateImage(context, 0, &rgba, &desc, NULL, &error));
  TRY(error, buffer = clCreateBuffer(context, 0, SIZE, NULL, &error));
  view.mem_object = buffer;
  TRY(error, of_buffer = clCreateImageWithProperties(context, none, 0, &rgba, &view, NULL, &error));
  view.mem_object = a;
  TRY(error, of_image = clCreateImageWithProperties(context, none, 0, &srgba, &view, NULL, &error));
  TRY(error, sampler = clCreateSamplerWithProperties(context, linear, &error));
  TRY(error, error = clReleaseSampler(sampler));
  /* What OpenCL 1.0 had, and a pipe, which is a memory object too. */
  cl_mem flat, solid, pipe;
  TRY(error, sampler = clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, &error));
  TRY(error, error = clReleaseSampler(sampler));
  TRY(error, flat = clCreateImage2D(context, CL_MEM_COPY_HOST_PTR, &rgba, W, H, 0, data, &error));
  TRY(error, solid = clCreateImage3D(context, CL_MEM_COPY_HOST_PTR, &rgba, W, H / 3, 3, 0, 0, data, &error));
  TRY(error, error = clReleaseMemObject(flat));
  TRY(error, error = clReleaseMemObject(solid));
  TRY(error, pipe = clCreatePipe(context, 0, 8, 8, NULL, &error));
  TRY(error, error = clReleaseMemObject(pipe));
  TRY(error, start = clCreateUserEvent(context, &error));
  test_fill(data, SIZE, 2);
  TRY(error, error = clEnqueueWriteImage(queue, a, CL_FALSE, zero, part, 0, 0, data, 1, &start, NULL));
  memcpy(want, data, 2 * ROW);
  TRY(error, error = clEnqueueFillImage(queue, of_image, color, below, part, 0, NULL, NULL));
  for (size_t i = 5 * ROW; i < 7 * ROW; i++)
    want[i] = i % 4 == 1 ? 0 : 255;
  TRY(error, error = clEnqueueCopyImage(queue, a, b, zero, zero, all, 0, NULL, NULL));
  TRY(error, error = clEnqueueCopyImageToBuffer(queue, b, buffer, zero, all, 0, 0, NULL, NULL));
  TRY(error, error = clEnqueueMigrateMemObjects(queue, 1, &of_buffer, 0, 0, NULL, &event));
  clReleaseEvent(event);
  TRY(error, mapped = clEnqueueMapImage(queue, of_buffer, CL_FALSE, CL_MAP_WRITE, below, part, &row, NULL, 0, NULL,
                                        &event, &error));
  clReleaseEvent(event);
  TRY(error, error = clSetUserEventStatus(start, CL_COMPLETE));
  TRY(error, error = clFinish(queue));
  memset(mapped, 7, ROW);
  memset(want + 5 * ROW, 7, ROW);
  TRY(error, error = clEnqueueUnmapMemObject(queue, of_buffer, mapped, 1, &start, &event));
  clReleaseEvent(event);
  cl_uint maps = 1;
  TRY(error, error = clGetMemObjectInfo(of_buffer, CL_MEM_MAP_COUNT, sizeof maps, &maps, NULL));
  if (maps)
    test_alloc_wrong(__FILE__, __LINE__, 0);
  TRY(error, error = clEnqueueCopyBufferToImage(queue, buffer, a, 0, zero, all, 0, NULL, NULL));
  TRY(error, error = clEnqueueReadImage(queue, a, CL_FALSE, zero, all, 0, 0, got, 0, NULL, NULL));
  TRY(error, error = clFinish(queue));
  if (memcmp(got, want, SIZE))
    test_alloc_wrong(__FILE__, __LINE__, 0);
  cl_mem mems[] = {of_image, of_buffer, buffer, a, b};
  for (size_t i = 0; i < TEST_COUNT(mems); i++)
    TRY(error, error = clReleaseMemObject(mems[i]));
  clReleaseEvent(start);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return test_alloc_ending();
}

int main(int argc, char **argv) {
  return test_alloc_failures(argc, argv, child);
}
