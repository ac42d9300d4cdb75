// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups of sizes that suit no vector.

//: odd_15
// Groups of 15: a loop of arithmetic, no barrier.
kernel void odd_15(uint rounds, global const float *in, global float *out)
{
    size_t id = get_global_id(0);
    float x = in[id], y = x;
    for (uint i = 0; i < rounds; i++)
        y = y - (y * y - x) * 0.4f;
    out[id] = y;
}

//: odd_31
// Groups of 31: the mean of a work-item's neighbours, first and last of a group being neighbours, again and again.
kernel void odd_31(uint rounds, global const float *in, global float *out)
{
    local float t[31];
    uint l = get_local_id(0), left = (l + 30) % 31, right = (l + 1) % 31;
    t[l] = in[get_global_id(0)];
    for (uint i = 0; i < rounds; i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        float mean = (t[left] + t[l] + t[right]) * (1.0f / 3);
        barrier(CLK_LOCAL_MEM_FENCE);
        t[l] = mean;
    }
    out[get_global_id(0)] = t[l];
}

//: column_64
// Groups of 1x64: work-items stand one under another, and so do the numbers that they read.
kernel void column_64(uint width, uint height, global const float *in, global float *out)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    float above = y > 0 ? in[(y - 1) * width + x] : 0.0f, below = y + 1 < height ? in[(y + 1) * width + x] : 0.0f;
    out[y * width + x] = 0.25f * above + 0.5f * in[y * width + x] + 0.25f * below;
}

//: exchanged
// Rows by the first id and columns by the second, as arrays are indexed: neighbours in x are apart in memory.
kernel void exchanged(uint width, uint height, global const float *in, global float *out)
{
    size_t row = get_global_id(0), column = get_global_id(1), at = row * width + column;
    float sum = in[at];
    if (row > 0)
        sum += in[at - width];
    if (row + 1 < height)
        sum += in[at + width];
    if (column > 0)
        sum += in[at - 1];
    if (column + 1 < width)
        sum += in[at + 1];
    out[at] = 0.2f * sum;
}

//: filtered
// The sum stands in memory, and nothing says that `out` is not the memory of `in`.
kernel void filtered(uint taps, global float *weights, global float *in, global float *out)
{
    size_t i = get_global_id(0);
    for (uint k = 0; k < taps; k++)
        out[i] += weights[k] * in[i + k];
}

//: nearest
// Each work-item walks a point of its own, feature by feature.
kernel void nearest(uint points, uint features, global const float *point, global const float *center, global int *out)
{
    size_t i = get_global_id(0);
    float least = FLT_MAX;
    int at = 0;
    for (uint c = 0; c < points; c++) {
        float sum = 0;
        for (uint k = 0; k < features; k++) {
            float d = point[i * features + k] - center[c * features + k];
            sum += d * d;
        }
        if (sum < least) {
            least = sum;
            at = (int)c;
        }
    }
    out[i] = at;
}

//: blocks_8x8
// Groups of 8x8, each a block of an image that is transformed in both directions through local memory.
kernel void blocks_8x8(uint width, constant float *cosines, global const float *in, global float *out)
{
    local float block[8][8], rows[8][8];
    size_t x = get_local_id(0), y = get_local_id(1), at = get_global_id(1) * width + get_global_id(0);
    block[y][x] = in[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    for (uint k = 0; k < 8; k++)
        sum += block[y][k] * cosines[x * 8 + k];
    rows[y][x] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = 0;
    for (uint k = 0; k < 8; k++)
        sum += cosines[y * 8 + k] * rows[k][x];
    out[at] = sum;
}

//: cloth
// Patches of a cloth, 16 by 16 points each, whose points are drawn by their neighbours as far as they are not at rest: vectors
// of three in local memory, four steps.
kernel void cloth(uint side, global const float3 *at, global float3 *moved)
{
    local float3 patch[16][16];
    int x = get_local_id(0), y = get_local_id(1);
    size_t place = get_global_id(1) * side + get_global_id(0);
    float3 here = at[place];
    for (int step = 0; step < 4; step++) {
        patch[y][x] = here;
        barrier(CLK_LOCAL_MEM_FENCE);
        float3 force = (float3)(0, 0, -0.01f);
        for (int i = 0; i < 4; i++) {
            int nx = clamp(x + (i == 0) - (i == 1), 0, 15), ny = clamp(y + (i == 2) - (i == 3), 0, 15);
            float3 way = patch[ny][nx] - here;
            float length = sqrt(way.x * way.x + way.y * way.y + way.z * way.z) + 0.001f;
            force += way * (1 - 0.5f / length);
        }
        here += 0.05f * force;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    moved[place] = here;
}

//: reflected
// A window of five around each point, mirrored at both ends, is kept while the group compares notes.
kernel void reflected(uint n, global const float *in, global float *out)
{
    local float note[64];
    uint l = get_local_id(0);
    float window[5];
    for (int i = 0; i < 5; i++) {
        int k = (int)get_global_id(0) + i - 2;
        while (k < 0 || k >= (int)n)
            k = k < 0 ? -k : 2 * (int)n - 2 - k;
        window[i] = in[k];
    }
    note[l] = window[2];
    barrier(CLK_LOCAL_MEM_FENCE);
    float other = note[63 - l], sum = 0;
    for (int i = 0; i < 5; i++)
        sum += window[i] * (other + i);
    barrier(CLK_LOCAL_MEM_FENCE);
    note[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    float least = window[0];
    for (int i = 1; i < 5; i++)
        least = fmin(least, window[i]);
    out[get_global_id(0)] = note[l ^ 1] - least;
}
