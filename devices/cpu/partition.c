/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Devices as sets of workers. A sub-device is a part of its parent's workers, so it runs on their processors only.
 *
 * Records are never given back: an idle worker may look at the members of a device that another thread is just
 * releasing. They go to a list and are taken from it.
 */
#include "base/alloc.h"
#include "base/lock.h"
#include "devices/cpu/cpu_device.h"
#include "devices/cpu/thread_pool.h"

#include <string.h>

static struct weft_lock free_lock = WEFT_LOCK_INIT; /* guards free_records */
static struct weft_hw *free_records;

static struct weft_hw *take_record(void) {
  weft_lock_acquire(&free_lock);
  struct weft_hw *hw = free_records;
  if (hw)
    free_records = hw->next_free;
  weft_lock_release(&free_lock);
  return hw ? hw : weft_zalloc(sizeof(*hw));
}

/* The number of the domain of `kind` that a worker is in; -1: none. */
static int domain_of(unsigned worker, enum weft_domain kind) {
  const struct weft_processor *processor = weft_pool_processor(worker);
  return processor ? processor->domain[kind] : -1;
}

/* How many domains of `kind` the workers are in; 0 where the level does not exist. */
static unsigned count_domains(const uint16_t *workers, unsigned num_workers, enum weft_domain kind) {
  unsigned count = 0;
  for (unsigned i = 0; i < num_workers; i++) {
    int domain = domain_of(workers[i], kind);
    if (domain < 0)
      return 0;
    if (i == 0 || domain != domain_of(workers[i - 1], kind))
      count++;
  }
  return count;
}

static const cl_device_affinity_domain domain_flags[WEFT_NUM_DOMAINS] = {
    [WEFT_DOMAIN_NUMA] = CL_DEVICE_AFFINITY_DOMAIN_NUMA,   [WEFT_DOMAIN_L4] = CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE,
    [WEFT_DOMAIN_L3] = CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, [WEFT_DOMAIN_L2] = CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE,
    [WEFT_DOMAIN_L1] = CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE,
};

static cl_device_affinity_domain splitting_domains(const uint16_t *workers, unsigned num_workers) {
  cl_device_affinity_domain domains = 0;
  for (int kind = 0; kind < WEFT_NUM_DOMAINS; kind++)
    if (count_domains(workers, num_workers, (enum weft_domain)kind) > 1)
      domains |= domain_flags[kind];
  return domains ? domains | CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE : 0;
}

/* For each position the range of positions that share its last level of cache, or its memory node where that is less.
 */
static void find_spans(struct weft_hw *hw) {
  enum weft_domain kind = WEFT_DOMAIN_NUMA;
  for (int level = WEFT_DOMAIN_L1; level >= WEFT_DOMAIN_L4; level--) {
    unsigned count = count_domains(hw->workers, hw->num_workers, (enum weft_domain)level);
    if (count > 0 && count < hw->num_workers)
      kind = (enum weft_domain)level;
  }
  if (count_domains(hw->workers, hw->num_workers, WEFT_DOMAIN_NUMA) > count_domains(hw->workers, hw->num_workers, kind))
    kind = WEFT_DOMAIN_NUMA;
  for (unsigned begin = 0, end; begin < hw->num_workers; begin = end) {
    for (end = begin + 1; end < hw->num_workers; end++)
      if (domain_of(hw->workers[end], kind) != domain_of(hw->workers[begin], kind))
        break;
    for (unsigned i = begin; i < end; i++)
      hw->spans[i] = (struct weft_cpu_span){(uint16_t)begin, (uint16_t)end};
  }
}

static void destroy(struct weft_hw *hw) {
  weft_free(hw->workers);
  weft_free(hw->spans);
  hw->workers = NULL;
  hw->spans = NULL;
  for (unsigned i = 0; i < WEFT_CPU_SET_WORDS; i++)
    atomic_store_explicit(&hw->members.words[i], 0, memory_order_relaxed);
  weft_lock_acquire(&free_lock);
  hw->next_free = free_records;
  free_records = hw;
  weft_lock_release(&free_lock);
}

struct weft_hw *weft_cpu_hw_create(struct weft_hw *parent, const struct weft_hw_caps *caps, const uint16_t *workers,
                                   unsigned num_workers) {
  struct weft_hw *hw = take_record();
  if (!hw)
    return NULL;
  hw->parent = parent;
  hw->caps = *caps;
  hw->num_workers = num_workers;
  hw->workers = weft_memdup(workers, num_workers * sizeof(*workers));
  hw->spans = weft_calloc(num_workers, sizeof(*hw->spans));
  if (!hw->workers || !hw->spans) {
    destroy(hw);
    return NULL;
  }
  hw->caps.compute_units = num_workers;
  hw->caps.affinity_domains = splitting_domains(workers, num_workers);
  hw->nodes = weft_cpu_nodes_of(workers, num_workers);
  find_spans(hw);
  for (unsigned i = 0; i < num_workers; i++)
    atomic_fetch_or_explicit(&hw->members.words[workers[i] / 64], UINT64_C(1) << (workers[i] % 64),
                             memory_order_relaxed);
  return hw;
}

/* --- shapes --- */

/* The sizes of the parts, in order; the workers of a part follow one another. False: out of memory. */
struct shape {
  unsigned *sizes;
  unsigned count;
};

static bool shape_add(struct shape *shape, unsigned size) {
  unsigned *sizes = weft_realloc(shape->sizes, (shape->count + 1) * sizeof(*sizes));
  if (!sizes)
    return false;
  shape->sizes = sizes;
  shape->sizes[shape->count++] = size;
  return true;
}

static cl_int shape_equally(const struct weft_hw *hw, uint64_t units, struct shape *shape) {
  if (units == 0 || units > hw->num_workers)
    return CL_DEVICE_PARTITION_FAILED;
  for (unsigned left = hw->num_workers; left >= units; left -= (unsigned)units)
    if (!shape_add(shape, (unsigned)units))
      return CL_OUT_OF_HOST_MEMORY;
  return CL_SUCCESS;
}

static cl_int shape_by_counts(const struct weft_hw *hw, const cl_device_partition_property *counts,
                              struct shape *shape) {
  unsigned left = hw->num_workers;
  for (; *counts != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; counts++) {
    if (*counts < 0 || (uint64_t)*counts > left)
      return CL_INVALID_DEVICE_PARTITION_COUNT;
    left -= (unsigned)*counts;
    if (!shape_add(shape, (unsigned)*counts))
      return CL_OUT_OF_HOST_MEMORY;
  }
  return shape->count ? CL_SUCCESS : CL_INVALID_DEVICE_PARTITION_COUNT;
}

static cl_int shape_by_domain(const struct weft_hw *hw, cl_device_affinity_domain wanted, struct shape *shape) {
  for (int level = WEFT_DOMAIN_NUMA; level < WEFT_NUM_DOMAINS; level++) {
    enum weft_domain kind = (enum weft_domain)level;
    if (wanted != CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE && wanted != domain_flags[kind])
      continue;
    if (count_domains(hw->workers, hw->num_workers, kind) < 2)
      continue;
    for (unsigned begin = 0, end; begin < hw->num_workers; begin = end) {
      for (end = begin + 1; end < hw->num_workers; end++)
        if (domain_of(hw->workers[end], kind) != domain_of(hw->workers[begin], kind))
          break;
      if (!shape_add(shape, end - begin))
        return CL_OUT_OF_HOST_MEMORY;
    }
    return CL_SUCCESS;
  }
  return CL_DEVICE_PARTITION_FAILED;
}

static cl_int find_shape(const struct weft_hw *hw, const cl_device_partition_property *props, struct shape *shape) {
  switch (props[0]) {
  case CL_DEVICE_PARTITION_EQUALLY:
    return shape_equally(hw, (uint64_t)props[1], shape);
  case CL_DEVICE_PARTITION_BY_COUNTS:
    return shape_by_counts(hw, props + 1, shape);
  case CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN:
    return shape_by_domain(hw, (cl_device_affinity_domain)props[1], shape);
  default:
    return CL_DEVICE_PARTITION_FAILED;
  }
}

cl_int weft_cpu_partition(struct weft_hw *hw, const cl_device_partition_property *props, cl_uint max,
                          struct weft_hw **out, cl_uint *count) {
  struct shape shape = {0};
  cl_uint made = 0;
  cl_int error = find_shape(hw, props, &shape);
  if (error != CL_SUCCESS)
    goto fail;
  unsigned first = 0;
  for (; out && made < shape.count && made < max; first += shape.sizes[made++]) {
    out[made] = weft_cpu_hw_create(hw, &hw->caps, hw->workers + first, shape.sizes[made]);
    if (!out[made]) {
      error = CL_OUT_OF_HOST_MEMORY;
      goto fail;
    }
  }
  if (count)
    *count = shape.count;
  weft_free(shape.sizes);
  return CL_SUCCESS;

fail:
  while (made > 0) {
    weft_cpu_release(out[--made]);
    out[made] = NULL;
  }
  weft_free(shape.sizes);
  return error;
}

void weft_cpu_release(struct weft_hw *hw) {
  if (hw->parent)
    destroy(hw);
}
