/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a link says of its kernels, and their code called as the CPU device calls it. */
#include "compiler/kernel_abi.h"
#include "tests/compiler/border.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void test_information(void) {
  struct weft_compile_output program;
  const char *source = "typedef struct { float3 a; char b; } S;\n"
                       "global int counter; constant int table[2] = {1, 2};\n"
                       "kernel __attribute__((reqd_work_group_size(4, 2, 1))) __attribute__((vec_type_hint(uint4)))\n"
                       "void k(global const float4 *restrict a, local short *l, char c, float3 v, S s,\n"
                       "       constant int *q, double d, volatile global int *w) { l[0] = c; counter += table[c]; }\n"
                       "kernel void plain(void) {}\n";
  CHECK(build_std(source, 300, 0, &program) == CL_SUCCESS);
  CHECK(program.has_writable_globals && program.global_variables_size == 4 && !program.has_constructors);
  CHECK(program.num_kernels == 2);
  const struct weft_kernel_info *k = program.kernels;
  if (program.num_kernels == 2 && !strcmp(k->name, "k")) {
    CHECK(!strcmp(k->attributes, "vec_type_hint(uint4) reqd_work_group_size(4,2,1)"));
    CHECK(k->num_args == 8 && k->has_arg_info && !k->uses_printf);
    CHECK(k->reqd_work_group_size[0] == 4 && k->reqd_work_group_size[1] == 2 && k->reqd_work_group_size[2] == 1);
    static const struct {
      const char *name, *type;
      enum weft_arg_kind kind;
      uint32_t offset, size;
      cl_kernel_arg_address_qualifier address;
      cl_kernel_arg_type_qualifier qualifier;
    } expected[] = {
        {"a", "float4*", WEFT_ARG_GLOBAL, 0, 8, CL_KERNEL_ARG_ADDRESS_GLOBAL,
         CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT},
        {"l", "short*", WEFT_ARG_LOCAL, 8, 8, CL_KERNEL_ARG_ADDRESS_LOCAL, 0},
        {"c", "char", WEFT_ARG_VALUE, 16, 1, CL_KERNEL_ARG_ADDRESS_PRIVATE, 0},
        {"v", "float3", WEFT_ARG_VALUE, 32, 16, CL_KERNEL_ARG_ADDRESS_PRIVATE, 0},
        {"s", "S", WEFT_ARG_VALUE, 48, 32, CL_KERNEL_ARG_ADDRESS_PRIVATE, 0},
        {"q", "int*", WEFT_ARG_CONSTANT, 80, 8, CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_TYPE_CONST},
        {"d", "double", WEFT_ARG_VALUE, 88, 8, CL_KERNEL_ARG_ADDRESS_PRIVATE, 0},
        {"w", "int*", WEFT_ARG_GLOBAL, 96, 8, CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_VOLATILE},
    };
    for (uint32_t i = 0; i < 8; i++) {
      CHECK(!strcmp(k->args[i].name, expected[i].name) && !strcmp(k->args[i].type_name, expected[i].type));
      CHECK(k->args[i].kind == expected[i].kind && k->args[i].offset == expected[i].offset);
      CHECK(k->args[i].size == expected[i].size && k->args[i].address == expected[i].address);
      CHECK(k->args[i].type_qualifier == expected[i].qualifier);
      CHECK(k->args[i].access == CL_KERNEL_ARG_ACCESS_NONE);
    }
    CHECK(k->args[1].align == 2 && k->args_size == 104);
    CHECK(k[1].num_args == 0 && !strcmp(k[1].attributes, ""));
  } else {
    CHECK(!"kernels in the order of the source");
  }
  compiler->release(&program);
}

static char printed[256];

static int32_t print(const struct weft_launch *launch, const char *format, const char *types, const void *args) {
  const char *text = *(const char *const *)((const char *)args + 8);
  snprintf(printed, sizeof(printed), "%s|%s|%d|%s|%g", format, types, *(const int *)args, text,
           *(const double *)((const char *)args + 16));
  return 0;
}

static const struct weft_kernel_services services = {.print = print};

/* Builds a program and runs its only kernel over `items` work-items in groups of 4. */
static void run(const char *source, unsigned flags, const void *args, size_t items) {
  struct weft_compile_output program;
  CHECK(build(source, flags, &program) == CL_SUCCESS);
  if (program.num_kernels == 1) {
    int file = memfd_create("kernel", MFD_CLOEXEC);
    CHECK(write(file, program.object.data, program.object.size) == (ssize_t)program.object.size);
    char path[64];
    snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!object)
      fprintf(stderr, "%s\n", dlerror());
    weft_kernel_entry entry = object ? (weft_kernel_entry)(uintptr_t)dlsym(object, program.kernels[0].symbol) : NULL;
    CHECK(entry);
    const struct weft_launch launch = {.args = args,
                                       .services = &services,
                                       .work_dim = 1,
                                       .global_size = {items, 1, 1},
                                       .local_size = {4, 1, 1},
                                       .num_groups = {(items + 3) / 4, 1, 1}};
    size_t frame = program.kernels[0].frame_fixed + program.kernels[0].frame_per_item * 64;
    char *memory = aligned_alloc(128, 128 + (frame + 127) / 128 * 128 + 1024);
    if (entry)
      entry(&launch, (const uint64_t[3]){0, 0, 0}, launch.num_groups[0], memory, memory + 1024);
    free(memory);
    if (object)
      dlclose(object);
    close(file);
  }
  compiler->release(&program);
}

static void test_running(void) {
  float a[10], b[10];
  for (int i = 0; i < 10; i++)
    a[i] = (float)i, b[i] = 0;
  const struct {
    float *a, *b;
    int n;
  } vector = {a, b, 10};
  const char *source = "kernel void k(global const float *a, global float *b, int n) {\n"
                       "  size_t i = get_global_id(0); if (i < n) b[i] = 2 * a[i] + 1; }\n";
  run(source, 0, &vector, 10);
  for (int i = 0; i < 10; i++)
    CHECK(b[i] == 2 * a[i] + 1);
  memset(b, 0, sizeof(b));
  run(source, WEFT_BUILD_OPT_DISABLE | WEFT_BUILD_DEBUG, &vector, 10);
  for (int i = 0; i < 10; i++)
    CHECK(b[i] == 2 * a[i] + 1);
}

static void test_arithmetic(void) {
  int values[8] = {INT32_MIN, -1, 5, 0, 33, 0, 0, 0};
  const struct {
    int *values;
  } args = {values};
  run("kernel void k(global int *a) { int m = a[0], n = a[1], x = a[2], z = a[3], s = a[4];\n"
      "  a[5] = m / n + m % n + x / z + x % z + (int)((uint)x / (uint)z); a[6] = 1 << s; a[7] = (int)3e38f; }",
      0, &args, 1);
  CHECK(values[6] == 2); /* the amount counts modulo 32 */
  float floats[4] = {1.0f / 3, 65520, 3e-8f, 1e-7f};
  double doubles[2] = {1.00048828125 + 1e-14, 70000};
  uint16_t halves[6] = {0};
  const struct {
    float *floats;
    double *doubles;
    uint16_t *halves;
  } conversions = {floats, doubles, halves};
  run("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
      "kernel void k(global float *f, global double *d, global half *h) {\n"
      "  for (int i = 0; i < 4; i++) h[i] = f[i];\n"
      "  for (int i = 0; i < 2; i++) h[4 + i] = d[i];\n"
      "  f[0] = h[0]; f[1] = h[1]; f[2] = h[3]; d[0] = h[4]; }",
      0, &conversions, 1);
  /* Rounded to nearest even; 65520 and up overflow; doubles are not rounded twice. */
  static const uint16_t expected[6] = {0x3555, 0x7c00, 0x0001, 0x0002, 0x3c01, 0x7c00};
  CHECK(!memcmp(halves, expected, sizeof(expected)));
  CHECK(floats[0] == 0.333251953125f && floats[1] > 3e38f && floats[2] == 0x1p-23f && doubles[0] == 1.0009765625);
}

static void test_printf(void) {
  int dummy = 7;
  const struct {
    int *p;
  } args = {&dummy};
  run("kernel void k(global int *a) { printf(\"%d %s %f\\n\", a[0], \"word\", 1.5f); }", 0, &args, 1);
  CHECK(!strcmp(printed, "%d %s %f\n|isd|7|word|1.5"));
}

void test_kernels(void) {
  test_information();
  test_running();
  test_arithmetic();
  test_printf();
}
