/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t linear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

kernel void blur_nearest(read_only image2d_t in, write_only image2d_t out)
{
    int x = get_global_id(0), y = get_global_id(1);
    float4 sum = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            sum += read_imagef(in, nearest, (int2)(x + i, y + j));
    write_imagef(out, (int2)(x, y), sum / 9.0f);
}

/* Between the texels: each of the nine samples is a mean of four. */
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
