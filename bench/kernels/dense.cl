// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Much arithmetic for each byte: matrix products, n-body, fractals.

#define TILE 16

kernel void sgemm_naive(uint n, global const float *a, global const float *b, global float *c)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    float sum = 0;
    for (uint k = 0; k < n; k++)
        sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
}

kernel void sgemm_tiled(uint n, global const float *a, global const float *b, global float *c)
{
    local float ta[TILE][TILE], tb[TILE][TILE];
    size_t x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
    float sum = 0;
    for (uint k = 0; k < n; k += TILE) {
        ta[ly][lx] = a[y * n + k + lx];
        tb[ly][lx] = b[(k + ly) * n + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = 0; i < TILE; i++)
            sum += ta[ly][i] * tb[i][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[y * n + x] = sum;
}

kernel void sgemm_async(uint n, global const float *a, global const float *b, global float *c)
{
    local float ta[TILE * TILE], tb[TILE * TILE];
    size_t x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
    size_t x0 = get_group_id(0) * TILE, y0 = get_group_id(1) * TILE;
    float sum = 0;
    for (uint k = 0; k < n; k += TILE) {
        event_t e = 0;
        for (uint i = 0; i < TILE; i++) {
            e = async_work_group_copy(ta + i * TILE, a + (y0 + i) * n + k, TILE, e);
            e = async_work_group_copy(tb + i * TILE, b + (k + i) * n + x0, TILE, e);
        }
        wait_group_events(1, &e);
        for (uint i = 0; i < TILE; i++)
            sum += ta[ly * TILE + i] * tb[i * TILE + lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[y * n + x] = sum;
}

kernel void nbody(uint n, global const float4 *bodies, global float4 *forces)
{
    size_t id = get_global_id(0);
    float4 me = bodies[id];
    float3 sum = 0;
    for (uint i = 0; i < n; i++) {
        float3 d = bodies[i].xyz - me.xyz;
        float r2 = d.x * d.x + d.y * d.y + d.z * d.z + 1e-3f;
        float inverse = rsqrt(r2);
        sum += d * (bodies[i].w * inverse * inverse * inverse);
    }
    forces[id] = (float4)(sum, 0);
}

kernel void mandelbrot(uint width, uint height, uint limit, global uint *out)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    float cr = -2.0f + 3.0f * x / width, ci = -1.0f + 2.0f * y / height, zr = 0, zi = 0;
    uint i = 0;
    while (i < limit && zr * zr + zi * zi < 4.0f) {
        float t = zr * zr - zi * zi + cr;
        zi = 2.0f * zr * zi + ci;
        zr = t;
        i++;
    }
    out[y * width + x] = i;
}
