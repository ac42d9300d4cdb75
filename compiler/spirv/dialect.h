// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPIRV_DIALECT_H
#define WEFT_COMPILER_SPIRV_DIALECT_H

#include <llvm/IR/Module.h>

namespace weft {

/// Parts of importTranslated() with files of their own.

/// Calls that stand for SPV_KHR_integer_dot_product's instructions become arithmetic.
void lowerDotProducts(llvm::Module &M);

} // namespace weft

#endif
