/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The twins of image_any.cl for the formats of image_hot.def. Only the compiler calls them. */
#include "builtins/image.h"

#define WEFT_TWINS_f(hot, name, shape, F, I)                                                                           \
  float4 __weft_image_sample_##name##_f__##hot(weft_view v, uint sampler, F c);                                        \
  float4 __weft_image_sample_##name##_f__##hot(weft_view v, uint sampler, F c) {                                       \
    return weft_sample_f(v, v, sampler, weft_four(c), shape, WEFT_HOT_##hot);                                          \
  }                                                                                                                    \
  float4 __weft_image_read_##name##_f__##hot(weft_view v, uint sampler, I c);                                          \
  float4 __weft_image_read_##name##_f__##hot(weft_view v, uint sampler, I c) {                                         \
    return weft_read_at_f(v, v, sampler, weft_four(c), shape, WEFT_HOT_##hot);                                         \
  }                                                                                                                    \
  void __weft_image_write_##name##_f__##hot(weft_view v, I c, float4 color);                                           \
  void __weft_image_write_##name##_f__##hot(weft_view v, I c, float4 color) {                                          \
    weft_write_f(v, v, weft_four(c), color, shape, WEFT_HOT_##hot);                                                    \
  }

#define WEFT_READ_TWINS(hot, name, shape, F, I)                                                                        \
  int4 __weft_image_sample_##name##_i__##hot(weft_view v, uint sampler, F c);                                          \
  int4 __weft_image_sample_##name##_i__##hot(weft_view v, uint sampler, F c) {                                         \
    return weft_sample_i(v, v, sampler, weft_four(c), shape, WEFT_HOT_##hot);                                          \
  }                                                                                                                    \
  int4 __weft_image_read_##name##_i__##hot(weft_view v, uint sampler, I c);                                            \
  int4 __weft_image_read_##name##_i__##hot(weft_view v, uint sampler, I c) {                                           \
    return weft_read_at_i(v, v, sampler, weft_four(c), shape, WEFT_HOT_##hot);                                         \
  }

#define WEFT_TWINS_i(hot, name, shape, F, I)                                                                           \
  WEFT_READ_TWINS(hot, name, shape, F, I)                                                                              \
  void __weft_image_write_##name##_i__##hot(weft_view v, I c, int4 color);                                             \
  void __weft_image_write_##name##_i__##hot(weft_view v, I c, int4 color) {                                            \
    weft_write_i(v, v, weft_four(c), color, shape, WEFT_HOT_##hot);                                                    \
  }

#define WEFT_TWINS_u(hot, name, shape, F, I)                                                                           \
  WEFT_READ_TWINS(hot, name, shape, F, I)                                                                              \
  void __weft_image_write_##name##_u__##hot(weft_view v, I c, uint4 color);                                            \
  void __weft_image_write_##name##_u__##hot(weft_view v, I c, uint4 color) {                                           \
    weft_write_u(v, v, weft_four(c), color, shape, WEFT_HOT_##hot);                                                    \
  }

#define WEFT_HOT(hot, order, type, results)                                                                            \
  WEFT_TWINS_##results(hot, 1d, WEFT_1D, float, int)                                                                   \
  WEFT_TWINS_##results(hot, 1da, WEFT_1D | WEFT_LAYERED, float2, int2)                                                 \
  WEFT_TWINS_##results(hot, 2d, WEFT_2D, float2, int2)                                                                 \
  WEFT_TWINS_##results(hot, 2da, WEFT_2D | WEFT_LAYERED, float4, int4)                                                 \
  WEFT_TWINS_##results(hot, 3d, WEFT_3D, float4, int4)
#include "builtins/image_hot.def"
