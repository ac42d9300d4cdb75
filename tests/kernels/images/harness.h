/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_KERNELS_IMAGES_HARNESS_H
#define WEFT_TESTS_KERNELS_IMAGES_HARNESS_H

/* Kernels with images below the API: a source compiled for one ISA level, its kernels called with views made by hand.
 */

#include "compiler/compiler.h"
#include "compiler/kernel_abi.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef CL_UNORM_INT_2_101010_EXT
#define CL_UNORM_INT_2_101010_EXT 0x10E5
#endif

extern unsigned failures;
#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                                  \
      failures++;                                                                                                      \
    }                                                                                                                  \
  } while (0)

/* Arguments: the compiler's library, the folder of builtins, the ISA level. Ends with 77 where the machine lacks it. */
void open_compiler(char **argv);

struct program {
  struct weft_compile_output output;
  void *handle;
};

/* Ends the process with the log where the source does not build. */
void build_program(struct program *program, const char *source);
void close_program(struct program *program);

/* One argument of a kernel: an image's view, a sampler's bits, a buffer's address, or a number. */
struct argument {
  const void *pointer;
  uint32_t bits;
};

/* Runs `items` work-items in groups of 16. */
void run_kernel(const struct program *program, const char *name, const struct argument *arguments, uint64_t items);

/* An image with bytes of 0xa5 between and around its rows. */
struct image {
  struct weft_image_view view;
  unsigned char *memory;
  size_t bytes;
};

enum shape {
  SHAPE_1D,
  SHAPE_1D_ARRAY,
  SHAPE_2D,
  SHAPE_2D_ARRAY,
  SHAPE_3D,
  SHAPE_2D_DEPTH,
  SHAPE_2D_ARRAY_DEPTH,
  SHAPE_1D_BUFFER,
  SHAPES
};
struct shape_info {
  const char *type;          /* of OpenCL C */
  const char *floats, *ints; /* types of coordinates */
  int dims;                  /* within a layer */
  bool layered;
  int stride;  /* numbers of a coordinate */
  bool depth;  /* a texel is one number to kernels, not four */
  bool buffer; /* read without samplers only */
};
extern const struct shape_info shapes[SHAPES];

struct format {
  cl_channel_order order;
  cl_channel_type type;
  uint32_t size;
  const char *name;
};
extern const struct format formats[];
extern const size_t num_formats;

/* Texels are random, as bytes; for floats they are numbers between -1 and 1. */
void make_image(struct image *image, enum shape shape, const struct format *format);
/* A mipmap of such an image: each level as an image of its own, whose memory is the mipmap's. Levels below the first
 * have no gaps between their rows, but bytes of 0xa5 behind the last. */
enum { LEVELS = 4, GAP = 24 };
void make_levels(struct image *image, enum shape shape, const struct format *format, struct image level[LEVELS]);
void free_image(struct image *image);
unsigned char *texel_of(const struct image *image, int x, int y, int z, int layer);

uint32_t random_bits(void);

#endif
