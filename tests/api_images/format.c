/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of image formats, and colours turned into texels of each, without a device. */
#include "runtime/image_format.h"

#include <math.h>
#include <string.h>

#include "tests/api_images/images.h"
#undef CHECK
#include "tests/unit_core/unit.h"

static void the_table(void) {
  unsigned required = 0;
  for (size_t i = 0; i < WEFT_IMAGE_FORMATS; i++) {
    const struct weft_image_format *format = &weft_image_formats[i];
    CHECK(weft_image_format_is_valid(&format->name));
    CHECK(weft_image_format_find(&format->name) == format); /* no row stands twice */
    CHECK(weft_image_format_row(format) == i);
    CHECK(is_raw(format->name) || format->size == element_size(format->name));
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

static void pack(const struct weft_image_format *format, const void *color) {
  unsigned char texel[16 + 1];
  memset(texel, 0xab, sizeof texel);
  weft_image_format_pack(format, color, texel);
  CHECK(texel[format->size] == 0xab);
  CHECK(is_texel_of(format->name, color, texel));
}

static void texels_of_colors(void) {
  static const float edges[] = {0,          -0.0f,  1,      -1,       0.5f,     0.25f,        -0.75f, 0.0031308f,
                                0.0031f,    0.004f, 1.5f,   -2,       65504,    65520,        1e10f,  -1e10f,
                                INFINITY,   0.2f,   0.999f, 3.1e-5f,  5.96e-8f, -2.9802e-08f, 0.7f,   1.0f / 255,
                                0.5f / 255, 1e-30f, 0.002f, -INFINITY};
  static const int32_t ints[] = {0,     1,      -1,      127,        128,       -128,      -129,  255,
                                 256,   32767,  32768,   -32768,     -32769,    65535,     65536, 100000,
                                 -5000, 500000, 1 << 30, -(1 << 30), INT32_MAX, INT32_MIN, 42,    7};
  const size_t num_edges = sizeof edges / sizeof *edges, num_ints = sizeof ints / sizeof *ints;
  for (size_t i = 0; i < WEFT_IMAGE_FORMATS; i++) {
    const struct weft_image_format *format = &weft_image_formats[i];
    if (is_raw(format->name))
      continue;
    bool integers = is_signed(format->name) || is_unsigned(format->name);
    for (size_t k = 0; k < (integers ? num_ints : num_edges); k++) {
      float f[4];
      int32_t n[4];
      for (size_t c = 0; c < 4; c++) {
        f[c] = edges[(k + c) % num_edges];
        n[c] = ints[(k + c) % num_ints];
      }
      pack(format, integers ? (const void *)n : f);
    }
    if (!integers)
      pack(format, (const float[]){NAN, 0.1f, NAN, NAN});
  }
}

/* Every 8-bit sRGB value comes back from the colour that it stands for. */
static void srgb(void) {
  const struct weft_image_format *format = weft_image_format_find(&(cl_image_format){CL_sRGBA, CL_UNORM_INT8});
  for (unsigned bits = 0; bits < 256; bits++) {
    double encoded = bits / 255.0;
    float linear = (float)(encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4));
    unsigned char texel[4];
    weft_image_format_pack(format, (const float[]){linear, linear, linear, (float)bits / 255}, texel);
    CHECK(texel[0] == bits && texel[1] == bits && texel[2] == bits && texel[3] == bits);
  }
}

/* Numbers of 10 and 12 bits, saturated; how they share bytes is the transfers' matter. */
static void raw(void) {
  static const cl_channel_type types[] = {CL_UNSIGNED_INT_RAW10_EXT, CL_UNSIGNED_INT_RAW12_EXT};
  static const uint32_t most[] = {1023, 4095};
  static const uint8_t bytes[] = {5, 3}, texels[] = {4, 2};
  for (int i = 0; i < 2; i++) {
    const struct weft_image_format *format = weft_image_format_find(&(cl_image_format){CL_R, types[i]});
    CHECK(!weft_image_format_is_valid(&(cl_image_format){CL_RGBA, types[i]}));
    CHECK(!weft_image_format_is_valid(&(cl_image_format){CL_A, types[i]}));
    CHECK(format->size == bytes[i] && weft_image_format_block(format) == texels[i]);
    CHECK((1u << weft_image_format_bits(format)) - 1 == most[i]);
    CHECK(weft_image_format_bytes(format, 0) == 0 && weft_image_format_bytes(format, 1) == bytes[i]);
    CHECK(weft_image_format_bytes(format, 2 * texels[i]) == 2 * bytes[i]);
    CHECK(weft_image_format_bytes(format, 2 * texels[i] + 1) == 3 * bytes[i]);
    const uint32_t numbers[] = {0, 1, most[i] - 1, most[i], most[i] + 1, UINT32_MAX};
    for (int k = 0; k < 6; k++) {
      uint16_t texel[2] = {0, 0xabab};
      weft_image_format_pack(format, (const uint32_t[4]){numbers[k], 7, 7, 7}, texel);
      CHECK(texel[0] == (numbers[k] < most[i] ? numbers[k] : most[i]) && texel[1] == 0xabab);
    }
  }
}

int main(void) {
  the_table();
  texels_of_colors();
  srgb();
  raw();
  return 0;
}
