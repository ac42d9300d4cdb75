// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SIMPLIFY_COMBINE_H
#define WEFT_COMPILER_SIMPLIFY_COMBINE_H

#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"

namespace weft {

/// LLVM's InstCombine, for use in its place everywhere, behind a step that keeps what version 22 gets wrong from it.
///
/// It makes a select between a masked load and another value, by the load's mask, a masked load that keeps the other
/// value, but at the place of the select: behind stores that the load stood before (its issue 215453, pull request
/// 216730). Where memory may be written between the two, the select gets the load's value frozen, which no rule looks
/// through. Whether the masks are the same does not matter, since they may become so on the way.
class CombinePass : public llvm::PassInfoMixin<CombinePass> {
  llvm::InstCombinePass Inner;

public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft

#endif
