/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops that work-items share by strides: counters of 32 bits that may wrap, and their extensions (counters.cpp). */
#include "tests/kernels/spmd/matrix.h"

#define X                                                                                                              \
  uint l = get_local_id(0), s = get_local_size(0), m = (uint)n & 127;                                                  \
  int li = get_local_id(0), si = get_local_size(0), mi = n & 127, sum = 0;                                             \
  uint zero = (uint)n >> 24;
/* Addresses by all bits of an extension. */
#define U(j) in[((ulong)(uint)(j) * 3 >> 20) & 8191]
#define S(j) in[((long)(int)(j) * 3 >> 20) & 8191]

static const struct matrix_kernel kernels[] = {
    KERNEL(by_sizes, X for (uint j = l; j < m; j += s) sum += in[j]; o[0] = sum;
           for (int j = get_local_id(0); j < mi; j += get_local_size(0)) sum ^= in[j]; o[1] = sum;
           for (int j = li; j < mi; j += si) sum += in[j] >> 3; o[2] = sum;
           for (uint j = get_local_id(0); j <= m; j += get_local_size(0)) sum ^= in[j] >> 5; o[3] = sum;),
    KERNEL(over_the_range, X uint all = get_global_size(0);
           for (uint j = get_global_id(0); j < 3 * all; j += all) sum += in[j & 0xffffu]; o[0] = sum;
           for (int j = get_global_id(0); j < 2 * (int)all - 3; j += get_global_size(0)) sum ^= in[j & 65535];
           o[1] = sum;
           for (uint j = get_group_id(0) * s * 2 + l; j < 400; j += s * 2 * get_num_groups(0)) sum += in[j] + in[j + s];
           o[2] = sum;),
    KERNEL(constants, X local int t[96]; for (uint j = l; j < 96; j += s) t[j] = in[j] + 1;
           barrier(CLK_LOCAL_MEM_FENCE); for (int j = get_local_id(0); j < 96; j += get_local_size(0)) sum += t[95 - j];
           for (uint j = l; j < 96; j += 32) sum ^= t[j]; o[0] = sum + t[i % 96];),
    KERNEL(expressions, X uint from = (uint)in[2] & 1023, by = (uint)in[3] & 15;
           for (uint j = l; j < m; j += s) sum += in[from + j]; o[0] = sum;
           for (uint j = l; j < m; j += s) sum ^= in[from * by + 4 * j + 3]; o[1] = sum;
           for (uint j = l; j < m; j += s) sum += in[(j << 2) + j * by]; o[2] = sum;
           for (int j = get_local_id(0); j < mi; j += get_local_size(0)) sum ^= in[(int)from + j * (int)by + 2];
           o[3] = sum;),
    KERNEL(tiles, X local int t[18 * 18]; uint pitch = ((uint)in[1] & 31) + 18;
           for (uint v = get_local_id(1); v < 18; v += get_local_size(1)) for (uint u = l; u < 18; u += s)
               t[v * 18 + u] = in[v * pitch + u];
           barrier(CLK_LOCAL_MEM_FENCE); o[0] = t[i % 324];
           for (int v = get_local_id(1); v < 17; v += get_local_size(1)) for (int u = get_local_id(0); u < 17;
                                                                              u += get_local_size(0)) sum +=
           t[v * 18 + u + 1] ^ in[v * mi + u];
           o[1] = sum;),
    KERNEL(blocks, X for (uint k = 0; k < m / 8; k++) sum += in[k * s + l]; o[0] = sum;
           for (uint k = 0; k < m / 8; k++) if (k * s + l < 200) sum ^= in[k * s + l + (uint)(n & 7)]; o[1] = sum;),
    KERNEL(wraps, X uint far = 0xffffff80u + zero, last = 0xfffffff0u + zero;
           for (uint j = far + (l & 127); j < last; j += 7) sum += U(j + 40u); o[0] = sum;
           for (uint j = far + (l & 63); j < last; j += 16) sum ^= U(j); o[1] = sum;
           for (uint j = far + (l & 127); j > 1000u; j += 5) sum += U(j * 3u); o[2] = sum;
           for (uint j = l & 63; j < 90 + zero; j += s) sum ^= U(j * 1103515245u + 12345u); o[3] = sum;),
    KERNEL(
        in_64_bits, X long none = (long)in[zero] - in[0]; ulong last = 0xffffffff + (ulong)none;
        ulong j = 0xfffffff0 + (ulong)(l & 7); int turns = 0; if (j < last) do {
          sum += U(j);
          if (++turns > 20)
            break;
          j = (ulong)(long)(int)j + 1;
        } while (j != last);
        o[0] = sum; long least = (long)(0x8000000000000000ul + (ulong)none), k = l & 1023; do {
          sum ^= S(k);
          k += 7 + (none & 1);
        } while (k < least);
        o[1] = sum + (int)k; long down = (1L << 30) - (1L << 32) + none, e = l & 63; turns = 0; do {
          sum += S(e);
          if (++turns > 9)
            break;
          e = (long)(int)e + down;
        } while (e < mi);
        o[2] = sum; long far = 0x7fffff80L - (1L << 32) + none + (l & 63); turns = 0; do {
          sum ^= S(far);
          if (++turns > 40)
            break;
          far += 5;
        } while (far < mi);
        o[3] = sum;),
    KERNEL(
        in_halves, X long none = (long)in[zero] - in[0]; ulong last = 0xffffffff + (ulong)none;
        ulong j = 0xfffffff0 + (ulong)(l & 7); int turns = 0; if (j < last) do {
          sum += U(j);
          if (++turns > 20)
            break;
          j = (ulong)(long)(int)(j + 1);
        } while (j + 1 != last);
        o[0] = sum; for (int k = li; k < get_local_size(0) * 3; k += get_local_size(0)) sum ^= in[k]; o[1] = sum;
        for (int k = li; k < m; k += get_local_size(0)) sum += in[k]; o[2] = sum;
        for (int k = li - 2; k < m; k += get_local_size(0)) sum ^= in[k & 255]; o[3] = sum;),
    KERNEL(
        nested_steps, X const uint down = 0u - 7u - zero, last = m ^ 3u; int turns = 0;
        const int most = (in[zero] & 3) + 3; for (int k = 0; k < mi; k = (int)((uint)k + down)) {
          int left = most;
          for (uint j = l; j < last; j += (uint)k) {
            sum += S(j);
            if (left-- == 0)
              break;
          }
          if (++turns > most)
            break;
        } o[0] = sum;),
    KERNEL(columns, X uint x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
           for (uint k = 0; k < (m & 15); k++) sum += in[k * w + x] * in[y * m + k]; o[0] = sum;
           for (uint k = 0; k < (m & 15); k++) sum ^= in[x + k]; o[1] = sum;
           for (uint k = x; k < x + 9; k++) sum += in[k]; o[2] = sum; uint far = 0u - 5u - zero;
           for (uint k = 0; k < 9 + zero; k++) sum ^= in[(x + far + k) & 0xffffu]; o[3] = sum;),
    KERNEL(left_early, X int g = get_global_id(0); if (g >= n) return; int few = in[g] & 3;
           if (few > 1) for (int k = 0; k < 3; k++) few = (few * few + in[k]) & 0xffff;
           for (int j = g; j < n; j += get_global_size(0)) sum += in[j] * few; o[0] = sum;
           for (uint j = get_global_id(0); j < (uint)n + 20; j += get_global_size(0)) sum ^= in[j]; o[1] = sum;),
    KERNEL(
        halo, X uint from = get_group_id(0) * s - 2; for (uint j = l; j < s + 4; j += s) {
          uint g = from + j;
          sum += g < (uint)n ? in[g] : 7;
        } o[0] = sum;),
    KERNEL(
        squares, X uint h = 0; for (uint j = l & 7; j < 20 + zero; j += s) {
          h = j;
          h = h * h + j;
          h = h * h + j;
          h = h * h + j;
          h = h * h + j;
          h = h * h + j;
          h = h * h + j;
          sum += U(h);
        } o[0] = sum;),
    KERNEL(descends, X for (uint j = l + 40; j < 600u; j -= 16u) sum += in[j]; o[0] = sum;
           uint down = 0u - (((uint)in[5] & 7) + 1); for (uint j = l + 20; j < 600u; j += down) sum ^= in[j];
           o[1] = sum; int back = -(in[6] & 7) - 1; for (int j = li + 20; j < 600 && j >= 0; j += back) sum += in[j];
           o[2] = sum;),
    KERNEL(
        without_end, X uint last = 0xffffffffu - zero; for (uint j = l; j < last; j += s) {
          if (j > 300 || (in[j] & 31) == 0)
            break;
          sum += in[j];
        } o[0] = sum;
        for (uint j = l + 3; j != m; j++) {
          if (j > 200)
            break;
          sum ^= in[j];
        } o[1] = sum;
        for (uint j = l + 3; j <= last; j += s) {
          if (j > 300)
            break;
          sum += in[j];
        } o[2] = sum;),
    KERNEL(
        at_least_once, X uint j = l + 200; do {
          sum += in[j];
          j += s;
        } while (j < m);
        o[0] = sum; int k = li - 3; do {
          sum ^= in[k & 1023] + k;
          k += get_local_size(0);
        } while (k < mi);
        o[1] = sum; for (int b = li - 20; b < mi; b += get_local_size(0)) sum += in[b + 20] * b; o[2] = sum;),
    KERNEL(mixed, X for (uint j = l; j < get_local_size(0) * 3; j += get_local_size(0)) sum += in[j]; o[0] = sum;
           for (int j = li; j < get_local_size(0) * 2 + 5; j += get_local_size(0)) sum ^= in[j]; o[1] = sum;
           for (int j = li; j < m; j += si) sum += in[j]; o[2] = sum; for (ushort j = l; j < 90; j += s) sum ^= in[j];
           o[3] = sum;),
    KERNEL(by_rows, X uint y = get_local_id(1), w = 20 + 3 * y; for (uint j = l; j < w; j += s) sum += in[j + w * y];
           o[0] = sum; for (int j = get_local_id(0); j < (int)w; j += get_local_size(0) + y) sum ^= in[j * 2 + (int)y];
           o[1] = sum;),
    KERNEL(of_data, X uint from = (uint)in[l] & 127, end = (uint)in[i & 255] & 127;
           for (uint j = from; j < m; j += s) sum += in[j]; o[0] = sum; for (uint j = l; j < end; j += s) sum ^= in[j];
           o[1] = sum; for (uint j = l; j < m; j += (from & 3) + 3) sum += in[j]; o[2] = sum;
           for (uint j = l; j < m; j += s) sum ^= in[j + from]; o[3] = sum;),
    KERNEL(results, X uint j = l; for (; j < m; j += s) sum += in[j]; o[0] = (int)(j ^ (uint)sum);
           int k = get_local_id(0); for (; k < mi; k += get_local_size(0)) if (in[k] < 0) break; o[1] = k;),
};
MATRIX_MAIN(kernels)
