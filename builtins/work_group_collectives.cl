// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-group collectives (OpenCL C 6.15.16) and cl_khr_work_group_uniform_arithmetic: statements of the group whose
// bodies run once, over the row that holds each work-item's operand (docs/groups.md).
#include "builtins/collectives.h"

#define GROUP_FN WEFT_FN __attribute__((convergent))
#define STATEMENT __attribute__((convergent))
#define ROW(T) __private T *restrict
/* Before a loop over fewer than 16 numbers. */
#define REMAINDER _Pragma("clang loop vectorize(disable) unroll(disable)")

size_t WEFT_OVERLOAD get_local_size(uint dimension);

/* One value for the group, and a row of values. */
#define REDUCE(OP, T)                                                                                                  \
  STATEMENT T __weft_stmt_gur_reduce_##OP##_##T(T x);                                                                  \
  T __weft_stmt_gur_reduce_##OP##_##T##_body(const ROW(T) in, ulong n) {                                               \
    T##16 sums = ID_##OP(T);                                                                                           \
    ulong i = 0;                                                                                                       \
    for (; i + 16 <= n; i += 16)                                                                                       \
      sums = OP_##OP(sums, *(const __private BLOCK(T) *)(in + i));                                                     \
    T sum = weft_reduce_##OP(sums);                                                                                    \
    REMAINDER                                                                                                          \
    for (; i < n; i++)                                                                                                 \
      sum = OP_##OP(sum, in[i]);                                                                                       \
    return sum;                                                                                                        \
  }

#define SCAN(OP, T)                                                                                                    \
  STATEMENT T __weft_stmt_grr_scan_inclusive_##OP##_##T(T x);                                                          \
  void __weft_stmt_grr_scan_inclusive_##OP##_##T##_body(ROW(T) out, const ROW(T) in, ulong n) {                        \
    T before = ID_##OP(T);                                                                                             \
    ulong i = 0;                                                                                                       \
    for (; i + 16 <= n; i += 16) {                                                                                     \
      T##16 v = weft_prefix_##OP(*(const __private BLOCK(T) *)(in + i));                                               \
      *(__private BLOCK(T) *)(out + i) = OP_##OP((T##16)before, v);                                                    \
      before = OP_##OP(before, v.sf);                                                                                  \
    }                                                                                                                  \
    REMAINDER                                                                                                          \
    for (; i < n; i++)                                                                                                 \
      out[i] = before = OP_##OP(before, in[i]);                                                                        \
  }                                                                                                                    \
  STATEMENT T __weft_stmt_grr_scan_exclusive_##OP##_##T(T x);                                                          \
  void __weft_stmt_grr_scan_exclusive_##OP##_##T##_body(ROW(T) out, const ROW(T) in, ulong n) {                        \
    T before = ID_##OP(T);                                                                                             \
    ulong i = 0;                                                                                                       \
    for (; i + 16 <= n; i += 16) {                                                                                     \
      T##16 v = weft_prefix_##OP(*(const __private BLOCK(T) *)(in + i));                                               \
      T##16 w = __builtin_shufflevector(v, (T##16)ID_##OP(T), 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);   \
      *(__private BLOCK(T) *)(out + i) = OP_##OP((T##16)before, w);                                                    \
      before = OP_##OP(before, v.sf);                                                                                  \
    }                                                                                                                  \
    REMAINDER                                                                                                          \
    for (; i < n; i++) {                                                                                               \
      out[i] = before;                                                                                                 \
      before = OP_##OP(before, in[i]);                                                                                 \
    }                                                                                                                  \
  }

#define COLLECTIVE(OP, T) WEFT_BLOCK_OPS(OP, T) REDUCE(OP, T) SCAN(OP, T)
#define ARITHMETIC(OP) COLLECTIVE(OP, uint) COLLECTIVE(OP, ulong)
#define FLOATING(OP) COLLECTIVE(OP, half) COLLECTIVE(OP, float) COLLECTIVE(OP, double)
ARITHMETIC(add)
FLOATING(add) ARITHMETIC(mul) FLOATING(mul) ARITHMETIC(and) ARITHMETIC(or) ARITHMETIC(xor) COLLECTIVE(min, int)
    COLLECTIVE(min, long) ARITHMETIC(min) FLOATING(min) COLLECTIVE(max, int) COLLECTIVE(max, long) ARITHMETIC(max)
        FLOATING(max)

/* Overloads: of T as statements of S. */
#define OVERLOADS(OP, T, S)                                                                                            \
  GROUP_FN T work_group_reduce_##OP(T x) {                                                                             \
    return __weft_stmt_gur_reduce_##OP##_##S(x);                                                                       \
  }                                                                                                                    \
  GROUP_FN T work_group_scan_inclusive_##OP(T x) {                                                                     \
    return __weft_stmt_grr_scan_inclusive_##OP##_##S(x);                                                               \
  }                                                                                                                    \
  GROUP_FN T work_group_scan_exclusive_##OP(T x) {                                                                     \
    return __weft_stmt_grr_scan_exclusive_##OP##_##S(x);                                                               \
  }
#define INTEGER_OVERLOADS(OP)                                                                                          \
  OVERLOADS(OP, int, uint) OVERLOADS(OP, uint, uint) OVERLOADS(OP, long, ulong) OVERLOADS(OP, ulong, ulong)
#define ORDERED_OVERLOADS(OP)                                                                                          \
  OVERLOADS(OP, int, int) OVERLOADS(OP, uint, uint) OVERLOADS(OP, long, long) OVERLOADS(OP, ulong, ulong)
#define FLOAT_OVERLOADS(OP) OVERLOADS(OP, half, half) OVERLOADS(OP, float, float) OVERLOADS(OP, double, double)
            INTEGER_OVERLOADS(add) FLOAT_OVERLOADS(add) INTEGER_OVERLOADS(mul) FLOAT_OVERLOADS(mul)
                INTEGER_OVERLOADS(and) INTEGER_OVERLOADS(or) INTEGER_OVERLOADS(xor) ORDERED_OVERLOADS(min)
                    FLOAT_OVERLOADS(min) ORDERED_OVERLOADS(max) FLOAT_OVERLOADS(max)

/* On truth values, 0 and 1; an empty conjunction is true, hence the last "and". */
#define LOGICAL(OP)                                                                                                    \
  GROUP_FN int work_group_reduce_logical_##OP(int x) {                                                                 \
    return __weft_stmt_gur_reduce_##OP##_uint(x != 0);                                                                 \
  }                                                                                                                    \
  GROUP_FN int work_group_scan_inclusive_logical_##OP(int x) {                                                         \
    return __weft_stmt_grr_scan_inclusive_##OP##_uint(x != 0);                                                         \
  }                                                                                                                    \
  GROUP_FN int work_group_scan_exclusive_logical_##OP(int x) {                                                         \
    return __weft_stmt_grr_scan_exclusive_##OP##_uint(x != 0) & 1;                                                     \
  }
                        LOGICAL(and) LOGICAL(or) LOGICAL(xor)

/* Votes are bytes, 0 or 1; read as they were written, 16 at a time. */
STATEMENT int __weft_stmt_gur_any(uchar x);
int __weft_stmt_gur_any_body(const ROW(uchar) in, ulong n) {
  uchar16 votes = 0;
  ulong i = 0;
  for (; i + 16 <= n; i += 16)
    votes |= *(const __private BLOCK(uchar) *)(in + i);
  ulong2 halves = as_ulong2(votes);
  ulong any = halves.lo | halves.hi;
  REMAINDER
  for (; i < n; i++)
    any |= in[i];
  return any != 0;
}

GROUP_FN int work_group_all(int predicate) {
  return !__weft_stmt_gur_any(predicate == 0);
}

GROUP_FN int work_group_any(int predicate) {
  return __weft_stmt_gur_any(predicate != 0);
}

#define BROADCAST(T)                                                                                                   \
  STATEMENT T __weft_stmt_guru_broadcast_##T(T x, ulong item);                                                         \
  T __weft_stmt_guru_broadcast_##T##_body(const ROW(T) in, ulong item, ulong n) {                                      \
    return in[item < n ? item : 0];                                                                                    \
  }
BROADCAST(ushort)
BROADCAST(uint)
BROADCAST(ulong)

#define BROADCASTS(T, S)                                                                                               \
  GROUP_FN T work_group_broadcast(T x, size_t id) {                                                                    \
    return as_##T(__weft_stmt_guru_broadcast_##S(as_##S(x), id));                                                      \
  }                                                                                                                    \
  GROUP_FN T work_group_broadcast(T x, size_t id_x, size_t id_y) {                                                     \
    return as_##T(__weft_stmt_guru_broadcast_##S(as_##S(x), id_y * get_local_size(0) + id_x));                         \
  }                                                                                                                    \
  GROUP_FN T work_group_broadcast(T x, size_t id_x, size_t id_y, size_t id_z) {                                        \
    return as_##T(                                                                                                     \
        __weft_stmt_guru_broadcast_##S(as_##S(x), (id_z * get_local_size(1) + id_y) * get_local_size(0) + id_x));      \
  }
BROADCASTS(half, ushort)
BROADCASTS(int, uint)
BROADCASTS(uint, uint)
BROADCASTS(float, uint)
BROADCASTS(long, ulong)
BROADCASTS(ulong, ulong)
BROADCASTS(double, ulong)
