/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arguments by value of every kind, local and null ones, and kernels that call functions and each other. */
#include <stdio.h>

#include "tests/harness/test.h"

#define INT(buffer) ((cl_int *)(buffer).data)

static cl_kernel build(const char *source) {
  return test_kernel(test_build(NULL, source), "k");
}

static void scalars(void) {
  cl_kernel kernel = build(CL(kernel void k(global long *out, char a, uchar b, short c, ushort d, int e, uint f, long g,
                                            ulong h, float i, float j) {
    out[0] = a;
    out[1] = b;
    out[2] = c;
    out[3] = d;
    out[4] = e;
    out[5] = f;
    out[6] = g;
    out[7] = (long)h;
    out[8] = as_int(i);
    out[9] = as_int(j);
  }));
  struct test_buffer out = test_buffer(10 * 8, TEST_END, CL_MEM_READ_WRITE, 1);
  cl_char a = -100;
  cl_uchar b = 200;
  cl_short c = -30000;
  cl_ushort d = 60000;
  cl_int e = -2000000000;
  cl_uint f = 4000000000u;
  cl_long g = -(1ll << 60);
  cl_ulong h = ~0ull - 5;
  cl_float i = 1.5f, j = -0.0f;
  LAUNCH(kernel, 1, 1, ARG_BUFFER(out), ARG(a), ARG(b), ARG(c), ARG(d), ARG(e), ARG(f), ARG(g), ARG(h), ARG(i), ARG(j));
  test_buffer_sync(&out);
  const cl_long want[10] = {a, b, c, d, e, f, g, (cl_long)h, 0x3fc00000, (cl_int)0x80000000};
  for (int n = 0; n < 10; n++)
    CHECK_EQ(((cl_long *)out.data)[n], want[n]);
}

/* Each width of one type; a vec3 takes as much room as a vec4. */
static void vectors(void) {
  cl_kernel kernel = build(CL(kernel void k(global int *out, char2 c2, char3 c3, char16 c16, int2 i2, int3 i3, int4 i4,
                                            short8 s8, int16 i16, long3 l3, uchar last) {
    out[0] = c2.x + c2.y;
    out[1] = c3.x * 100 + c3.y * 10 + c3.z;
    out[2] = c16.s0 + c16.sf;
    out[3] = i2.y;
    out[4] = i3.x + 10 * i3.y + 100 * i3.z;
    out[5] = i4.w;
    out[6] = s8.s7;
    out[7] = i16.s0 * 1000 + i16.sf;
    out[8] = (int)(l3.x + l3.y + l3.z);
    out[9] = last;
  }));
  struct test_buffer out = test_buffer(10 * 4, TEST_END, CL_MEM_READ_WRITE, 1);
  cl_char2 c2 = {{1, 2}};
  cl_char3 c3 = {{1, 2, 3}};
  cl_char16 c16 = {{5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6}};
  cl_int2 i2 = {{7, 8}};
  cl_int3 i3 = {{1, 2, 3}};
  cl_int4 i4 = {{1, 2, 3, 4}};
  cl_short8 s8 = {{0, 0, 0, 0, 0, 0, 0, 77}};
  cl_int16 i16 = {{9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10}};
  cl_long3 l3 = {{100, 20, 3}};
  cl_uchar last = 250;
  LAUNCH(kernel, 1, 1, ARG_BUFFER(out), ARG(c2), ARG(c3), ARG(c16), ARG(i2), ARG(i3), ARG(i4), ARG(s8), ARG(i16),
         ARG(l3), ARG(last));
  test_buffer_sync(&out);
  const cl_int want[10] = {3, 123, 11, 8, 321, 4, 77, 9010, 123, 250};
  for (int n = 0; n < 10; n++)
    CHECK_EQ(INT(out)[n], want[n]);
}

struct inner {
  cl_char c;
  cl_long l;
};
struct record {
  cl_char a;
  cl_int b[3];
  struct inner in[2];
  cl_float4 v;
  cl_short s;
} __attribute__((aligned(16)));

static void structs(void) {
  cl_kernel kernel = build(CL(
      struct inner {
        char c;
        long l;
      };
      struct record {
        char a;
        int b[3];
        struct inner in[2];
        float4 v;
        short s;
      };
      struct small {
        uchar x;
        uchar y;
        uchar z;
      };
      int sum(struct record r) {
        return r.a + r.b[2] + r.in[1].c + (int)r.in[1].l + (int)r.v.w + r.s;
      } kernel void k(global int *out, struct record r, struct small s, int after) {
        out[0] = sum(r);
        r.b[get_global_id(0)] = 5;
        out[1] = r.b[0];
        out[2] = s.x * 100 + s.y * 10 + s.z;
        out[3] = after;
        out[4] = sizeof(struct record);
      }));
  struct test_buffer out = test_buffer(5 * 4, TEST_END, CL_MEM_READ_WRITE, 1);
  struct record r = {.a = 1, .b = {0, 0, 20}, .in = {{0, 0}, {3, 400}}, .v = {{0, 0, 0, 5000}}, .s = 10000};
  struct {
    cl_uchar x, y, z;
  } s = {1, 2, 3};
  LAUNCH(kernel, 1, 1, ARG_BUFFER(out), ARG(r), ARG(s), ARG_INT(42));
  test_buffer_sync(&out);
  const cl_int want[5] = {15424, 5, 123, 42, (cl_int)sizeof r};
  for (int n = 0; n < 5; n++)
    CHECK_EQ(INT(out)[n], want[n]);
}

/* Each launch sees the values that its enqueue saw. */
static void values_at_enqueue(void) {
  cl_kernel kernel = build(CL(kernel void k(global int *out, int at, int value) { out[at] = value; }));
  struct test_buffer out = test_buffer(100 * 4, TEST_END, CL_MEM_READ_WRITE, 1);
  for (int i = 0; i < 100; i++) {
    SET_ARGS(kernel, ARG_BUFFER(out), ARG_INT(i), ARG_INT(i * i));
    CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, (size_t[]){1}, NULL, 0, NULL, NULL));
  }
  CHECK_CL(clFinish(test.queue));
  test_buffer_sync(&out);
  for (int i = 0; i < 100; i++)
    CHECK_EQ(INT(out)[i], i * i);
}

static void null_buffers(void) {
  cl_kernel kernel = build(CL(kernel void k(global int *out, global int *none, constant int *no_constant) {
    out[0] = none == 0;
    out[1] = no_constant == 0;
    if (none)
      none[0] = 1;
  }));
  struct test_buffer out = test_buffer(8, TEST_END, CL_MEM_READ_WRITE, 0);
  cl_mem null = NULL;
  LAUNCH(kernel, 1, 1, ARG_BUFFER(out), ARG(null), {sizeof(cl_mem), NULL});
  test_buffer_sync(&out);
  CHECK_EQ(INT(out)[0], 1);
  CHECK_EQ(INT(out)[1], 1);
}

static void local_arguments(void) {
  cl_kernel kernel = build(CL(kernel void k(global int *out, local char *a, local long4 *b, local int *c, int n) {
    local int fixed[5];
    int i = get_local_id(0);
    a[i] = (char)i;
    b[i].x = i * 2;
    c[i] = i * 3;
    if (i < 5)
      fixed[i] = i * 4;
    barrier(CLK_LOCAL_MEM_FENCE);
    int o = n - 1 - i;
    out[get_global_id(0)] = a[o] + (int)b[o].x + c[o] + fixed[o % 5];
    if (((size_t)b & 31) || ((size_t)c & 3))
      out[get_global_id(0)] = -1;
  }));
  struct test_buffer out = test_buffer(60 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 60, 20, ARG_BUFFER(out), ARG_LOCAL(20), ARG_LOCAL(20 * 32), ARG_LOCAL(20 * 4), ARG_INT(20));
  test_buffer_sync(&out);
  for (int i = 0; i < 60; i++) {
    int o = 19 - i % 20;
    CHECK_EQ(INT(out)[i], o + 2 * o + 3 * o + 4 * (o % 5));
  }
}

static void constant_buffers(void) {
  cl_kernel kernel = build(CL(
      constant int table[4] = {10, 20, 30, 40}; constant float4 v = (float4)(1, 2, 3, 4); constant char text[] = "weft";
      constant struct {
        int a;
        short b[2];
      } s = {7, {8, 9}};
      constant int *constant pointer = &table[2]; kernel void k(global int *out, constant int *in, int n) {
        constant int own[3] = {100, 200, 300};
        int i = get_global_id(0);
        out[i] = in[i] + table[i & 3] + (int)v.w + text[i & 3] + s.b[1] + own[i % 3] + *pointer;
      }));
  struct test_buffer in = test_buffer(16 * 4, TEST_END, CL_MEM_READ_ONLY, 7);
  struct test_buffer out = test_buffer(16 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 16, 4, ARG_BUFFER(out), ARG_BUFFER(in), ARG_INT(3));
  test_buffer_sync(&out);
  for (int i = 0; i < 16; i++)
    CHECK_EQ(INT(out)[i], INT(in)[i] + 10 * ((i & 3) + 1) + 4 + "weft"[i & 3] + 9 + 100 * (i % 3 + 1) + 30);
}

static void kernels_call_kernels(void) {
  cl_program program = test_build(NULL, CL(
                                            kernel void add(global int *out, int value) {
                                              out[get_global_id(0)] += value;
                                            } kernel void twice(global int *out, int value) {
                                              add(out, value);
                                              barrier(CLK_GLOBAL_MEM_FENCE);
                                              add(out, value);
                                            } kernel void shared(global int *out, int value) {
                                              local int x[8];
                                              x[get_local_id(0)] = value;
                                              barrier(CLK_LOCAL_MEM_FENCE);
                                              out[get_global_id(0)] = x[7 - get_local_id(0)];
                                              twice(out, value);
                                            }));
  struct test_buffer out = test_buffer(24 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(test_kernel(program, "add"), 24, 8, ARG_BUFFER(out), ARG_INT(1));
  LAUNCH(test_kernel(program, "twice"), 24, 8, ARG_BUFFER(out), ARG_INT(10));
  test_buffer_sync(&out);
  for (int i = 0; i < 24; i++)
    CHECK_EQ(INT(out)[i], 21);
  LAUNCH(test_kernel(program, "shared"), 24, 8, ARG_BUFFER(out), ARG_INT(100));
  test_buffer_sync(&out);
  for (int i = 0; i < 24; i++)
    CHECK_EQ(INT(out)[i], 300);
}

static void deep_calls(void) {
  char source[16384];
  int length = snprintf(source, sizeof source, "int f0(int x) { return x + 1; }\n");
  for (int i = 1; i <= 100; i++)
    length += snprintf(source + length, sizeof source - (size_t)length,
                       "%s int f%d(int x) { return f%d(x ^ %d) + (x & %d); }\n",
                       i % 10 ? "" : "__attribute__((noinline))", i, i - 1, i, i);
  snprintf(source + length, sizeof source - (size_t)length,
           "kernel void k(global int *out) { out[get_global_id(0)] = f100(get_global_id(0)); }\n");
  cl_kernel kernel = build(source);
  struct test_buffer out = test_buffer(64 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 64, 16, ARG_BUFFER(out));
  test_buffer_sync(&out);
  for (int n = 0; n < 64; n++) {
    int x = n, sum = 0;
    for (int i = 100; i > 0; i--) {
      sum += x & i;
      x ^= i;
    }
    CHECK_EQ(INT(out)[n], sum + x + 1);
  }
}

static const struct test_case cases[] = {
    {"scalars", scalars},
    {"vectors", vectors},
    {"structs", structs},
    {"values_at_enqueue", values_at_enqueue},
    {"null_buffers", null_buffers},
    {"local_arguments", local_arguments},
    {"constant_buffers", constant_buffers},
    {"kernels_call_kernels", kernels_call_kernels},
    {"deep_calls", deep_calls},
};
TEST_MAIN(cases)
