/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/program_binary.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "runtime/hash.h"
#include "tests/unit_program/sample.h"
#include "tests/unit_program/unit.h"

static struct weft_binary *make(struct weft_binary_parts parts) {
  struct weft_binary *binary = NULL;
  if (weft_binary_create(&parts, &binary) != CL_SUCCESS)
    abort();
  return binary;
}

static void check_kernels(const struct weft_binary *binary) {
  CHECK(binary->num_kernels == 2);
  const struct weft_kernel_info *first = weft_binary_find_kernel(binary, "first");
  CHECK(first && first->num_args == 5 && first->args_size == 48);
  CHECK(first->reqd_work_group_size[0] == 8 && first->reqd_work_group_size[1] == 4);
  CHECK(first->local_size == 256 && first->private_size == 24 && first->frame_fixed == 128);
  CHECK(first->frame_per_item == 40 && first->has_arg_info && first->flush_denormals && !first->uses_printf);
  CHECK_TEXT(first->attributes, "reqd_work_group_size(8,4,1)");
  CHECK_TEXT(first->symbol, "weft.first");
  for (unsigned i = 0; i < 5; i++) {
    CHECK(first->args[i].kind == sample_args[i].kind && first->args[i].offset == sample_args[i].offset);
    CHECK(first->args[i].size == sample_args[i].size && first->args[i].align == sample_args[i].align);
    CHECK(first->args[i].address == sample_args[i].address);
    CHECK(first->args[i].type_qualifier == sample_args[i].type_qualifier);
    CHECK(first->args[i].fact == sample_args[i].fact);
    CHECK_TEXT(first->args[i].type_name, sample_args[i].type_name);
    CHECK_TEXT(first->args[i].name, sample_args[i].name);
  }
  CHECK(weft_binary_find_kernel(binary, "second")->uses_printf && !first->order_matters);
  CHECK(weft_binary_find_kernel(binary, "second")->order_matters);
  CHECK(weft_binary_find_kernel(binary, "second")->wants_group && !first->wants_group);
  CHECK(weft_binary_find_kernel(binary, "second")->short_rows == 8 && !first->short_rows);
  CHECK(weft_binary_find_kernel(binary, "second")->rows_at_once == 16 && !first->rows_at_once);
  CHECK(weft_binary_find_kernel(binary, "second")->joined_lanes == 32 && !first->joined_lanes);
  CHECK(weft_binary_find_kernel(binary, "second")->joined_columns == 64 && !first->joined_columns);
  const struct weft_kernel_info *second = weft_binary_find_kernel(binary, "second");
  CHECK(second->strip_columns == 16 && second->strip_dimension == 2 && second->strip_bytes == 8);
  CHECK(!first->strip_columns && !first->strip_dimension && !first->strip_bytes);
  CHECK(weft_binary_find_kernel(binary, "second")->disjoint == (uint64_t)5 << 40 && !first->disjoint);
  CHECK(weft_binary_find_kernel(binary, "second")->may_wait && !first->may_wait);
  CHECK(!weft_binary_find_kernel(binary, "third"));
}

static void round_trip(void) {
  struct weft_binary *made = make(sample_executable()), *read = NULL;
  CHECK(weft_binary_parse(made->file.data, made->file.size, &read) == CL_SUCCESS);
  CHECK(read->type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE && read->std == 300 && read->non_uniform);
  CHECK(read->has_writable_globals && read->global_variables_size == 12 && !read->link_options);
  CHECK(read->has_constructors);
  CHECK(read->flags == WEFT_BUILD_NO_WARNINGS);
  CHECK_TEXT(read->options, "-w -DA=1");
  CHECK_TEXT(read->log, "a warning\n");
  CHECK(read->object.size == sizeof(sample_object) && !memcmp(read->object.data, sample_object, read->object.size));
  CHECK(read->bitcode.size == sizeof(sample_bitcode) &&
        !memcmp(read->bitcode.data, sample_bitcode, read->bitcode.size));
  check_kernels(read);
  struct weft_target target = {.isa = "x86-64-v3", .cpu = "haswell", .features = "+avx2"};
  CHECK(weft_binary_fits(read, &target, "id") && weft_binary_fits(read, &target, ""));
  CHECK(!weft_binary_fits(read, &target, "other"));
  target.cpu = "znver5";
  CHECK(!weft_binary_fits(read, &target, "id"));
  weft_binary_unref(&read);
  weft_binary_unref(&made);
  CHECK(!made);
}

/* Every truncation and every flipped bit is refused: the checksum covers all. */
static void torn(struct weft_binary_parts parts) {
  struct weft_binary *made = make(parts), *read = NULL;
  size_t size = made->file.size;
  char *copy = malloc(size + 1);
  memcpy(copy, made->file.data, size);
  copy[size] = 0;
  for (size_t length = 0; length < size; length++)
    CHECK(weft_binary_parse(copy, length, &read) == CL_INVALID_BINARY);
  CHECK(weft_binary_parse(copy, size + 1, &read) == CL_INVALID_BINARY);
  for (size_t bit = 0; bit < 8 * size; bit++) {
    copy[bit / 8] ^= (char)(1 << bit % 8);
    CHECK(weft_binary_parse(copy, size, &read) == CL_INVALID_BINARY);
    copy[bit / 8] ^= (char)(1 << bit % 8);
  }
  CHECK(weft_binary_parse(copy, size, &read) == CL_SUCCESS);
  weft_binary_unref(&read);
  weft_binary_unref(&made);
  free(copy);
}

/* Where the checksum lies, and how it is made: what a hostile writer knows too. */
enum { CHECKSUM_OFFSET = 24, CHECKSUM_SIZE = 16 };

static void seal(char *file, size_t size) {
  struct weft_hash hash;
  memset(file + CHECKSUM_OFFSET, 0, CHECKSUM_SIZE);
  weft_hash_init(&hash);
  weft_hash_update(&hash, file, size);
  struct weft_digest digest = weft_hash_final(&hash);
  memcpy(file + CHECKSUM_OFFSET, &digest, sizeof(digest));
}

/* Arbitrary bytes under a right checksum: accepted or not, nothing outside the file is read (asan watches) and what is
 * accepted is within its bounds. */
static void hostile(void) {
  struct weft_binary *made = make(sample_executable());
  size_t size = made->file.size;
  unsigned state = 12345, accepted = 0, refused = 0;
  for (unsigned round = 0; round < 60000; round++) {
    char *copy = malloc(size);
    memcpy(copy, made->file.data, size);
    unsigned changes = 1 + round % 4;
    for (unsigned i = 0; i < changes; i++) {
      state = state * 1664525 + 1013904223;
      size_t at = (state >> 8) % size;
      state = state * 1664525 + 1013904223;
      static const unsigned char values[] = {0, 1, 0x7f, 0x80, 0xff};
      copy[at] = (char)(state >> 30 ? values[(state >> 8) % 5] : state >> 16);
    }
    seal(copy, size);
    struct weft_binary *read = NULL;
    cl_int error = weft_binary_parse(copy, size, &read);
    free(copy);
    CHECK(error == CL_SUCCESS || error == CL_INVALID_BINARY);
    accepted += !error;
    refused += error != 0;
    if (error)
      continue;
    size_t length = strlen(read->log) + strlen(read->options) + strlen(read->cpu);
    for (size_t k = 0; k < read->num_kernels; k++) {
      length += strlen(read->kernels[k].name) + strlen(read->kernels[k].attributes);
      for (uint32_t i = 0; i < read->kernels[k].num_args; i++) {
        const struct weft_arg_info *arg = &read->kernels[k].args[i];
        CHECK(arg->offset <= read->kernels[k].args_size && arg->size <= read->kernels[k].args_size - arg->offset);
        CHECK(arg->align && !(arg->align & (arg->align - 1)));
        CHECK(arg->fact != WEFT_FACT_FORMAT || arg->kind == WEFT_ARG_IMAGE);
        CHECK(arg->fact != WEFT_FACT_SAMPLER || arg->kind == WEFT_ARG_SAMPLER);
        length += strlen(arg->type_name) + strlen(arg->name);
      }
    }
    CHECK(length < size);
    weft_binary_unref(&read);
  }
  CHECK(accepted > 1000 && refused > 1000); /* both ways were tried */
  weft_binary_unref(&made);
}

static void foreign(void) {
  static const char elf[128] = "\177ELF";
  static const char bitcode[128] = "BC\xc0\xde";
  struct weft_binary *read = NULL;
  CHECK(weft_binary_parse(elf, sizeof(elf), &read) == CL_INVALID_BINARY);
  CHECK(weft_binary_parse(bitcode, sizeof(bitcode), &read) == CL_INVALID_BINARY);
  CHECK(weft_binary_parse("", 1, &read) == CL_INVALID_BINARY);
}

/* Each allocation fails in turn. */
static void no_memory(void) {
  struct weft_binary_parts parts = sample_executable();
  long n = 0;
  for (;; n++) {
    struct weft_binary *binary = NULL;
    weft_alloc_fail_after(n);
    cl_int error = weft_binary_create(&parts, &binary);
    weft_alloc_fail_after(-1);
    weft_binary_unref(&binary);
    if (!error)
      break;
    CHECK(error == CL_OUT_OF_HOST_MEMORY);
  }
  CHECK(n >= 3);
}

int main(void) {
  round_trip();
  torn(sample_executable());
  torn(sample_compiled());
  hostile();
  foreign();
  no_memory();
  return unit_result();
}
