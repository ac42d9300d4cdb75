/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vector literals of swizzles: Clang merges them, and took what constants had folded for instructions. */
#include <string.h>

#include "tests/harness/test.h"

enum { LITERALS = 12 };

static const char source[] = CL(kernel void k(global int4 *out, global const int4 *in, int s) {
  size_t i = get_global_id(0);
  int4 v = in[i];
  int8 w = (int8)(v, v + 4);
  global int4 *o = out + 12 * i;
  o[0] = (int4)((int2)(0), (v + 1).zw);
  o[1] = (int4)((int2)(7), ((int4)(s)).odd);
  o[2] = (int4)((int2)(7), ((int4)(9)).odd);
  o[3] = (int4)(((int4)(1, 2, 3, 4)).s12, s, s);
  o[4] = (int4)(s, ((int4)(1, 2, 3, 4)).z, (v + w.lo).zy);
  o[5] = (int4)(((int4)(5)).x, (v * 2).y, 3, (w.hi - 1).w);
  o[6] = (int4)((v + 1).x, ((int4)(8, 7, 6, 5)).w, (v + 2).yx);
  o[7] = (int4)((v + 1).xy, (int2)(1, 2));
  o[8] = (int4)(((int4)(0)).xy, (v + 1).wz);
  o[9] = (int4)((w + 1).s70, (w + 2).s16);
  o[10] = ((int8)((int4)(3), (int4)((int2)(4), (v - 1).hi))).s2675;
  o[11] = (int4)(v.wz, w.s07);
});

static void want(cl_int to[LITERALS][4], const cl_int v[4], cl_int s) {
  const cl_int all[LITERALS][4] = {
      {0, 0, v[2] + 1, v[3] + 1},
      {7, 7, s, s},
      {7, 7, 9, 9},
      {2, 3, s, s},
      {s, 3, 2 * v[2], 2 * v[1]},
      {5, 2 * v[1], 3, v[3] + 3},
      {v[0] + 1, 5, v[1] + 2, v[0] + 2},
      {v[0] + 1, v[1] + 1, 1, 2},
      {0, 0, v[3] + 1, v[2] + 1},
      {v[3] + 5, v[0] + 1, v[1] + 2, v[2] + 6},
      {3, v[2] - 1, v[3] - 1, 4},
      {v[3], v[2], v[0], v[3] + 4},
  };
  memcpy(to, all, sizeof(all));
}

static void check(const char *options) {
  cl_kernel kernel = test_kernel(test_build(options, source), "k");
  cl_int in[5][4], expected[5][LITERALS][4];
  for (int i = 0; i < 20; i++)
    in[i / 4][i % 4] = (cl_int)(test_hash((uint32_t)i) % 10000);
  struct test_buffer from = test_buffer(sizeof(in), TEST_END, CL_MEM_READ_ONLY, 0);
  struct test_buffer to = test_buffer(sizeof(expected), TEST_END, CL_MEM_READ_WRITE, 1);
  test_buffer_write(&from, in);
  LAUNCH(kernel, 5, 5, ARG_BUFFER(to), ARG_BUFFER(from), ARG_INT(-3));
  test_buffer_sync(&to);
  for (int i = 0; i < 5; i++)
    want(expected[i], in[i], -3);
  for (size_t i = 0; i < sizeof(expected) / 4; i++)
    if (((cl_int *)to.data)[i] != (&expected[0][0][0])[i])
      FAIL("element %zu of literal %zu is %d, not %d", i % 4, i / 4 % LITERALS, ((cl_int *)to.data)[i],
           (&expected[0][0][0])[i]);
}

static void optimised(void) {
  check(NULL);
}

static void unoptimised(void) {
  check("-cl-opt-disable");
}

/* In templates, and in what they are instantiated with. */
static void in_templates(void) {
  if (!test_has_extension("cl_ext_cxx_for_opencl"))
    test_skip("no C++ for OpenCL");
  static const char cxx[] =
      "template <typename T> int4 made(int4 v, T s) { return (int4)((int2)(2), (v + (int4)(s)).zw); }\n"
      "kernel void k(global int4 *out) {\n"
      "  out[0] = made((int4)(1, 2, 3, 4), (short)1);\n"
      "  auto own = [](int4 v) { return (int4)((int2)(1), (v + v).yx); };\n"
      "  out[1] = own((int4)(5, 6, 7, 8));\n"
      "}\n";
  cl_kernel kernel = test_kernel(test_build("-cl-std=CLC++2021", cxx), "k");
  struct test_buffer out = test_buffer(32, TEST_END, CL_MEM_READ_WRITE, 1);
  LAUNCH(kernel, 1, 1, ARG_BUFFER(out));
  test_buffer_sync(&out);
  static const cl_int expected[8] = {2, 2, 4, 5, 1, 1, 12, 10};
  for (int i = 0; i < 8; i++)
    CHECK_EQ(((cl_int *)out.data)[i], expected[i]);
}

static const struct test_case cases[] = {
    {"optimised", optimised},
    {"unoptimised", unoptimised},
    {"in_templates", in_templates},
};
TEST_MAIN(cases)
