/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_DEVICES_CPU_TOPOLOGY_H
#define WEFT_DEVICES_CPU_TOPOLOGY_H

/* The processors that the process may use, in the order of the topology, with the domains that each is in. */

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

enum weft_domain { WEFT_DOMAIN_NUMA, WEFT_DOMAIN_L4, WEFT_DOMAIN_L3, WEFT_DOMAIN_L2, WEFT_DOMAIN_L1, WEFT_NUM_DOMAINS };

struct weft_processor {
  unsigned os_index;
  int numa; /* operating system's number of its memory node, -1: not known */
  /* Number of the domain of each kind, ascending from 0 in the order of the processors; -1: there is no such level. */
  int domain[WEFT_NUM_DOMAINS];
};

struct weft_topology {
  struct weft_processor *processors;
  unsigned num_processors;
  bool synthetic;      /* processors do not exist: nothing is pinned */
  bool unbound;        /* the system does not tell which they are: nothing is pinned */
  uint64_t cache_size; /* of one cache of the last level */
  unsigned cache_line;
};

/* `synthetic`: hwloc's notation, NULL: the machine. False where hwloc fails, the notation is wrong or memory is out.
 * hwloc is closed again at once, and where it is of no use (topology.c) processors are in no domain. */
bool weft_topology_load(struct weft_topology *topology, const char *synthetic);
void weft_topology_unload(struct weft_topology *topology);

#endif
