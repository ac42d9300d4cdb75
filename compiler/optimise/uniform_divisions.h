// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_OPTIMISE_UNIFORM_DIVISIONS_H
#define WEFT_COMPILER_OPTIMISE_UNIFORM_DIVISIONS_H

#include "llvm/IR/PassManager.h"

namespace weft {

/// Takes conditional divisions and remainders that are the same in every iteration out of innermost loops, before LLVM's
/// vectoriser sees them. LLVM 22 computes such a one under the condition of its first lane and hands the result, poison
/// if that lane is off, to all lanes. What cannot be taken out keeps its loop from being vectorised.
class UniformDivisionsPass : public llvm::PassInfoMixin<UniformDivisionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft

#endif
