/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * vload_half, vstore_half and their aligned forms of every width, type and rounding mode, against halves found by
 * search: the neighbours of a number among all 63,488 finite halves.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"
#include "tests/kernels/plain/formats.h"

enum { ITEMS = 128 };
static const int widths[] = {1, 2, 3, 4, 8, 16};

static double number(uint32_t seed) {
  uint32_t pick = test_hash(seed);
  switch (pick % 6) {
  case 0: {
    static const double edges[] = {0,     -0.0,   INFINITY, -INFINITY, 65504, 65519.996,
                                   65520, -65536, 0x1p-25,  0x1.8p-25, 1e30};
    return edges[pick / 6 % TEST_COUNT(edges)];
  }
  case 1: /* halfway, and beside it */
    return (half_value(pick >> 8 & 0x7bfe) + half_value((pick >> 8 & 0x7bfe) + 1)) / 2 *
           (1 + (int)(pick >> 28) % 3 * 0x1p-20);
  case 2:
    return ldexp((double)(int32_t)test_hash(seed + 1), -50);
  default:
    return ldexp((double)(int32_t)test_hash(seed + 1), -(int)(pick >> 8) % 40);
  }
}

static void stores_of(const char *type, bool single) {
  static const char *const modes[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};
  enum { COUNT = ITEMS * 16 };
  size_t size = single ? 4 : 8;
  double *in = test_alloc(COUNT * sizeof(double));
  unsigned char *bytes = test_alloc(COUNT * size);
  for (int i = 0; i < COUNT; i++) {
    float f = (float)(in[i] = number((uint32_t)i));
    if (single)
      in[i] = f;
    memcpy(bytes + (size_t)i * size, single ? (void *)&f : (void *)&in[i], size);
  }
  struct test_buffer from = test_buffer(COUNT * size, TEST_END, CL_MEM_READ_ONLY, 0);
  test_buffer_write(&from, bytes);
  char *source = test_alloc(1 << 16), *at = source;
  for (size_t w = 0; w < TEST_COUNT(widths); w++)
    for (size_t m = 0; m < TEST_COUNT(modes); m++) {
      int n = widths[w];
      char load[32], width[16] = "";
      if (n > 1)
        sprintf(width, "%d", n), sprintf(load, "vload%d(i, in)", n);
      else
        strcpy(load, "in[i]");
      at += sprintf(at,
                    "kernel void k_%d_%zu(global half *o, global half *a, global const %s *in) {\n"
                    "  size_t i = get_global_id(0);\n  vstore_half%s%s(%s, i, o);\n",
                    n, m, type, width, modes[m], load);
      if (n > 1)
        at += sprintf(at, "  vstorea_half%s%s(%s, i, a);\n", width, modes[m], load);
      at += sprintf(at, "}\n");
    }
  cl_program program = test_build(single ? "" : "-cl-std=CL3.0", source);
  for (size_t w = 0; w < TEST_COUNT(widths); w++)
    for (size_t m = 0; m < TEST_COUNT(modes); m++) {
      size_t n = (size_t)widths[w], step = n == 3 ? 4 : n;
      char name[16], mode = modes[m][0] ? modes[m][strlen(modes[m]) - 1] : 'e';
      snprintf(name, sizeof name, "k_%zu_%zu", n, m);
      struct test_buffer dense = test_buffer(ITEMS * n * 2, TEST_END, CL_MEM_READ_WRITE, 1);
      struct test_buffer aligned = test_buffer(ITEMS * step * 2, TEST_END, CL_MEM_READ_WRITE, 0);
      LAUNCH(test_kernel(program, name), ITEMS, 32, ARG_BUFFER(dense), ARG_BUFFER(aligned), ARG_BUFFER(from));
      test_buffer_sync(&dense);
      test_buffer_sync(&aligned);
      for (size_t i = 0; i < ITEMS * n; i++) {
        unsigned want = half_rounded(in[i], mode);
        if (((cl_ushort *)dense.data)[i] != want)
          FAIL("vstore_half%zu%s of %s %a is %04x, not %04x", n, modes[m], type, in[i], ((cl_ushort *)dense.data)[i],
               want);
        if (n > 1)
          CHECK_EQ(((cl_ushort *)aligned.data)[i / n * step + i % n], want);
      }
    }
}

static void stores_of_float(void) {
  stores_of("float", true);
}
static void stores_of_double(void) {
  if (!test_has_extension("cl_khr_fp64"))
    test_skip("no double");
  stores_of("double", false);
}

/* Every half, by every width; what lies between three and four elements is not read. */
static void loads(void) {
  struct test_buffer from = test_buffer(65536 * 2, TEST_END, CL_MEM_READ_ONLY, 0);
  cl_ushort *all = test_alloc(65536 * 2);
  for (int i = 0; i < 65536; i++)
    all[i] = (cl_ushort)i;
  test_buffer_write(&from, all);
  for (size_t w = 0; w < TEST_COUNT(widths); w++)
    for (int aligned = 0; aligned < 2; aligned++) {
      int n = widths[w], step = n == 3 && aligned ? 4 : n, items = 65536 / step;
      char source[512], width[16] = "", load[64];
      if (n == 1 && aligned)
        continue;
      if (n > 1)
        sprintf(width, "%d", n);
      snprintf(load, sizeof load, "vload%s_half%s(i, in)", aligned ? "a" : "", width);
      snprintf(source, sizeof source,
               n > 1 ? "kernel void k(global float *o, global const half *in) { size_t i = "
                       "get_global_id(0); vstore%s(%s, i, o); }"
                     : "kernel void k(global float *o, global const half *in) { size_t i = "
                       "get_global_id(0); o%s[i] = %s; }",
               width, load);
      struct test_buffer out = test_buffer((size_t)(items * n) * sizeof(float), TEST_END, CL_MEM_READ_WRITE, 1);
      LAUNCH(test_kernel(test_build(NULL, source), "k"), (size_t)items, 1, ARG_BUFFER(out), ARG_BUFFER(from));
      test_buffer_sync(&out);
      for (int i = 0; i < items * n; i++) {
        double got = ((float *)out.data)[i], want = half_value((unsigned)(i / n * step + i % n));
        if (!(got == want && signbit(got) == signbit(want)) && !(isnan(got) && isnan(want)))
          FAIL("%s: %a, not %a", load, got, want);
      }
    }
}

/* The other address spaces: sixteen halves to a work-item, of which a vector is the second (of 16, the first). A
 * generic pointer is to private, local or global memory by the work-item. */
static const char *const spaces[] = {"constant", "local", "private", "generic"};
static const char spaces_head[] =
    "#define GROUP 12\n"
    "kernel void k_%1$d%2$s(global %3$s *o, constant half *c, global ushort *g, global const %3$s *in) {\n"
    "  size_t i = get_global_id(0), l = get_local_id(0);\n"
    "  local ushort shared[16 * GROUP] __attribute__((aligned(32)));\n"
    "  ushort own[16] __attribute__((aligned(32)));\n"
    "  local half *to_local = (local half *)&shared[16 * l];\n"
    "  private half *to_private = (private half *)own;\n"
    "  constant half *to_constant = c + 16 * i;\n"
    "  half *to_generic = i %% 3 == 0 ? (half *)to_local : i %% 3 == 1 ? (half *)to_private\n"
    "                                 : (half *)(global half *)(g + 16 * i);\n";

static void loads_from_spaces(void) {
  enum { GROUP = 12, COUNT = 96 };
  if (!test_has_c_feature("__opencl_c_generic_address_space"))
    test_skip("no generic pointers");
  cl_ushort bits[COUNT * 16];
  for (int i = 0; i < COUNT * 16; i++)
    bits[i] = (cl_ushort)test_hash((uint32_t)i);
  struct test_buffer from = test_buffer(sizeof bits, TEST_END, CL_MEM_READ_WRITE, 0);
  test_buffer_write(&from, bits);
  char *source = test_alloc(1 << 16), *at = source;
  for (size_t w = 0; w < TEST_COUNT(widths); w++)
    for (int aligned = 0; aligned < 2; aligned++) {
      int n = widths[w];
      char width[16] = "";
      if (n > 1)
        sprintf(width, "%d", n);
      at += sprintf(at, spaces_head, n, aligned ? "a" : "", "float");
      at += sprintf(at, "  for (int j = 0; j < 16; j++) shared[16 * l + j] = own[j] = g[16 * i + j];\n");
      for (size_t s = 0; s < TEST_COUNT(spaces); s++) {
        char load[64];
        snprintf(load, sizeof load, "vload%s_half%s(%d, to_%s)", aligned && n > 1 ? "a" : "", width, n < 16, spaces[s]);
        at += sprintf(at, n == 1 ? "  o[i * 4 + %2$zu] = %1$s;\n" : "  vstore%3$d(%1$s, i * 4 + %2$zu, o);\n", load, s,
                      n);
      }
      at += sprintf(at, "}\n");
    }
  for (size_t v = 0; v < 2; v++) {
    cl_program program = test_build(v ? "-cl-std=CL3.0 -cl-opt-disable" : "-cl-std=CL3.0", source);
    for (size_t w = 0; w < TEST_COUNT(widths); w++)
      for (int aligned = 0; aligned < 2; aligned++) {
        size_t n = (size_t)widths[w], first = n == 16 ? 0 : n == 3 && aligned ? 4 : n;
        char name[16];
        snprintf(name, sizeof name, "k_%zu%s", n, aligned ? "a" : "");
        struct test_buffer out = test_buffer(COUNT * 4 * n * sizeof(float), TEST_END, CL_MEM_READ_WRITE, 1);
        LAUNCH(test_kernel(program, name), COUNT, GROUP, ARG_BUFFER(out), ARG_BUFFER(from), ARG_BUFFER(from),
               ARG_BUFFER(out));
        test_buffer_sync(&out);
        for (size_t j = 0; j < COUNT * 4 * n; j++) {
          double got = ((float *)out.data)[j], want = half_value(bits[j / n / 4 * 16 + first + j % n]);
          if (!format_same(got, want))
            FAIL("%s from %s: %a, not %a", name, spaces[j / n % 4], got, want);
        }
      }
  }
}

/* And nothing but the vector is written. */
static void stores_to_spaces(const struct format *format) {
  enum { GROUP = 12, COUNT = 96, MODES = 5, SLOTS = 3 * MODES, UNTOUCHED = 0x1111 };
  static const char *const modes[MODES] = {"", "_rte", "_rtz", "_rtp", "_rtn"};
  format_need(format);
  if (!test_has_c_feature("__opencl_c_generic_address_space"))
    test_skip("no generic pointers");
  double in[COUNT * 16];
  unsigned char *bytes = test_alloc(COUNT * 16 * format->size);
  for (size_t i = 0; i < COUNT * 16; i++)
    format_put(format, bytes, i, in[i] = format_rounded(format, number((uint32_t)i)));
  struct test_buffer numbers = test_buffer(COUNT * 16 * format->size, TEST_END, CL_MEM_READ_ONLY, 0);
  struct test_buffer room = test_buffer(COUNT * 16 * 2, TEST_END, CL_MEM_READ_WRITE, 0);
  test_buffer_write(&numbers, bytes);
  char *source = test_alloc(1 << 17), *at = source;
  at += sprintf(at,
                "#define FILL for (int j = 0; j < 16; j++) shared[16 * l + j] = own[j] = g[16 * i + j] = %d;\n"
                "#define TAKE(slot, from) for (int j = 0; j < 16; j++) out[(i * %d + slot) * 16 + j] = from[j];\n",
                UNTOUCHED, SLOTS);
  for (size_t w = 0; w < TEST_COUNT(widths); w++)
    for (int aligned = 0; aligned < 2; aligned++) {
      int n = widths[w];
      char width[16] = "";
      if (n > 1)
        sprintf(width, "%d", n);
      at += sprintf(at, spaces_head, n, aligned ? "a" : "", format->name);
      at += sprintf(at,
                    n == 1 ? "  global ushort *out = (global ushort *)o;\n  %s v = in[16 * i];\n"
                           : "  global ushort *out = (global ushort *)o;\n  %1$s%2$d v = vload%2$d(0, in + 16 * i);\n",
                    format->name, n);
      for (int m = 0; m < MODES; m++)
        for (int s = 1; s < 4; s++)
          at += sprintf(at, "  FILL vstore%s_half%s%s(v, %d, to_%s); TAKE(%d, ((ushort *)to_%s))\n",
                        aligned && n > 1 ? "a" : "", width, modes[m], n < 16, spaces[s], m * 3 + s - 1, spaces[s]);
      at += sprintf(at, "}\n");
    }
  cl_program program = test_build("-cl-std=CL3.0", source);
  for (size_t w = 0; w < TEST_COUNT(widths); w++)
    for (int aligned = 0; aligned < 2; aligned++) {
      size_t n = (size_t)widths[w], first = n == 16 ? 0 : n == 3 && aligned ? 4 : n;
      char name[16];
      snprintf(name, sizeof name, "k_%zu%s", n, aligned ? "a" : "");
      struct test_buffer out = test_buffer(COUNT * SLOTS * 16 * 2, TEST_END, CL_MEM_READ_WRITE, 1);
      LAUNCH(test_kernel(program, name), COUNT, GROUP, ARG_BUFFER(out), ARG_BUFFER(room), ARG_BUFFER(room),
             ARG_BUFFER(numbers));
      test_buffer_sync(&out);
      for (size_t j = 0; j < COUNT * SLOTS * 16; j++) {
        size_t lane = j % 16 - first, mode = j / 16 % SLOTS / 3;
        double x = in[j / 16 / SLOTS * 16 + (lane < n ? lane : 0)];
        unsigned got = ((cl_ushort *)out.data)[j], want = UNTOUCHED;
        if (lane < n)
          want = half_rounded(x, mode ? modes[mode][3] : 'e');
        if (got != want)
          FAIL("%s%s of %s %a to %s: %04x, not %04x", name, modes[mode], format->name, x, spaces[j / 16 % 3 + 1], got,
               want);
      }
    }
}
static void stores_of_float_to_spaces(void) {
  stores_to_spaces(&formats[FLOAT]);
}
static void stores_of_double_to_spaces(void) {
  stores_to_spaces(&formats[DOUBLE]);
}

static const struct test_case cases[] = {{"stores_of_float", stores_of_float},
                                         {"stores_of_double", stores_of_double},
                                         {"loads", loads},
                                         {"loads_from_spaces", loads_from_spaces},
                                         {"stores_of_float_to_spaces", stores_of_float_to_spaces},
                                         {"stores_of_double_to_spaces", stores_of_double_to_spaces}};
TEST_MAIN(cases)
