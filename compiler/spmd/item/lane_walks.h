// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ITEM_LANE_WALKS_H
#define WEFT_COMPILER_SPMD_ITEM_LANE_WALKS_H

#include "llvm/IR/PassManager.h"

namespace weft::spmd {

/// Unrolls loops in which each work-item walks a row of a matrix of its own, so that the loads of a lane lie side by
/// side: for (k) sum += a[i * n + k]. Of four iterations' floats a lane's are one vector, and those of all lanes are
/// transposed (access_groups.h). A loop that goes on for as long as a line of the cache is done with a line before the
/// next lane's takes its place, which it does where these rows are powers of two apart.
class UnrollLaneWalksPass : public llvm::PassInfoMixin<UnrollLaneWalksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &Item, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft::spmd

#endif
