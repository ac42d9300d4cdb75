// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_ESTIMATES_H
#define WEFT_COMPILER_CODEGEN_ESTIMATES_H

#include "llvm/IR/Module.h"

namespace weft {

/// Whether a builtin asks for the processor's estimate of a reciprocal square root, within 2^-14 of itself: of AVX-512
/// alone, where numbers that are denormal, zero or infinite have one too. No library defines it.
bool isEstimate(const llvm::Function &F);

/// The variant of so many lanes, as coldVariant() has them. Null for other functions.
llvm::Function *estimateVariant(llvm::Function &F, unsigned Width);

/// Defines what is left of single numbers' estimates, to be inlined. False if there are none.
bool defineEstimates(llvm::Module &M);

} // namespace weft

#endif
