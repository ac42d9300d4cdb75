/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One context of several devices: the root, its memory nodes as sub-devices, and a part of one of those, on a synthetic
 * machine. Programs built for each in its own way, objects that all share, events across queues.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/api_program/objects.h"
#include "tests/harness/pool.h"

enum { ROOT, FIRST, SECOND, PART, COUNT };

static struct {
  cl_device_id devices[COUNT], sibling; /* the sibling of PART is in no context */
  cl_context context;
  cl_command_queue queues[COUNT];
} all;

static void release_event(void *event, size_t size) {
  clReleaseEvent(event);
}

static void open_devices(cl_command_queue_properties bits) {
  const cl_device_partition_property by_node[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                                                  CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0};
  const cl_device_partition_property next[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                                               CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0};
  cl_device_id pair[2];
  if (!(test_device_ulong(CL_DEVICE_PARTITION_AFFINITY_DOMAIN) & CL_DEVICE_AFFINITY_DOMAIN_NUMA))
    test_skip("the device has one memory node");
  all.devices[ROOT] = test.device;
  CHECK_CL(clCreateSubDevices(test.device, by_node, 2, &all.devices[FIRST], NULL));
  test_keep_device(all.devices[FIRST]);
  test_keep_device(all.devices[SECOND]);
  CHECK_CL(clCreateSubDevices(all.devices[SECOND], next, 2, pair, NULL));
  test_keep_device(pair[0]);
  test_keep_device(pair[1]);
  all.devices[PART] = pair[0];
  all.sibling = pair[1];
  cl_int error;
  all.context = clCreateContext(NULL, COUNT, all.devices, NULL, NULL, &error);
  CHECK_CL(error);
  test_keep_context(all.context);
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, bits, 0};
  for (int i = 0; i < COUNT; i++) {
    all.queues[i] = clCreateCommandQueueWithProperties(all.context, all.devices[i], list, &error);
    CHECK_CL(error);
    test_keep_queue(all.queues[i]);
  }
}

static cl_program program_of(const char *source) {
  cl_int error;
  cl_program program = clCreateProgramWithSource(all.context, 1, &source, NULL, &error);
  CHECK_CL(error);
  return keep_program(program);
}

static cl_mem buffer_of(cl_mem_flags flags, size_t size, void *host) {
  cl_int error;
  cl_mem mem = clCreateBuffer(all.context, flags, size, host, &error);
  CHECK_CL(error);
  test_keep_mem(mem);
  return mem;
}

static cl_event keep(cl_event event) {
  test_pool_add(release_event, event, 0);
  return event;
}

static cl_uint first_of(int device, cl_mem mem) {
  cl_uint value = 0;
  CHECK_CL(clEnqueueReadBuffer(all.queues[device], mem, CL_TRUE, 0, sizeof value, &value, 0, NULL, NULL));
  return value;
}

static void devices_of_a_context(void) {
  open_devices(0);
  cl_device_id got[COUNT + 1];
  cl_uint count;
  size_t size;
  cl_int error;
  CHECK_CL(clGetContextInfo(all.context, CL_CONTEXT_NUM_DEVICES, sizeof count, &count, NULL));
  CHECK_EQ(count, COUNT);
  CHECK_CL(clGetContextInfo(all.context, CL_CONTEXT_DEVICES, sizeof got, got, &size));
  CHECK_EQ(size, sizeof all.devices);
  CHECK(memcmp(got, all.devices, size) == 0);
  /* A device of the same root that is not in the context is as foreign as any. */
  CHECK(!clCreateCommandQueueWithProperties(all.context, all.sibling, NULL, &error));
  CHECK_ERR(error, CL_INVALID_DEVICE);
  cl_program program = program_of(SCALE_SOURCE);
  CHECK_ERR(clBuildProgram(program, 1, &all.sibling, "", NULL, NULL), CL_INVALID_DEVICE);
  const cl_device_id mixed[] = {all.devices[FIRST], all.sibling};
  CHECK_ERR(clBuildProgram(program, 2, mixed, "", NULL, NULL), CL_INVALID_DEVICE);
  CHECK_ERR(clCompileProgram(program, 1, &all.sibling, "", 0, NULL, NULL, NULL, NULL), CL_INVALID_DEVICE);
  cl_build_status status;
  CHECK_CL(clGetProgramBuildInfo(program, all.devices[FIRST], CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL));
  CHECK_EQ(status, CL_BUILD_NONE);
  /* The platform's devices are the roots. */
  cl_context of_type =
      clCreateContextFromType((cl_context_properties[]){CL_CONTEXT_PLATFORM, (cl_context_properties)test.platform, 0},
                              CL_DEVICE_TYPE_ALL, NULL, NULL, &error);
  CHECK_CL(error);
  test_keep_context(of_type);
  CHECK_CL(clGetContextInfo(of_type, CL_CONTEXT_DEVICES, sizeof got, got, &size));
  CHECK_EQ(size, sizeof *got);
  CHECK(got[0] == test.device);
  CHECK(!clCreateCommandQueueWithProperties(of_type, all.devices[FIRST], NULL, &error));
  CHECK_ERR(error, CL_INVALID_DEVICE);
}

static const char which[] = CL(kernel void which(global uint *a) { a[0] = NUMBER; });

static void build(cl_program program, int device, int number) {
  char options[32];
  snprintf(options, sizeof options, "-DNUMBER=%d", number);
  CHECK_CL(clBuildProgram(program, 1, &all.devices[device], options, NULL, NULL));
}

static cl_build_status status_of(cl_program program, int device) {
  cl_build_status status;
  CHECK_CL(clGetProgramBuildInfo(program, all.devices[device], CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL));
  return status;
}

/* What each device's queue writes. */
static void check_numbers(cl_program program, const cl_uint numbers[COUNT]) {
  const size_t one = 1;
  cl_int error;
  cl_mem a = buffer_of(0, 4096, NULL);
  cl_kernel kernel = clCreateKernel(program, "which", &error);
  CHECK_CL(error);
  cl_uint got[3][COUNT];
  error = clSetKernelArg(kernel, 0, sizeof a, &a);
  for (int turn = 0; turn < 3; turn++)
    for (int i = 0; i < COUNT && !error; i++) {
      error = clEnqueueNDRangeKernel(all.queues[i], kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
      got[turn][i] = first_of(i, a);
    }
  clReleaseKernel(kernel);
  CHECK_CL(error);
  for (int turn = 0; turn < 3; turn++)
    for (int i = 0; i < COUNT; i++)
      CHECK_EQ(got[turn][i], numbers[i]);
}

/* Each device runs what was built for it; status, options and logs are each device's. */
static void builds_of_each_device(void) {
  open_devices(0);
  cl_program program = program_of(which);
  for (int i = COUNT - 1; i >= 0; i--) { /* a parent's build would be its sub-devices', too */
    build(program, i, 100 + i);
    for (int k = 0; k < COUNT; k++)
      CHECK_EQ(status_of(program, k), k >= i ? CL_BUILD_SUCCESS : CL_BUILD_NONE);
  }
  for (int i = 0; i < COUNT; i++) {
    char got[32], options[32];
    CHECK_CL(clGetProgramBuildInfo(program, all.devices[i], CL_PROGRAM_BUILD_OPTIONS, sizeof got, got, NULL));
    snprintf(options, sizeof options, "-DNUMBER=%d", 100 + i);
    CHECK(strcmp(got, options) == 0);
  }
  check_numbers(program, (const cl_uint[]){100, 101, 102, 103});
  build(program, FIRST, 7);
  check_numbers(program, (const cl_uint[]){100, 7, 102, 103});
  /* A build that fails leaves the other devices' alone. */
  CHECK_ERR(clBuildProgram(program, 1, &all.devices[PART], "-DNUMBER=nothing", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
  CHECK_EQ(status_of(program, PART), CL_BUILD_ERROR);
  for (int i = 0; i < PART; i++)
    CHECK_EQ(status_of(program, i), CL_BUILD_SUCCESS);
  build(program, PART, 8);
  check_numbers(program, (const cl_uint[]){100, 7, 102, 8});
}

/* A sub-device without a build of its own has that of the nearest device above it. */
static void builds_of_the_parent(void) {
  open_devices(0);
  cl_program program = program_of(which);
  build(program, ROOT, 1);
  for (int i = 0; i < COUNT; i++)
    CHECK_EQ(status_of(program, i), CL_BUILD_SUCCESS);
  check_numbers(program, (const cl_uint[]){1, 1, 1, 1});
  build(program, SECOND, 2);
  check_numbers(program, (const cl_uint[]){1, 1, 2, 2});
  build(program, PART, 3);
  check_numbers(program, (const cl_uint[]){1, 1, 2, 3});
}

/* What is said of a kernel is said of a device. */
static void kernels_of_several_devices(void) {
  open_devices(0);
  cl_program program = program_of(SCALE_SOURCE);
  CHECK_CL(clBuildProgram(program, COUNT, all.devices, "", NULL, NULL));
  cl_kernel kernel = test_kernel(program, "scale");
  size_t most;
  CHECK_ERR(clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL),
            CL_INVALID_DEVICE);
  for (int i = 0; i < COUNT; i++) {
    CHECK_CL(clGetKernelWorkGroupInfo(kernel, all.devices[i], CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL));
    CHECK(most >= 1);
  }
}

/* Binaries come in the order of the program's devices, and any of them serves any device of the same kind. */
static void binaries(void) {
  open_devices(0);
  cl_program program = program_of(which);
  build(program, ROOT, 50);
  build(program, SECOND, 52);
  size_t sizes[COUNT], size;
  unsigned char *data[COUNT];
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, &size));
  CHECK_EQ(size, sizeof sizes);
  for (int i = 0; i < COUNT; i++)
    data[i] = test_alloc(sizes[i]);
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, data, NULL));
  CHECK_EQ(sizes[FIRST], sizes[ROOT]);
  CHECK_EQ(sizes[PART], sizes[SECOND]);
  CHECK(memcmp(data[FIRST], data[ROOT], sizes[ROOT]) == 0);
  CHECK(memcmp(data[PART], data[SECOND], sizes[PART]) == 0);
  /* Crosswise: the root's for a sub-device, and the other way around. */
  const cl_device_id devices[] = {all.devices[SECOND], all.devices[ROOT], all.devices[PART]};
  const unsigned char *bytes[] = {data[ROOT], data[SECOND], data[SECOND]};
  const size_t lengths[] = {sizes[ROOT], sizes[SECOND], sizes[SECOND]};
  cl_int status[3], error;
  cl_program loaded = clCreateProgramWithBinary(all.context, 3, devices, lengths, bytes, status, &error);
  CHECK_CL(error);
  keep_program(loaded);
  for (int i = 0; i < 3; i++)
    CHECK_CL(status[i]);
  /* The first node is none of the program's devices. It uses what its parent has. */
  CHECK_ERR(clBuildProgram(loaded, 1, &all.devices[FIRST], "", NULL, NULL), CL_INVALID_DEVICE);
  CHECK_CL(clBuildProgram(loaded, 0, NULL, "", NULL, NULL));
  check_numbers(loaded, (const cl_uint[]){52, 52, 50, 52});
}

static const char steps[] = CL(
    kernel void affine(global uint *a, uint x, uint y) {
      size_t i = get_global_id(0);
      a[i] = a[i] * x + y;
    } kernel void gather(read_only image2d_t image, sampler_t sampler, global uint *a, global const uint *table) {
      size_t i = get_global_id(0);
      a[i] = a[i] + read_imageui(image, sampler, (int2)(i % 64, i / 64)).x * table[i % 16];
    });

/* Around all devices by events alone: a = a * 3 + i, in queues that keep no order of their own. */
static void events_across_queues(void) {
  for (int in_order = 0; in_order < 2; in_order++) {
    enum { LENGTH = 40, ITEMS = 100000 };
    open_devices(in_order ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_program program = program_of(steps);
    CHECK_CL(clBuildProgram(program, 0, NULL, "", NULL, NULL));
    cl_kernel affine = test_kernel(program, "affine");
    cl_uint *zero = test_alloc(ITEMS * sizeof *zero), want = 0;
    cl_mem a = buffer_of(CL_MEM_COPY_HOST_PTR, ITEMS * sizeof *zero, zero);
    cl_int error;
    cl_event gate = keep(clCreateUserEvent(all.context, &error)), events[LENGTH];
    CHECK_CL(error);
    const size_t global = ITEMS;
    for (cl_uint i = 0; i < LENGTH; i++) {
      SET_ARGS(affine, ARG(a), ARG_UINT(3), ARG_UINT(i));
      CHECK_CL(clEnqueueNDRangeKernel(all.queues[i % COUNT], affine, 1, NULL, &global, NULL, 1,
                                      i ? &events[i - 1] : &gate, &events[i]));
      keep(events[i]);
      CHECK_CL(clFlush(all.queues[i % COUNT]));
      want = want * 3 + i;
    }
    cl_int status;
    CHECK_CL(clGetEventInfo(events[LENGTH - 1], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    CHECK(status > CL_COMPLETE);
    CHECK_CL(clSetUserEventStatus(gate, CL_COMPLETE));
    CHECK_CL(clWaitForEvents(1, &events[LENGTH - 1]));
    cl_uint *got = test_alloc(ITEMS * sizeof *got);
    CHECK_CL(clEnqueueReadBuffer(all.queues[FIRST], a, CL_TRUE, 0, ITEMS * sizeof *got, got, 0, NULL, NULL));
    for (cl_uint i = 0; i < ITEMS; i++)
      CHECK_EQ(got[i], want);
    /* Each event knows its queue, and all of them the context. */
    for (cl_uint i = 0; i < LENGTH; i++) {
      cl_command_queue queue;
      cl_context context;
      CHECK_CL(clGetEventInfo(events[i], CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, NULL));
      CHECK_CL(clGetEventInfo(events[i], CL_EVENT_CONTEXT, sizeof context, &context, NULL));
      CHECK(queue == all.queues[i % COUNT] && context == all.context);
    }
  }
}

/* What fails on one device fails behind it on the others. */
static void failures_across_queues(void) {
  open_devices(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_int error, status;
  cl_event gate = keep(clCreateUserEvent(all.context, &error)), events[COUNT];
  cl_mem a = buffer_of(0, 64, NULL);
  CHECK_CL(error);
  const cl_uint before = 77, after = 5;
  CHECK_CL(clEnqueueFillBuffer(all.queues[ROOT], a, &before, 4, 0, 64, 0, NULL, NULL));
  CHECK_CL(clFinish(all.queues[ROOT]));
  for (int i = 0; i < COUNT; i++) {
    CHECK_CL(clEnqueueFillBuffer(all.queues[i], a, &after, 4, 0, 64, 1, i ? &events[i - 1] : &gate, &events[i]));
    keep(events[i]);
  }
  CHECK_CL(clSetUserEventStatus(gate, -77));
  CHECK_ERR(clWaitForEvents(1, &events[COUNT - 1]), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  for (int i = 0; i < COUNT; i++) {
    CHECK_CL(clGetEventInfo(events[i], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    CHECK(status < 0);
  }
  CHECK_EQ(first_of(SECOND, a), before);
}

/* A buffer, a sub-buffer, an image, a sampler and shared virtual memory, each made once and used by all. */
static void shared_objects(void) {
  enum { ITEMS = 64 * 64 };
  open_devices(0);
  if (!test_device_uint(CL_DEVICE_IMAGE_SUPPORT))
    test_skip("no images");
  cl_program program = program_of(steps);
  CHECK_CL(clBuildProgram(program, 0, NULL, "", NULL, NULL));
  cl_kernel gather = test_kernel(program, "gather"), affine = test_kernel(program, "affine");
  cl_int error;
  cl_uint *texels = test_alloc(ITEMS * sizeof *texels), *want = test_alloc(ITEMS * sizeof *want);
  for (cl_uint i = 0; i < ITEMS; i++)
    texels[i] = i * 7 + 1;
  const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
  const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 64, .image_height = 64};
  cl_mem image = clCreateImage(all.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &desc, texels, &error);
  CHECK_CL(error);
  test_keep_mem(image);
  cl_sampler sampler = clCreateSampler(all.context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &error);
  CHECK_CL(error);
  cl_uint *table = clSVMAlloc(all.context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, 16 * sizeof *table, 0);
  CHECK(table);
  for (cl_uint i = 0; i < 16; i++)
    table[i] = i + 1;
  const cl_uint zero = 0;
  cl_mem a = buffer_of(0, ITEMS * 2 * sizeof zero, NULL);
  const cl_buffer_region half = {ITEMS * sizeof zero, ITEMS * sizeof zero};
  cl_mem upper = clCreateSubBuffer(a, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, &error);
  CHECK_CL(error);
  test_keep_mem(upper);
  CHECK_CL(clEnqueueFillBuffer(all.queues[PART], a, &zero, 4, 0, ITEMS * 2 * sizeof zero, 0, NULL, NULL));
  CHECK_CL(clFinish(all.queues[PART]));
  const size_t global = ITEMS;
  bool failed = false;
  for (int i = 0; i < COUNT && !failed; i++) {
    cl_event event, migrated;
    failed |= clSetKernelArg(gather, 0, sizeof image, &image) || clSetKernelArg(gather, 1, sizeof sampler, &sampler) ||
              clSetKernelArg(gather, 2, sizeof upper, &upper) || clSetKernelArgSVMPointer(gather, 3, table) ||
              clEnqueueNDRangeKernel(all.queues[i], gather, 1, NULL, &global, NULL, 0, NULL, &event);
    SET_ARGS(affine, ARG(upper), ARG_UINT(5), ARG_UINT(i));
    int other = (i + 1) % COUNT;
    failed |= clEnqueueMigrateMemObjects(all.queues[other], 1, &upper, 0, 1, &event, &migrated) ||
              clEnqueueNDRangeKernel(all.queues[other], affine, 1, NULL, &global, NULL, 1, &migrated, NULL) ||
              clFinish(all.queues[other]);
    clReleaseEvent(event);
    clReleaseEvent(migrated);
    for (cl_uint k = 0; k < ITEMS; k++)
      want[k] = (want[k] + texels[k] * (k % 16 + 1)) * 5 + (cl_uint)i;
  }
  cl_uint *at =
      clEnqueueMapBuffer(all.queues[FIRST], a, CL_TRUE, CL_MAP_READ, 0, ITEMS * 2 * sizeof zero, 0, NULL, NULL, &error);
  size_t same = error ? 0 : test_differ(at + ITEMS, want, ITEMS * sizeof zero);
  cl_uint untouched = error ? 1 : at[ITEMS - 1];
  failed |= error || clEnqueueUnmapMemObject(all.queues[SECOND], a, at, 0, NULL, NULL) || clFinish(all.queues[SECOND]);
  clSVMFree(all.context, table);
  clReleaseSampler(sampler);
  CHECK(!failed);
  CHECK_EQ(same, ITEMS * sizeof zero);
  CHECK_EQ(untouched, 0);
}

/* Sub-devices, then the context: what is made of them goes on. */
static void released_early(void) {
  open_devices(0);
  cl_int error;
  cl_device_id part = all.devices[PART];
  cl_uint references;
  CHECK_CL(clGetDeviceInfo(part, CL_DEVICE_REFERENCE_COUNT, sizeof references, &references, NULL));
  CHECK_EQ(references, 1);
  cl_program program = program_of(which);
  CHECK_CL(clBuildProgram(program, 1, &part, "-DNUMBER=3", NULL, NULL));
  cl_kernel kernel = test_kernel(program, "which");
  const cl_device_partition_property ones[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id single[2];
  CHECK_CL(clCreateSubDevices(part, ones, 2, single, NULL));
  cl_context context = clCreateContext(NULL, 2, single, NULL, NULL, &error);
  CHECK_CL(error);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, single[1], NULL, &error);
  for (int i = 0; i < 2; i++)
    CHECK_CL(clReleaseDevice(single[i]));
  cl_mem mem = clCreateBuffer(context, 0, 4 << 20, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clReleaseContext(context));
  const cl_uint pattern = 9;
  cl_uint value = 0;
  CHECK_CL(clEnqueueFillBuffer(queue, mem, &pattern, 4, 0, 4 << 20, 0, NULL, NULL));
  CHECK_CL(clEnqueueReadBuffer(queue, mem, CL_TRUE, (4 << 20) - 4, 4, &value, 0, NULL, NULL));
  CHECK_EQ(value, 9);
  CHECK_CL(clReleaseCommandQueue(queue));
  CHECK_CL(clReleaseMemObject(mem));
  const size_t one = 1;
  cl_mem a = buffer_of(0, 64, NULL);
  SET_ARGS(kernel, ARG(a));
  CHECK_CL(clEnqueueNDRangeKernel(all.queues[PART], kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
  CHECK_EQ(first_of(PART, a), 3);
}

static const struct test_case cases[] = {
    {"devices_of_a_context", devices_of_a_context},
    {"builds_of_each_device", builds_of_each_device},
    {"builds_of_the_parent", builds_of_the_parent},
    {"kernels_of_several_devices", kernels_of_several_devices},
    {"binaries", binaries},
    {"events_across_queues", events_across_queues},
    {"failures_across_queues", failures_across_queues},
    {"shared_objects", shared_objects},
    {"released_early", released_early},
};

int main(int argc, char **argv) {
  setenv("WEFT_TOPOLOGY", "numa:2 l3:2 l2:1 core:2 pu:1", 1);
  unsetenv("WEFT_MAX_THREADS");
  return test_run(argc, argv, cases, TEST_COUNT(cases));
}
