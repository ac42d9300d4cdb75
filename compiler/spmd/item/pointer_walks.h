// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ITEM_POINTER_WALKS_H
#define WEFT_COMPILER_SPMD_ITEM_POINTER_WALKS_H

#include "llvm/IR/PassManager.h"

namespace weft::spmd {

/// Makes pointers that walk through memory in loops (*p++ = x, p += pitch) indices of where they began: induction
/// variables of numbers, of which ShapeAnalysis sees how far lanes are from one another, and that elements of private
/// arrays are such. Programs are written so, and LLVM's loop strength reduction, which modules of SPIR-V have often
/// been through, leaves nothing else.
class IndexPointerWalksPass : public llvm::PassInfoMixin<IndexPointerWalksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &Item, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft::spmd

#endif
