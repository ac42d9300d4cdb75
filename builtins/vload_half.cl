// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// vload_half, vstore_half and their aligned forms (OpenCL C 6.15.7), with every rounding mode.
//
// The aligned forms put three elements where four would be, but touch three.
#include "builtins/half.h"

typedef ushort2 loose_ushort2 __attribute__((aligned(2)));
typedef ushort4 loose_ushort4 __attribute__((aligned(2)));
typedef ushort8 loose_ushort8 __attribute__((aligned(2)));
typedef ushort16 loose_ushort16 __attribute__((aligned(2)));
#define READ(SPACE, N, p) (*(const SPACE loose_ushort##N *)(p))
#define READ2(SPACE, p) READ(SPACE, 2, p)
#define READ3(SPACE, p) ((ushort3)((p)[0], (p)[1], (p)[2]))
#define READ4(SPACE, p) READ(SPACE, 4, p)
#define READ8(SPACE, p) READ(SPACE, 8, p)
#define READ16(SPACE, p) READ(SPACE, 16, p)
#define WRITE(SPACE, N, p, v) (*(SPACE loose_ushort##N *)(p) = (v))
#define WRITE2(SPACE, p, v) WRITE(SPACE, 2, p, v)
#define WRITE3(SPACE, p, v) ((p)[0] = (v).s0, (p)[1] = (v).s1, (p)[2] = (v).s2)
#define WRITE4(SPACE, p, v) WRITE(SPACE, 4, p, v)
#define WRITE8(SPACE, p, v) WRITE(SPACE, 8, p, v)
#define WRITE16(SPACE, p, v) WRITE(SPACE, 16, p, v)

#define LOAD(SPACE, NAME, N, STEP)                                                                                     \
  WEFT_FN float##N NAME##N(size_t offset, const SPACE half *p) {                                                       \
    const SPACE ushort *bits = (const SPACE ushort *)p + offset * STEP;                                                \
    return float_of_half(READ##N(SPACE, bits));                                                                        \
  }
#define LOADS(SPACE)                                                                                                   \
  WEFT_FN float vload_half(size_t offset, const SPACE half *p) {                                                       \
    return float_of_half(((const SPACE ushort *)p)[offset]);                                                           \
  }                                                                                                                    \
  LOAD(SPACE, vload_half, 2, 2)                                                                                        \
  LOAD(SPACE, vload_half, 3, 3)                                                                                        \
  LOAD(SPACE, vload_half, 4, 4)                                                                                        \
  LOAD(SPACE, vload_half, 8, 8)                                                                                        \
  LOAD(SPACE, vload_half, 16, 16)                                                                                      \
  LOAD(SPACE, vloada_half, 2, 2)                                                                                       \
  LOAD(SPACE, vloada_half, 3, 4)                                                                                       \
  LOAD(SPACE, vloada_half, 4, 4)                                                                                       \
  LOAD(SPACE, vloada_half, 8, 8)                                                                                       \
  LOAD(SPACE, vloada_half, 16, 16)
LOADS(private)
LOADS(local)
LOADS(global)
LOADS(constant)
LOADS(generic)

#define STORE(SPACE, T, SUFFIX, MODE, NAME, N, STEP)                                                                   \
  WEFT_FN void NAME##N##SUFFIX(T##N value, size_t offset, SPACE half *p) {                                             \
    SPACE ushort *bits = (SPACE ushort *)p + offset * STEP;                                                            \
    ushort##N rounded = half_of(value, MODE);                                                                          \
    WRITE##N(SPACE, bits, rounded);                                                                                    \
  }
#define STORES(SPACE, T, SUFFIX, MODE)                                                                                 \
  WEFT_FN void vstore_half##SUFFIX(T value, size_t offset, SPACE half *p) {                                            \
    ((SPACE ushort *)p)[offset] = half_of(value, MODE);                                                                \
  }                                                                                                                    \
  STORE(SPACE, T, SUFFIX, MODE, vstore_half, 2, 2)                                                                     \
  STORE(SPACE, T, SUFFIX, MODE, vstore_half, 3, 3)                                                                     \
  STORE(SPACE, T, SUFFIX, MODE, vstore_half, 4, 4)                                                                     \
  STORE(SPACE, T, SUFFIX, MODE, vstore_half, 8, 8)                                                                     \
  STORE(SPACE, T, SUFFIX, MODE, vstore_half, 16, 16)                                                                   \
  STORE(SPACE, T, SUFFIX, MODE, vstorea_half, 2, 2)                                                                    \
  STORE(SPACE, T, SUFFIX, MODE, vstorea_half, 3, 4)                                                                    \
  STORE(SPACE, T, SUFFIX, MODE, vstorea_half, 4, 4)                                                                    \
  STORE(SPACE, T, SUFFIX, MODE, vstorea_half, 8, 8)                                                                    \
  STORE(SPACE, T, SUFFIX, MODE, vstorea_half, 16, 16)
#define MODES(SPACE, T)                                                                                                \
  STORES(SPACE, T, , WEFT_RTE)                                                                                         \
  STORES(SPACE, T, _rte, WEFT_RTE)                                                                                     \
  STORES(SPACE, T, _rtz, WEFT_RTZ) STORES(SPACE, T, _rtp, WEFT_RTP) STORES(SPACE, T, _rtn, WEFT_RTN)
#define SPACES(T) MODES(private, T) MODES(local, T) MODES(global, T) MODES(generic, T)
SPACES(float)
SPACES(double)
