/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tests/kernels/images/reference.h"

#include <math.h>

#define WEFT_IMAGE_FORMAT(order, type, size, shapes, uses)
#include "builtins/image_formats.def"
#undef WEFT_IMAGE_FORMAT

enum { ADDRESS_CLAMP = 4, ADDRESS_REPEAT = 6, ADDRESS_MIRRORED_REPEAT = 8, FILTER_LINEAR = 0x20 };

enum seen seen_as(const struct format *format) {
  switch (format->type) {
  case CL_SIGNED_INT8:
  case CL_SIGNED_INT16:
  case CL_SIGNED_INT32:
    return SEEN_SIGNED;
  case CL_UNSIGNED_INT8:
  case CL_UNSIGNED_INT16:
  case CL_UNSIGNED_INT32:
    return SEEN_UNSIGNED;
  default:
    return SEEN_FLOAT;
  }
}

bool can_be_seen(const struct format *format, const struct shape_info *shape, enum seen seen) {
  /* texels that share bytes: tests/api_images/raw.c */
  if ((format->order == CL_DEPTH) != shape->depth || WEFT_IMAGE_BLOCK_LOG2(format->type) != 0)
    return false;
  if (seen == SEEN_HALF) /* there is no such function of depth */
    return seen_as(format) == SEEN_FLOAT && !shape->depth;
  return seen_as(format) == seen;
}

/* Which colour each stored channel is: r, g, b, a; i all four, l all but alpha. */
static const char *channels_of(cl_channel_order order) {
  switch (order) {
  case CL_R:
  case CL_DEPTH:
    return "r";
  case CL_A:
    return "a";
  case CL_RG:
    return "rg";
  case CL_RA:
    return "ra";
  case CL_RGB:
    return "rgb";
  case CL_BGRA:
  case CL_sBGRA:
    return "bgra";
  case CL_ARGB:
    return "argb";
  case CL_ABGR:
    return "abgr";
  case CL_INTENSITY:
    return "i";
  case CL_LUMINANCE:
    return "l";
  default:
    return "rgba";
  }
}

double reference_half_value(uint16_t bits) {
  int exponent = bits >> 10 & 31;
  double fraction = bits & 1023;
  double value = exponent == 0    ? ldexp(fraction, -24)
                 : exponent == 31 ? (fraction ? NAN : INFINITY)
                                  : ldexp(1024 + fraction, exponent - 25);
  return bits >> 15 ? -value : value;
}

uint16_t reference_half_bits(double value) {
  int sign = signbit(value) ? 0x8000 : 0;
  double size = fabs(value);
  if (isnan(value))
    return (uint16_t)(sign | 0x7e00);
  if (size >= 65520)
    return (uint16_t)(sign | 0x7c00);
  int exponent = size < 0x1p-14 ? -14 : ilogb(size);
  int units = (int)rint(ldexp(size, 10 - exponent)); /* 2048 of them carry into the exponent */
  return (uint16_t)(sign | ((exponent + 14) * 1024 + units));
}

/* Width and lowest bit of a channel in a packed texel; 0 where the type is none. */
static int packed(cl_channel_type type, int channel, int *low) {
  static const int low_565[] = {11, 5, 0}, low_555[] = {10, 5, 0}, low_10[] = {20, 10, 0}, low_10_2[] = {22, 12, 2, 0},
                   low_2_10[] = {30, 20, 10, 0};
  switch (type) {
  case CL_UNORM_SHORT_565:
    *low = low_565[channel];
    return channel == 1 ? 6 : 5;
  case CL_UNORM_SHORT_555:
    *low = low_555[channel];
    return 5;
  case CL_UNORM_INT_101010:
    *low = low_10[channel];
    return 10;
  case CL_UNORM_INT_101010_2:
    *low = low_10_2[channel];
    return channel == 3 ? 2 : 10;
  case CL_UNORM_INT_2_101010_EXT:
    *low = low_2_10[channel];
    return channel == 0 ? 2 : 10;
  default:
    return 0;
  }
}

/* A stored number, and by how much it is divided (0: not normalised). */
static double stored(const unsigned char *texel, const struct format *format, int channel, double *unit) {
  union {
    unsigned char bytes[4];
    uint8_t u8;
    int8_t i8;
    uint16_t u16;
    int16_t i16;
    uint32_t u32;
    int32_t i32;
    float f32;
  } v = {{0}};
  int low, width = packed(format->type, channel, &low);
  *unit = 0;
  if (width) {
    memcpy(v.bytes, texel, format->size);
    *unit = (1 << width) - 1;
    return v.u32 >> low & ((1u << width) - 1);
  }
  size_t bytes = format->size / strlen(channels_of(format->order));
  memcpy(v.bytes, texel + bytes * (size_t)channel, bytes);
  switch (format->type) {
  case CL_UNORM_INT8:
    *unit = 255;
    return v.u8;
  case CL_UNORM_INT16:
    *unit = 65535;
    return v.u16;
  case CL_SNORM_INT8:
    *unit = 127;
    return v.i8;
  case CL_SNORM_INT16:
    *unit = 32767;
    return v.i16;
  case CL_SIGNED_INT8:
    return v.i8;
  case CL_SIGNED_INT16:
    return v.i16;
  case CL_SIGNED_INT32:
    return v.i32;
  case CL_UNSIGNED_INT8:
    return v.u8;
  case CL_UNSIGNED_INT16:
    return v.u16;
  case CL_UNSIGNED_INT32:
    return v.u32;
  case CL_HALF_FLOAT:
    return reference_half_value(v.u16);
  default:
    return (double)v.f32;
  }
}

static bool is_srgb(const struct format *format) {
  return format->order == CL_sRGBA || format->order == CL_sBGRA;
}

void reference_color(const unsigned char *texel, const struct format *format, double color[4]) {
  const char *channels = channels_of(format->order);
  color[0] = color[1] = color[2] = 0;
  color[3] = 1;
  if (format->order == CL_A)
    color[3] = 0;
  for (int i = 0; channels[i]; i++) {
    double unit, value = stored(texel, format, i, &unit);
    if (unit != 0)
      value = fmax(-1, value / unit);
    const char *which = strchr("rgba", channels[i]);
    if (is_srgb(format) && channels[i] != 'a')
      value = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
    if (which)
      color[which - "rgba"] = value;
    else
      for (int k = 0; k < (channels[i] == 'i' ? 4 : 3); k++)
        color[k] = value;
  }
}

static void border(const struct format *format, double color[4]) {
  color[0] = color[1] = color[2] = 0;
  color[3] =
      format->order == CL_R || format->order == CL_RG || format->order == CL_RGB || format->order == CL_LUMINANCE;
}

/* The indices of one axis (two and the second one's share, or one) for a coordinate. */
static int axis(double s, int size, uint32_t sampler, bool integer, int index[2], double *share) {
  uint32_t mode = sampler & 0xe;
  bool linear = !integer && sampler & FILTER_LINEAR;
  double u = s;
  if (!integer) {
    if (mode == ADDRESS_REPEAT)
      u = (s - floor(s)) * size;
    else if (mode == ADDRESS_MIRRORED_REPEAT)
      u = fabs(s - 2 * rint(0.5 * s)) * size;
    else if (sampler & 1)
      u = s * size;
  }
  double first = linear ? floor(u - 0.5) : floor(u);
  *share = linear ? u - 0.5 - first : 0;
  for (int i = 0; i < 2; i++) {
    double at = first + i;
    if (mode == ADDRESS_REPEAT)
      at = at < 0 ? at + size : at > size - 1 ? at - size : at;
    else if (mode == ADDRESS_CLAMP)
      at = fmin(fmax(at, -1), size);
    else
      at = fmin(fmax(at, 0), size - 1);
    index[i] = (int)at;
  }
  return linear ? 2 : 1;
}

void reference_read(const struct image *image, enum shape shape, const struct format *format, uint32_t sampler,
                    const double *coordinate, bool integer, double color[4]) {
  const struct weft_image_view *view = &image->view;
  const struct shape_info *info = &shapes[shape];
  int index[3][2] = {{0}}, count[3] = {1, 1, 1}, size[3] = {view->width, view->height, view->depth}, layer = 0;
  double share[3] = {0};
  for (int d = 0; d < info->dims; d++)
    count[d] = axis(coordinate[d], size[d], sampler, integer, index[d], &share[d]);
  if (info->layered)
    layer = (int)fmin(fmax(rint(coordinate[info->dims]), 0), view->array_size - 1);
  for (int k = 0; k < 4; k++)
    color[k] = 0;
  for (int z = 0; z < count[2]; z++)
    for (int y = 0; y < count[1]; y++)
      for (int x = 0; x < count[0]; x++) {
        int at[3] = {index[0][x], index[1][y], index[2][z]}, tap[3] = {x, y, z};
        double texel[4], weight = 1;
        bool inside = true;
        for (int d = 0; d < info->dims; d++) {
          inside = inside && at[d] >= 0 && at[d] < size[d];
          weight *= count[d] == 1 ? 1 : tap[d] ? share[d] : 1 - share[d];
        }
        if (inside)
          reference_color(texel_of(image, at[0], at[1], at[2], layer), format, texel);
        else
          border(format, texel);
        for (int k = 0; k < 4; k++)
          color[k] += weight * texel[k];
      }
}

static double limits(const struct format *format, double *low) {
  switch (format->type) {
  case CL_SIGNED_INT8:
  case CL_SNORM_INT8:
    *low = -128;
    return 127;
  case CL_SIGNED_INT16:
  case CL_SNORM_INT16:
    *low = -32768;
    return 32767;
  case CL_SIGNED_INT32:
    *low = -2147483648.0;
    return 2147483647.0;
  case CL_UNSIGNED_INT8:
    *low = 0;
    return 255;
  case CL_UNSIGNED_INT16:
    *low = 0;
    return 65535;
  case CL_UNSIGNED_INT32:
    *low = 0;
    return 4294967295.0;
  default:
    *low = 0;
    return 1;
  }
}

bool reference_written(const unsigned char *texel, const struct format *format, const double color[4]) {
  const char *channels = channels_of(format->order);
  for (int i = 0; channels[i]; i++) {
    const char *which = strchr("rgba", channels[i]);
    double unit, low;
    double value = color[which ? which - "rgba" : 0], found = stored(texel, format, i, &unit);
    double high = limits(format, &low);
    if (is_srgb(format) && channels[i] != 'a') {
      value = fmin(fmax(value, 0), 1);
      value = value < 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055;
    }
    if (unit != 0) {
      value = fmin(fmax(value * unit, low), low < 0 ? high : unit);
      if (!(fabs(found - value) <= 0.5 + unit * 0x1p-24)) /* the product is rounded to single precision */
        return false;
    } else if (format->type == CL_FLOAT) {
      if (found != value)
        return false;
    } else if (format->type == CL_HALF_FLOAT) {
      if (!(fabs(found - value) <= fmax(fabs(value) / 2048, 0x1p-25)))
        return false;
    } else if (found != fmin(fmax(value, low), high)) {
      return false;
    }
  }
  return true;
}
