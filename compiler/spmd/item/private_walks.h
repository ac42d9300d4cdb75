// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ITEM_PRIVATE_WALKS_H
#define WEFT_COMPILER_SPMD_ITEM_PRIVATE_WALKS_H

#include "llvm/IR/PassManager.h"

namespace weft::spmd {

/// Makes the pointers that walk through private arrays in loops (*p++ = x) indices of these: induction variables of
/// numbers, of which ShapeAnalysis::elementOf sees that they go from element to element. Programs are written so, and
/// LLVM's loop strength reduction, which modules of SPIR-V have often been through, leaves nothing else.
class IndexPrivateWalksPass : public llvm::PassInfoMixin<IndexPrivateWalksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &Item, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft::spmd

#endif
