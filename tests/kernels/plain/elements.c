/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What moves elements whatever they are: select, bitselect, any, all, shuffle and vload/vstore, of every type and
 * width, byte by byte; and vec_step. Each kernel is built twice, optimised and not.
 */
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"
#include "tests/kernels/plain/formats.h"

enum { ITEMS = 64 };
static const int widths[] = {1, 2, 3, 4, 8, 16};
static const char *const builds[] = {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"};

struct kind {
  const char *type, *truth, *index;
  int bytes;
};
static const struct kind kinds[] = {
    {"char", "char", "uchar", 1},     {"uchar", "char", "uchar", 1},  {"short", "short", "ushort", 2},
    {"ushort", "short", "ushort", 2}, {"half", "short", "ushort", 2}, {"int", "int", "uint", 4},
    {"uint", "int", "uint", 4},       {"float", "int", "uint", 4},    {"long", "long", "ulong", 8},
    {"ulong", "long", "ulong", 8},    {"double", "long", "ulong", 8}};

static bool is_there(const char *type) {
  for (const struct format *format = formats; format < formats + FORMATS; format++)
    if (!strcmp(format->name, type))
      return format_is_there(format);
  return true;
}

static bool top_bit(const unsigned char *element, int bytes) {
  return element[bytes - 1] >> 7;
}

static bool is_nonzero(const unsigned char *element, int bytes) {
  for (int i = 0; i < bytes; i++)
    if (element[i])
      return true;
  return false;
}

static void selections(void) {
  for (size_t k = 0; k < TEST_COUNT(kinds); k++) {
    if (!is_there(kinds[k].type))
      continue;
    size_t size = (size_t)kinds[k].bytes, mark = test_mark();
    struct test_buffer in[3];
    for (uint32_t i = 0; i < 3; i++)
      in[i] = test_buffer(ITEMS * 16 * size, TEST_END, CL_MEM_READ_ONLY, 5 + i);
    char *source = test_alloc(1 << 16), *at = source + sprintf(source, "%s", format_with_half);
    for (size_t w = 0; w < TEST_COUNT(widths); w++) {
      int n = widths[w];
      char t[16], c[16], u[16];
      format_spelt(t, kinds[k].type, n), format_spelt(c, kinds[k].truth, n), format_spelt(u, kinds[k].index, n);
      at += sprintf(at,
                    "kernel void k_%d(global %s *o, global const %s *px, global const %s *py, global const %s *pc) {\n"
                    "  int i = get_global_id(0);\n  o += i * %d;\n",
                    n, kinds[k].type, kinds[k].type, kinds[k].type, kinds[k].truth, 3 * n);
      if (n == 1)
        at += sprintf(at,
                      "  %s x = px[i], y = py[i]; %s c = pc[i];\n  o[0] = select(x, y, c); o[1] = select(x, y, "
                      "as_%s(c)); o[2] = bitselect(x, y, as_%s(c));\n}\n",
                      t, c, u, t);
      else
        at += sprintf(at,
                      "  %s x = vload%d(i, px), y = vload%d(i, py); %s c = vload%d(i, pc);\n"
                      "  vstore%d(select(x, y, c), 0, o); vstore%d(select(x, y, as_%s(c)), 1, o); "
                      "vstore%d(bitselect(x, y, as_%s(c)), 2, o);\n}\n",
                      t, n, n, c, n, n, n, u, n, t);
      at += sprintf(at, "kernel void t_%d(global int *o, global const %s *pc) {\n  int i = get_global_id(0);\n", n,
                    kinds[k].truth);
      if (n == 1)
        at += sprintf(at, "  o[2 * i] = any(pc[i]); o[2 * i + 1] = all(pc[i]);\n}\n");
      else
        at += sprintf(at, "  %s c = vload%d(i, pc);\n  o[2 * i] = any(c); o[2 * i + 1] = all(c);\n}\n", c, n);
    }
    for (size_t v = 0; v < TEST_COUNT(builds); v++) {
      cl_program program = test_build(builds[v], source);
      for (size_t w = 0; w < TEST_COUNT(widths); w++) {
        size_t n = (size_t)widths[w];
        char name[16];
        struct test_buffer out = test_buffer(ITEMS * 3 * n * size, TEST_END, CL_MEM_READ_WRITE, 1);
        struct test_buffer truths = test_buffer(ITEMS * 2 * sizeof(cl_int), TEST_END, CL_MEM_READ_WRITE, 1);
        snprintf(name, sizeof name, "k_%zu", n);
        LAUNCH(test_kernel(program, name), ITEMS, 16, ARG_BUFFER(out), ARG_BUFFER(in[0]), ARG_BUFFER(in[1]),
               ARG_BUFFER(in[2]));
        name[0] = 't';
        LAUNCH(test_kernel(program, name), ITEMS, 16, ARG_BUFFER(truths), ARG_BUFFER(in[2]));
        test_buffer_sync(&out);
        test_buffer_sync(&truths);
        for (size_t i = 0; i < ITEMS; i++) {
          bool any = false, all = true;
          for (size_t lane = 0; lane < n; lane++) {
            const unsigned char *x = in[0].data + (i * n + lane) * size, *y = in[1].data + (i * n + lane) * size;
            const unsigned char *c = in[2].data + (i * n + lane) * size;
            bool second = n == 1 ? is_nonzero(c, kinds[k].bytes) : top_bit(c, kinds[k].bytes);
            any |= top_bit(c, kinds[k].bytes);
            all &= top_bit(c, kinds[k].bytes);
            for (size_t b = 0; b < size; b++) {
              const unsigned char *o = out.data + (i * 3 * n + lane) * size + b;
              CHECK_EQ(o[0], second ? y[b] : x[b]);
              CHECK_EQ(o[n * size], second ? y[b] : x[b]);
              int mixed = 0;
              for (int bit = 0; bit < 8; bit++)
                mixed |= ((c[b] >> bit & 1 ? y[b] : x[b]) >> bit & 1) << bit;
              CHECK_EQ(o[2 * n * size], mixed);
            }
          }
          CHECK_EQ(((cl_int *)truths.data)[2 * i], any);
          CHECK_EQ(((cl_int *)truths.data)[2 * i + 1], all);
        }
      }
    }
    test_release_to(mark);
  }
}

/* Masks known to the compiler and not; every pair of widths. */
static void shuffles(void) {
  static const int from[] = {2, 4, 8, 16};
  for (size_t k = 0; k < TEST_COUNT(kinds); k++) {
    if (!is_there(kinds[k].type))
      continue;
    size_t size = (size_t)kinds[k].bytes, mark = test_mark();
    struct test_buffer in[3];
    for (uint32_t i = 0; i < 3; i++)
      in[i] = test_buffer(ITEMS * 16 * size, TEST_END, CL_MEM_READ_ONLY, 50 + i);
    char *source = test_alloc(1 << 16), *at = source + sprintf(source, "%s", format_with_half);
    for (int f = 0; f < 4; f++)
      for (int t = 0; t < 4; t++)
        at +=
            sprintf(at,
                    "kernel void s_%d_%d(global %s *o, global const %s *px, global const %s *py, global const %s *pm) "
                    "{\n  int i = get_global_id(0);\n  %s%d x = vload%d(i, px), y = vload%d(i, py); %s%d m = "
                    "vload%d(i, pm);\n  o += i * %d;\n  vstore%d(shuffle(x, m), 0, o); vstore%d(shuffle2(x, y, m), 1, "
                    "o);\n}\n",
                    from[f], from[t], kinds[k].type, kinds[k].type, kinds[k].type, kinds[k].index, kinds[k].type,
                    from[f], from[f], from[f], kinds[k].index, from[t], from[t], 2 * from[t], from[t], from[t]);
    for (size_t v = 0; v < TEST_COUNT(builds); v++) {
      cl_program program = test_build(builds[v], source);
      for (int f = 0; f < 4; f++)
        for (int t = 0; t < 4; t++) {
          size_t n = (size_t)from[f], m = (size_t)from[t];
          char name[16];
          snprintf(name, sizeof name, "s_%zu_%zu", n, m);
          struct test_buffer out = test_buffer(ITEMS * 2 * m * size, TEST_END, CL_MEM_READ_WRITE, 1);
          LAUNCH(test_kernel(program, name), ITEMS, 16, ARG_BUFFER(out), ARG_BUFFER(in[0]), ARG_BUFFER(in[1]),
                 ARG_BUFFER(in[2]));
          test_buffer_sync(&out);
          for (size_t i = 0; i < ITEMS; i++)
            for (size_t lane = 0; lane < m; lane++) {
              /* The lowest byte holds all bits that count. */
              unsigned mask = in[2].data[(i * m + lane) * size];
              const unsigned char *one = in[0].data + (i * n + mask % n) * size;
              const unsigned char *two = in[mask / n % 2].data + (i * n + mask % n) * size;
              const unsigned char *o = out.data + (i * 2 * m + lane) * size;
              CHECK(memcmp(o, one, size) == 0);
              CHECK(memcmp(o + m * size, two, size) == 0);
            }
        }
    }
    test_release_to(mark);
  }
}

/* vload and vstore touch their elements, no more, at any element's alignment and in each address space. */
static void loads_and_stores(void) {
  for (size_t k = 0; k < TEST_COUNT(kinds); k++) {
    if (!is_there(kinds[k].type))
      continue;
    size_t size = (size_t)kinds[k].bytes, mark = test_mark();
    for (size_t w = 1; w < TEST_COUNT(widths); w++) {
      int n = widths[w];
      char source[2048];
      snprintf(source, sizeof source,
               "%3$skernel void k(global %1$s *o, global const %1$s *in, constant %1$s *same) {\n"
               "  local %1$s shared[16 * %2$d + 1]; private %1$s own[%2$d + 1];\n"
               "  int i = get_global_id(0), l = get_local_id(0);\n"
               "  %1$s%2$d x = vload%2$d(i, in + 1);\n"
               "  vstore%2$d(x, l, shared + 1);\n"
               "  barrier(CLK_LOCAL_MEM_FENCE);\n"
               "  vstore%2$d(vload%2$d(15 - l, shared + 1), 0, own + 1);\n"
               "  vstore%2$d(vload%2$d(0, own + 1), 2 * i, o + 1);\n"
               "  vstore%2$d(vload%2$d(i, same + 1), 2 * i + 1, o + 1);\n}\n",
               kinds[k].type, n, format_with_half);
      size_t bytes = (size_t)n * size;
      struct test_buffer in = test_buffer(ITEMS * bytes + size, TEST_END, CL_MEM_READ_ONLY, 7);
      struct test_buffer out = test_buffer(2 * ITEMS * bytes + size, TEST_END, CL_MEM_READ_WRITE, 0);
      LAUNCH(test_kernel(test_build(NULL, source), "k"), ITEMS, 16, ARG_BUFFER(out), ARG_BUFFER(in), ARG_BUFFER(in));
      test_buffer_sync(&out);
      for (size_t i = 0; i < ITEMS; i++) {
        CHECK(memcmp(out.data + size + 2 * i * bytes, in.data + size + (i / 16 * 16 + 15 - i % 16) * bytes, bytes) ==
              0);
        CHECK(memcmp(out.data + size + (2 * i + 1) * bytes, in.data + size + i * bytes, bytes) == 0);
      }
      CHECK(!is_nonzero(out.data, (int)size));
    }
    test_release_to(mark);
  }
}

/* vec_step of values, types and what lies behind a pointer: a constant; three elements count as four. */
static void steps(void) {
  enum { EACH = 4 };
  for (size_t k = 0; k < TEST_COUNT(kinds); k++) {
    if (!is_there(kinds[k].type))
      continue;
    char *source = test_alloc(1 << 14), *at = source;
    at += sprintf(at, "%skernel void k(global int *o, global const %s *in) {\n", format_with_half, kinds[k].type);
    for (size_t w = 0; w < TEST_COUNT(widths); w++) {
      char t[16];
      format_spelt(t, kinds[k].type, widths[w]);
      at += sprintf(at,
                    "  { %1$s x = (%1$s)(in[0]);\n    global const %1$s *p = (global const %1$s *)in;\n"
                    "    int known[vec_step(%1$s)];\n"
                    "    *o++ = vec_step(x); *o++ = vec_step(%1$s); *o++ = vec_step(*p);\n"
                    "    *o++ = sizeof known / sizeof *known; }\n",
                    t);
    }
    at += sprintf(at, "}\n");
    for (size_t b = 0; b < TEST_COUNT(builds); b++) {
      struct test_buffer in = test_buffer(256, TEST_END, CL_MEM_READ_ONLY, 0);
      struct test_buffer out = test_buffer(EACH * TEST_COUNT(widths) * sizeof(cl_int), TEST_END, CL_MEM_READ_WRITE, 1);
      LAUNCH(test_kernel(test_build(builds[b], source), "k"), 1, 1, ARG_BUFFER(out), ARG_BUFFER(in));
      test_buffer_sync(&out);
      for (size_t i = 0; i < EACH * TEST_COUNT(widths); i++) {
        int n = widths[i / EACH], got = ((cl_int *)out.data)[i], want = n == 3 ? 4 : n;
        if (got != want)
          FAIL("%s of %d elements, way %zu: %d, not %d", kinds[k].type, n, i % EACH, got, want);
      }
    }
  }
}

static const struct test_case cases[] = {
    {"selections", selections}, {"shuffles", shuffles}, {"loads_and_stores", loads_and_stores}, {"steps", steps}};
TEST_MAIN(cases)
