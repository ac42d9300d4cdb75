// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematical, common and geometric functions.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL FP_CONTRACT OFF
#define F1(f) h = h * 31 + as_uint((float)f(x));
#define F2(f) h = h * 31 + as_uint((float)f(x, y));
kernel void math(global ulong *out, global const ulong *in) {
  size_t i = get_global_id(0);
  float x = (float)(in[i] & 255) / 256.0f, y = (float)(in[i] >> 8 & 255) / 200.0f + 0.1f, z = 0.3f;
  ulong h = 0;
  int e;
  float q;
  F1(acos)
  F1(acosh)
  F1(acospi) F1(asin) F1(asinh) F1(asinpi) F1(atan) F1(atanh) F1(atanpi) F1(cbrt) F1(ceil) F1(cos) F1(cosh) F1(cospi)
      F1(erf) F1(erfc) F1(exp) F1(exp2) F1(exp10) F1(expm1) F1(fabs) F1(floor) F1(lgamma) F1(log) F1(log2) F1(log10)
          F1(log1p) F1(logb) F1(rint) F1(round) F1(rsqrt) F1(sin) F1(sinh) F1(sinpi) F1(sqrt) F1(tan) F1(tanh) F1(tanpi)
              F1(tgamma) F1(trunc) F2(atan2) F2(atan2pi) F2(copysign) F2(fdim) F2(fmax) F2(fmin) F2(fmod) F2(hypot)
                  F2(maxmag) F2(minmag) F2(nextafter) F2(pow) F2(powr) F2(remainder) F1(native_cos) F1(native_exp)
                      F1(native_exp2) F1(native_log) F1(native_recip) F1(native_rsqrt) F1(native_sin) F1(native_sqrt)
                          F2(native_divide) F2(native_powr) F1(half_cos) F1(half_exp) F1(half_log10) F1(half_recip)
                              F2(half_divide) F2(half_powr) F1(half_tan) F1(half_sqrt) h =
                                  h * 31 + as_uint(fma(x, y, z)) + as_uint(mad(x, y, z)) +
                                  as_uint(fract(x + 3.5f, &q)) + as_uint(q) + as_uint(frexp(y, &e)) + e +
                                  as_uint(ldexp(x, 3)) + as_uint(lgamma_r(y, &e)) + e + as_uint(modf(y * 3, &q)) +
                                  as_uint(q) + as_uint(pown(x, 3)) + as_uint(remquo(x, y, &e)) + e +
                                  as_uint(rootn(y, 3)) + as_uint(sincos(x, &q)) + as_uint(q) + ilogb(y) +
                                  as_uint(nan(5u));
  h = h * 31 + as_uint(clamp(x, 0.2f, 0.7f)) + as_uint(degrees(x)) + as_uint(mix(x, y, z)) + as_uint(radians(x)) +
      as_uint(step(x, y)) + as_uint(smoothstep(0.1f, 0.9f, x)) + as_uint(sign(x)) + as_uint(max(x, y)) +
      as_uint(min(x, y));
  float4 v = (float4)(x, y, z, 1), w = v.yzxw;
  float3 v3 = v.xyz;
  float4 c = cross(v, w);
  float3 c3 = cross(v3, w.xyz);
  h = h * 31 + as_uint(c.x + c.y) + as_uint(c3.z) + as_uint(dot(v, w)) + as_uint(distance(v, w)) + as_uint(length(v3)) +
      as_uint(normalize(v).x) + as_uint(fast_distance(v, w)) + as_uint(fast_length(v)) + as_uint(fast_normalize(v3).y);
  float4 fr;
  int4 ev;
  float4 s4 = sin(v) + frexp(v, &ev) + fract(v, &fr) + pow(v, w) + ldexp(v, ev) + clamp(v, 0.1f, 0.5f) + fmin(v, w) +
              step(0.2f, v) + convert_float4(ilogb(w));
  h = h * 31 + as_uint(s4.x + s4.y + s4.z + s4.w + fr.x + ev.y);
  out[i] = h;
}
kernel void doubles(global ulong *out, global const ulong *in) {
  size_t i = get_global_id(0);
  double x = (double)(in[i] & 0xffff) / 65536.0, y = x + 0.5;
  double q;
  int e;
  long4 l;
  double4 v = (double4)(x, y, 2.0, 3.0);
  out[i] = as_ulong(sin(x)) + as_ulong(pow(x, y)) + as_ulong(fma(x, y, 2.0)) + as_ulong(fract(y, &q)) + as_ulong(q) +
           as_ulong(exp(v).y) + as_ulong(length(v)) + as_ulong(ldexp(x, 3)) + as_ulong(convert_double(in[i])) +
           as_ulong(sqrt(x)) + as_ulong(step(0.3, x)) + isequal(x, y) + as_ulong(nan(3ul)) +
           as_ulong(convert_double_rtp(in[i]));
}
