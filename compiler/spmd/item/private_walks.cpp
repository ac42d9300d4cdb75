// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/item/private_walks.h"
#include "compiler/ir/uniformity.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"

#include <numeric>

using namespace llvm;

namespace weft::spmd {

namespace {

constexpr unsigned MostSteps = 8; ///< of one iteration

struct Step {
  GetElementPtrInst *Next;
  int64_t Bytes;
};

/// A pointer that begins somewhere in a private array and goes on by known distances.
struct Walk {
  PHINode *Phi;
  Value *Start;
  BasicBlock *Before, *Latch;
  SmallVector<Step, MostSteps> Steps; ///< in their order
  uint64_t Unit = 0;                  ///< bytes, of which all distances are multiples
};

} // namespace

static bool isPrivate(const Value *Pointer) {
  const auto *A = dyn_cast<AllocaInst>(underlyingObject(Pointer));
  return A && A->isStaticAlloca();
}

static std::optional<Walk> walkOf(PHINode &Phi, const Loop &L, const DataLayout &DL) {
  Walk W{&Phi, nullptr, L.getLoopPredecessor(), L.getLoopLatch(), {}};
  W.Start = Phi.getIncomingValueForBlock(W.Before);
  if (!isPrivate(W.Start))
    return std::nullopt;
  for (Value *V = Phi.getIncomingValueForBlock(W.Latch); V != &Phi;) {
    auto *G = dyn_cast<GetElementPtrInst>(V);
    APInt Bytes(DL.getIndexTypeSizeInBits(Phi.getType()), 0);
    if (!G || !L.contains(G) || W.Steps.size() == MostSteps || !G->accumulateConstantOffset(DL, Bytes))
      return std::nullopt;
    W.Steps.push_back({G, Bytes.getSExtValue()});
    W.Unit = std::gcd(W.Unit, Bytes.abs().getZExtValue());
    V = G->getPointerOperand();
  }
  std::reverse(W.Steps.begin(), W.Steps.end());
  if (W.Unit == 0)
    return std::nullopt;
  return W;
}

static void index(const Walk &W) {
  IRBuilder<> B(W.Phi);
  Type *Unit = ArrayType::get(B.getInt8Ty(), W.Unit);
  const bool IsInBounds = all_of(W.Steps, [](const Step &S) { return S.Next->isInBounds(); });
  auto Pointer = [&](Value *Index) {
    return B.CreateGEP(Unit, W.Start, Index, W.Phi->getName(),
                       IsInBounds ? GEPNoWrapFlags::inBounds() : GEPNoWrapFlags::none());
  };
  PHINode *Index = B.CreatePHI(B.getInt64Ty(), 2, W.Phi->getName() + ".index");
  Index->addIncoming(B.getInt64(0), W.Before);
  B.SetInsertPoint(W.Phi->getParent(), W.Phi->getParent()->getFirstInsertionPt());
  Value *At = Pointer(Index), *Next = Index;
  W.Phi->replaceUsesWithIf(At, [&](const Use &U) { return U.getUser() != W.Steps.front().Next; });
  for (const auto &[Number, S] : enumerate(W.Steps)) {
    B.SetInsertPoint(S.Next);
    Next = B.CreateAdd(Next, B.getInt64(uint64_t(S.Bytes / int64_t(W.Unit))));
    Instruction *Behind = Number + 1 < W.Steps.size() ? W.Steps[Number + 1].Next : cast<Instruction>(W.Phi);
    if (!S.Next->hasOneUse())
      S.Next->replaceUsesWithIf(Pointer(Next), [&](const Use &U) { return U.getUser() != Behind; });
  }
  Index->addIncoming(Next, W.Latch);
  W.Phi->replaceAllUsesWith(PoisonValue::get(W.Phi->getType())); // by the first step
  W.Phi->eraseFromParent();
  for (const Step &S : reverse(W.Steps))
    S.Next->eraseFromParent();
}

static SmallVector<Walk, 4> findWalks(const LoopInfo &Loops, const DataLayout &DL) {
  SmallVector<Walk, 4> Walks;
  for (const Loop *L : Loops.getLoopsInPreorder()) {
    if (!L->getLoopPredecessor() || !L->getLoopLatch())
      continue;
    for (PHINode &Phi : L->getHeader()->phis())
      if (Phi.getType()->isPointerTy())
        if (std::optional<Walk> W = walkOf(Phi, *L, DL))
          Walks.push_back(std::move(*W));
  }
  return Walks;
}

PreservedAnalyses IndexPrivateWalksPass::run(Function &Item, FunctionAnalysisManager &FAM) {
  const auto &Loops = FAM.getResult<LoopAnalysis>(Item);
  bool Changed = false;
  // Inner loops may begin where outer ones are: these are indexed first.
  for (SmallVector<Walk, 4> Walks; !(Walks = findWalks(Loops, Item.getDataLayout())).empty(); Changed = true)
    for (const Walk &W : Walks)
      index(W);
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace weft::spmd
