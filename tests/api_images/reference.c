/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Colours as texels: each channel has to hold the value nearest to the colour's, found by trying all that it can hold,
 * which shares nothing with how a driver gets there.
 */
#include <math.h>
#include <string.h>

#include "tests/api_images/images.h"

/* (cl_half.h shifts the sign out of an int.) */
static double half_value(uint32_t bits) {
  int exponent = (int)(bits >> 10 & 31), fraction = (int)(bits & 1023);
  double size = exponent == 31  ? (fraction ? NAN : INFINITY)
                : exponent == 0 ? ldexp(fraction, -24)
                                : ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -size : size;
}

/* What a channel of these bits stands for. */
static double value_of(cl_channel_type type, uint32_t bits, bool srgb) {
  double value;
  switch (type) {
  case CL_UNORM_INT8:
    value = bits / 255.0;
    return !srgb ? value : value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
  case CL_UNORM_INT16:
    return bits / 65535.0;
  case CL_SNORM_INT8:
    return (int8_t)bits / 127.0;
  case CL_SNORM_INT16:
    return (int16_t)bits / 32767.0;
  default:
    return half_value(bits);
  }
}

/* How far the nearest value is from `f`. */
static double least_error(cl_channel_type type, unsigned bytes, double f, bool srgb) {
  double best = INFINITY;
  for (uint32_t bits = 0; bits < (bytes == 1 ? 256u : 65536u); bits++) {
    double error = fabs(value_of(type, bits, srgb) - f);
    if (error < best)
      best = error;
  }
  return best;
}

static bool is_channel_of(cl_channel_type type, unsigned bytes, uint32_t bits, float color, bool srgb) {
  double f = (double)color, value = value_of(type, bits, srgb);
  if (type == CL_FLOAT)
    return memcmp(&bits, &color, 4) == 0;
  if (isnan(f))
    return type == CL_HALF_FLOAT ? isnan(value) : bits == 0;
  if (type == CL_HALF_FLOAT && fabs(f) >= 65520)
    return value == copysign(INFINITY, f);
  if (srgb && (f <= 0 || f >= 1))
    return bits == (f <= 0 ? 0 : 255);
  /* Steps of sRGB are no even ones in linear light; for the others what the product rounds in single precision. */
  double error = fabs(value - f), least = least_error(type, bytes, f, srgb);
  return srgb ? error <= 1.2 * least : error <= least + 3e-7 * fabs(f);
}

static bool is_integer_of(const cl_image_format *format, unsigned bytes, uint32_t bits, uint32_t color) {
  bool has_sign = is_signed(*format);
  int64_t value = has_sign ? (int64_t)(int32_t)color : (int64_t)color;
  int64_t low = has_sign ? -(INT64_C(1) << (8 * bytes - 1)) : 0;
  int64_t high = has_sign ? (INT64_C(1) << (8 * bytes - 1)) - 1 : (INT64_C(1) << (8 * bytes)) - 1;
  int64_t want = value < low ? low : value > high ? high : value;
  return bits == ((uint64_t)want & (UINT64_MAX >> (64 - 8 * bytes)));
}

/* Which component of RGBA the channels take, in memory's order. */
static const char *order_of(cl_channel_order order) {
  switch (order) {
  case CL_A:
    return "A";
  case CL_RG:
    return "RG";
  case CL_RA:
    return "RA";
  case CL_RGBA:
  case CL_sRGBA:
    return "RGBA";
  case CL_BGRA:
  case CL_sBGRA:
    return "BGRA";
  case CL_ARGB:
    return "ARGB";
  default:
    return "R";
  }
}

/* Red in the lowest bits, two of alpha in the highest. */
static bool is_packed_of(const float color[4], const unsigned char *texel) {
  uint32_t bits;
  memcpy(&bits, texel, sizeof bits);
  for (int c = 0; c < 4; c++) {
    uint32_t most = c == 3 ? 3 : 1023, stored = bits >> (10 * c) & most;
    double f = (double)color[c], least = INFINITY;
    for (uint32_t k = 0; k <= most; k++)
      least = fmin(least, fabs((double)k / most - f));
    if (isnan(f)   ? stored != 0
        : isinf(f) ? stored != (f > 0 ? most : 0)
                   : fabs((double)stored / most - f) > least + 3e-7 * fabs(f))
      return false;
  }
  return true;
}

bool is_texel_of(cl_image_format format, const void *color, const unsigned char *texel) {
  if (format.image_channel_data_type == CL_UNORM_INT_2_101010_EXT)
    return is_packed_of(color, texel);
  bool is_srgb = format.image_channel_order == CL_sRGBA || format.image_channel_order == CL_sBGRA;
  const char *order = order_of(format.image_channel_order);
  unsigned bytes = (unsigned)(element_size(format) / strlen(order));
  for (size_t i = 0; order[i]; i++) {
    size_t from = (size_t)(strchr("RGBA", order[i]) - "RGBA");
    uint32_t bits = 0, raw;
    float f;
    memcpy(&bits, texel + i * bytes, bytes);
    memcpy(&raw, (const char *)color + 4 * from, 4);
    memcpy(&f, &raw, 4);
    bool good = is_signed(format) || is_unsigned(format)
                    ? is_integer_of(&format, bytes, bits, raw)
                    : is_channel_of(format.image_channel_data_type, bytes, bits, f, is_srgb && from < 3);
    if (!good)
      return false;
  }
  return true;
}
