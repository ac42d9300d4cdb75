// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Little work for each element: copies, transposes, stencils, and mathematical functions in a row.

kernel void async_through(uint per_group, global const float *in, global float *out)
{
    local float t[4096];
    size_t base = get_group_id(0) * (size_t)per_group;
    event_t e = async_work_group_copy(t, in + base, per_group, 0);
    wait_group_events(1, &e);
    e = async_work_group_copy(out + base, t, per_group, 0);
    wait_group_events(1, &e);
}

kernel void transpose(uint n, global const float *in, global float *out)
{
    local float t[16][17];
    size_t lx = get_local_id(0), ly = get_local_id(1), x0 = get_group_id(0) * 16, y0 = get_group_id(1) * 16;
    t[ly][lx] = in[(y0 + ly) * n + x0 + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(x0 + ly) * n + y0 + lx] = t[lx][ly];
}

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

kernel void normalize3(global const float *in, global float *out)
{
    size_t id = get_global_id(0);
    vstore3(normalize(vload3(id, in)), id, out);
}

kernel void blur(uint width, uint height, global const float4 *in, global float4 *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    float4 sum = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            sum += in[clamp(y + j, 0, (int)height - 1) * width + clamp(x + i, 0, (int)width - 1)];
    out[y * width + x] = sum / 9.0f;
}

kernel void stencil(uint n, global const float *in, global float *out)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
        out[y * n + x] = 0.5f * in[y * n + x] +
                         0.125f * (in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] + in[(y + 1) * n + x]);
}

float cdf(float d)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
    float poly = k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    float tail = 0.39894228f * exp(-0.5f * d * d) * poly;
    return d > 0 ? 1.0f - tail : tail;
}

kernel void black_scholes(global const float *price, global const float *strike, global const float *years,
                          global float *call, global float *put)
{
    size_t id = get_global_id(0);
    float s = price[id], x = strike[id], t = years[id];
    float root = sqrt(t), d1 = (log(s / x) + (0.02f + 0.045f) * t) / (0.3f * root), d2 = d1 - 0.3f * root;
    float discount = x * exp(-0.02f * t), c1 = cdf(d1), c2 = cdf(d2);
    call[id] = s * c1 - discount * c2;
    put[id] = discount * (1.0f - c2) - s * (1.0f - c1);
}

kernel void math_mix(global const float *in, global float *out)
{
    size_t id = get_global_id(0);
    float x = in[id];
    out[id] = sin(x) + cos(x) + pow(x, 1.5f) + tanh(x) + atan2(x, 2.0f);
}
