// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPIRV_REWRITE_H
#define WEFT_COMPILER_SPIRV_REWRITE_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft {

/// The same module in words that SPIRV-LLVM-Translator 15 reads, the oldest that is used: it knows SPIR-V 1.4 but for
/// some instructions, and stops at null constants of scalars. What it has no words for stays as it is.
std::vector<uint32_t> rewriteSpirv(const uint32_t *Words, size_t Count);

/// The first half of that: instructions of extensions that become calls of builtins. False where there are none, or one
/// that has no builtin.
bool callBuiltins(const uint32_t *Words, size_t Count, std::vector<uint32_t> &Out);

} // namespace weft

#endif
