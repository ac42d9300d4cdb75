/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Partitions of a device on a synthetic topology: 2 NUMA nodes, each with 2 caches of level 3 over 2 cores. */
#include <stdlib.h>

#include "tests/api_core/info.h"

#define MAX_SUB 16

static cl_uint units_of(cl_device_id device) {
  cl_uint units;
  CHECK_CL(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
  return units;
}

static cl_uint partition(cl_device_id device, const cl_device_partition_property *properties, cl_device_id *out) {
  cl_uint count = 0, again = 0;
  CHECK_CL(clCreateSubDevices(device, properties, 0, NULL, &count));
  CHECK(count >= 1 && count <= MAX_SUB);
  CHECK_CL(clCreateSubDevices(device, properties, MAX_SUB, out, &again));
  CHECK_EQ(again, count);
  return count;
}

static void release(cl_device_id *devices, cl_uint count) {
  for (cl_uint i = 0; i < count; i++)
    CHECK_CL(clReleaseDevice(devices[i]));
}

static void CL_CALLBACK count_call(void *arg) {
  __atomic_fetch_add(*(int **)arg, 1, __ATOMIC_SEQ_CST);
}

/* The sub-device runs work of its own queue. */
static void use(cl_device_id device) {
  int calls = 0, *pointer = &calls;
  cl_int error;
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK_CL(error);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &error);
  CHECK_CL(error);
  for (int i = 0; i < 10; i++)
    CHECK_CL(clEnqueueNativeKernel(queue, count_call, &pointer, sizeof pointer, 0, NULL, NULL, 0, NULL, NULL));
  CHECK_CL(clFinish(queue));
  CHECK_EQ(calls, 10);
  CHECK_CL(clReleaseCommandQueue(queue));
  CHECK_CL(clReleaseContext(context));
}

static void equally(void) {
  cl_uint units = units_of(test.device);
  if (units < 2)
    test_skip("one compute unit");
  cl_device_id sub[MAX_SUB];
  cl_uint count = partition(test.device, (cl_device_partition_property[]){CL_DEVICE_PARTITION_EQUALLY, 1, 0}, sub);
  CHECK_EQ(count, units);
  for (cl_uint i = 0; i < count; i++) {
    cl_device_id parent;
    cl_device_partition_property type[4];
    size_t size;
    CHECK_EQ(units_of(sub[i]), 1);
    CHECK_CL(clGetDeviceInfo(sub[i], CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent, NULL));
    CHECK(parent == test.device);
    CHECK_CL(clGetDeviceInfo(sub[i], CL_DEVICE_PARTITION_TYPE, sizeof type, type, &size));
    CHECK_EQ(size, 3 * sizeof *type);
    CHECK_EQ(type[0], CL_DEVICE_PARTITION_EQUALLY);
    CHECK_EQ(type[1], 1);
    CHECK_EQ(type[2], 0);
    use(sub[i]);
  }
  release(sub, count);
}

static void by_counts(void) {
  cl_uint units = units_of(test.device);
  if (units < 2)
    test_skip("one compute unit");
  cl_device_id sub[MAX_SUB];
  const cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, (int)units - 1,
                                                     CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_partition_property type[8];
  size_t size;
  cl_uint count = partition(test.device, properties, sub);
  CHECK_EQ(count, 2);
  CHECK_EQ(units_of(sub[0]), 1);
  CHECK_EQ(units_of(sub[1]), units - 1);
  CHECK_CL(clGetDeviceInfo(sub[0], CL_DEVICE_PARTITION_TYPE, sizeof type, type, &size));
  CHECK_EQ(size, sizeof properties);
  CHECK(memcmp(type, properties, size) == 0);
  use(sub[1]);
  release(sub, count);
}

static void by_affinity_domain(void) {
  cl_device_affinity_domain domains;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN, sizeof domains, &domains, NULL));
  if (!domains)
    test_skip("no domain to split by");
  CHECK(domains & CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE);
  for (int bit = 0; bit < 6; bit++) {
    cl_device_affinity_domain domain = (cl_device_affinity_domain)1 << bit;
    cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                                                 (cl_device_partition_property)domain, 0};
    cl_device_partition_property type[4];
    cl_device_id sub[MAX_SUB];
    cl_uint total = 0;
    if (!(domains & domain)) {
      CHECK_ERR(clCreateSubDevices(test.device, properties, MAX_SUB, sub, NULL), CL_INVALID_VALUE);
      continue;
    }
    cl_uint count = partition(test.device, properties, sub);
    CHECK(count > 1);
    for (cl_uint i = 0; i < count; i++)
      total += units_of(sub[i]);
    CHECK_EQ(total, units_of(test.device));
    /* The next partitionable domain says which one it was. */
    CHECK_CL(clGetDeviceInfo(sub[0], CL_DEVICE_PARTITION_TYPE, sizeof type, type, NULL));
    CHECK_EQ(type[0], CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
    CHECK(type[1] != CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE && (domains & (cl_ulong)type[1]));
    release(sub, count);
  }
}

static void references(void) {
  cl_uint units = units_of(test.device);
  if (units < 2)
    test_skip("one compute unit");
  cl_device_id sub[MAX_SUB];
  cl_uint references;
  cl_int error;
  cl_uint count = partition(test.device, (cl_device_partition_property[]){CL_DEVICE_PARTITION_EQUALLY, 1, 0}, sub);
  CHECK_CL(clRetainDevice(sub[0]));
  CHECK_CL(clGetDeviceInfo(sub[0], CL_DEVICE_REFERENCE_COUNT, sizeof references, &references, NULL));
  CHECK_EQ(references, 2);
  CHECK_CL(clReleaseDevice(sub[0]));
  /* A context keeps its devices. */
  cl_context context = clCreateContext(NULL, count, sub, NULL, NULL, &error);
  CHECK_CL(error);
  release(sub, count);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, sub[1], NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clReleaseContext(context));
  CHECK_CL(clFinish(queue));
  CHECK_CL(clReleaseCommandQueue(queue));
}

/* The names of cl_ext_device_fission, which loaders have slots for, count the same references. */
static void references_by_old_names(void) {
  typedef cl_int(CL_API_CALL * reference_fn)(cl_device_id);
  reference_fn retain = (reference_fn)clGetExtensionFunctionAddressForPlatform(test.platform, "clRetainDeviceEXT");
  reference_fn drop = (reference_fn)clGetExtensionFunctionAddressForPlatform(test.platform, "clReleaseDeviceEXT");
  if (!retain || !drop)
    test_skip("not in this loader");
  if (units_of(test.device) < 2)
    test_skip("one compute unit");
  cl_device_id sub[MAX_SUB];
  cl_uint references = 0;
  cl_uint count = partition(test.device, (cl_device_partition_property[]){CL_DEVICE_PARTITION_EQUALLY, 1, 0}, sub);
  CHECK_CL(retain(sub[0]));
  CHECK_CL(clGetDeviceInfo(sub[0], CL_DEVICE_REFERENCE_COUNT, sizeof references, &references, NULL));
  CHECK_EQ(references, 2);
  CHECK_CL(drop(sub[0]));
  CHECK_CL(clGetDeviceInfo(sub[0], CL_DEVICE_REFERENCE_COUNT, sizeof references, &references, NULL));
  CHECK_EQ(references, 1);
  CHECK_ERR(retain((cl_device_id)test.queue), CL_INVALID_DEVICE);
  CHECK_ERR(drop((cl_device_id)test.queue), CL_INVALID_DEVICE);
  for (cl_uint i = 0; i < count; i++)
    CHECK_CL(drop(sub[i]));
}

static void errors(void) {
  typedef cl_device_partition_property property;
  cl_uint units = units_of(test.device), count = 77;
  cl_device_id sub[MAX_SUB] = {0};
  const property nothing[] = {0}, unknown[] = {0x7777, 1, 0}, zero[] = {CL_DEVICE_PARTITION_EQUALLY, 0, 0};
  const property all[] = {CL_DEVICE_PARTITION_EQUALLY, units, 0}, more[] = {CL_DEVICE_PARTITION_EQUALLY, units + 1, 0};
  const property too_many[] = {CL_DEVICE_PARTITION_BY_COUNTS, units, 1, 0, 0};
  const property negative[] = {CL_DEVICE_PARTITION_BY_COUNTS, -1, 0, 0};
  const property none[] = {CL_DEVICE_PARTITION_BY_COUNTS, 0, 0};
  const property two_bits[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, 3, 0};
  const property twice[] = {CL_DEVICE_PARTITION_EQUALLY, 1, CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  CHECK_ERR(clCreateSubDevices(test.device, NULL, MAX_SUB, sub, &count), CL_INVALID_VALUE);
  CHECK_ERR(clCreateSubDevices(test.device, nothing, MAX_SUB, sub, &count), CL_INVALID_VALUE);
  CHECK_ERR(clCreateSubDevices(test.device, unknown, MAX_SUB, sub, &count), CL_INVALID_VALUE);
  CHECK_ERR(clCreateSubDevices(test.device, zero, MAX_SUB, sub, &count), CL_INVALID_VALUE);
  CHECK_ERR(clCreateSubDevices(test.device, twice, MAX_SUB, sub, &count), CL_INVALID_VALUE);
  CHECK_ERR(clCreateSubDevices(test.device, all, MAX_SUB, sub, &count), CL_DEVICE_PARTITION_FAILED);
  CHECK_ERR(clCreateSubDevices(test.device, more, MAX_SUB, sub, &count), CL_INVALID_DEVICE_PARTITION_COUNT);
  CHECK_ERR(clCreateSubDevices(test.device, two_bits, MAX_SUB, sub, &count), CL_INVALID_VALUE);
  const property next[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0};
  if (units > 1 && !test_device_ulong(CL_DEVICE_PARTITION_AFFINITY_DOMAIN))
    CHECK_ERR(clCreateSubDevices(test.device, next, MAX_SUB, sub, &count), CL_INVALID_VALUE);
  CHECK_ERR(clCreateSubDevices((cl_device_id)test.queue, all, MAX_SUB, sub, &count), CL_INVALID_DEVICE);
  if (units > 1) {
    const property ones[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    CHECK_ERR(clCreateSubDevices(test.device, too_many, MAX_SUB, sub, &count), CL_INVALID_DEVICE_PARTITION_COUNT);
    CHECK_ERR(clCreateSubDevices(test.device, negative, MAX_SUB, sub, &count), CL_INVALID_DEVICE_PARTITION_COUNT);
    CHECK_ERR(clCreateSubDevices(test.device, none, MAX_SUB, sub, &count), CL_INVALID_VALUE);
    CHECK_ERR(clCreateSubDevices(test.device, ones, units - 1, sub, &count), CL_INVALID_VALUE);
    CHECK_ERR(clCreateSubDevices(test.device, ones, 0, sub, &count), CL_INVALID_VALUE);
  }
  CHECK_EQ(count, 77);
  for (int i = 0; i < MAX_SUB; i++)
    CHECK(sub[i] == NULL);
}

static const struct test_case cases[] = {
    {"equally", equally},
    {"by_counts", by_counts},
    {"by_affinity_domain", by_affinity_domain},
    {"references", references},
    {"references_by_old_names", references_by_old_names},
    {"errors", errors},
};

int main(int argc, char **argv) {
  setenv("WEFT_TOPOLOGY", "numa:2 l3:2 l2:1 core:2 pu:1", 0);
  return test_run(argc, argv, cases, TEST_COUNT(cases));
}
