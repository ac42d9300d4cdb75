// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_ESTIMATES_H
#define WEFT_COMPILER_CODEGEN_ESTIMATES_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace weft {

/// Whether a builtin asks for the processor's estimate of a reciprocal square root, within 2^-14 of itself: of AVX-512
/// alone, where numbers that are denormal, zero or infinite have one too. No library defines it.
bool isEstimate(const llvm::Function &F);

/// The estimates of a vector of floats or doubles, of any length: register by register.
llvm::Value *createEstimate(llvm::IRBuilder<> &B, llvm::Value *V);

/// Defines what is left of single numbers' estimates, to be inlined. False if there are none.
bool defineEstimates(llvm::Module &M);

} // namespace weft

#endif
