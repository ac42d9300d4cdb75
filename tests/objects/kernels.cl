// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What runner.c calls: one kernel for each way in which a kernel meets its launch, its group's memory and the builtins.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

kernel void add(global float *out, global const float *a, global const float *b, uint n) {
  size_t i = get_global_id(0);
  if (i < n)
    out[i] = a[i] + b[i];
}

kernel void ids(global uint *out) {
  size_t at = get_global_linear_id();
  out[at] = (uint)(get_global_id(0) | get_local_id(1) << 8 | get_group_id(2) << 16 | get_local_size(0) << 24);
}

// --- Barriers.

kernel void reverse(global int *out, global const int *in, local int *tile) {
  size_t l = get_local_id(0), n = get_local_size(0);
  int kept = in[get_global_id(0)] * 3;
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[n - 1 - l] + kept;
}

kernel void reduce(global uint *sums, global const uint *in) {
  local uint tile[64];
  size_t l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  for (size_t n = get_local_size(0) / 2; n; n /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < n)
      tile[l] += tile[l + n];
  }
  if (l == 0)
    sums[get_group_id(0)] = tile[0];
}

kernel void scan(global int *out, global const int *in) {
  int x = in[get_global_id(0)];
  out[get_global_id(0)] = work_group_scan_inclusive_add(x) + 1000 * work_group_reduce_max(x);
}

// --- Async copies.

kernel void copy(global int *out, global const int *in, local int *tile) {
  size_t n = get_local_size(0), first = get_group_id(0) * n;
  event_t e = async_work_group_copy(tile, in + first, n, 0);
  wait_group_events(1, &e);
  int x = tile[n - 1 - get_local_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[get_local_id(0)] = x + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(out + first, tile, n, 0);
  wait_group_events(1, &e);
}

// Every third number in, every second place out.
kernel void copy_strided(global short *out, global const short *in, local short *tile) {
  size_t n = get_local_size(0), group = get_group_id(0);
  event_t e = async_work_group_strided_copy(tile, in + group * n * 3, n, 3, 0);
  wait_group_events(1, &e);
  e = async_work_group_strided_copy(out + group * n * 2, tile, n, 2, 0);
  wait_group_events(1, &e);
}

// A tile of 5 lines of 7 numbers; lines are 16 apart in memory and 9 in the tile.
kernel void copy_2d(global int *out, global const int *in, local int *tile) {
  size_t first = get_group_id(0) * 80;
  event_t e = async_work_group_copy_2D2D(tile, 0, in, first, sizeof(int), 7, 5, 16, 9, 0);
  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  e = async_work_group_copy_2D2D(out, first, tile, 0, sizeof(int), 7, 5, 9, 16, e);
  wait_group_events(1, &e);
}

// A block of 3 planes of 4 lines of 5 numbers; in memory lines are 8 and planes 40 apart, in the block 6 and 24.
kernel void copy_3d(global int *out, global const int *in, local int *tile) {
  size_t first = get_group_id(0) * 120;
  event_t e = async_work_group_copy_3D3D(tile, 0, in, first, sizeof(int), 5, 4, 3, 8, 40, 6, 24, 0);
  wait_group_events(1, &e);
  e = async_work_group_copy_3D3D(out, first, tile, 0, sizeof(int), 5, 4, 3, 6, 24, 8, 40, 0);
  wait_group_events(1, &e);
}

// --- Mathematical functions.

#define ONE(T, name)                                                                                                   \
  kernel void T##_##name(global T *out, global const T *in) {                                                         \
    size_t i = get_global_id(0);                                                                                       \
    out[i] = name(in[i]);                                                                                              \
  }
#define TWO(T, name)                                                                                                   \
  kernel void T##_##name(global T *out, global const T *in) {                                                         \
    size_t i = get_global_id(0);                                                                                       \
    out[i] = name(in[i], in[i ^ 1]);                                                                                   \
  }
#include "tests/objects/functions.def"
#undef ONE
#undef TWO

// --- Conversions and half.

struct converted {
  int i, i_rtn;
  uchar u;
  short s;
  ushort h, h_rtp;
  float rtz;
  long l;
};
kernel void convert(global struct converted *out, global const float *in) {
  size_t i = get_global_id(0);
  float x = in[i];
  out[i].i = convert_int_sat(x);
  out[i].i_rtn = convert_int_sat_rtn(x);
  out[i].u = convert_uchar_sat_rte(x);
  out[i].s = convert_short_sat(x);
  out[i].h = as_ushort(convert_half(x));
  out[i].h_rtp = as_ushort(convert_half_rtp(x));
  out[i].rtz = convert_float_rtz(convert_double(x) + 0x1p-30);
  out[i].l = convert_long_sat(convert_double(x) * 0x1p32);
}

kernel void half_sums(global half *out, global const half *a, global const half *b, global half *doubles) {
  size_t i = get_global_id(0);
  out[i] = fma(a[i], b[i], a[i]);
  vstore_half((double)vload_half(i, a) * vload_half(i, b), i, doubles);
}

// --- Atomics.

kernel void count(global int *counts, global const uint *in, global long *sum, global atomic_int *largest) {
  local int mine[16];
  size_t l = get_local_id(0);
  if (l < 16)
    mine[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint x = in[get_global_id(0)];
  atomic_inc(&mine[x % 16]);
  atom_add(sum, (long)x << 20);
  atomic_fetch_max_explicit(largest, (int)(x >> 1), memory_order_relaxed, memory_scope_device);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 16)
    atomic_add(&counts[l], mine[l]);
  // A lock of its own, around a plain sum.
  while (atomic_cmpxchg((volatile global int *)&counts[16], 0, 1) != 0)
    ;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  counts[17] += 1;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_xchg((volatile global int *)&counts[16], 0);
}

// --- Services, and arithmetic without a result that the language tells.

kernel void say(int number) {
  if (get_global_id(0) == 0)
    printf("number %d, %s, %v2hlf\n", number, "text", (float2)(1.5f, -2.0f));
}

kernel void divide(global int *out, global const int *a, global const int *b) {
  size_t i = get_global_id(0);
  out[i] = a[i] / b[i] + a[i] % b[i];
}
