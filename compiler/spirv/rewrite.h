// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPIRV_REWRITE_H
#define WEFT_COMPILER_SPIRV_REWRITE_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft {

/// The same module in words that the translator reads. `Old`: it is a SPIRV-LLVM-Translator as old as LLVM 15's, which
/// knows SPIR-V 1.4 but for some instructions, and stops at null constants of scalars. What there are no words for
/// stays as it is.
std::vector<uint32_t> rewriteSpirv(const uint32_t *Words, size_t Count, bool Old);

/// The first half of that: instructions that become calls, of builtins or of what sub_group_dispatch.cpp takes. False
/// where there are none, or one that has no builtin.
bool callBuiltins(const uint32_t *Words, size_t Count, bool Old, std::vector<uint32_t> &Out);

} // namespace weft

#endif
