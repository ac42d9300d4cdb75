// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-groups: queries, barriers, votes, ballots and exchanges (OpenCL C 6.15.19 and cl_khr_subgroup_extended_types,
// _shuffle, _shuffle_relative, _rotate, _ballot, _non_uniform_vote). A sub-group is so many neighbours in linear local
// id.
#include "builtins/sub_group.h"
#include "builtins/sub_group_pick.h"

WEFT_INLINE size_t items(void) {
  return get_local_size(0) * get_local_size(1) * get_local_size(2);
}

WEFT_FN uint get_max_sub_group_size(void) {
  return __weft_sub_group_width();
}

WEFT_FN uint get_sub_group_local_id(void) {
  return lane_id();
}

WEFT_FN uint get_sub_group_id(void) {
  return (uint)get_local_linear_id() / __weft_sub_group_width();
}

WEFT_FN uint get_sub_group_size(void) {
  uint left = (uint)items() - get_sub_group_id() * __weft_sub_group_width();
  return left < __weft_sub_group_width() ? left : __weft_sub_group_width();
}

WEFT_FN uint get_num_sub_groups(void) {
  return ((uint)items() + __weft_sub_group_width() - 1) / __weft_sub_group_width();
}

WEFT_FN uint get_enqueued_num_sub_groups(void) {
  uint full = (uint)(get_enqueued_local_size(0) * get_enqueued_local_size(1) * get_enqueued_local_size(2));
  return (full + __weft_sub_group_width() - 1) / __weft_sub_group_width();
}

STATEMENT void __weft_stmt_sv_barrier(void);

SUB_GROUP_FN void sub_group_barrier(cl_mem_fence_flags flags) {
  __weft_stmt_sv_barrier();
}

/* A scope beyond the group also publishes to, and takes from, other groups. */
SUB_GROUP_FN void sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  bool wide = scope == memory_scope_device || scope == memory_scope_all_svm_devices;
  if (wide)
    __c11_atomic_thread_fence(__ATOMIC_ACQ_REL);
  __weft_stmt_sv_barrier();
  if (wide)
    __c11_atomic_thread_fence(__ATOMIC_ACQ_REL);
}

/* --- Exchanges. ------------------------------------------------------------------------------------------------ */

/* Whether what is inlined is known to be for a full sub-group. */
#define FULL(count, active)                                                                                            \
  (__weft_is_constant(count) && count >= 4 && (count & (count - 1)) == 0 && active == ~0ul >> (64 - count))
/* What an inactive or absent work-item would give is undefined; memory beyond the row is not read. */
#define EACH_PICKS                                                                                                     \
  EACH_ACTIVE(i)                                                                                                       \
  out[i] = in[lane[i] < count ? lane[i] : i];
#define SHUFFLE_BODY(T)                                                                                                \
  BODY __weft_stmt_srrr_shuffle_##T##_body(ROW(T) out, const ROW(T) in, const ROW(uint) lane, uint count,              \
                                           ulong active) {                                                             \
    EACH_PICKS                                                                                                         \
  }
#define PICK_BODY(T)                                                                                                   \
  BODY __weft_stmt_srrr_shuffle_##T##_body(ROW(T) out, const ROW(T) in, const ROW(uint) lane, uint count,              \
                                           ulong active) {                                                             \
    if (FULL(count, active) && weft_pick_rows(out, in, lane, count))                                                   \
      return;                                                                                                          \
    EACH_PICKS                                                                                                         \
  }
PICK_BODY(uchar)
PICK_BODY(ushort)
PICK_BODY(uint)
PICK_BODY(ulong)
SHUFFLE_BODY(ulong2)
SHUFFLE_BODY(ulong4)
SHUFFLE_BODY(ulong8)
SHUFFLE_BODY(ulong16)

#define BROADCASTS(T, S)                                                                                               \
  SUB_GROUP_FN T sub_group_broadcast(T x, uint lane) {                                                                 \
    return SHUFFLED(T, S, x, lane);                                                                                    \
  }                                                                                                                    \
  SUB_GROUP_FN T sub_group_non_uniform_broadcast(T x, uint lane) {                                                     \
    return SHUFFLED(T, S, x, lane);                                                                                    \
  }
FOR_SCALARS(BROADCASTS)
FOR_VECTORS(BROADCASTS)

#define EXCHANGES(T, S)                                                                                                \
  SUB_GROUP_FN T sub_group_shuffle(T x, uint lane) {                                                                   \
    return SHUFFLED(T, S, x, lane);                                                                                    \
  }                                                                                                                    \
  SUB_GROUP_FN T sub_group_shuffle_xor(T x, uint mask) {                                                               \
    return SHUFFLED(T, S, x, lane_id() ^ mask);                                                                        \
  }                                                                                                                    \
  SUB_GROUP_FN T sub_group_shuffle_up(T x, uint delta) {                                                               \
    return SHUFFLED(T, S, x, lane_id() - delta);                                                                       \
  }                                                                                                                    \
  SUB_GROUP_FN T sub_group_shuffle_down(T x, uint delta) {                                                             \
    return SHUFFLED(T, S, x, lane_id() + delta);                                                                       \
  }                                                                                                                    \
  SUB_GROUP_FN T sub_group_rotate(T x, int delta) {                                                                    \
    return SHUFFLED(T, S, x, (lane_id() + (uint)delta) & (__weft_sub_group_width() - 1));                              \
  }                                                                                                                    \
  SUB_GROUP_FN T sub_group_clustered_rotate(T x, int delta, uint size) {                                               \
    return SHUFFLED(T, S, x, ((lane_id() + (uint)delta) & (size - 1)) | (lane_id() & ~(size - 1)));                    \
  }
FOR_SCALARS(EXCHANGES)

/* Of the active work-item with the smallest id. */
#define FIRST(T)                                                                                                       \
  STATEMENT T __weft_stmt_srr_first_##T(T x);                                                                          \
  BODY __weft_stmt_srr_first_##T##_body(ROW(T) out, const ROW(T) in, uint count, ulong active) {                       \
    T x = in[__builtin_ctzl(active)];                                                                                  \
    EACH_ACTIVE(i)                                                                                                     \
    out[i] = x;                                                                                                        \
  }
FIRST(uchar)
FIRST(ushort)
FIRST(uint)
FIRST(ulong)

#define FIRSTS(T, S)                                                                                                   \
  SUB_GROUP_FN T sub_group_broadcast_first(T x) {                                                                      \
    return as_##T(__weft_stmt_srr_first_##S(as_##S(x)));                                                               \
  }
FOR_SCALARS(FIRSTS)

/* --- Votes. ---------------------------------------------------------------------------------------------------- */

STATEMENT uint __weft_stmt_sr_elect(void);
BODY __weft_stmt_sr_elect_body(ROW(uint) out, uint count, ulong active) {
  uint first = (uint)__builtin_ctzl(active);
  EACH_ACTIVE(i)
  out[i] = i == first;
}

SUB_GROUP_FN int sub_group_elect(void) {
  return __weft_stmt_sr_elect();
}

/* A bit for each active work-item whose predicate is not 0. */
STATEMENT ulong __weft_stmt_srr_ballot(uint predicate);
WEFT_INLINE ulong ballot(const ROW(uint) in, uint count, ulong active) {
  ulong bits = 0;
  for (uint i = 0; i < count; i++)
    bits |= (ulong)(in[i] != 0) << i;
  return bits & active;
}
BODY __weft_stmt_srr_ballot_body(ROW(ulong) out, const ROW(uint) in, uint count, ulong active) {
  ulong bits = ballot(in, count, active);
  EACH_ACTIVE(i)
  out[i] = bits;
}

STATEMENT uint __weft_stmt_srr_all(uint predicate);
BODY __weft_stmt_srr_all_body(ROW(uint) out, const ROW(uint) in, uint count, ulong active) {
  uint result = ballot(in, count, active) == active;
  EACH_ACTIVE(i)
  out[i] = result;
}

STATEMENT uint __weft_stmt_srr_any(uint predicate);
BODY __weft_stmt_srr_any_body(ROW(uint) out, const ROW(uint) in, uint count, ulong active) {
  uint result = ballot(in, count, active) != 0;
  EACH_ACTIVE(i)
  out[i] = result;
}

SUB_GROUP_FN int sub_group_all(int predicate) {
  return __weft_stmt_srr_all(predicate);
}
SUB_GROUP_FN int sub_group_any(int predicate) {
  return __weft_stmt_srr_any(predicate);
}
SUB_GROUP_FN int sub_group_non_uniform_all(int predicate) {
  return __weft_stmt_srr_all(predicate);
}
SUB_GROUP_FN int sub_group_non_uniform_any(int predicate) {
  return __weft_stmt_srr_any(predicate);
}

#define ALL_EQUAL(T)                                                                                                   \
  STATEMENT uint __weft_stmt_srr_all_equal_##T(T x);                                                                   \
  BODY __weft_stmt_srr_all_equal_##T##_body(ROW(uint) out, const ROW(T) in, uint count, ulong active) {                \
    T x = in[__builtin_ctzl(active)];                                                                                  \
    uint result = 1;                                                                                                   \
    EACH_ACTIVE(i)                                                                                                     \
    result &= in[i] == x;                                                                                              \
    EACH_ACTIVE(i)                                                                                                     \
    out[i] = result;                                                                                                   \
  }
ALL_EQUAL(uchar)
ALL_EQUAL(ushort)
ALL_EQUAL(uint)
ALL_EQUAL(ulong)
ALL_EQUAL(half)
ALL_EQUAL(float)
ALL_EQUAL(double)

#define ALL_EQUALS(T, S)                                                                                               \
  SUB_GROUP_FN int sub_group_non_uniform_all_equal(T x) {                                                              \
    return __weft_stmt_srr_all_equal_##S((S)x);                                                                        \
  }
ALL_EQUALS(char, uchar)
ALL_EQUALS(uchar, uchar)
ALL_EQUALS(short, ushort)
ALL_EQUALS(ushort, ushort)
ALL_EQUALS(int, uint)
ALL_EQUALS(uint, uint)
ALL_EQUALS(long, ulong)
ALL_EQUALS(ulong, ulong)
ALL_EQUALS(half, half)
ALL_EQUALS(float, float)
ALL_EQUALS(double, double)

/* --- Ballots: bit fields of at most 64 work-items. -------------------------------------------------------------- */

WEFT_INLINE uint4 field(ulong bits) {
  return (uint4)((uint)bits, (uint)(bits >> 32), 0, 0);
}

WEFT_INLINE ulong bits_of(uint4 value) {
  return value.x | (ulong)value.y << 32;
}

/* Work-items from id 0 on. */
WEFT_INLINE ulong below(uint id) {
  return id < 64 ? (1ul << id) - 1 : ~0ul;
}

WEFT_INLINE ulong whole(void) {
  return below(__weft_sub_group_width());
}

SUB_GROUP_FN uint4 sub_group_ballot(int predicate) {
  return field(__weft_stmt_srr_ballot(predicate));
}
WEFT_FN int sub_group_ballot_bit_extract(uint4 value, uint id) {
  return bits_of(value) >> (id & 63) & 1;
}
WEFT_FN int sub_group_inverse_ballot(uint4 value) {
  return bits_of(value) >> lane_id() & 1;
}
WEFT_FN uint sub_group_ballot_bit_count(uint4 value) {
  return (uint)__builtin_popcountl(bits_of(value) & whole());
}
WEFT_FN uint sub_group_ballot_inclusive_scan(uint4 value) {
  return (uint)__builtin_popcountl(bits_of(value) & below(lane_id() + 1));
}
WEFT_FN uint sub_group_ballot_exclusive_scan(uint4 value) {
  return (uint)__builtin_popcountl(bits_of(value) & below(lane_id()));
}
WEFT_FN uint sub_group_ballot_find_lsb(uint4 value) {
  ulong bits = bits_of(value) & whole();
  return bits ? (uint)__builtin_ctzl(bits) : 0;
}
WEFT_FN uint sub_group_ballot_find_msb(uint4 value) {
  ulong bits = bits_of(value) & whole();
  return bits ? 63 - (uint)__builtin_clzl(bits) : 0;
}

WEFT_FN uint4 get_sub_group_eq_mask(void) {
  return field(1ul << lane_id());
}
WEFT_FN uint4 get_sub_group_ge_mask(void) {
  return field(whole() & ~below(lane_id()));
}
WEFT_FN uint4 get_sub_group_gt_mask(void) {
  return field(whole() & ~below(lane_id() + 1));
}
WEFT_FN uint4 get_sub_group_le_mask(void) {
  return field(below(lane_id() + 1));
}
WEFT_FN uint4 get_sub_group_lt_mask(void) {
  return field(below(lane_id()));
}
