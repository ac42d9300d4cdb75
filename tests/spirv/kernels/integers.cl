// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer, relational and shuffling functions; operators on integers.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL FP_CONTRACT OFF
kernel void ints(global ulong *out, global const ulong *in) {
  size_t i = get_global_id(0);
  ulong a = in[i], b = in[i] * 0x9E3779B97F4A7C15ul, c = b >> 7;
  int x = (int)a, y = (int)b, z = (int)c;
  ulong h = 0;
  h = 0ul + abs(x) + abs_diff(x, y) + add_sat(x, y) + hadd(x, y) + rhadd(x, y) + clamp(x, -5, 1000) + clz(y) + ctz(y) +
      mad_hi(x, y, z) + mad_sat(x, y, z) + max(x, y) + min(x, y) + mul_hi(x, y) + rotate(x, y) + sub_sat(x, y) +
      popcount(y) + mad24(x & 0xfff, y & 0xfff, z) + mul24(x & 0xfff, y & 0xfff);
  h = h * 31 + upsample((uint)x, (uint)y) + upsample((char)x, (uchar)y) + upsample((short)x, (ushort)y);
  h = h * 31 + abs((char)x) + add_sat((uchar)x, (uchar)y) + hadd(a, b) + mul_hi(a, b) +
      mad_hi((long)a, (long)b, (long)c) + rotate(a, b) + clz((ushort)x) + sub_sat((ushort)x, (ushort)y) +
      mad_sat(a, b, c) + abs_diff((long)a, (long)b) + min((long)a, (long)b) + max(a, b);
  int4 v = (int4)(x, y, z, 7), w = v.wzyx;
  uint4 uv = as_uint4(v);
  int4 r = add_sat(v, w) + mul_hi(v, w) + rotate(v, w) + min(v, 3) + clamp(v, -4, 90) + popcount(w) +
           mad24(v & 0xff, w & 0xff, v) + convert_int4(abs(v)) + convert_int4(hadd(uv, uv.yxwz)) +
           v / (int4)(3, 5, 7, 9) + w % 11 + (v << 3) + (w >> 2);
  h = h * 31 + r.x + r.y * 3 + r.z * 5 + r.w * 7;
  short8 s = convert_short8_sat((uint8)(uv, uv.wzyx));
  uchar16 k = as_uchar16((ulong2)(a, b));
  h = h * 31 + s.s3 + s.s7 + k.sa + max(k, (uchar)9).s3 + any(v > w) + all(v == v) + select(x, y, x > z) +
      (select(v, w, v > w)).y + bitselect(x, y, z) + shuffle(k, (uchar16)(3)).s4 +
      shuffle2(v, w, (uint4)(0, 5, 2, 7)).y;
  h = h * 31 + (x ? (uint)a / (uint)(x | 1) : 1) + a % (b | 1) + (long)a / ((long)b | 1) + (char)a / ((char)y | 1);
  h = h * 31 + (ulong)isless(x * 1.5f, y * 0.5f) + isnan((float)x) + signbit((float)x) + isordered(1.0f, (float)y) +
      islessgreater((float2)(x, y), (float2)(y, x)).x + isfinite((float)z) + isnormal((float)z) + isinf((float)x) +
      isnotequal(1.0f * x, 2.0f * y) + isgreater((float)x, (float)z) + isgreaterequal(3.0f, (float)y) +
      islessequal(3.0f, (float)y) + isunordered(1.0f, (float)y);
  out[i] = h;
}
