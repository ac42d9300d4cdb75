/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Casts of numbers to chars and shorts that cannot hold them. C leaves the values open; a program gets the same ones
 * from all its work-items, in packets or not, and from every build: the last bits of the int, where the number fits
 * one.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

enum { ITEMS = 16 * 37, GROUP = 37, TYPES = 4 };

static const double values[] = {0.5,  -0.5,  -1,    -1.5,  127.9, 128,    255.9,  256,        300,      -129,     -200,
                                -256, 32768, 65535, 65536, 70000, -40000, -70000, 2147483520, 3e9,      4e9,      5e9,
                                -3e9, -5e9,  1e10,  1e19,  -1e19, 1e30,   -1e30,  NAN,        INFINITY, -INFINITY};

static const char *const names[TYPES] = {"char", "uchar", "short", "ushort"};

/* An item's number by a constant, by itself, in a vector, and of a branch that not all take. */
static const char body[] = "  int g = get_global_id(0);\n"
                           "  R x = in[g];\n"
                           "  R##4 v = (R##4)(x, in[(g + 1) % n], x, in[(g + 3) % n]);\n"
                           "  out[g] = (I)x;\n"
                           "  I##4 w = (I##4)((I)v.x, (I)v.y, (I)v.z, (I)v.w);\n"
                           "  out[n + g] = w.x;\n"
                           "  out[2 * n + g] = g % 3 ? (I)x : (I)v.z;\n"
                           "  int sum = 0;\n"
                           "  for (int k = 0; k < 5; k++) sum += (I)(in[(g + k) % n]);\n"
                           "  out[3 * n + g] = (I)sum;\n";

/* What the casts give under these options, of 4 * ITEMS elements. */
static const unsigned char *cast(const char *options, const char *real, const char *narrow, size_t size, size_t bytes) {
  char *source = test_alloc(sizeof body + 512);
  sprintf(source,
          "typedef %s R; typedef %s4 R4; typedef %s I; typedef %s4 I4;\n"
          "kernel void k(global const R *in, global I *out, int n) {\n%s}\n",
          real, real, narrow, narrow, body);
  for (char *hash; (hash = strstr(source, "##"));)
    memmove(hash, hash + 2, strlen(hash + 2) + 1);
  struct test_buffer in = test_buffer(ITEMS * bytes, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer out = test_buffer(4 * ITEMS * size, TEST_END, CL_MEM_READ_WRITE, 0);
  unsigned char *numbers = test_alloc(ITEMS * bytes);
  for (size_t i = 0; i < ITEMS; i++) {
    const double value = values[i % TEST_COUNT(values)];
    const float single = (float)value;
    memcpy(numbers + i * bytes, bytes == sizeof value ? (const void *)&value : &single, bytes);
  }
  test_buffer_write(&in, numbers);
  LAUNCH(test_kernel(test_build(options, source), "k"), ITEMS, GROUP, ARG_BUFFER(in), ARG_BUFFER(out), ARG_INT(ITEMS));
  test_buffer_sync(&out);
  return out.data;
}

static cl_ulong element(const unsigned char *data, size_t size, size_t i) {
  cl_ulong value = 0;
  memcpy(&value, data + i * size, size);
  return value;
}

static void check(const char *real, size_t bytes) {
  for (size_t t = 0; t < TYPES; t++) {
    const size_t size = t < 2 ? 1 : 2;
    const unsigned char *plain = cast("-cl-opt-disable", real, names[t], size, bytes);
    const unsigned char *fast[] = {cast("", real, names[t], size, bytes),
                                   cast("-cl-mad-enable -cl-std=CL3.0", real, names[t], size, bytes)};
    for (size_t f = 0; f < TEST_COUNT(fast); f++) {
      const size_t at = test_differ(plain, fast[f], 4 * ITEMS * size) / size;
      if (at < 4 * ITEMS)
        FAIL("(%s)%g is %llu in one build and %llu in another", names[t], values[at % ITEMS % TEST_COUNT(values)],
             (unsigned long long)element(plain, size, at), (unsigned long long)element(fast[f], size, at));
    }
    for (size_t i = 0; i < 3 * ITEMS; i++) {
      const double value = values[i % ITEMS % TEST_COUNT(values)];
      if (fabs(value) < 0x1p31) {
        const int number = (int)value;
        CHECK_EQ(element(plain, size, i), (cl_ulong)number & (size == 1 ? 0xff : 0xffff));
      } else {
        CHECK_EQ(element(plain, size, i), element(plain, size, i % ITEMS % TEST_COUNT(values)));
      }
    }
  }
}

static void floats(void) {
  if (!test.is_weft)
    test_skip("the values are Weft's own promise");
  check("float", sizeof(cl_float));
}

static void doubles(void) {
  if (!test.is_weft || !test_has_extension("cl_khr_fp64"))
    test_skip("no doubles, or not Weft, whose own promise the values are");
  check("double", sizeof(cl_double));
}

static const struct test_case cases[] = {{"floats", floats}, {"doubles", doubles}};
TEST_MAIN(cases)
