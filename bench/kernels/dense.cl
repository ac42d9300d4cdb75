// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Much arithmetic for each byte: matrix products, n-body, fractals, convolutions, clusters.

#define TILE 16

//: sgemm_naive
kernel void sgemm_naive(uint n, global const float *a, global const float *b, global float *c)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    float sum = 0;
    for (uint k = 0; k < n; k++)
        sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
}

//: sgemm_tiled
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

//: nbody
kernel void nbody(uint n, global const float4 *bodies, global float4 *forces)
{
    size_t id = get_global_id(0);
    float4 me = bodies[id];
    float fx = 0, fy = 0, fz = 0;
    for (uint i = 0; i < n; i++) {
        float4 other = bodies[i];
        float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
        float inverse = rsqrt(dx * dx + dy * dy + dz * dz + 1e-3f);
        float force = other.w * inverse * inverse * inverse;
        fx += dx * force;
        fy += dy * force;
        fz += dz * force;
    }
    forces[id] = (float4)(fx, fy, fz, 0);
}

//: nbody_float3
kernel void nbody_float3(uint n, global const float4 *bodies, global float4 *forces)
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

//: mandelbrot
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

//: convolve
#define RADIUS 3
#define SIZE (2 * RADIUS + 1)
kernel void convolve(int width, int height, global const float *in, constant float *filter, global float *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0;
    for (int j = 0; j < SIZE; j++)
        for (int i = 0; i < SIZE; i++) {
            int u = x + i - RADIUS, v = y + j - RADIUS;
            if (u >= 0 && u < width && v >= 0 && v < height)
                sum += in[v * width + u] * filter[j * SIZE + i];
        }
    out[y * width + x] = sum;
}

//: convolve_tiled
#define RADIUS 3
#define SIZE (2 * RADIUS + 1)
#define PADDED (TILE + 2 * RADIUS)
// Each group loads its tile and the border around it into local memory first.
kernel void convolve_tiled(int width, int height, global const float *in, constant float *filter, global float *out)
{
    local float tile[PADDED][PADDED];
    int lx = get_local_id(0), ly = get_local_id(1);
    int x0 = get_group_id(0) * TILE - RADIUS, y0 = get_group_id(1) * TILE - RADIUS;
    for (int j = ly; j < PADDED; j += TILE)
        for (int i = lx; i < PADDED; i += TILE) {
            int u = x0 + i, v = y0 + j;
            tile[j][i] = u >= 0 && u < width && v >= 0 && v < height ? in[v * width + u] : 0.0f;
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    for (int j = 0; j < SIZE; j++)
        for (int i = 0; i < SIZE; i++)
            sum += tile[ly + j][lx + i] * filter[j * SIZE + i];
    out[get_global_id(1) * width + get_global_id(0)] = sum;
}

//: kmeans
// The nearest centre of each point; features lie one after another.
kernel void kmeans(uint points, uint features, uint centres, global const float *point, global const float *centre,
                   global uint *nearest)
{
    size_t id = get_global_id(0);
    uint best = 0;
    float least = FLT_MAX;
    for (uint c = 0; c < centres; c++) {
        float sum = 0;
        for (uint f = 0; f < features; f++) {
            float d = point[f * points + id] - centre[c * features + f];
            sum += d * d;
        }
        if (sum < least) {
            least = sum;
            best = c;
        }
    }
    nearest[id] = best;
}

//: bags
// Sums rows of a table, of which lists give the numbers. A work-item's place is a number without a sign.
kernel void bags(uint width, uint length, global const float *table, global const uint *list, global float *sums)
{
    uint column = get_global_id(0), bag = get_global_id(1);
    float sum = 0;
    for (uint i = 0; i < length; i++)
        sum += table[list[bag * length + i] * width + column];
    sums[bag * width + column] = sum / length;
}
