// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of 16 bits: only in memory, and in arithmetic too.

//: half_stored
kernel void half_stored(float factor, global const half *x, global const half *y, global half *out)
{
    size_t id = get_global_id(0);
    float sum = factor * vload_half(id, x) + vload_half(id, y);
    vstore_half(sum > 0 ? sum : 0.125f * sum, id, out);
}

//: half_arithmetic
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
// A polynomial by Horner's scheme, all in half.
kernel void half_arithmetic(uint rounds, global const half *in, global half *out)
{
    size_t id = get_global_id(0);
    half x = in[id], y = 0;
    for (uint i = 0; i < rounds; i++)
        y = y * x + (half)0.5f;
    out[id] = y;
}
