/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * On which memory nodes a context's memory is to lie, on a synthetic machine of 2 nodes: what the system is told as
 * objects are made, mapped and written. The program answers those system calls. Whatever they say, contents are right.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/api_memory/objects.h"
#include "tests/harness/memory_policies.h"
#include "tests/harness/pool.h"

#define MIB ((size_t)1 << 20)
#define BOTH 3ul

/* `call` sets no policy. */
#define CHECK_NO_POLICY(call)                                                                                          \
  do {                                                                                                                 \
    int before_ = atomic_load(&policies.set);                                                                          \
    call;                                                                                                              \
    CHECK_EQ(atomic_load(&policies.set) - before_, 0);                                                                 \
  } while (0)
/* `call` sets the policy `mode_` on `nodes_` for memory of `size_` bytes at least, and no other. */
#define CHECK_POLICY(call, mode_, nodes_, size_)                                                                       \
  do {                                                                                                                 \
    int before_ = atomic_load(&policies.set);                                                                          \
    call;                                                                                                              \
    CHECK_EQ(atomic_load(&policies.set) - before_, 1);                                                                 \
    CHECK_EQ(policies.mode, (mode_));                                                                                  \
    CHECK_EQ(policies.nodes, (nodes_));                                                                                \
    CHECK(policies.size >= (size_));                                                                                   \
  } while (0)

static void needs_nodes(void) {
  cl_device_affinity_domain domains = test_device_ulong(CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
  if (!test.is_weft || !(domains & CL_DEVICE_AFFINITY_DOMAIN_NUMA))
    test_skip("not Weft on several nodes");
}

static cl_context context_of(cl_uint count, const cl_device_id *devices) {
  cl_int error;
  cl_context context = clCreateContext(NULL, count, devices, NULL, NULL, &error);
  CHECK_CL(error);
  test_keep_context(context);
  return context;
}

static cl_mem buffer_of(cl_context context, cl_mem_flags flags, size_t size, void *host) {
  cl_int error;
  cl_mem mem = clCreateBuffer(context, flags, size, host, &error);
  CHECK_CL(error);
  test_keep_mem(mem);
  return mem;
}

static void by_node(cl_device_id nodes[2]) {
  const cl_device_partition_property by_numa[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                                                  CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0};
  CHECK_CL(clCreateSubDevices(test.device, by_numa, 2, nodes, NULL));
  for (int i = 0; i < 2; i++)
    test_keep_device(nodes[i]);
}

static char *map(cl_mem mem, cl_map_flags flags, size_t offset, size_t size) {
  cl_int error;
  char *at = clEnqueueMapBuffer(test.queue, mem, CL_TRUE, flags, offset, size, 0, NULL, NULL, &error);
  CHECK_CL(error);
  return at;
}

/* Nothing touches a buffer as it is made. What the host writes first is spread, once. */
static void buffers(void) {
  needs_nodes();
  cl_mem a, b, c;
  char byte = 7;
  CHECK_NO_POLICY(a = make_buffer(0, 4 * MIB, NULL));
  CHECK_POLICY(CHECK_CL(clEnqueueWriteBuffer(test.queue, a, CL_TRUE, 9, 1, &byte, 0, NULL, NULL)), INTERLEAVE, BOTH,
               4 * MIB);
  CHECK_NO_POLICY(CHECK_CL(clEnqueueWriteBuffer(test.queue, a, CL_TRUE, MIB, 1, &byte, 0, NULL, NULL)));
  CHECK_EQ(contents(a, 4 * MIB)[9], 7);
  /* The device's threads write it, each its part. */
  unsigned char *data = test_alloc(4 * MIB);
  test_fill(data, 4 * MIB, 5);
  CHECK_NO_POLICY(b = make_buffer(0, 4 * MIB, NULL));
  CHECK_NO_POLICY(CHECK_CL(clEnqueueWriteBuffer(test.queue, b, CL_TRUE, 0, 4 * MIB, data, 0, NULL, NULL)));
  check_same(contents(b, 4 * MIB), data, 4 * MIB, "written");
  CHECK_NO_POLICY(c = make_buffer(CL_MEM_COPY_HOST_PTR, 4 * MIB, data));
  check_same(contents(c, 4 * MIB), data, 4 * MIB, "copied by the device");
  /* The caller does. */
  CHECK_POLICY(c = make_buffer(CL_MEM_COPY_HOST_PTR, MIB, data), INTERLEAVE, BOTH, MIB);
  check_same(contents(c, MIB), data, MIB, "copied by the caller");
  CHECK_NO_POLICY(make_buffer(CL_MEM_COPY_HOST_PTR, MIB - 1, data));
  CHECK_NO_POLICY(make_buffer(CL_MEM_USE_HOST_PTR, 4 * MIB, data));
  CHECK_POLICY(make_buffer(CL_MEM_ALLOC_HOST_PTR, 4 * MIB, NULL), INTERLEAVE, BOTH, 4 * MIB);
  CHECK_NO_POLICY(make_buffer(CL_MEM_ALLOC_HOST_PTR, 4096, NULL));
}

static void maps(void) {
  needs_nodes();
  cl_mem a = make_buffer(0, 4 * MIB, NULL);
  char *at;
  CHECK_NO_POLICY(at = map(a, CL_MAP_READ, 0, 4 * MIB));
  CHECK_CL(clEnqueueUnmapMemObject(test.queue, a, at, 0, NULL, NULL));
  cl_mem half = make_sub_buffer(a, 0, 2 * MIB, 2 * MIB);
  CHECK_POLICY(at = map(half, CL_MAP_WRITE_INVALIDATE_REGION, 0, 100), INTERLEAVE, BOTH, 4 * MIB);
  memset(at, 3, 100);
  CHECK_CL(clEnqueueUnmapMemObject(test.queue, half, at, 0, NULL, NULL));
  CHECK_NO_POLICY(at = map(a, CL_MAP_WRITE, 2 * MIB, 4));
  CHECK_EQ(*at, 3);
  CHECK_CL(clEnqueueUnmapMemObject(test.queue, a, at, 0, NULL, NULL));

  if (!test_device_uint(CL_DEVICE_IMAGE_SUPPORT))
    return;
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 1024, .image_height = 512};
  const size_t origin[3] = {0}, region[3] = {4, 4, 1};
  size_t pitch;
  cl_int error;
  cl_mem image;
  CHECK_NO_POLICY(image = clCreateImage(test.context, 0, &format, &desc, NULL, &error));
  CHECK_CL(error);
  test_keep_mem(image);
  CHECK_POLICY(at = clEnqueueMapImage(test.queue, image, CL_TRUE, CL_MAP_WRITE, origin, region, &pitch, NULL, 0, NULL,
                                      NULL, &error),
               INTERLEAVE, BOTH, 2 * MIB);
  CHECK_CL(error);
  CHECK_CL(clEnqueueUnmapMemObject(test.queue, image, at, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
}

static void kernels_touch_first(void) {
  needs_nodes();
  cl_program program = test_build("", CL(kernel void ids(global uint * a) { a[get_global_id(0)] = get_global_id(0); }));
  cl_kernel ids = test_kernel(program, "ids");
  cl_mem a = make_buffer(0, 4 * MIB, NULL);
  CHECK_NO_POLICY(LAUNCH(ids, MIB, 64, ARG(a)));
  const cl_uint *got = (const cl_uint *)contents(a, 4 * MIB);
  for (cl_uint i = 0; i < MIB; i++)
    CHECK_EQ(got[i], i);
}

static void by_pointer(void) {
  needs_nodes();
  void *at;
  CHECK_POLICY(at = clSVMAlloc(test.context, CL_MEM_READ_WRITE, 3 * MIB, 0), INTERLEAVE, BOTH, 3 * MIB);
  CHECK(at);
  clSVMFree(test.context, at);
  CHECK_NO_POLICY(at = clSVMAlloc(test.context, CL_MEM_READ_WRITE, 3000, 0));
  clSVMFree(test.context, at);
#define FIND(name) name##_fn name = (name##_fn)clGetExtensionFunctionAddressForPlatform(test.platform, #name)
  FIND(clHostMemAllocINTEL);
  FIND(clSharedMemAllocINTEL);
  FIND(clDeviceMemAllocINTEL);
  FIND(clMemFreeINTEL);
  FIND(clEnqueueMemcpyINTEL);
  if (!clHostMemAllocINTEL || !clEnqueueMemcpyINTEL)
    return;
  cl_int error;
  CHECK_POLICY(at = clHostMemAllocINTEL(test.context, NULL, 2 * MIB, 0, &error), INTERLEAVE, BOTH, 2 * MIB);
  CHECK_CL(clMemFreeINTEL(test.context, at));
  CHECK_POLICY(at = clSharedMemAllocINTEL(test.context, test.device, NULL, 2 * MIB, 0, &error), INTERLEAVE, BOTH,
               2 * MIB);
  CHECK_CL(clMemFreeINTEL(test.context, at));
  CHECK_NO_POLICY(at = clDeviceMemAllocINTEL(test.context, test.device, NULL, 2 * MIB, 0, &error));
  CHECK_CL(error);
  char text[] = "text";
  CHECK_POLICY(CHECK_CL(clEnqueueMemcpyINTEL(test.queue, CL_TRUE, (char *)at + MIB, text, 5, 0, NULL, NULL)),
               INTERLEAVE, BOTH, 2 * MIB);
  CHECK_NO_POLICY(CHECK_CL(clEnqueueMemcpyINTEL(test.queue, CL_TRUE, at, text, 5, 0, NULL, NULL)));
  CHECK(strcmp((char *)at + MIB, text) == 0);
  CHECK_CL(clMemFreeINTEL(test.context, at));
}

/* A context's memory lies where its devices are. */
static void of_sub_devices(void) {
  needs_nodes();
  cl_device_id nodes[2];
  by_node(nodes);
  void *data = test_alloc(2 * MIB), *at;
  for (int i = 0; i < 2; i++) {
    cl_context context = context_of(1, &nodes[i]);
    unsigned long node = 1ul << i;
    CHECK_POLICY(buffer_of(context, 0, 2 * MIB, NULL), PREFERRED, node, 2 * MIB);
    CHECK_POLICY(buffer_of(context, CL_MEM_ALLOC_HOST_PTR, 2 * MIB, NULL), PREFERRED, node, 2 * MIB);
    CHECK_POLICY(buffer_of(context, CL_MEM_COPY_HOST_PTR, 2 * MIB, data), PREFERRED, node, 2 * MIB);
    CHECK_POLICY(at = clSVMAlloc(context, CL_MEM_READ_WRITE, 2 * MIB, 0), PREFERRED, node, 2 * MIB);
    clSVMFree(context, at);
  }
  cl_context both = context_of(2, nodes);
  CHECK_NO_POLICY(buffer_of(both, 0, 2 * MIB, NULL));
  CHECK_POLICY(buffer_of(both, CL_MEM_ALLOC_HOST_PTR, 2 * MIB, NULL), INTERLEAVE, BOTH, 2 * MIB);
  FIND(clDeviceMemAllocINTEL);
  FIND(clMemFreeINTEL);
  cl_int error;
  if (!clDeviceMemAllocINTEL)
    return;
  /* Of the device that it was asked for. */
  CHECK_POLICY(at = clDeviceMemAllocINTEL(both, nodes[1], NULL, 2 * MIB, 0, &error), PREFERRED, 2, 2 * MIB);
  CHECK_CL(clMemFreeINTEL(both, at));
  const cl_device_id mixed[] = {nodes[1], test.device};
  CHECK_POLICY(buffer_of(context_of(2, mixed), CL_MEM_ALLOC_HOST_PTR, 2 * MIB, NULL), INTERLEAVE, BOTH, 2 * MIB);
}

static const struct test_case cases[] = {
    {"buffers", buffers},
    {"maps", maps},
    {"kernels_touch_first", kernels_touch_first},
    {"by_pointer", by_pointer},
    {"of_sub_devices", of_sub_devices},
};

int main(int argc, char **argv) {
  setenv("WEFT_TOPOLOGY", "numa:2 l3:1 l2:2 core:2 pu:1", 1);
  setenv("WEFT_AFFINITY", "auto", 1);
  unsetenv("WEFT_MAX_THREADS");
  return test_run(argc, argv, cases, TEST_COUNT(cases));
}
