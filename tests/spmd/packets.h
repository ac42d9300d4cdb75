// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_SPMD_PACKETS_H
#define WEFT_TESTS_SPMD_PACKETS_H

#include <stddef.h>
#include <stdint.h>

/* Of every item function of these tests; w: work-items in x, n: a number below that. */
#define ITEM_PARAMETERS uint64_t x, uint64_t y, uint64_t z, void *in, void *out, void *aux, uint64_t w, uint32_t n

struct variant {
  const char *name;
  unsigned lanes, parts, dim;
  void *packet;
  int masked;
  _Bool (*guard)(ITEM_PARAMETERS, uint64_t);
};

struct buffer {
  const char *type;
  size_t (*count)(size_t W, size_t H);
};

struct item {
  const char *name;
  void (*scalar)(ITEM_PARAMETERS);
  const struct variant *variants;
  struct buffer buffers[3];
};

extern const struct item items[];

#endif
