/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which memory nodes allocations are to lie on (docs/placement.md), on synthetic machines: what the system is told. */
#include "devices/cpu/cpu_device.h"
#include "tests/devices/harness.h"
#include "tests/harness/memory_policies.h"

#include <string.h>

#define MOST 16
#define MIB ((size_t)1 << 20)

enum { DEVICE, HOST }; /* who touches the memory first */

static struct weft_hw *parts[MOST];

static cl_uint split(struct weft_hw *hw, cl_device_affinity_domain domain) {
  cl_uint count = 0;
  const cl_device_partition_property by[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                                             (cl_device_partition_property)domain, 0};
  CHECK(ops->partition(hw, by, MOST, parts, &count) == CL_SUCCESS && count <= MOST);
  return count;
}

/* The policy that memory of `size` bytes for these devices gets, 0 where none is set; `*nodes` are its nodes. */
static int policy_of(struct weft_hw *const *users, cl_uint num_users, size_t size, int who, unsigned long *nodes) {
  struct weft_hw_memory memory;
  CHECK(ops->mem_alloc(users[0], size, NULL, &memory) == CL_SUCCESS);
  int before = atomic_load(&policies.set);
  bool touch_decides = ops->mem_place(users, num_users, &memory, who == HOST);
  int calls = atomic_load(&policies.set) - before;
  CHECK(calls <= 1 && !(calls && touch_decides));
  if (calls) { /* all of the memory, and whole pages */
    CHECK(policies.start <= (uintptr_t)memory.host && policies.start % 4096 == 0 && policies.size % 4096 == 0);
    CHECK(policies.start + policies.size >= (uintptr_t)memory.host + size);
    CHECK(policies.size < size + (4 * MIB));
  }
  if (touch_decides) { /* and then the host says that it will */
    CHECK(!ops->mem_place(users, num_users, &memory, true));
    CHECK(atomic_load(&policies.set) == before + 1 && policies.mode == INTERLEAVE);
  }
  ops->mem_free(users[0], &memory);
  *nodes = calls ? policies.nodes : 0;
  return calls ? policies.mode : 0;
}

static void check(struct weft_hw *const *users, cl_uint num_users, int who, int mode, unsigned long nodes) {
  static const size_t large[] = {MIB, MIB + 1, 5 * MIB + 77, 70 * MIB};
  unsigned long got;
  for (size_t i = 0; i < sizeof(large) / sizeof(*large); i++) {
    CHECK(policy_of(users, num_users, large[i], who, &got) == mode);
    CHECK(got == nodes);
  }
  CHECK(policy_of(users, num_users, MIB - 1, who, &got) == 0); /* the heap's */
  CHECK(policy_of(users, num_users, 1, who, &got) == 0);
}

/* Memory that was used before keeps its pages where the first touch decides, and comes anew where a policy does. What
 * has a policy is not used again. */
static void used_before(void) {
  enum { SIZE = 4 * MIB };
  struct weft_hw_memory memory;
  CHECK(ops->mem_alloc(root, SIZE, NULL, &memory) == CL_SUCCESS && ops->mem_place(&root, 1, &memory, false));
  char *at = memory.host;
  memset(at, 1, SIZE);
  ops->mem_free(root, &memory);
  CHECK(ops->mem_alloc(root, SIZE, NULL, &memory) == CL_SUCCESS && memory.host == at);
  CHECK(ops->mem_place(&root, 1, &memory, false));
  memset(at, 2, SIZE);
  CHECK(!ops->mem_place(&root, 1, &memory, true) && at[0] == 2 && at[SIZE - 1] == 2);
  ops->mem_free(root, &memory);
  CHECK(!weft_cpu_recycle_drop());

  CHECK(ops->mem_alloc(root, SIZE, NULL, &memory) == CL_SUCCESS && ops->mem_place(&root, 1, &memory, false));
  at = memory.host;
  memset(at, 1, SIZE);
  ops->mem_free(root, &memory);
  CHECK(ops->mem_alloc(root, SIZE, NULL, &memory) == CL_SUCCESS && memory.host == at);
  CHECK(!ops->mem_place(&root, 1, &memory, true) && at[0] == 0 && at[SIZE - 1] == 0);
  ops->mem_free(root, &memory);
  CHECK(!weft_cpu_recycle_drop());
}

/* Workers touch what they compute on; what the host writes first is spread. Devices on one node have it there. */
static void several_nodes(unsigned nodes) {
  unsigned long all = (1ul << nodes) - 1;
  CHECK(ops->caps(root)->places_memory);
  used_before();
  check(&root, 1, DEVICE, 0, 0);
  check(&root, 1, HOST, INTERLEAVE, all);

  CHECK(split(root, CL_DEVICE_AFFINITY_DOMAIN_NUMA) == nodes);
  for (unsigned i = 0; i < nodes; i++) {
    check(&parts[i], 1, DEVICE, PREFERRED, 1ul << i);
    check(&parts[i], 1, HOST, PREFERRED, 1ul << i);
  }
  /* A context of several devices: the nodes of all of them. */
  struct weft_hw *ends[] = {parts[0], parts[nodes - 1], parts[0]};
  check(ends, 3, DEVICE, 0, 0);
  check(ends, 3, HOST, INTERLEAVE, 1ul | 1ul << (nodes - 1));
  struct weft_hw *both[] = {parts[1], root};
  check(both, 2, DEVICE, 0, 0);
  check(both, 2, HOST, INTERLEAVE, all);
  struct weft_hw *same[] = {parts[1], parts[1]};
  check(same, 2, HOST, PREFERRED, 2);
  for (unsigned i = 0; i < nodes; i++)
    ops->release(parts[i]);

  /* Parts of a node: the node's. Parts across nodes: those that they reach into. */
  cl_uint count = split(root, CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE);
  CHECK(count == 2 * nodes);
  for (unsigned i = 0; i < count; i++) {
    check(&parts[i], 1, DEVICE, PREFERRED, 1ul << (i / 2));
    check(&parts[i], 1, HOST, PREFERRED, 1ul << (i / 2));
    ops->release(parts[i]);
  }
  const cl_device_partition_property across[] = {CL_DEVICE_PARTITION_BY_COUNTS, 3, 2, 0, 0};
  CHECK(ops->partition(root, across, MOST, parts, &count) == CL_SUCCESS && count == 2);
  check(&parts[0], 1, HOST, PREFERRED, 1);
  check(&parts[1], 1, DEVICE, 0, 0);
  check(&parts[1], 1, HOST, INTERLEAVE, 3);
  for (unsigned i = 0; i < count; i++)
    ops->release(parts[i]);

  /* The application's memory is its own affair. */
  static char own[2 * MIB];
  struct weft_hw_memory memory;
  int before = atomic_load(&policies.set);
  CHECK(ops->mem_alloc(root, sizeof(own), own, &memory) == CL_SUCCESS);
  CHECK(!ops->mem_place(&root, 1, &memory, true) && !ops->mem_place(&root, 1, &memory, false));
  CHECK(atomic_load(&policies.set) == before);
  ops->mem_free(root, &memory);
}

/* Workers that go where the system likes, and so a sub-device's: nobody is known, on any node. */
static void unpinned(unsigned nodes) {
  CHECK(ops->caps(root)->places_memory);
  CHECK(split(root, CL_DEVICE_AFFINITY_DOMAIN_NUMA) == nodes);
  for (unsigned i = 0; i < nodes; i++) {
    check(&parts[i], 1, DEVICE, 0, 0);
    check(&parts[i], 1, HOST, INTERLEAVE, (1ul << nodes) - 1);
    ops->release(parts[i]);
  }
}

/* main <what> <nodes>: CMakeLists.txt says on which machine. */
int main(int argc, char **argv) {
  CHECK(argc == 3);
  unsigned nodes = (unsigned)atoi(argv[2]);
  policies.own = strcmp(argv[1], "own_policy") == 0 ? INTERLEAVE : 0;
  open_device();
  if (strcmp(argv[1], "several") == 0) {
    several_nodes(nodes);
  } else if (strcmp(argv[1], "unpinned") == 0) {
    unpinned(nodes);
  } else if (strcmp(argv[1], "first_node") == 0) {
    CHECK(ops->caps(root)->places_memory);
    check(&root, 1, DEVICE, PREFERRED, 1);
    check(&root, 1, HOST, PREFERRED, 1);
  } else if (strcmp(argv[1], "own_policy") == 0) { /* the runtime does not ask */
    CHECK(!ops->caps(root)->places_memory);
  } else {
    CHECK(strcmp(argv[1], "one_node") == 0 && !ops->caps(root)->places_memory);
    unsigned long got;
    CHECK(policy_of(&root, 1, MIB, DEVICE, &got) != INTERLEAVE); /* and it would do no harm */
  }
  ops->close();
  return 0;
}
