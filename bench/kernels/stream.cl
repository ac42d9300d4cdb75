// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Little work for each element: transposes, stencils, vectors.

//: transpose
kernel void transpose(uint n, global const float *in, global float *out)
{
    local float t[16][17];
    size_t lx = get_local_id(0), ly = get_local_id(1), x0 = get_group_id(0) * 16, y0 = get_group_id(1) * 16;
    t[ly][lx] = in[(y0 + ly) * n + x0 + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(x0 + ly) * n + y0 + lx] = t[lx][ly];
}

//: channels_last
// Each channel's plane, with a bias and without what is negative, to pixels of all channels.
kernel void channels_last(int width, int height, int channels, global const float *in, global const float *bias,
                          global float *out)
{
    int x = get_global_id(0), y = get_global_id(1), c = get_global_id(2);
    if (x < width && y < height && c < channels)
        out[(y * width + x) * channels + c] = fmax(in[(c * height + y) * width + x] + bias[c], 0.0f);
}

//: float4_chain
kernel void float4_chain(uint rounds, global const float4 *in, global float4 *out)
{
    size_t id = get_global_id(0);
    float4 v = in[id], w = v.wzyx;
    for (uint i = 0; i < rounds; i++) {
        v = mad(v, (float4)(0.5f), w);
        w = w.yzwx * 0.25f + v;
    }
    out[id] = v + w;
}

//: normalize3
kernel void normalize3(global const float *in, global float *out)
{
    size_t id = get_global_id(0);
    vstore3(normalize(vload3(id, in)), id, out);
}

//: blur
kernel void blur(uint width, uint height, global const float4 *in, global float4 *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    float4 sum = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            sum += in[clamp(y + j, 0, (int)height - 1) * width + clamp(x + i, 0, (int)width - 1)];
    out[y * width + x] = sum / 9.0f;
}

//: stencil
kernel void stencil(uint n, global const float *in, global float *out)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
        out[y * n + x] = 0.5f * in[y * n + x] +
                         0.125f * (in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] + in[(y + 1) * n + x]);
}

//: lattice_boltzmann
// One step in two dimensions with nine directions: pull from the neighbours, then relax. Opposite edges touch.
kernel void lattice_boltzmann(int width, int height, float omega, global const float *in, global float *out)
{
    const int dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
    const int dy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    const float weight[9] = {4.0f / 9,  1.0f / 9,  1.0f / 9,  1.0f / 9, 1.0f / 9,
                             1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};
    int x = get_global_id(0), y = get_global_id(1), cells = width * height;
    float f[9], density = 0, ux = 0, uy = 0;
    for (int i = 0; i < 9; i++) {
        int u = (x - dx[i] + width) % width, v = (y - dy[i] + height) % height;
        f[i] = in[i * cells + v * width + u];
        density += f[i];
        ux += f[i] * dx[i];
        uy += f[i] * dy[i];
    }
    ux /= density;
    uy /= density;
    float square = 1.5f * (ux * ux + uy * uy);
    for (int i = 0; i < 9; i++) {
        float along = 3.0f * (dx[i] * ux + dy[i] * uy);
        float rest = weight[i] * density * (1.0f + along + 0.5f * along * along - square);
        out[i * cells + y * width + x] = f[i] + omega * (rest - f[i]);
    }
}

//: upwind
// What the wind carries along in one step: differences on the side that it comes from, which each cell decides.
kernel void upwind(uint n, global const float *in, global const float *east, global const float *south,
                   global float *out)
{
    int x = get_global_id(0), y = get_global_id(1), i = y * n + x;
    if (x == 0 || y == 0 || x == n - 1 || y == n - 1)
        return;
    int left = east[i] > 0 ? i - 1 : i, above = south[i] > 0 ? i - n : i;
    out[i] = in[i] - 0.2f * (east[i] * (in[left + 1] - in[left]) + south[i] * (in[above + n] - in[above]));
}

//: rings
// Neighbours along rings, as far away as a table says: behind the last point of a ring is its first.
kernel void rings(int n, int neighbours, global const float *in, global const int *distance,
                  global const float *weight, global float *out)
{
    int x = get_global_id(0), ring = get_global_id(1) * n;
    float sum = 0;
    for (int i = 0; i < neighbours; i++)
        sum += weight[i] * in[ring + (x + distance[i] + n) % n];
    out[ring + x] = sum;
}

//: resample
// Takes sound at another rate, by straight lines between samples.
kernel void resample(int length, float rate, global const float *in, global float *out)
{
    int i = get_global_id(0);
    float at = i * rate;
    int k = (int)at;
    float share = at - k;
    int next = min(k + 1, length - 1);
    out[i] = in[k] * (1 - share) + in[next] * share;
}

//: walsh
// One step of the Walsh-Hadamard transform.
kernel void walsh(uint distance, global const float *in, global float *out)
{
    uint i = get_global_id(0);
    float a = in[i], b = in[i ^ distance];
    out[i] = i & distance ? b - a : a + b;
}

//: tensor_rows
// Scales rows of a tensor, of which strides say where they are, a group for each row.
kernel void tensor_rows(int columns, int stride, int pitch, float scale, global const float *in, global float *out)
{
    int row = get_group_id(0);
    for (int i = get_local_id(0); i < columns; i += get_local_size(0))
        out[row * columns + i] = in[row * pitch + i * stride] * scale;
}
