/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work-items that read close to one another, as only a launch shows, read from one block, and such as look like it. */
#include "tests/kernels/spmd/matrix.h"

static const struct matrix_kernel kernels[] = {
    /* Twice as large, by any factor, and smaller. */
    KERNEL(nearest, int x = (int)get_global_id(0), y = (int)get_global_id(1), w = (in[1] & 63) + 20,
           to = (in[2] & 127) + 20;
           o[0] = in[(y / 2) * w + x / 2]; o[1] = in[(y * w / to & 127) * w + x * w / to];
           o[2] = ((global const short *)in)[(y >> 1) * 200 + (x * 3 >> 2)] +
                  ((global const char *)in)[(y >> 2) * 200 + (x * 7 >> 2)];
           o[3] = (int)(((global const long *)in)[y * 99 + (x + 5) / 3] >> 7);),
    KERNEL(bilinear, int x = (int)get_global_id(0), y = (int)get_global_id(1), w = 70, h = 40;
           float f = (float)((in[3] & 31) + 1) / 16; float u = (x + .5f) * f - .5f, v = (y + .5f) * f - .5f;
           int x0 = (int)floor(u), y0 = (int)floor(v); int xl = clamp(x0, 0, w - 1), xr = clamp(x0 + 1, 0, w - 1),
                                                       yt = clamp(y0, 0, h - 1), yb = clamp(y0 + 1, 0, h - 1);
           global const uchar *p = (global const uchar *)in; float a = u - x0, b = v - y0;
           float top = p[yt * w + xl] * (1 - a) + p[yt * w + xr] * a,
           low = p[yb * w + xl] * (1 - a) + p[yb * w + xr] * a;
           o[0] = as_int(top * (1 - b) + low * b); global const uchar4 *q = (global const uchar4 *)in;
           uchar4 c = q[yt * w + xl] + q[yb * w + xr] * (uchar4)(2); o[1] = as_int(c); p += 3 * (yt * w);
           o[2] = p[3 * xl] + 256 * p[3 * xl + 1] + 65536 * p[3 * xr + 2];),
    /* Two colours for four brightnesses, in planes and side by side. */
    KERNEL(colours, size_t x = get_global_id(0), y = get_global_id(1), w = 128;
           global const uchar *p = (global const uchar *)in; size_t c = (y / 2) * w + (x & ~(size_t)1);
           int l = p[y * w + x]; o[0] = l + 3 * p[c + 9000] - p[c + 9001];
           o[1] = l - p[x / 2 + (y / 2) * (w / 2) + 20000] + p[x / 2 + y / 2 * (w / 2) + 30000];),
    /* Some do not run: what the others read is no range. */
    KERNEL(
        some, int k = 0; int x = (int)get_global_id(0); for (int d = 0; d < 4; ++d) {
          int s = (x + d * 17) / 2 - (in[d] & 3);
          if (s >= 0 && (in[i + d] & 12) != 4)
            k = k * 3 + in[s + d * 100];
          if (s >= 9)
            k ^= in[s - 9];
        } o[0] = k;),
    /* Places that turn round, go round and come back. */
    KERNEL(turning, int x = (int)get_global_id(0); int t = x / 2; o[0] = in[t < 20 ? t : 40 - min(t, 40)];
           o[1] = in[(40000 - x) / 2]; o[2] = in[((uint)x * 2654435761u) / 3 & 8191];
           o[3] = in[abs(x / 2 - 13) + (x / 3) % 5];),
    KERNEL(
        butterflies, int s = 0; for (int d = 1; d < 400; d *= 3) {
          int j = (in[d] & 63) | (d & 64);
          s = s * 5 + in[i ^ j];
          if ((i ^ j) > i && (i ^ j) < n)
            s += ((global const short *)in)[i ^ j] - ((global const char *)in)[(i + d * 4) ^ j];
          s ^= (int)((global const long *)in)[(uint)(i ^ d)];
        } o[0] = s;),
    KERNEL(
        exchanged, int total = (int)(sx * sy * get_global_size(2)); int j = (in[4] & 31) | 1; int p = i ^ j;
        int v = in[i], u = p < total ? in[p] : v; if (p < total) {
          out[4 * p + 1] = v;
          if (p > i) {
            out[4 * i + 2] = min(u, v);
            out[4 * p + 2] = max(u, v);
          }
        } if (p < total && (v & 8))((global uchar *)out)[16 * (size_t)p + 12] = (uchar)v;),
    {"bitonic",
     "kernel void bitonic(global const int *in, global int *out, global int *shared, int n) {"
     "  local int t[1024]; local short s[1024];"
     "  size_t sx = get_global_size(0), sy = get_global_size(1);"
     "  int i = (int)((get_global_id(2) * sy + get_global_id(1)) * sx + get_global_id(0));"
     "  int size = (int)(get_local_size(0) * get_local_size(1) * get_local_size(2));"
     "  int l = (int)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0));"
     "  t[l] = in[i]; s[l] = (short)in[i + 7];"
     "  barrier(CLK_LOCAL_MEM_FENCE);"
     "  for (int k = 2; k < 2 * size; k <<= 1)"
     "    for (int j = k >> 1; j > 0; j >>= 1) {"
     "      int p = l ^ j;"
     "      if (p > l && p < size) {"
     "        int a = t[l], b = t[p];"
     "        if ((a > b) == ((l & k) == 0)) { t[l] = b; t[p] = a; short q = s[l]; s[l] = s[p]; s[p] = q; }"
     "      }"
     "      barrier(CLK_LOCAL_MEM_FENCE);"
     "    }"
     "  out[4 * i] = t[l]; out[4 * i + 1] = s[l];"
     "}"},
};

MATRIX_MAIN(kernels)
