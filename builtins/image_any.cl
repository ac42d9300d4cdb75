/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads and writes of any format through any sampler, out of line. A texel goes through three switches: by its size into
 * registers, by channel type into four channels, by channel order into a colour.
 */
#include "builtins/image.h"
#include "srgb.h"

#ifndef CLK_UNORM_INT_2_101010_EXT /* which Clang's headers lack */
#define CLK_UNORM_INT_2_101010_EXT 0x10E5
#endif
#ifndef CLK_UNSIGNED_INT_RAW10_EXT
#define CLK_UNSIGNED_INT_RAW10_EXT 0x10E3
#define CLK_UNSIGNED_INT_RAW12_EXT 0x10E4
#endif

/* One body for all shapes: the taps of a linear filter are many calls otherwise. */
#define WEFT_SHAPE(name, shape, F, I)                                                                                  \
  WEFT_OUT_OF_LINE float4 __weft_image_sample_##name##_f(weft_view v, uint sampler, F c) {                             \
    return any_sample_f(v, sampler, weft_four(c), shape);                                                              \
  }                                                                                                                    \
  WEFT_OUT_OF_LINE int4 __weft_image_sample_##name##_i(weft_view v, uint sampler, F c) {                               \
    return weft_sample_i(v, v, sampler, weft_four(c), shape, WEFT_ANY);                                                \
  }                                                                                                                    \
  WEFT_OUT_OF_LINE float4 __weft_image_read_##name##_f(weft_view v, uint sampler, I c) {                               \
    return weft_read_at_f(v, v, sampler, weft_four(c), shape, WEFT_ANY);                                               \
  }                                                                                                                    \
  WEFT_OUT_OF_LINE int4 __weft_image_read_##name##_i(weft_view v, uint sampler, I c) {                                 \
    return weft_read_at_i(v, v, sampler, weft_four(c), shape, WEFT_ANY);                                               \
  }                                                                                                                    \
  WEFT_OUT_OF_LINE void __weft_image_write_##name##_f(weft_view v, I c, float4 color) {                                \
    weft_write_f(v, v, weft_four(c), color, shape, WEFT_ANY);                                                          \
  }                                                                                                                    \
  WEFT_OUT_OF_LINE void __weft_image_write_##name##_i(weft_view v, I c, int4 color) {                                  \
    weft_write_i(v, v, weft_four(c), color, shape, WEFT_ANY);                                                          \
  }                                                                                                                    \
  WEFT_OUT_OF_LINE void __weft_image_write_##name##_u(weft_view v, I c, uint4 color) {                                 \
    weft_write_u(v, v, weft_four(c), color, shape, WEFT_ANY);                                                          \
  }
#define WEFT_OUT_OF_LINE __attribute__((noinline))

/*
 * Raw texels (cl_ext_image_raw10_raw12): a block has the high eight bits of each of its texels in a byte of its own, and
 * the low bits of all of them in the last byte, the first texel's lowest. 4 texels of 2 low bits in 5 bytes, or 2 of 4 in
 * 3. Work-items that write neighbours share the last byte: each changes its own bits alone, as atomic operations. A read
 * beside them finds its own bits whatever becomes of the others.
 */
WEFT_INLINE uint load_raw(const global uchar *block, uint texels, int x) {
  uint at = (uint)x & (texels - 1), low = 8 / texels;
  return (uint)block[at] << low | ((uint)block[texels] >> at * low & ((1u << low) - 1));
}

WEFT_INLINE void store_raw(global uchar *block, uint texels, int x, uint value) {
  uint at = (uint)x & (texels - 1), low = 8 / texels, mask = ((1u << low) - 1) << at * low;
  block[at] = (uchar)(value >> low);
  __scoped_atomic_fetch_and(block + texels, (uchar)~mask, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  __scoped_atomic_fetch_or(block + texels, (uchar)(value << at * low & mask), __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

/* The bytes of a texel, zero behind them. */
WEFT_INLINE uint4 stored_texel(uint size, const global uchar *p, int x) {
  switch (size) {
  case 1:
    return (uint4)(*p, 0, 0, 0);
  case 2:
    return (uint4)(WEFT_LOAD(ushort, p), 0, 0, 0);
  case 3:
    return (uint4)(load_raw(p, 2, x), 0, 0, 0);
  case 4:
    return (uint4)(WEFT_LOAD(uint, p), 0, 0, 0);
  case 5:
    return (uint4)(load_raw(p, 4, x), 0, 0, 0);
  case 8:
    return (uint4)(WEFT_LOAD(uint2, p), 0, 0);
  default:
    return WEFT_LOAD(uint4, p);
  }
}

WEFT_INLINE void store_texel(uint size, global uchar *p, int x, uint4 raw) {
  switch (size) {
  case 1:
    *p = (uchar)raw.x;
    break;
  case 2:
    WEFT_STORE(ushort, p, (ushort)raw.x);
    break;
  case 3:
    store_raw(p, 2, x, raw.x);
    break;
  case 4:
    WEFT_STORE(uint, p, raw.x);
    break;
  case 5:
    store_raw(p, 4, x, raw.x);
    break;
  case 8:
    WEFT_STORE(uint2, p, raw.xy);
    break;
  default:
    WEFT_STORE(uint4, p, raw);
  }
}

/* Channels as they lie in memory. */
WEFT_INLINE float4 channels_f(uint type, uint4 raw) {
  switch (type) {
  case CLK_UNORM_INT8:
    return weft_unorm8(__builtin_astype(raw.x, uchar4));
  case CLK_SNORM_INT8: {
    float4 f = WEFT_TO_FLOAT4(__builtin_astype(raw.x, char4)) * (1.0f / 127.0f);
    return f > -1.0f ? f : (float4)-1.0f;
  }
  case CLK_UNORM_INT16:
    return WEFT_TO_FLOAT4(__builtin_astype(raw.xy, ushort4)) * (1.0f / 65535.0f);
  case CLK_SNORM_INT16: {
    float4 f = WEFT_TO_FLOAT4(__builtin_astype(raw.xy, short4)) * (1.0f / 32767.0f);
    return f > -1.0f ? f : (float4)-1.0f;
  }
  case CLK_HALF_FLOAT:
    return WEFT_TO_FLOAT4(__builtin_astype(raw.xy, half4));
  case CLK_UNORM_SHORT_565:
    return WEFT_TO_FLOAT4((int4)(raw.x >> 11 & 31, raw.x >> 5 & 63, raw.x & 31, 0)) /
           (float4)(31.0f, 63.0f, 31.0f, 1.0f);
  case CLK_UNORM_SHORT_555:
    return WEFT_TO_FLOAT4((int4)(raw.x >> 10 & 31, raw.x >> 5 & 31, raw.x & 31, 0)) / 31.0f;
  case CLK_UNORM_INT_101010:
    return WEFT_TO_FLOAT4((int4)(raw.x >> 20 & 1023, raw.x >> 10 & 1023, raw.x & 1023, 0)) / 1023.0f;
  case CLK_UNORM_INT_101010_2:
    return WEFT_TO_FLOAT4((int4)(raw.x >> 22 & 1023, raw.x >> 12 & 1023, raw.x >> 2 & 1023, raw.x & 3)) /
           (float4)(1023.0f, 1023.0f, 1023.0f, 3.0f);
  case CLK_UNORM_INT_2_101010_EXT:
    return WEFT_TO_FLOAT4((int4)(raw.x >> 30, raw.x >> 20 & 1023, raw.x >> 10 & 1023, raw.x & 1023)) /
           (float4)(3.0f, 1023.0f, 1023.0f, 1023.0f);
  default:
    return __builtin_astype(raw, float4);
  }
}

WEFT_INLINE int4 channels_i(uint type, uint4 raw) {
  switch (type) {
  case CLK_SIGNED_INT8:
    return WEFT_TO_INT4(__builtin_astype(raw.x, char4));
  case CLK_UNSIGNED_INT8:
    return WEFT_TO_INT4(__builtin_astype(raw.x, uchar4));
  case CLK_SIGNED_INT16:
    return WEFT_TO_INT4(__builtin_astype(raw.xy, short4));
  case CLK_UNSIGNED_INT16:
    return WEFT_TO_INT4(__builtin_astype(raw.xy, ushort4));
  default:
    return __builtin_astype(raw, int4);
  }
}

#define WEFT_COLOR(name, T)                                                                                            \
  WEFT_INLINE T name(uint order, T c) {                                                                                \
    switch (order) {                                                                                                   \
    case CLK_R:                                                                                                        \
    case CLK_Rx:                                                                                                       \
    case CLK_DEPTH:                                                                                                    \
      return (T)(c.x, 0, 0, 1);                                                                                        \
    case CLK_A:                                                                                                        \
      return (T)(0, 0, 0, c.x);                                                                                        \
    case CLK_RG:                                                                                                       \
    case CLK_RGx:                                                                                                      \
      return (T)(c.xy, 0, 1);                                                                                          \
    case CLK_RA:                                                                                                       \
      return (T)(c.x, 0, 0, c.y);                                                                                      \
    case CLK_RGB:                                                                                                      \
    case CLK_RGBx:                                                                                                     \
    case CLK_sRGB:                                                                                                     \
    case CLK_sRGBx:                                                                                                    \
      return (T)(c.xyz, 1);                                                                                            \
    case CLK_BGRA:                                                                                                     \
    case CLK_sBGRA:                                                                                                    \
      return c.zyxw;                                                                                                   \
    case CLK_ARGB:                                                                                                     \
      return c.yzwx;                                                                                                   \
    case CLK_ABGR:                                                                                                     \
      return c.wzyx;                                                                                                   \
    case CLK_INTENSITY:                                                                                                \
      return c.xxxx;                                                                                                   \
    case CLK_LUMINANCE:                                                                                                \
      return (T)(c.xxx, 1);                                                                                            \
    default:                                                                                                           \
      return c;                                                                                                        \
    }                                                                                                                  \
  }
WEFT_COLOR(color_f, float4)
WEFT_COLOR(color_i, int4)

/* The inverse: a colour's channels in the order of memory. */
#define WEFT_CHANNELS(name, T)                                                                                         \
  WEFT_INLINE T name(uint order, T c) {                                                                                \
    switch (order) {                                                                                                   \
    case CLK_A:                                                                                                        \
      return c.wwww;                                                                                                   \
    case CLK_RA:                                                                                                       \
      return c.xwww;                                                                                                   \
    case CLK_BGRA:                                                                                                     \
    case CLK_sBGRA:                                                                                                    \
      return c.zyxw;                                                                                                   \
    case CLK_ARGB:                                                                                                     \
      return c.wxyz;                                                                                                   \
    case CLK_ABGR:                                                                                                     \
      return c.wzyx;                                                                                                   \
    default:                                                                                                           \
      return c;                                                                                                        \
    }                                                                                                                  \
  }
WEFT_CHANNELS(in_memory_f, float4)
WEFT_CHANNELS(in_memory_i, int4)
WEFT_CHANNELS(in_memory_u, uint4)

WEFT_INLINE bool is_srgb(uint order) {
  return order == CLK_sRGB || order == CLK_sRGBx || order == CLK_sRGBA || order == CLK_sBGRA;
}

/* The byte whose interval of linear values c lies in. */
WEFT_INLINE float srgb_byte(float c) {
  int k = 0;
  for (int step = 128; step > 0; step >>= 1)
    k = c >= weft_srgb_least[k + step] ? k + step : k;
  return (float)k;
}

WEFT_OUT_OF_LINE float4 __weft_image_load_f(weft_view v, const global uchar *p, int x) {
  uint4 raw = stored_texel(v->element_size, p, x);
  float4 c = channels_f(v->channel_type, raw);
  if (is_srgb(v->channel_order)) {
    uchar4 bytes = __builtin_astype(raw.x, uchar4);
    c.xyz = (float3)(weft_srgb_linear[bytes.x], weft_srgb_linear[bytes.y], weft_srgb_linear[bytes.z]);
  }
  return color_f(v->channel_order, c);
}

WEFT_OUT_OF_LINE int4 __weft_image_load_i(weft_view v, const global uchar *p, int x) {
  return color_i(v->channel_order, channels_i(v->channel_type, stored_texel(v->element_size, p, x)));
}

WEFT_INLINE uint4 low_word(uint word) {
  return (uint4)(word, 0, 0, 0);
}

WEFT_INLINE uint4 low_words(uint2 words) {
  return (uint4)(words, 0, 0);
}

WEFT_INLINE uint4 encoded_f(uint type, float4 c) {
  switch (type) {
  case CLK_UNORM_INT8:
    return low_word(__builtin_astype(weft_to_unorm8(c), uint));
  case CLK_SNORM_INT8:
    return low_word(
        __builtin_astype(__builtin_convertvector(weft_rounded(c * 127.0f, -128.0f, 127.0f), char4), uint));
  case CLK_UNORM_INT16:
    return low_words(__builtin_astype(__builtin_convertvector(weft_rounded(c * 65535.0f, 65535.0f), ushort4), uint2));
  case CLK_SNORM_INT16:
    return low_words(
        __builtin_astype(__builtin_convertvector(weft_rounded(c * 32767.0f, -32768.0f, 32767.0f), short4), uint2));
  case CLK_HALF_FLOAT:
    return low_words(__builtin_astype(__builtin_convertvector(c, half4), uint2));
  case CLK_UNORM_SHORT_565: {
    int4 rb = weft_rounded(c * 31.0f, 31.0f), g = weft_rounded(c * 63.0f, 63.0f);
    return low_word((uint)(rb.x << 11 | g.y << 5 | rb.z));
  }
  case CLK_UNORM_SHORT_555: {
    int4 k = weft_rounded(c * 31.0f, 31.0f);
    return low_word((uint)(k.x << 10 | k.y << 5 | k.z));
  }
  case CLK_UNORM_INT_101010: {
    int4 k = weft_rounded(c * 1023.0f, 1023.0f);
    return low_word((uint)(k.x << 20 | k.y << 10 | k.z));
  }
  case CLK_UNORM_INT_101010_2: {
    int4 k = weft_rounded(c * 1023.0f, 1023.0f), a = weft_rounded(c * 3.0f, 3.0f);
    return low_word((uint)k.x << 22 | (uint)k.y << 12 | (uint)k.z << 2 | (uint)a.w);
  }
  case CLK_UNORM_INT_2_101010_EXT: {
    int4 k = weft_rounded(c * 1023.0f, 1023.0f), a = weft_rounded(c * 3.0f, 3.0f);
    return low_word((uint)a.x << 30 | (uint)k.y << 20 | (uint)k.z << 10 | (uint)k.w);
  }
  default:
    return __builtin_astype(c, uint4);
  }
}

WEFT_OUT_OF_LINE void __weft_image_store_f(weft_view v, global uchar *p, int x, float4 color) {
  uint order = v->channel_order;
  float4 c = in_memory_f(order, color);
  if (is_srgb(order))
    c.xyz = (float3)(srgb_byte(c.x), srgb_byte(c.y), srgb_byte(c.z)) * (1.0f / 255.0f);
  store_texel(v->element_size, p, x, encoded_f(v->channel_type, c));
}

WEFT_OUT_OF_LINE void __weft_image_store_i(weft_view v, global uchar *p, int x, int4 color) {
  int4 c = in_memory_i(v->channel_order, color);
  uint4 raw;
  switch (v->channel_type) {
  case CLK_SIGNED_INT8:
    c = __builtin_elementwise_min(__builtin_elementwise_max(c, (int4)-128), (int4)127);
    raw = low_word(__builtin_astype(__builtin_convertvector(c, char4), uint));
    break;
  case CLK_SIGNED_INT16:
    c = __builtin_elementwise_min(__builtin_elementwise_max(c, (int4)-32768), (int4)32767);
    raw = low_words(__builtin_astype(__builtin_convertvector(c, short4), uint2));
    break;
  default:
    raw = __builtin_astype(c, uint4);
  }
  store_texel(v->element_size, p, x, raw);
}

WEFT_OUT_OF_LINE void __weft_image_store_u(weft_view v, global uchar *p, int x, uint4 color) {
  uint4 c = in_memory_u(v->channel_order, color), raw;
  switch (v->channel_type) {
  case CLK_UNSIGNED_INT8:
    c = __builtin_elementwise_min(c, (uint4)255u);
    raw = low_word(__builtin_astype(__builtin_convertvector(c, uchar4), uint));
    break;
  case CLK_UNSIGNED_INT16:
    c = __builtin_elementwise_min(c, (uint4)65535u);
    raw = low_words(__builtin_astype(__builtin_convertvector(c, ushort4), uint2));
    break;
  case CLK_UNSIGNED_INT_RAW10_EXT:
    raw = __builtin_elementwise_min(c, (uint4)1023u);
    break;
  case CLK_UNSIGNED_INT_RAW12_EXT:
    raw = __builtin_elementwise_min(c, (uint4)4095u);
    break;
  default:
    raw = c;
  }
  store_texel(v->element_size, p, x, raw);
}

WEFT_INLINE float4 any_sample_f(weft_view v, uint sampler, float4 c, int shape) {
  return weft_sample_f(v, v, sampler, c, shape, WEFT_ANY);
}

WEFT_FOR_SHAPES(WEFT_SHAPE)
