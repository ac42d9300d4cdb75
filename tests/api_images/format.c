/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The table of image formats, and colours turned into texels: against the nearest value that a channel can hold, found
 * by trying all of them, which shares nothing with how the runtime does it.
 */
#include "runtime/image_format.h"

#include <CL/cl_half.h>
#include <math.h>
#include <string.h>

#include "tests/unit_core/unit.h"

static unsigned channels_of(cl_channel_order order) {
  switch (order) {
  case CL_RG:
  case CL_RA:
    return 2;
  case CL_RGBA:
  case CL_BGRA:
  case CL_ARGB:
  case CL_sRGBA:
  case CL_sBGRA:
    return 4;
  default:
    return 1;
  }
}

static unsigned bytes_of(cl_channel_type type) {
  switch (type) {
  case CL_SIGNED_INT32:
  case CL_UNSIGNED_INT32:
  case CL_FLOAT:
    return 4;
  case CL_HALF_FLOAT:
  case CL_UNORM_INT16:
  case CL_SNORM_INT16:
  case CL_SIGNED_INT16:
  case CL_UNSIGNED_INT16:
    return 2;
  default:
    return 1;
  }
}

static void the_table(void) {
  unsigned required = 0;
  for (size_t i = 0; i < WEFT_IMAGE_FORMATS; i++) {
    const struct weft_image_format *format = &weft_image_formats[i];
    CHECK(weft_image_format_is_valid(&format->name));
    CHECK(weft_image_format_find(&format->name) == format); /* no row stands twice */
    CHECK(weft_image_format_row(format) == i);
    CHECK(format->size ==
          channels_of(format->name.image_channel_order) * bytes_of(format->name.image_channel_data_type));
    CHECK((format->name.image_channel_order == CL_DEPTH) == format->only_2d);
    CHECK(weft_image_format_serves(format, CL_MEM_OBJECT_IMAGE2D, WEFT_IMAGE_READ | WEFT_IMAGE_WRITE));
    CHECK(weft_image_format_serves(format, CL_MEM_OBJECT_IMAGE3D, 0) == !format->only_2d);
    required += format->name.image_channel_order == CL_RGBA;
  }
  CHECK(required == 12);
  CHECK(!weft_image_format_find(&(cl_image_format){CL_RGB, CL_UNORM_INT8}));
  CHECK(!weft_image_format_is_valid(&(cl_image_format){CL_RGB, CL_UNORM_INT8})); /* 24 bits */
  CHECK(!weft_image_format_is_valid(&(cl_image_format){CL_R, CL_UNORM_SHORT_565}));
  CHECK(weft_image_format_is_valid(&(cl_image_format){CL_RGB, CL_UNORM_SHORT_565}));
  CHECK(!weft_image_format_is_valid(&(cl_image_format){CL_DEPTH, CL_UNORM_INT8}));
  CHECK(!weft_image_format_is_valid(&(cl_image_format){CL_LUMINANCE, CL_SIGNED_INT8}));
  CHECK(!weft_image_format_is_valid(&(cl_image_format){0, CL_UNORM_INT8}));
  CHECK(!weft_image_format_is_valid(&(cl_image_format){CL_R, 0}));
  /* sRGB is no format of read_write images */
  CHECK(!weft_image_format_serves(weft_image_format_find(&(cl_image_format){CL_sRGBA, CL_UNORM_INT8}),
                                  CL_MEM_OBJECT_IMAGE2D, WEFT_IMAGE_READ_WRITE));
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
    return (double)cl_half_to_float((cl_half)bits);
  }
}

/* How far the nearest value is from `f`. */
static double least_error(cl_channel_type type, double f, bool srgb) {
  uint32_t count = bytes_of(type) == 1 ? 256 : 65536;
  double best = INFINITY;
  for (uint32_t bits = 0; bits < count; bits++) {
    double error = fabs(value_of(type, bits, srgb) - f);
    if (error < best)
      best = error;
  }
  return best;
}

static uint32_t load(const unsigned char *at, unsigned bytes) {
  uint32_t bits = 0;
  memcpy(&bits, at, bytes);
  return bits;
}

static const unsigned char order_bgra[] = {2, 1, 0, 3}, order_argb[] = {3, 0, 1, 2}, order_rgba[] = {0, 1, 2, 3},
                           order_ra[] = {0, 3}, order_a[] = {3};

static const unsigned char *order_of(cl_channel_order order) {
  return order == CL_BGRA || order == CL_sBGRA ? order_bgra
         : order == CL_ARGB                    ? order_argb
         : order == CL_RA                      ? order_ra
         : order == CL_A                       ? order_a
                                               : order_rgba;
}

static void floats(const struct weft_image_format *format, const float color[4]) {
  cl_channel_type type = format->name.image_channel_data_type;
  unsigned bytes = bytes_of(type), channels = channels_of(format->name.image_channel_order);
  unsigned char texel[16 + 1];
  memset(texel, 0xab, sizeof texel);
  weft_image_format_pack(format, color, texel);
  CHECK(texel[format->size] == 0xab);
  bool is_srgb = format->name.image_channel_order == CL_sRGBA || format->name.image_channel_order == CL_sBGRA;
  for (unsigned i = 0; i < channels; i++) {
    unsigned from = order_of(format->name.image_channel_order)[i];
    bool srgb = is_srgb && from < 3;
    uint32_t bits = load(texel + i * bytes, bytes);
    double f = (double)color[from];
    if (type == CL_FLOAT) {
      CHECK(memcmp(&bits, &color[from], 4) == 0);
    } else if (isnan(f)) {
      CHECK(type == CL_HALF_FLOAT ? isnan(value_of(type, bits, false)) : bits == 0);
    } else if (type == CL_HALF_FLOAT && fabs(f) >= 65520) {
      CHECK(value_of(type, bits, false) == copysign(INFINITY, f));
    } else {
      /* The nearest, but for what the product rounds in single precision. Steps of sRGB are no even ones in linear
       * light. */
      if (srgb && f > 0 && f < 1) {
        uint32_t low = bits ? bits - 1 : 0, high = bits < 255 ? bits + 1 : 255;
        CHECK(value_of(type, low, true) <= f && f <= value_of(type, high, true));
        CHECK(fabs(value_of(type, bits, true) - f) <= 1.2 * least_error(type, f, true));
      } else if (srgb) {
        CHECK(bits == (f <= 0 ? 0 : 255));
      } else {
        CHECK(fabs(value_of(type, bits, false) - f) <= least_error(type, f, false) + 3e-7 * fabs(f));
      }
    }
  }
}

static void integers(const struct weft_image_format *format, const int64_t color[4], bool is_signed) {
  union {
    cl_int i[4];
    cl_uint u[4];
  } given;
  for (int i = 0; i < 4; i++)
    given.u[i] = (cl_uint)color[i];
  unsigned bytes = bytes_of(format->name.image_channel_data_type);
  int64_t low = is_signed ? -(INT64_C(1) << (8 * bytes - 1)) : 0;
  int64_t high = is_signed ? (INT64_C(1) << (8 * bytes - 1)) - 1 : (INT64_C(1) << (8 * bytes)) - 1;
  unsigned char texel[16 + 1] = {0};
  weft_image_format_pack(format, &given, texel);
  for (unsigned i = 0; i < channels_of(format->name.image_channel_order); i++) {
    int64_t value = color[order_of(format->name.image_channel_order)[i]];
    int64_t want = value < low ? low : value > high ? high : value;
    CHECK(load(texel + i * bytes, bytes) == ((uint64_t)want & (UINT64_MAX >> (64 - 8 * bytes))));
  }
}

static void texels(void) {
  static const float edges[] = {0,          -0.0f,  1,      -1,       0.5f,     0.25f,        -0.75f, 0.0031308f,
                                0.0031f,    0.004f, 1.5f,   -2,       65504,    65520,        1e10f,  -1e10f,
                                INFINITY,   0.2f,   0.999f, 3.1e-5f,  5.96e-8f, -2.9802e-08f, 0.7f,   1.0f / 255,
                                0.5f / 255, 1e-30f, 0.002f, -INFINITY};
  static const int64_t ints[] = {0,     1,      -1,      127,        128,       -128,      -129,  255,
                                 256,   32767,  32768,   -32768,     -32769,    65535,     65536, 100000,
                                 -5000, 500000, 1 << 30, -(1 << 30), INT32_MAX, INT32_MIN, 42,    7};
  const size_t num_edges = sizeof edges / sizeof *edges, num_ints = sizeof ints / sizeof *ints;
  for (size_t i = 0; i < WEFT_IMAGE_FORMATS; i++) {
    const struct weft_image_format *format = &weft_image_formats[i];
    cl_channel_type type = format->name.image_channel_data_type;
    bool is_signed = type >= CL_SIGNED_INT8 && type <= CL_SIGNED_INT32;
    bool is_unsigned = type >= CL_UNSIGNED_INT8 && type <= CL_UNSIGNED_INT32;
    if (is_signed || is_unsigned) {
      for (size_t k = 0; k < num_ints; k++) {
        int64_t color[4];
        for (size_t c = 0; c < 4; c++) {
          color[c] = ints[(k + c) % num_ints];
          if (is_unsigned)
            color[c] &= UINT32_MAX;
        }
        integers(format, color, is_signed);
      }
      continue;
    }
    for (size_t k = 0; k < num_edges; k++)
      floats(format, (const float[]){edges[k], edges[(k + 1) % num_edges], edges[(k + 2) % num_edges],
                                     edges[(k + 3) % num_edges]});
    floats(format, (const float[]){NAN, 0.1f, NAN, NAN});
  }
}

/* Every 8-bit sRGB value comes back from the colour that it stands for. */
static void srgb(void) {
  const struct weft_image_format *format = weft_image_format_find(&(cl_image_format){CL_sRGBA, CL_UNORM_INT8});
  for (uint32_t bits = 0; bits < 256; bits++) {
    float linear = (float)value_of(CL_UNORM_INT8, bits, true);
    unsigned char texel[4];
    weft_image_format_pack(format, (const float[]){linear, linear, linear, (float)bits / 255}, texel);
    CHECK(texel[0] == bits && texel[1] == bits && texel[2] == bits && texel[3] == bits);
  }
}

int main(void) {
  the_table();
  texels();
  srgb();
  return 0;
}
