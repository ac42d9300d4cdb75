/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads and writes at coordinates, made for a WEFT_GEOMETRY: a pointer to what has data, width, height, depth,
 * array_size, row_pitch and slice_pitch. v tells the format alone, g the place. For an image as its view tells it
 * (image.h) both are the view, for a mip level (image_level.cl) g is the level's place.
 */

/* The same for both coordinates of a plane in one register: two columns, then two rows. */
WEFT_INLINE int4 weft_neighbours(float2 s, WEFT_GEOMETRY g, uint sampler, float2 *share) {
  if (weft_wraps(sampler)) {
    int x[2], y[2];
    float share_x = weft_neighbours(s.x, g->width, sampler, &x[0], &x[1]);
    *share = (float2)(share_x, weft_neighbours(s.y, g->height, sampler, &y[0], &y[1]));
    return (int4)(x[0], x[1], y[0], y[1]);
  }
  bool border = WEFT_MODE(sampler) == CLK_ADDRESS_CLAMP;
  float2 size = (float2)((float)g->width, (float)g->height);
  float2 u = (sampler & CLK_NORMALIZED_COORDS_TRUE ? s * size : s) - 0.5f;
  float2 f = __builtin_elementwise_floor(u);
  *share = u - f;
  float4 high = border ? size.xxyy : size.xxyy - 1.0f;
  return WEFT_TO_INT4(weft_clamped(f.xxyy + (float4)(0.0f, 1.0f, 0.0f, 1.0f), (float4)(border ? -1.0f : 0.0f), high));
}

WEFT_INLINE const global uchar *weft_layer(WEFT_GEOMETRY g, float layer) {
  return g->data + weft_clamped(__builtin_rintf(layer), 0.0f, (float)g->array_size - 1.0f) * g->slice_pitch;
}

WEFT_INLINE const global uchar *weft_layer(WEFT_GEOMETRY g, int layer) {
  return g->data + weft_within(layer, g->array_size) * g->slice_pitch;
}

/* A texel by its indices, which may be outside with CLK_ADDRESS_CLAMP only. T: float4 or int4. */
#define WEFT_TEXEL(name, T, load)                                                                                      \
  WEFT_INLINE T name(weft_view v, WEFT_GEOMETRY g, const global uchar *layer, int x, int y, int z, uint sampler,       \
                     int dims, enum weft_hot hot) {                                                                    \
    if (WEFT_MODE(sampler) == CLK_ADDRESS_CLAMP) {                                                                     \
      bool inside = (uint)x < (uint)g->width && (dims < 2 || (uint)y < (uint)g->height) &&                             \
                    (dims < 3 || (uint)z < (uint)g->depth);                                                            \
      if (!inside)                                                                                                     \
        return (T)(0, 0, 0, weft_opaque_border(v, hot) ? 1 : 0);                                                       \
    }                                                                                                                  \
    const global uchar *p = layer + weft_column(v, x, hot);                                                            \
    if (dims > 1)                                                                                                      \
      p += y * g->row_pitch;                                                                                           \
    if (dims > 2)                                                                                                      \
      p += z * g->slice_pitch;                                                                                         \
    return load(v, p, x, hot);                                                                                         \
  }
WEFT_TEXEL(weft_texel_f, float4, weft_load_f)
WEFT_TEXEL(weft_texel_i, int4, weft_load_i)

/* The coordinates c are as many as the shape has, layers last. There is no linear filter of integers. */
#define WEFT_READ(name, T, COORDINATES, index, texel)                                                                  \
  WEFT_INLINE T name(weft_view v, WEFT_GEOMETRY g, uint sampler, COORDINATES c, int shape, enum weft_hot hot) {        \
    int dims = WEFT_DIMS(shape);                                                                                       \
    const global uchar *layer = shape & WEFT_LAYERED ? weft_layer(g, dims == 1 ? c.y : c.z) : g->data;                 \
    int x = index(c.x, g->width, sampler);                                                                             \
    int y = dims > 1 ? index(c.y, g->height, sampler) : 0;                                                             \
    int z = dims > 2 ? index(c.z, g->depth, sampler) : 0;                                                              \
    return texel(v, g, layer, x, y, z, sampler, dims, hot);                                                            \
  }
WEFT_READ(weft_read_at_f, float4, int4, weft_index, weft_texel_f)
WEFT_READ(weft_read_at_i, int4, int4, weft_index, weft_texel_i)
WEFT_READ(weft_sample_i, int4, float4, weft_nearest, weft_texel_i)
WEFT_READ(weft_sample_nearest_f, float4, float4, weft_nearest, weft_texel_f)

WEFT_INLINE float4 weft_sample_linear_f(weft_view v, WEFT_GEOMETRY g, uint sampler, float4 c, int shape,
                                        enum weft_hot hot) {
  int dims = WEFT_DIMS(shape);
  const global uchar *layer = shape & WEFT_LAYERED ? weft_layer(g, dims == 1 ? c.y : c.z) : g->data;
  int x[2], y[2] = {0, 0}, z[2] = {0, 0};
  float2 share = 0.0f;
  float share_z = 0.0f;
  if (dims > 1) {
    int4 around = weft_neighbours(c.xy, g, sampler, &share);
    x[0] = around.x;
    x[1] = around.y;
    y[0] = around.z;
    y[1] = around.w;
  } else {
    share.x = weft_neighbours(c.x, g->width, sampler, &x[0], &x[1]);
  }
  if (dims > 2)
    share_z = weft_neighbours(c.z, g->depth, sampler, &z[0], &z[1]);
  float4 planes[2], rows[2];
#pragma unroll
  for (int k = 0; k < (dims > 2 ? 2 : 1); k++) {
#pragma unroll
    for (int j = 0; j < (dims > 1 ? 2 : 1); j++) {
      float4 first = weft_texel_f(v, g, layer, x[0], y[j], z[k], sampler, dims, hot);
      rows[j] = weft_mix(first, weft_texel_f(v, g, layer, x[1], y[j], z[k], sampler, dims, hot), share.x);
    }
    planes[k] = dims > 1 ? weft_mix(rows[0], rows[1], share.y) : rows[0];
  }
  return dims > 2 ? weft_mix(planes[0], planes[1], share_z) : planes[0];
}

WEFT_INLINE float4 weft_sample_f(weft_view v, WEFT_GEOMETRY g, uint sampler, float4 c, int shape, enum weft_hot hot) {
  return sampler & WEFT_LINEAR ? weft_sample_linear_f(v, g, sampler, c, shape, hot)
                               : weft_sample_nearest_f(v, g, sampler, c, shape, hot);
}

#define WEFT_WRITE_AT(name, T, store)                                                                                  \
  WEFT_INLINE void name(weft_view v, WEFT_GEOMETRY g, int4 c, T color, int shape, enum weft_hot hot) {                 \
    int dims = WEFT_DIMS(shape), layer = dims == 1 ? c.y : c.z;                                                        \
    bool layered = (shape & WEFT_LAYERED) != 0;                                                                        \
    if ((uint)c.x >= (uint)g->width || (dims > 1 && (uint)c.y >= (uint)g->height) ||                                   \
        (dims > 2 && (uint)c.z >= (uint)g->depth) || (layered && (uint)layer >= (uint)g->array_size))                  \
      return;                                                                                                          \
    global uchar *p = g->data + weft_column(v, c.x, hot);                                                              \
    if (dims > 1)                                                                                                      \
      p += c.y * g->row_pitch;                                                                                         \
    if (dims > 2)                                                                                                      \
      p += c.z * g->slice_pitch;                                                                                       \
    if (layered)                                                                                                       \
      p += layer * g->slice_pitch;                                                                                     \
    store(v, p, c.x, color, hot);                                                                                      \
  }
WEFT_WRITE_AT(weft_write_f, float4, weft_store_f)
WEFT_WRITE_AT(weft_write_i, int4, weft_store_i)
WEFT_WRITE_AT(weft_write_u, uint4, weft_store_u)

#undef WEFT_TEXEL
#undef WEFT_READ
#undef WEFT_WRITE_AT
