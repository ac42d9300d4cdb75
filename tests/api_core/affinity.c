/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Partitions by affinity domain on synthetic machines. A case is a machine, so each runs in a process of its own:
 * CMakeLists.txt names one for each test.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/api_core/info.h"
#include "tests/harness/pool.h"

#define MOST 32
typedef cl_device_partition_property property;

/* In the order in which the next partitionable domain is looked for. */
enum { NUMA, L4, L3, L2, L1, NUM_DOMAINS };
static const cl_device_affinity_domain flags[NUM_DOMAINS] = {
    [NUMA] = CL_DEVICE_AFFINITY_DOMAIN_NUMA,   [L4] = CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE,
    [L3] = CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, [L2] = CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE,
    [L1] = CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE,
};

/* Parts: how many a partition by that domain makes of the root, all alike; 0: the domain does not split it. */
static const struct machine {
  const char *name, *topology;
  cl_uint units, parts[NUM_DOMAINS];
} machines[] = {
    {"two_nodes", "numa:2 l3:2 l2:1 core:2 pu:1", 8, {[NUMA] = 2, [L3] = 4, [L2] = 4}},
    {"packages", "package:2 numa:2 l3:1 l2:2 core:1 pu:2", 16, {[NUMA] = 4, [L3] = 4, [L2] = 8}},
    {"one_node", "numa:1 l3:2 l2:2 core:1 pu:1", 4, {[L3] = 2, [L2] = 4}},
    {"nodes_under_a_cache", "l4:1 numa:3 core:2 pu:1", 6, {[NUMA] = 3}},
    {"every_level",
     "numa:2 l4:2 l3:2 l2:2 l1:1 core:1 pu:1",
     16,
     {[NUMA] = 2, [L4] = 4, [L3] = 8, [L2] = 16, [L1] = 16}},
    {"first_level", "l1:4 core:1 pu:2", 8, {[L1] = 4}},
    {"flat", "core:4 pu:1", 4, {0}},
};
static const struct machine *machine;

static cl_uint units_of(cl_device_id device) {
  cl_uint units;
  CHECK_CL(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
  return units;
}

static cl_device_affinity_domain domains_of(cl_device_id device) {
  cl_device_affinity_domain domains;
  CHECK_CL(clGetDeviceInfo(device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN, sizeof domains, &domains, NULL));
  return domains;
}

static void release_program(void *object, size_t size) {
  clReleaseProgram(object);
}

/* The parts of a device, and that each says how it was made: by `kind`. */
static cl_uint split(cl_device_id device, cl_device_affinity_domain domain, int kind, cl_device_id *parts) {
  const property by[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, (property)domain, 0};
  cl_uint count = 0;
  CHECK_CL(clCreateSubDevices(device, by, MOST, parts, &count));
  for (cl_uint i = 0; i < count; i++)
    test_keep_device(parts[i]);
  for (cl_uint i = 0; i < count; i++) {
    cl_device_id parent;
    property type[4] = {0};
    size_t size;
    CHECK_CL(clGetDeviceInfo(parts[i], CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent, NULL));
    CHECK(parent == device);
    CHECK_CL(clGetDeviceInfo(parts[i], CL_DEVICE_PARTITION_TYPE, sizeof type, type, &size));
    CHECK_EQ(size, 3 * sizeof *type);
    CHECK_EQ(type[0], CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
    CHECK_EQ(type[1], flags[kind]);
    CHECK_EQ(type[2], 0);
  }
  return count;
}

static void each_domain(void) {
  cl_device_affinity_domain expected = 0;
  int first = NUM_DOMAINS;
  cl_device_id parts[MOST];
  CHECK_EQ(units_of(test.device), machine->units);
  for (int kind = NUM_DOMAINS - 1; kind >= 0; kind--)
    if (machine->parts[kind]) {
      expected |= flags[kind] | CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
      first = kind;
    }
  CHECK_EQ(domains_of(test.device), expected);
  for (int kind = 0; kind < NUM_DOMAINS; kind++) {
    const property by[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, (property)flags[kind], 0};
    if (!machine->parts[kind]) {
      CHECK_ERR(clCreateSubDevices(test.device, by, MOST, parts, NULL), CL_INVALID_VALUE);
      continue;
    }
    CHECK_ERR(clCreateSubDevices(test.device, by, machine->parts[kind] - 1, parts, NULL), CL_INVALID_VALUE);
    CHECK_EQ(split(test.device, flags[kind], kind, parts), machine->parts[kind]);
    for (cl_uint i = 0; i < machine->parts[kind]; i++)
      CHECK_EQ(units_of(parts[i]), machine->units / machine->parts[kind]);
  }
  if (first == NUM_DOMAINS)
    return;
  CHECK_EQ(split(test.device, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, first, parts), machine->parts[first]);
}

/* Goes down by the next domain until nothing splits any more, and gathers what is left; their number. */
static cl_uint go_down(cl_device_id device, int above, cl_device_id *leaves) {
  cl_device_affinity_domain domains = domains_of(device);
  cl_device_id parts[MOST];
  int kind = above + 1;
  while (kind < NUM_DOMAINS && !(domains & flags[kind]))
    kind++;
  if (kind == NUM_DOMAINS) {
    const property next[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0};
    CHECK_EQ(domains, 0);
    cl_int error = clCreateSubDevices(device, next, MOST, parts, NULL);
    /* One unit cannot be parted at all. */
    CHECK_ERR(error, units_of(device) > 1 ? CL_INVALID_VALUE : CL_DEVICE_PARTITION_FAILED);
    leaves[0] = device;
    return 1;
  }
  cl_uint count = split(device, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, kind, parts), found = 0, units = 0;
  for (cl_uint i = 0; i < count; i++) {
    units += units_of(parts[i]);
    found += go_down(parts[i], kind, leaves + found);
  }
  CHECK_EQ(units, units_of(device));
  return found;
}

/* The leaves of the machine compute at the same time, each on a part of the same buffer. */
static void every_leaf_computes(void) {
  enum { EACH = 1000 };
  cl_device_id leaves[MOST];
  cl_command_queue queues[MOST];
  cl_mem parts[MOST];
  cl_int error;
  cl_uint count = go_down(test.device, -1, leaves), most = 1;
  for (int kind = 0; kind < NUM_DOMAINS; kind++)
    most = machine->parts[kind] > most ? machine->parts[kind] : most;
  CHECK_EQ(count, most);
  cl_context context = clCreateContext(NULL, count, leaves, NULL, NULL, &error);
  CHECK_CL(error);
  test_keep_context(context);
  const char *source =
      CL(kernel void mark(global uint * a, uint leaf) { a[get_global_id(0)] = leaf * 1000000 + get_global_id(0); });
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK_CL(error);
  test_pool_add(release_program, program, 0);
  CHECK_CL(clBuildProgram(program, 0, NULL, "", NULL, NULL));
  cl_kernel mark = test_kernel(program, "mark");
  size_t stride = EACH * sizeof(cl_uint), align = test_device_uint(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  stride = (stride + align - 1) / align * align;
  cl_mem all = clCreateBuffer(context, CL_MEM_READ_WRITE, stride * count, NULL, &error);
  CHECK_CL(error);
  test_keep_mem(all);
  for (cl_uint i = 0; i < count; i++) {
    const cl_buffer_region region = {i * stride, EACH * sizeof(cl_uint)};
    const size_t global = EACH;
    queues[i] = clCreateCommandQueueWithProperties(context, leaves[i], NULL, &error);
    CHECK_CL(error);
    test_keep_queue(queues[i]);
    parts[i] = clCreateSubBuffer(all, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    CHECK_CL(error);
    test_keep_mem(parts[i]);
    SET_ARGS(mark, ARG(parts[i]), ARG_UINT(i));
    CHECK_CL(clEnqueueNDRangeKernel(queues[i], mark, 1, NULL, &global, NULL, 0, NULL, NULL));
    CHECK_CL(clFlush(queues[i]));
  }
  char *got = test_alloc(stride * count);
  for (cl_uint i = 0; i < count; i++)
    CHECK_CL(clFinish(queues[i]));
  CHECK_CL(clEnqueueReadBuffer(queues[count - 1], all, CL_TRUE, 0, stride * count, got, 0, NULL, NULL));
  for (cl_uint i = 0; i < count; i++)
    for (cl_uint k = 0; k < EACH; k++)
      CHECK_EQ(((cl_uint *)(got + i * stride))[k], i * 1000000 + k);
}

static const struct test_case cases[] = {
    {"each_domain", each_domain},
    {"every_leaf_computes", every_leaf_computes},
};

int main(int argc, char **argv) {
  for (size_t i = 0; argc > 1 && i < TEST_COUNT(machines); i++)
    if (strcmp(argv[1], machines[i].name) == 0)
      machine = &machines[i];
  if (!machine)
    machine = &machines[0];
  setenv("WEFT_TOPOLOGY", machine->topology, 1);
  unsetenv("WEFT_MAX_THREADS");
  return test_run(1, argv, cases, TEST_COUNT(cases));
}
