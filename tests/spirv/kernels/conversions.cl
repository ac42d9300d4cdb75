// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions; loads and stores of vectors.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL FP_CONTRACT OFF
kernel void conversions(global ulong *out, global const ulong *in) {
  size_t i = get_global_id(0);
  ulong a = in[i];
  float f = (float)(long)a * 1e-9f;
  double d = (double)(long)a * 1e-3;
  ulong h = 0ul + convert_uchar_sat(f) + convert_short_sat_rte(f) + convert_int_sat_rtz(f) +
            convert_int_rtp(fmin(fabs(f), 1e6f) * 0.01f) + convert_long_rtn(d) + convert_uint_sat(d) +
            as_uint(convert_float_rtp(a)) + as_uint(convert_float(d)) + as_uint(convert_float_rtn(d)) +
            convert_char_sat((uint)a) + convert_uchar_sat((long)a) + convert_ulong_sat((long)a) + convert_uchar((int)a);
  half hf = convert_half_rte(f * 0.001f);
  h = h * 31 + as_ushort(hf) + as_ushort(convert_half_rtz(f * 1e-5f)) + as_uint(convert_float(hf)) +
      convert_int_sat(hf) + convert_int_sat_rtp(hf);
  float4 v = convert_float4((int4)((int)a, 3, 5, 7));
  uchar4 u = convert_uchar4_sat(v * 0.001f);
  double2 d2 = convert_double2((float2)(f, 1));
  h = h * 31 + u.x + u.y + as_ulong(d2.x) + convert_int3_sat_rtn((float3)(f, f, 2.5f)).z;
  out[i] = h;
}
kernel void memory(global ulong *out, global const ulong *in) {
  size_t i = get_global_id(0);
  global const float *f = (global const float *)(in);
  global const uchar *b = (global const uchar *)in;
  uchar3 c = vload3(i, b);
  float4 v = vload4(0, (global const float *)(b + 16));
private
  uchar p[32];
  vstore3(c, 1, p);
  vstore4(as_uchar4(v.x), 2, p);
  vstore_half(v.y, 0, (half *)p);
  p[12] = 3;
  vstore_half_rtz(v.z, 7, (half *)p);
  vstorea_half4(v, 2, (half *)p);
  float hv = vload_half(0, (const half *)p);
  float4 h4 = vload_half4(0, (const half *)(p + 8));
  float4 a4 = vloada_half4(0, (global const half *)in);
  constant uchar *k = 0;
  out[i] = c.x + c.y * 3 + c.z * 5 + p[3] + p[8] * 7 + as_uint(hv) + as_uint(h4.x) + as_uint(a4.y) + p[14];
}
