/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Every read of one shape of image: all formats, samplers and kinds of coordinates against the reference. Kernels with
 * the sampler as an argument and as a constant have to give the same bits as one that takes no fast path, because it
 * reads an image of an unlikely format too.
 */
#include "tests/kernels/images/reference.h"

#include <math.h>

enum { POINTS = 96, LINEAR = 0x20 };

static const uint32_t samplers[] = {0x10, 0x12, 0x14, 0x20, 0x22, 0x24, /* not normalised: none, to edge, clamp */
                                    0x11, 0x13, 0x15, 0x17, 0x19,       /* normalised: these, repeat, mirrored repeat */
                                    0x21, 0x23, 0x25, 0x27, 0x29};
enum { SAMPLERS = sizeof(samplers) / sizeof(samplers[0]) };

static const char *const functions[] = {"read_imagef", "read_imagei", "read_imageui"};
static const char *const results[] = {"float4", "int4", "uint4"};

static size_t add_kernel(char *text, size_t size, const char *name, const struct shape_info *shape, enum seen seen,
                         const char *coordinates, const char *sampler, const char *parameter) {
  bool slow = strstr(parameter, "other");
  return (size_t)snprintf(text, size,
                          "kernel void %s(read_only %s image, global const %s *c, global %s *out%s) {\n"
                          "  size_t i = get_global_id(0);\n"
                          "  %s out[i] = %s(image%s, c[i]);\n"
                          "}\n",
                          name, shape->type, coordinates, results[seen], parameter,
                          !slow                ? ""
                          : seen == SEEN_FLOAT ? "if (read_imagef(other, (int2)(0, 0)).x < 2)"
                                               : "if (read_imagei(other, (int2)(0, 0)).x < 256)",
                          functions[seen], sampler);
}

/* Kernels: slow_<f|i> and any_<f|i> with an argument, s<bits>_<f|i> with a constant, slow and plain without a sampler.
 */
static char *make_source(const struct shape_info *shape, enum seen seen) {
  enum { SIZE = 1 << 16 };
  char *text = malloc(SIZE), name[64], sampler[64];
  if (!text)
    exit(1);
  size_t at = 0;
  const char *other = ", sampler_t s, read_only image2d_t other";
  at += add_kernel(text + at, SIZE - at, "slow_f", shape, seen, shape->floats, ", s", other);
  at += add_kernel(text + at, SIZE - at, "slow_i", shape, seen, shape->ints, ", s", other);
  at += add_kernel(text + at, SIZE - at, "slow", shape, seen, shape->ints, "", other);
  at += add_kernel(text + at, SIZE - at, "any_f", shape, seen, shape->floats, ", s", ", sampler_t s");
  at += add_kernel(text + at, SIZE - at, "any_i", shape, seen, shape->ints, ", s", ", sampler_t s");
  at += add_kernel(text + at, SIZE - at, "plain", shape, seen, shape->ints, "", "");
  for (int i = 0; i < SAMPLERS; i++) {
    if (seen != SEEN_FLOAT && samplers[i] & LINEAR)
      continue;
    at += (size_t)snprintf(text + at, SIZE - at, "constant sampler_t c%x = 0x%x;\n", samplers[i], samplers[i]);
    snprintf(name, sizeof(name), "s%x_f", samplers[i]);
    snprintf(sampler, sizeof(sampler), ", c%x", samplers[i]);
    at += add_kernel(text + at, SIZE - at, name, shape, seen, shape->floats, sampler, "");
    if (samplers[i] <= 0x14 && !(samplers[i] & 1)) {
      snprintf(name, sizeof(name), "s%x_i", samplers[i]);
      at += add_kernel(text + at, SIZE - at, name, shape, seen, shape->ints, sampler, "");
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

static bool close_enough(double found, double expected, const struct format *format, uint32_t sampler, bool integer) {
  if (found == expected)
    return true;
  if (sampler & LINEAR && !integer)
    return fabs(found - expected) <= 4e-5;
  if (seen_as(format) != SEEN_FLOAT || format->type == CL_FLOAT || format->type == CL_HALF_FLOAT)
    return false;
  bool end = expected == 0 || expected == 1 || expected == -1;
  return !end && fabs(found - expected) <= 1.5 * 0x1p-23 * fabs(expected);
}

static double number_at(const void *out, enum seen seen, int i) {
  return seen == SEEN_FLOAT    ? (double)((const float *)out)[i]
         : seen == SEEN_SIGNED ? (double)((const int32_t *)out)[i]
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

static void try_reads(const struct program *program, enum shape which, const struct format *format, uint32_t sampler,
                      bool integer, bool plain) {
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
  snprintf(name[2], sizeof(name[2]), "s%x_%c", sampler, kind);
  memset(slow, 0x77, sizeof(slow));
  run_kernel(program, name[0], arguments, POINTS);
  arguments[2].pointer = fast;
  for (int n = 1; n < (plain ? 2 : 3); n++) {
    memset(fast, 0x55, sizeof(fast));
    run_kernel(program, name[n], arguments, POINTS);
    if (memcmp(slow, fast, (size_t)POINTS * 4 * sizeof(*fast))) {
      fprintf(stderr, "%s, %s, sampler %x: %s and %s differ\n", shape->type, format->name, sampler, name[0], name[n]);
      failures++;
    }
  }
  for (int i = 0; i < POINTS; i++) {
    double expected[4];
    reference_read(&image, which, format, sampler, c[i], integer, expected);
    for (int k = 0; k < 4; k++) {
      double found = number_at(slow, seen_as(format), i * 4 + k);
      if (close_enough(found, expected[k], format, sampler, integer))
        continue;
      fprintf(stderr, "%s, %s, sampler %x%s, (%g, %g, %g): channel %d is %.9g, not %.9g\n", shape->type, format->name,
              sampler, integer ? ", integer" : "", c[i][0], c[i][1], c[i][2], k, found, expected[k]);
      failures++;
      i = POINTS;
      break;
    }
  }
  free_image(&other);
  free_image(&image);
}

static void try_format(const struct program *program, enum shape which, const struct format *format) {
  for (int i = 0; i < SAMPLERS; i++) {
    if (seen_as(format) != SEEN_FLOAT && samplers[i] & LINEAR)
      continue;
    try_reads(program, which, format, samplers[i], false, false);
    if (samplers[i] <= 0x14 && !(samplers[i] & 1) && samplers[i] != 0x10)
      try_reads(program, which, format, samplers[i], true, false);
  }
  try_reads(program, which, format, 0x10, true, true);
}

int main(int argc, char **argv) {
  if (argc != 5)
    return 1;
  open_compiler(argv);
  enum shape which = (enum shape)atoi(argv[4]);
  for (int seen = SEEN_FLOAT; seen <= SEEN_UNSIGNED; seen++) {
    char *source = make_source(&shapes[which], (enum seen)seen);
    struct program program;
    build_program(&program, source);
    for (size_t f = 0; f < num_formats; f++)
      if ((int)seen_as(&formats[f]) == seen && formats[f].order != CL_DEPTH)
        try_format(&program, which, &formats[f]);
    close_program(&program);
    free(source);
  }
  return failures ? 1 : 0;
}
