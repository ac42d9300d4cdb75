/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Device memory is host memory. Small allocations come from malloc, large ones from mmap, or from what was kept of
 * earlier ones (recycle.c). Linux grants address space that it cannot back and kills whoever touches it; so large ones
 * are refused where the machine or the cgroup has not that much left, and all of them together where they would pass
 * the device's size.
 */
#include "base/alloc.h"
#include "devices/cpu/cpu_device.h"

#include <stdlib.h>
#include <sys/mman.h>

#define LARGE (UINT64_C(1) << 20)     /* from here on by mmap */
#define DOUBTFUL (UINT64_C(64) << 20) /* from here on the system is asked what is left */

/* How an allocation goes: the address of one of these is weft_hw_memory.backend. What was recycled is so until it is
 * placed; what has a policy of its own, or may have, is not recycled. */
static char from_application, from_heap, from_system, recycled, placed;

static bool is_mapped(const struct weft_hw_memory *mem) {
  return mem->backend == &from_system || mem->backend == &recycled || mem->backend == &placed;
}

static _Atomic uint64_t in_use;

static size_t round_up(size_t size, size_t unit) {
  return (size + unit - 1) & ~(unit - 1);
}

/* Whole pages; from WEFT_CPU_HUGE_PAGE on whole huge pages, aligned to them. */
static size_t system_size(size_t size) {
  return round_up(size, size >= WEFT_CPU_HUGE_PAGE ? WEFT_CPU_HUGE_PAGE : 4096);
}

static void *map(size_t length) {
  if (length < WEFT_CPU_HUGE_PAGE) {
    void *at = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return at == MAP_FAILED ? NULL : at;
  }
  if (length > SIZE_MAX - WEFT_CPU_HUGE_PAGE)
    return NULL;
  char *at = mmap(NULL, length + WEFT_CPU_HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED)
    return NULL;
  char *aligned = (char *)round_up((size_t)at, WEFT_CPU_HUGE_PAGE);
  if (aligned > at)
    munmap(at, (size_t)(aligned - at));
  char *end = at + length + WEFT_CPU_HUGE_PAGE;
  if (end > aligned + length)
    munmap(aligned + length, (size_t)(end - (aligned + length)));
  (void)madvise(aligned, length, MADV_HUGEPAGE);
  return aligned;
}

static bool is_available(size_t length) {
  return length < DOUBTFUL || length <= weft_cpu_memory_available();
}

static void map_large(size_t size, struct weft_hw_memory *out) {
  size_t length = system_size(size);
  if (!is_available(length) && !(weft_cpu_recycle_drop() && is_available(length)))
    return;
  out->host = weft_cpu_recycle_take(length);
  out->backend = out->host ? &recycled : &from_system;
  if (!out->host)
    out->host = map(length);
  if (!out->host && weft_cpu_recycle_drop())
    out->host = map(length);
}

static bool reserve(const struct weft_hw *hw, size_t size) {
  uint64_t used = atomic_load_explicit(&in_use, memory_order_relaxed);
  do {
    if (used > hw->caps.global_mem_size || size > hw->caps.global_mem_size - used)
      return false;
  } while (
      !atomic_compare_exchange_weak_explicit(&in_use, &used, used + size, memory_order_relaxed, memory_order_relaxed));
  return true;
}

static void unreserve(size_t size) {
  atomic_fetch_sub_explicit(&in_use, size, memory_order_relaxed);
}

cl_int weft_cpu_mem_alloc(struct weft_hw *hw, size_t size, void *host_ptr, struct weft_hw_memory *out) {
  *out = (struct weft_hw_memory){.size = size};
  if (host_ptr) {
    out->host = host_ptr;
    out->backend = &from_application;
  } else {
    if (size > SIZE_MAX - 2 * WEFT_CPU_HUGE_PAGE || !reserve(hw, size))
      return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    if (size >= LARGE) {
      map_large(size, out);
    } else {
      /* Whole lines: nothing else of the process shares the last one. */
      out->host = weft_alloc_aligned(WEFT_CPU_MEM_BASE_ALIGN, round_up(size ? size : 1, WEFT_CPU_MEM_BASE_ALIGN));
      out->backend = &from_heap;
    }
    if (!out->host) {
      unreserve(size);
      *out = (struct weft_hw_memory){0};
      return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    }
  }
  out->device = (uint64_t)(uintptr_t)out->host;
  return CL_SUCCESS;
}

/* What the heap gives has mostly been touched before, and is so small that a core's own caches hold it. So has what is
 * recycled: where the first touch decides, by those who have used it as they will again; else its pages are given
 * back, so that they come as the policy says. */
bool weft_cpu_mem_place(struct weft_hw *const *users, cl_uint num_users, struct weft_hw_memory *mem, bool by_host) {
  if (!is_mapped(mem))
    return false;
  size_t length = system_size(mem->size);
  bool first_touch = weft_cpu_place_for(users, num_users, mem->host, length, by_host);
  if (!first_touch && mem->backend == &recycled)
    (void)madvise(mem->host, length, MADV_DONTNEED);
  mem->backend = first_touch ? &from_system : &placed;
  return first_touch;
}

void weft_cpu_mem_free(struct weft_hw *hw, struct weft_hw_memory *mem) {
  size_t length = system_size(mem->size);
  if (is_mapped(mem) && (mem->backend == &placed || !weft_cpu_recycle_keep(mem->host, length)))
    munmap(mem->host, length);
  else if (mem->backend == &from_heap)
    weft_free(mem->host);
  if (is_mapped(mem) || mem->backend == &from_heap)
    unreserve(mem->size);
  *mem = (struct weft_hw_memory){0};
}
