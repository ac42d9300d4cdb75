/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What read.c and write.c leave out: queries, kernel information, buffers, samplers and images in
 * functions. */
#include "tests/kernels/images/reference.h"

#include <math.h>

/* Every query of each type with each access. */
static void test_queries(void) {
  static const struct {
    const char *type, *extra; /* extra: statements beyond width, type and order, from out[3] on */
    enum shape shape;
    int numbers;
    bool depth;
  } cases[] = {
      {"image1d_t", "", SHAPE_1D, 0, false},
      {"image1d_buffer_t", "", SHAPE_1D, 0, false},
      {"image1d_array_t", "out[3] = get_image_array_size(i);", SHAPE_1D_ARRAY, 1, false},
      {"image2d_t", "out[3] = get_image_height(i); vstore2(get_image_dim(i), 0, out + 4);", SHAPE_2D, 3, false},
      {"image2d_depth_t", "out[3] = get_image_height(i); vstore2(get_image_dim(i), 0, out + 4);", SHAPE_2D, 3, true},
      {"image2d_array_t",
       "out[3] = get_image_height(i); vstore2(get_image_dim(i), 0, out + 4); out[6] = get_image_array_size(i);",
       SHAPE_2D_ARRAY, 4, false},
      {"image2d_array_depth_t",
       "out[3] = get_image_height(i); vstore2(get_image_dim(i), 0, out + 4); out[6] = get_image_array_size(i);",
       SHAPE_2D_ARRAY, 4, true},
      {"image3d_t", "out[3] = get_image_height(i); out[4] = get_image_depth(i); vstore4(get_image_dim(i), 0, out + 5);",
       SHAPE_3D, 6, false},
  };
  static const struct {
    const char *qualifier;
    cl_kernel_arg_access_qualifier access;
  } accesses[] = {{"read_only", CL_KERNEL_ARG_ACCESS_READ_ONLY},
                  {"write_only", CL_KERNEL_ARG_ACCESS_WRITE_ONLY},
                  {"read_write", CL_KERNEL_ARG_ACCESS_READ_WRITE}};
  for (size_t t = 0; t < sizeof(cases) / sizeof(cases[0]); t++)
    for (size_t a = 0; a < 3; a++) {
      char source[1024];
      snprintf(source, sizeof(source),
               "kernel void q(%s %s i, sampler_t s, global int *out) {\n"
               "  out[0] = get_image_width(i); out[1] = get_image_channel_data_type(i);\n"
               "  out[2] = get_image_channel_order(i); %s }\n",
               accesses[a].qualifier, cases[t].type, cases[t].extra);
      struct program program;
      build_program(&program, source);
      const struct weft_arg_info *info = program.output.kernels[0].args;
      CHECK(info[0].kind == WEFT_ARG_IMAGE && info[0].size == 8 && info[0].access == accesses[a].access);
      CHECK(!strcmp(info[0].type_name, cases[t].type) && info[0].address == CL_KERNEL_ARG_ADDRESS_GLOBAL);
      CHECK(info[1].kind == WEFT_ARG_SAMPLER && info[1].size == 4 && !strcmp(info[1].type_name, "sampler_t"));
      CHECK(info[2].kind == WEFT_ARG_GLOBAL && info[2].access == CL_KERNEL_ARG_ACCESS_NONE);
      const struct format format = {cases[t].depth ? CL_DEPTH : CL_BGRA, cases[t].depth ? CL_FLOAT : CL_UNORM_INT8, 4,
                                    "queried"};
      struct image image;
      make_image(&image, cases[t].shape, &format);
      const struct weft_image_view *v = &image.view;
      int out[9] = {0}, layers = v->array_size;
      struct argument arguments[] = {{.pointer = v}, {.bits = 0}, {.pointer = out}};
      run_kernel(&program, "q", arguments, 1);
      CHECK(out[0] == v->width && out[1] == (int)format.type && out[2] == (int)format.order);
      const int expected[SHAPES][6] = {[SHAPE_1D_ARRAY] = {layers},
                                       [SHAPE_2D] = {v->height, v->width, v->height},
                                       [SHAPE_2D_ARRAY] = {v->height, v->width, v->height, layers},
                                       [SHAPE_3D] = {v->height, v->depth, v->width, v->height, v->depth, 0}};
      CHECK(!memcmp(out + 3, expected[cases[t].shape], (size_t)cases[t].numbers * sizeof(int)));
      free_image(&image);
      close_program(&program);
    }
}

/* Images and samplers handed on to functions, one of them not inlined; samplers of program and function scope. */
static void test_functions(void) {
  struct program program;
  build_program(&program, "constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE;\n"
                          "float4 shifted(read_only image2d_t image, sampler_t s, int2 c, int by) {\n"
                          "  return read_imagef(image, s, c + (int2)(by, 0));\n"
                          "}\n"
                          "__attribute__((noinline)) float4 apart(read_only image2d_t image, sampler_t s, int2 c) {\n"
                          "  return shifted(image, s, c, -1);\n"
                          "}\n"
                          "kernel void f(read_only image2d_t image, global float4 *out) {\n"
                          "  const sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP;\n"
                          "  int i = get_global_id(0); int2 c = (int2)(i % 13, i / 13);\n"
                          "  out[i * 3] = shifted(image, edge, c, -1);\n"
                          "  out[i * 3 + 1] = apart(image, border, c);\n"
                          "  out[i * 3 + 2] = apart(image, edge, c);\n"
                          "}\n");
  static const struct format likely = {CL_RGBA, CL_FLOAT, 16, "RGBA FLOAT"};
  static const struct format unlikely = {CL_RA, CL_FLOAT, 8, "RA FLOAT"};
  for (int f = 0; f < 2; f++) {
    const struct format *format = f ? &unlikely : &likely;
    struct image image;
    make_image(&image, SHAPE_2D, format);
    static float out[13 * 7][3][4];
    struct argument arguments[] = {{.pointer = &image.view}, {.pointer = out}};
    run_kernel(&program, "f", arguments, 13 * 7);
    static const uint32_t samplers[3] = {0x12, 0x14, 0x12};
    for (int i = 0; i < 13 * 7; i++)
      for (int k = 0; k < 3; k++) {
        double c[4] = {i % 13 - 1, i / 13, 0, 0}, expected[4];
        reference_read(&image, SHAPE_2D, format, samplers[k], c, true, expected);
        for (int n = 0; n < 4; n++)
          CHECK((double)out[i][k][n] == expected[n]);
      }
    free_image(&image);
  }
  close_program(&program);
}

/* An image that a barrier's both sides use, of both accesses, read again after it was written; and a 1D buffer. */
static void test_read_write(void) {
  struct program program;
  build_program(&program,
                "kernel void rw(read_write image2d_t image, read_write image1d_buffer_t line) {\n"
                "  int i = get_global_id(0); int2 c = (int2)(i % 13, i / 13);\n"
                "  float4 t = read_imagef(image, c);\n"
                "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                "  write_imagef(image, c, t.wzyx);\n"
                "  atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);\n"
                "  t = read_imagef(image, c);\n"
                "  write_imagef(image, c, t + 1.0f);\n"
                "  if (i < 13) write_imagei(line, i, read_imagei(line, i) * 2);\n"
                "}\n");
  static const struct format format = {CL_RGBA, CL_FLOAT, 16, "RGBA FLOAT"}, number = {CL_R, CL_SIGNED_INT32, 4, "R"};
  struct image image, line;
  make_image(&image, SHAPE_2D, &format);
  make_image(&line, SHAPE_1D, &number);
  static float before[7][13][4];
  int32_t numbers[13];
  for (int y = 0; y < 7; y++)
    memcpy(before[y], texel_of(&image, 0, y, 0, 0), sizeof(before[y]));
  memcpy(numbers, line.view.data, sizeof(numbers));
  struct argument arguments[] = {{.pointer = &image.view}, {.pointer = &line.view}};
  run_kernel(&program, "rw", arguments, 13 * 7);
  for (int i = 0; i < 13 * 7; i++)
    for (int k = 0; k < 4; k++) {
      float found;
      memcpy(&found, texel_of(&image, i % 13, i / 13, 0, 0) + 4 * k, sizeof(found));
      CHECK(found == before[i / 13][i % 13][3 - k] + 1.0f);
    }
  for (int i = 0; i < 13; i++) {
    uint32_t twice = (uint32_t)numbers[i] * 2;
    CHECK(!memcmp(line.view.data + 4 * i, &twice, sizeof(twice)));
  }
  free_image(&image);
  free_image(&line);
  close_program(&program);
}

/* Every number of the normalised types: within 1.5 ulp of the quotient, the ends exact. */
static void test_conversions(void) {
  struct program program;
  build_program(&program, "kernel void all(read_only image1d_t image, global float *out) {\n"
                          "  int i = get_global_id(0);\n"
                          "  out[i] = read_imagef(image, i).x;\n"
                          "}\n");
  static const struct {
    struct format format;
    int least, most;
  } cases[] = {{{CL_R, CL_UNORM_INT8, 1, ""}, 0, 255},
               {{CL_R, CL_SNORM_INT8, 1, ""}, -128, 127},
               {{CL_R, CL_UNORM_INT16, 2, ""}, 0, 65535},
               {{CL_R, CL_SNORM_INT16, 2, ""}, -32768, 32767}};
  for (size_t c = 0; c < sizeof(cases) / sizeof(cases[0]); c++) {
    static uint16_t texels[65536];
    static float out[65536];
    int least = cases[c].least, most = cases[c].most;
    struct weft_image_view view = {.data = (char *)texels,
                                   .width = most - least + 1,
                                   .height = 1,
                                   .depth = 1,
                                   .array_size = 1,
                                   .channel_order = cases[c].format.order,
                                   .channel_type = cases[c].format.type,
                                   .element_size = cases[c].format.size};
    for (int i = 0; i < view.width; i++) {
      uint16_t value = (uint16_t)(least + i);
      memcpy((char *)texels + (size_t)i * view.element_size, &value, view.element_size);
    }
    struct argument arguments[] = {{.pointer = &view}, {.pointer = out}};
    run_kernel(&program, "all", arguments, (uint64_t)view.width);
    for (int i = 0; i < view.width; i++) {
      double expected = fmax(-1, (double)(least + i) / most), found = (double)out[i];
      bool end = expected == 0 || fabs(expected) == 1;
      CHECK(end ? found == expected : fabs(found - expected) <= 1.5 * 0x1p-23 * fabs(expected));
    }
  }
  close_program(&program);
}

int main(int argc, char **argv) {
  if (argc != 4)
    return 1;
  open_compiler(argv);
  test_conversions();
  test_queries();
  test_functions();
  test_read_write();
  return failures ? 1 : 0;
}
