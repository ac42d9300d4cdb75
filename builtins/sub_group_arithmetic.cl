// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans of sub-groups (OpenCL C 6.15.19, cl_khr_subgroup_extended_types, _non_uniform_arithmetic and
// _clustered_reduce), all over the active work-items: where a function asks for all of them, all are.
#include "builtins/collectives.h"
#include "builtins/sub_group.h"

/* Whether a body sees full blocks of 16, of which all work-items are active: known where it is inlined, mostly. */
#define BLOCKS (count % 16 == 0 && active == ~0ul >> (64 - count))

#define REDUCE(OP, T)                                                                                                  \
  WEFT_INLINE T sum_##OP(const ROW(T) in, uint count, ulong active) {                                                  \
    if (BLOCKS) {                                                                                                      \
      T##16 sums = *(const __private BLOCK(T) *)in;                                                                    \
      for (uint i = 16; i < count; i += 16)                                                                            \
        sums = OP_##OP(sums, *(const __private BLOCK(T) *)(in + i));                                                   \
      return weft_reduce_##OP(sums);                                                                                   \
    }                                                                                                                  \
    T sum = ID_##OP(T);                                                                                                \
    EACH_ACTIVE(i)                                                                                                     \
    sum = OP_##OP(sum, in[i]);                                                                                         \
    return sum;                                                                                                        \
  }                                                                                                                    \
  STATEMENT T __weft_stmt_srr_reduce_##OP##_##T(T x);                                                                  \
  BODY __weft_stmt_srr_reduce_##OP##_##T##_body(ROW(T) out, const ROW(T) in, uint count, ulong active) {               \
    T sum = sum_##OP(in, count, active);                                                                               \
    EACH_ACTIVE(i)                                                                                                     \
    out[i] = sum;                                                                                                      \
  }                                                                                                                    \
  STATEMENT T __weft_stmt_srru_clustered_##OP##_##T(T x, uint size);                                                   \
  BODY __weft_stmt_srru_clustered_##OP##_##T##_body(ROW(T) out, const ROW(T) in, uint size, uint count,                \
                                                    ulong active) {                                                    \
    for (uint base = 0; base < count; base += size) {                                                                  \
      T sum = ID_##OP(T);                                                                                              \
      for (uint i = base; i < base + size && i < count; i++)                                                           \
        if (active >> i & 1)                                                                                           \
          sum = OP_##OP(sum, in[i]);                                                                                   \
      for (uint i = base; i < base + size && i < count; i++)                                                           \
        if (active >> i & 1)                                                                                           \
          out[i] = sum;                                                                                                \
    }                                                                                                                  \
  }

#define SCAN(OP, T)                                                                                                    \
  STATEMENT T __weft_stmt_srr_scan_inclusive_##OP##_##T(T x);                                                          \
  BODY __weft_stmt_srr_scan_inclusive_##OP##_##T##_body(ROW(T) out, const ROW(T) in, uint count, ulong active) {       \
    T before = ID_##OP(T);                                                                                             \
    if (BLOCKS) {                                                                                                      \
      for (uint i = 0; i < count; i += 16) {                                                                           \
        T##16 v = weft_prefix_##OP(*(const __private BLOCK(T) *)(in + i));                                             \
        *(__private BLOCK(T) *)(out + i) = i ? OP_##OP((T##16)before, v) : v;                                          \
        before = OP_##OP(before, v.sf);                                                                                \
      }                                                                                                                \
      return;                                                                                                          \
    }                                                                                                                  \
    EACH_ACTIVE(i)                                                                                                     \
    out[i] = before = OP_##OP(before, in[i]);                                                                          \
  }                                                                                                                    \
  STATEMENT T __weft_stmt_srr_scan_exclusive_##OP##_##T(T x);                                                          \
  BODY __weft_stmt_srr_scan_exclusive_##OP##_##T##_body(ROW(T) out, const ROW(T) in, uint count, ulong active) {       \
    T before = ID_##OP(T);                                                                                             \
    if (BLOCKS) {                                                                                                      \
      for (uint i = 0; i < count; i += 16) {                                                                           \
        T##16 v = weft_prefix_##OP(*(const __private BLOCK(T) *)(in + i));                                             \
        T##16 w = __builtin_shufflevector(v, (T##16)ID_##OP(T), 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14); \
        *(__private BLOCK(T) *)(out + i) = i ? OP_##OP((T##16)before, w) : w;                                          \
        before = OP_##OP(before, v.sf);                                                                                \
      }                                                                                                                \
      return;                                                                                                          \
    }                                                                                                                  \
    EACH_ACTIVE(i) {                                                                                                   \
      out[i] = before;                                                                                                 \
      before = OP_##OP(before, in[i]);                                                                                 \
    }                                                                                                                  \
  }

#define COLLECTIVE(OP, T) WEFT_BLOCK_OPS(OP, T) REDUCE(OP, T) SCAN(OP, T)
#define UNSIGNED(OP) COLLECTIVE(OP, uchar) COLLECTIVE(OP, ushort) COLLECTIVE(OP, uint) COLLECTIVE(OP, ulong)
#define SIGNED(OP) COLLECTIVE(OP, char) COLLECTIVE(OP, short) COLLECTIVE(OP, int) COLLECTIVE(OP, long)
#define FLOATING(OP) COLLECTIVE(OP, half) COLLECTIVE(OP, float) COLLECTIVE(OP, double)
UNSIGNED(add)
FLOATING(add) UNSIGNED(mul) FLOATING(mul) UNSIGNED(min) SIGNED(min) FLOATING(min) UNSIGNED(max) SIGNED(max)
    FLOATING(max) UNSIGNED(and) UNSIGNED(or) UNSIGNED(xor)

/* Overloads: of T as statements of S. */
#define OVERLOADS(PREFIX, OP, T, S)                                                                                    \
  SUB_GROUP_FN T PREFIX##_reduce_##OP(T x) {                                                                           \
    return (T)__weft_stmt_srr_reduce_##OP##_##S((S)x);                                                                 \
  }                                                                                                                    \
  SUB_GROUP_FN T PREFIX##_scan_inclusive_##OP(T x) {                                                                   \
    return (T)__weft_stmt_srr_scan_inclusive_##OP##_##S((S)x);                                                         \
  }                                                                                                                    \
  SUB_GROUP_FN T PREFIX##_scan_exclusive_##OP(T x) {                                                                   \
    return (T)__weft_stmt_srr_scan_exclusive_##OP##_##S((S)x);                                                         \
  }
#define CLUSTERED(OP, T, S)                                                                                            \
  SUB_GROUP_FN T sub_group_clustered_reduce_##OP(T x, uint size) {                                                     \
    return (T)__weft_stmt_srru_clustered_##OP##_##S((S)x, size);                                                       \
  }
#define ANYWHERE(OP, T, S) OVERLOADS(sub_group_non_uniform, OP, T, S) CLUSTERED(OP, T, S)
#define EVERYWHERE(OP, T, S) OVERLOADS(sub_group, OP, T, S) ANYWHERE(OP, T, S)
#define INTEGERS(M, OP)                                                                                                \
  M(OP, char, uchar)                                                                                                   \
  M(OP, uchar, uchar)                                                                                                  \
  M(OP, short, ushort)                                                                                                 \
  M(OP, ushort, ushort) M(OP, int, uint) M(OP, uint, uint) M(OP, long, ulong) M(OP, ulong, ulong)
#define ORDERED(M, OP)                                                                                                 \
  M(OP, char, char)                                                                                                    \
  M(OP, uchar, uchar)                                                                                                  \
  M(OP, short, short)                                                                                                  \
  M(OP, ushort, ushort) M(OP, int, int) M(OP, uint, uint) M(OP, long, long) M(OP, ulong, ulong)
#define FLOATS(M, OP) M(OP, half, half) M(OP, float, float) M(OP, double, double)
        INTEGERS(EVERYWHERE, add) FLOATS(EVERYWHERE, add) ORDERED(EVERYWHERE, min) FLOATS(EVERYWHERE, min)
            ORDERED(EVERYWHERE, max) FLOATS(EVERYWHERE, max) INTEGERS(ANYWHERE, mul) FLOATS(ANYWHERE, mul)
                INTEGERS(ANYWHERE, and) INTEGERS(ANYWHERE, or) INTEGERS(ANYWHERE, xor)

/* On truth values, 0 and 1; an empty conjunction is true, hence the last "and". */
#define LOGICAL(OP)                                                                                                    \
  SUB_GROUP_FN int sub_group_non_uniform_reduce_logical_##OP(int x) {                                                  \
    return __weft_stmt_srr_reduce_##OP##_uint(x != 0);                                                                 \
  }                                                                                                                    \
  SUB_GROUP_FN int sub_group_non_uniform_scan_inclusive_logical_##OP(int x) {                                          \
    return __weft_stmt_srr_scan_inclusive_##OP##_uint(x != 0);                                                         \
  }                                                                                                                    \
  SUB_GROUP_FN int sub_group_non_uniform_scan_exclusive_logical_##OP(int x) {                                          \
    return __weft_stmt_srr_scan_exclusive_##OP##_uint(x != 0) & 1;                                                     \
  }                                                                                                                    \
  SUB_GROUP_FN int sub_group_clustered_reduce_logical_##OP(int x, uint size) {                                         \
    return __weft_stmt_srru_clustered_##OP##_uint(x != 0, size);                                                       \
  }
                    LOGICAL(and) LOGICAL(or) LOGICAL(xor)
