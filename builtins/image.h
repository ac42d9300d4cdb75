/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BUILTINS_IMAGE_H
#define WEFT_BUILTINS_IMAGE_H

/*
 * Images as the builtins see them; docs/images.md tells the whole.
 *
 * An overload such as read_imagef(image2d_t, sampler_t, float2) turns its handles into a view and 32 bits and calls one
 * function of its shape and result:
 *
 *   __weft_image_<operation>_<shape>_<result>            any format, any sampler; out of line
 *   __weft_image_<operation>_<shape>_<result>__<format>  its twin for one format of image_hot.def
 *
 * The compiler (compiler/kernel/image_variants.cpp) replaces calls of the first by calls of a twin in a copy of the
 * kernel that runs where all images have that format, and inlines them; in a twin the sampler is a constant after
 * inlining. Both are made of the same inline functions here, so that their results are the same to the bit. Functions
 * that name a mip level (sample_lod, read_lod, write_lod) have no twins.
 */

#include "builtins/weft.h"

/* compiler/kernel_abi.h, for spir64. */
struct weft_image_view {
  global uchar *data;
  int width, height, depth, array_size;
  long row_pitch, slice_pitch;
  uint channel_order, channel_type, element_size, block_log2, num_mip_levels, format;
  ulong level_offset[16];
};
typedef constant const struct weft_image_view *weft_view;
_Static_assert(__builtin_offsetof(struct weft_image_view, row_pitch) == 24, "kernel_abi.h");
_Static_assert(__builtin_offsetof(struct weft_image_view, channel_order) == 40, "kernel_abi.h");
_Static_assert(__builtin_offsetof(struct weft_image_view, level_offset) == 64, "kernel_abi.h");
_Static_assert(sizeof(struct weft_image_view) == 192, "kernel_abi.h");

/* The view behind a handle, and a sampler's bits: lowered by the compiler's import pass. */
#define WEFT_VIEW(type) weft_view WEFT_OVERLOAD __attribute__((const)) __weft_image_view(type);
#define WEFT_VIEWS(type) WEFT_VIEW(read_only type) WEFT_VIEW(write_only type) WEFT_VIEW(read_write type)
WEFT_VIEWS(image1d_t)
WEFT_VIEWS(image1d_array_t)
WEFT_VIEWS(image1d_buffer_t)
WEFT_VIEWS(image2d_t)
WEFT_VIEWS(image2d_array_t)
WEFT_VIEWS(image2d_depth_t)
WEFT_VIEWS(image2d_array_depth_t)
WEFT_VIEWS(image3d_t)
uint WEFT_OVERLOAD __attribute__((const)) __weft_sampler_bits(sampler_t);

/* A sampler's fields. Without an addressing mode the program promises to stay inside; it is held to that. */
#define WEFT_MODE(sampler) ((sampler) & 0xe)
#define WEFT_LINEAR 0x20
#define WEFT_NO_SAMPLER (CLK_ADDRESS_NONE | CLK_FILTER_NEAREST)

/* Shapes: how many coordinates lie within a layer, and whether there are layers. */
enum weft_shape { WEFT_1D = 1, WEFT_2D = 2, WEFT_3D = 3, WEFT_LAYERED = 4 };
#define WEFT_DIMS(shape) ((shape) & 3)

/* Formats known to twins, by image_hot.def; WEFT_ANY: read from the view. */
enum weft_hot {
  WEFT_ANY,
#define WEFT_HOT(name, order, type, results) WEFT_HOT_##name,
#include "builtins/image_hot.def"
#undef WEFT_HOT
};

/* Texels may lie anywhere in a buffer or in the application's memory. */
#define WEFT_LOAD(type, p) (((const global struct { type value; } __attribute__((packed)) *)(p))->value)
#define WEFT_STORE(type, p, v) (((global struct { type value; } __attribute__((packed)) *)(p))->value = (v))
#define WEFT_TO_FLOAT4(v) __builtin_convertvector(v, float4)
#define WEFT_TO_INT4(v) __builtin_convertvector(v, int4)

/* ---- Where a coordinate leads. ------------------------------------------------------------------------------------
 */

WEFT_INLINE int weft_within(int i, int size) {
  i = i < 0 ? 0 : i;
  return i < size ? i : size - 1;
}

/* The coordinate in texels, before floor. */
WEFT_INLINE float weft_unnormalised(float s, float size, uint sampler) {
  if (WEFT_MODE(sampler) == CLK_ADDRESS_REPEAT)
    return (s - __builtin_floorf(s)) * size;
  if (WEFT_MODE(sampler) == CLK_ADDRESS_MIRRORED_REPEAT)
    return __builtin_fabsf(s - 2.0f * __builtin_rintf(0.5f * s)) * size;
  return sampler & CLK_NORMALIZED_COORDS_TRUE ? s * size : s;
}

/* To an integer from low to high; NaN becomes low. */
WEFT_INLINE int weft_clamped(float f, float low, float high) {
  f = f > low ? f : low;
  f = f < high ? f : high;
  return (int)f;
}

/* Index of the nearest texel: from 0 to size - 1, and from -1 to size with CLK_ADDRESS_CLAMP. */
WEFT_INLINE int weft_nearest(float s, int texels, uint sampler) {
  float size = (float)texels;
  float f = __builtin_floorf(weft_unnormalised(s, size, sampler));
  if (WEFT_MODE(sampler) == CLK_ADDRESS_CLAMP)
    return weft_clamped(f, -1.0f, size);
  if (WEFT_MODE(sampler) == CLK_ADDRESS_REPEAT && f >= size)
    f = 0.0f;
  return weft_clamped(f, 0.0f, size - 1.0f);
}

/* Whether the modes wrap coordinates instead of clamping them. */
WEFT_INLINE bool weft_wraps(uint sampler) {
  return WEFT_MODE(sampler) == CLK_ADDRESS_REPEAT || WEFT_MODE(sampler) == CLK_ADDRESS_MIRRORED_REPEAT;
}

/* The two texels around a coordinate, and the share of the second. Indices as those of weft_nearest. */
WEFT_INLINE float weft_neighbours(float s, int texels, uint sampler, int *first, int *second) {
  float size = (float)texels;
  float u = weft_unnormalised(s, size, sampler) - 0.5f;
  float f = __builtin_floorf(u);
  if (weft_wraps(sampler)) {
    int i = weft_clamped(f, -1.0f, size - 1.0f), j = i + 1;
    bool repeat = WEFT_MODE(sampler) == CLK_ADDRESS_REPEAT;
    *first = i < 0 ? (repeat ? texels - 1 : 0) : i;
    *second = j < texels ? j : repeat ? 0 : texels - 1;
  } else {
    bool border = WEFT_MODE(sampler) == CLK_ADDRESS_CLAMP;
    float low = border ? -1.0f : 0.0f, high = border ? size : size - 1.0f;
    *first = weft_clamped(f, low, high);
    *second = weft_clamped(f + 1.0f, low, high);
  }
  return u - f;
}

WEFT_INLINE float4 weft_clamped(float4 f, float4 low, float4 high) {
  f = f > low ? f : low;
  return f < high ? f : high;
}

/* Index with integer coordinates, as weft_nearest. The other modes are undefined with them. */
WEFT_INLINE int weft_index(int i, int texels, uint sampler) {
  return WEFT_MODE(sampler) == CLK_ADDRESS_CLAMP ? i : weft_within(i, texels);
}

/* ---- Texels of any format. --------------------------------------------------------------------------------------- */

/* p: the texel's bytes, or those of the block that it lies in; x: its column, which tells its place in the block. */
float4 __weft_image_load_f(weft_view v, const global uchar *p, int x);
int4 __weft_image_load_i(weft_view v, const global uchar *p, int x);
void __weft_image_store_f(weft_view v, global uchar *p, int x, float4 color);
void __weft_image_store_i(weft_view v, global uchar *p, int x, int4 color);
void __weft_image_store_u(weft_view v, global uchar *p, int x, uint4 color);

/* Whether the border's alpha is 1, not 0. */
WEFT_INLINE bool weft_opaque_border(uint order) {
  return order == CLK_R || order == CLK_RG || order == CLK_RGB || order == CLK_LUMINANCE;
}

/* ---- Conversions. They are written once: twins and the rest give the same bits. -----------------------------------
 */

WEFT_INLINE float4 weft_unorm8(uchar4 c) {
  return WEFT_TO_FLOAT4(c) * (1.0f / 255.0f);
}

/* To the nearest integer within the range, to even from the middle; NaN becomes 0. */
WEFT_INLINE int4 weft_rounded(float4 f, float low, float high) {
  f = f == f ? f : (float4)0.0f;
  return WEFT_TO_INT4(__builtin_elementwise_rint(weft_clamped(f, (float4)low, (float4)high)));
}

/* The same where low is 0. */
WEFT_INLINE int4 weft_rounded(float4 f, float high) {
  return WEFT_TO_INT4(__builtin_elementwise_rint(weft_clamped(f, (float4)0.0f, (float4)high)));
}

WEFT_INLINE uchar4 weft_to_unorm8(float4 f) {
  return __builtin_convertvector(weft_rounded(f * 255.0f, 255.0f), uchar4);
}

/* ---- Reading: the format is a constant, WEFT_ANY or one of the twins'. ---------------------------------------------
 */

WEFT_INLINE long weft_texel_size(weft_view v, enum weft_hot hot) {
  switch (hot) {
  case WEFT_HOT_rgba32f:
  case WEFT_HOT_rgba32i:
  case WEFT_HOT_rgba32ui:
    return 16;
  case WEFT_HOT_rgba16f:
    return 8;
  case WEFT_HOT_rgba8:
  case WEFT_HOT_bgra8:
  case WEFT_HOT_rgba8ui:
  case WEFT_HOT_r32f:
  case WEFT_HOT_r32i:
  case WEFT_HOT_r32ui:
    return 4;
  case WEFT_HOT_r8:
  case WEFT_HOT_r8ui:
    return 1;
  default:
    return (long)(ulong)v->element_size;
  }
}

/* From the first byte of a row to a texel's, or to its block's: raw formats keep several texels in so many bytes. */
WEFT_INLINE long weft_column(weft_view v, int x, enum weft_hot hot) {
  return (hot == WEFT_ANY ? x >> v->block_log2 : x) * weft_texel_size(v, hot);
}

WEFT_INLINE float4 weft_load_f(weft_view v, const global uchar *p, int x, enum weft_hot hot) {
  switch (hot) {
  case WEFT_HOT_rgba32f:
    return WEFT_LOAD(float4, p);
  case WEFT_HOT_rgba16f:
    return WEFT_TO_FLOAT4(WEFT_LOAD(half4, p));
  case WEFT_HOT_rgba8:
    return weft_unorm8(WEFT_LOAD(uchar4, p));
  case WEFT_HOT_bgra8:
    return weft_unorm8(WEFT_LOAD(uchar4, p).zyxw);
  case WEFT_HOT_r32f:
    return (float4)(WEFT_LOAD(float, p), 0.0f, 0.0f, 1.0f);
  case WEFT_HOT_r8:
    return (float4)((float)*p * (1.0f / 255.0f), 0.0f, 0.0f, 1.0f);
  default:
    return __weft_image_load_f(v, p, x);
  }
}

WEFT_INLINE int4 weft_load_i(weft_view v, const global uchar *p, int x, enum weft_hot hot) {
  switch (hot) {
  case WEFT_HOT_rgba32i:
  case WEFT_HOT_rgba32ui:
    return WEFT_LOAD(int4, p);
  case WEFT_HOT_rgba8ui:
    return WEFT_TO_INT4(WEFT_LOAD(uchar4, p));
  case WEFT_HOT_r32i:
  case WEFT_HOT_r32ui:
    return (int4)(WEFT_LOAD(int, p), 0, 0, 1);
  case WEFT_HOT_r8ui:
    return (int4)((int)*p, 0, 0, 1);
  default:
    return __weft_image_load_i(v, p, x);
  }
}

WEFT_INLINE float4 weft_mix(float4 first, float4 second, float share) {
  return first * (1.0f - share) + second * share;
}

WEFT_INLINE bool weft_opaque_border(weft_view v, enum weft_hot hot) {
  switch (hot) {
  case WEFT_ANY:
    return weft_opaque_border(v->channel_order);
  case WEFT_HOT_r32f:
  case WEFT_HOT_r8:
  case WEFT_HOT_r32i:
  case WEFT_HOT_r32ui:
  case WEFT_HOT_r8ui:
    return true;
  default:
    return false;
  }
}

/* ---- Writing: a texel outside is dropped, as kernels for other devices have come to expect. ------------------------
 */

WEFT_INLINE void weft_store_f(weft_view v, global uchar *p, int x, float4 color, enum weft_hot hot) {
  switch (hot) {
  case WEFT_HOT_rgba32f:
    WEFT_STORE(float4, p, color);
    break;
  case WEFT_HOT_rgba16f:
    WEFT_STORE(half4, p, __builtin_convertvector(color, half4));
    break;
  case WEFT_HOT_rgba8:
    WEFT_STORE(uchar4, p, weft_to_unorm8(color));
    break;
  case WEFT_HOT_bgra8:
    WEFT_STORE(uchar4, p, weft_to_unorm8(color).zyxw);
    break;
  case WEFT_HOT_r32f:
    WEFT_STORE(float, p, color.x);
    break;
  case WEFT_HOT_r8:
    *p = weft_to_unorm8(color).x;
    break;
  default:
    __weft_image_store_f(v, p, x, color);
  }
}

WEFT_INLINE void weft_store_i(weft_view v, global uchar *p, int x, int4 color, enum weft_hot hot) {
  switch (hot) {
  case WEFT_HOT_rgba32i:
    WEFT_STORE(int4, p, color);
    break;
  case WEFT_HOT_r32i:
    WEFT_STORE(int, p, color.x);
    break;
  default:
    __weft_image_store_i(v, p, x, color);
  }
}

WEFT_INLINE void weft_store_u(weft_view v, global uchar *p, int x, uint4 color, enum weft_hot hot) {
  switch (hot) {
  case WEFT_HOT_rgba32ui:
    WEFT_STORE(uint4, p, color);
    break;
  case WEFT_HOT_rgba8ui:
    WEFT_STORE(uchar4, p, __builtin_convertvector(color < 255u ? color : (uint4)255u, uchar4));
    break;
  case WEFT_HOT_r32ui:
    WEFT_STORE(uint, p, color.x);
    break;
  case WEFT_HOT_r8ui:
    *p = (uchar)(color.x < 255u ? color.x : 255u);
    break;
  default:
    __weft_image_store_u(v, p, x, color);
  }
}

/* ---- Where in an image. -------------------------------------------------------------------------------------------
 */

#define WEFT_GEOMETRY weft_view
#include "builtins/image_at.h"
#undef WEFT_GEOMETRY

/* ---- The functions that the compiler replaces by twins. ------------------------------------------------------------
 */

/* M(shape's name, shape, float coordinates, integer coordinates) */
#define WEFT_FOR_SHAPES(M)                                                                                             \
  M(1d, WEFT_1D, float, int)                                                                                           \
  M(1da, WEFT_1D | WEFT_LAYERED, float2, int2)                                                                         \
  M(2d, WEFT_2D, float2, int2)                                                                                         \
  M(2da, WEFT_2D | WEFT_LAYERED, float4, int4)                                                                         \
  M(3d, WEFT_3D, float4, int4)

WEFT_INLINE float4 weft_four(float c) {
  return (float4)(c, 0.0f, 0.0f, 0.0f);
}
WEFT_INLINE float4 weft_four(float2 c) {
  return (float4)(c, 0.0f, 0.0f);
}
WEFT_INLINE float4 weft_four(float4 c) {
  return c;
}
WEFT_INLINE int4 weft_four(int c) {
  return (int4)(c, 0, 0, 0);
}
WEFT_INLINE int4 weft_four(int2 c) {
  return (int4)(c, 0, 0);
}
WEFT_INLINE int4 weft_four(int4 c) {
  return c;
}

#define WEFT_DECLARE_SHAPE(name, shape, F, I)                                                                          \
  float4 __weft_image_sample_##name##_f(weft_view v, uint sampler, F c);                                               \
  int4 __weft_image_sample_##name##_i(weft_view v, uint sampler, F c);                                                 \
  float4 __weft_image_read_##name##_f(weft_view v, uint sampler, I c);                                                 \
  int4 __weft_image_read_##name##_i(weft_view v, uint sampler, I c);                                                   \
  void __weft_image_write_##name##_f(weft_view v, I c, float4 color);                                                  \
  void __weft_image_write_##name##_i(weft_view v, I c, int4 color);                                                    \
  void __weft_image_write_##name##_u(weft_view v, I c, uint4 color);
WEFT_FOR_SHAPES(WEFT_DECLARE_SHAPE)

#endif
