// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Modules of SPIR-V: what is read of their words, specialisation constants, and the words that are written anew.
#include "compiler/spirv/module.h"
#include "compiler/spirv/rewrite.h"

#include <cstring>
#include <vector>

#include "tests/fuzz/fuzz.h"

/// Sets every constant whose number is in the input's words.
static void setConstants(std::vector<uint32_t> &Words) {
  const uint64_t Value = 0x8182838485868788;
  for (size_t I = WEFT_SPIRV_HEADER_WORDS; I < Words.size() && I < 64; ++I) {
    uint32_t Id = Words[I];
    size_t Bytes = weft_spirv_constant_size(Words.data(), Words.size(), Id);
    FUZZ_CHECK(Bytes <= 8);
    weft_spirv_set_constant(Words.data(), Words.size(), Id, &Value);
    FUZZ_CHECK(weft_spirv_constant_size(Words.data(), Words.size(), Id) == Bytes);
  }
}

static void tryModule(std::vector<uint32_t> Words) {
  const char *Why = nullptr;
  if (!weft_spirv_check(Words.data(), Words.size(), &Why)) {
    FUZZ_CHECK(Why != nullptr);
    return;
  }
  setConstants(Words);
  FUZZ_CHECK(weft_spirv_check(Words.data(), Words.size(), &Why)); // still a module
  std::vector<uint32_t> New = weft::rewriteSpirv(Words.data(), Words.size());
  FUZZ_CHECK(New.size() >= WEFT_SPIRV_HEADER_WORDS);
}

/// The input as a module, and as the rest of one whose beginning is right.
int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::vector<uint32_t> Words(Size / sizeof(uint32_t));
  if (weft_spirv_load(Words.data(), Data, Size))
    tryModule(Words);
  std::vector<uint32_t> Begun = {0x07230203, 0x00010400, 0, 256, 0, 0x00020011, 6, 0x0003000e, 2, 2};
  if (!Words.empty())
    memcpy(Words.data(), Data, Words.size() * sizeof(uint32_t));
  Begun.insert(Begun.end(), Words.begin(), Words.end());
  tryModule(std::move(Begun));
  return 0;
}
