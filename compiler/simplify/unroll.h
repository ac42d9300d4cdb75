// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SIMPLIFY_UNROLL_H
#define WEFT_COMPILER_SIMPLIFY_UNROLL_H

#include "llvm/IR/PassManager.h"

namespace weft::spmd {

/// Unrolls loops of few iterations that walk through private arrays, so that the arrays become registers. LLVM's own
/// pass sees neither how much that is worth where each element is a vector of all lanes, nor nests whose inner bounds
/// are numbers only when the outer loop is gone. In a kernel that is not cut yet it leaves loops with cuts alone, and
/// takes those that begin with their test as well, which no pass has turned round so far.
class UnrollForArraysPass : public llvm::PassInfoMixin<UnrollForArraysPass> {
public:
  explicit UnrollForArraysPass(bool BeforeCuts = false) : BeforeCuts(BeforeCuts) {}
  llvm::PreservedAnalyses run(llvm::Function &Item, llvm::FunctionAnalysisManager &FAM);

private:
  bool BeforeCuts;
};

} // namespace weft::spmd

#endif
