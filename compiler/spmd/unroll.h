// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_UNROLL_H
#define WEFT_COMPILER_SPMD_UNROLL_H

#include "llvm/IR/PassManager.h"

namespace weft::spmd {

/// Unrolls loops of few turns that walk through private arrays, so that the arrays become registers. LLVM's own pass
/// sees neither how much that is worth where each element is a vector of all lanes, nor nests whose inner bounds are
/// numbers only when the outer loop is gone.
class UnrollForArraysPass : public llvm::PassInfoMixin<UnrollForArraysPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &Item, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft::spmd

#endif
