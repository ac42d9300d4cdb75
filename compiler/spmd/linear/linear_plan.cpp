// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Why every lane comes to the blocks that it wants: what waits is carried along every edge until the walk comes to it,
// and edges lead forward only, so it is come to on every path. Loops are contiguous in the order: nothing that lies in
// a loop still waits at its latch. Dominance is contiguous: nothing waits for a block on a path that has missed the
// blocks that dominate it.

#include "compiler/spmd/linear/linear_plan.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft::spmd {

LinearPlan::LinearPlan(Function &F, Levels &Lv, const DivergentBlocks &Divergent, const DivergentLoops &Loops,
                       const Weights &W)
    : F(F), Lv(Lv), Divergent(Divergent), Loops(Loops), W(W) {
  for (BasicBlock *BB : Lv.order())
    visit(*BB);
}

bool LinearPlan::wantsSkip(const BasicBlock &BB) const {
  Weight Sum;
  for (unsigned I = Lv.indexOf(&BB); I <= Lv.lastDominated(&BB); ++I) {
    const Weight &BlockWeight = W.lookup(Lv.order()[I]);
    Sum.Size += BlockWeight.Size;
    Sum.Skip |= BlockWeight.Skip || Lv.loops().isLoopHeader(Lv.order()[I]);
  }
  return Sum.wantsSkip();
}

/// The first of the candidates; the others wait there.
BasicBlock *LinearPlan::goOn(Waiting Candidates, BasicBlock *From, unsigned Slot) {
  BasicBlock *First = Lv.order()[*Candidates.begin()];
  Candidates.erase(Candidates.begin());
  WaitingAt[First].insert(Candidates.begin(), Candidates.end());
  Entries[First].push_back({From, Slot});
  return First;
}

void LinearPlan::chooseMask(BasicBlock &BB, LinearBlock &Now, const Waiting &Others) {
  Loop *L = Lv.loops().getLoopFor(&BB);
  BasicBlock *Top = L ? L->getHeader() : &F.getEntryBlock();
  if (&BB == Top) {
    if (!L)
      Now.AllActive = true;
    else if (!Loops.Live.count(&BB))
      Now.SameMask = L->getLoopPreheader();
    return;
  }
  // Nothing waits but what waited when the iteration began: all are here.
  const Waiting &Outside = WaitingAt[Top];
  if (Others == Outside) {
    Now.SameMask = Top;
    return;
  }
  if ((Now.SameMask = Lv.equivalent(&BB)))
    return;
  // Behind a uniform branch that stays all of its lanes are here.
  BasicBlock *From = BB.getUniquePredecessor();
  const auto &Ways = Entries[&BB];
  if (From && !Divergent.contains(From) && all_of(Ways, [&](const EdgeFrom &E) {
        return E.first == From && From->getTerminator()->getSuccessor(E.second) == &BB;
      }))
    Now.SameMask = From;
}

void LinearPlan::visit(BasicBlock &BB) {
  LinearBlock Now;
  Waiting &Here = WaitingAt[&BB];
  Here.erase(Lv.indexOf(&BB));
  Waiting Others = Here; // of which goOn may move the original
  chooseMask(BB, Now, Others);
  if (!Now.SameMask && !Now.AllActive && !Loops.Live.count(&BB)) {
    Now.Gate = BasicBlock::Create(F.getContext(), BB.getName() + ".gate", &F, &BB);
    // Nobody waits elsewhere only if all that might are here.
    if (!Others.empty() && wantsSkip(BB))
      Now.IfNone = goOn(Others, Now.Gate, 1);
  }
  Instruction &End = *BB.getTerminator();
  auto IsBack = [&](BasicBlock *To) {
    Loop *L = Lv.loops().getLoopFor(To);
    return L && L->getHeader() == To && L->contains(&BB);
  };
  if (Divergent.contains(&BB)) {
    for (BasicBlock *To : successors(&BB))
      Others.insert(Lv.indexOf(To));
    Now.Next.push_back(goOn(Others, &BB, 0));
  } else {
    for (unsigned I = 0; I < End.getNumSuccessors(); ++I) {
      BasicBlock *To = End.getSuccessor(I);
      if (IsBack(To)) {
        Now.Next.push_back(To);
        continue;
      }
      Waiting Candidates = Others;
      Candidates.insert(Lv.indexOf(To));
      Now.Next.push_back(goOn(std::move(Candidates), &BB, I));
    }
  }
  Blocks[&BB] = std::move(Now);
}

} // namespace weft::spmd
