/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_COMPILER_SPIRV_MODULE_H
#define WEFT_COMPILER_SPIRV_MODULE_H

/*
 * SPIR-V as words: what can be told and changed without translating it. Plain C without allocation, part of both
 * libraries: clCreateProgramWithIL and clSetProgramSpecializationConstant answer without loading LLVM.
 *
 * A module has passed weft_spirv_check() before any other function here sees it; from then on every instruction is
 * within the words, each result id that is read is below the bound, and each string that is read ends within its
 * instruction.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { WEFT_SPIRV_HEADER_WORDS = 5 };

/* Versions as the header has them. */
#define WEFT_SPIRV_VERSION(major, minor) ((uint32_t)(major) << 16 | (uint32_t)(minor) << 8)

/* Opcodes that are read or written here (the SPIR-V specification, section 3.52). */
enum weft_spirv_opcode {
  WEFT_SPIRV_OP_UNDEF = 1,
  WEFT_SPIRV_OP_NAME = 5,
  WEFT_SPIRV_OP_STRING = 7,
  WEFT_SPIRV_OP_EXTENSION = 10,
  WEFT_SPIRV_OP_EXT_INST_IMPORT = 11,
  WEFT_SPIRV_OP_MEMORY_MODEL = 14,
  WEFT_SPIRV_OP_ENTRY_POINT = 15,
  WEFT_SPIRV_OP_CAPABILITY = 17,
  WEFT_SPIRV_OP_TYPE_BOOL = 20,
  WEFT_SPIRV_OP_TYPE_INT = 21,
  WEFT_SPIRV_OP_TYPE_FLOAT = 22,
  WEFT_SPIRV_OP_SPEC_CONSTANT_TRUE = 48,
  WEFT_SPIRV_OP_SPEC_CONSTANT_FALSE = 49,
  WEFT_SPIRV_OP_SPEC_CONSTANT = 50,
  WEFT_SPIRV_OP_FUNCTION = 54,
  WEFT_SPIRV_OP_DECORATE = 71,
};

struct weft_spirv_instruction {
  const uint32_t *words; /* the first holds opcode and count */
  uint32_t count;
  uint32_t opcode;
};

/* Copies `size` bytes of a module of either byte order into `words` (size / 4 of them) in the host's order. False
 * where that is no sequence of SPIR-V words. */
bool weft_spirv_load(uint32_t *words, const void *bytes, size_t size);

/* What the specification says of a module's outside: header, instruction stream, the ids and strings that are read
 * here, a memory model of OpenCL with 64-bit addresses. `why` (static text) says what is wrong. */
bool weft_spirv_check(const uint32_t *words, size_t count, const char **why);

/* Steps through the instructions; `at` is 0 at first. */
bool weft_spirv_next(const uint32_t *words, size_t count, size_t *at, struct weft_spirv_instruction *out);

/* NULL where no string ends within the instruction. `first`: index of its first word. */
const char *weft_spirv_string(const struct weft_spirv_instruction *instruction, uint32_t first);

/* Bytes of the value that clSetProgramSpecializationConstant takes for an id, 1 for a boolean; 0: there is no such
 * constant. */
size_t weft_spirv_constant_size(const uint32_t *words, size_t count, uint32_t spec_id);

/* Makes `value`, of the size told, the default of a specialisation constant. */
void weft_spirv_set_constant(uint32_t *words, size_t count, uint32_t spec_id, const void *value);

#ifdef __cplusplus
}
#endif

#endif
