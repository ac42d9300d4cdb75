// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items that meet at barriers and share local memory.

//: reduce
kernel void reduce(global const float *in, global float *out)
{
    local float t[256];
    size_t l = get_local_id(0);
    t[l] = in[get_global_id(0)];
    for (uint n = 128; n; n /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < n)
            t[l] += t[l + n];
    }
    if (l == 0)
        out[get_group_id(0)] = t[0];
}

//: reduce_argument
// The same for groups of any size, with local memory as an argument.
kernel void reduce_argument(global const float *in, local float *t, global float *out)
{
    size_t l = get_local_id(0);
    t[l] = in[get_global_id(0)];
    for (size_t n = get_local_size(0) / 2; n > 0; n >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < n)
            t[l] += t[l + n];
    }
    if (l == 0)
        out[get_group_id(0)] = t[0];
}

//: scan
kernel void scan(global const uint *in, global uint *out)
{
    local uint t[256];
    size_t l = get_local_id(0);
    t[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint n = 1; n < 256; n *= 2) {
        uint left = l >= n ? t[l - n] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        t[l] += left;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = t[l];
}

//: scan_argument
// The same for groups of any size, with local memory as an argument.
kernel void scan_argument(global const uint *in, local uint *t, global uint *out)
{
    size_t l = get_local_id(0), size = get_local_size(0);
    t[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t n = 1; n < size; n <<= 1) {
        uint sum = t[l];
        if (l >= n)
            sum += t[l - n];
        barrier(CLK_LOCAL_MEM_FENCE);
        t[l] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = t[l];
}

//: histogram
kernel void histogram(uint per_item, global const uchar *in, global uint *out)
{
    local uint bins[256];
    size_t l = get_local_id(0), size = get_local_size(0);
    bins[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    size_t base = get_group_id(0) * size * per_item;
    for (uint i = 0; i < per_item; i++)
        atomic_inc(&bins[in[base + i * size + l]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&out[l], bins[l]);
}

//: fft
#define POINTS 1024
#define ITEMS (POINTS / 4)

float2 multiply(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// One transform of 1024 points for each group, radix 4 by Stockham's scheme; root[k] is exp(-2 pi i k / 1024).
kernel void fft(global const float2 *in, global const float2 *root, global float2 *out)
{
    local float2 data[POINTS];
    size_t base = get_group_id(0) * POINTS;
    uint id = get_local_id(0);
    float2 v[4];
    for (uint r = 0; r < 4; r++)
        v[r] = in[base + id + r * ITEMS];
    for (uint done = 1; done < POINTS; done *= 4) {
        uint k = id % done;
        for (uint r = 1; r < 4; r++)
            v[r] = multiply(v[r], root[k * r * (ITEMS / done)]);
        float2 a = v[0] + v[2], b = v[0] - v[2], c = v[1] + v[3], d = v[1] - v[3];
        d = (float2)(d.y, -d.x);
        uint to = (id / done) * done * 4 + k;
        data[to] = a + c;
        data[to + done] = b + d;
        data[to + 2 * done] = a - c;
        data[to + 3 * done] = b - d;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint r = 0; r < 4; r++)
            v[r] = data[id + r * ITEMS];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (uint r = 0; r < 4; r++)
        out[base + id + r * ITEMS] = v[r];
}

//: floyd_warshall_block
#define BLOCK 16
// Shortest ways by way of one block of nodes, for all blocks that are neither in its row nor in its column: distance
// (i, j) is the least of itself and (i, k) + (k, j).
kernel void floyd_warshall_block(uint nodes, uint block, global uint *distance)
{
    local uint row[BLOCK][BLOCK], column[BLOCK][BLOCK];
    uint lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
    column[ly][lx] = distance[y * nodes + block * BLOCK + lx];
    row[ly][lx] = distance[(block * BLOCK + ly) * nodes + x];
    uint least = distance[y * nodes + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < BLOCK; k++)
        least = min(least, column[ly][k] + row[k][lx]);
    if (get_group_id(0) != block && get_group_id(1) != block)
        distance[y * nodes + x] = least;
}
