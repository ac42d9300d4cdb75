/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Packets in groups of all shapes: ids, tails, barriers and what lives across them, private and shared memory. */
#include "tests/kernels/spmd/matrix.h"

static const struct matrix_kernel kernels[] = {
    KERNEL(
        guarded,
        if (i < n) {
          o[0] = in[i] + 3 * i;
          o[1] = in[i + 1];
        }),
    KERNEL(ids, o[0] = (int)(get_local_id(0) + 1000 * get_local_id(1) + 100000 * get_local_id(2));
           o[1] = (int)(get_group_id(0) + 1000 * get_group_id(1) + 100000 * get_group_id(2));
           o[2] = (int)(get_local_size(0) + 1000 * get_local_size(1));
           o[3] = (int)(get_local_linear_id() + get_global_id(1) * 7);),

    /* The bound is in memory: one load for the group. */
    KERNEL(
        uniform_load, int m = in[n & 1023] & 4095; int w = in[m]; if (i < m) { o[0] = w ^ i; } else { o[1] = w + i; }),
    {"turned_round", CL(kernel void turned_round(global const int *in, global int *out, global int *shared, int n) {
       local int t[512];
       size_t sx = get_global_size(0), sy = get_global_size(1);
       int i = (int)((get_global_id(2) * sy + get_global_id(1)) * sx + get_global_id(0));
       int l = (int)get_local_linear_id();
       int items = (int)(get_local_size(0) * get_local_size(1) * get_local_size(2));
       t[l] = in[i];
       barrier(CLK_LOCAL_MEM_FENCE);
       int v = t[items - 1 - l];
       barrier(CLK_LOCAL_MEM_FENCE);
       t[l] = v * 3 + l;
       barrier(CLK_LOCAL_MEM_FENCE);
       out[4 * i] = t[(l + 1) % items] + v;
     })},

    /* Arrays that begin with zeros or a table, are copied, in part, and into one another; and structures with arrays.
     */
    {"copied_arrays",
     "constant short table[24] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4};"
     "struct S { int key; int a[6]; };"
     "kernel void copied_arrays(global const int *in, global int *out, global int *shared, int n) {"
     "  size_t sx = get_global_size(0), sy = get_global_size(1);"
     "  int i = (int)((get_global_id(2) * sy + get_global_id(1)) * sx + get_global_id(0)), sum = 0;"
     "  int zeros[16] = {0};"
     "  short primes[12] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};"
     "  short many[24];"
     "  for (int k = 0; k < 24; k++) many[k] = table[k];"
     "  int turns = in[i & 63] & 15;"
     "  for (int k = 0; k < turns; k++) {"
     "    zeros[(in[i + k] >> 3) & 15] += primes[(uint)in[i + k] % 12];"
     "    many[(uint)in[i + 2 * k] % 24] += (short)k;"
     "  }"
     "  if (turns & 1) { for (int k = 0; k < 16; k++) zeros[k] = in[i + k]; }"
     "  short saved[24];"
     "  for (int k = 0; k < 24; k++) saved[k] = many[k];"
     "  many[turns] = 77; saved[(turns * 5) % 24] ^= many[(turns + 3) % 24];"
     "  struct S s = {i, {1, 2, 3, 4, 5, 6}}, t;"
     "  s.a[turns % 6] = in[i]; t = s; t.a[(turns + 2) % 6] += s.key;"
     "  if (turns > 7) s = t;"
     "  for (int k = 0; k < 6; k++) sum = sum * 3 + t.a[k] + s.a[(k + turns) % 6];"
     "  for (int k = 0; k < 16; k++) sum = sum * 7 + zeros[(k + turns) & 15];"
     "  for (int k = 0; k < 24; k++) sum = sum * 5 + saved[(k + turns) % 24] - many[k];"
     "  out[4 * i] = sum; out[4 * i + 1] = t.key + primes[turns % 12];"
     "}"},
    /* Arrays whose elements are taken one by one and in vectors, unaligned and from anywhere, and as other types. */
    {"vectors_of_elements",
     "kernel void vectors_of_elements(global const int *in, global int *out, global int *shared, int n) {"
     "  size_t sx = get_global_size(0), sy = get_global_size(1);"
     "  int i = (int)((get_global_id(2) * sy + get_global_id(1)) * sx + get_global_id(0)), sum = 0;"
     "  int words[20], turns = in[i & 63] & 15; uchar bytes[32]; float numbers[12];"
     "  for (int k = 0; k < 5; k++) vstore4(vload4(k, in + i) * k, k, words);"
     "  for (int k = 0; k < 8; k++) vstore4(convert_uchar4(vload4(k, in + i) & 255), k, bytes);"
     "  *(uint *)(bytes + (turns & 4)) = (uint)n * 0x01010101u;"
     "  for (int k = 0; k < 4; k++) vstore3((float3)(k, i, k + turns), k, numbers);"
     "  for (int k = 0; k < turns; k++) {"
     "    words[(uint)in[i + k] % 20] += bytes[(uint)in[i + k + 1] & 31];"
     "    bytes[(uint)in[i + 2 * k] & 31] ^= (uchar)words[(k * 7 + turns) % 20];"
     "    numbers[(uint)in[i + k] % 12] += (float)k;"
     "  }"
     "  vstore2((int2)(turns, 5), 0, words + turns);"
     "  int4 some = vload4(0, words + (turns + 3) % 16); char2 pair = vload2(0, (char *)bytes + turns);"
     "  for (int k = 0; k < 20; k++) sum = sum * 3 + words[(k + turns) % 20];"
     "  for (int k = 0; k < 32; k++) sum = sum * 5 + bytes[(k + turns) & 31];"
     "  out[4 * i] = sum; out[4 * i + 1] = some.x + some.y * 3 + some.z * 5 + some.w * 7 + pair.x - pair.y;"
     "  float3 last = vload3(turns & 3, numbers); out[4 * i + 2] = (int)(last.x + last.y * 2 + last.z * 4);"
     "}"},
    /* In rows: a value, a private array, who returned early. */
    KERNEL(across_barriers, int v = in[i]; int a[5]; for (int j = 0; j < 5; j++) a[j] = in[i + j] ^ j;
           barrier(CLK_LOCAL_MEM_FENCE); o[0] = v + a[(v & 3) + 1]; barrier(CLK_LOCAL_MEM_FENCE);
           o[1] = a[i % 5] + o[0];),
    KERNEL(early_return, int v = in[i]; if (i >= n) return; o[0] = v; barrier(CLK_GLOBAL_MEM_FENCE); o[1] = v + 1;
           if (v & 1) o[2] = v * 2;),
    KERNEL(
        barrier_in_loop, int s = 0; for (int r = 0; r < (n & 3) + 2; r++) {
          s += in[i + r];
          barrier(CLK_LOCAL_MEM_FENCE);
          s ^= r * s;
        } o[0] = s;),
    KERNEL(private_array, int a[9]; for (int j = 0; j < 9; j++) a[j] = in[i * 3 + j]; int s = 0;
           for (int j = 0; j < 20; j++) s = s * 5 + a[(s ^ j) & 7]; o[0] = s; o[1] = a[n % 9];),

    /* Rows share what does not depend on y. */
    KERNEL(product, int s = 0; int x = (int)get_global_id(0); int y = (int)get_global_id(1);
           for (int k = 0; k < 37; k++) s += in[y * 37 + k] * in[k * 300 + x]; o[0] = s; float f = 0;
           for (int k = 0; k < (n & 15); k++) f += (float)in[y + k] * 0.5f * (float)in[k * 256 + x]; o[1] = as_int(f);),
    KERNEL(counters, atomic_add(shared + (in[i] & 15), 1); if (in[i] & 16) atomic_max(shared + 16 + (i & 3), in[i]);
           atomic_inc(shared + 64); o[0] = i;),
    KERNEL(collectives, int v = in[i] & 255; int s = work_group_reduce_add(v); o[0] = s + v;
           o[1] = work_group_scan_inclusive_max(v); if (work_group_any(v == 7)) o[2] = v;),
    {"copies", CL(kernel void copies(global const int *in, global int *out, global int *shared, int n) {
       local int t[1024];
       int l = (int)get_local_linear_id();
       size_t sx = get_global_size(0), sy = get_global_size(1);
       int i = (int)((get_global_id(2) * sy + get_global_id(1)) * sx + get_global_id(0));
       int from = (int)get_group_id(0) * 11;
       event_t e = async_work_group_copy(t, in + from, 512, 0);
       int own = in[i];
       wait_group_events(1, &e);
       out[4 * i] = t[l] + own;
     })},
};
MATRIX_MAIN(kernels)
