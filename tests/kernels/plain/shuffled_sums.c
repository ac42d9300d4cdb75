/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Elements of vectors that are combined by way of shuffled vectors, some of them twice, against the same elements one
 * by one. */
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

enum { N = 131 };

static const char *const types[] = {"uchar", "ushort", "uint", "ulong"};

/* $ is the operation. Of vectors, and of their elements. */
static const struct {
  const char *of_vectors, *of_elements;
  unsigned width;
} sums[] = {
    {"V t = v $ v.yzz; r = t.x $ t.y", "v.x $ v.y $ v.y $ v.z", 3},
    {"V t = v $ v.yzx; r = t.x $ t.y", "v.x $ v.y $ v.y $ v.z", 3},
    {"V t = v $ v.zzz; r = t.x $ t.y", "v.x $ v.z $ v.y $ v.z", 3},
    {"V t = v $ v.yzx; V u = t $ t.zxy; r = u.x", "v.x $ v.y $ v.z $ v.x", 3},
    {"V t = v $ v.yzx; r = t.x $ t.y $ t.z", "v.x $ v.y $ v.y $ v.z $ v.z $ v.x", 3},
    {"r = v.x $ v.y $ v.z", "v.z $ v.y $ v.x", 3},
    {"V t = v $ v.zwxy; r = t.x $ t.y", "v.x $ v.z $ v.y $ v.w", 4},
    {"V t = v $ v.yzww; r = t.x $ t.y", "v.x $ v.y $ v.y $ v.z", 4},
    {"V t = v $ v.yzww; V u = t $ t.zwxy; r = u.x $ u.y", "v.x $ v.y $ v.z $ v.w $ v.y $ v.z $ v.w $ v.w", 4},
    {"V t = v $ v.s45670123; V u = t $ t.s23456701; r = u.s0 $ u.s1",
     "v.s0 $ v.s4 $ v.s2 $ v.s6 $ v.s1 $ v.s5 $ v.s3 $ v.s7", 8},
};

static const char *const operations[] = {"+", "*", "^", "|", "&"};

/* The text with $ replaced. Each operation in the type, as C computes with int. */
static size_t put(char *to, const char *text, const char *operation) {
  size_t used = 0;
  for (; *text; text++)
    if (*text == '$')
      used += (size_t)sprintf(to + used, "%s", operation);
    else
      to[used++] = *text;
  to[used] = 0;
  return used;
}

/* A kernel for each sum and operation. */
static cl_program build(const char *type, bool of_vectors) {
  char *text = test_alloc(65536);
  size_t used = 0;
  for (size_t s = 0; s < TEST_COUNT(sums); s++)
    for (size_t o = 0; o < TEST_COUNT(operations); o++) {
      used += (size_t)sprintf(text + used,
                              "kernel void k_%zu_%zu(global const %s *in, global %s *out) {\n"
                              "  typedef %s%u V; size_t i = get_global_id(0); V v = vload%u(i, in); %s r; ",
                              s, o, type, type, type, sums[s].width, sums[s].width, type);
      used += (size_t)sprintf(text + used, of_vectors ? "" : "r = ");
      used += put(text + used, of_vectors ? sums[s].of_vectors : sums[s].of_elements, operations[o]);
      used += (size_t)sprintf(text + used, ";\n  out[i] = r;\n}\n");
    }
  return test_build(of_vectors ? NULL : "-cl-opt-disable", text);
}

static void check_type(const char *type, size_t size) {
  size_t mark = test_mark();
  char name[32];
  cl_program program = build(type, true), plain = build(type, false);
  for (size_t s = 0; s < TEST_COUNT(sums); s++)
    for (size_t o = 0; o < TEST_COUNT(operations); o++) {
      size_t inner = test_mark();
      struct test_buffer in = test_buffer(N * size * sums[s].width, TEST_END, CL_MEM_READ_ONLY, 7);
      struct test_buffer out = test_buffer(N * size, TEST_END, CL_MEM_READ_WRITE, 0);
      struct test_buffer want = test_buffer(N * size, TEST_END, CL_MEM_READ_WRITE, 0);
      snprintf(name, sizeof name, "k_%zu_%zu", s, o);
      LAUNCH(test_kernel(plain, name), N, N, ARG_BUFFER(in), ARG_BUFFER(want));
      test_buffer_sync(&want);
      for (size_t local = 1; local <= N; local += N - 1) { /* without packets, and with */
        LAUNCH(test_kernel(program, name), N, local, ARG_BUFFER(in), ARG_BUFFER(out));
        test_buffer_sync(&out);
        if (memcmp(out.data, want.data, N * size))
          FAIL("%s%u: %s with %s differs", type, sums[s].width, sums[s].of_vectors, operations[o]);
      }
      test_release_to(inner);
    }
  test_release_to(mark);
}

static void of_all_types(void) {
  for (size_t t = 0; t < TEST_COUNT(types); t++)
    check_type(types[t], (size_t)1 << t);
}

static const struct test_case cases[] = {{"of_all_types", of_all_types}};
TEST_MAIN(cases)
