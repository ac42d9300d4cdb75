// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_LINEAR_DIVERGENT_LOOPS_H
#define WEFT_COMPILER_SPMD_LINEAR_DIVERGENT_LOOPS_H

#include "compiler/spmd/linear/levels.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Instructions.h"

namespace weft::spmd {

struct DivergentLoops {
  /// By header: the lanes that are left.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::PHINode *> Live;
  /// Stand-ins for what linearise knows later: in this iteration, the lanes that came to the instruction's block by way
  /// of the other one.
  llvm::MapVector<llvm::Instruction *, llvm::BasicBlock *> CameBy;
};

/// Gives each loop that lanes leave at different times one uniform exit behind its latch, `any` lane left; values that
/// leave through the old exits are kept for the lanes that do. The branches that then choose where each lane goes on
/// are added to `Divergent`.
DivergentLoops unifyDivergentLoops(llvm::Function &F, DivergentBlocks &Divergent);

} // namespace weft::spmd

#endif
