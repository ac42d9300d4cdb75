// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematical functions in a row.

//: black_scholes
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

//: math_mix
kernel void math_mix(global const float *in, global float *out)
{
    size_t id = get_global_id(0);
    float x = in[id];
    out[id] = sin(x) + cos(x) + pow(x, 1.5f) + tanh(x) + atan2(x, 2.0f);
}

//: monte_carlo
uint next_random(uint *state)
{
    uint x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}

float uniform_random(uint *state)
{
    return ((next_random(state) >> 8) + 0.5f) / 16777216.0f;
}

// Mean price over one path of a share: Box and Muller's normal numbers, both of each pair.
kernel void monte_carlo(uint steps, float drift, float volatility, global const uint *seed, global float *mean)
{
    size_t id = get_global_id(0);
    uint state = seed[id] | 1;
    float price = 1, sum = 0;
    for (uint i = 0; i < steps; i += 2) {
        float radius = sqrt(-2.0f * log(uniform_random(&state)));
        float angle = 6.2831853f * uniform_random(&state);
        price *= exp(drift + volatility * radius * cos(angle));
        sum += price;
        price *= exp(drift + volatility * radius * sin(angle));
        sum += price;
    }
    mean[id] = sum / steps;
}
