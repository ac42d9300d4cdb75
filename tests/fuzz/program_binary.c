/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The container of programs, as clCreateProgramWithBinary and the cache read it. */
#include "runtime/program_binary.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "runtime/hash.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit_program/sample.h"

/* Where the file's size and its checksum lie (program_binary.c), and how large they are. */
enum { SIZE_OFFSET = 16, CHECKSUM_OFFSET = 24, CHECKSUM_SIZE = 16 };

/* A hostile writer makes a right checksum; without one nothing behind the header would ever be read. */
static void seal(char *file, size_t size) {
  struct weft_hash hash;
  memset(file + CHECKSUM_OFFSET, 0, CHECKSUM_SIZE);
  memcpy(file + SIZE_OFFSET, &(uint64_t){size}, sizeof(uint64_t));
  weft_hash_init(&hash);
  weft_hash_update(&hash, file, size);
  struct weft_digest digest = weft_hash_final(&hash);
  memcpy(file + CHECKSUM_OFFSET, &digest, sizeof(digest));
}

/* Everything that was accepted can be read. */
static void read_all(const struct weft_binary *binary) {
  size_t length = strlen(binary->log) + strlen(binary->options) + strlen(binary->cpu);
  for (size_t k = 0; k < binary->num_kernels; k++) {
    const struct weft_kernel_info *kernel = &binary->kernels[k];
    length += strlen(kernel->name) + strlen(kernel->attributes);
    for (uint32_t i = 0; i < kernel->num_args; i++) {
      const struct weft_arg_info *arg = &kernel->args[i];
      FUZZ_CHECK(arg->offset <= kernel->args_size && arg->size <= kernel->args_size - arg->offset);
      length += strlen(arg->type_name) + strlen(arg->name);
    }
  }
  FUZZ_CHECK(length < binary->file.size);
}

static void parse(const char *file, size_t size) {
  struct weft_binary *binary = NULL;
  if (weft_binary_parse(file, size, &binary) == CL_SUCCESS)
    read_all(binary);
  weft_binary_unref(&binary);
}

/* The bytes as they are; then over a good container, from the place that the first two say. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct weft_binary *good;
  if (!good) {
    struct weft_binary_parts parts = sample_executable();
    if (weft_binary_create(&parts, &good) != CL_SUCCESS)
      abort();
    parse(good->file.data, good->file.size);
  }
  parse((const char *)data, size);
  if (size < 3)
    return 0;
  size_t at = (data[0] | (size_t)data[1] << 8) % good->file.size, count = size - 2;
  if (count > good->file.size - at)
    count = good->file.size - at;
  char *file = malloc(good->file.size);
  if (!file)
    return 0;
  memcpy(file, good->file.data, good->file.size);
  memcpy(file + at, data + 2, count);
  seal(file, good->file.size);
  parse(file, good->file.size);
  free(file);
  return 0;
}
