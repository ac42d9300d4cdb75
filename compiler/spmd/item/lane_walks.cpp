// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/item/lane_walks.h"
#include "compiler/spmd/analysis/divergence.h"
#include "compiler/spmd/analysis/next_id.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace weft::spmd {

namespace {

constexpr unsigned Line = 64;                                ///< bytes of the cache's lines
constexpr unsigned LeastIterations = 4, MostIterations = 16; ///< together
constexpr unsigned MostInstructions = 512;                   ///< of these
/// Elements between lanes up to which lanes' accesses are one another's neighbours (access_groups.cpp).
constexpr int64_t Near = 8;

class Walks {
public:
  Walks(Function &Item, LoopInfo &Loops, ScalarEvolution &SE)
      : Item(Item), Loops(Loops), SE(SE), X(Item, VaryingX), Neighbour(SE, *Item.getArg(0)) {}

  /// Loops to unroll, and how many iterations of each are to stand together.
  SmallVector<std::pair<Loop *, unsigned>, 4> find() {
    SmallVector<std::pair<Loop *, unsigned>, 4> Found;
    for (Loop *L : Loops.getLoopsInPreorder())
      if (unsigned Count = L->isInnermost() ? iterationsOf(*L) : 0)
        Found.push_back({L, Count});
    return Found;
  }

private:
  unsigned iterationsOf(const Loop &L) {
    const BasicBlock *Latch = L.getLoopLatch();
    if (!Latch || L.getExitingBlock() != Latch || X.hasDivergentTerminator(*Latch) ||
        isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(&L)))
      return 0;
    unsigned Size = 0;
    uint64_t Element = 0;
    for (const BasicBlock *BB : L.blocks())
      for (const Instruction &I : *BB) {
        ++Size;
        if (I.mayWriteToMemory() || !I.willReturn())
          return 0;
        if (uint64_t Bytes = walksBy(I, L))
          Element = Element ? std::min(Element, Bytes) : Bytes;
      }
    if (!Element)
      return 0;
    auto Count = unsigned(std::min<uint64_t>(MostIterations, Line / Element));
    // Nothing is left over where the number of iterations is known and has such a divisor.
    if (unsigned Known = SE.getSmallConstantTripCount(&L))
      while (Count > LeastIterations && Known % Count != 0)
        Count /= 2;
    while (Count > LeastIterations && Size * Count > MostInstructions)
      Count /= 2;
    const unsigned Most = SE.getSmallConstantMaxTripCount(&L);
    return Size * Count > MostInstructions || (Most && Most < 2 * Count) ? 0 : Count;
  }

  /// Bytes of an element, if an access goes from one to the next with each iteration, and lanes are in rows of their
  /// own.
  uint64_t walksBy(const Instruction &I, const Loop &L) {
    const auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load || !Load->isSimple() || Load->getType()->isVectorTy() || Load->getType()->isAggregateType() ||
        !X.isDivergent(Load->getPointerOperand()) || isa<AllocaInst>(getUnderlyingObject(Load->getPointerOperand())))
      return 0; // packets have private arrays element by element
    const uint64_t Bytes = Item.getDataLayout().getTypeAllocSize(Load->getType()).getFixedValue();
    const SCEV *At = SE.getSCEV(const_cast<Value *>(Load->getPointerOperand()));
    const auto *Step = dyn_cast<SCEVAddRecExpr>(At);
    if (!Step || Step->getLoop() != &L || !Step->isAffine() ||
        Step->getStepRecurrence(SE) != SE.getConstant(Step->getStepRecurrence(SE)->getType(), Bytes))
      return 0;
    const auto *Between = dyn_cast<SCEVConstant>(SE.getMinusSCEV(Neighbour.visit(At), At));
    const bool IsNear = Between && !Between->isZero() && Between->getAPInt().abs().ule(uint64_t(Near) * Bytes);
    return IsNear ? 0 : Bytes;
  }

  Function &Item;
  LoopInfo &Loops;
  ScalarEvolution &SE;
  Divergence X;
  NextId Neighbour;
};

} // namespace

PreservedAnalyses UnrollLaneWalksPass::run(Function &Item, FunctionAnalysisManager &FAM) {
  auto &Loops = FAM.getResult<LoopAnalysis>(Item);
  auto &Tree = FAM.getResult<DominatorTreeAnalysis>(Item);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Item);
  auto &Assumptions = FAM.getResult<AssumptionAnalysis>(Item);
  auto &TTI = FAM.getResult<TargetIRAnalysis>(Item);
  auto &Remarks = FAM.getResult<OptimizationRemarkEmitterAnalysis>(Item);
  if (Loops.empty())
    return PreservedAnalyses::all();
  const auto Found = Walks(Item, Loops, SE).find();
  for (auto [L, Count] : Found) {
    simplifyLoop(L, &Tree, &Loops, &SE, &Assumptions, nullptr, /*PreserveLCSSA=*/false);
    formLCSSARecursively(*L, Tree, &Loops, &SE);
    UnrollLoopOptions Options = {};
    Options.Count = Count;
    const unsigned Known = SE.getSmallConstantTripCount(L);
    Options.Runtime = !Known || Known % Count != 0;
    Options.AllowExpensiveTripCount = true;
    Loop *Rest = nullptr;
    if (UnrollLoop(L, Options, &Loops, &SE, &Tree, &Assumptions, &TTI, &Remarks, /*PreserveLCSSA=*/true, &Rest) ==
        LoopUnrollResult::PartiallyUnrolled)
      L->setLoopAlreadyUnrolled();
  }
  return Found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft::spmd
