/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Mip levels of one shape of image: reads with a level of detail and with gradients, of every format and with samplers
 * of every filter and addressing mode, against the reference's reads of the levels, mixed in double; writes to each
 * level, with everything else unchanged; the query. Functions that name no level have the first one.
 */
#include "tests/kernels/images/reference.h"

#include <math.h>

enum { POINTS = 64, LINEAR = 0x20, MIP_LINEAR = 0x40 };

/* Levels of detail are in steps of 1/256. The largest is what is missing to 4095. */
#define LOD_RANGE(least, most) ((uint32_t)(256 * (least)) << 7 | (uint32_t)(4095 - 256 * (most)) << 19)

static const uint32_t samplers[] = {0x11, 0x13, 0x15, 0x17, 0x19, 0x21, 0x23, 0x25, 0x27, 0x29};
static const uint32_t ranges[] = {0, LOD_RANGE(0.75, 2.25), LOD_RANGE(1.5, 1.5), LOD_RANGE(5, 6)};
static const double least_of[] = {0, 0.75, 1.5, 5}, most_of[] = {1000, 2.25, 1.5, 6};

/* Of float, of signed and of unsigned numbers. */
static const char *const reads[] = {"read_imagef", "read_imagei", "read_imageui"};
static const char *const writes[] = {"write_imagef", "write_imagei", "write_imageui"};
static const char *const values[] = {"float4", "int4", "uint4"};

static const char *gradient_type(const struct shape_info *shape) {
  return shape->dims == 1 ? "float" : shape->dims == 2 ? "float2" : "float4";
}

static int gradient_stride(const struct shape_info *shape) {
  return shape->dims == 3 ? 4 : shape->dims;
}

static char *make_source(const struct shape_info *shape) {
  enum { SIZE = 1 << 14 };
  char *text = malloc(SIZE);
  if (!text)
    exit(1);
  size_t at = 0;
  for (int seen = SEEN_FLOAT; seen < (shape->depth ? SEEN_SIGNED : SEEN_HALF); seen++) {
    const char *type = shape->type, *value = shape->depth ? "float" : values[seen];
    at += (size_t)snprintf(text + at, SIZE - at,
                           "kernel void lod%d(read_only %s image, sampler_t s, global const %s *c, global %s *out,\n"
                           "    global const float *lod, global %s *first) {\n"
                           "  size_t i = get_global_id(0);\n"
                           "  out[i] = %s(image, s, c[i], lod[i]);\n"
                           "  first[i] = %s(image, s, c[i]);\n"
                           "}\n",
                           seen, type, shape->floats, value, value, reads[seen], reads[seen]);
    at += (size_t)snprintf(text + at, SIZE - at,
                           "kernel void steps%d(read_only %s image, sampler_t s, global const %s *c, global %s *out,\n"
                           "    global const %s *x, global const %s *y) {\n"
                           "  size_t i = get_global_id(0);\n"
                           "  out[i] = %s(image, s, c[i], x[i], y[i]);\n"
                           "}\n",
                           seen, type, shape->floats, value, gradient_type(shape), gradient_type(shape), reads[seen]);
    at +=
        (size_t)snprintf(text + at, SIZE - at,
                         "kernel void write%d(write_only %s image, global const %s *c, global const %s *v, int lod) {\n"
                         "  size_t i = get_global_id(0);\n"
                         "  %s(image, c[i], lod, v[i]);\n"
                         "}\n",
                         seen, type, shape->ints, value, writes[seen]);
  }
  static const char *const accesses[] = {"read_only", "write_only", "read_write"};
  for (int a = 0; a < 3; a++)
    at += (size_t)snprintf(text + at, SIZE - at,
                           "kernel void levels%d(%s %s image, global int *out) {\n"
                           "  out[get_global_id(0)] = get_image_num_mip_levels(image);\n"
                           "}\n",
                           a, accesses[a], shape->type);
  return text;
}

/* Normalised coordinates in and around the image, no multiple of them with a level's size near to a boundary of texels.
 */
static void make_coordinates(const struct image *image, const struct shape_info *shape, double c[POINTS][4]) {
  int size[4] = {image->view.width, image->view.height, image->view.depth, 1};
  for (int i = 0; i < POINTS; i++)
    for (int d = 0; d < 4; d++) {
      bool layer = shape->layered && d == shape->dims;
      int extent = layer ? image->view.array_size : size[d];
      double at = (int)(random_bits() % (unsigned)(extent + 6)) - 3;
      if (!layer)
        at = (at + (1 + random_bits() % 14) / 16.0 + 1 / 64.0) / extent;
      c[i][d] = (double)(float)at;
    }
}

static void pack(double c[POINTS][4], const struct shape_info *shape, float *packed) {
  for (int i = 0; i < POINTS; i++)
    for (int d = 0; d < shape->stride; d++)
      packed[i * shape->stride + d] = (float)c[i][d];
}

/* What a read at a level of detail gives, and how far from that a result may be. */
static double reference_lod(const struct image level[LEVELS], enum shape which, const struct format *format,
                            uint32_t sampler, size_t range, const double *c, double lod, double color[4]) {
  double most = fmin(most_of[range], LEVELS - 1);
  lod = fmin(fmax(lod, least_of[range]), most);
  uint32_t plain = sampler & 0x3f;
  if (!(sampler & MIP_LINEAR)) {
    reference_read(&level[(int)ceil(lod - 0.5)], which, format, plain, c, false, color);
    return sampler & LINEAR ? 4e-5 : 2e-7;
  }
  double second[4], share = lod - floor(lod);
  reference_read(&level[(int)lod], which, format, plain, c, false, color);
  reference_read(&level[(int)fmin(floor(lod) + 1, LEVELS - 1)], which, format, plain, c, false, second);
  for (int k = 0; k < 4; k++)
    color[k] += (second[k] - color[k]) * share;
  return 4e-5;
}

static double number_at(const void *out, enum seen seen, int i) {
  return seen == SEEN_FLOAT    ? (double)((const float *)out)[i]
         : seen == SEEN_SIGNED ? (double)((const int32_t *)out)[i]
                               : (double)((const uint32_t *)out)[i];
}

static bool check_color(const void *out, const struct shape_info *shape, enum seen seen, int i, const double color[4],
                        double tolerance, const struct format *format, uint32_t sampler, double lod) {
  int channels = shape->depth ? 1 : 4;
  for (int k = 0; k < channels; k++) {
    double found = number_at(out, seen, i * channels + k);
    if (fabs(found - color[k]) <= tolerance)
      continue;
    fprintf(stderr, "%s, %s, sampler %x, level of detail %g: channel %d is %.9g, not %.9g\n", shape->type, format->name,
            sampler, lod, k, found, color[k]);
    failures++;
    return false;
  }
  return true;
}

/* Levels of detail below, among and above those that there are, on the middle between two of them too. */
static void try_lod(const struct program *program, enum shape which, const struct format *format, enum seen seen,
                    uint32_t sampler, size_t range, const struct image *image, const struct image level[LEVELS]) {
  const struct shape_info *shape = &shapes[which];
  static float packed[POINTS * 4], lod[POINTS];
  static uint32_t out[POINTS * 4], first[POINTS * 4];
  double c[POINTS][4], color[4];
  make_coordinates(image, shape, c);
  pack(c, shape, packed);
  for (int i = 0; i < POINTS; i++)
    lod[i] = (float)((int)(random_bits() % 56) - 12) / 8;
  lod[0] = INFINITY;
  lod[1] = -INFINITY;
  lod[2] = NAN; /* the least */
  struct argument arguments[] = {{.pointer = &image->view}, {.bits = sampler | ranges[range]},
                                 {.pointer = packed},       {.pointer = out},
                                 {.pointer = lod},          {.pointer = first}};
  char name[16];
  snprintf(name, sizeof(name), "lod%d", seen);
  run_kernel(program, name, arguments, POINTS);
  for (int i = 0; i < POINTS; i++) {
    double at = isnan(lod[i]) ? -1 : (double)lod[i];
    double tolerance = reference_lod(level, which, format, sampler, range, c[i], at, color);
    if (!check_color(out, shape, seen, i, color, tolerance, format, sampler | ranges[range], at))
      return;
    reference_read(&level[0], which, format, sampler & 0x3f, c[i], false, color);
    if (!check_color(first, shape, seen, i, color, sampler & LINEAR ? 4e-5 : 2e-7, format, sampler, 0))
      return;
  }
}

/* The level of detail of a step in the image, in two directions. */
static double lod_of(const struct image *image, const struct shape_info *shape, const float *x, const float *y) {
  const int size[3] = {image->view.width, image->view.height, image->view.depth};
  double length[2] = {0, 0};
  for (int d = 0; d < shape->dims; d++) {
    length[0] += pow((double)x[d] * size[d], 2);
    length[1] += pow((double)y[d] * size[d], 2);
  }
  return log2(sqrt(fmax(length[0], length[1])));
}

static void try_steps(const struct program *program, enum shape which, const struct format *format, enum seen seen,
                      uint32_t sampler, size_t range, const struct image *image, const struct image level[LEVELS]) {
  const struct shape_info *shape = &shapes[which];
  int stride = gradient_stride(shape);
  static float packed[POINTS * 4], x[POINTS * 4], y[POINTS * 4];
  static uint32_t out[POINTS * 4];
  double c[POINTS][4], color[4], lod[POINTS];
  make_coordinates(image, shape, c);
  pack(c, shape, packed);
  for (int i = 0; i < POINTS; i++)
    do { /* not where single precision might take another level */
      for (int d = 0; d < stride; d++) {
        x[i * stride + d] = i == 0 ? 0.0f : ((float)(random_bits() & 0xffff) / 65536 - 0.5f) * exp2f(-(float)(i % 4));
        y[i * stride + d] = i == 0 ? 0.0f : ((float)(random_bits() & 0xffff) / 65536 - 0.5f) * exp2f(-(float)(i % 5));
      }
      lod[i] = lod_of(image, shape, x + i * stride, y + i * stride);
    } while (isfinite(lod[i]) && fabs(lod[i] - floor(lod[i]) - 0.5) < 1e-3);
  struct argument arguments[] = {{.pointer = &image->view},
                                 {.bits = sampler | ranges[range]},
                                 {.pointer = packed},
                                 {.pointer = out},
                                 {.pointer = x},
                                 {.pointer = y}};
  char name[16];
  snprintf(name, sizeof(name), "steps%d", seen);
  run_kernel(program, name, arguments, POINTS);
  for (int i = 0; i < POINTS; i++) {
    double tolerance = reference_lod(level, which, format, sampler, range, c[i], lod[i], color);
    if (!check_color(out, shape, seen, i, color, tolerance, format, sampler | ranges[range], lod[i]))
      return;
  }
}

static void try_reads(const struct program *program, enum shape which, const struct format *format, enum seen seen) {
  struct image image, level[LEVELS];
  make_levels(&image, which, format, level);
  for (size_t s = 0; s < sizeof(samplers) / sizeof(samplers[0]); s++)
    for (size_t range = 0; range < sizeof(ranges) / sizeof(ranges[0]); range++)
      for (uint32_t mip = 0; mip <= MIP_LINEAR; mip += MIP_LINEAR) {
        uint32_t sampler = samplers[s] | mip;
        if (seen != SEEN_FLOAT && sampler & (LINEAR | MIP_LINEAR)) /* undefined of integers */
          continue;
        try_lod(program, which, format, seen, sampler, range, &image, level);
        try_steps(program, which, format, seen, sampler, range, &image, level);
      }
  free_image(&image);
}

static bool is_inside(const struct image *level, const struct shape_info *shape, const int32_t c[4]) {
  int size[4] = {level->view.width, level->view.height, level->view.depth, 1};
  if (shape->layered)
    size[shape->dims] = level->view.array_size;
  for (int d = 0; d < shape->dims + shape->layered; d++)
    if (c[d] < 0 || c[d] >= size[d])
      return false;
  return true;
}

/* Texels of a level, each once, and a point outside in one direction after each. */
static int make_points(const struct image *level, const struct shape_info *shape, int32_t c[POINTS][4]) {
  int size[4] = {level->view.width, level->view.height, level->view.depth, 1};
  if (shape->layered)
    size[shape->dims] = level->view.array_size;
  int texels = size[0] * (shape->stride > 1 ? size[1] : 1) * (shape->stride > 2 ? size[2] : 1);
  int count = texels < POINTS / 2 ? texels : POINTS / 2;
  for (int i = 0; i < count; i++) {
    int at = i * texels / count, *inside = c[2 * i], *outside = c[2 * i + 1];
    inside[0] = at % size[0];
    inside[1] = shape->stride > 1 ? at / size[0] % size[1] : 0;
    inside[2] = shape->stride > 2 ? at / size[0] / size[1] : 0;
    inside[3] = (int32_t)random_bits();
    memcpy(outside, inside, sizeof(c[0]));
    int d = (int)(random_bits() % (unsigned)(shape->dims + shape->layered));
    outside[d] = random_bits() & 1 ? size[d] + (int)(random_bits() % 3) : -1 - (int)(random_bits() % 3);
  }
  return 2 * count;
}

static void try_writes(const struct program *program, enum shape which, const struct format *format, enum seen seen) {
  const struct shape_info *shape = &shapes[which];
  struct image image, level[LEVELS];
  int channels = shape->depth ? 1 : 4;
  static int32_t c[POINTS][4], packed[POINTS * 4];
  static uint32_t v[POINTS * 4];
  double exact[POINTS][4];
  make_levels(&image, which, format, level);
  unsigned char *before = malloc(image.bytes);
  if (!before)
    exit(1);
  for (int lod = -1; lod <= LEVELS; lod++) {
    bool exists = lod >= 0 && lod < LEVELS;
    int points = make_points(&level[exists ? lod : 0], shape, c);
    for (int i = 0; i < points; i++) {
      for (int k = 0; k < channels; k++) {
        float number = (float)(int32_t)random_bits() * 0x1p-31f;
        uint32_t bits = random_bits() >> random_bits() % 32;
        if (seen == SEEN_FLOAT)
          memcpy(&bits, &number, sizeof(bits));
        v[i * channels + k] = bits;
        exact[i][k] = number_at(&bits, seen, 0);
      }
      for (int d = 0; d < shape->stride; d++)
        packed[i * shape->stride + d] = c[i][d];
    }
    memcpy(before, image.memory, image.bytes);
    struct argument arguments[] = {
        {.pointer = &image.view}, {.pointer = packed}, {.pointer = v}, {.bits = (uint32_t)lod}};
    char name[16];
    snprintf(name, sizeof(name), "write%d", seen);
    run_kernel(program, name, arguments, (uint64_t)points);
    for (int i = 0; i < points && exists; i++) {
      if (!is_inside(&level[lod], shape, c[i]))
        continue;
      int layer = shape->layered ? c[i][shape->dims] : 0;
      unsigned char *texel =
          texel_of(&level[lod], c[i][0], shape->dims > 1 ? c[i][1] : 0, shape->dims > 2 ? c[i][2] : 0, layer);
      if (!reference_written(texel, format, exact[i])) {
        fprintf(stderr, "%s, %s, %s, level %d, point %d\n", shape->type, format->name, writes[seen], lod, i);
        failures++;
        break;
      }
      memcpy(texel, before + (texel - image.memory), format->size); /* all else has to be as before */
    }
    CHECK(!memcmp(image.memory, before, image.bytes));
  }
  free(before);
  free_image(&image);
}

static void try_query(const struct program *program, enum shape which) {
  const struct format format = {shapes[which].depth ? CL_DEPTH : CL_RGBA, CL_FLOAT, shapes[which].depth ? 4 : 16,
                                "queried"};
  struct image image, level[LEVELS];
  make_levels(&image, which, &format, level);
  for (int a = 0; a < 3; a++) {
    char name[16];
    snprintf(name, sizeof(name), "levels%d", a);
    for (uint32_t levels = 0; levels <= LEVELS; levels++) {
      int out = -1;
      image.view.num_mip_levels = levels;
      struct argument arguments[] = {{.pointer = &image.view}, {.pointer = &out}};
      run_kernel(program, name, arguments, 1);
      CHECK(out == (levels ? (int)levels : 1));
    }
  }
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
  size_t tried = 0;
  for (size_t f = 0; f < num_formats; f++)
    for (enum seen seen = SEEN_FLOAT; seen < SEEN_HALF; seen++) {
      if (!can_be_seen(&formats[f], &shapes[which], seen))
        continue;
      tried++;
      try_reads(&program, which, &formats[f], seen);
      try_writes(&program, which, &formats[f], seen);
    }
  CHECK(tried > 0);
  try_query(&program, which);
  close_program(&program);
  free(source);
  return failures ? 1 : 0;
}
