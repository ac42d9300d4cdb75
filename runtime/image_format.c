/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/image_format.h"

#include <CL/cl_half.h>
#include <math.h>
#include <string.h>

#define ANY false
#define ONLY_2D true
#define READ WEFT_IMAGE_READ
#define WRITE WEFT_IMAGE_WRITE
#define READ_WRITE WEFT_IMAGE_READ_WRITE
#define WEFT_IMAGE_FORMAT(order, type, size, shapes, uses) {{CL_##order, CL_##type}, size, WEFT_IMAGE_BLOCK_LOG2(CL_##type), shapes, uses},
const struct weft_image_format weft_image_formats[] = {
#include "builtins/image_formats.def"
};
#undef WEFT_IMAGE_FORMAT

_Static_assert(sizeof weft_image_formats == WEFT_IMAGE_FORMATS * sizeof *weft_image_formats, "rows of the table");

const struct weft_image_format *weft_image_format_find(const cl_image_format *name) {
  for (size_t i = 0; i < WEFT_IMAGE_FORMATS; i++) {
    const cl_image_format *at = &weft_image_formats[i].name;
    if (at->image_channel_order == name->image_channel_order &&
        at->image_channel_data_type == name->image_channel_data_type)
      return &weft_image_formats[i];
  }
  return NULL;
}

bool weft_image_format_serves(const struct weft_image_format *format, cl_mem_object_type type, unsigned uses) {
  if (format->only_2d && type != CL_MEM_OBJECT_IMAGE2D && type != CL_MEM_OBJECT_IMAGE2D_ARRAY)
    return false;
  return (format->uses & uses) == uses;
}

/* Bytes of a channel; 0: a packed texel, negative: no type at all. */
static int channel_size(cl_channel_type type) {
  switch (type) {
  case CL_SNORM_INT8:
  case CL_UNORM_INT8:
  case CL_SIGNED_INT8:
  case CL_UNSIGNED_INT8:
    return 1;
  case CL_SNORM_INT16:
  case CL_UNORM_INT16:
  case CL_SIGNED_INT16:
  case CL_UNSIGNED_INT16:
  case CL_HALF_FLOAT:
    return 2;
  case CL_SIGNED_INT32:
  case CL_UNSIGNED_INT32:
  case CL_FLOAT:
    return 4;
  case CL_UNORM_SHORT_565:
  case CL_UNORM_SHORT_555:
  case CL_UNORM_INT_101010:
  case CL_UNORM_INT_101010_2:
  case CL_UNORM_INT_2_101010_EXT:
  case CL_UNSIGNED_INT_RAW10_EXT:
  case CL_UNSIGNED_INT_RAW12_EXT:
    return 0;
  default:
    return -1;
  }
}

/* Section "Image Format Descriptor": packed types have their own orders, and a texel is a power of two of bits. */
bool weft_image_format_is_valid(const cl_image_format *name) {
  cl_channel_type type = name->image_channel_data_type;
  int size = channel_size(type);
  if (size < 0)
    return false;
  switch (name->image_channel_order) {
  case CL_RGB:
  case CL_RGBx:
    if (type == CL_UNORM_SHORT_565 || type == CL_UNORM_SHORT_555 || type == CL_UNORM_INT_101010)
      return true;
    return size && name->image_channel_order == CL_RGBx;
  case CL_RGBA:
    return size || type == CL_UNORM_INT_101010_2;
  case CL_DEPTH:
    return type == CL_UNORM_INT16 || type == CL_FLOAT;
  case CL_sRGBA:
  case CL_sBGRA:
  case CL_sRGBx:
    return type == CL_UNORM_INT8;
  case CL_INTENSITY:
  case CL_LUMINANCE:
    return type == CL_UNORM_INT8 || type == CL_UNORM_INT16 || type == CL_SNORM_INT8 || type == CL_SNORM_INT16 ||
           type == CL_HALF_FLOAT || type == CL_FLOAT;
  case CL_R:
    return size || type == CL_UNSIGNED_INT_RAW10_EXT || type == CL_UNSIGNED_INT_RAW12_EXT;
  case CL_A:
  case CL_RG:
  case CL_RA:
  case CL_Rx:
  case CL_BGRA:
  case CL_ARGB:
    return size;
  case CL_ABGR:
    return size || type == CL_UNORM_INT_2_101010_EXT;
  default:
    return false;
  }
}

/* Which component of an RGBA colour each channel in memory takes. */
struct channels {
  uint8_t count, from[4];
};

static struct channels channels_of(cl_channel_order order) {
  switch (order) {
  case CL_A:
    return (struct channels){1, {3}};
  case CL_RG:
    return (struct channels){2, {0, 1}};
  case CL_RA:
    return (struct channels){2, {0, 3}};
  case CL_RGBA:
  case CL_sRGBA:
    return (struct channels){4, {0, 1, 2, 3}};
  case CL_BGRA:
  case CL_sBGRA:
    return (struct channels){4, {2, 1, 0, 3}};
  case CL_ARGB:
    return (struct channels){4, {3, 0, 1, 2}};
  default: /* R, intensity, luminance, depth */
    return (struct channels){1, {0}};
  }
}

/* To nearest even, within the bounds; 0 for NaN. */
static int32_t round_within(float value, float low, float high) {
  if (isnan(value))
    return 0;
  return (int32_t)lrintf(value < low ? low : value > high ? high : value);
}

static int32_t clamp_signed(int32_t value, int32_t high) {
  int32_t low = -high - 1;
  return value < low ? low : value > high ? high : value;
}

static uint32_t clamp_unsigned(uint32_t value, uint32_t high) {
  return value < high ? value : high;
}

/* Linear to sRGB, IEC 61966-2-1. */
static float encode_srgb(float linear) {
  if (!(linear > 0))
    return 0; /* NaN too */
  if (linear >= 1)
    return 1;
  double value = linear;
  return (float)(value < 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055);
}

union color {
  cl_float f[4];
  cl_int i[4];
  cl_uint u[4];
};

/* Writes one channel: the rounding of "Conversion Rules for Floating-Point Channel Data Types" and of the integer ones
 * in OpenCL C, where to nearest even is the preferred mode. */
static void pack_channel(cl_channel_type type, const union color *color, unsigned from, void *at) {
  float f = color->f[from];
  switch (type) {
  case CL_SNORM_INT8:
    memcpy(at, &(int8_t){(int8_t)round_within(f * 127.0f, -128, 127)}, 1);
    break;
  case CL_SNORM_INT16:
    memcpy(at, &(int16_t){(int16_t)round_within(f * 32767.0f, -32768, 32767)}, 2);
    break;
  case CL_UNORM_INT8:
    memcpy(at, &(uint8_t){(uint8_t)round_within(f * 255.0f, 0, 255)}, 1);
    break;
  case CL_UNORM_INT16:
    memcpy(at, &(uint16_t){(uint16_t)round_within(f * 65535.0f, 0, 65535)}, 2);
    break;
  case CL_SIGNED_INT8:
    memcpy(at, &(int8_t){(int8_t)clamp_signed(color->i[from], INT8_MAX)}, 1);
    break;
  case CL_SIGNED_INT16:
    memcpy(at, &(int16_t){(int16_t)clamp_signed(color->i[from], INT16_MAX)}, 2);
    break;
  case CL_UNSIGNED_INT8:
    memcpy(at, &(uint8_t){(uint8_t)clamp_unsigned(color->u[from], UINT8_MAX)}, 1);
    break;
  case CL_UNSIGNED_INT16:
    memcpy(at, &(uint16_t){(uint16_t)clamp_unsigned(color->u[from], UINT16_MAX)}, 2);
    break;
  case CL_HALF_FLOAT:
    memcpy(at, &(cl_half){cl_half_from_float(f, CL_HALF_RTE)}, 2);
    break;
  default: /* 32 bits of any kind */
    memcpy(at, &color->u[from], 4);
    break;
  }
}

/* Alpha in the two highest bits, red in the lowest ten. */
static uint32_t pack_2_101010(const union color *color) {
  uint32_t texel = (uint32_t)round_within(color->f[3] * 3.0f, 0, 3) << 30;
  for (unsigned i = 0; i < 3; i++)
    texel |= (uint32_t)round_within(color->f[i] * 1023.0f, 0, 1023) << (10 * i);
  return texel;
}

void weft_image_format_pack(const struct weft_image_format *format, const void *color, void *texel) {
  struct channels channels = channels_of(format->name.image_channel_order);
  cl_channel_order order = format->name.image_channel_order;
  union color values = {{0}};
  memcpy(&values, color, order == CL_DEPTH ? sizeof(cl_float) : sizeof values);
  if (order == CL_sRGBA || order == CL_sBGRA)
    for (unsigned i = 0; i < 3; i++)
      values.f[i] = encode_srgb(values.f[i]);
  if (format->name.image_channel_data_type == CL_UNORM_INT_2_101010_EXT) {
    memcpy(texel, &(uint32_t){pack_2_101010(&values)}, sizeof(uint32_t));
    return;
  }
  if (format->block_log2) {
    uint32_t most = (UINT32_C(1) << weft_image_format_bits(format)) - 1;
    memcpy(texel, &(uint16_t){(uint16_t)clamp_unsigned(values.u[0], most)}, sizeof(uint16_t));
    return;
  }
  size_t size = format->size / channels.count;
  for (unsigned i = 0; i < channels.count; i++)
    pack_channel(format->name.image_channel_data_type, &values, channels.from[i], (char *)texel + i * size);
}
