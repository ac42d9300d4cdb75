// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/simplify/unroll.h"
#include "compiler/ir/kernel_context.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace weft::spmd {

/// Instructions that an unrolled nest may have.
static constexpr uint64_t LargestNest = 4096;
static constexpr unsigned MostIterations = 64;
/// Bytes of an array that registers may hold, of numbers of up to four bytes: one register for each of 40 elements.
static constexpr uint64_t LargestArray = 160;

/// The most iterations that the loop takes, 0 if that is not known; also of inner loops whose bounds the outer one's
/// variable gives.
static uint64_t mostTripCount(const Loop &L, ScalarEvolution &SE) {
  if (unsigned Iterations = SE.getSmallConstantMaxTripCount(&L))
    return Iterations;
  const SCEV *Taken = SE.getBackedgeTakenCount(&L);
  while (const auto *Cast = dyn_cast<SCEVCastExpr>(Taken))
    Taken = Cast->getOperand();
  const auto *Recurrence = dyn_cast<SCEVAddRecExpr>(Taken);
  uint64_t Outer = Recurrence && Recurrence->isAffine() ? SE.getSmallConstantTripCount(Recurrence->getLoop()) : 0;
  const auto *Start = Outer ? dyn_cast<SCEVConstant>(Recurrence->getStart()) : nullptr;
  const auto *Step = Outer ? dyn_cast<SCEVConstant>(Recurrence->getStepRecurrence(SE)) : nullptr;
  if (!Start || !Step || Outer > MostIterations)
    return 0;
  APInt First = Start->getAPInt(), Last = First + Step->getAPInt() * APInt(First.getBitWidth(), Outer - 1);
  return std::max(First.getLimitedValue(MostIterations), Last.getLimitedValue(MostIterations)) + 1;
}

/// How many copies of its body unrolling leaves of a loop; 0 for those that stay loops, in each copy of what is around.
static uint64_t numCopies(const Loop &L, ScalarEvolution &SE) {
  const uint64_t Iterations = mostTripCount(L, SE);
  return Iterations <= MostIterations ? Iterations : 0;
}

/// What the nest has when the loop and all inside of it that are unrolled are; more than LargestNest is not counted.
static uint64_t unrolledSize(const Loop &L, ScalarEvolution &SE) {
  uint64_t Size = 0;
  for (const Loop *Inner : L)
    Size += unrolledSize(*Inner, SE);
  for (const BasicBlock *BB : L.blocks())
    if (!any_of(L, [&](const Loop *Inner) { return Inner->contains(BB); }))
      Size += BB->size();
  return std::min(std::max(numCopies(L, SE), uint64_t(1)) * Size, LargestNest + 1);
}

/// Whether the loop's variable, and that of no loop which stays one, chooses elements of a small private array.
static bool walksArray(const Loop &L, LoopInfo &LI, ScalarEvolution &SE, const DataLayout &DL) {
  auto Stays = [&](const BasicBlock *BB, const SCEV *Address) {
    for (const Loop *Inner = LI.getLoopFor(BB); Inner != &L; Inner = Inner->getParentLoop())
      if (!SE.isLoopInvariant(Address, Inner) && numCopies(*Inner, SE) == 0)
        return true;
    return false;
  };
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB) {
      const Value *Pointer = getLoadStorePointerOperand(&I);
      const auto *A = Pointer ? dyn_cast<AllocaInst>(getUnderlyingObject(Pointer)) : nullptr;
      std::optional<TypeSize> Size = A ? A->getAllocationSize(DL) : std::nullopt;
      if (!Size)
        continue;
      const uint64_t Bits = getLoadStoreType(const_cast<Instruction *>(&I))->getScalarSizeInBits();
      if (Size->getFixedValue() > LargestArray * std::max<uint64_t>(1, Bits / 32))
        continue;
      const SCEV *Address = SE.getSCEV(const_cast<Value *>(Pointer));
      if (!SE.isLoopInvariant(Address, &L) && !Stays(BB, Address))
        return true;
    }
  return false;
}

/// The outermost loop that is worth it and has a known number of iterations.
static Loop *choose(LoopInfo &LI, ScalarEvolution &SE, const DataLayout &DL, bool BeforeCuts) {
  for (Loop *L : LI.getLoopsInPreorder())
    if (SE.getSmallConstantTripCount(L) && numCopies(*L, SE) > 0 && unrolledSize(*L, SE) <= LargestNest &&
        walksArray(*L, LI, SE, DL) && L->isLoopSimplifyForm() &&
        (L->getExitingBlock() == L->getLoopLatch() || (BeforeCuts && L->getExitingBlock() == L->getHeader())) &&
        !(BeforeCuts && any_of(L->blocks(), [](const BasicBlock *BB) { return hasCut(*BB); })))
      return L;
  return nullptr;
}

PreservedAnalyses UnrollForArraysPass::run(Function &Item, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(Item);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(Item);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Item);
  auto &AC = FAM.getResult<AssumptionAnalysis>(Item);
  auto &TTI = FAM.getResult<TargetIRAnalysis>(Item);
  auto &ORE = FAM.getResult<OptimizationRemarkEmitterAnalysis>(Item);
  bool Changed = false;
  for (Loop *L : LI.getTopLevelLoops())
    Changed |= simplifyLoop(L, &DT, &LI, &SE, &AC, nullptr, /*PreserveLCSSA=*/false);
  while (Loop *L = choose(LI, SE, Item.getDataLayout(), BeforeCuts)) {
    formLCSSARecursively(*L, DT, &LI, &SE);
    UnrollLoopOptions Options = {};
    Options.Count = SE.getSmallConstantTripCount(L);
    Options.AllowExpensiveTripCount = true;
    if (UnrollLoop(L, Options, &LI, &SE, &DT, &AC, &TTI, &ORE, /*PreserveLCSSA=*/true) !=
        LoopUnrollResult::FullyUnrolled)
      break;
    Changed = true;
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::spmd
