/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Packets whose work-items go different ways, and every type of their lanes. */
#include "tests/kernels/spmd/matrix.h"

static const struct matrix_kernel kernels[] = {
    KERNEL(
        branches, int v = in[i]; if (v & 1) {
          o[0] = v * 3;
          if (v & 2)
            o[1] = v;
          else
            o[2] = -v;
        } else if (v & 4) { o[0] = in[v & 1023]; } else { o[3] = 5; }),
    KERNEL(
        own_turns, int v = in[i] & 0xffff; int turns = 0; while (v > 1) {
          v = v & 1 ? (3 * v + 1) & 0xffff : v >> 1;
          turns++;
          if (turns > 60)
            break;
        } o[0] = turns;
        o[1] = v;),
    KERNEL(
        escapes, float x = (float)(in[i] & 255) / 128 - 1, y = (float)(in[i] >> 8 & 255) / 128 - 1, a = 0, b = 0;
        int it = 0; for (; it < 50 && a * a + b * b < 4; it++) {
          float t = a * a - b * b + x;
          b = 2 * a * b + y;
          a = t;
        } o[0] = it;
        o[1] = as_int(a);),
    KERNEL(
        leaves,
        for (int j = 0; j < 16; j++) {
          int v = in[i + j * 5];
          if ((v & 15) == 3)
            continue;
          if ((v & 63) == 9) {
            o[0] = j;
            return;
          }
          for (int l = 0; l < (v & 7); l++) {
            if (in[i + l] & 1)
              break;
            o[1] += l;
          }
          o[2] = v;
        } o[3] = 1;),
    KERNEL(
        cases_of, int v = in[i]; switch (v & 7) {
case 0:
  o[0] = v;
  break;
case 1:
  o[0] = v * 2;
case 2:
  o[1] = v * 3;
  break;
case 5:
  o[2] = in[v & 255];
  break;
default:
  o[3] = 9;
        } switch (n & 3) {
case 1:
  o[3] += 1;
  break;
case 2:
  o[3] += 2;
  break;
default:
  o[3] ^= v;
        }),
    /* Loads behind branches and selects, of which the work-items of one way are neighbours; some ways are never gone.
     */
    KERNEL(
        merged_loads, int v = in[i], w = in[i + 1]; int a; if (v & 1) { a = in[i + 3]; } else {
          int k = v & 1023;
          while (k > 700)
            k -= w & 15 | 1;
          a = in[k];
        } int b;
        if (i < n) b = in[i + 9]; else b = in[w & 4095]; int c = in[v > w ? i + 2 : i + 70];
        int d = in[(v & 3 ? 5 : i + 11) + (v & 3 ? i : 7)]; int e = *(v < 0 ? in + i : in + (w & 2047));
        int f = in[w == 77 ? i : w & 511]; o[0] = a; o[1] = b ^ c; o[2] = d + e; o[3] = f;),
    KERNEL(
        merged_loads_turns, int sum = 0; for (int k = 0; k < 12; k++) {
          int v = in[i + k];
          sum = sum * 3 + in[(v & 1 ? i : i + 64) + k];
          if (v & 2)
            continue;
          sum ^= ((global const uchar *)in)[v & 4 ? i + k : (v & 1023) + 1];
          sum += (int)((global const long *)in)[v & 8 ? i : 512 - (i & 511)];
          float4 t = convert_float4(((global const char4 *)in)[v & 16 ? i : i + 3]);
          sum += (int)(t.x + t.w);
        } o[0] = sum;),
    /* Places that loops move about, within bounds of every kind; divisors that are 0 or less, and laps that wrap. */
    KERNEL(
        bounded_places, int x = get_global_id(0), r = in[n & 7] & 7, w = (in[n & 15] & 63) + 20; int sum = 0;
        for (int k = -r; k <= r; k++) {
          sum = sum * 3 + in[clamp(x + k, 0, w - 1)];
          sum += in[min(x + k + 8, w) + 5] ^ in[max(x * 2 + k, r) + 1];
          int u = abs(x + k);
          u = u >= w ? 2 * w - 2 - u : u;
          sum += in[u & 0xffff] * k;
          int4 v = vload4(clamp(x + k, 2, w), in);
          sum ^= v.x + v.y * 3 + v.w;
        } o[0] = sum;),
    KERNEL(
        laps, int x = get_global_id(0), w = (in[n & 15] & 31) + 17, z = in[n & 3] & 1; uint sum = 0;
        for (int k = 0; k < 7; k++) {
          int dx = (in[k] & 15) - 7;
          sum = sum * 3 + (uint)in[(x + dx + w) % w & 0xffff];
          sum += (uint)in[(uint)(x + dx) % (uint)w] + (uint)in[((uint)(x + dx) + (uint)w) % (uint)w];
          sum ^= (uint)in[(x + dx) & 31] + (uint)in[(x + k + 100) % 100];
          sum += (uint)in[min((x + dx + w) % w & 0xffff, 12)];
          int none = z ? 0 : w; /* whatever comes of it, it is the same each time */
          if (none)
            sum += (uint)in[(x + k) % none];
          sum += (uint)in[(int)((uint)x + 0x7ffffff0u + (uint)in[k + 9]) % (w - 40) & 0xff];
          sum ^= (uint)((global const short *)in)[((uint)x * 2 - 9 + (uint)k) % 61];
        } o[0] = (int)sum;),
    /* Where the first of neighbours is none of those that compare, its number may be less than 0. */
    KERNEL(
        counts_from_below, int x = get_global_id(0); long sum = 0; for (int k = 0; k < 24; k++) {
          int left = x - (in[k] & 15), right = (in[k + 32] & 63) - x;
          ulong bound = (ulong)(in[k + 64] & 31);
          if (left >= 0) {
            if ((ulong)left < bound)
              sum += k + 1;
            if (bound >= (ulong)left)
              sum += 100;
            if ((ulong)left > ~bound)
              sum += 10000;
            sum += ((ulong)left <= bound << (k & 60)) << 20;
          }
          if (right < 0)
            continue;
          sum += ((ulong)right < bound) << 24;
          if ((ulong)right > bound)
            sum ^= 5;
        } o[0] = (int)sum;),
    KERNEL(
        search, int low = 0, high = 1024, key = in[i] & 1023; while (low < high) {
          int middle = (low + high) / 2;
          if ((middle * 3) / 4 < key)
            low = middle + 1;
          else
            high = middle;
        } o[0] = low;),
    KERNEL(
        divisions, int v = in[i], w = in[i + 1] & 7; if (w) {
          o[0] = v / w;
          o[1] = v % w;
        } o[2] = v / (w | 1);
        o[3] = (int)((uint)v / ((uint)w + 3u));),
    KERNEL(narrow, global const uchar *b = (global const uchar *)in; global const short *s = (global const short *)in;
           global uchar *p = (global uchar *)o; p[0] = (uchar)((b[i] * 3 + b[i + 1]) >> 2);
           p[1] = (uchar)(b[2 * i] + 7); o[1] = s[i] - s[i + 3]; o[2] = (char)b[i * 3];),
    KERNEL(wide, long v = (long)in[i] * in[i + 1]; o[0] = (int)(v >> 20); double d = (double)in[i] * 0.25;
           for (int j = 0; j < 5; j++) d = d * 1.5 + j; o[1] = (int)(as_long(d) >> 16);
           o[2] = (int)(ulong)(v % 1000003);),
    KERNEL(vectors, int4 v = vload4(i, in); float4 f = convert_float4(v & 1023) * 0.5f; f = f.wzyx + f; f.y = f.x * 3;
           vstore4(as_int4(f) ^ v, i, out); if (v.x & 1) o[0] = (int)dot(f, f); uchar4 u = as_uchar4(v.z);
           o[1] += u.x + u.w;),
    KERNEL(strides, o[0] = in[2 * i] + in[2 * i + 1]; o[1] = in[3 * i + 2]; o[2] = in[4000 - i];
           o[3] = in[(i * 97) & 4095];),
    KERNEL(
        structures, global const int *p = in + 3 * i; int a = p[0], c = p[2]; o[3] = a ^ c; if (a & 1) {
          o[1] = p[1] - c;
          o[0] = a;
          o[2] += o[1];
          if (c & 2)
            vstore2(vload2(i, in + 1) - a, 1, o);
        }),
    /* Members that are vectors: of structures whose size is a multiple of theirs and of one that is not, of 16 bytes,
     * written with gaps, under masks, and vectors that overlap. */
    KERNEL(
        vector_members,
        struct pair {
          int2 a;
          uchar4 b;
          short2 c;
        };
        struct __attribute__((packed)) odd {
          int2 a;
          int b;
        };
        global const struct pair *p = (global const struct pair *)in + i;
        global struct pair *q = (global struct pair *)o; int2 a = p->a; uchar4 b = p->b; short2 c = p->c;
        global const struct odd *r = (global const struct odd *)(in + 1) + i; q->c = c - convert_short2(a);
        q->a = a * r->a + r->b; if (any(b > (uchar4)200)) q->b = b + (uchar4)1; else q->a -= vload2(0, in + i);),
    KERNEL(long_vectors, global const int4 *p = (global const int4 *)in + 2 * (i & 511); int4 a = p[0], b = p[1];
           int8 u = vload8(0, in + 2 * i); char4 c = vload4(0, (global const char *)in + i);
           *(global int4 *)o = (a.wzyx ^ b) + u.s0246 * u.s1357 + convert_int4(c);),
    KERNEL(volatile_accesses, volatile global const int *p = in; volatile global int *q = out;
           int a = p[i], b = p[i + 64]; for (int k = 0; k < 3; k++) a = a * 5 + p[i + k]; q[4 * i] = a ^ b;
           if (a & 4) q[4 * i + 1] = p[i + 7] + p[5];
           volatile global const double *d = (volatile global const double *)in; volatile int own[3];
           own[i & 1] = as_int2(d[i & 255]).x; own[2] = 5; q[4 * i + 2] = own[i & 1] + own[2];
           q[4 * i + 3] = as_int2(d[i]).y;),
    KERNEL(pixels, uchar3 v = vload3(i, (global const uchar *)in); global uchar *q = (global uchar *)o;
           vstore3((uchar3)(v.z + 1, v.y, v.x), 1, q); if (v.x & 1) vstore3(v.yxz, 3, q);
           global const short *s = (global const short *)in + 6 * i;
           ((global short *)o)[7] = s[0] + s[1] * s[3] - s[5];),
    KERNEL(mathematics, float x = (float)in[i] * 0x1p-20f; o[0] = as_int(sin(x) + exp(x * 0.001f));
           o[1] = as_int(sqrt(fabs(x)) / (x + 3)); o[2] = as_int(pow(fabs(x), 1.5f));
           o[3] = popcount(in[i]) + clz(in[i]) + (int)mul_hi(in[i], 77);),
    KERNEL(
        ways_out_of_loop, int k = 0, acc = 3; for (;; k++) {
          if (i & 1) {
            acc += in[k];
            if (k == (n & 3))
              break;
            o[0] = acc;
          } else {
            acc ^= in[k + 1];
            if (k == (n & 3) + 2)
              break;
          }
        } o[1] = acc;
        if (k > (n & 3)) o[2] = in[k + 3]; else o[3] = k;),

    /* Nobody may touch what a work-item that is not there, or not wanted, would. */
    KERNEL(
        untouched,
        if (in[i] & 1) {
          int at = i < n ? in[i] & 4095 : 1 << 28;
          if (i < n)
            o[0] = in[at];
        } if (n < 0) { o[1] = in[n * 4096]; }),
    /* any() and all() of vectors, in loops that they end and as values. */
    KERNEL(
        any_in_loop, int4 v = (int4)(in[i], in[i + 1], in[i + 2], in[i + 3]) & 63, m = 0; for (int k = 0; k < 64; k++) {
          int4 on = v > k;
          if (!any(on))
            break;
          m -= on;
        } o[0] = m.x;
        o[1] = m.y; o[2] = m.z; o[3] = m.w;),
    KERNEL(
        all_in_loop, int3 v = (int3)(in[i], in[i + 1], in[i + 2]) & 31; int k = 0; while (all(v < 40)) {
          v += (int3)(1, 2, 3);
          k++;
        } o[0] = v.x;
        o[1] = v.y; o[2] = v.z; o[3] = k;),
    /* Division and remainder by one number for all, of each type and sign: multiplications by a reciprocal in packets.
     */
    KERNEL(
        divide_by_one, int d = in[n & 7] >> (in[9] & 30), v = in[i]; uint r = 0, u = (uint)d; short s = (short)d;
        uchar c = (uchar)(d | 1); for (int k = 0; k < 8; k++) {
          int w = k == 0   ? v
                  : k == 1 ? INT_MIN
                  : k == 2 ? INT_MAX
                  : k == 3 ? -1
                  : k == 4 ? d
                  : k == 5 ? d ^ 1
                           : (int)((uint)v * (uint)d);
          r = r * 31 + (uint)(w / d) + (uint)(w % (int)((uint)d + (uint)k - 3)) * 7;
          u = u * 31 + (uint)w / (u | 1) + (uint)w % ((uint)d - 5u);
          s = (short)(s * 31 + (short)w / (short)(d + k) + (short)w % (short)(d - k));
          c = (uchar)(c * 31 + (uchar)w / (uchar)(d | 1) + (uchar)w % (uchar)(k + 1));
        } o[0] = (int)r;
        o[1] = (int)u; o[2] = s; o[3] = c;),
    KERNEL(divide_vectors, int4 d = (int4)(in[n & 3], -1, 1, 1 << (n & 31)),
           v = (int4)(in[i], in[i + 1], INT_MIN, in[i + 3]);
           uint4 q = as_uint4(v / d), r = as_uint4(v % d); short2 s = convert_short2(v.xy) / convert_short2(d.xw | 1);
           o[0] = (int)(q.x ^ r.y); o[1] = (int)(q.y ^ r.x); o[2] = (int)(q.z + r.w * 3);
           o[3] = (int)(q.w - r.z) ^ (s.x * 5 + s.y);),
    KERNEL(any_all_values, int2 a = (int2)(in[i], in[i + 5]); long8 b = convert_long8(vload8(0, in + i));
           char16 c = convert_char16(vload16(0, in + i) & 7);
           o[0] = any(a > 1000) + 2 * all(a > -1000) + 4 * any(b == (long8)(in[i + 3])) + 8 * all(b != 0);
           o[1] = any(c == (char16)5) + 2 * all(c < (char16)7) + 4 * any(c) + 8 * all(c - (char16)8);
           o[2] = any(isgreater(convert_float4(b.hi), convert_float4(b.lo))) ? 3 : 5;
           o[3] = all(c.lo != c.hi) ? in[i + 1] : in[i + 2];),
    /* Masks of each number of bits, of vectors from memory and of ones that the kernel puts together, in loops too. */
    KERNEL(
        any_all_masks, uchar4 u = as_uchar4(in[i]), v = as_uchar4(in[i + 1]); short2 s = as_short2(in[i + 2]);
        char3 c = as_char4(in[i + 3]).xyz; int2 q = (int2)(in[i] & 15, in[i + 4] & 7);
        double3 d = convert_double3(u.xyz); int r = 0; for (int k = -1; k < 3; k++) {
          int2 at = q + (int2)(k, -k);
          if (any(at < 0) || any(at >= (int2)(12, 6)))
            continue;
          r += k + 2 + all(at > 3);
        } o[0] = r + 16 * any(u < v) + 32 * all(u < v) + 64 * any(s < (short2)(0)) + 128 * all(s > (short2)(5));
        o[1] = any(c == (char3)3) + 2 * all(c != (char3)0) + 4 * any(d > 200.0) + 8 * all(d < 250.0) + 16 * any(c);
        o[2] = any(u.xyz < v.zyx) + 2 * all(as_int3(convert_float3(u.xyz)) != as_int3(convert_float3(v.xyz)));
        o[3] = __builtin_reduce_add(convert_int4(u)) + __builtin_reduce_max(as_int2(d.x)) * 3 +
               __builtin_reduce_xor(convert_ushort4(v));),
};
MATRIX_MAIN(kernels)
