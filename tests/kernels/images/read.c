/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Every read of one shape of image: all formats, samplers and kinds of coordinates, by the functions of float, half and
 * integers, against the reference. Kernels with the sampler as an argument and as a constant, and those that read
 * without one what they may also write, have to give the same bits as one that takes no fast path, because it reads an
 * image of an unlikely format too.
 */
#include "tests/kernels/images/reference.h"

#include <math.h>

enum { POINTS = 96, LINEAR = 0x20 };

static const uint32_t samplers[] = {0x10, 0x12, 0x14, 0x20, 0x22, 0x24, /* not normalised: none, to edge, clamp */
                                    0x11, 0x13, 0x15, 0x17, 0x19,       /* normalised: these, repeat, mirrored repeat */
                                    0x21, 0x23, 0x25, 0x27, 0x29};
enum { SAMPLERS = sizeof(samplers) / sizeof(samplers[0]) };

static const char *const functions[SEENS] = {"read_imagef", "read_imagei", "read_imageui", "read_imageh"};
static const char *const results[SEENS] = {"float4", "int4", "uint4", "half4"};

static bool may_filter(enum seen seen) {
  return seen == SEEN_FLOAT || seen == SEEN_HALF;
}

static size_t add_kernel(char *text, size_t size, const char *name, const char *access, const struct shape_info *shape,
                         enum seen seen, const char *coordinates, const char *sampler, const char *parameter) {
  bool slow = strstr(parameter, "other");
  return (size_t)snprintf(text, size,
                          "kernel void %s(%s %s image, global const %s *c, global %s *out%s) {\n"
                          "  size_t i = get_global_id(0);\n"
                          "  %s out[i] = %s(image%s, c[i]);\n"
                          "}\n",
                          name, access, shape->type, coordinates, shape->depth ? "float" : results[seen], parameter,
                          !slow              ? ""
                          : may_filter(seen) ? "if (read_imagef(other, (int2)(0, 0)).x < 2)"
                                             : "if (read_imagei(other, (int2)(0, 0)).x < 256)",
                          functions[seen], sampler);
}

/*
 * Kernels: slow_<f|i> and any_<f|i> with an argument, s<bits>_<f|i> with a constant; without a sampler slow, plain and
 * changing, whose image may be written too.
 */
static char *make_source(const struct shape_info *shape, enum seen seen) {
  enum { SIZE = 1 << 16 };
  char *text = malloc(SIZE), name[64], sampler[64];
  if (!text)
    exit(1);
  size_t at = (size_t)snprintf(text, SIZE, "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
  const char *only = "read_only", *other = ", sampler_t s, read_only image2d_t other";
  at += add_kernel(text + at, SIZE - at, "slow", only, shape, seen, shape->ints, "", other);
  at += add_kernel(text + at, SIZE - at, "plain", only, shape, seen, shape->ints, "", "");
  at += add_kernel(text + at, SIZE - at, "changing", "read_write", shape, seen, shape->ints, "", "");
  if (shape->buffer) /* no sampler reads it */
    return text;
  at += add_kernel(text + at, SIZE - at, "slow_f", only, shape, seen, shape->floats, ", s", other);
  at += add_kernel(text + at, SIZE - at, "slow_i", only, shape, seen, shape->ints, ", s", other);
  at += add_kernel(text + at, SIZE - at, "any_f", only, shape, seen, shape->floats, ", s", ", sampler_t s");
  at += add_kernel(text + at, SIZE - at, "any_i", only, shape, seen, shape->ints, ", s", ", sampler_t s");
  for (int i = 0; i < SAMPLERS; i++) {
    if (!may_filter(seen) && samplers[i] & LINEAR)
      continue;
    at += (size_t)snprintf(text + at, SIZE - at, "constant sampler_t c%x = 0x%x;\n", samplers[i], samplers[i]);
    snprintf(name, sizeof(name), "s%x_f", samplers[i]);
    snprintf(sampler, sizeof(sampler), ", c%x", samplers[i]);
    at += add_kernel(text + at, SIZE - at, name, only, shape, seen, shape->floats, sampler, "");
    if (samplers[i] <= 0x14 && !(samplers[i] & 1)) {
      snprintf(name, sizeof(name), "s%x_i", samplers[i]);
      at += add_kernel(text + at, SIZE - at, name, only, shape, seen, shape->ints, sampler, "");
    }
  }
  return text;
}

/* Coordinates in and around the image, none nearer to a boundary than single precision can tell. */
static void make_coordinates(const struct image *image, const struct shape_info *shape, uint32_t sampler, bool integer,
                             double c[POINTS][4]) {
  int size[3] = {image->view.width, image->view.height, image->view.depth};
  for (int i = 0; i < POINTS; i++)
    for (int d = 0; d < 4; d++) {
      bool layer = shape->layered && d == shape->dims;
      int extent = layer ? image->view.array_size : d < 3 ? size[d] : 1;
      int texel = (int)(random_bits() % (unsigned)(extent + 6)) - 3;
      if (integer || layer) {
        c[i][d] = texel + (integer ? 0 : (random_bits() % 3) * 0.25 - 0.25);
        continue;
      }
      if ((sampler & 0xe) >= 6 && i % 2)
        texel += extent * ((int)(random_bits() % 7) - 3);
      c[i][d] = texel + (1 + random_bits() % 14) / 16.0 + 1 / 64.0;
      if (i % 16 == 0 && !(sampler & 1)) /* far outside, where no integer holds it */
        c[i][d] = random_bits() & 1 ? 1e10 : -1e10;
      if (sampler & 1)
        c[i][d] /= extent;
      c[i][d] = (double)(float)c[i][d];
    }
}

/* By how much a number read may be off. */
static double tolerance(double expected, const struct format *format, uint32_t sampler, bool integer) {
  if (sampler & LINEAR && !integer)
    return 4e-5;
  if (seen_as(format) != SEEN_FLOAT || format->type == CL_FLOAT || format->type == CL_HALF_FLOAT)
    return 0;
  bool end = expected == 0 || expected == 1 || expected == -1;
  return end ? 0 : 1.5 * 0x1p-23 * fabs(expected);
}

/* Halves are the floats, rounded. */
static bool close_enough(double found, double expected, double tolerance, enum seen seen) {
  if (seen != SEEN_HALF)
    return fabs(found - expected) <= tolerance;
  return found >= reference_half_value(reference_half_bits(expected - tolerance)) &&
         found <= reference_half_value(reference_half_bits(expected + tolerance));
}

static double number_at(const void *out, enum seen seen, int i) {
  return seen == SEEN_FLOAT    ? (double)((const float *)out)[i]
         : seen == SEEN_SIGNED ? (double)((const int32_t *)out)[i]
         : seen == SEEN_HALF   ? reference_half_value(((const uint16_t *)out)[i])
                               : (double)((const uint32_t *)out)[i];
}

static void pack(double c[POINTS][4], const struct shape_info *shape, bool integer, uint32_t *packed) {
  for (int i = 0; i < POINTS; i++)
    for (int d = 0; d < shape->stride; d++) {
      float number = (float)c[i][d];
      int32_t whole = integer ? (int32_t)c[i][d] : 0;
      memcpy(&packed[i * shape->stride + d], integer ? (void *)&whole : (void *)&number, 4);
    }
}

static void try_reads(const struct program *program, enum shape which, const struct format *format, enum seen seen,
                      uint32_t sampler, bool integer, bool plain) {
  const struct shape_info *shape = &shapes[which];
  struct image image;
  make_image(&image, which, format);
  double c[POINTS][4];
  make_coordinates(&image, shape, sampler, integer, c);
  if (plain) /* no sampler: the program has to stay inside */
    for (int i = 0; i < POINTS; i++)
      for (int d = 0; d < shape->stride; d++) {
        int extent = shape->layered && d == shape->dims ? image.view.array_size
                     : d == 0                           ? image.view.width
                     : d == 1                           ? image.view.height
                                                        : image.view.depth;
        c[i][d] = (double)(random_bits() % (unsigned)extent);
      }
  static uint32_t packed[POINTS * 4], slow[POINTS * 4], fast[POINTS * 4];
  pack(c, shape, integer, packed);
  const struct format unlikely = {CL_RA, seen_as(format) == SEEN_FLOAT ? CL_SNORM_INT8 : CL_SIGNED_INT8, 2, "unlikely"};
  struct image other;
  make_image(&other, SHAPE_2D, &unlikely);
  struct argument arguments[] = {
      {.pointer = &image.view}, {.pointer = packed}, {.pointer = slow}, {.bits = sampler}, {.pointer = &other.view}};
  char name[3][32];
  char kind = integer ? 'i' : 'f';
  snprintf(name[0], sizeof(name[0]), plain ? "slow" : "slow_%c", kind);
  snprintf(name[1], sizeof(name[1]), plain ? "plain" : "any_%c", kind);
  if (plain)
    snprintf(name[2], sizeof(name[2]), "changing");
  else
    snprintf(name[2], sizeof(name[2]), "s%x_%c", sampler, kind);
  memset(slow, 0x77, sizeof(slow));
  run_kernel(program, name[0], arguments, POINTS);
  arguments[2].pointer = fast;
  for (int n = 1; n < 3; n++) {
    memset(fast, 0x77, sizeof(fast));
    run_kernel(program, name[n], arguments, POINTS);
    if (memcmp(slow, fast, sizeof(fast))) {
      fprintf(stderr, "%s, %s, %s, sampler %x: %s and %s differ\n", shape->type, format->name, functions[seen], sampler,
              name[0], name[n]);
      failures++;
    }
  }
  for (int i = 0; i < POINTS; i++) {
    double expected[4];
    reference_read(&image, which, format, sampler, c[i], integer, expected);
    for (int k = 0; k < (shape->depth ? 1 : 4); k++) {
      double found = number_at(slow, seen, shape->depth ? i : i * 4 + k);
      if (close_enough(found, expected[k], tolerance(expected[k], format, sampler, integer), seen))
        continue;
      fprintf(stderr, "%s, %s, %s, sampler %x%s, (%g, %g, %g): channel %d is %.9g, not %.9g\n", shape->type,
              format->name, functions[seen], sampler, integer ? ", integer" : "", c[i][0], c[i][1], c[i][2], k, found,
              expected[k]);
      failures++;
      i = POINTS;
      break;
    }
  }
  free_image(&other);
  free_image(&image);
}

static void try_format(const struct program *program, enum shape which, const struct format *format, enum seen seen) {
  try_reads(program, which, format, seen, 0x10, true, true);
  for (int i = 0; i < SAMPLERS && !shapes[which].buffer; i++) {
    if (!may_filter(seen) && samplers[i] & LINEAR)
      continue;
    try_reads(program, which, format, seen, samplers[i], false, false);
    if (samplers[i] <= 0x14 && !(samplers[i] & 1) && samplers[i] != 0x10)
      try_reads(program, which, format, seen, samplers[i], true, false);
  }
}

int main(int argc, char **argv) {
  if (argc != 5)
    return 1;
  open_compiler(argv);
  enum shape which = (enum shape)atoi(argv[4]);
  for (enum seen seen = SEEN_FLOAT; seen < SEENS; seen++) {
    size_t tried = 0;
    struct program program;
    for (size_t f = 0; f < num_formats; f++) {
      if (!can_be_seen(&formats[f], &shapes[which], seen))
        continue;
      if (tried++ == 0) {
        char *source = make_source(&shapes[which], seen);
        build_program(&program, source);
        free(source);
      }
      try_format(&program, which, &formats[f], seen);
    }
    if (tried > 0)
      close_program(&program);
    else
      CHECK(shapes[which].depth && seen != SEEN_FLOAT);
  }
  return failures ? 1 : 0;
}
