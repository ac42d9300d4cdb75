/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "inside.h"

#include <CL/cl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ITEMS = 1024, GROUP = 16, MOST_PROGRAMS = 512, SOURCES = 8 };

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

static bool say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Always false: what the caller answers. A log's lines become one. */
static bool say(const char *format, ...) {
  static char line[8192];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof(line), format, arguments);
  va_end(arguments);
  for (char *at = line; *at; at++)
    if (*at == '\n')
      *at = ' ';
  puts(line);
  fflush(stdout);
  return false;
}

/* The errors that limits may give. */
static bool is_limit(cl_int error) {
  static const cl_int known[] = {CL_BUILD_PROGRAM_FAILURE, CL_COMPILER_NOT_AVAILABLE,        CL_OUT_OF_HOST_MEMORY,
                                 CL_OUT_OF_RESOURCES,      CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_DEVICE_NOT_FOUND,
                                 CL_DEVICE_NOT_AVAILABLE};
  for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
    if (error == known[i])
      return true;
  return false;
}

static bool ok(const char *call, cl_int error) {
  if (error == CL_SUCCESS)
    return true;
  return is_limit(error) ? say("error %d %s", error, call) : say("bad %s gives %d", call, error);
}

static bool open_device(void) {
  cl_platform_id platform;
  cl_uint count = 0;
  cl_int error = clGetPlatformIDs(1, &platform, &count);
  if (error || !count)
    return say("bad no platform: %d", error);
  if (!ok("clGetDeviceIDs", clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)))
    return false;
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  if (!ok("clCreateContext", error))
    return false;
  queue = clCreateCommandQueue(context, device, 0, &error);
  return ok("clCreateCommandQueue", error);
}

/* Each group turns its numbers round by way of local memory. There are SOURCES of them, so that most come from the
 * cache where there is one. */
static bool build(unsigned number, const char *options, cl_program *program) {
  char source[512];
  const char *text = source;
  cl_int error;
  snprintf(source, sizeof(source),
           "kernel void turn(global float *out, local float *tile) {\n"
           "  uint i = get_local_id(0);\n"
           "  tile[i] = sqrt((float)(get_global_id(0) * get_global_id(0))) * %u.0f;\n"
           "  barrier(CLK_LOCAL_MEM_FENCE);\n"
           "  out[get_global_id(0)] = tile[get_local_size(0) - 1 - i];\n"
           "}\n",
           number % SOURCES + 3);
  *program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
  if (!ok("clCreateProgramWithSource", error))
    return false;
  error = clBuildProgram(*program, 1, &device, options, NULL, NULL);
  if (error) {
    static char log[4096];
    log[0] = 0;
    clGetProgramBuildInfo(*program, device, CL_PROGRAM_BUILD_LOG, sizeof(log) - 1, log, NULL);
    return is_limit(error) ? say("error %d %s", error, log) : say("bad clBuildProgram gives %d: %s", error, log);
  }
  return true;
}

static bool run(unsigned number, cl_program program) {
  static float out[ITEMS];
  size_t global = ITEMS, local = GROUP;
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, "turn", &error);
  if (!ok("clCreateKernel", error))
    return false;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof(out), NULL, &error);
  if (!ok("clCreateBuffer", error))
    return false;
  memset(out, 0, sizeof(out));
  if (!ok("clSetKernelArg", clSetKernelArg(kernel, 0, sizeof(buffer), &buffer)) ||
      !ok("clSetKernelArg", clSetKernelArg(kernel, 1, GROUP * sizeof(float), NULL)) ||
      !ok("clEnqueueNDRangeKernel", clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL)) ||
      !ok("clEnqueueReadBuffer", clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL)))
    return false;
  for (unsigned i = 0; i < ITEMS; i++) {
    float want = (float)((i / GROUP * GROUP + GROUP - 1 - i % GROUP) * (number % SOURCES + 3));
    if (out[i] != want)
      return say("bad program %u: out[%u] is %g, not %g", number, i, out[i], want);
  }
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  return true;
}

static bool work_through(const struct inside *work) {
  static cl_program programs[MOST_PROGRAMS];
  if (!open_device())
    return false;
  for (unsigned i = 0; i < work->programs; i++) {
    if (!build(i, work->options, &programs[i]) || !run(i, programs[i]))
      return false;
    if (i == 0 && work->chroot_to && (chroot(work->chroot_to) != 0 || chdir("/") != 0))
      return say("bad no chroot");
  }
  /* The first ones still run, whatever those after them took. */
  if (!run(0, programs[0]))
    return false;
  for (unsigned i = 0; i < work->programs; i++)
    clReleaseProgram(programs[i]);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return true;
}

int inside_run(const struct inside *work) {
  if (!work_through(work))
    return 1;
  say("good");
  return 0;
}
