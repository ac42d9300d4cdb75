/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Every write to one shape of image: all formats, by the functions of float, half and integers, values in and out of
 * range against the reference; what lies between the rows and beyond the image stays as it was. Kernels for one image,
 * that may only be written or read too, take the fast path of its format; one that also reads an image of a format
 * without such a path does not: all have to write the same bits.
 */
#include "tests/kernels/images/reference.h"

#include <math.h>

enum { POINTS = 96 };

static const char *const functions[SEENS] = {"write_imagef", "write_imagei", "write_imageui", "write_imageh"};
static const char *const values[SEENS] = {"float4", "int4", "uint4", "half4"};

static char *make_source(const struct shape_info *shape) {
  enum { SIZE = 1 << 14 };
  char *text = malloc(SIZE);
  if (!text)
    exit(1);
  static const struct {
    const char *name, *access, *parameter, *condition;
  } kernels[] = {{"fast", "write_only", "", ""},
                 {"changing", "read_write", "", ""},
                 {"slow", "read_write", ", read_only image2d_t other", "if (read_imagef(other, (int2)(0, 0)).x < 2)"}};
  size_t at = (size_t)snprintf(text, SIZE, "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
  for (int seen = SEEN_FLOAT; seen < (shape->depth ? 1 : SEENS); seen++)
    for (size_t k = 0; k < sizeof(kernels) / sizeof(kernels[0]); k++)
      at += (size_t)snprintf(text + at, SIZE - at,
                             "kernel void %s%d(%s %s image, global const %s *c, global const %s *v%s) {\n"
                             "  size_t i = get_global_id(0);\n"
                             "  %s %s(image, c[i], v[i]);\n"
                             "}\n",
                             kernels[k].name, seen, kernels[k].access, shape->type, shape->ints,
                             shape->depth ? "float" : values[seen], kernels[k].parameter, kernels[k].condition,
                             functions[seen]);
  return text;
}

union value {
  float f;
  int32_t i;
  uint32_t u;
};

static union value make_value(const struct format *format, enum seen seen, double *exact) {
  static const float special[] = {0.0f, -0.0f, 1.0f,   -1.0f,      2.0f,       -2.0f,
                                  0.5f, 1e30f, -1e30f, 0.0031308f, 1.0f / 512, 0x1p-20f};
  union value v;
  switch (seen) {
  case SEEN_FLOAT:
  case SEEN_HALF:
    v.f = random_bits() % 4 ? (float)(int32_t)random_bits() * 0x1.2p-31f
                            : special[random_bits() % (sizeof(special) / sizeof(special[0]))];
    if (format->type == CL_HALF_FLOAT) /* in its range */
      v.f = fminf(fmaxf(v.f, -60000.0f), 60000.0f);
    *exact = (double)v.f;
    if (seen == SEEN_HALF) {
      uint16_t bits = reference_half_bits(*exact);
      *exact = reference_half_value(bits);
      v.u = bits;
    }
    return v;
  case SEEN_SIGNED:
    v.i = (int32_t)random_bits() >> random_bits() % 32;
    *exact = v.i;
    return v;
  default:
    v.u = random_bits() >> random_bits() % 32;
    *exact = v.u;
    return v;
  }
}

/* Each texel at most once, some points outside. */
static void make_points(const struct image *image, const struct shape_info *shape, int32_t (*c)[4]) {
  const struct weft_image_view *view = &image->view;
  int size[4] = {view->width, view->height, view->depth, 1};
  if (shape->layered)
    size[shape->dims] = view->array_size;
  int texels = size[0] * (shape->stride > 1 ? size[1] : 1) * (shape->stride > 2 ? size[2] : 1);
  for (int i = 0; i < POINTS; i++) {
    int at = i * texels / POINTS;
    c[i][0] = at % size[0];
    c[i][1] = at / size[0] % size[1];
    c[i][2] = at / size[0] / size[1];
    c[i][3] = (int32_t)random_bits();
    bool repeated = i > 0 && at == (i - 1) * texels / POINTS;
    if (i % 8 == 7 || repeated) { /* outside in one direction */
      int d = (int)(random_bits() % (unsigned)(shape->dims + shape->layered));
      c[i][d] = random_bits() & 1 ? size[d] + (int)(random_bits() % 3) : -1 - (int)(random_bits() % 3);
    }
  }
}

static bool is_inside(const struct image *image, const struct shape_info *shape, const int32_t c[4]) {
  const struct weft_image_view *view = &image->view;
  int size[3] = {view->width, view->height, view->depth};
  if (shape->layered)
    size[shape->dims] = view->array_size;
  for (int d = 0; d < shape->dims + shape->layered; d++)
    if (c[d] < 0 || c[d] >= size[d])
      return false;
  return true;
}

static void try_format(const struct program *program, enum shape which, const struct format *format, enum seen seen,
                       const struct image *other) {
  const struct shape_info *shape = &shapes[which];
  struct image image;
  make_image(&image, which, format);
  static int32_t c[POINTS][4], packed[POINTS * 4];
  static unsigned char v[POINTS * 4 * sizeof(union value)];
  double exact[POINTS][4];
  size_t size = seen == SEEN_HALF ? sizeof(uint16_t) : sizeof(union value);
  int channels = shape->depth ? 1 : 4;
  make_points(&image, shape, c);
  for (int i = 0; i < POINTS; i++) {
    for (int k = 0; k < channels; k++) {
      union value value = make_value(format, seen, &exact[i][k]);
      memcpy(v + (size_t)(i * channels + k) * size, &value, size); /* what is less stands first */
    }
    for (int d = 0; d < shape->stride; d++)
      packed[i * shape->stride + d] = c[i][d];
  }
  unsigned char *before = malloc(image.bytes), *fast = malloc(image.bytes);
  if (!before || !fast)
    exit(1);
  memcpy(before, image.memory, image.bytes);
  struct argument arguments[] = {
      {.pointer = &image.view}, {.pointer = packed}, {.pointer = v}, {.pointer = &other->view}};
  char name[16];
  snprintf(name, sizeof(name), "fast%d", seen);
  run_kernel(program, name, arguments, POINTS);
  memcpy(fast, image.memory, image.bytes);
  for (int i = 0; i < POINTS; i++) {
    if (!is_inside(&image, shape, c[i]))
      continue;
    int layer = shape->layered ? c[i][shape->dims] : 0;
    unsigned char *texel =
        texel_of(&image, c[i][0], shape->dims > 1 ? c[i][1] : 0, shape->dims > 2 ? c[i][2] : 0, layer);
    if (!reference_written(texel, format, exact[i])) {
      fprintf(stderr, "%s, %s, %s: (%.9g, %.9g, %.9g, %.9g) became %02x%02x%02x%02x...\n", shape->type, format->name,
              functions[seen], exact[i][0], exact[i][1], exact[i][2], exact[i][3], texel[0], texel[format->size > 1],
              texel[format->size > 2 ? 2 : 0], texel[format->size > 3 ? 3 : 0]);
      failures++;
      break;
    }
    memcpy(texel, before + (texel - image.memory), format->size); /* all else has to be as before */
  }
  CHECK(!memcmp(image.memory, before, image.bytes));
  static const char *const others[] = {"changing", "slow"};
  for (int k = 0; k < 2; k++) {
    memcpy(image.memory, before, image.bytes);
    snprintf(name, sizeof(name), "%s%d", others[k], seen);
    run_kernel(program, name, arguments, POINTS);
    if (memcmp(image.memory, fast, image.bytes)) {
      fprintf(stderr, "%s, %s, %s: fast and %s differ\n", shape->type, format->name, functions[seen], others[k]);
      failures++;
    }
  }
  free(before);
  free(fast);
  free_image(&image);
}

/* NaN becomes 0 where a texel cannot hold it. */
static void try_nan(const struct program *program, const struct format *format, enum seen seen) {
  struct image image;
  make_image(&image, SHAPE_2D, format);
  int32_t c[2] = {0, 0};
  float floats[4] = {NAN, NAN, NAN, NAN};
  uint16_t halves[4] = {0x7e00, 0x7e00, 0x7e00, 0x7e00};
  struct argument arguments[] = {
      {.pointer = &image.view}, {.pointer = c}, {.pointer = seen == SEEN_HALF ? (void *)halves : (void *)floats}};
  run_kernel(program, seen == SEEN_HALF ? "fast3" : "fast0", arguments, 1);
  double color[4];
  reference_color(texel_of(&image, 0, 0, 0, 0), format, color);
  bool holds = format->type == CL_FLOAT || format->type == CL_HALF_FLOAT;
  double found = color[format->order == CL_A ? 3 : 0];
  CHECK(holds ? isnan(found) : found == 0);
  free_image(&image);
}

int main(int argc, char **argv) {
  if (argc != 5)
    return 1;
  open_compiler(argv);
  enum shape which = (enum shape)atoi(argv[4]);
  char *source = make_source(&shapes[which]);
  struct program program;
  build_program(&program, source);
  static const struct format unlikely = {CL_RA, CL_SNORM_INT8, 2, "RA SNORM_INT8"};
  struct image other;
  make_image(&other, SHAPE_2D, &unlikely);
  size_t tried = 0;
  for (size_t f = 0; f < num_formats; f++)
    for (enum seen seen = SEEN_FLOAT; seen < SEENS; seen++) {
      if (!can_be_seen(&formats[f], &shapes[which], seen))
        continue;
      tried++;
      try_format(&program, which, &formats[f], seen, &other);
      if (which == SHAPE_2D && seen_as(&formats[f]) == SEEN_FLOAT)
        try_nan(&program, &formats[f], seen);
    }
  CHECK(tried > 0);
  free_image(&other);
  close_program(&program);
  free(source);
  return failures ? 1 : 0;
}
