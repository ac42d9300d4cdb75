/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops that work-items share by strides: counters of 32 bits that may wrap, and their extensions (counters.cpp). */
#include "tests/kernels/spmd/matrix.h"

#define X                                                                                                              \
  uint l = get_local_id(0), s = get_local_size(0), m = (uint)n & 127;                                                  \
  int li = get_local_id(0), si = get_local_size(0), mi = n & 127, sum = 0;

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
    KERNEL(wraps, X uint far = 0xffffff80u + (uint)(n & 0), last = 0xfffffff0u + (uint)(n & 0);
           for (uint j = far + (l & 127); j < last; j += 7) sum += (int)(((ulong)(j + 40u) >> 4) & 0xffffff);
           o[0] = sum; for (uint j = far + (l & 63); j < last; j += 16) sum ^= (int)((ulong)j >> 9); o[1] = sum;
           for (uint j = far + (l & 127); j > 1000u; j += 5) sum += (int)((ulong)(j * 3u) >> 7); o[2] = sum;),
    KERNEL(descends, X for (uint j = l + 40; j < 600u; j -= 16u) sum += in[j]; o[0] = sum;
           uint down = 0u - (((uint)in[5] & 7) + 1); for (uint j = l + 20; j < 600u; j += down) sum ^= in[j];
           o[1] = sum; int back = -(in[6] & 7) - 1; for (int j = li + 20; j < 600 && j >= 0; j += back) sum += in[j];
           o[2] = sum;),
    KERNEL(
        without_end, X uint last = 0xffffffffu - (uint)(n & 0); for (uint j = l; j < last; j += s) {
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
