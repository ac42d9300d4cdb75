// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_LIBRARY_CONSTANT_POWERS_H
#define WEFT_COMPILER_LIBRARY_CONSTANT_POWERS_H

#include <llvm/IR/Module.h>

namespace weft {

/// Powers to -2, -1, 0, 1, 2, 3, 4 and a half become products, quotients and square roots. Before anything is
/// optimised, so that programs give the same results without optimiser.
void lowerConstantPowers(llvm::Module &M);

} // namespace weft

#endif
