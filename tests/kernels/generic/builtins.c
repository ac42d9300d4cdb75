/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builtins with pointers: what a generic pointer gives is bit for bit what a named one does. */
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

/* `body` makes rr of x and y, with s a pointer to private, local or global memory by a number that only the launch
 * knows: no two spaces may differ. */
static void compare(const char *type, const char *second, const char *body) {
  char source[4096];
  snprintf(source, sizeof source, "\
#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n\
typedef %s T; typedef %s S;\n\
typedef union { T t; S s; char c[128]; char16 v; } any;\n\
kernel void k(global any *in, global any *out, int mode) {\n\
  local any l[4];\n\
  any p;\n\
  int i = get_local_id(0);\n\
  any r = {0}; \n\
  T x = in[2 * i].t, y = in[2 * i + 1].t;\n\
  any *o = mode == 0 ? &p : mode == 1 ? (any *)&l[i] : (any *)&out[8 + i];\n\
  for (int j = 0; j < 128; j++) o->c[j] = 0;\n\
  S *s = &o->s; r.t = (T)0; { T rr = (T)0; %s r.t = rr; }\n\
  for (int j = 0; j < 128; j++) out[i].c[j] = r.c[j];\n\
  for (int j = 0; j < 128; j++) out[4 + i].c[j] = o->c[j];\n\
}\n",
           type, second, body);
  cl_kernel kernel = test_kernel(test_build("-cl-std=CL3.0", source), "k");
  struct test_buffer in = test_buffer(8 * 128, TEST_END, CL_MEM_READ_WRITE, 17);
  struct test_buffer out[3];
  for (int mode = 0; mode < 3; mode++) {
    out[mode] = test_buffer(12 * 128, TEST_END, CL_MEM_READ_WRITE, 0);
    LAUNCH(kernel, 4, 4, ARG_BUFFER(in), ARG_BUFFER(out[mode]), ARG_INT(mode));
    test_buffer_sync(&out[mode]);
  }
  for (int mode = 1; mode < 3; mode++) {
    size_t at = test_differ(out[0].data, out[mode].data, 8 * 128);
    if (at != 8 * 128)
      FAIL("%s, %s: space %d differs at %zu", type, body, mode, at);
  }
  bool any = false;
  for (size_t i = 0; i < 8 * 128; i++)
    any |= out[0].data[i] != 0;
  CHECK(any);
}

static void math(const char *type, const char *integer) {
  compare(type, type, "rr = fract(x, s);");
  compare(type, type, "rr = modf(x, s);");
  compare(type, type, "rr = sincos(x, s);");
  compare(type, integer, "rr = frexp(x, s);");
  compare(type, integer, "rr = lgamma_r(x, s);");
  compare(type, integer, "rr = remquo(x, y, s);");
}

static void math_float(void) {
  math("float", "int");
  math("float4", "int4");
}
static void math_double(void) {
  if (!test_has_extension("cl_khr_fp64"))
    test_skip("no doubles");
  math("double", "int");
  math("double3", "int3");
}
static void math_half(void) {
  if (!test_has_extension("cl_khr_fp16"))
    test_skip("no halves");
  math("half", "int");
  math("half2", "int2");
}

static void loads_and_stores(void) {
  compare("char4", "char", "vstore4(x, 1, s); rr = vload4(1, s) + vload4(0, s);");
  compare("int3", "int", "vstore3(x, 1, s); rr = vload3(1, s) + vload3(0, s);");
  compare("ulong2", "ulong", "vstore2(x, 3, s + 1); rr = vload2(3, s + 1);");
  compare("float8", "half", "vstore_half8(x, 1, s); rr = vload_half8(1, s);");
  compare("float3", "half", "vstorea_half3_rtz(x, 1, s); rr = vloada_half3(1, s);");
  compare("float", "half", "vstore_half_rtp(x, 5, s); rr = vload_half(5, s);");
}

static const struct test_case cases[] = {
    {"math_float", math_float},
    {"math_double", math_double},
    {"math_half", math_half},
    {"loads_and_stores", loads_and_stores},
};
TEST_MAIN(cases)
