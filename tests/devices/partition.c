/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shapes of partitions on a synthetic machine: 2 packages and nodes, each with one L3, two L2, four processors. */
#include "tests/devices/harness.h"

#include <string.h>

#define MOST 16
typedef cl_device_partition_property prop;

static cl_uint split(struct weft_hw *hw, const prop *props, struct weft_hw **out, cl_int expected) {
  cl_uint count = 77, again;
  memset(out, 0, MOST * sizeof(*out));
  CHECK(ops->partition(hw, props, 0, NULL, &count) == expected || expected != CL_SUCCESS);
  CHECK(ops->partition(hw, props, MOST, out, &again) == expected);
  if (expected != CL_SUCCESS)
    return 0;
  CHECK(again == count && count <= MOST);
  return count;
}

static void check_units(struct weft_hw **parts, cl_uint count, const unsigned *sizes) {
  for (cl_uint i = 0; i < count; i++) {
    CHECK(ops->caps(parts[i])->compute_units == sizes[i]);
    CHECK(strcmp(ops->caps(parts[i])->name, ops->caps(root)->name) == 0);
  }
}

static void release(struct weft_hw **parts, cl_uint count) {
  for (cl_uint i = 0; i < count; i++)
    ops->release(parts[i]);
}

static void run_on(struct weft_hw *hw, struct weft_hw_kernel *kernel, atomic_uint *threads, uint64_t limit) {
  struct where_args args = {threads, limit};
  memset(threads, 0, limit * sizeof(*threads));
  struct job job;
  job_range(&job, kernel, (size_t[]){400, 1, 1}, (size_t[]){1, 1, 1}, &args, sizeof(args));
  job.work.hw = hw;
  ops->submit(&job.work);
  while (atomic_load(&job.done) == 0) /* no helper: workers only */
    ;
  CHECK(job.status == CL_COMPLETE);
}

int main(void) {
  open_device();
  struct weft_hw *parts[MOST], *inner[MOST], *leaf[MOST];
  CHECK(units == 8);
  cl_device_affinity_domain domains = ops->caps(root)->affinity_domains;
  CHECK(domains & CL_DEVICE_AFFINITY_DOMAIN_NUMA);
  CHECK(domains & CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE);
  CHECK(domains & CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE);
  CHECK(domains & CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE);
  CHECK(!(domains & CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE));
  CHECK(!(domains & CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE));

  cl_uint count = split(root, (prop[]){CL_DEVICE_PARTITION_EQUALLY, 3, 0}, parts, CL_SUCCESS);
  CHECK(count == 2);
  check_units(parts, count, (unsigned[]){3, 3});
  release(parts, count);
  CHECK(split(root, (prop[]){CL_DEVICE_PARTITION_EQUALLY, 8, 0}, parts, CL_SUCCESS) == 1);
  release(parts, 1);
  split(root, (prop[]){CL_DEVICE_PARTITION_EQUALLY, 9, 0}, parts, CL_DEVICE_PARTITION_FAILED);

  count = split(root, (prop[]){CL_DEVICE_PARTITION_BY_COUNTS, 1, 5, 2, 0, 0}, parts, CL_SUCCESS);
  CHECK(count == 3);
  check_units(parts, count, (unsigned[]){1, 5, 2});
  CHECK(split(parts[1], (prop[]){CL_DEVICE_PARTITION_EQUALLY, 1, 0}, inner, CL_SUCCESS) == 5);
  release(inner, 5);
  release(parts, count);
  split(root, (prop[]){CL_DEVICE_PARTITION_BY_COUNTS, 4, 5, 0, 0}, parts, CL_INVALID_DEVICE_PARTITION_COUNT);

  const prop by_numa[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0};
  const prop by_next[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0};
  const prop by_l4[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE, 0};
  CHECK(split(root, by_next, parts, CL_SUCCESS) == 2);
  check_units(parts, 2, (unsigned[]){4, 4});
  CHECK(split(parts[0], by_next, inner, CL_SUCCESS) == 2); /* one node, one L3: the L2 caches are next */
  check_units(inner, 2, (unsigned[]){2, 2});
  split(inner[0], by_next, leaf, CL_DEVICE_PARTITION_FAILED);
  CHECK(ops->caps(inner[0])->affinity_domains == 0);
  release(inner, 2);
  release(parts, 2);
  split(root, by_l4, parts, CL_DEVICE_PARTITION_FAILED);

  /* A work on a sub-device is run by its workers, another part's work by others. */
  struct weft_hw_program *program = load_kernels();
  struct weft_hw_kernel *where = find_kernel(program, "where", 0);
  uint64_t limit = 1u << 22;
  atomic_uint *seen[2] = {calloc(limit, sizeof(atomic_uint)), calloc(limit, sizeof(atomic_uint))};
  CHECK(seen[0] && seen[1] && split(root, by_numa, parts, CL_SUCCESS) == 2);
  for (int round = 0; round < 5; round++) {
    unsigned total = 0, threads = 0;
    for (int i = 0; i < 2; i++)
      run_on(parts[i], where, seen[i], limit);
    for (uint64_t id = 0; id < limit; id++) {
      CHECK(seen[0][id] == 0 || seen[1][id] == 0);
      threads += seen[0][id] != 0;
      total += seen[0][id] + seen[1][id];
    }
    CHECK(total == 800 && threads >= 1 && threads <= 4);
  }
  release(parts, 2);
  ops->program_unload(program);
  ops->close();
  free(seen[0]);
  free(seen[1]);
  return 0;
}
