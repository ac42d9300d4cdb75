// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SIMPLIFY_EQUAL_PHIS_H
#define WEFT_COMPILER_SIMPLIFY_EQUAL_PHIS_H

#include "llvm/IR/PassManager.h"

namespace weft {

/// Computes a value behind the blocks that all compute it, in place of a phi of their copies. Optimisers leave such where
/// they have moved code on each way apart; to the analyses of divergence a phi where work-items meet differs, and behind a
/// cut it has a slot of the frame, where the value follows from ids.
class JoinEqualPhisPass : public llvm::PassInfoMixin<JoinEqualPhisPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft

#endif
