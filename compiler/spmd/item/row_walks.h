// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ITEM_ROW_WALKS_H
#define WEFT_COMPILER_SPMD_ITEM_ROW_WALKS_H

#include "llvm/IR/PassManager.h"

namespace weft::spmd {

/// Unrolls loops in which each work-item walks a row of its own, so that the loads of a lane lie side by side:
/// for (k) sum += a[i * n + k]. Of four iterations' floats a lane's are one vector, and those of all lanes are
/// transposed (access_groups.h). A loop that goes on for as long as a line of the cache is done with a line before the
/// next lane's takes its place, which it does where rows are powers of two apart.
class UnrollRowWalksPass : public llvm::PassInfoMixin<UnrollRowWalksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &Item, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft::spmd

#endif
