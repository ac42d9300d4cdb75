// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_LINEAR_LINEAR_PLAN_H
#define WEFT_COMPILER_SPMD_LINEAR_LINEAR_PLAN_H

// Between the steps of linearise: what the walk over the blocks decides, and what masks and values are made from.

#include "compiler/spmd/analysis/divergence.h"
#include "compiler/spmd/linear/divergent_loops.h"
#include "compiler/spmd/linear/levels.h"

#include <set>

namespace weft::spmd {

/// What running a stretch under a mask costs, see any_skip.cpp.
struct Weight {
  unsigned Size = 0;
  bool Skip = false; ///< must or should not run where no lane wants it, whatever its size

  bool wantsSkip() const {
    return Skip || Size > 16;
  }
};

using Weights = llvm::DenseMap<const llvm::BasicBlock *, Weight>;
Weights weighBlocks(llvm::Function &F, const Divergence &D);

/// How a block runs in the linear order.
struct LinearBlock {
  llvm::BasicBlock *SameMask = nullptr; ///< the block whose lanes are its lanes
  bool AllActive = false;               ///< its lanes are all active ones
  /// Stands before a block with a mask of its own: there the mask is put together, and may be found empty.
  llvm::BasicBlock *Gate = nullptr;
  llvm::BasicBlock *IfNone = nullptr; ///< where the gate leads if no lane wants the block; null: nowhere else
  /// The terminator's successors; one, if lanes differ in where they would go.
  llvm::SmallVector<llvm::BasicBlock *, 2> Next;
};

/// Partial linearisation: each block goes on to the first, in the order of the levels, of its successors and of the
/// blocks that lanes still wait for; the rest waits.
class LinearPlan {
public:
  LinearPlan(llvm::Function &F, Levels &Lv, const DivergentBlocks &Divergent, const DivergentLoops &Loops,
             const Weights &W);

  const LinearBlock &of(const llvm::BasicBlock *BB) const {
    return Blocks.find(BB)->second;
  }
  /// Where an edge to a block leads.
  llvm::BasicBlock *site(llvm::BasicBlock *BB) const {
    llvm::BasicBlock *Gate = of(BB).Gate;
    return Gate ? Gate : BB;
  }

private:
  using Waiting = std::set<unsigned>; ///< blocks, by index
  using EdgeFrom = std::pair<llvm::BasicBlock *, unsigned>;
  void visit(llvm::BasicBlock &BB);
  void chooseMask(llvm::BasicBlock &BB, LinearBlock &Now, const Waiting &Others);
  llvm::BasicBlock *goOn(Waiting Candidates, llvm::BasicBlock *From, unsigned Slot);
  bool wantsSkip(const llvm::BasicBlock &BB) const;

  llvm::Function &F;
  Levels &Lv;
  const DivergentBlocks &Divergent;
  const DivergentLoops &Loops;
  const Weights &W;
  llvm::DenseMap<const llvm::BasicBlock *, LinearBlock> Blocks;
  llvm::DenseMap<const llvm::BasicBlock *, Waiting> WaitingAt;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<EdgeFrom, 2>> Entries;
};

/// Masks and values for blocks that run by the plan.
void blendLinearised(llvm::Function &F, Levels &Lv, const LinearPlan &Plan, const DivergentBlocks &Divergent,
                     const DivergentLoops &Loops, unsigned Ids);

} // namespace weft::spmd

#endif
