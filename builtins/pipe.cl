// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pipes (OpenCL C 6.15.14), under the names that Clang calls; docs/pipes.md tells how they work.
//
// Packets have numbers that only grow. `written` and `read` are the first numbers that nobody has reserved yet. The
// turn of a slot says who may take it: n, the writer of packet n; n + 1, its reader; afterwards the writer of the
// packet that comes to this slot next. So no work-item ever waits for another one: what it cannot have now, it is
// refused.
//
// Pipes and reservations arrive as opaque pointers; the compiler casts them to the types here
// (opencl/target_types.cpp).
#include "builtins/weft.h"

/* struct weft_pipe_slot and struct weft_pipe of compiler/kernel_abi.h */
struct slot {
  atomic_uint turn;
  uint count; /* packets of the reservation that begins here; its owner's */
};

typedef struct pipe_header {
  uint packet_size, max_packets;
  ulong mask; /* slots - 1, of a power of two */
  ulong data; /* bytes from here to the packets */
  ulong padding[5];
  atomic_ulong written;
  ulong more_padding[7];
  atomic_ulong read;
  ulong last_padding[7];
  struct slot slots[];
} pipe_header;
typedef global pipe_header *pipe_ref;

#define TURN(p, n) (p)->slots[(n) & (p)->mask].turn

WEFT_INLINE bool have_turn(pipe_ref p, ulong first, uint count, bool write) {
  for (uint i = 0; i < count; i++)
    if (__c11_atomic_load(&TURN(p, first + i), __ATOMIC_ACQUIRE) != (uint)(first + i) + !write)
      return false;
  return true;
}

/* The number of the first packet plus one, or 0. */
WEFT_INLINE ulong reserve(pipe_ref p, uint count, uint size, bool write) {
  if (!p || size != p->packet_size || count == 0 || count > p->max_packets)
    return 0;
  global atomic_ulong *next = write ? &p->written : &p->read;
  ulong first = __c11_atomic_load(next, __ATOMIC_ACQUIRE);
  for (;;) {
    bool full = write && (long)(first + count - __c11_atomic_load(&p->read, __ATOMIC_ACQUIRE)) > (long)p->max_packets;
    if (full || !have_turn(p, first, count, write)) {
      ulong seen = __c11_atomic_load(next, __ATOMIC_ACQUIRE);
      if (seen == first)
        return 0;
      first = seen; /* somebody was quicker: what was looked at is out of date */
      continue;
    }
    if (__c11_atomic_compare_exchange_weak(next, &first, first + count, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      return first + 1;
  }
}

WEFT_INLINE ulong reserve_many(pipe_ref p, uint count, uint size, bool write) {
  ulong id = reserve(p, count, size, write);
  if (id)
    p->slots[(id - 1) & p->mask].count = count;
  return id;
}

WEFT_INLINE void pass_on(pipe_ref p, ulong first, uint count, bool write) {
  for (uint i = 0; i < count; i++) {
    uint next = (uint)(first + i) + (write ? 1 : (uint)p->mask + 1);
    __c11_atomic_store(&TURN(p, first + i), next, __ATOMIC_RELEASE);
  }
}

WEFT_INLINE void commit(pipe_ref p, ulong id, uint size, bool write) {
  if (p && id && size == p->packet_size)
    pass_on(p, id - 1, p->slots[(id - 1) & p->mask].count, write);
}

WEFT_INLINE global char *packet(pipe_ref p, ulong number) {
  return (global char *)p + p->data + (number & p->mask) * p->packet_size;
}

WEFT_INLINE bool has_packet(pipe_ref p, ulong id, uint index, uint size) {
  return p && id && size == p->packet_size && index < p->slots[(id - 1) & p->mask].count;
}

#define ACCESS __attribute__((always_inline))

ACCESS int __read_pipe_2(pipe_ref p, generic void *to, uint size, uint align) {
  ulong id = reserve(p, 1, size, false);
  if (!id)
    return -1;
  __builtin_memcpy(to, (generic void *)packet(p, id - 1), size);
  pass_on(p, id - 1, 1, false);
  return 0;
}

ACCESS int __write_pipe_2(pipe_ref p, const generic void *from, uint size, uint align) {
  ulong id = reserve(p, 1, size, true);
  if (!id)
    return -1;
  __builtin_memcpy((generic void *)packet(p, id - 1), from, size);
  pass_on(p, id - 1, 1, true);
  return 0;
}

ACCESS int __read_pipe_4(pipe_ref p, ulong id, uint index, generic void *to, uint size, uint align) {
  if (!has_packet(p, id, index, size))
    return -1;
  __builtin_memcpy(to, (generic void *)packet(p, id - 1 + index), size);
  return 0;
}

ACCESS int __write_pipe_4(pipe_ref p, ulong id, uint index, const generic void *from, uint size, uint align) {
  if (!has_packet(p, id, index, size))
    return -1;
  __builtin_memcpy((generic void *)packet(p, id - 1 + index), from, size);
  return 0;
}

ACCESS bool valid(ulong id) __asm__("_Z19is_valid_reserve_id13ocl_reserveid");
ACCESS bool valid(ulong id) {
  return id != 0;
}

/* CLK_NULL_RESERVE_ID (compiler/frontend/prelude.clh) */
ACCESS ulong __weft_null_reserve_id(void) {
  return 0;
}

#define GROUP __attribute__((convergent))

/* Statements of the group and of a sub-group: all work-items get one reservation. */
GROUP ulong __weft_stmt_guuuuu_pipe_reserve(pipe_ref p, uint count, uint size, uint write);
ulong __weft_stmt_guuuuu_pipe_reserve_body(pipe_ref p, uint count, uint size, uint write) {
  return reserve_many(p, count, size, write != 0);
}
GROUP void __weft_stmt_gvuuuu_pipe_commit(pipe_ref p, ulong id, uint size, uint write);
void __weft_stmt_gvuuuu_pipe_commit_body(pipe_ref p, ulong id, uint size, uint write) {
  commit(p, id, size, write != 0);
}

/* sub_group.cl */
WEFT_OVERLOAD uint get_sub_group_local_id(void);
WEFT_OVERLOAD GROUP ulong sub_group_broadcast(ulong x, uint lane);
WEFT_OVERLOAD GROUP void sub_group_barrier(cl_mem_fence_flags flags);

/* One lane acts for all. Every lane has written its packets before one commits them. */
WEFT_INLINE GROUP ulong sub_group_reserve(pipe_ref p, uint count, uint size, bool write) {
  ulong id = 0;
  if (get_sub_group_local_id() == 0)
    id = reserve_many(p, count, size, write);
  return sub_group_broadcast(id, 0);
}

WEFT_INLINE GROUP void sub_group_commit(pipe_ref p, ulong id, uint size, bool write) {
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_sub_group_local_id() == 0)
    commit(p, id, size, write);
}

#define DIRECTION(name, WRITE, SUFFIX)                                                                                 \
  ACCESS ulong __reserve_##name##_pipe(pipe_ref p, uint count, uint size, uint align) {                                \
    return reserve_many(p, count, size, WRITE);                                                                        \
  }                                                                                                                    \
  ACCESS void __commit_##name##_pipe(pipe_ref p, ulong id, uint size, uint align) {                                    \
    commit(p, id, size, WRITE);                                                                                        \
  }                                                                                                                    \
  ACCESS GROUP ulong __work_group_reserve_##name##_pipe(pipe_ref p, uint count, uint size, uint align) {               \
    return __weft_stmt_guuuuu_pipe_reserve(p, count, size, WRITE);                                                     \
  }                                                                                                                    \
  ACCESS GROUP void __work_group_commit_##name##_pipe(pipe_ref p, ulong id, uint size, uint align) {                   \
    __weft_stmt_gvuuuu_pipe_commit(p, id, size, WRITE);                                                                \
  }                                                                                                                    \
  ACCESS GROUP ulong __sub_group_reserve_##name##_pipe(pipe_ref p, uint count, uint size, uint align) {                \
    return sub_group_reserve(p, count, size, WRITE);                                                                   \
  }                                                                                                                    \
  ACCESS GROUP void __sub_group_commit_##name##_pipe(pipe_ref p, ulong id, uint size, uint align) {                    \
    sub_group_commit(p, id, size, WRITE);                                                                              \
  }                                                                                                                    \
  ACCESS uint __get_pipe_num_packets_##SUFFIX(pipe_ref p, uint size, uint align) {                                     \
    ulong read = __c11_atomic_load(&p->read, __ATOMIC_ACQUIRE);                                                        \
    ulong count = __c11_atomic_load(&p->written, __ATOMIC_ACQUIRE) - read;                                             \
    return count < p->max_packets ? (uint)count : p->max_packets;                                                      \
  }                                                                                                                    \
  ACCESS uint __get_pipe_max_packets_##SUFFIX(pipe_ref p, uint size, uint align) {                                     \
    return p->max_packets;                                                                                             \
  }

DIRECTION(read, false, ro)
DIRECTION(write, true, wo)
