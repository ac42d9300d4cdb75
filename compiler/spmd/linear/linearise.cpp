// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/linear/linearise.h"
#include "compiler/spmd/linear/linear_plan.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace weft::spmd {

/// Gives each edge from a block with several successors to a block with several predecessors a block of its own, so
/// that edge masks are block masks. The way back of a loop needs none.
static void splitCriticalEdges(Function &F) {
  Levels Before(F);
  SmallVector<BasicBlock *, 32> Blocks(Before.order());
  for (BasicBlock *BB : Blocks) {
    Instruction *End = BB->getTerminator();
    for (unsigned I = 0; I < End->getNumSuccessors(); ++I) {
      BasicBlock *To = End->getSuccessor(I);
      Loop *L = Before.loops().getLoopFor(To);
      if (!(L && L->getHeader() == To && L->contains(BB)))
        SplitCriticalEdge(End, I, CriticalEdgeSplittingOptions().setMergeIdenticalEdges());
    }
  }
}

bool linearise(Function &Item, unsigned Ids, std::string &WhyNot) {
  DivergentBlocks Divergent;
  Weights W;
  {
    Divergence D(Item, Ids);
    for (BasicBlock &BB : Item)
      if (D.hasDivergentTerminator(BB)) {
        if (isa<SwitchInst>(BB.getTerminator())) { // canonicalise() leaves none
          WhyNot = "a switch that differs between lanes";
          return false;
        }
        Divergent.insert(&BB);
      }
    W = weighBlocks(Item, D);
  }
  DivergentLoops Loops = unifyDivergentLoops(Item, Divergent);
  splitCriticalEdges(Item);
  Levels Lv(Item);
  LinearPlan Plan(Item, Lv, Divergent, Loops, W);
  blendLinearised(Item, Lv, Plan, Divergent, Loops, Ids);
  return true;
}

} // namespace weft::spmd
