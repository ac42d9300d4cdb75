// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers, atomics, indirect accesses, private arrays.

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

kernel void spmv(global const uint *rows, global const uint *columns, global const float *values, global const float *x,
                 global float *y)
{
    size_t row = get_global_id(0);
    float sum = 0;
    for (uint i = rows[row]; i < rows[row + 1]; i++)
        sum += values[i] * x[columns[i]];
    y[row] = sum;
}

kernel void bitonic(uint stage, uint distance, global uint *data)
{
    uint id = get_global_id(0);
    uint left = (id / distance) * 2 * distance + id % distance, right = left + distance;
    bool up = ((id >> stage) & 1) == 0;
    uint a = data[left], b = data[right];
    if ((a > b) == up) {
        data[left] = b;
        data[right] = a;
    }
}

kernel void bubble(global const uint *in, global uint *out)
{
    size_t id = get_global_id(0);
    uint a[16];
    for (uint i = 0; i < 16; i++)
        a[i] = in[id * 16 + i];
    for (uint i = 0; i < 15; i++)
        for (uint j = 0; j < 15 - i; j++)
            if (a[j] > a[j + 1]) {
                uint t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
    for (uint i = 0; i < 16; i++)
        out[id * 16 + i] = a[i];
}

kernel void hash(uint rounds, global const uint *in, global uint *out)
{
    size_t id = get_global_id(0);
    uint a = in[id], b = 0x9e3779b9u;
    for (uint i = 0; i < rounds; i++) {
        a ^= rotate(b, 7u) + i;
        b += a * 0x85ebca6bu;
        a = rotate(a, 13u) ^ (b >> 5);
    }
    out[id] = a + b;
}
