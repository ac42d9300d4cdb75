// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits for what LLVM's loop passes would do in more than linear time.

#ifndef WEFT_COMPILER_SIMPLIFY_LOOP_LIMITS_H
#define WEFT_COMPILER_SIMPLIFY_LOOP_LIMITS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/PassManager.h"

namespace weft {

/// Clamps the program's hints to unroll loops that can be left at several places. Each copy of such a loop's body has
/// all of its tests, and LLVM asks for each of them what all others imply: 80 s for a thousand iterations of two tests.
class ClampUnrollHintsPass : public llvm::PassInfoMixin<ClampUnrollHintsPass> {
public:
  explicit ClampUnrollHintsPass(bool Remarks = false) : Remarks(Remarks) {}
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

private:
  bool Remarks; ///< says on stderr what was clamped
};

/// Keeps LLVM's vectoriser from long loops: its plans, and what it finds out about accesses, take time that grows with
/// the square of their length.
class LimitVectorisedLoopsPass : public llvm::PassInfoMixin<LimitVectorisedLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

/// Those of the loops that a pass of LLVM's must leave alone, so that its time does not grow with the square of a
/// function's loops: for each loop that it unrolls or vectorises it forgets what it knows of all loops in the same
/// outermost one, which is the loop over groups, and may have a value live through all of them. 90 loops may be changed
/// where there are no others, 16 of 500; inner ones, which run more often, come first.
llvm::SmallVector<llvm::Loop *, 0> beyondLimit(llvm::ArrayRef<llvm::Loop *> Wanted, const llvm::LoopInfo &LI);

} // namespace weft

#endif
