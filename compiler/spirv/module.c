/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "compiler/spirv/module.h"

#include <string.h>

enum {
  MAGIC = 0x07230203,
  DECORATION_SPEC_ID = 1,
  CAPABILITY_KERNEL = 6,
  ADDRESSING_PHYSICAL64 = 2,
  MEMORY_OPENCL = 2,
  LARGEST_ID = 4194303, /* the specification's limit of ids (section 2.17) */
};

static uint32_t swapped(uint32_t word) {
  return word >> 24 | (word >> 8 & 0xff00) | (word << 8 & 0xff0000) | word << 24;
}

bool weft_spirv_load(uint32_t *words, const void *bytes, size_t size) {
  if (size % 4 || size < WEFT_SPIRV_HEADER_WORDS * sizeof(uint32_t))
    return false;
  memcpy(words, bytes, size);
  if (words[0] == MAGIC)
    return true;
  if (words[0] != swapped(MAGIC))
    return false;
  for (size_t i = 0; i < size / 4; i++)
    words[i] = swapped(words[i]);
  return true;
}

bool weft_spirv_next(const uint32_t *words, size_t count, size_t *at, struct weft_spirv_instruction *out) {
  if (*at == 0)
    *at = WEFT_SPIRV_HEADER_WORDS;
  if (*at >= count)
    return false;
  uint32_t length = words[*at] >> 16;
  if (length == 0 || length > count - *at)
    return false;
  *out = (struct weft_spirv_instruction){words + *at, length, words[*at] & 0xffff};
  *at += length;
  return true;
}

const char *weft_spirv_string(const struct weft_spirv_instruction *instruction, uint32_t first) {
  if (first >= instruction->count)
    return NULL;
  const char *text = (const char *)(instruction->words + first);
  return memchr(text, 0, (instruction->count - first) * sizeof(uint32_t)) ? text : NULL;
}

static bool is_spec_constant(uint32_t opcode) {
  return opcode >= WEFT_SPIRV_OP_SPEC_CONSTANT_TRUE && opcode <= WEFT_SPIRV_OP_SPEC_CONSTANT;
}

/* Words that an instruction has at least; 0: not looked at here. */
static uint32_t least_words(uint32_t opcode) {
  switch (opcode) {
  case WEFT_SPIRV_OP_CAPABILITY:
  case WEFT_SPIRV_OP_EXTENSION:
  case WEFT_SPIRV_OP_TYPE_BOOL:
    return 2;
  case WEFT_SPIRV_OP_NAME:
  case WEFT_SPIRV_OP_STRING:
  case WEFT_SPIRV_OP_EXT_INST_IMPORT:
  case WEFT_SPIRV_OP_MEMORY_MODEL:
  case WEFT_SPIRV_OP_TYPE_FLOAT:
  case WEFT_SPIRV_OP_DECORATE:
  case WEFT_SPIRV_OP_SPEC_CONSTANT_TRUE:
  case WEFT_SPIRV_OP_SPEC_CONSTANT_FALSE:
    return 3;
  case WEFT_SPIRV_OP_ENTRY_POINT:
  case WEFT_SPIRV_OP_TYPE_INT:
  case WEFT_SPIRV_OP_SPEC_CONSTANT:
    return 4;
  case WEFT_SPIRV_OP_FUNCTION:
    return 5;
  default:
    return 1;
  }
}

/* Index of the word where an instruction's text begins; 0: it has none. */
static uint32_t text_word(uint32_t opcode) {
  switch (opcode) {
  case WEFT_SPIRV_OP_EXTENSION:
    return 1;
  case WEFT_SPIRV_OP_NAME:
  case WEFT_SPIRV_OP_STRING:
  case WEFT_SPIRV_OP_EXT_INST_IMPORT:
    return 2;
  case WEFT_SPIRV_OP_ENTRY_POINT:
    return 3;
  default:
    return 0;
  }
}

/* Index of the word of the id that an instruction is about; 0: not looked at here. */
static uint32_t id_word(uint32_t opcode) {
  switch (opcode) {
  case WEFT_SPIRV_OP_NAME:
  case WEFT_SPIRV_OP_STRING:
  case WEFT_SPIRV_OP_EXT_INST_IMPORT:
  case WEFT_SPIRV_OP_TYPE_BOOL:
  case WEFT_SPIRV_OP_TYPE_INT:
  case WEFT_SPIRV_OP_TYPE_FLOAT:
  case WEFT_SPIRV_OP_DECORATE:
    return 1;
  case WEFT_SPIRV_OP_ENTRY_POINT:
  case WEFT_SPIRV_OP_SPEC_CONSTANT_TRUE:
  case WEFT_SPIRV_OP_SPEC_CONSTANT_FALSE:
  case WEFT_SPIRV_OP_SPEC_CONSTANT:
  case WEFT_SPIRV_OP_FUNCTION:
    return 2;
  default:
    return 0;
  }
}

/* The definition of a scalar type; types precede their uses. */
static bool find_type(const uint32_t *words, size_t count, uint32_t id, struct weft_spirv_instruction *out) {
  size_t at = 0;
  while (weft_spirv_next(words, count, &at, out) && out->opcode != WEFT_SPIRV_OP_FUNCTION)
    if ((out->opcode == WEFT_SPIRV_OP_TYPE_INT || out->opcode == WEFT_SPIRV_OP_TYPE_FLOAT) && out->words[1] == id)
      return true;
  return false;
}

/* Bytes of a numerical specialisation constant; 0: its type is none of the specification's. */
static size_t value_size(const uint32_t *words, size_t count, const struct weft_spirv_instruction *constant) {
  struct weft_spirv_instruction type;
  if (!find_type(words, count, constant->words[1], &type))
    return 0;
  uint32_t bits = type.words[2];
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
    return 0;
  return constant->count == (bits == 64 ? 5U : 4U) ? bits / 8 : 0;
}

static bool check_instruction(const struct weft_spirv_instruction *instruction, uint32_t bound, const char **why) {
  uint32_t opcode = instruction->opcode;
  if (instruction->count < least_words(opcode)) {
    *why = "an instruction is too short";
    return false;
  }
  uint32_t id = id_word(opcode) ? instruction->words[id_word(opcode)] : 1;
  if (id == 0 || id >= bound) {
    *why = "an id is not below the bound";
    return false;
  }
  if (text_word(opcode) && !weft_spirv_string(instruction, text_word(opcode))) {
    *why = "a string does not end";
    return false;
  }
  return true;
}

static bool check_header(const uint32_t *words, size_t count, const char **why) {
  if (count < WEFT_SPIRV_HEADER_WORDS || words[0] != MAGIC)
    *why = "this is no SPIR-V";
  else if ((words[1] & 0xff0000ff) != 0 || words[1] >> 16 != 1)
    *why = "no known version of SPIR-V";
  else if (words[3] == 0 || words[3] - 1 > LARGEST_ID)
    *why = "the bound of ids is out of range";
  else if (words[4] != 0)
    *why = "the schema is not 0";
  else
    return true;
  return false;
}

bool weft_spirv_check(const uint32_t *words, size_t count, const char **why) {
  if (!check_header(words, count, why))
    return false;
  bool kernel = false, model = false;
  size_t at = 0;
  struct weft_spirv_instruction instruction;
  while (weft_spirv_next(words, count, &at, &instruction)) {
    if (!check_instruction(&instruction, words[3], why))
      return false;
    if (instruction.opcode == WEFT_SPIRV_OP_CAPABILITY)
      kernel |= instruction.words[1] == CAPABILITY_KERNEL;
    if (instruction.opcode == WEFT_SPIRV_OP_MEMORY_MODEL) {
      if (model || instruction.words[1] != ADDRESSING_PHYSICAL64 || instruction.words[2] != MEMORY_OPENCL) {
        *why = "the memory model is not one of OpenCL with 64-bit addresses";
        return false;
      }
      model = true;
    }
  }
  if (at < count)
    *why = "an instruction ends behind the module";
  else if (!kernel || !model)
    *why = "the module is not for OpenCL";
  else
    return true;
  return false;
}

/* The next id that bears a SpecId. */
static bool next_decorated(const uint32_t *words, size_t count, size_t *at, uint32_t spec_id, uint32_t *id) {
  struct weft_spirv_instruction instruction;
  while (weft_spirv_next(words, count, at, &instruction)) {
    if (instruction.opcode == WEFT_SPIRV_OP_FUNCTION)
      return false;
    if (instruction.opcode == WEFT_SPIRV_OP_DECORATE && instruction.count == 4 &&
        instruction.words[2] == DECORATION_SPEC_ID && instruction.words[3] == spec_id) {
      *id = instruction.words[1];
      return true;
    }
  }
  return false;
}

/* The specialisation constant that an id names. */
static bool find_constant(const uint32_t *words, size_t count, uint32_t id, struct weft_spirv_instruction *out) {
  size_t at = 0;
  while (weft_spirv_next(words, count, &at, out) && out->opcode != WEFT_SPIRV_OP_FUNCTION)
    if (is_spec_constant(out->opcode) && out->words[2] == id)
      return true;
  return false;
}

size_t weft_spirv_constant_size(const uint32_t *words, size_t count, uint32_t spec_id) {
  size_t at = 0;
  uint32_t id;
  struct weft_spirv_instruction constant;
  if (!next_decorated(words, count, &at, spec_id, &id) || !find_constant(words, count, id, &constant))
    return 0;
  return constant.opcode == WEFT_SPIRV_OP_SPEC_CONSTANT ? value_size(words, count, &constant) : 1;
}

/* A literal narrower than a word fills it: signed ones are extended by their sign (section 2.2.1). */
static uint32_t narrow_literal(const struct weft_spirv_instruction *type, const void *value, size_t size) {
  bool is_signed = type->opcode == WEFT_SPIRV_OP_TYPE_INT && type->words[3];
  uint8_t byte;
  uint16_t half;
  if (size == 1) {
    memcpy(&byte, value, 1);
    return is_signed ? (uint32_t)(int32_t)(int8_t)byte : byte;
  }
  memcpy(&half, value, 2);
  return is_signed ? (uint32_t)(int32_t)(int16_t)half : half;
}

static void set_value(uint32_t *words, size_t count, uint32_t *constant, const void *value, size_t size) {
  struct weft_spirv_instruction type;
  if (size == 8) { /* low-order word first, whatever the host's order */
    uint64_t all;
    memcpy(&all, value, 8);
    constant[3] = (uint32_t)all;
    constant[4] = (uint32_t)(all >> 32);
  } else if (size == 4) {
    memcpy(&constant[3], value, 4);
  } else if (find_type(words, count, constant[1], &type)) {
    constant[3] = narrow_literal(&type, value, size);
  }
}

void weft_spirv_set_constant(uint32_t *words, size_t count, uint32_t spec_id, const void *value) {
  size_t at = 0, size = weft_spirv_constant_size(words, count, spec_id);
  uint32_t id;
  struct weft_spirv_instruction found;
  while (size && next_decorated(words, count, &at, spec_id, &id)) {
    if (!find_constant(words, count, id, &found))
      continue;
    uint32_t *constant = words + (found.words - words);
    if (found.opcode != WEFT_SPIRV_OP_SPEC_CONSTANT) {
      uint8_t flag;
      memcpy(&flag, value, 1);
      uint32_t opcode = flag ? WEFT_SPIRV_OP_SPEC_CONSTANT_TRUE : WEFT_SPIRV_OP_SPEC_CONSTANT_FALSE;
      constant[0] = found.count << 16 | opcode;
    } else if (value_size(words, count, &found) == size) {
      set_value(words, count, constant, value, size);
    }
  }
}
