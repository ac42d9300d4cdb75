// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_intel_subgroups, _char, _short, _long and cl_intel_subgroup_local_block_io; cl_intel_split_work_group_barrier.
#include "builtins/image.h"
#include "builtins/sub_group.h"

#define FOR_SHUFFLED(M)                                                                                                \
  FOR_SCALARS(M)                                                                                                       \
  FOR_VECTORS_1(M, char)                                                                                               \
  FOR_VECTORS_1(M, uchar)                                                                                              \
  FOR_VECTORS_2(M, short)                                                                                              \
  FOR_VECTORS_2(M, ushort) FOR_VECTORS_4(M, int) FOR_VECTORS_4(M, uint) FOR_VECTORS_4(M, float)

/* Up and down go through two sub-groups' worth of values, one behind the other. */
#define SHUFFLES(T, S)                                                                                                 \
  SUB_GROUP_FN T intel_sub_group_shuffle(T x, uint lane) {                                                             \
    return SHUFFLED(T, S, x, lane);                                                                                    \
  }                                                                                                                    \
  SUB_GROUP_FN T intel_sub_group_shuffle_xor(T x, uint mask) {                                                         \
    return SHUFFLED(T, S, x, lane_id() ^ mask);                                                                        \
  }                                                                                                                    \
  SUB_GROUP_FN T intel_sub_group_shuffle_down(T current, T next, uint delta) {                                         \
    uint from = lane_id() + delta, width = __weft_sub_group_width();                                                   \
    T a = SHUFFLED(T, S, current, from), b = SHUFFLED(T, S, next, from - width);                                       \
    return from < width ? a : b;                                                                                       \
  }                                                                                                                    \
  SUB_GROUP_FN T intel_sub_group_shuffle_up(T previous, T current, uint delta) {                                       \
    uint from = lane_id() - delta, width = __weft_sub_group_width();                                                   \
    T a = SHUFFLED(T, S, current, from), b = SHUFFLED(T, S, previous, from + width);                                   \
    return from < width ? a : b;                                                                                       \
  }
FOR_SHUFFLED(SHUFFLES)

#define BROADCASTS(T, S)                                                                                               \
  SUB_GROUP_FN T intel_sub_group_broadcast(T x, uint lane) {                                                           \
    return SHUFFLED(T, S, x, lane);                                                                                    \
  }
#define BROADCASTS_OF(VECTORS, T, S) BROADCASTS(T, S) VECTORS(BROADCASTS, T)
BROADCASTS_OF(FOR_VECTORS_1, char, uchar)
BROADCASTS_OF(FOR_VECTORS_1, uchar, uchar)
BROADCASTS_OF(FOR_VECTORS_2, short, ushort)
BROADCASTS_OF(FOR_VECTORS_2, ushort, ushort)

#define COLLECTIVES(NAME, T)                                                                                           \
  T SUB_GROUP_DECL sub_group_##NAME(T x);                                                                              \
  SUB_GROUP_FN T intel_sub_group_##NAME(T x) {                                                                         \
    return sub_group_##NAME(x);                                                                                        \
  }
#define SUB_GROUP_DECL __attribute__((overloadable, convergent))
#define COLLECTIVES_OF(OP, T)                                                                                          \
  COLLECTIVES(reduce_##OP, T) COLLECTIVES(scan_inclusive_##OP, T) COLLECTIVES(scan_exclusive_##OP, T)
#define SMALL_TYPES(OP)                                                                                                \
  COLLECTIVES_OF(OP, char) COLLECTIVES_OF(OP, uchar) COLLECTIVES_OF(OP, short) COLLECTIVES_OF(OP, ushort)
SMALL_TYPES(add)
SMALL_TYPES(min)
SMALL_TYPES(max)

/* --- Blocks: element i of work-item `lane` is i full sub-groups behind its element 0. ------------------------------
 */

WEFT_INLINE uint step(void) {
  return __weft_sub_group_width();
}

#define AT(i) (p[lane_id() + (i) * step()])
#define READ1(T) AT(0)
#define READ2(T) (T##2)(AT(0), AT(1))
#define READ4(T) (T##4)(AT(0), AT(1), AT(2), AT(3))
#define READ8(T) (T##8)(AT(0), AT(1), AT(2), AT(3), AT(4), AT(5), AT(6), AT(7))
#define READ16(T)                                                                                                      \
  (T##16)(AT(0), AT(1), AT(2), AT(3), AT(4), AT(5), AT(6), AT(7), AT(8), AT(9), AT(10), AT(11), AT(12), AT(13),        \
          AT(14), AT(15))
#define BLOCK_READ(NAME, SPACE, T, R, N)                                                                               \
  SUB_GROUP_FN R intel_sub_group_block_read##NAME(const SPACE T *p) {                                                  \
    return READ##N(T);                                                                                                 \
  }
#define BLOCK_WRITE(NAME, SPACE, T, R, N)                                                                              \
  SUB_GROUP_FN void intel_sub_group_block_write##NAME(SPACE T *p, R data) {                                            \
    R parts = data;                                                                                                    \
    for (uint i = 0; i < N; i++)                                                                                       \
      AT(i) = ((const T *)&parts)[i];                                                                                  \
  }

/* Blocks of an image: rows of bytes from any byte on, also of a texel. Where they leave the image, reads see the texel
 * at the edge and writes are dropped, byte by byte: a part may lie across the edge. */
WEFT_INLINE bool in_row(weft_view v, int x, int bytes) {
  return x >= 0 && x <= (int)(v->width * v->element_size) - bytes;
}
WEFT_INLINE uchar edge_byte(weft_view v, const global uchar *row, int x) {
  int size = (int)v->element_size, part = x % size;
  part += part < 0 ? size : 0;
  return row[weft_within((x - part) / size, (int)v->width) * size + part];
}
#define IMAGE_READ(NAME, ACCESS, T, R, N)                                                                              \
  SUB_GROUP_FN R intel_sub_group_block_read##NAME(ACCESS image2d_t image, int2 at) {                                   \
    weft_view v = __weft_image_view(image);                                                                            \
    R result;                                                                                                          \
    int x = at.x + (int)(lane_id() * sizeof(T));                                                                       \
    for (int i = 0; i < N; i++) {                                                                                      \
      const global uchar *row = v->data + weft_within(at.y + i, v->height) * v->row_pitch;                             \
      if (in_row(v, x, (int)sizeof(T)))                                                                                \
        ((T *)&result)[i] = WEFT_LOAD(T, row + x);                                                                     \
      else                                                                                                             \
        for (int b = 0; b < (int)sizeof(T); b++)                                                                       \
          ((uchar *)&result)[i * (int)sizeof(T) + b] = edge_byte(v, row, x + b);                                       \
    }                                                                                                                  \
    return result;                                                                                                     \
  }
#define IMAGE_WRITE(NAME, ACCESS, T, R, N)                                                                             \
  SUB_GROUP_FN void intel_sub_group_block_write##NAME(ACCESS image2d_t image, int2 at, R data) {                       \
    weft_view v = __weft_image_view(image);                                                                            \
    R parts = data;                                                                                                    \
    int x = at.x + (int)(lane_id() * sizeof(T));                                                                       \
    for (int i = 0; i < N; i++) {                                                                                      \
      if (at.y + i < 0 || at.y + i >= v->height)                                                                       \
        continue;                                                                                                      \
      global uchar *row = v->data + (at.y + i) * v->row_pitch;                                                         \
      if (in_row(v, x, (int)sizeof(T)))                                                                                \
        WEFT_STORE(T, row + x, ((const T *)&parts)[i]);                                                                \
      else                                                                                                             \
        for (int b = 0; b < (int)sizeof(T); b++)                                                                       \
          if (in_row(v, x + b, 1))                                                                                     \
            row[x + b] = ((const uchar *)&parts)[i * (int)sizeof(T) + b];                                              \
    }                                                                                                                  \
  }

#define BLOCKS_OF(NAME, T, R, N)                                                                                       \
  BLOCK_READ(NAME, global, T, R, N)                                                                                    \
  BLOCK_READ(NAME, local, T, R, N)                                                                                     \
  BLOCK_WRITE(NAME, global, T, R, N)                                                                                   \
  BLOCK_WRITE(NAME, local, T, R, N)                                                                                    \
  IMAGE_READ(NAME, read_only, T, R, N)                                                                                 \
  IMAGE_READ(NAME, read_write, T, R, N)                                                                                \
  IMAGE_WRITE(NAME, write_only, T, R, N)                                                                               \
  IMAGE_WRITE(NAME, read_write, T, R, N)
#define BLOCKS(T, NAME1, NAME2, NAME4, NAME8)                                                                          \
  BLOCKS_OF(NAME1, T, T, 1)                                                                                            \
  BLOCKS_OF(NAME2, T, T##2, 2)                                                                                         \
  BLOCKS_OF(NAME4, T, T##4, 4)                                                                                         \
  BLOCKS_OF(NAME8, T, T##8, 8)
BLOCKS(uint, , 2, 4, 8)
BLOCKS(uint, _ui, _ui2, _ui4, _ui8)
BLOCKS(uchar, _uc, _uc2, _uc4, _uc8)
BLOCKS_OF(_uc16, uchar, uchar16, 16)
BLOCKS(ushort, _us, _us2, _us4, _us8)
BLOCKS_OF(_us16, ushort, ushort16, 16)
BLOCKS(ulong, _ul, _ul2, _ul4, _ul8)

/* --- Split barriers: nobody waits before all have arrived, so the wait is where they meet. -------------------------
 */

void WEFT_OVERLOAD __attribute__((convergent)) work_group_barrier(cl_mem_fence_flags flags);
void WEFT_OVERLOAD __attribute__((convergent)) work_group_barrier(cl_mem_fence_flags flags, memory_scope scope);

SUB_GROUP_FN void intel_work_group_barrier_arrive(cl_mem_fence_flags flags) {}
SUB_GROUP_FN void intel_work_group_barrier_arrive(cl_mem_fence_flags flags, memory_scope scope) {
  if (scope == memory_scope_device || scope == memory_scope_all_svm_devices)
    __c11_atomic_thread_fence(__ATOMIC_RELEASE);
}
SUB_GROUP_FN void intel_work_group_barrier_wait(cl_mem_fence_flags flags) {
  work_group_barrier(flags);
}
SUB_GROUP_FN void intel_work_group_barrier_wait(cl_mem_fence_flags flags, memory_scope scope) {
  work_group_barrier(flags, scope);
}
