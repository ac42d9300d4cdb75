// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Filters over images and over pixels of bytes in buffers.

constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t linear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

//: blur_nearest
kernel void blur_nearest(read_only image2d_t in, write_only image2d_t out)
{
    int x = get_global_id(0), y = get_global_id(1);
    float4 sum = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            sum += read_imagef(in, nearest, (int2)(x + i, y + j));
    write_imagef(out, (int2)(x, y), sum / 9.0f);
}

//: blur_linear
// Between the texels: each of the nine samples is a mean of four.
kernel void blur_linear(read_only image2d_t in, write_only image2d_t out)
{
    int x = get_global_id(0), y = get_global_id(1);
    float2 centre = (float2)(x + 0.5f, y + 0.5f);
    float4 sum = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            sum += read_imagef(in, linear, centre + 0.75f * (float2)(i, j));
    write_imagef(out, (int2)(x, y), sum / 9.0f);
}

//: bilateral
#define RADIUS 2
// Means of near texels, those of like colour above all.
kernel void bilateral(float near, float like, read_only image2d_t in, write_only image2d_t out)
{
    int x = get_global_id(0), y = get_global_id(1);
    float4 centre = read_imagef(in, nearest, (int2)(x, y)), sum = 0;
    float weights = 0;
    for (int j = -RADIUS; j <= RADIUS; j++)
        for (int i = -RADIUS; i <= RADIUS; i++) {
            float4 other = read_imagef(in, nearest, (int2)(x + i, y + j));
            float3 d = other.xyz - centre.xyz;
            float weight = exp(-near * (i * i + j * j) - like * dot(d, d));
            sum += weight * other;
            weights += weight;
        }
    write_imagef(out, (int2)(x, y), sum / weights);
}

//: sepia
// Pixels of three bytes through a matrix of colours.
kernel void sepia(global const uchar *in, global uchar *out)
{
    size_t id = get_global_id(0);
    float3 c = convert_float3(vload3(id, in));
    float3 toned = (float3)(dot(c, (float3)(0.393f, 0.769f, 0.189f)), dot(c, (float3)(0.349f, 0.686f, 0.168f)),
                            dot(c, (float3)(0.272f, 0.534f, 0.131f)));
    vstore3(convert_uchar3_sat_rte(toned), id, out);
}

//: over
// One layer of four bytes for each pixel over another, by the upper one's last byte.
kernel void over(global const uchar4 *upper, global const uchar4 *lower, global uchar4 *out)
{
    size_t id = get_global_id(0);
    ushort4 a = convert_ushort4(upper[id]), b = convert_ushort4(lower[id]);
    ushort alpha = a.w;
    ushort4 sum = a * alpha + b * (ushort)(255 - alpha) + (ushort)128;
    uchar4 mixed = convert_uchar4((sum + (sum >> (ushort4)8)) >> (ushort4)8);
    mixed.w = 255;
    out[id] = mixed;
}
