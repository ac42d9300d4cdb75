/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What both generations of loaders ask of libweft.so, asked directly: the three symbols that it exports, the table with
 * the tags of ICD 2, the functions by name, the loader's own data in every object.
 */
#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAG ((intptr_t)0x4F50454E434C3331) /* "OPENCL31" */

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                                  \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

typedef void *(*get_function)(const char *);
typedef void *(*get_platform_function)(cl_platform_id, const char *);
typedef cl_int (*get_platforms)(cl_uint, cl_platform_id *, cl_uint *);
typedef cl_int (*set_data)(cl_platform_id, void *);

/* How every object begins. */
struct head {
  const cl_icd_dispatch *table;
  void *data;
};

static const char *const core_names[] = {WEFT_CORE_NAMES};

static void *symbol(void *library, const char *name) {
  void *found = dlsym(library, name);
  if (!found) {
    fprintf(stderr, "no symbol %s\n", name);
    exit(1);
  }
  return found;
}

static void check_table(const struct head *platform) {
  void *const *slots = (void *const *)(const void *)platform->table;
  CHECK((intptr_t)slots[0] == TAG); /* clGetPlatformIDs */
  intptr_t unload;
  memcpy(&unload, &platform->table->clUnloadCompiler, sizeof unload);
  CHECK(unload == TAG);
  /* Loaders of Debian 12 call any slot of OpenCL 1.0 to 3.0 unseen, but for the Direct3D ones of other systems. */
  CHECK(platform->table->clGetDeviceIDs && platform->table->clEnqueueNDRangeKernel &&
        platform->table->clCreateFromGLBuffer && platform->table->clEnqueueReleaseGLObjects &&
        platform->table->clCreateSubDevicesEXT && platform->table->clSVMAlloc &&
        platform->table->clCreateProgramWithIL && platform->table->clCreateBufferWithProperties &&
        platform->table->clSetContextDestructorCallback);
}

/* Loaders with OpenCL 3.1's headers know one slot more, right behind clSetContextDestructorCallback. */
static void check_slot_of_31(const struct head *platform, get_platform_function by_name) {
  void *const *last = (void *const *)(const void *)&platform->table->clSetContextDestructorCallback;
  CHECK(last[1] && last[1] == by_name((cl_platform_id)platform, "clGetKernelSuggestedLocalWorkSize"));
}

static void check_names(cl_platform_id platform, get_platform_function by_name) {
  for (size_t i = 0; i < sizeof core_names / sizeof *core_names; i++)
    if (!by_name(platform, core_names[i])) {
      fprintf(stderr, "%s is not found by name\n", core_names[i]);
      exit(1);
    }
  CHECK(by_name(platform, "clGetKernelSuggestedLocalWorkSize"));
  CHECK(!by_name(platform, "clNoSuchFunction"));
  CHECK(!by_name(platform, ""));
}

/* The loader's data reach the platform and its devices, and from there what is made of them. */
static void check_data(cl_platform_id platform, set_data set) {
  const cl_icd_dispatch *table = ((struct head *)platform)->table;
  cl_device_id device;
  int mark, other;
  cl_int error;
  CHECK(!table->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  CHECK(!set(platform, &mark));
  CHECK(((struct head *)platform)->data == &mark);
  CHECK(((struct head *)device)->data == &mark);
  CHECK(((struct head *)device)->table == table);
  cl_context context = table->clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(!error && ((struct head *)context)->data == &mark && ((struct head *)context)->table == table);
  cl_mem buffer = table->clCreateBuffer(context, 0, 16, NULL, &error);
  CHECK(!error && ((struct head *)buffer)->data == &mark && ((struct head *)buffer)->table == table);
  cl_command_queue queue = table->clCreateCommandQueueWithProperties(context, device, NULL, &error);
  CHECK(!error && ((struct head *)queue)->data == &mark);
  cl_event event;
  CHECK(!table->clEnqueueMarkerWithWaitList(queue, 0, NULL, &event));
  CHECK(((struct head *)event)->data == &mark);
  const char *text = "kernel void k(void) {}";
  cl_program program = table->clCreateProgramWithSource(context, 1, &text, NULL, &error);
  CHECK(!error && ((struct head *)program)->data == &mark);
  CHECK(!table->clReleaseProgram(program) && !table->clReleaseEvent(event) && !table->clFinish(queue));
  CHECK(!table->clReleaseCommandQueue(queue) && !table->clReleaseMemObject(buffer) &&
        !table->clReleaseContext(context));
  CHECK(!set(platform, &other));
  CHECK(((struct head *)device)->data == &other);
  CHECK(set(NULL, &other) == CL_INVALID_PLATFORM);
}

int main(void) {
  void *library = dlopen(WEFT_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  get_function get = (get_function)symbol(library, "clGetExtensionFunctionAddress");
  CHECK(symbol(library, "clIcdGetPlatformIDsKHR") && symbol(library, "clGetPlatformInfo"));
  /* Anything else that it exported could be answered by the loader's function of that name, and call itself. */
  CHECK(!dlsym(library, "clCreateBuffer") && !dlsym(library, "clGetPlatformIDs") && !dlsym(library, "clGetDeviceIDs"));

  get_platforms platforms_of = (get_platforms)get("clIcdGetPlatformIDsKHR");
  get_platform_function by_name = (get_platform_function)get("clIcdGetFunctionAddressForPlatformKHR");
  set_data set = (set_data)get("clIcdSetPlatformDispatchDataKHR");
  CHECK(platforms_of && by_name && set && get("clGetPlatformInfo"));
  CHECK(!get("clNoSuchFunction"));

  cl_platform_id platform;
  cl_uint count = 0;
  CHECK(!platforms_of(0, NULL, &count) && count == 1);
  CHECK(!platforms_of(1, &platform, NULL));
  CHECK(platforms_of(0, &platform, NULL) == CL_INVALID_VALUE && platforms_of(0, NULL, NULL) == CL_INVALID_VALUE);
  CHECK(((struct head *)platform)->table);
  check_table((const struct head *)platform);
  check_slot_of_31((const struct head *)platform, by_name);
  check_names(platform, by_name);
  check_data(platform, set);
  printf("%zu names found, table and tags right\n", sizeof core_names / sizeof *core_names);
  return 0;
}
