// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions with a second result through a pointer: the compiler does not expand those, so their vector forms are
// here, made of the scalar with a private pointer, and forms for the other address spaces of both.
#include "builtins/math_functions.h"

WEFT_DECLARE(half)
WEFT_DECLARE(float)
WEFT_DECLARE(double)

/* T and R: the types of argument and second result. */
#define OTHER_SPACE(SPACE, T, R, name)                                                                                 \
  WEFT_FN T name(T x, SPACE R *second) {                                                                               \
    R value;                                                                                                           \
    T result = name(x, &value);                                                                                        \
    *second = value;                                                                                                   \
    return result;                                                                                                     \
  }
#define OTHER_SPACE_OF_TWO(SPACE, T, R, name)                                                                          \
  WEFT_FN T name(T x, T y, SPACE R *second) {                                                                          \
    R value;                                                                                                           \
    T result = name(x, y, &value);                                                                                     \
    *second = value;                                                                                                   \
    return result;                                                                                                     \
  }
#define OTHER_SPACES(M, T, R, name) M(local, T, R, name) M(global, T, R, name) M(generic, T, R, name)

#define VECTOR(T, R, N, name)                                                                                          \
  WEFT_OVERLOAD T##N name(T##N x, private R##N *second) {                                                              \
    T##N result;                                                                                                       \
    R##N values;                                                                                                       \
    _Pragma("unroll") for (int i = 0; i < N; ++i) {                                                                    \
      R value;                                                                                                         \
      result[i] = name(x[i], &value);                                                                                  \
      values[i] = value;                                                                                               \
    }                                                                                                                  \
    *second = values;                                                                                                  \
    return result;                                                                                                     \
  }                                                                                                                    \
  OTHER_SPACES(OTHER_SPACE, T##N, R##N, name)
#define VECTOR_OF_TWO(T, R, N, name)                                                                                   \
  WEFT_OVERLOAD T##N name(T##N x, T##N y, private R##N *second) {                                                      \
    T##N result;                                                                                                       \
    R##N values;                                                                                                       \
    _Pragma("unroll") for (int i = 0; i < N; ++i) {                                                                    \
      R value;                                                                                                         \
      result[i] = name(x[i], y[i], &value);                                                                            \
      values[i] = value;                                                                                               \
    }                                                                                                                  \
    *second = values;                                                                                                  \
    return result;                                                                                                     \
  }                                                                                                                    \
  OTHER_SPACES(OTHER_SPACE_OF_TWO, T##N, R##N, name)
#define WIDTHS(M, T, R, name) M(T, R, 2, name) M(T, R, 3, name) M(T, R, 4, name) M(T, R, 8, name) M(T, R, 16, name)
#define ALL_FORMS(T, R, name) OTHER_SPACES(OTHER_SPACE, T, R, name) WIDTHS(VECTOR, T, R, name)

#define TYPE(T)                                                                                                        \
  ALL_FORMS(T, T, fract)                                                                                               \
  ALL_FORMS(T, T, modf)                                                                                                \
  ALL_FORMS(T, T, sincos)                                                                                              \
  ALL_FORMS(T, int, frexp)                                                                                             \
  ALL_FORMS(T, int, lgamma_r)                                                                                          \
  OTHER_SPACES(OTHER_SPACE_OF_TWO, T, int, remquo) WIDTHS(VECTOR_OF_TWO, T, int, remquo)
TYPE(half)
TYPE(float)
TYPE(double)
