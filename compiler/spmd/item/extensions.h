// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ITEM_EXTENSIONS_H
#define WEFT_COMPILER_SPMD_ITEM_EXTENSIONS_H

#include "llvm/IR/Function.h"

namespace weft::spmd {

/// InstCombine writes the extension of a truncated id as shifts to the left and back, or as `and`. As extensions they
/// are what Shapes and the guard know. InstCombine must not run behind it.
void restoreExtensions(llvm::Function &Item);

} // namespace weft::spmd

#endif
