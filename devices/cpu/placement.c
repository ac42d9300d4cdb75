/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * On which memory nodes pages lie (docs/placement.md). The system places a page on the node of the thread that touches
 * it first; what is set here is a policy for addresses, which says what to do instead. Pages that have been touched
 * stay where they are, and a node that is full lets others take over.
 *
 * Nodes are known where workers keep to processors. Elsewhere every device is on all of the machine's.
 */
#include "devices/cpu/cpu_device.h"
#include "devices/cpu/thread_pool.h"

#include <sys/syscall.h>
#include <unistd.h>

/* Of <numaif.h>, which is another package's. */
#define MODE_DEFAULT 0    /* MPOL_DEFAULT */
#define MODE_PREFERRED 1  /* MPOL_PREFERRED */
#define MODE_INTERLEAVE 3 /* MPOL_INTERLEAVE */

#define WORD_BITS (8 * sizeof(unsigned long))

static unsigned count(const struct weft_cpu_nodes *nodes) {
  unsigned sum = 0;
  for (unsigned i = 0; i < WEFT_CPU_NODE_WORDS; i++)
    sum += (unsigned)__builtin_popcountl(nodes->words[i]);
  return sum;
}

static void add(struct weft_cpu_nodes *nodes, int numa) {
  if (numa >= 0 && (size_t)numa < WEFT_CPU_NODE_WORDS * WORD_BITS)
    nodes->words[(size_t)numa / WORD_BITS] |= 1ul << ((size_t)numa % WORD_BITS);
}

/* The process was started with a policy for all its memory, as by numactl: whoever did that has decided. */
static bool has_own_policy(void) {
  int mode = MODE_DEFAULT;
  return syscall(SYS_get_mempolicy, &mode, NULL, 0, NULL, 0) == 0 && mode != MODE_DEFAULT;
}

bool weft_cpu_placement_matters(const struct weft_topology *topology) {
  struct weft_cpu_nodes nodes = {0};
  for (unsigned i = 0; i < topology->num_processors; i++)
    add(&nodes, topology->processors[i].numa);
  return count(&nodes) > 1 && !has_own_policy();
}

struct weft_cpu_nodes weft_cpu_nodes_of(const uint16_t *workers, unsigned num_workers) {
  struct weft_cpu_nodes nodes = {0};
  const struct weft_topology *topology = weft_pool_topology();
  bool kept = weft_pool_keeps_place();
  unsigned number = kept ? num_workers : topology->num_processors;
  for (unsigned i = 0; i < number; i++)
    add(&nodes, topology->processors[kept ? workers[i] : i].numa);
  return nodes;
}

/* Refused in some containers, and where the process may not use such a node: then the first touch decides. */
static void set_policy(void *base, size_t size, int mode, const struct weft_cpu_nodes *nodes) {
  (void)syscall(SYS_mbind, base, size, mode, nodes->words, sizeof(nodes->words) * 8, 0);
}

void weft_cpu_place_on(void *base, size_t size, int numa) {
  struct weft_cpu_nodes nodes = {0};
  add(&nodes, numa);
  if (count(&nodes) == 1)
    set_policy(base, size, MODE_PREFERRED, &nodes);
}

bool weft_cpu_place_for(struct weft_hw *const *users, cl_uint num_users, void *base, size_t size, bool by_host) {
  struct weft_cpu_nodes nodes = {0};
  for (cl_uint i = 0; i < num_users; i++)
    for (unsigned word = 0; word < WEFT_CPU_NODE_WORDS; word++)
      nodes.words[word] |= users[i]->nodes.words[word];
  unsigned number = count(&nodes);
  if (number == 1)
    set_policy(base, size, MODE_PREFERRED, &nodes);
  else if (number > 1 && by_host)
    set_policy(base, size, MODE_INTERLEAVE, &nodes);
  return number > 1 && !by_host;
}
