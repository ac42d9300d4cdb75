/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Each host allocation of a program's life fails in turn (WEFT_FAIL_ALLOC), in a process of its own: every call
 * succeeds or answers CL_OUT_OF_HOST_MEMORY, and a launch that was taken gives the right result. The disk cache is on,
 * so that its allocations are among them and the builds are quick.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/harness/cache.h"
#include "tests/harness/test.h"

#define MAX_ALLOCATIONS 2000

enum { SUCCEEDED = 0, RAN_OUT = 3, WRONG = 4 };

static int ran_out;

static bool ok(cl_int error, const char *what) {
  if (error == CL_SUCCESS)
    return true;
  if (error != CL_OUT_OF_HOST_MEMORY) {
    fprintf(stderr, "%s gives %s\n", what, test_error_name(error));
    _exit(WRONG);
  }
  ran_out = 1;
  return false;
}
#define OK(call) ok((call), #call)

static const char *const source = CL(
    int twice(int x) { return 2 * x; } kernel void k(global int *p, local int *t, int n) {
      t[0] = twice(n);
      p[0] = t[0];
    });

static void launch(cl_command_queue queue, cl_kernel kernel, cl_mem mem) {
  cl_int value = 0;
  const size_t one = 1;
  if (!OK(clEnqueueWriteBuffer(queue, mem, CL_TRUE, 0, 4, &value, 0, NULL, NULL)))
    return;
  OK(clSetKernelArg(kernel, 0, sizeof(mem), &mem));
  OK(clSetKernelArg(kernel, 1, 4, NULL));
  OK(clSetKernelArg(kernel, 2, 4, &(cl_int){21}));
  if (OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL)) &&
      OK(clEnqueueReadBuffer(queue, mem, CL_TRUE, 0, 4, &value, 0, NULL, NULL)) && value != 42) {
    fprintf(stderr, "result %d\n", value);
    _exit(WRONG);
  }
  OK(clFinish(queue));
}

/* One work-item, and what asks of all kernels and of the build. */
static void use_older(cl_command_queue queue, cl_program program, cl_device_id device, cl_mem mem) {
  cl_kernel kernel;
  cl_build_status status;
  if (!OK(clCreateKernelsInProgram(program, 1, &kernel, NULL)))
    return;
  OK(clSetKernelArg(kernel, 0, sizeof(mem), &mem));
  OK(clSetKernelArg(kernel, 1, 4, NULL));
  OK(clSetKernelArg(kernel, 2, 4, &(cl_int){21}));
  /* Several: what a worker allocates beside moves the number at which a call's own allocation stands. */
  for (int i = 0; i < 6; i++)
    OK(clEnqueueTask(queue, kernel, 0, NULL, NULL));
  OK(clFinish(queue));
  OK(clReleaseKernel(kernel));
  OK(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status, NULL));
}

/* A module of one specialisation constant: a 32-bit integer of id 7. It is not built. */
static void use_module(cl_context context) {
  static const cl_uint module[] = {
      0x07230203,   0x00010000, 0,  3, 0, /* header of SPIR-V 1.0, ids below 3 */
      2 << 16 | 17, 4,                    /* OpCapability Addresses */
      2 << 16 | 17, 5,                    /* OpCapability Linkage */
      2 << 16 | 17, 6,                    /* OpCapability Kernel */
      3 << 16 | 14, 2,          2,        /* OpMemoryModel Physical64 OpenCL */
      4 << 16 | 71, 2,          1,  7,    /* OpDecorate %2 SpecId 7 */
      4 << 16 | 21, 1,          32, 0,    /* %1 = OpTypeInt 32 0 */
      4 << 16 | 50, 1,          2,  5,    /* %2 = OpSpecConstant %1 5 */
  };
  cl_int error;
  cl_program program = clCreateProgramWithIL(context, module, sizeof(module), &error);
  if (error == CL_INVALID_OPERATION)
    return; /* no translator is installed */
  if (!ok(error, "clCreateProgramWithIL"))
    return;
  OK(clSetProgramSpecializationConstant(program, 7, 4, &(cl_uint){1}));
  OK(clReleaseProgram(program));
}

static void use_kernels(cl_command_queue queue, cl_program program, cl_mem mem) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  if (!ok(error, "clCreateKernel"))
    return;
  launch(queue, kernel, mem);
  cl_kernel clone = clCloneKernel(kernel, &error);
  if (ok(error, "clCloneKernel")) {
    launch(queue, clone, mem);
    OK(clReleaseKernel(clone));
  }
  OK(clReleaseKernel(kernel));
}

static void use_binary(cl_context context, cl_device_id device, cl_command_queue queue, cl_program program,
                       cl_mem mem) {
  size_t size = 0;
  if (!OK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, NULL)))
    return;
  unsigned char *bytes = malloc(size);
  cl_int error;
  if (OK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(bytes), &bytes, NULL))) {
    cl_program again =
        clCreateProgramWithBinary(context, 1, &device, &size, (const unsigned char **)&bytes, NULL, &error);
    if (ok(error, "clCreateProgramWithBinary")) {
      if (OK(clBuildProgram(again, 0, NULL, NULL, NULL, NULL)))
        use_kernels(queue, again, mem);
      OK(clReleaseProgram(again));
    }
  }
  free(bytes);
}

static void use_programs(cl_context context, cl_device_id device, cl_command_queue queue, cl_mem mem) {
  cl_int error;
  const char *text = source;
  char names[16];
  cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
  if (!ok(error, "clCreateProgramWithSource"))
    return;
  if (OK(clBuildProgram(program, 0, NULL, "-DA=1 -w", NULL, NULL))) {
    OK(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof(names), names, NULL));
    use_kernels(queue, program, mem);
    use_older(queue, program, device, mem);
    use_binary(context, device, queue, program, mem);
  }
  if (OK(clCompileProgram(program, 0, NULL, "", 0, NULL, NULL, NULL, NULL))) {
    cl_program linked = clLinkProgram(context, 0, NULL, "", 1, &program, NULL, NULL, &error);
    if (ok(error, "clLinkProgram"))
      use_kernels(queue, linked, mem);
    if (linked)
      OK(clReleaseProgram(linked));
  }
  OK(clReleaseProgram(program));
}

static int sequence(void) {
  cl_platform_id platforms[16];
  cl_uint count = 0;
  cl_device_id device;
  cl_int error;
  char name[64];
  clGetPlatformIDs(16, platforms, &count);
  for (cl_uint i = 0; i < count && i < 16; i++) {
    OK(clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof(name), name, NULL));
    if (strcmp(name, "Weft") != 0)
      continue;
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &device, NULL) != CL_SUCCESS)
      return RAN_OUT;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    if (!ok(error, "clCreateContext"))
      return RAN_OUT;
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &error);
    if (ok(error, "clCreateCommandQueueWithProperties")) {
      cl_mem mem = clCreateBuffer(context, 0, 4, NULL, &error);
      if (mem) {
        use_programs(context, device, queue, mem);
        use_module(context);
        OK(clReleaseMemObject(mem));
      } else if (error == CL_MEM_OBJECT_ALLOCATION_FAILURE || !ok(error, "clCreateBuffer")) {
        ran_out = 1;
      }
      OK(clReleaseCommandQueue(queue));
    }
    OK(clReleaseContext(context));
    return ran_out ? RAN_OUT : SUCCEEDED;
  }
  return RAN_OUT; /* no platform: it could not be made */
}

/* The status of a process in which allocation n fails. */
static int run_child(int n) {
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    char number[16];
    snprintf(number, sizeof(number), "%d", n);
    setenv("WEFT_FAIL_ALLOC", number, 1);
    setenv("WEFT_MAX_THREADS", "1", 1);
    execl("/proc/self/exe", "sequence", (char *)NULL);
    _exit(99);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  return status;
}

static void each_allocation_fails(void) {
  test_cache();
  int status = run_child(MAX_ALLOCATIONS * 10), n = 0;
  bool filled = WIFEXITED(status) && WEXITSTATUS(status) == SUCCEEDED;
  /* An allocation that fails inside the cache is only a miss, so a success does not mean that n is beyond the last. */
  int in_a_row = 0, ran_out_often = 0;
  bool right = filled;
  for (; right && in_a_row < 40 && n < MAX_ALLOCATIONS; n++) {
    status = run_child(n);
    right = WIFEXITED(status) && (WEXITSTATUS(status) == SUCCEEDED || WEXITSTATUS(status) == RAN_OUT);
    in_a_row = status == SUCCEEDED ? in_a_row + 1 : 0;
    ran_out_often += status != SUCCEEDED;
  }
  CHECK(filled);
  if (!right)
    FAIL("allocation %d failing: status %#x", n - 1, (unsigned)status);
  CHECK(ran_out_often > 60);
}

int main(int argc, char **argv) {
  static const struct test_case cases[] = {{"each_allocation_fails", each_allocation_fails}};
  if (getenv("WEFT_FAIL_ALLOC"))
    return sequence();
  return test_run(argc, argv, cases, TEST_COUNT(cases));
}
