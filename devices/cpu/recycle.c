/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Large memory that was given back, kept for the next allocation of the same length (docs/recycling.md). A page costs a
 * fault and a clearing when it is first touched, many times what a kernel takes to fill it, and applications make their
 * temporary buffers anew for each step.
 *
 * What is kept is the system's to take: MADV_FREE tells it that the contents are of no use, so that pages go first
 * where memory is short, and come back by themselves. For pages of 4 KiB that costs a third of what it saves, so a few
 * MiB of short blocks are kept as they are. Where the application has limited its address space nothing is
 * kept, since somebody else's mapping would fail for it.
 *
 * The blocks are in the order in which they came, the oldest first; the newest of a length is taken, whose lines are
 * the likeliest to be in a cache. What there is no room for pushes out the oldest.
 */
#include "base/address_space.h"
#include "base/config.h"
#include "base/lock.h"
#include "devices/cpu/cpu_device.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#define MOST_BLOCKS 64u
#define USUAL_LIMIT (UINT64_C(256) << 20)
#define SHARE 16u                          /* of the device's memory, at most */
#define MOST_RETAINED (UINT64_C(16) << 20) /* of short blocks that are not the system's */

struct block {
  void *base;
  size_t length;
  bool retained; /* not the system's to take */
};

static struct weft_lock lock = WEFT_LOCK_INIT; /* guards what follows but the limit */
static struct block blocks[MOST_BLOCKS];
static unsigned num_blocks;
static uint64_t num_bytes, num_retained; /* of all, and of those */
static uint64_t limit;                   /* set before there is a device */

void weft_cpu_recycle_open(uint64_t global_mem_size) {
  uint64_t option;
  limit = weft_config_size(WEFT_OPTION_KEPT_MEM, &option) ? option : USUAL_LIMIT;
  if (limit > global_mem_size / SHARE)
    limit = global_mem_size / SHARE;
}

static struct block take_out_locked(unsigned i) {
  weft_lock_assert(&lock);
  struct block block = blocks[i];
  num_bytes -= block.length;
  num_retained -= block.retained ? block.length : 0;
  memmove(&blocks[i], &blocks[i + 1], (--num_blocks - i) * sizeof(*blocks));
  return block;
}

void *weft_cpu_recycle_take(size_t length) {
  struct block block = {0};
  weft_lock_acquire(&lock);
  for (unsigned i = num_blocks; i-- > 0 && !block.base;)
    if (blocks[i].length == length)
      block = take_out_locked(i);
  weft_lock_release(&lock);
  return block.base;
}

static bool retain(size_t length) {
  weft_lock_acquire(&lock);
  bool retained = length < WEFT_CPU_HUGE_PAGE && num_retained + length <= MOST_RETAINED;
  num_retained += retained ? length : 0;
  weft_lock_release(&lock);
  return retained;
}

bool weft_cpu_recycle_keep(void *base, size_t length) {
  uint64_t space;
  if (length > limit || weft_address_space_is_limited(&space))
    return false;
  struct block kept = {base, length, retain(length)};
  if (!kept.retained && madvise(base, length, MADV_FREE) != 0)
    return false;
  struct block gone[MOST_BLOCKS];
  unsigned num_gone = 0;
  weft_lock_acquire(&lock);
  while (num_blocks == MOST_BLOCKS || num_bytes > limit - length)
    gone[num_gone++] = take_out_locked(0);
  blocks[num_blocks++] = kept;
  num_bytes += length;
  weft_lock_release(&lock);
  for (unsigned i = 0; i < num_gone; i++)
    munmap(gone[i].base, gone[i].length);
  return true;
}

bool weft_cpu_recycle_drop(void) {
  bool any = false;
  for (;;) {
    struct block block = {0};
    weft_lock_acquire(&lock);
    if (num_blocks > 0)
      block = take_out_locked(num_blocks - 1);
    weft_lock_release(&lock);
    if (!block.base)
      return any;
    munmap(block.base, block.length);
    any = true;
  }
}
