/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Links: several programs, libraries, symbols twice or missing, and inputs that are no programs. */
#include "tests/compiler/border.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cl_int link_all(const struct weft_compile_output *outputs, size_t count, bool library,
                       struct weft_compile_output *result) {
  struct weft_bytes inputs[4];
  for (size_t i = 0; i < count; i++)
    inputs[i] = outputs[i].bitcode;
  const struct weft_build_options options = {0};
  const struct weft_link_request request = {
      .target = &target, .options = &options, .inputs = inputs, .num_inputs = count, .create_library = library};
  return compiler->link(&request, result);
}

static void test_two_programs(void) {
  struct weft_compile_output parts[2], library, program, twice[2];
  CHECK(compile("int twice(int x);\nkernel void k(global int *a) { a[0] = twice(a[1]); }", 0, NULL, &parts[0]) == 0);
  CHECK(compile("int twice(int x) { return 2 * x; }", 0, NULL, &parts[1]) == 0);

  CHECK(link_all(parts, 1, false, &program) == CL_LINK_PROGRAM_FAILURE);
  CHECK(strstr(program.log, "twice"));
  CHECK(!program.object.size && !program.num_kernels);
  compiler->release(&program);

  CHECK(link_all(parts, 2, false, &program) == CL_SUCCESS);
  CHECK(program.num_kernels == 1 && program.object.size > 0 && program.bitcode.size > 0);
  compiler->release(&program);

  /* A library may miss symbols and has no code; with the rest it becomes a program. */
  CHECK(link_all(&parts[1], 1, true, &library) == CL_SUCCESS);
  CHECK(!library.object.size && library.bitcode.size > 0);
  struct weft_compile_output both[2] = {parts[0], library};
  CHECK(link_all(both, 2, false, &program) == CL_SUCCESS);
  CHECK(program.num_kernels == 1);
  compiler->release(&program);
  compiler->release(&library);

  twice[0] = twice[1] = parts[1];
  CHECK(link_all(twice, 2, false, &program) == CL_LINK_PROGRAM_FAILURE);
  CHECK(strstr(program.log, "twice"));
  compiler->release(&program);
  compiler->release(&parts[0]);
  compiler->release(&parts[1]);
}

static cl_int link_bytes(const void *data, size_t size) {
  struct weft_compile_output input = {.bitcode = {(void *)(uintptr_t)data, size}}, result;
  cl_int code = link_all(&input, 1, false, &result);
  CHECK(code == CL_SUCCESS || !result.object.size);
  CHECK(result.log);
  compiler->release(&result);
  return code;
}

static void test_hostile(void) {
  struct weft_compile_output good;
  CHECK(compile("kernel void k(global int *a) { a[0] = 1; }", 0, NULL, &good) == CL_SUCCESS);
  size_t size = good.bitcode.size;
  char *bytes = malloc(size + 16);
  memcpy(bytes, good.bitcode.data, size);
  memset(bytes + size, 0, 16);
  CHECK(link_bytes(bytes, size) == CL_SUCCESS);
  CHECK(link_bytes("", 0) == CL_INVALID_BINARY);
  CHECK(link_bytes("BC\xc0\xde", 4) == CL_INVALID_BINARY);
  CHECK(link_bytes(bytes, size - 1) == CL_INVALID_BINARY);
  CHECK(link_bytes(bytes, size + 16) == CL_INVALID_BINARY);
  CHECK(link_bytes(bytes, 32) == CL_INVALID_BINARY);
  CHECK(link_bytes(bytes + 32, size - 32) == CL_INVALID_BINARY); /* LLVM bitcode without our header */
  for (size_t i = 0; i < size; i += 61) {
    bytes[i] ^= 0x10;
    CHECK(link_bytes(bytes, size) == CL_INVALID_BINARY);
    bytes[i] ^= 0x10;
  }
  CHECK(link_bytes(bytes, size) == CL_SUCCESS);
  free(bytes);
  compiler->release(&good);

  const struct weft_build_options options = {0};
  const struct weft_link_request nothing = {.target = &target, .options = &options};
  struct weft_compile_output result;
  CHECK(compiler->link(&nothing, &result) == CL_INVALID_BINARY);
  compiler->release(&result);
}

static bool never(void *user) {
  return false;
}

/* Yes to so many questions. */
static bool for_a_while(void *user) {
  int *left = user;
  return --*left > 0;
}

static cl_int specialise(const struct weft_compile_output *program, const struct weft_specialisation *special,
                         bool (*is_wanted)(void *user), void *user, struct weft_compile_output *result) {
  const struct weft_build_options options = {0};
  const struct weft_link_request request = {.target = &target,
                                            .options = &options,
                                            .inputs = &program->bitcode,
                                            .num_inputs = 1,
                                            .specialisation = special,
                                            .is_wanted = is_wanted,
                                            .user = user};
  return compiler->link(&request, result);
}

static void test_specialisation(void) {
  struct weft_compile_output program, result;
  CHECK(compile("kernel void one(global int *a) { a[0] = 1; }\n"
                "kernel void two(read_only image2d_t in, sampler_t s, global float4 *a, int x) {\n"
                "  a[x] = read_imagef(in, s, (int2)(x, 1));\n"
                "}\n",
                0, NULL, &program) == CL_SUCCESS);

  /* The program says of which arguments copies should know more. */
  CHECK(link_all(&program, 1, false, &result) == CL_SUCCESS);
  CHECK(result.num_kernels == 2);
  for (size_t i = 0; i < result.num_kernels; i++)
    for (uint32_t arg = 0; arg < result.kernels[i].num_args; arg++) {
      bool is_two = !strcmp(result.kernels[i].name, "two");
      CHECK(result.kernels[i].args[arg].fact == (is_two && arg == 0   ? WEFT_FACT_FORMAT
                                                 : is_two && arg == 1 ? WEFT_FACT_SAMPLER
                                                                      : WEFT_FACT_NONE));
    }
  compiler->release(&result);

  const struct weft_fact facts[] = {{WEFT_FACT_FORMAT, 0, (uint64_t)CL_UNORM_INT8 << 32 | CL_RGBA},
                                    {WEFT_FACT_SAMPLER, 1, 0x12}};
  struct weft_specialisation special = {"two", facts, 2};
  CHECK(specialise(&program, &special, NULL, NULL, &result) == CL_SUCCESS);
  CHECK(result.num_kernels == 1 && !strcmp(result.kernels[0].name, "two") && result.kernels[0].num_args == 4);
  CHECK(result.object.size > 0 && !result.bitcode.size);
  compiler->release(&result);

  /* Facts of other arguments than the kernel has, and another kernel. */
  special.kernel = "one";
  CHECK(specialise(&program, &special, NULL, NULL, &result) == CL_LINK_PROGRAM_FAILURE);
  CHECK(strstr(result.log, "one") && !result.object.size);
  compiler->release(&result);
  special.kernel = "three";
  CHECK(specialise(&program, &special, NULL, NULL, &result) == CL_LINK_PROGRAM_FAILURE);
  CHECK(strstr(result.log, "three"));
  compiler->release(&result);

  /* Whenever it is told to stop, it does. */
  special.kernel = "two";
  CHECK(specialise(&program, &special, never, NULL, &result) == CL_LINK_PROGRAM_FAILURE);
  compiler->release(&result);
  int left = INT_MAX;
  CHECK(specialise(&program, &special, for_a_while, &left, &result) == CL_SUCCESS);
  compiler->release(&result);
  const int questions = INT_MAX - left;
  CHECK(questions > 32); /* it is asked between passes */
  for (int steps = 1; steps <= questions; steps *= 2) {
    left = steps;
    CHECK(specialise(&program, &special, for_a_while, &left, &result) == CL_LINK_PROGRAM_FAILURE);
    CHECK(!result.object.size && strstr(result.log, "no longer wanted"));
    compiler->release(&result);
  }
  compiler->release(&program);
}

/* A loop with barriers on local memory, of which the size of the groups decides the turns: and of nothing else, does a
 * program say that copies should know that size. */
static void test_group_sizes(void) {
#define HEAD(name, more)                                                                                               \
  "kernel void " name "(global int *a, local int *t" more ") { int l = get_local_id(0); t[l] = a[l];"
#define MEET "barrier(CLK_LOCAL_MEM_FENCE);"
  static const char source[] = HEAD(
      "yes", "") "for (int s = 1; s < get_local_size(0); s *= 2) { int x = t[l ^ s];" MEET "t[l] += x;" MEET
                 "} a[l] = t[l]; }" HEAD(
                     "steps", ", int n") "for (int s = 1; s < n; s *= 2) { int x = t[l ^ s];" MEET "t[l] += x;" MEET
                                         "} a[l] = t[l]; }" HEAD(
                                             "data", "") "for (int s = 1; s < a[0]; s *= 2) { int x = t[l ^ s];" MEET
                                                         "t[l] += x;" MEET "} a[l] = t[l]; }" HEAD("once", "") MEET
      "a[l] = t[l ^ 1]; }" HEAD(
          "atomic",
          "") "for (int s = 1; s < 9; s *= 2) { atomic_inc(&t[l ^ s]);" MEET
              "} a[l] = t[l]; }" HEAD(
                  "changing",
                  "") "volatile local int *v = t; for (int s = 1; s < 9; s *= 2) { int x = v[l ^ s];" MEET
                      "v[l] += x;" MEET "} a[l] = t[l]; }"
                      "kernel void global_only(global int *a) { int l = get_local_id(0);"
                      "for (int s = 1; s < 9; s *= 2) { int x = a[l ^ s]; barrier(CLK_GLOBAL_MEM_FENCE); a[l] += x;"
                      "barrier(CLK_GLOBAL_MEM_FENCE); } }"
                      "kernel __attribute__((reqd_work_group_size(32, 1, 1)))"
                      "void known(global int *a, local int *t) { int l = get_local_id(0); t[l] = a[l];"
                      "for (int s = 1; s < 9; s *= 2) { int x = t[l ^ s];" MEET "t[l] += x;" MEET "} a[l] = t[l]; }";
#undef HEAD
#undef MEET
  struct weft_compile_output program, result;
  CHECK(compile(source, 0, NULL, &program) == CL_SUCCESS);
  const enum weft_spmd_mode before = target.spmd.mode;
  for (int vectorises = 0; vectorises < 2; vectorises++) {
    target.spmd.mode = vectorises ? WEFT_SPMD_AUTO : WEFT_SPMD_OFF;
    CHECK(link_all(&program, 1, false, &result) == CL_SUCCESS);
    CHECK(result.num_kernels == 8);
    for (size_t i = 0; i < result.num_kernels; i++)
      CHECK(result.kernels[i].wants_group == (vectorises && !strcmp(result.kernels[i].name, "yes")));
    compiler->release(&result);
  }
  target.spmd.mode = before;

  /* A size of which nothing comes is an error of that copy. */
  target.spmd.mode = WEFT_SPMD_AUTO;
  const struct weft_fact fits = {WEFT_FACT_GROUP, 0, 16 | 1ULL << 16 | 1ULL << 32};
  struct weft_specialisation special = {"steps", &fits, 1};
  CHECK(specialise(&program, &special, NULL, NULL, &result) == CL_LINK_PROGRAM_FAILURE);
  CHECK(strstr(result.log, "steps") && !result.object.size);
  compiler->release(&result);
  target.spmd.mode = before;
  compiler->release(&program);
}

static void test_determinism(void) {
  const char *source = "kernel void k(global float *a, float3 b) { a[get_global_id(0)] *= b.y; }";
  struct weft_compile_output one, two;
  CHECK(build(source, 0, &one) == CL_SUCCESS);
  /* The second takes up the code generator of the first; one that is set up otherwise comes between. */
  CHECK(build(source, WEFT_BUILD_OPT_DISABLE, &two) == CL_SUCCESS);
  CHECK(one.object.size != two.object.size || memcmp(one.object.data, two.object.data, one.object.size));
  compiler->release(&two);
  CHECK(build(source, 0, &two) == CL_SUCCESS);
  CHECK(one.object.size == two.object.size && !memcmp(one.object.data, two.object.data, one.object.size));
  CHECK(one.bitcode.size == two.bitcode.size && !memcmp(one.bitcode.data, two.bitcode.data, one.bitcode.size));
  compiler->release(&one);
  compiler->release(&two);
}

/* Packets of this kernel LLVM 22 does not select for AVX-512 (a shuffle of two vectors with zeros in some lanes); alone
 * it does. Nothing here runs, so that any processor will do. */
static void test_left_scalar(void) {
  const char *source =
      "kernel void k(global const ulong *longs, global const uchar *bytes, global uint *out, uint n, float f) {\n"
      "  ulong g = get_global_id(0);\n"
      "  uint acc = n ? n : 1, v = n;\n"
      "  long of[4] = {as_long(longs[g / 2] << as_ulong((long)n)), n, get_local_id(1), as_long(longs[(g + 1) % n])};\n"
      "  acc = rotate(acc, 5u) - of[acc & 3];\n"
      "  if ((uchar)n <= (uchar)(convert_char(acc) >= n ? bytes[4 * g + 1] : get_global_size(0))) {\n"
      "    float floats[2] = {as_int((char4)n >= as_char4(vload4(g, bytes))) < -5 ? f : convert_float_rtp(n), f};\n"
      "    v = n * n;\n"
      "    acc = rotate(acc, 5u) - as_uint(isnan(floats[acc & 1]) ? 0 : floats[acc & 1]);\n"
      "  }\n"
      "  vstore2(shuffle2(n | ((uint3)n).s21, (uint2)acc, sub_sat((uint2)v, n) % n), g * 2 + 1, out);\n"
      "}\n";
  const struct weft_target before = target;
  struct weft_compile_output result;
  target.isa = "x86-64-v4";
  target.cpu = "sapphirerapids";
  target.spmd = (struct weft_spmd){.mode = WEFT_SPMD_FORCE, .lanes = 4, .parts = 4};
  CHECK(build(source, 0, &result) == CL_SUCCESS);
  CHECK(result.object.size && result.num_kernels == 1);
  CHECK(strstr(result.log, "warning: kernels are left scalar") && strstr(result.log, "Cannot select"));
  CHECK(!strstr(result.log, "error"));
  compiler->release(&result);
  target = before;
}

void test_link(void) {
  test_two_programs();
  test_hostile();
  test_specialisation();
  test_group_sizes();
  test_determinism();
  test_left_scalar();
}
