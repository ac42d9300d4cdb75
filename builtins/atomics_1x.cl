// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomics of OpenCL C 1.x: atomic_add and friends, and their atom_ names from cl_khr_*_base_atomics,
// cl_khr_*_extended_atomics and cl_khr_int64_*. Relaxed, as specified.
#include "builtins/weft.h"

#define TWO_NAMES(SPACE, T, name, PARAMETERS, ...)                                                                     \
  WEFT_FN T atomic_##name PARAMETERS{__VA_ARGS__} WEFT_FN T atom_##name PARAMETERS {                                   \
    __VA_ARGS__                                                                                                        \
  }
#define FETCH(SPACE, T, name)                                                                                          \
  TWO_NAMES(SPACE, T, name, (volatile SPACE T * p, T value), return __atomic_fetch_##name(p, value, __ATOMIC_RELAXED);)

#define INTEGER(SPACE, T)                                                                                              \
  FETCH(SPACE, T, add)                                                                                                 \
  FETCH(SPACE, T, sub)                                                                                                 \
  FETCH(SPACE, T, min)                                                                                                 \
  FETCH(SPACE, T, max)                                                                                                 \
  FETCH(SPACE, T, and)                                                                                                 \
  FETCH(SPACE, T, or)                                                                                                  \
  FETCH(SPACE, T, xor)                                                                                                 \
  TWO_NAMES(SPACE, T, inc, (volatile SPACE T * p), return __atomic_fetch_add(p, (T)1, __ATOMIC_RELAXED);)              \
  TWO_NAMES(SPACE, T, dec, (volatile SPACE T * p), return __atomic_fetch_sub(p, (T)1, __ATOMIC_RELAXED);)              \
  TWO_NAMES(SPACE, T, xchg, (volatile SPACE T * p, T value), return __atomic_exchange_n(p, value, __ATOMIC_RELAXED);)  \
  TWO_NAMES(SPACE, T, cmpxchg, (volatile SPACE T * p, T expected, T desired),                                          \
            __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);             \
            return expected;)

#define ALL(SPACE)                                                                                                     \
  INTEGER(SPACE, int)                                                                                                  \
  INTEGER(SPACE, uint)                                                                                                 \
  INTEGER(SPACE, long)                                                                                                 \
  INTEGER(SPACE, ulong)                                                                                                \
  WEFT_FN float atomic_xchg(volatile SPACE float *p, float value) {                                                    \
    return as_float(__atomic_exchange_n((volatile SPACE int *)p, as_int(value), __ATOMIC_RELAXED));                    \
  }

ALL(global)
ALL(local)
ALL(generic)
