/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Synthetic machines, the process's binding, and hwloc's OpenCL plugin, which must stay out. */
#include "devices/cpu/topology.h"

#include "tests/devices/harness.h"

#include <sched.h>

/* What the plugin would call; exported, so it stands before any loader's. */
cl_int clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms);
static int platform_calls;
cl_int clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms) {
  platform_calls++;
  return CL_INVALID_VALUE;
}

static void synthetic(void) {
  struct weft_topology t;
  CHECK(weft_topology_load(&t, "package:2 numa:2 l3:1 core:4 pu:1"));
  CHECK(t.num_processors == 16 && t.synthetic && t.cache_size > 0);
  for (int i = 0; i < 16; i++) {
    CHECK(t.processors[i].domain[WEFT_DOMAIN_NUMA] == i / 4);
    CHECK(t.processors[i].domain[WEFT_DOMAIN_L3] == i / 4);
    CHECK(t.processors[i].domain[WEFT_DOMAIN_L4] == -1 && t.processors[i].domain[WEFT_DOMAIN_L2] == -1);
  }
  weft_topology_unload(&t);
  CHECK(weft_topology_load(&t, "package:1 numa:2 l3:2 core:2 pu:1")); /* no object but the node has its processors */
  CHECK(t.num_processors == 8);
  for (int i = 0; i < 8; i++)
    CHECK(t.processors[i].domain[WEFT_DOMAIN_NUMA] == i / 4 && t.processors[i].numa == i / 4 &&
          t.processors[i].domain[WEFT_DOMAIN_L3] == i / 2);
  weft_topology_unload(&t);
  CHECK(weft_topology_load(&t, "l2:3 pu:2"));
  CHECK(t.num_processors == 6 && t.processors[5].domain[WEFT_DOMAIN_L2] == 2);
  weft_topology_unload(&t);
  CHECK(!weft_topology_load(&t, "a machine"));
  weft_topology_unload(&t);
}

static void bound_process(void) {
  cpu_set_t own, one;
  CHECK(sched_getaffinity(0, sizeof(own), &own) == 0);
  struct weft_topology t;
  CHECK(weft_topology_load(&t, NULL));
  CHECK(t.num_processors == (unsigned)CPU_COUNT(&own));
  unsigned last = t.processors[t.num_processors - 1].os_index;
  weft_topology_unload(&t);
  CPU_ZERO(&one);
  CPU_SET(last, &one);
  CHECK(sched_setaffinity(0, sizeof(one), &one) == 0);
  CHECK(weft_topology_load(&t, NULL));
  CHECK(t.num_processors == 1 && t.processors[0].os_index == last);
  weft_topology_unload(&t);
  cpu_set_t after;
  CHECK(sched_getaffinity(0, sizeof(after), &after) == 0 && CPU_EQUAL(&one, &after));
  CHECK(sched_setaffinity(0, sizeof(own), &own) == 0);
}

int main(void) {
  synthetic();
  bound_process();
  CHECK(platform_calls == 0);
  return 0;
}
