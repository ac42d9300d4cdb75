// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Induction variables of loops that hold cuts, which begin with a number, or an address, of each work-item's own and go
// on by what is the same for all:
//
//   i = y * pitch + x;                  far = 0;                                 (the group)
//   for (...) {                         for (...) {
//     barrier;                            barrier;
//     ... p[i] ...                        ... p[y * pitch + x + far] ...
//     i += plane;                         far += plane;
//   }                                   }
//
// As it was, `i` lives across the cut: it would have a slot of the frame, and what is loaded from there has any
// distance from work-item to work-item. What it is made of is computed again behind each cut, and keeps its shape.

#include "compiler/regions/inductions.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/uniformity.h"
#include "compiler/regions/region_context.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace weft {

namespace {

constexpr unsigned MostSteps = 4; ///< of one iteration

/// `Next` is `From` and a distance that is the same for all.
struct Step {
  Instruction *Next;
  Value *From, *Distance;
  bool IsBack = false; ///< the distance is subtracted
};

struct Induction {
  PHINode *Phi;
  Value *Start;
  BasicBlock *Before, *Latch;
  SmallVector<Step, MostSteps> Steps; ///< in their order
};

} // namespace

/// The step that an instruction of a loop is.
static std::optional<Step> stepOf(Instruction &I, const Uniformity &Uniform) {
  if (auto *G = dyn_cast<GetElementPtrInst>(&I)) {
    if (G->getNumIndices() != 1 || G->getType()->isVectorTy() || !Uniform.isUniform(G->getOperand(1)))
      return std::nullopt;
    return Step{G, G->getPointerOperand(), G->getOperand(1)};
  }
  if ((I.getOpcode() != Instruction::Add && I.getOpcode() != Instruction::Sub) || I.getType()->isVectorTy())
    return std::nullopt;
  Value *Left = I.getOperand(0), *Right = I.getOperand(1);
  if (I.getOpcode() == Instruction::Add && Uniform.isUniform(Left))
    std::swap(Left, Right);
  if (!Uniform.isUniform(Right))
    return std::nullopt;
  return Step{&I, Left, Right, I.getOpcode() == Instruction::Sub};
}

static std::optional<Induction> inductionOf(PHINode &Phi, const Loop &L, const Uniformity &Uniform) {
  Induction Found{&Phi, nullptr, L.getLoopPreheader(), L.getLoopLatch(), {}};
  if (Uniform.isUniform(&Phi))
    return std::nullopt;
  Found.Start = Phi.getIncomingValueForBlock(Found.Before);
  auto *Start = dyn_cast<Instruction>(Found.Start);
  if (Start && !canRecompute(*Start, Uniform))
    return std::nullopt;
  for (Value *V = Phi.getIncomingValueForBlock(Found.Latch); V != &Phi;) {
    auto *I = dyn_cast<Instruction>(V);
    std::optional<Step> S = I && L.contains(I) ? stepOf(*I, Uniform) : std::nullopt;
    if (!S || Found.Steps.size() == MostSteps)
      return std::nullopt;
    Found.Steps.push_back(*S);
    V = S->From;
  }
  std::reverse(Found.Steps.begin(), Found.Steps.end());
  if (Found.Steps.empty())
    return std::nullopt;
  return Found;
}

/// The bytes of a step of an address, else the number itself.
static Value *distanceOf(IRBuilderBase &B, const Step &S, const DataLayout &DL) {
  const auto *G = dyn_cast<GetElementPtrInst>(S.Next);
  if (!G)
    return S.Distance;
  Type *Index = DL.getIndexType(G->getType());
  return B.CreateMul(B.CreateSExtOrTrunc(S.Distance, Index),
                     ConstantInt::get(Index, DL.getTypeAllocSize(G->getSourceElementType())));
}

/// Sums wrap where the induction variable would not: only together they are a number that the program computes. An
/// address stays in the object in which all its steps are.
static Value *sumOf(IRBuilderBase &B, const Induction &Of, Value *Far) {
  if (!Of.Phi->getType()->isPointerTy())
    return B.CreateAdd(Of.Start, Far, Of.Phi->getName());
  const bool IsInBounds = all_of(Of.Steps, [](const Step &S) { return cast<GetElementPtrInst>(S.Next)->isInBounds(); });
  return B.CreateGEP(B.getInt8Ty(), Of.Start, Far, Of.Phi->getName(),
                     IsInBounds ? GEPNoWrapFlags::inBounds() : GEPNoWrapFlags::none());
}

static void split(const Induction &Of, const DataLayout &DL) {
  Type *T = Of.Phi->getType()->isPointerTy() ? DL.getIndexType(Of.Phi->getType()) : Of.Phi->getType();
  IRBuilder<> B(Of.Phi);
  PHINode *Far = B.CreatePHI(T, 2, Of.Phi->getName() + ".far");
  Far->addIncoming(Constant::getNullValue(T), Of.Before);
  B.SetInsertPoint(Of.Phi->getParent(), Of.Phi->getParent()->getFirstInsertionPt());
  B.SetCurrentDebugLocation(Of.Phi->getDebugLoc());
  Value *Sum = sumOf(B, Of, Far), *At = Far;
  Of.Phi->replaceUsesWithIf(Sum, [&](const Use &U) { return U.getUser() != Of.Steps.front().Next; });
  for (const auto &[Number, S] : enumerate(Of.Steps)) {
    B.SetInsertPoint(S.Next);
    Value *Distance = distanceOf(B, S, DL);
    At = S.IsBack ? B.CreateSub(At, Distance) : B.CreateAdd(At, Distance);
    Instruction *Behind = Number + 1 < Of.Steps.size() ? Of.Steps[Number + 1].Next : Of.Phi;
    if (!S.Next->hasOneUse())
      S.Next->replaceUsesWithIf(sumOf(B, Of, At), [&](const Use &U) { return U.getUser() != Behind; });
  }
  Far->addIncoming(At, Of.Latch);
  Of.Phi->replaceAllUsesWith(PoisonValue::get(Of.Phi->getType())); // by the first step
  Of.Phi->eraseFromParent();
  for (const Step &S : reverse(Of.Steps))
    S.Next->eraseFromParent();
}

void splitInductions(Function &Kernel) {
  DominatorTree DT(Kernel);
  LoopInfo Loops(DT);
  SmallVector<Induction, 4> Found;
  std::optional<Uniformity> Uniform;
  for (const Loop *L : Loops.getLoopsInPreorder()) {
    if (!L->getLoopPreheader() || !L->getLoopLatch() || none_of(L->blocks(), [](auto *BB) { return hasCut(*BB); }))
      continue;
    if (!Uniform)
      Uniform.emplace(Kernel);
    SmallVector<BasicBlock *, 4> Exiting;
    L->getExitingBlocks(Exiting);
    if (any_of(Exiting, [&](const BasicBlock *BB) { return Uniform->hasDivergentTerminator(*BB); }))
      continue; // what the group counts must be each work-item's count
    for (PHINode &Phi : L->getHeader()->phis())
      if (Phi.getType()->isIntegerTy() || Phi.getType()->isPointerTy())
        if (std::optional<Induction> One = inductionOf(Phi, *L, *Uniform))
          Found.push_back(std::move(*One));
  }
  for (const Induction &One : Found)
    split(One, Kernel.getDataLayout());
}

} // namespace weft
