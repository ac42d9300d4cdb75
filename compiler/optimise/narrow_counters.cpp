// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/optimise/narrow_counters.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace weft {

namespace {

/// What a loop's vectors would rest on: numbers that must not wrap, by their bits.
class Counters {
  ScalarEvolution &SE;
  Loop &L;

public:
  using Widths = SmallSet<unsigned, 4>;

  Counters(ScalarEvolution &SE, Loop &L) : SE(SE), L(L) {}

  /// For the addresses, the loop's variables and the number of iterations.
  Widths ofLoop() const {
    Widths All;
    SmallVector<const SCEVPredicate *, 4> Iterations;
    SE.getPredicatedBackedgeTakenCount(&L, Iterations);
    add(Iterations, All);
    for (PHINode &Phi : L.getHeader()->phis())
      add(Phi, All);
    for (BasicBlock *BB : L.blocks())
      for (Instruction &I : *BB)
        if (Value *Address = getLoadStorePointerOperand(&I))
          add(*Address, All);
    return All;
  }
  /// Whether it must not wrap with fewer than so many bits, but no operand must not.
  bool begins(Instruction &I, unsigned Bits) const {
    return isNarrow(I, Bits) && none_of(I.operands(), [&](Value *Operand) { return isNarrow(*Operand, Bits); });
  }

private:
  static void add(ArrayRef<const SCEVPredicate *> Predicates, Widths &To) {
    for (const SCEVPredicate *Predicate : Predicates) {
      const auto *Wrap = dyn_cast<SCEVWrapPredicate>(Predicate);
      if (Wrap && Wrap->getExpr()->getType()->isIntegerTy())
        To.insert(Wrap->getExpr()->getType()->getIntegerBitWidth());
    }
  }
  void add(Value &V, Widths &To) const {
    if (!SE.isSCEVable(V.getType()) || L.isLoopInvariant(&V))
      return;
    SmallVector<const SCEVPredicate *, 4> Needed;
    if (SE.convertSCEVToAddRecWithPredicates(SE.getSCEV(&V), &L, Needed))
      add(Needed, To);
  }
  bool isNarrow(Value &V, unsigned Bits) const {
    Widths Found;
    add(V, Found);
    return any_of(Found, [&](unsigned Width) { return Width < Bits; });
  }
};

} // namespace

/// Whether a loop computes with vectors already, which LLVM does not make wider ones of.
static bool hasVectors(const Loop &L) {
  return any_of(L.blocks(), [](const BasicBlock *BB) {
    return any_of(*BB, [](const Instruction &I) { return I.getType()->isVectorTy(); });
  });
}

static bool settle(Loop &L, ScalarEvolution &SE) {
  if (hasVectorizeTransformation(&L) & TM_Disable || hasVectors(L))
    return false;
  const Counters All(SE, L);
  Counters::Widths Widths = All.ofLoop();
  if (Widths.size() < 2)
    return false;
  unsigned Widest = 0;
  for (unsigned Width : Widths)
    Widest = std::max(Widest, Width);
  SmallVector<Instruction *, 8> Narrow;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (I.getType()->isIntegerTy() && !isa<PHINode>(I) && All.begins(I, Widest))
        Narrow.push_back(&I);
  for (Instruction *I : Narrow) {
    auto *Frozen = new FreezeInst(I, I->getName() + ".frozen");
    Frozen->insertAfter(I->getIterator());
    I->replaceUsesWithIf(Frozen, [&](Use &U) { return U.getUser() != Frozen; });
  }
  SE.forgetLoop(&L);
  if (All.ofLoop().size() > 1)
    addStringMetadataToLoop(&L, "llvm.loop.vectorize.enable", 0);
  return true;
}

PreservedAnalyses NarrowCountersPass::run(Function &F, FunctionAnalysisManager &FAM) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  bool Settled = false;
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (L->isInnermost())
      Settled |= settle(*L, SE);
  return Settled ? PreservedAnalyses::allInSet<CFGAnalyses>() : PreservedAnalyses::all();
}

} // namespace weft
