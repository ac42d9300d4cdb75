// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What barriers.cl does by hand, with functions of the group.

//: reduce
kernel void reduce(global const float *in, global float *out)
{
    float sum = work_group_reduce_add(in[get_global_id(0)]);
    if (get_local_id(0) == 0)
        out[get_group_id(0)] = sum;
}

//: scan
kernel void scan(global const uint *in, global uint *out)
{
    out[get_global_id(0)] = work_group_scan_inclusive_add(in[get_global_id(0)]);
}

//: votes
// A vote and a broadcast in each turn of a loop.
kernel void votes(global const uint *in, global uint *out)
{
    uint x = in[get_global_id(0)] & 7;
    uint sum = 0;
    while (work_group_any(x != 0)) {
        sum += work_group_broadcast(x, 3);
        x -= x != 0;
    }
    out[get_global_id(0)] = sum + in[get_global_id(0)];
}

//: two_steps
// Sums of sub-groups, then of those: the same for every size of sub-groups.
kernel void two_steps(global const float *in, global float *out)
{
    local float sums[256];
    float sum = sub_group_reduce_add(in[get_global_id(0)]);
    if (get_sub_group_local_id() == 0)
        sums[get_sub_group_id()] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    float mine = get_local_id(0) < get_num_sub_groups() ? sums[get_local_id(0)] : 0.0f;
    float all = work_group_reduce_add(mine);
    if (get_local_id(0) == 0)
        out[get_group_id(0)] = all;
}

//: walsh
// Walsh and Hadamard's transform of eight neighbours, four times, by exchanges within sub-groups of at least so many.
kernel void walsh(global const uint *in, global uint *out)
{
    uint x = in[get_global_id(0)];
    uint id = get_sub_group_local_id();
    for (uint turn = 0; turn < 4; turn++)
        for (uint bit = 1; bit < 8; bit *= 2) {
            uint y = sub_group_shuffle_xor(x, bit);
            x = id & bit ? y - x : y + x;
        }
    out[get_global_id(0)] = x;
}
