// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_OPTIMISE_COLD_CALLS_H
#define WEFT_COMPILER_OPTIMISE_COLD_CALLS_H

#include "llvm/IR/Module.h"

namespace weft {

/// Gives each function named __weft_cold_*, and each estimate, masked vector variants, for the loop vectoriser to find.
/// False if there is none. Then, after the vectoriser:
bool addColdVariants(llvm::Module &M);

/// The variant of so many lanes: a function of the arguments as vectors and of a mask. Null for other functions.
llvm::Function *coldVariant(llvm::Function &F, unsigned Width);

/// Marks the variants as to be inlined, and those that nobody calls as dead.
void releaseColdVariants(llvm::Module &M);

} // namespace weft

#endif
