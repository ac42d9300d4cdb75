// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_RESTORE_FORMS_H
#define WEFT_COMPILER_RESTORE_FORMS_H

#include "llvm/IR/PassManager.h"

namespace weft {

// Forms that optimisers take apart, and that modules of SPIR-V come without.

/// Computes a value behind the blocks that all compute it, in place of a phi of their copies. Optimisers leave such
/// where they have moved code on each way apart; to the analyses of divergence a phi where work-items meet differs, and
/// behind a cut it has a slot of the frame, where the value follows from ids.
class JoinEqualPhisPass : public llvm::PassInfoMixin<JoinEqualPhisPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

/// Makes remainders of differences from a multiple of the quotient, x - x / y * y: ids that are taken apart by a row's
/// length are known by both (spmd/range/segments.h).
class RestoreRemaindersPass : public llvm::PassInfoMixin<RestoreRemaindersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

/// Takes a counter of 32 bits in place of one of 64 beside it, of which it is the lower half and no more is asked for:
/// LLVM widens counters, and that both are one number is seen no longer.
class JoinHalvesPass : public llvm::PassInfoMixin<JoinHalvesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

/// Takes what is added and multiplied by in 64 bits as the small number, with its sign, that it is in 32, where no more
/// is asked for: LLVM folds what an index wraps by into it, after which nothing is known of the index.
class SmallConstantsPass : public llvm::PassInfoMixin<SmallConstantsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft

#endif
