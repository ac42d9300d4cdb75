/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bitwise operations under a condition whose other way keeps one of their operands, against the same formulas on the
 * host: of integers of each size, in packets and in vectors, with operands in registers, in memory and uniform. */
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

#define N 203

/* K and M are constants, d is what the condition looks at. The formulas are C's and OpenCL C's alike. */
#define FORMULAS(F)                                                                                                    \
  F(low_of_first, ((a & K) | (b & ~K)))                                                                                \
  F(high_of_first, ((a & ~K) | (b & K)))                                                                               \
  F(bytes, ((b & M) | (a & ~M)))                                                                                       \
  F(by_xor, (((a ^ b) & M) ^ b))                                                                                       \
  F(by_third, ((a & c) | (b & ~c)))                                                                                    \
  F(two_selects, ((((a & K) | (b & ~K)) & M) | (c & ~M)))                                                              \
  F(majority, ((a & b) | (a & c) | (b & c)))                                                                           \
  F(parity, (a ^ b ^ c))                                                                                               \
  F(without, ((a | K) & ~b))                                                                                           \
  F(neither, ~(a | b | M))                                                                                             \
  F(shifted, (((a << 1) & M) | (b & ~M)))

static const char *const formulas[] = {
#define TEXT(name, ...) #__VA_ARGS__,
    FORMULAS(TEXT)
#undef TEXT
};

#define K ((cl_ulong)0x7f5fff3f7fff7f7fu)
#define M ((cl_ulong)0x0f0ff00f00ff0ff0u)
#define VALUE(name, ...)                                                                                               \
  static cl_ulong name(cl_ulong a, cl_ulong b, cl_ulong c) {                                                           \
    (void)c;                                                                                                           \
    return __VA_ARGS__;                                                                                                \
  }
FORMULAS(VALUE)
static cl_ulong (*const values[])(cl_ulong, cl_ulong, cl_ulong) = {
#define POINTER(name, ...) name,
    FORMULAS(POINTER)
#undef POINTER
};
#undef K
#undef M

static const char *const types[] = {"uchar", "ushort", "uint", "ulong"};
static const char *const kept[] = {"a", "b", "c"};

/* The names of the operands, and what is declared for them. */
static const struct {
  const char *name, *operands, *declarations;
  bool uniform; /* b and c are the first of their buffers */
} places[] = {
    {"registers", "", "T a = A[i], b = B[i], c = C[i];", false},
    {"memory", "#define a A[i]\n#define b B[i]\n#define c C[i]\n", "", false},
    {"changed", "", "T a = A[i], b = B[i], c = C[i]; if (d & 2) { a += b; b ^= (T)31; } else c -= a;", false},
    {"uniform", "", "T a = A[i], b = B[0], c = C[0];", true},
};

/* A kernel for each formula and each operand that is kept, named k_FORMULA_KEPT. */
static char *program_text(const char *type, unsigned width, size_t place) {
  char *text = test_alloc(65536), name[16];
  snprintf(name, sizeof name, width > 1 ? "%s%u" : "%s", type, width);
  size_t used = (size_t)snprintf(text, 65536,
                                 "typedef %s T;\n#define K ((T)(%s)0x7f5fff3f7fff7f7ful)\n"
                                 "#define M ((T)(%s)0x0f0ff00f00ff0ff0ul)\n%s",
                                 name, type, type, places[place].operands);
  for (size_t f = 0; f < TEST_COUNT(formulas); f++)
    for (size_t k = 0; k < TEST_COUNT(kept); k++)
      used += (size_t)snprintf(text + used, 65536 - used,
                               "kernel void k_%zu_%zu(global const T *A, global const T *B, global const T *C, global "
                               "const uint *D, global T *out) {\n"
                               "  size_t i = get_global_id(0); uint d = D[i]; %s\n"
                               "  T r = %s; if (d & 1) r = %s; out[i] = r;\n}\n",
                               f, k, places[place].declarations, kept[k], formulas[f]);
  return text;
}

static cl_ulong element(const struct test_buffer *buffer, size_t size, size_t i) {
  cl_ulong value = 0;
  memcpy(&value, (const char *)buffer->data + i * size, size);
  return value;
}

static void check(const char *type, size_t size, unsigned width, size_t place) {
  size_t mark = test_mark(), bytes = N * width * size;
  cl_ulong all = size == 8 ? ~(cl_ulong)0 : ((cl_ulong)1 << 8 * size) - 1;
  struct test_buffer in[3], out = test_buffer(bytes, TEST_END, CL_MEM_READ_WRITE, 0);
  for (cl_uint n = 0; n < 3; n++)
    in[n] = test_buffer(bytes, TEST_END, CL_MEM_READ_ONLY, 3 + n);
  struct test_buffer when = test_buffer(N * 4, TEST_END, CL_MEM_READ_ONLY, 9);
  cl_program program = test_build(NULL, program_text(type, width, place));
  for (size_t f = 0; f < TEST_COUNT(formulas); f++)
    for (size_t k = 0; k < TEST_COUNT(kept); k++) {
      char name[32];
      snprintf(name, sizeof name, "k_%zu_%zu", f, k);
      LAUNCH(test_kernel(program, name), N, N, ARG_BUFFER(in[0]), ARG_BUFFER(in[1]), ARG_BUFFER(in[2]),
             ARG_BUFFER(when), ARG_BUFFER(out));
      test_buffer_sync(&out);
      for (size_t i = 0; i < (size_t)N * width; i++) {
        cl_uint d = ((const cl_uint *)when.data)[i / width];
        cl_ulong v[3];
        for (size_t n = 0; n < 3; n++)
          v[n] = element(&in[n], size, places[place].uniform && n ? i % width : i);
        if (!strcmp(places[place].name, "changed")) {
          if (d & 2) {
            v[0] += v[1];
            v[1] ^= 31;
          } else {
            v[2] -= v[0];
          }
        }
        cl_ulong want = (d & 1 ? values[f](v[0], v[1], v[2]) : v[k]) & all, got = element(&out, size, i);
        if (got != want)
          FAIL("%s%u, %s: d & 1 ? %s : %s is %llx, not %llx, in element %zu", type, width, places[place].name,
               formulas[f], kept[k], (unsigned long long)got, (unsigned long long)want, i);
      }
    }
  test_release_to(mark);
}

static void scalars(void) {
  for (size_t t = 0; t < TEST_COUNT(types); t++)
    for (size_t place = 0; place < TEST_COUNT(places); place++)
      check(types[t], (size_t)1 << t, 1, place);
}

/* Under a branch here, and by select() below. */
static void vectors(void) {
  for (size_t t = 0; t < TEST_COUNT(types); t++)
    for (unsigned width = 2; width <= 16; width *= 2)
      check(types[t], (size_t)1 << t, width, width % 3);
}

/* select() of whole vectors, and copysign, which LLVM makes a bit select of; each used once, either operand kept. */
static const char selects[] =
    "#define SELECT(W)\\\n"
    "kernel void bits_##W(global const uint##W *A, global const uint##W *B, global uint##W *out, global uint##W *f) "
    "{\\\n"
    "  size_t i = get_global_id(0); uint##W a = A[i], b = B[i];\\\n"
    "  out[2 * i] = select(a, (a & 0x7ffffff0u) | (b & 0x8000000fu), (a ^ b) << 31);\\\n"
    "  out[2 * i + 1] = select(b, (a & 0x7ffff0ffu) | (b & 0x80000f00u), (a ^ b) << 30);\\\n"
    "  f[2 * i] = select(a, as_uint##W(copysign(as_float##W(a), as_float##W(b))), b << 30);\\\n"
    "  f[2 * i + 1] = select(b, as_uint##W(copysign(as_float##W(b), as_float##W(a))), b << 29);\\\n"
    "}\n"
    "SELECT(2) SELECT(4) SELECT(8) SELECT(16)\n";

static void selects_of_vectors(void) {
  cl_program program = test_build(NULL, selects);
  for (unsigned width = 2; width <= 16; width *= 2) {
    size_t mark = test_mark(), bytes = (size_t)N * width * 4;
    struct test_buffer a = test_buffer(bytes, TEST_END, CL_MEM_READ_ONLY, 1);
    struct test_buffer b = test_buffer(bytes, TEST_END, CL_MEM_READ_ONLY, 2);
    struct test_buffer bits = test_buffer(2 * bytes, TEST_END, CL_MEM_READ_WRITE, 0);
    struct test_buffer floats = test_buffer(2 * bytes, TEST_END, CL_MEM_READ_WRITE, 0);
    char name[32];
    snprintf(name, sizeof name, "bits_%u", width);
    LAUNCH(test_kernel(program, name), N, N, ARG_BUFFER(a), ARG_BUFFER(b), ARG_BUFFER(bits), ARG_BUFFER(floats));
    test_buffer_sync(&bits);
    test_buffer_sync(&floats);
    for (size_t i = 0; i < (size_t)N * width; i++) {
      cl_uint x = ((const cl_uint *)a.data)[i], y = ((const cl_uint *)b.data)[i];
      size_t first = i / width * 2 * width + i % width, second = first + width;
      CHECK_EQ(((const cl_uint *)bits.data)[first], (x ^ y) & 1 ? (x & 0x7ffffff0u) | (y & 0x8000000fu) : x);
      CHECK_EQ(((const cl_uint *)bits.data)[second], (x ^ y) & 2 ? (x & 0x7ffff0ffu) | (y & 0x80000f00u) : y);
      CHECK_EQ(((const cl_uint *)floats.data)[first], y & 2 ? (x & 0x7fffffffu) | (y & 0x80000000u) : x);
      CHECK_EQ(((const cl_uint *)floats.data)[second], y & 4 ? (y & 0x7fffffffu) | (x & 0x80000000u) : y);
    }
    test_release_to(mark);
  }
}

static const struct test_case cases[] = {
    {"scalars", scalars}, {"vectors", vectors}, {"selects_of_vectors", selects_of_vectors}};
TEST_MAIN(cases)
