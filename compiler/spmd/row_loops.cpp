// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/row_loops.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/DemandedBits.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include "llvm/Transforms/Vectorize/LoopVectorizationLegality.h"

using namespace llvm;

namespace weft::spmd {

/// Loops that have fewer iterations for sure end before vectors pay.
static constexpr unsigned FewestIterations = 32;

namespace {

/// What LLVM asks of, built at once: only few kernels get this far.
struct Analyses {
  Analyses(Function &F, const TargetTransformInfo &Target)
      : TTI(const_cast<TargetTransformInfo &>(Target)), TLII(F.getParent()->getTargetTriple()), TLI(TLII), AC(F), DT(F),
        LI(DT), SE(F, TLI, AC, DT, LI), BasicAA(F.getDataLayout(), F, TLI, AC, &DT), AA(TLI),
        LAIs(SE, AA, DT, LI, &TTI, &TLI, &AC), DB(F, AC, DT), ORE(&F) {
    AA.addAAResult(BasicAA);
    AA.addAAResult(ScopedAA);
  }

  TargetTransformInfo &TTI; ///< the interfaces below take it as one that could change
  TargetLibraryInfoImpl TLII;
  TargetLibraryInfo TLI;
  AssumptionCache AC;
  DominatorTree DT;
  LoopInfo LI;
  ScalarEvolution SE;
  BasicAAResult BasicAA;
  ScopedNoAliasAAResult ScopedAA;
  AAResults AA;
  LoopAccessInfoManager LAIs;
  DemandedBits DB;
  OptimizationRemarkEmitter ORE;
};

} // namespace

/// Whether one of the checks is of two places in the same object.
static bool checksOneObject(const LoopAccessInfo &Accesses) {
  const RuntimePointerChecking &Checking = *Accesses.getRuntimePointerChecking();
  auto Object = [&](unsigned I) { return getUnderlyingObject(Checking.getPointerInfo(I).PointerValue); };
  return any_of(Checking.getChecks(), [&](const RuntimePointerCheck &Check) {
    return any_of(Check.first->Members, [&](unsigned I) {
      return any_of(Check.second->Members, [&](unsigned J) { return Object(I) == Object(J); });
    });
  });
}

/// 0: none.
static double rowLoopGain(Loop &L, Function &F, Analyses &A) {
  const unsigned Iterations = A.SE.getSmallConstantMaxTripCount(&L);
  // Loops in loops are as a rule small blocks of each work-item's, whose rows are short.
  if (!L.isInnermost() || L.getParentLoop() || (Iterations && Iterations < FewestIterations) || !L.isLoopSimplifyForm())
    return 0;
  PredicatedScalarEvolution PSE(A.SE, L);
  LoopVectorizationRequirements Requirements;
  LoopVectorizeHints Hints(&L, /*InterleaveOnlyWhenForced=*/false, A.ORE, &A.TTI);
  LoopVectorizationLegality Legality(&L, PSE, &A.DT, &A.TTI, &A.TLI, &F, A.LAIs, &A.LI, &A.ORE, &Requirements, &Hints,
                                     &A.DB, &A.AC, /*AllowRuntimeSCEVChecks=*/true, &A.AA);
  if (!Legality.canVectorize(/*UseVPlanNativePath=*/false) || Requirements.getExactFPInst())
    return 0;
  bool Walks = false;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      Value *Pointer = getLoadStorePointerOperand(&I);
      if (!Pointer || L.isLoopInvariant(Pointer))
        continue;
      if (!Legality.isConsecutivePtr(getLoadStoreType(&I), Pointer))
        return 0;
      Walks = true;
    }
  constexpr double InPlace = 2;
  return !Walks ? 0 : checksOneObject(*Legality.getLAI()) ? InPlace : RowLoopGain;
}

SmallDenseMap<const BasicBlock *, double, 4> findRowLoops(Function &Item, const TargetTransformInfo &TTI) {
  SmallDenseMap<const BasicBlock *, double, 4> Found;
  // LLVM looks at loops in canonical form, which the item function's need not have.
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(&Item, Map);
  {
    Analyses A(*Copy, TTI);
    const SmallVector<Loop *, 4> Outermost(A.LI.begin(), A.LI.end());
    for (Loop *L : Outermost) {
      simplifyLoop(L, &A.DT, &A.LI, &A.SE, &A.AC, nullptr, /*PreserveLCSSA=*/false);
      formLCSSARecursively(*L, A.DT, &A.LI, &A.SE);
    }
    DenseMap<const BasicBlock *, double> Gains;
    for (Loop *L : A.LI.getLoopsInPreorder())
      if (const double Gain = rowLoopGain(*L, *Copy, A); Gain > 0)
        Gains[L->getHeader()] = Gain;
    for (const BasicBlock &BB : Item)
      if (const double Gain = Gains.lookup(cast<BasicBlock>(static_cast<Value *>(Map.lookup(&BB)))); Gain > 0)
        Found[&BB] = Gain;
  }
  Copy->eraseFromParent();
  return Found;
}

} // namespace weft::spmd
