/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "bench/commands.h"

#include <stdlib.h>
#include <string.h>

/* The version of a device's extension, 0 where it has none. */
static cl_version version_of(cl_device_id device, const char *name) {
  size_t size = 0;
  cl_version found = 0;
  if (clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, NULL, &size) || !size)
    return 0;
  cl_name_version *list = malloc(size);
  if (list && !clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, size, list, NULL))
    for (size_t i = 0; i < size / sizeof *list; i++)
      if (strcmp(list[i].name, name) == 0)
        found = list[i].version;
  free(list);
  return found;
}

/* GCC knows no conversion between pointers to objects and to functions but this. */
static void find(const struct bench *bench, const char *name, void *out) {
  void *address = clGetExtensionFunctionAddressForPlatform(bench->platform, name);
  memcpy(out, &address, sizeof address);
}

void bench_open_commands(const struct bench *bench, struct bench_commands *out) {
  memset(out, 0, sizeof *out);
  if (version_of(bench->device, "cl_khr_command_buffer") < CL_MAKE_VERSION(0, 9, 5))
    return;
  cl_command_buffer_khr(CL_API_CALL * create)(cl_uint, const cl_command_queue *, const cl_properties *, cl_int *);
  find(bench, "clCreateCommandBufferKHR", &create);
  find(bench, "clCommandNDRangeKernelKHR", &out->launch);
  find(bench, "clFinalizeCommandBufferKHR", &out->finalize);
  find(bench, "clEnqueueCommandBufferKHR", &out->enqueue);
  find(bench, "clReleaseCommandBufferKHR", &out->release);
  if (!create || !out->launch || !out->finalize || !out->enqueue || !out->release)
    return;
  cl_int error;
  cl_command_buffer_khr buffer = create(1, &bench->queue, NULL, &error);
  out->buffer = error ? NULL : buffer;
}

void bench_close_commands(struct bench_commands *commands) {
  if (commands->buffer)
    commands->release(commands->buffer);
}

void bench_open_usm(const struct bench *bench, size_t bytes, struct bench_usm *out) {
  memset(out, 0, sizeof *out);
  if (!version_of(bench->device, "cl_intel_unified_shared_memory"))
    return;
  clSharedMemAllocINTEL_fn allocate;
  find(bench, "clSharedMemAllocINTEL", &allocate);
  find(bench, "clEnqueueMemcpyINTEL", &out->copy);
  find(bench, "clEnqueueMemFillINTEL", &out->fill);
  find(bench, "clMemFreeINTEL", &out->free);
  if (!allocate || !out->copy || !out->fill || !out->free)
    return;
  cl_int error;
  out->a = allocate(bench->context, bench->device, NULL, bytes, 0, &error);
  out->b = allocate(bench->context, bench->device, NULL, bytes, 0, &error);
  if (out->a && out->b) {
    memset(out->a, 0, bytes);
    memset(out->b, 0, bytes);
  }
}

void bench_close_usm(const struct bench *bench, struct bench_usm *usm) {
  if (usm->a)
    usm->free(bench->context, usm->a);
  if (usm->b)
    usm->free(bench->context, usm->b);
}
