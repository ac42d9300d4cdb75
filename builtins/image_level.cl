/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The image functions of OpenCL C that name a mip level or ask for the number of levels (docs/images.md, "Mip levels").
 * A module of its own, so that programs without them do not open it; there are no twins for likely formats.
 */
#include "builtins/image.h"

/* Where the texels of one mip level lie: the fields of a view that differ between levels, under the same names. */
struct weft_level {
  global uchar *data;
  int width, height, depth, array_size;
  long row_pitch, slice_pitch;
};

#define WEFT_GEOMETRY const struct weft_level *
#include "builtins/image_at.h"
#undef WEFT_GEOMETRY

#define WEFT_MIP_LINEAR 0x40
/* The least and the largest level of detail in steps of 1/256; the largest as what is missing to 4095, which stands for
 * no limit, so that a sampler that says nothing of them has neither bit. */
#define WEFT_LOD_MIN(sampler) ((float)((sampler) >> 7 & 0xfff) * (1.0f / 256.0f))
#define WEFT_LOD_MAX(sampler) ((float)(0xfff - ((sampler) >> 19 & 0xfff)) * (1.0f / 256.0f))

/* Levels are numbered from 0; an image without them has one. */
WEFT_INLINE int weft_last_level(weft_view v) {
  return v->num_mip_levels > 1 ? (int)v->num_mip_levels - 1 : 0;
}

WEFT_INLINE int weft_halved(int size, int times) {
  return size >> times > 1 ? size >> times : 1;
}

/* Level 0 lies as the image does, each other without gaps (docs/images.md, "Mip levels"). */
WEFT_INLINE struct weft_level weft_level_of(weft_view v, int level) {
  struct weft_level l = {.data = v->data + v->level_offset[level],
                         .width = weft_halved(v->width, level),
                         .height = weft_halved(v->height, level),
                         .depth = weft_halved(v->depth, level),
                         .array_size = v->array_size,
                         .row_pitch = v->row_pitch,
                         .slice_pitch = v->slice_pitch};
  if (level > 0) {
    l.row_pitch = weft_column(v, l.width, WEFT_ANY);
    l.slice_pitch = l.row_pitch * l.height;
  }
  return l;
}

/* A level of detail within what the sampler and the image allow; NaN becomes the least. */
WEFT_INLINE float weft_lod_within(weft_view v, uint sampler, float lod) {
  float least = WEFT_LOD_MIN(sampler), most = (float)weft_last_level(v);
  if (sampler >> 19 & 0xfff) /* else there is no limit */
    most = WEFT_LOD_MAX(sampler) < most ? WEFT_LOD_MAX(sampler) : most;
  lod = lod > least ? lod : least;
  return lod < most ? lod : most;
}

/* The nearest level, the larger one from the middle. */
WEFT_INLINE int weft_nearest_level(float lod) {
  return (int)__builtin_ceilf(lod - 0.5f);
}

float WEFT_OVERLOAD __attribute__((const)) log2(float);

/* How many texels of level 0 a step in the image is wide, by its change in normalised coordinates, squared. */
WEFT_INLINE float weft_step_length(weft_view v, float4 step, int dims) {
  float x = step.x * (float)v->width;
  float y = dims > 1 ? step.y * (float)v->height : 0.0f;
  float z = dims > 2 ? step.z * (float)v->depth : 0.0f;
  return x * x + y * y + z * z;
}

/* The level of detail where neighbouring samples are so far apart, as OpenGL defines it: one more for each doubling. */
WEFT_INLINE float weft_lod_of(weft_view v, float4 dx, float4 dy, int shape) {
  float x = weft_step_length(v, dx, WEFT_DIMS(shape)), y = weft_step_length(v, dy, WEFT_DIMS(shape));
  return 0.5f * log2(x > y ? x : y);
}

WEFT_INLINE int4 weft_sample_lod_i(weft_view v, uint sampler, float4 c, float lod, int shape) {
  struct weft_level level = weft_level_of(v, weft_nearest_level(weft_lod_within(v, sampler, lod)));
  return weft_sample_i(v, &level, sampler, c, shape, WEFT_ANY);
}

WEFT_INLINE float4 weft_sample_level_f(weft_view v, uint sampler, float4 c, int at, int shape) {
  struct weft_level level = weft_level_of(v, at);
  return weft_sample_f(v, &level, sampler, c, shape, WEFT_ANY);
}

WEFT_INLINE float4 weft_sample_lod_f(weft_view v, uint sampler, float4 c, float lod, int shape) {
  lod = weft_lod_within(v, sampler, lod);
  if (!(sampler & WEFT_MIP_LINEAR))
    return weft_sample_level_f(v, sampler, c, weft_nearest_level(lod), shape);
  float below = __builtin_floorf(lod), share = lod - below;
  float4 color = weft_sample_level_f(v, sampler, c, (int)below, shape);
  if (share > 0.0f) /* then a level follows */
    color = weft_mix(color, weft_sample_level_f(v, sampler, c, (int)below + 1, shape), share);
  return color;
}

/* With integer coordinates, as weft_read_at. */
#define WEFT_READ_LOD(name, T, read)                                                                                   \
  WEFT_INLINE T name(weft_view v, uint sampler, int4 c, float lod, int shape) {                                        \
    struct weft_level level = weft_level_of(v, weft_nearest_level(weft_lod_within(v, sampler, lod)));                  \
    return read(v, &level, sampler, c, shape, WEFT_ANY);                                                               \
  }
WEFT_READ_LOD(weft_read_lod_f, float4, weft_read_at_f)
WEFT_READ_LOD(weft_read_lod_i, int4, weft_read_at_i)

/* Writes to no level of the image are dropped, as those outside a level are. */
#define WEFT_WRITE_LOD(name, T, write)                                                                                 \
  WEFT_INLINE void name(weft_view v, int4 c, int lod, T color, int shape) {                                            \
    if ((uint)lod > (uint)weft_last_level(v))                                                                          \
      return;                                                                                                          \
    struct weft_level level = weft_level_of(v, lod);                                                                   \
    write(v, &level, c, color, shape, WEFT_ANY);                                                                       \
  }
WEFT_WRITE_LOD(weft_write_lod_f, float4, weft_write_f)
WEFT_WRITE_LOD(weft_write_lod_i, int4, weft_write_i)
WEFT_WRITE_LOD(weft_write_lod_u, uint4, weft_write_u)

/* ---- Any format and sampler, out of line. --------------------------------------------------------------------------
 */

#define WEFT_DECLARE_LEVELS(name, shape, F, I)                                                                         \
  float4 __weft_image_sample_lod_##name##_f(weft_view v, uint sampler, F c, float lod);                                \
  int4 __weft_image_sample_lod_##name##_i(weft_view v, uint sampler, F c, float lod);                                  \
  float4 __weft_image_read_lod_##name##_f(weft_view v, uint sampler, I c, float lod);                                  \
  int4 __weft_image_read_lod_##name##_i(weft_view v, uint sampler, I c, float lod);                                    \
  void __weft_image_write_lod_##name##_f(weft_view v, I c, int lod, float4 color);                                     \
  void __weft_image_write_lod_##name##_i(weft_view v, I c, int lod, int4 color);                                       \
  void __weft_image_write_lod_##name##_u(weft_view v, I c, int lod, uint4 color);
WEFT_FOR_SHAPES(WEFT_DECLARE_LEVELS)

#define WEFT_OUT_OF_LINE __attribute__((noinline))
#define WEFT_SHAPE(name, shape, F, I)                                                                                  \
  WEFT_OUT_OF_LINE float4 __weft_image_sample_lod_##name##_f(weft_view v, uint sampler, F c, float lod) {              \
    return weft_sample_lod_f(v, sampler, weft_four(c), lod, shape);                                                    \
  }                                                                                                                    \
  WEFT_OUT_OF_LINE int4 __weft_image_sample_lod_##name##_i(weft_view v, uint sampler, F c, float lod) {                \
    return weft_sample_lod_i(v, sampler, weft_four(c), lod, shape);                                                    \
  }                                                                                                                    \
  WEFT_OUT_OF_LINE float4 __weft_image_read_lod_##name##_f(weft_view v, uint sampler, I c, float lod) {                \
    return weft_read_lod_f(v, sampler, weft_four(c), lod, shape);                                                      \
  }                                                                                                                    \
  WEFT_OUT_OF_LINE int4 __weft_image_read_lod_##name##_i(weft_view v, uint sampler, I c, float lod) {                  \
    return weft_read_lod_i(v, sampler, weft_four(c), lod, shape);                                                      \
  }                                                                                                                    \
  WEFT_OUT_OF_LINE void __weft_image_write_lod_##name##_f(weft_view v, I c, int lod, float4 color) {                   \
    weft_write_lod_f(v, weft_four(c), lod, color, shape);                                                              \
  }                                                                                                                    \
  WEFT_OUT_OF_LINE void __weft_image_write_lod_##name##_i(weft_view v, I c, int lod, int4 color) {                     \
    weft_write_lod_i(v, weft_four(c), lod, color, shape);                                                              \
  }                                                                                                                    \
  WEFT_OUT_OF_LINE void __weft_image_write_lod_##name##_u(weft_view v, I c, int lod, uint4 color) {                    \
    weft_write_lod_u(v, weft_four(c), lod, color, shape);                                                              \
  }
WEFT_FOR_SHAPES(WEFT_SHAPE)

/* ---- Overloads. ----------------------------------------------------------------------------------------------------
 */

#define WEFT_AS_UINT4(v) __builtin_astype(v, uint4)
#define WEFT_AS_HALF4(v) __builtin_convertvector(v, half4)
#define WEFT_SHAPE_1d WEFT_1D
#define WEFT_SHAPE_1da (WEFT_1D | WEFT_LAYERED)
#define WEFT_SHAPE_2d WEFT_2D
#define WEFT_SHAPE_2da (WEFT_2D | WEFT_LAYERED)
#define WEFT_SHAPE_3d WEFT_3D

/* With a mip level: of detail in reads, by number in writes. G: a gradient, the change of c but for its layer from one
 * sample to the next in two directions. OpenCL C has no reads of levels at integer coordinates, and none of halves;
 * SPIR-V has, and its translator calls them so. */
#define WEFT_LOD_READ(R, name, image_t, result, shape, F, I, G, AS)                                                    \
  WEFT_FN R name(read_only image_t image, sampler_t sampler, F c, float lod) {                                         \
    uint bits = __weft_sampler_bits(sampler);                                                                          \
    return AS(__weft_image_sample_lod_##shape##_##result(__weft_image_view(image), bits, c, lod));                     \
  }                                                                                                                    \
  WEFT_FN R name(read_only image_t image, sampler_t sampler, I c, float lod) {                                         \
    uint bits = __weft_sampler_bits(sampler);                                                                          \
    return AS(__weft_image_read_lod_##shape##_##result(__weft_image_view(image), bits, c, lod));                       \
  }                                                                                                                    \
  WEFT_FN R name(read_only image_t image, sampler_t sampler, F c, G dx, G dy) {                                        \
    weft_view v = __weft_image_view(image);                                                                            \
    float lod = weft_lod_of(v, weft_four(dx), weft_four(dy), WEFT_SHAPE_##shape);                                      \
    return AS(__weft_image_sample_lod_##shape##_##result(v, __weft_sampler_bits(sampler), c, lod));                    \
  }                                                                                                                    \
  WEFT_LOD_PLAIN(R, name, read_only, image_t, result, shape, I, AS)                                                    \
  WEFT_LOD_PLAIN(R, name, read_write, image_t, result, shape, I, AS)
#define WEFT_LOD_PLAIN(R, name, access, image_t, result, shape, I, AS)                                                 \
  WEFT_FN R name(access image_t image, I c, int lod) {                                                                 \
    return AS(__weft_image_read_lod_##shape##_##result(__weft_image_view(image), WEFT_NO_SAMPLER, c, (float)lod));     \
  }
#define WEFT_LOD_WRITE(V, name, image_t, result, shape, I, AS)                                                         \
  WEFT_FN void name(write_only image_t image, I c, int lod, V color) {                                                 \
    __weft_image_write_lod_##shape##_##result(__weft_image_view(image), c, lod, AS(color));                            \
  }                                                                                                                    \
  WEFT_FN void name(read_write image_t image, I c, int lod, V color) {                                                 \
    __weft_image_write_lod_##shape##_##result(__weft_image_view(image), c, lod, AS(color));                            \
  }
#define WEFT_AS_IS(v) (v)
#define WEFT_FIRST(v) ((v).x)
#define WEFT_ALL_FOUR(v) ((float4)(v))

#define WEFT_COLOR_LEVELS(image_t, shape, F, I, G)                                                                     \
  WEFT_LOD_READ(float4, read_imagef, image_t, f, shape, F, I, G, WEFT_AS_IS)                                           \
  WEFT_LOD_READ(half4, read_imageh, image_t, f, shape, F, I, G, WEFT_AS_HALF4)                                         \
  WEFT_LOD_READ(int4, read_imagei, image_t, i, shape, F, I, G, WEFT_AS_IS)                                             \
  WEFT_LOD_READ(uint4, read_imageui, image_t, i, shape, F, I, G, WEFT_AS_UINT4)                                        \
  WEFT_LOD_WRITE(float4, write_imagef, image_t, f, shape, I, WEFT_AS_IS)                                               \
  WEFT_LOD_WRITE(half4, write_imageh, image_t, f, shape, I, WEFT_TO_FLOAT4)                                            \
  WEFT_LOD_WRITE(int4, write_imagei, image_t, i, shape, I, WEFT_AS_IS)                                                 \
  WEFT_LOD_WRITE(uint4, write_imageui, image_t, u, shape, I, WEFT_AS_IS)
#define WEFT_DEPTH_LEVELS(image_t, shape, F, I, G)                                                                     \
  WEFT_LOD_READ(float, read_imagef, image_t, f, shape, F, I, G, WEFT_FIRST)                                            \
  WEFT_LOD_WRITE(float, write_imagef, image_t, f, shape, I, WEFT_ALL_FOUR)

WEFT_COLOR_LEVELS(image1d_t, 1d, float, int, float)
WEFT_COLOR_LEVELS(image1d_array_t, 1da, float2, int2, float)
WEFT_COLOR_LEVELS(image2d_t, 2d, float2, int2, float2)
WEFT_COLOR_LEVELS(image2d_array_t, 2da, float4, int4, float2)
WEFT_COLOR_LEVELS(image3d_t, 3d, float4, int4, float4)
WEFT_DEPTH_LEVELS(image2d_depth_t, 2d, float2, int2, float2)
WEFT_DEPTH_LEVELS(image2d_array_depth_t, 2da, float4, int4, float2)

#define WEFT_LEVELS(access, image_t)                                                                                   \
  WEFT_FN int get_image_num_mip_levels(access image_t image) {                                                         \
    return weft_last_level(__weft_image_view(image)) + 1;                                                              \
  }
#define WEFT_ALL_LEVELS(image_t)                                                                                       \
  WEFT_LEVELS(read_only, image_t)                                                                                      \
  WEFT_LEVELS(write_only, image_t)                                                                                     \
  WEFT_LEVELS(read_write, image_t)
WEFT_ALL_LEVELS(image1d_t)
WEFT_ALL_LEVELS(image1d_array_t)
WEFT_ALL_LEVELS(image2d_t)
WEFT_ALL_LEVELS(image2d_array_t)
WEFT_ALL_LEVELS(image2d_depth_t)
WEFT_ALL_LEVELS(image2d_array_depth_t)
WEFT_ALL_LEVELS(image3d_t)

/* OpImageQuerySizeLod: the size of a level from that of the image; an array's layers, the last number, are all in every
 * level. compiler/spirv/rewrite_calls.cpp calls these. */
#define WEFT_LEVEL_SIZE(T)                                                                                             \
  WEFT_FN T __weft_level_size(T size, uint lod) {                                                                      \
    T halved = lod < 32 ? size >> (T)lod : (T)0;                                                                       \
    return __builtin_elementwise_max(halved, (T)1);                                                                    \
  }
#define WEFT_LEVEL_SIZES(T, T2, T3)                                                                                    \
  WEFT_LEVEL_SIZE(T)                                                                                                   \
  WEFT_LEVEL_SIZE(T2)                                                                                                  \
  WEFT_LEVEL_SIZE(T3)                                                                                                  \
  WEFT_FN T2 __weft_layered_level_size(T2 size, uint lod) {                                                            \
    return (T2)(__weft_level_size(size.x, lod), size.y);                                                               \
  }                                                                                                                    \
  WEFT_FN T3 __weft_layered_level_size(T3 size, uint lod) {                                                            \
    return (T3)(__weft_level_size(size.xy, lod), size.z);                                                              \
  }
WEFT_LEVEL_SIZES(uint, uint2, uint3)
WEFT_LEVEL_SIZES(ulong, ulong2, ulong3)
