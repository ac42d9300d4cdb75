/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work-items that walk a row each (lane_walks.cpp), and structures at places that an index chooses: groups of accesses
 * whose lanes are anywhere (access_groups.cpp). */
#include "tests/kernels/spmd/matrix.h"

#define X                                                                                                              \
  int g = get_global_id(0), pitch = (n & 63) + 41, m = n & 63, sum = 0;                                                \
  uint ug = g, up = pitch;                                                                                             \
  global const char *bytes = (global const char *)in;                                                                  \
  global const short *halves = (global const short *)in;                                                               \
  global const long *longs = (global const long *)in;

static const struct matrix_kernel kernels[] = {
    KERNEL(rows, X for (int k = 0; k < m; k++) sum += in[(i & 255) * pitch + k] * in[k]; o[0] = sum;
           for (int k = 0; k < 64; k++) sum ^= in[(i & 255) * 128 + k] + k; o[1] = sum;
           for (int k = 0; k < 24; k++) sum += in[(i & 255) * pitch + k]; o[2] = sum;
           for (int k = 3; k <= m; k++) sum ^= in[(i & 255) * pitch + k] - in[(i & 127) * pitch + k + 1]; o[3] = sum;),
    KERNEL(unsigned_rows, X for (uint k = 0; k < (uint)m; k++) sum += in[(i & 255u) * up + k] * k; o[0] = sum;
           size_t row = (size_t)(i & 255) * up; for (size_t k = 0; k < m; k++) sum ^= in[row + k] + k; o[1] = sum;
           for (uint k = 5; k < up; k++) sum += in[(ug & 127) * (up + 7) + k - 5]; o[2] = sum;
           global const int *p = in + (i & 255) * up; for (int k = 0; k < m; k++) sum ^= *p++ * 3; o[3] = sum;),
    KERNEL(types, X for (int k = 0; k < m; k++) sum += bytes[(i & 255) * pitch + k]; o[0] = sum;
           for (int k = 0; k < m; k++) sum = sum * 3 + halves[(i & 255) * pitch + k]; o[1] = sum;
           long all = 0; for (int k = 0; k < m; k++) all += longs[(i & 255) * pitch + k]; o[2] = (int)(all >> 7);
           for (int k = 0; k < m; k++) sum += longs[(i & 63) * pitch + k] > 0 ? bytes[(i & 127) * pitch + k] : 1;
           o[3] = sum;),
    KERNEL(floats, X float f = 0; for (int k = 0; k < m; k++) f += (float)(in[(i & 255) * pitch + k] & 255) / (k + 1);
           o[0] = as_int(f); float least = INFINITY; int at = -1; for (int k = 0; k < m; k++) {
             float d = (float)(in[(i & 255) * pitch + k] & 1023);
             if (d < least) {
               least = d;
               at = k;
             }
           } o[1] = at; o[2] = as_int(least);),
    KERNEL(guarded, X if (i >= n - 9) return; if (i % 3) for (int k = 0; k < m; k++) sum += in[(i & 255) * pitch + k];
           o[0] = sum; if (in[i] & 4) for (int k = 0; k < pitch; k++) if (in[(i & 63) * 100 + k] & 8) sum ^=
           in[(i & 255) * pitch + k];
           o[1] = sum;),
    KERNEL(nested, X for (int y = 0; y < 5; y++) for (int k = 0; k < 19; k++) sum += in[((i & 127) + y) * pitch + k] * y;
           o[0] = sum; for (int y = 0; y < (m & 7); y++) for (int k = 0; k < m; k++) sum ^=
           in[(i & 63) * 64 * 8 + y * 64 + k];
           o[1] = sum;),
    KERNEL(backward, X for (int k = m; k > 0; k--) sum += in[(i & 255) * pitch + k] ^ k; o[0] = sum;
           for (int k = 0; k < m; k += 2) sum ^= in[(i & 255) * pitch + k] + in[(i & 255) * pitch + k + 1]; o[1] = sum;),
    KERNEL(leave, X for (int k = 0; k < m; k++) {
      int v = in[(i & 255) * pitch + k];
      if ((v & 31) == 5)
        break;
      sum += v;
    } o[0] = sum;
           for (int k = 0; k < (in[i] & 31); k++) sum ^= in[(i & 255) * pitch + k]; o[1] = sum;),
    KERNEL(structures, X uint at = ((uint)in[i] >> 3 & 4095) * 4; sum = in[at] + in[at + 1] * 3 + in[at + 2] * 5 + in[at + 3];
           o[0] = sum; uint b = ((uint)in[i + 1] & 1023) * 7; o[1] = in[b + 6] - in[b] * in[b + 4] + in[b + 5];
           struct { int a, b, c, d, e, f; } s = {in[b + 1], in[b + 3], in[b + 2], in[b + 5], in[b + 4], in[b + 6]};
           o[2] = s.a ^ s.c * s.f; o[3] = s.b + s.d - s.e;),
    KERNEL(guarded_structures, X uint at = ((uint)in[i] >> 3 & 4095) * 4; if (in[at] & 3) {
      sum = in[at + 1] + in[at + 2] * 5 + in[at + 3];
      if (sum & 8)
        sum -= in[at + 4] ^ in[at + 6];
    } o[0] = sum;
           for (int k = 0; k < m; k++) {
             uint j = ((uint)in[i + k] & 2047) * 3;
             sum += in[j] * in[j + 1] - in[j + 2];
           } o[1] = sum;),
    KERNEL(stores, X int where = (i * 5) % (n + 1) + (i > n ? n + 1 : 0); global int *q = out + 4 * i; int a = in[where];
           q[0] = a; q[1] = a * 3; q[2] = in[where + 1] ^ a; q[3] = i;),
    KERNEL(overlap, X global int *q = o; int two = (in[0] & 0) + 2; q[0] = i; q[1] = 7; q[two] = q[0] + q[1];
           q[two - 1] = q[two] * 3; q[3] = q[two - 1] + q[0];),
};

MATRIX_MAIN(kernels)
