// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/item/pointer_walks.h"
#include "compiler/ir/uniformity.h"
#include "compiler/regions/inductions.h"
#include "compiler/spmd/analysis/divergence.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace weft::spmd {

static constexpr unsigned MostSteps = 8; ///< of one iteration

static bool isPrivate(const Value *Pointer) {
  const auto *A = dyn_cast<AllocaInst>(underlyingObject(Pointer));
  return A && A->isStaticAlloca();
}

/// Private arrays that are walked by distances which nothing shows are no registers either way.
static std::optional<Induction> walkOf(PHINode &Phi, const Loop &L, bool IsOfLanes) {
  if (!Phi.getType()->isPointerTy() || !L.getLoopPredecessor() || !L.getLoopLatch())
    return std::nullopt;
  const bool IsPrivate = isPrivate(Phi.getIncomingValueForBlock(L.getLoopPredecessor()));
  if (!IsPrivate && !IsOfLanes)
    return std::nullopt;
  return inductionOf(Phi, L, MostSteps,
                     [&](const Value *Distance) { return !IsPrivate && L.isLoopInvariant(Distance); });
}

/// The pointers of loops' headers of which something can be said if they are indices. One that is the same for all
/// lanes costs one register and one addition as it is, and of lanes that loaded where they begin nothing is known.
static SmallPtrSet<const PHINode *, 8> pointersOfLanes(Function &Item, const LoopInfo &Loops) {
  SmallPtrSet<const PHINode *, 8> Found;
  for (const Loop *L : Loops.getLoopsInPreorder())
    if (L->getLoopPredecessor() && L->getLoopLatch())
      for (const PHINode &Phi : L->getHeader()->phis())
        if (Phi.getType()->isPointerTy())
          Found.insert(&Phi);
  if (Found.empty())
    return Found;
  const Divergence Lanes(Item, VaryingXY);
  const SmallPtrSet<const Instruction *, 32> Loaded = loadedData(Item, Lanes);
  Found.remove_if([&](const PHINode *Phi) { return !Lanes.isDivergent(Phi) || Loaded.contains(Phi); });
  return Found;
}

PreservedAnalyses IndexPointerWalksPass::run(Function &Item, FunctionAnalysisManager &FAM) {
  const auto &Loops = FAM.getResult<LoopAnalysis>(Item);
  const SmallPtrSet<const PHINode *, 8> Pointers = pointersOfLanes(Item, Loops);
  bool Changed = false;
  // Inner loops may begin where outer ones are: these are indexed first.
  for (const Loop *L : Loops.getLoopsInPreorder())
    for (PHINode &Phi : make_early_inc_range(L->getHeader()->phis()))
      if (const std::optional<Induction> W = walkOf(Phi, *L, Pointers.contains(&Phi))) {
        splitInduction(*W);
        Changed = true;
      }
  return Changed ? PreservedAnalyses::allInSet<CFGAnalyses>() : PreservedAnalyses::all();
}

} // namespace weft::spmd
