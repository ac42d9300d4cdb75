/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs whose kernels get their code later: which they are, and that each kernel is then as in the whole program. */
#include <stdio.h>
#include <string.h>

#include "tests/compiler/border.h"

/* As OpenCL C 3.0. */
static cl_int build_new(const char *source, unsigned flags, enum weft_deferral deferral,
                        struct weft_compile_output *output) {
  target.deferral = deferral;
  cl_int code = build_std(source, 300, flags, output);
  target.deferral = WEFT_DEFER_NOTHING;
  return code;
}

static bool is_deferred(const char *source, enum weft_deferral deferral, unsigned flags) {
  struct weft_compile_output output;
  bool deferred = build_new(source, flags, deferral, &output) == CL_SUCCESS && !output.object.size;
  compiler->release(&output);
  return deferred;
}

#define TWO_KERNELS "kernel void a(global int *p) { *p = 1; } kernel void b(global int *p) { *p = 2; }"

static void test_which(void) {
  CHECK(is_deferred(TWO_KERNELS, WEFT_DEFER_ALL, 0));
  CHECK(!is_deferred(TWO_KERNELS, WEFT_DEFER_NOTHING, 0));
  CHECK(!is_deferred(TWO_KERNELS, WEFT_DEFER_WORTHWHILE, 0)); /* there is too little of it */
  CHECK(!is_deferred(TWO_KERNELS, WEFT_DEFER_ALL, WEFT_BUILD_DEBUG));
  CHECK(is_deferred("constant int t[4] = {1, 2, 3, 4}; kernel void a(global int *p) { local int x[9]; x[*p] = t[*p]; "
                    "barrier(1); *p = x[1]; }",
                    WEFT_DEFER_ALL, 0));
  CHECK(is_deferred("kernel void a(global int *p) { *p = 1; } kernel void b(global int *p) { a(p + 1); }",
                    WEFT_DEFER_ALL, 0));
  CHECK(!is_deferred("global int kept; kernel void a(global int *p) { *p = kept++; }", WEFT_DEFER_ALL, 0));
  char many[8192] = "";
  for (int k = 0; k < 20; k++)
    sprintf(
        many + strlen(many),
        "kernel void k%d(global float *p, int n) { for (int i = 0; i < n; i++) { float x = p[i] * %d; float y = x *"
        " x + p[i + 1]; float z = y * x - p[i + 2]; p[i] = x * y + z * y - x / (z + y * y); } p[n] = sin(p[n]); }\n",
        k, k);
  CHECK(is_deferred(many, WEFT_DEFER_WORTHWHILE, 0));
}

/* What is wrong with one kernel is told by the link, as if nothing were deferred. */
static void test_errors(void) {
  static const char *const sources[] = {
      "kernel void c(global int *p) { local int x[100000]; x[*p] = 1; barrier(1); *p = x[3]; } " TWO_KERNELS,
      "int f(int); kernel void c(global int *p) { *p = f(1); } " TWO_KERNELS,
  };
  for (size_t i = 0; i < sizeof(sources) / sizeof(*sources); i++) {
    struct weft_compile_output whole, deferred;
    CHECK(build_new(sources[i], 0, WEFT_DEFER_NOTHING, &whole) == CL_LINK_PROGRAM_FAILURE);
    CHECK(build_new(sources[i], 0, WEFT_DEFER_ALL, &deferred) == CL_LINK_PROGRAM_FAILURE);
    CHECK(*whole.log && !strcmp(whole.log, deferred.log));
    compiler->release(&whole);
    compiler->release(&deferred);
  }
}

static bool same_text(const char *a, const char *b) {
  return !strcmp(a, b);
}

/* What the application is told of a kernel, and what launches go by. */
static void check_same(const struct weft_kernel_info *whole, const struct weft_kernel_info *alone) {
  CHECK(same_text(whole->name, alone->name) && same_text(whole->attributes, alone->attributes));
  CHECK(whole->num_args == alone->num_args && whole->args_size == alone->args_size);
  for (uint32_t i = 0; i < whole->num_args && i < alone->num_args; i++) {
    const struct weft_arg_info *a = &whole->args[i], *b = &alone->args[i];
    CHECK(a->kind == b->kind && a->offset == b->offset && a->size == b->size && a->align == b->align);
    CHECK(a->fact == b->fact && same_text(a->name, b->name) && same_text(a->type_name, b->type_name));
  }
  CHECK(!memcmp(whole->reqd_work_group_size, alone->reqd_work_group_size, sizeof(whole->reqd_work_group_size)));
  CHECK(whole->local_size == alone->local_size && whole->private_size == alone->private_size);
  CHECK(whole->frame_fixed == alone->frame_fixed && whole->frame_per_item == alone->frame_per_item);
  CHECK(whole->uses_printf == alone->uses_printf && whole->disjoint == alone->disjoint);
  CHECK(whole->wants_group == alone->wants_group && whole->short_rows == alone->short_rows);
  CHECK(whole->rows_at_once == alone->rows_at_once);
  CHECK(whole->joined_lanes == alone->joined_lanes && whole->joined_columns == alone->joined_columns);
  CHECK(whole->strip_columns == alone->strip_columns && whole->strip_bytes == alone->strip_bytes);
  CHECK(whole->lanes_in_y == alone->lanes_in_y && whole->order_matters == alone->order_matters);
}

static void test_alone(void) {
  static const char source[] =
      "constant int table[3] = {4, 5, 6};\n"
      "int helper(int x) { return x * 3 + table[x & 1]; }\n"
      "kernel void plain(global int *p, int n) { p[get_global_id(0)] = helper(n); }\n"
      "kernel __attribute__((reqd_work_group_size(8, 4, 1))) void waits(global float *p, local float *l) {\n"
      "  local float t[32]; int i = get_local_id(0); t[i] = p[i]; l[i] = t[i]; barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  for (int k = 0; k < 8; k++) { p[i] += t[k] * l[31 - k]; barrier(CLK_LOCAL_MEM_FENCE); t[i] = p[i]; }\n"
      "}\n"
      "kernel void calls(global int *p) { plain(p, 7); printf(\"%d\\n\", p[0]); }\n"
      "kernel void columns(global float *p, global float *q, int n) {\n"
      "  for (int i = 0; i < n; i++) p[get_global_id(0) * n + i] += q[i]; }\n";
  struct weft_compile_output whole, deferred;
  CHECK(build_new(source, 0, WEFT_DEFER_NOTHING, &whole) == CL_SUCCESS);
  CHECK(build_new(source, 0, WEFT_DEFER_ALL, &deferred) == CL_SUCCESS);
  CHECK(whole.num_kernels == 4 && deferred.num_kernels == 4 && !deferred.object.size);
  CHECK(whole.bitcode.size == deferred.bitcode.size &&
        !memcmp(whole.bitcode.data, deferred.bitcode.data, whole.bitcode.size));
  const struct weft_build_options options = {0};
  for (size_t k = 0; k < 4 && k < deferred.num_kernels; k++) {
    const struct weft_specialisation special = {.kernel = whole.kernels[k].name};
    const struct weft_link_request request = {.target = &target,
                                              .options = &options,
                                              .inputs = &deferred.bitcode,
                                              .num_inputs = 1,
                                              .specialisation = &special};
    struct weft_compile_output alone;
    CHECK(compiler->link(&request, &alone) == CL_SUCCESS);
    CHECK(alone.num_kernels == 1 && alone.object.size);
    CHECK(same_text(deferred.kernels[k].name, whole.kernels[k].name));
    if (alone.num_kernels == 1)
      check_same(&whole.kernels[k], &alone.kernels[0]);
    compiler->release(&alone);
  }
  const struct weft_specialisation none = {.kernel = "helper"};
  const struct weft_link_request request = {
      .target = &target, .options = &options, .inputs = &deferred.bitcode, .num_inputs = 1, .specialisation = &none};
  struct weft_compile_output nothing;
  CHECK(compiler->link(&request, &nothing) != CL_SUCCESS);
  compiler->release(&nothing);
  compiler->release(&whole);
  compiler->release(&deferred);
}

void test_deferred(void) {
  test_which();
  test_errors();
  test_alone();
}
