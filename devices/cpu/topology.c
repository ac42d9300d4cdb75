/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * hwloc's view of the machine, restricted to the process's binding (affinity mask, cpuset cgroup), reduced to one
 * record for each processor. hwloc is closed again at once: only the records stay.
 *
 * hwloc's plugins for accelerators are kept out: the OpenCL one would call clGetPlatformIDs, while the ICD loader is
 * in the midst of asking us for our platform. The x86 back end is kept out because it rebinds the calling thread.
 *
 * hwloc is not asked, and the processors are taken as equal neighbours, where it would do harm:
 *
 *   in set-uid programs it loads plugins from a folder that the environment names;
 *   where sched_getaffinity() is forbidden it asks again and again, with ever larger sets;
 *   without /sys it finds nothing and says so on standard error.
 */
#include "devices/cpu/topology.h"

#include "base/alloc.h"
#include "base/log.h"

#include <hwloc.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

static const char *const unwanted_components[] = {"opencl", "cuda", "nvml", "rsmi", "levelzero", "gl", "pci"};

static const hwloc_obj_type_t cache_types[WEFT_NUM_DOMAINS] = {
    [WEFT_DOMAIN_L4] = HWLOC_OBJ_L4CACHE,
    [WEFT_DOMAIN_L3] = HWLOC_OBJ_L3CACHE,
    [WEFT_DOMAIN_L2] = HWLOC_OBJ_L2CACHE,
    [WEFT_DOMAIN_L1] = HWLOC_OBJ_L1CACHE,
};

static hwloc_topology_t load(const char *synthetic) {
  hwloc_topology_t topology;
  if (hwloc_topology_init(&topology) != 0)
    return NULL;
  for (size_t i = 0; i < sizeof(unwanted_components) / sizeof(*unwanted_components); i++)
    (void)hwloc_topology_set_components(topology, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, unwanted_components[i]);
  hwloc_topology_set_io_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
  hwloc_topology_set_icache_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
  hwloc_topology_set_type_filter(topology, HWLOC_OBJ_MISC, HWLOC_TYPE_FILTER_KEEP_NONE);
  unsigned long flags = HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING;
#if HWLOC_API_VERSION >= 0x00020800
  flags |= HWLOC_TOPOLOGY_FLAG_NO_DISTANCES | HWLOC_TOPOLOGY_FLAG_NO_MEMATTRS | HWLOC_TOPOLOGY_FLAG_NO_CPUKINDS;
#endif
  if (synthetic) {
    if (hwloc_topology_set_synthetic(topology, synthetic) != 0) {
      weft_log(WEFT_LOG_ERROR, "WEFT_TOPOLOGY is no topology that hwloc can read: %s", synthetic);
      hwloc_topology_destroy(topology);
      return NULL;
    }
  } else {
    flags |= HWLOC_TOPOLOGY_FLAG_IS_THISSYSTEM | HWLOC_TOPOLOGY_FLAG_RESTRICT_TO_CPUBINDING;
  }
  if (hwloc_topology_set_flags(topology, flags) != 0 || hwloc_topology_load(topology) != 0) {
    hwloc_topology_destroy(topology);
    return NULL;
  }
  return topology;
}

static hwloc_obj_t cache_of(hwloc_topology_t topology, hwloc_obj_t pu, hwloc_obj_type_t type) {
  return hwloc_get_ancestor_obj_by_type(topology, type, pu);
}

/* hwloc hangs a node below an object of just its processors, and makes a group where there is none: with groups
 * filtered out, the nodes of a package that have several caches each (NPS4 of AMD's processors) would all have the
 * whole package. */
static hwloc_obj_t numa_of(hwloc_topology_t topology, hwloc_obj_t pu) {
  for (hwloc_obj_t node = NULL; (node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) != NULL;)
    if (hwloc_bitmap_isincluded(pu->cpuset, node->cpuset))
      return node;
  return NULL;
}

/* hwloc numbers objects logically, in the order of the processors; memory nodes of several kinds may leave gaps. */
static void describe(hwloc_topology_t topology, hwloc_obj_t pu, struct weft_processor *processor) {
  hwloc_obj_t node = numa_of(topology, pu);
  processor->os_index = pu->os_index;
  processor->numa = node && node->os_index != HWLOC_UNKNOWN_INDEX ? (int)node->os_index : -1;
  processor->domain[WEFT_DOMAIN_NUMA] = node ? (int)node->logical_index : -1;
  for (int kind = WEFT_DOMAIN_L4; kind < WEFT_NUM_DOMAINS; kind++) {
    hwloc_obj_t cache = cache_of(topology, pu, cache_types[kind]);
    processor->domain[kind] = cache ? (int)cache->logical_index : -1;
  }
}

static void describe_cache(hwloc_topology_t source, hwloc_obj_t pu, struct weft_topology *topology) {
  topology->cache_line = 64;
  for (int kind = WEFT_DOMAIN_L4; kind < WEFT_NUM_DOMAINS && topology->cache_size == 0; kind++) {
    hwloc_obj_t cache = cache_of(source, pu, cache_types[kind]);
    if (!cache)
      continue;
    topology->cache_size = cache->attr->cache.size;
    if (cache->attr->cache.linesize)
      topology->cache_line = cache->attr->cache.linesize;
  }
}

/* The process's processors; their number, 0 where the system does not tell. */
static unsigned read_binding(cpu_set_t *set, size_t size) {
  CPU_ZERO_S(size, set);
  return sched_getaffinity(0, size, set) == 0 ? (unsigned)CPU_COUNT_S(size, set) : 0;
}

static bool has_sysfs(const cpu_set_t *set, size_t size) {
  static const char *const folders[] = {"/sys/bus/cpu/devices", "/sys/devices/system/cpu"};
  unsigned first = 0;
  while (first < size * 8 && !CPU_ISSET_S(first, size, set))
    first++;
  for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
    char path[64];
    snprintf(path, sizeof(path), "%s/cpu%u/topology", folders[i], first);
    if (access(path, X_OK) == 0)
      return true;
  }
  return false;
}

static uint64_t largest_cache(void) {
  static const int levels[] = {_SC_LEVEL3_CACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL1_DCACHE_SIZE};
  for (size_t i = 0; i < sizeof(levels) / sizeof(*levels); i++)
    if (sysconf(levels[i]) > 0)
      return (uint64_t)sysconf(levels[i]);
  return 0;
}

/* Without hwloc. Processors that no set names are not pinned to. */
static bool load_plain(struct weft_topology *topology, const cpu_set_t *set, size_t size, unsigned count) {
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  topology->unbound = count == 0;
  topology->num_processors = count ? count : online > 0 ? (unsigned)online : 1;
  topology->processors = weft_calloc(topology->num_processors, sizeof(*topology->processors));
  if (!topology->processors)
    return false;
  unsigned next = 0;
  for (unsigned i = 0; i < topology->num_processors; i++) {
    struct weft_processor *processor = &topology->processors[i];
    while (count && next < size * 8 && !CPU_ISSET_S(next, size, set))
      next++;
    *processor = (struct weft_processor){.os_index = next++, .numa = -1};
    for (int kind = 0; kind < WEFT_NUM_DOMAINS; kind++)
      processor->domain[kind] = -1;
  }
  topology->cache_line = 64;
  topology->cache_size = largest_cache();
  return true;
}

bool weft_topology_load(struct weft_topology *topology, const char *synthetic) {
  memset(topology, 0, sizeof(*topology));
  cpu_set_t set[8]; /* 8,192 processors */
  unsigned bound = read_binding(set, sizeof(set));
  if (!synthetic && (bound == 0 || getauxval(AT_SECURE) || !has_sysfs(set, sizeof(set))))
    return load_plain(topology, set, sizeof(set), bound);
  hwloc_topology_t source = load(synthetic);
  if (!source)
    return false;
  int found = hwloc_get_nbobjs_by_type(source, HWLOC_OBJ_PU);
  if (found > 0)
    topology->processors = weft_calloc((size_t)found, sizeof(*topology->processors));
  if (!topology->processors) {
    hwloc_topology_destroy(source);
    return false;
  }
  topology->synthetic = synthetic != NULL;
  for (hwloc_obj_t pu = NULL; (pu = hwloc_get_next_obj_by_type(source, HWLOC_OBJ_PU, pu)) != NULL;)
    describe(source, pu, &topology->processors[topology->num_processors++]);
  describe_cache(source, hwloc_get_obj_by_type(source, HWLOC_OBJ_PU, 0), topology);
  hwloc_topology_destroy(source);
  return true;
}

void weft_topology_unload(struct weft_topology *topology) {
  weft_free(topology->processors);
  memset(topology, 0, sizeof(*topology));
}
