/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The image functions of OpenCL C by their overloads. */
#include "builtins/image.h"

#define WEFT_AS_UINT4(v) __builtin_astype(v, uint4)
#define WEFT_AS_HALF4(v) __builtin_convertvector(v, half4)

/* With a sampler: coordinates in float, then in int. */
#define WEFT_SAMPLED(image_t, shape, F, I)                                                                             \
  WEFT_SAMPLED_AT(image_t, sample_##shape, F)                                                                          \
  WEFT_SAMPLED_AT(image_t, read_##shape, I)

#define WEFT_SAMPLED_AT(image_t, which, C)                                                                             \
  WEFT_FN float4 read_imagef(read_only image_t image, sampler_t sampler, C c) {                                        \
    return __weft_image_##which##_f(__weft_image_view(image), __weft_sampler_bits(sampler), c);                        \
  }                                                                                                                    \
  WEFT_FN half4 read_imageh(read_only image_t image, sampler_t sampler, C c) {                                         \
    return WEFT_AS_HALF4(__weft_image_##which##_f(__weft_image_view(image), __weft_sampler_bits(sampler), c));         \
  }                                                                                                                    \
  WEFT_FN int4 read_imagei(read_only image_t image, sampler_t sampler, C c) {                                          \
    return __weft_image_##which##_i(__weft_image_view(image), __weft_sampler_bits(sampler), c);                        \
  }                                                                                                                    \
  WEFT_FN uint4 read_imageui(read_only image_t image, sampler_t sampler, C c) {                                        \
    return WEFT_AS_UINT4(__weft_image_##which##_i(__weft_image_view(image), __weft_sampler_bits(sampler), c));         \
  }

/* Without one. */
#define WEFT_PLAIN(access, image_t, shape, I)                                                                          \
  WEFT_FN float4 read_imagef(access image_t image, I c) {                                                              \
    return __weft_image_read_##shape##_f(__weft_image_view(image), WEFT_NO_SAMPLER, c);                                \
  }                                                                                                                    \
  WEFT_FN half4 read_imageh(access image_t image, I c) {                                                               \
    return WEFT_AS_HALF4(__weft_image_read_##shape##_f(__weft_image_view(image), WEFT_NO_SAMPLER, c));                 \
  }                                                                                                                    \
  WEFT_FN int4 read_imagei(access image_t image, I c) {                                                                \
    return __weft_image_read_##shape##_i(__weft_image_view(image), WEFT_NO_SAMPLER, c);                                \
  }                                                                                                                    \
  WEFT_FN uint4 read_imageui(access image_t image, I c) {                                                              \
    return WEFT_AS_UINT4(__weft_image_read_##shape##_i(__weft_image_view(image), WEFT_NO_SAMPLER, c));                 \
  }

#define WEFT_WRITTEN(access, image_t, shape, I)                                                                        \
  WEFT_FN void write_imagef(access image_t image, I c, float4 color) {                                                 \
    __weft_image_write_##shape##_f(__weft_image_view(image), c, color);                                                \
  }                                                                                                                    \
  WEFT_FN void write_imageh(access image_t image, I c, half4 color) {                                                  \
    __weft_image_write_##shape##_f(__weft_image_view(image), c, WEFT_TO_FLOAT4(color));                                \
  }                                                                                                                    \
  WEFT_FN void write_imagei(access image_t image, I c, int4 color) {                                                   \
    __weft_image_write_##shape##_i(__weft_image_view(image), c, color);                                                \
  }                                                                                                                    \
  WEFT_FN void write_imageui(access image_t image, I c, uint4 color) {                                                 \
    __weft_image_write_##shape##_u(__weft_image_view(image), c, color);                                                \
  }

/* Depth images have one channel. */
#define WEFT_DEPTH_IMAGE(image_t, shape, F, I)                                                                         \
  WEFT_FN float read_imagef(read_only image_t image, sampler_t sampler, F c) {                                         \
    return __weft_image_sample_##shape##_f(__weft_image_view(image), __weft_sampler_bits(sampler), c).x;               \
  }                                                                                                                    \
  WEFT_FN float read_imagef(read_only image_t image, sampler_t sampler, I c) {                                         \
    return __weft_image_read_##shape##_f(__weft_image_view(image), __weft_sampler_bits(sampler), c).x;                 \
  }                                                                                                                    \
  WEFT_FN float read_imagef(read_only image_t image, I c) {                                                            \
    return __weft_image_read_##shape##_f(__weft_image_view(image), WEFT_NO_SAMPLER, c).x;                              \
  }                                                                                                                    \
  WEFT_FN float read_imagef(read_write image_t image, I c) {                                                           \
    return __weft_image_read_##shape##_f(__weft_image_view(image), WEFT_NO_SAMPLER, c).x;                              \
  }                                                                                                                    \
  WEFT_FN void write_imagef(write_only image_t image, I c, float depth) {                                              \
    __weft_image_write_##shape##_f(__weft_image_view(image), c, (float4)depth);                                        \
  }                                                                                                                    \
  WEFT_FN void write_imagef(read_write image_t image, I c, float depth) {                                              \
    __weft_image_write_##shape##_f(__weft_image_view(image), c, (float4)depth);                                        \
  }

#define WEFT_UNSAMPLED(image_t, shape, I)                                                                              \
  WEFT_PLAIN(read_only, image_t, shape, I)                                                                             \
  WEFT_PLAIN(read_write, image_t, shape, I)                                                                            \
  WEFT_WRITTEN(write_only, image_t, shape, I)                                                                          \
  WEFT_WRITTEN(read_write, image_t, shape, I)

#define WEFT_COLOR_IMAGE(image_t, shape, F, I)                                                                         \
  WEFT_SAMPLED(image_t, shape, F, I)                                                                                   \
  WEFT_UNSAMPLED(image_t, shape, I)

WEFT_COLOR_IMAGE(image1d_t, 1d, float, int)
WEFT_COLOR_IMAGE(image1d_array_t, 1da, float2, int2)
WEFT_COLOR_IMAGE(image2d_t, 2d, float2, int2)
WEFT_COLOR_IMAGE(image2d_array_t, 2da, float4, int4)
WEFT_COLOR_IMAGE(image3d_t, 3d, float4, int4)
WEFT_UNSAMPLED(image1d_buffer_t, 1d, int)
WEFT_DEPTH_IMAGE(image2d_depth_t, 2d, float2, int2)
WEFT_DEPTH_IMAGE(image2d_array_depth_t, 2da, float4, int4)

/* Queries. */
#define WEFT_FIELD(type, name, access, image_t, field)                                                                 \
  WEFT_FN type name(access image_t image) {                                                                            \
    return (type)__weft_image_view(image)->field;                                                                      \
  }
#define WEFT_FIELDS(type, name, image_t, field)                                                                        \
  WEFT_FIELD(type, name, read_only, image_t, field)                                                                    \
  WEFT_FIELD(type, name, write_only, image_t, field)                                                                   \
  WEFT_FIELD(type, name, read_write, image_t, field)
#define WEFT_ALL_HAVE(image_t)                                                                                         \
  WEFT_FIELDS(int, get_image_width, image_t, width)                                                                    \
  WEFT_FIELDS(int, get_image_channel_data_type, image_t, channel_type)                                                 \
  WEFT_FIELDS(int, get_image_channel_order, image_t, channel_order)
#define WEFT_PLANES_HAVE(image_t)                                                                                      \
  WEFT_FIELDS(int, get_image_height, image_t, height)                                                                  \
  WEFT_SIZES(int2, image_t, (int2)(v->width, v->height))
#define WEFT_SIZE(T, access, image_t, value)                                                                           \
  WEFT_FN T get_image_dim(access image_t image) {                                                                      \
    weft_view v = __weft_image_view(image);                                                                            \
    return value;                                                                                                      \
  }
#define WEFT_SIZES(T, image_t, value)                                                                                  \
  WEFT_SIZE(T, read_only, image_t, value)                                                                              \
  WEFT_SIZE(T, write_only, image_t, value)                                                                             \
  WEFT_SIZE(T, read_write, image_t, value)

WEFT_ALL_HAVE(image1d_t)
WEFT_ALL_HAVE(image1d_array_t)
WEFT_ALL_HAVE(image1d_buffer_t)
WEFT_ALL_HAVE(image2d_t)
WEFT_ALL_HAVE(image2d_array_t)
WEFT_ALL_HAVE(image2d_depth_t)
WEFT_ALL_HAVE(image2d_array_depth_t)
WEFT_ALL_HAVE(image3d_t)
WEFT_PLANES_HAVE(image2d_t)
WEFT_PLANES_HAVE(image2d_array_t)
WEFT_PLANES_HAVE(image2d_depth_t)
WEFT_PLANES_HAVE(image2d_array_depth_t)
WEFT_FIELDS(int, get_image_height, image3d_t, height)
WEFT_FIELDS(int, get_image_depth, image3d_t, depth)
WEFT_SIZES(int4, image3d_t, (int4)(v->width, v->height, v->depth, 0))
WEFT_FIELDS(size_t, get_image_array_size, image1d_array_t, array_size)
WEFT_FIELDS(size_t, get_image_array_size, image2d_array_t, array_size)
WEFT_FIELDS(size_t, get_image_array_size, image2d_array_depth_t, array_size)
