// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// vload and vstore (OpenCL C 6.15.7): vectors at addresses aligned for their elements only. Three elements are
// just that, in memory too.
#include "builtins/weft.h"

#define LOAD(SPACE, T, N)                                                                                              \
  WEFT_FN T##N vload##N(size_t offset, const SPACE T *p) {                                                             \
    return *(const SPACE loose_##T##N *)(p + offset * N);                                                              \
  }
#define STORE(SPACE, T, N)                                                                                             \
  WEFT_FN void vstore##N(T##N value, size_t offset, SPACE T *p) {                                                      \
    *(SPACE loose_##T##N *)(p + offset * N) = value;                                                                   \
  }
#define LOAD_3(SPACE, T)                                                                                               \
  WEFT_FN T##3 vload3(size_t offset, const SPACE T *p) {                                                               \
    p += offset * 3;                                                                                                   \
    return (T##3)(p[0], p[1], p[2]);                                                                                   \
  }
#define STORE_3(SPACE, T)                                                                                              \
  WEFT_FN void vstore3(T##3 value, size_t offset, SPACE T *p) {                                                        \
    p += offset * 3;                                                                                                   \
    p[0] = value.s0;                                                                                                   \
    p[1] = value.s1;                                                                                                   \
    p[2] = value.s2;                                                                                                   \
  }
#define LOADS(SPACE, T) LOAD(SPACE, T, 2) LOAD_3(SPACE, T) LOAD(SPACE, T, 4) LOAD(SPACE, T, 8) LOAD(SPACE, T, 16)
#define STORES(SPACE, T) STORE(SPACE, T, 2) STORE_3(SPACE, T) STORE(SPACE, T, 4) STORE(SPACE, T, 8) STORE(SPACE, T, 16)
#define BOTH(SPACE, T) LOADS(SPACE, T) STORES(SPACE, T)
#define LOOSE(T, N) typedef T##N loose_##T##N __attribute__((aligned(sizeof(T))));
#define ALL(T)                                                                                                         \
  LOOSE(T, 2)                                                                                                          \
  LOOSE(T, 4)                                                                                                          \
  LOOSE(T, 8)                                                                                                          \
  LOOSE(T, 16) BOTH(private, T) BOTH(local, T) BOTH(global, T) BOTH(generic, T) LOADS(constant, T)

WEFT_FOR_INTEGERS(ALL)
WEFT_FOR_FLOATS(ALL)
