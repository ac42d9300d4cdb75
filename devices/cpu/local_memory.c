/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Local memory and frame of the work-group that a seat runs, see compiler/kernel_abi.h.
 *
 *   guard | skew, local: 256 KiB | guard | frame: 16 MiB | guard
 *
 * Tiles in buffers mostly start at a page. Local memory does not: processors that compare the low 12 bits of loads with
 * those of stores before them would wait for each other's in a copy from one page start to another (16 KiB from the
 * second-level cache on a Zen 4: 251 ns by the C library and 205 by Weft's own loop at offset 0; 166 and 165 at this).
 * Pages come as they are touched, on the node of the seat's processor, whoever touches them. A write past the
 * end of either hits a guard page instead of another group's data.
 */
#include "devices/cpu/cpu_device.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#define LOCAL_SKEW (17 * WEFT_GROUP_MEMORY_ALIGN)
#define LOCAL_MAPPED (WEFT_GROUP_LOCAL_BYTES + 4096)
_Static_assert(LOCAL_SKEW < 4096, "within the page that is mapped for it");

bool weft_cpu_arena_create(struct weft_cpu_arena *arena, int numa) {
  long page = sysconf(_SC_PAGESIZE);
  size_t guard = page > 0 ? (size_t)page : 4096;
  size_t size = 3 * guard + LOCAL_MAPPED + WEFT_CPU_FRAME_SIZE;
  char *base = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED)
    return false;
  char *local = base + guard;
  char *frame = local + LOCAL_MAPPED + guard;
  if (mprotect(local, LOCAL_MAPPED, PROT_READ | PROT_WRITE) != 0 ||
      mprotect(frame, WEFT_CPU_FRAME_SIZE, PROT_READ | PROT_WRITE) != 0) {
    munmap(base, size);
    return false;
  }
  weft_cpu_place_on(base, size, numa);
  *arena = (struct weft_cpu_arena){.local = local + LOCAL_SKEW, .frame = frame, .base = base, .size = size};
  return true;
}

/* The arena of seats that have none: whoever runs a kernel there takes its turn. Not a span: a kernel runs meanwhile.
 */
static struct weft_cpu_arena spare;
static struct weft_cpu_run spare_run;
static pthread_mutex_t spare_lock = PTHREAD_MUTEX_INITIALIZER;

bool weft_cpu_spare_arena_open(void) {
  if (!spare.base && !weft_cpu_arena_create(&spare, -1))
    return false;
  spare.run = &spare_run;
  return true;
}

struct weft_cpu_run *weft_cpu_spare_run(void) {
  return &spare_run;
}

const struct weft_cpu_arena *weft_cpu_spare_arena_take(void) {
  pthread_mutex_lock(&spare_lock);
  return &spare;
}

void weft_cpu_spare_arena_return(void) {
  pthread_mutex_unlock(&spare_lock);
}

void weft_cpu_spare_arena_forked(void) {
  pthread_mutex_init(&spare_lock, NULL);
}
