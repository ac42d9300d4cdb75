// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles that async copies bring into local memory and take back.

#define TILE 16

//: async_through
kernel void async_through(uint per_group, global const float *in, global float *out)
{
    local float t[4096];
    size_t base = get_group_id(0) * (size_t)per_group;
    event_t e = async_work_group_copy(t, in + base, per_group, 0);
    wait_group_events(1, &e);
    e = async_work_group_copy(out + base, t, per_group, 0);
    wait_group_events(1, &e);
}

//: sgemm_async
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

//: tiles_1d
#define LINE 1024
// A running mean of five: each group copies its part of the signal with two numbers of the neighbours on each side.
kernel void tiles_1d(global const float *in, global float *out)
{
    local float from[LINE + 4], to[LINE];
    size_t base = get_group_id(0) * LINE;
    event_t e = async_work_group_copy(from, in + base, LINE + 4, 0);
    wait_group_events(1, &e);
    for (size_t i = get_local_id(0); i < LINE; i += get_local_size(0))
        to[i] = (from[i] + from[i + 1] + from[i + 2] + from[i + 3] + from[i + 4]) * 0.2f;
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy(out + base, to, LINE, 0);
    wait_group_events(1, &e);
}

//: tiles_2d
#define SIDE 32
#define PADDED (SIDE + 2)
#ifdef cl_khr_extended_async_copies
#pragma OPENCL EXTENSION cl_khr_extended_async_copies : enable
#endif
// A 3x3 sharpening of tiles of 32x32, which come with a border of one.
kernel void tiles_2d(uint pitch_in, uint pitch_out, global const float *in, global float *out)
{
    local float from[PADDED * PADDED], to[SIDE * SIDE];
    size_t x0 = get_group_id(0) * SIDE, y0 = get_group_id(1) * SIDE;
    event_t e = 0;
#ifdef cl_khr_extended_async_copies
    e = async_work_group_copy_2D2D(from, 0, in, y0 * pitch_in + x0, sizeof(float), PADDED, PADDED, pitch_in, PADDED, e);
#else
    for (uint j = 0; j < PADDED; j++)
        e = async_work_group_copy(from + j * PADDED, in + (y0 + j) * pitch_in + x0, PADDED, e);
#endif
    wait_group_events(1, &e);
    uint lx = get_local_id(0);
    for (uint ly = get_local_id(1); ly < SIDE; ly += get_local_size(1)) {
        local const float *at = from + (ly + 1) * PADDED + lx + 1;
        to[ly * SIDE + lx] = 5.0f * at[0] - at[-1] - at[1] - at[-PADDED] - at[PADDED];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t back = 0;
#ifdef cl_khr_extended_async_copies
    back = async_work_group_copy_2D2D(out, y0 * pitch_out + x0, to, 0, sizeof(float), SIDE, SIDE, SIDE, pitch_out,
                                      back);
#else
    for (uint j = 0; j < SIDE; j++)
        back = async_work_group_copy(out + (y0 + j) * pitch_out + x0, to + j * SIDE, SIDE, back);
#endif
    wait_group_events(1, &back);
}

//: tiles_3d
#define BOX 16
#define DEPTH 8
#define EDGED (BOX + 2)
#define LAYER (EDGED * EDGED)
#ifdef cl_khr_extended_async_copies
#pragma OPENCL EXTENSION cl_khr_extended_async_copies : enable
#endif
// A stencil of seven points over boxes of 16x16x8 with a border of one. The input is two larger on each axis.
kernel void tiles_3d(uint side, global const float *in, global float *out)
{
    local float from[LAYER * (DEPTH + 2)], to[BOX * BOX * DEPTH];
    size_t x0 = get_group_id(0) * BOX, y0 = get_group_id(1) * BOX, z0 = get_group_id(2) * DEPTH;
    size_t pitch = side + 2, start = (z0 * pitch + y0) * pitch + x0, target = (z0 * side + y0) * side + x0;
    event_t e = 0;
#ifdef cl_khr_extended_async_copies
    e = async_work_group_copy_3D3D(from, 0, in, start, sizeof(float), EDGED, EDGED, DEPTH + 2, pitch, pitch * pitch,
                                   EDGED, LAYER, e);
#else
    for (uint k = 0; k < DEPTH + 2; k++)
        for (uint j = 0; j < EDGED; j++)
            e = async_work_group_copy(from + k * LAYER + j * EDGED, in + start + (k * pitch + j) * pitch, EDGED, e);
#endif
    wait_group_events(1, &e);
    uint lx = get_local_id(0), ly = get_local_id(1);
    for (uint k = 0; k < DEPTH; k++) {
        local const float *at = from + (k + 1) * LAYER + (ly + 1) * EDGED + lx + 1;
        to[(k * BOX + ly) * BOX + lx] =
            at[-1] + at[1] + at[-EDGED] + at[EDGED] + at[-LAYER] + at[LAYER] - 6.0f * at[0];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t back = 0;
#ifdef cl_khr_extended_async_copies
    back = async_work_group_copy_3D3D(out, target, to, 0, sizeof(float), BOX, BOX, DEPTH, BOX, BOX * BOX, side,
                                      (size_t)side * side, back);
#else
    for (uint k = 0; k < DEPTH; k++)
        for (uint j = 0; j < BOX; j++)
            back = async_work_group_copy(out + target + (k * side + j) * side, to + (k * BOX + j) * BOX, BOX, back);
#endif
    wait_group_events(1, &back);
}

//: strided
#define COUNT 1024
// One column out of records of four numbers, changed, and back into another array of records.
kernel void strided(global const float *in, global float *out)
{
    local float column[COUNT];
    size_t base = get_group_id(0) * COUNT * 4;
    event_t e = async_work_group_strided_copy(column, in + base, COUNT, 4, 0);
    wait_group_events(1, &e);
    for (size_t i = get_local_id(0); i < COUNT; i += get_local_size(0))
        column[i] = 2.0f * column[i] + 1.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_strided_copy(out + base, column, COUNT, 4, 0);
    wait_group_events(1, &e);
}

//: double_buffered
#define COUNT 1024
// The sum of squares of a part of the input for each work-item: while one tile is worked on, the next one is copied.
kernel void double_buffered(uint tiles, global const float *in, global float *out)
{
    local float tile[2][COUNT];
    size_t base = get_group_id(0) * (size_t)tiles * COUNT;
    event_t e[2];
    e[0] = async_work_group_copy(tile[0], in + base, COUNT, 0);
    float sum = 0;
    for (uint t = 0; t < tiles; t++) {
        if (t + 1 < tiles)
            e[(t + 1) % 2] = async_work_group_copy(tile[(t + 1) % 2], in + base + (t + 1) * COUNT, COUNT, 0);
        wait_group_events(1, &e[t % 2]);
        for (uint i = get_local_id(0); i < COUNT; i += get_local_size(0))
            sum += tile[t % 2][i] * tile[t % 2][i];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}
