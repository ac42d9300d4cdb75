// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/optimise/stream_pointers.h"
#include "compiler/optimise/loop_sums.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace weft {

namespace {

constexpr unsigned Pointers = 8;

struct Streams {
  SmallVector<LoadInst *, 2 * Pointers> Loads; ///< of one stream after the other
  const SCEV *Step = nullptr;                  ///< of each from iteration to iteration, bytes
  const SCEV *Pitch = nullptr;                 ///< from stream to stream, bytes
};

/// The scalars that a loop loads, if they are of twice as many streams as there are pointers.
std::optional<Streams> findStreams(const Loop &L, ScalarEvolution &SE) {
  Streams R;
  const SCEV *Before = nullptr;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      auto *Load = dyn_cast<LoadInst>(&I);
      if (!Load || Load->getType()->isVectorTy())
        continue;
      const auto *At = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Load->getPointerOperand()));
      if (!Load->isSimple() || !At || At->getLoop() != &L || !At->isAffine())
        return std::nullopt;
      const SCEV *Step = At->getStepRecurrence(SE);
      if (Before) {
        const SCEV *Pitch = SE.getMinusSCEV(At->getStart(), Before);
        if (Step != R.Step || (R.Pitch && Pitch != R.Pitch) || isa<SCEVConstant, SCEVCouldNotCompute>(Pitch))
          return std::nullopt;
        R.Pitch = Pitch;
      }
      R.Step = Step;
      Before = At->getStart();
      R.Loads.push_back(Load);
    }
  return R.Loads.size() == size_t(2 * Pointers) ? std::optional(R) : std::nullopt;
}

bool share(Loop &L, ScalarEvolution &SE, const DataLayout &DL) {
  BasicBlock *Before = L.getLoopPreheader(), *Latch = L.getLoopLatch(), *Header = L.getHeader();
  if (!L.isInnermost() || !Before || !Latch || sumsOfProducts(L).size() != 2 * Pointers)
    return false;
  std::optional<Streams> R = findStreams(L, SE);
  if (!R)
    return false;
  SCEVExpander Expander(SE, "stream");
  Instruction *At = Before->getTerminator();
  Type *Index = DL.getIndexType(R->Loads[0]->getPointerOperandType());
  const SCEV *Apart = SE.getMulExpr(R->Pitch, SE.getConstant(R->Pitch->getType(), Pointers));
  SmallVector<const SCEV *, Pointers + 2> Needed{Apart, R->Step};
  for (LoadInst *Load : ArrayRef(R->Loads).take_front(Pointers))
    Needed.push_back(cast<SCEVAddRecExpr>(SE.getSCEV(Load->getPointerOperand()))->getStart());
  if (any_of(Needed, [&](const SCEV *S) { return !Expander.isSafeToExpandAt(S, At); }))
    return false;
  Value *Distance = Expander.expandCodeFor(Apart, Index, At), *Step = Expander.expandCodeFor(R->Step, Index, At);
  for (unsigned I = 0; I < Pointers; ++I) {
    LoadInst *First = R->Loads[I], *Second = R->Loads[I + Pointers];
    Type *T = First->getPointerOperandType();
    Value *Start = Expander.expandCodeFor(Needed[I + 2], T, At);
    PHINode *Pointer = PHINode::Create(T, 2, "stream", Header->begin());
    Pointer->addIncoming(Start, Before);
    Pointer->addIncoming(IRBuilder<>(Latch->getTerminator()).CreatePtrAdd(Pointer, Step, "stream.next"), Latch);
    First->setOperand(LoadInst::getPointerOperandIndex(), Pointer);
    Second->setOperand(LoadInst::getPointerOperandIndex(), IRBuilder<>(Second).CreatePtrAdd(Pointer, Distance));
  }
  return true;
}

} // namespace

PreservedAnalyses StreamPointersPass::run(Function &F, FunctionAnalysisManager &FAM) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  bool Shared = false;
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    Shared |= share(*L, SE, F.getDataLayout());
  if (!Shared)
    return PreservedAnalyses::all();
  return PreservedAnalyses::allInSet<CFGAnalyses>();
}

} // namespace weft
