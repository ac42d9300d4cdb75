/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels in C, with the calling convention of compiled ones. */
#include "tests/devices/kernels.h"

#include "compiler/kernel_abi.h"

#include <string.h>
#include <unistd.h>

#define KERNEL(name)                                                                                                   \
  __attribute__((visibility("default"))) void name(const struct weft_launch *launch, const uint64_t group[3],          \
                                                   uint64_t count, char *local, char *frame);                          \
  void name(const struct weft_launch *launch, const uint64_t group[3], uint64_t count, char *local, char *frame)

static uint64_t size_of_group(const struct weft_launch *launch, const uint64_t id[3], int d) {
  uint64_t left = launch->global_size[d] - id[d] * launch->local_size[d];
  return left < launch->local_size[d] ? left : launch->local_size[d];
}

KERNEL(count_items) {
  const struct count_args *args = launch->args;
  for (uint64_t i = 0; i < count; i++) {
    uint64_t id[3] = {group[0] + i, group[1], group[2]};
    uint64_t linear = (id[2] * launch->num_groups[1] + id[1]) * launch->num_groups[0] + id[0];
    if (args->groups)
      atomic_fetch_add_explicit(&args->groups[linear], 1, memory_order_relaxed);
    if (launch->global_offset[0] + launch->global_offset[1] + launch->global_offset[2] != args->offset_sum)
      continue; /* a wrong offset shows as items not counted */
    for (uint64_t z = 0; z < size_of_group(launch, id, 2); z++)
      for (uint64_t y = 0; y < size_of_group(launch, id, 1); y++)
        for (uint64_t x = 0; x < size_of_group(launch, id, 0); x++) {
          uint64_t gx = id[0] * launch->local_size[0] + x, gy = id[1] * launch->local_size[1] + y,
                   gz = id[2] * launch->local_size[2] + z;
          uint64_t at = (gz * launch->global_size[1] + gy) * launch->global_size[0] + gx;
          atomic_fetch_add_explicit(&args->items[at], 1, memory_order_relaxed);
        }
  }
}

/* Nobody else writes to a group's memory while it runs. */
KERNEL(own_memory) {
  const struct memory_args *args = launch->args;
  if ((uintptr_t)local % WEFT_GROUP_MEMORY_ALIGN != 0 || (uintptr_t)frame % WEFT_GROUP_MEMORY_ALIGN != 0)
    atomic_fetch_add(args->errors, 1);
  for (uint64_t i = 0; i < count; i++) {
    unsigned char mark = (unsigned char)(group[0] + i + 7 * group[1]);
    memset(local, mark, args->local_bytes);
    memset(frame, mark ^ 0x55, args->frame_bytes);
    for (volatile int pause = 0; pause < 200; pause++)
      ;
    for (uint64_t b = 0; b < args->local_bytes; b++)
      if ((unsigned char)local[b] != mark)
        atomic_fetch_add(args->errors, 1);
    for (uint64_t b = 0; b < args->frame_bytes; b++)
      if ((unsigned char)frame[b] != (mark ^ 0x55))
        atomic_fetch_add(args->errors, 1);
  }
}

KERNEL(empty_group) {
  (void)launch;
  (void)local;
}

KERNEL(say_disjoint) {
  const struct disjoint_args *args = launch->args;
  *args->said = launch->disjoint;
}

KERNEL(spin) {
  const struct spin_args *args = launch->args;
  for (uint64_t i = 0; i < count; i++) {
    for (volatile uint64_t n = 0; n < args->iterations; n++)
      ;
    atomic_fetch_add_explicit(args->sum, 1, memory_order_relaxed);
  }
}

KERNEL(crowd) {
  const struct crowd_args *args = launch->args;
  for (uint64_t i = 0; i < count; i++) {
    unsigned now = atomic_fetch_add(args->now, 1) + 1, most = atomic_load(args->most);
    while (now > most && !atomic_compare_exchange_weak(args->most, &most, now))
      ;
    for (volatile uint64_t n = 0; n < args->iterations; n++)
      ;
    atomic_fetch_sub(args->now, 1);
    atomic_fetch_add_explicit(args->sum, 1, memory_order_relaxed);
  }
}

KERNEL(until_set) {
  const struct until_args *args = launch->args;
  while (atomic_load(args->flag) == 0)
    ;
}

KERNEL(float_state) {
  struct float_args *args = (struct float_args *)launch->args;
  volatile float value = args->value, denormal = args->denormal, one = 1;
  args->third = value / 3;
  args->product = denormal * one;
}

KERNEL(serial) {
  static unsigned calls;
  struct serial_args *args = (struct serial_args *)launch->args;
  args->value = ++calls;
}

KERNEL(where) {
  const struct where_args *args = launch->args;
  static _Thread_local int id;
  if (id == 0)
    id = gettid();
  for (uint64_t i = 0; i < count; i++) {
    if ((uint64_t)id < args->limit)
      atomic_fetch_add_explicit(&args->threads[id], 1, memory_order_relaxed);
    for (volatile int pause = 0; pause < 20000; pause++)
      ;
  }
}
