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

#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"

#include <numeric>

using namespace llvm;

namespace weft {

constexpr unsigned MostSteps = 4; ///< of a value that lives across a cut, in one iteration

/// The value that an instruction of a loop goes on from, with the step that it is.
static std::pair<Value *, InductionStep> stepOf(Instruction &I, function_ref<bool(const Value *)> IsAccepted) {
  const std::pair<Value *, InductionStep> None{nullptr, {}};
  if (I.getType()->isVectorTy())
    return None;
  if (auto *G = dyn_cast<GetElementPtrInst>(&I)) {
    APInt Bytes(G->getDataLayout().getIndexTypeSizeInBits(G->getType()), 0);
    if (G->accumulateConstantOffset(G->getDataLayout(), Bytes))
      return {G->getPointerOperand(), {G, nullptr, Bytes.getSExtValue()}};
    if (G->getNumIndices() != 1 || !IsAccepted(G->getOperand(1)))
      return None;
    return {G->getPointerOperand(), {G, G->getOperand(1)}};
  }
  if (I.getOpcode() != Instruction::Add && I.getOpcode() != Instruction::Sub)
    return None;
  Value *Left = I.getOperand(0), *Right = I.getOperand(1);
  if (I.getOpcode() == Instruction::Add && IsAccepted(Left))
    std::swap(Left, Right);
  if (!IsAccepted(Right))
    return None;
  return {Left, {&I, Right, 0, I.getOpcode() == Instruction::Sub}};
}

static uint64_t elementSize(const InductionStep &S) {
  return S.Next->getDataLayout().getTypeAllocSize(cast<GetElementPtrInst>(S.Next)->getSourceElementType());
}

std::optional<Induction> inductionOf(PHINode &Phi, const Loop &L, unsigned MostSteps,
                                     function_ref<bool(const Value *Distance)> IsAccepted) {
  Induction Found{&Phi, &L};
  for (Value *V = Phi.getIncomingValueForBlock(L.getLoopLatch()); V != &Phi;) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I) || Found.Steps.size() == MostSteps)
      return std::nullopt;
    const auto [From, Step] = stepOf(*I, IsAccepted);
    if (!From)
      return std::nullopt;
    Found.Steps.push_back(Step);
    V = From;
  }
  std::reverse(Found.Steps.begin(), Found.Steps.end());
  if (Phi.getType()->isPointerTy()) {
    Found.Unit = 0;
    for (const InductionStep &S : Found.Steps)
      Found.Unit = std::gcd(Found.Unit, S.Distance ? elementSize(S) : uint64_t(S.Bytes < 0 ? -S.Bytes : S.Bytes));
  }
  if (Found.Steps.empty() || Found.Unit == 0)
    return std::nullopt;
  return Found;
}

/// A step's distance in units, or the number itself; before the loop where the loop does not change it.
static Value *distanceOf(const Induction &Of, const InductionStep &S, Type *T) {
  if (!isa<GetElementPtrInst>(S.Next))
    return S.Distance;
  if (!S.Distance)
    return ConstantInt::getSigned(T, S.Bytes / int64_t(Of.Unit));
  IRBuilder<> B(S.Next);
  if (Of.L->isLoopInvariant(S.Distance))
    B.SetInsertPoint(Of.L->getLoopPredecessor()->getTerminator());
  return B.CreateMul(B.CreateSExtOrTrunc(S.Distance, T), ConstantInt::get(T, elementSize(S) / Of.Unit));
}

/// Sums wrap where the induction variable would not: only together they are a number that the program computes. An
/// address stays in the object in which all its steps are.
static Value *sumOf(IRBuilderBase &B, const Induction &Of, Value *Far) {
  Value *Start = Of.Phi->getIncomingValueForBlock(Of.L->getLoopPredecessor());
  if (!Of.Phi->getType()->isPointerTy())
    return B.CreateAdd(Start, Far, Of.Phi->getName());
  const bool IsInBounds =
      all_of(Of.Steps, [](const InductionStep &S) { return cast<GetElementPtrInst>(S.Next)->isInBounds(); });
  return B.CreateGEP(ArrayType::get(B.getInt8Ty(), Of.Unit), Start, Far, Of.Phi->getName(),
                     IsInBounds ? GEPNoWrapFlags::inBounds() : GEPNoWrapFlags::none());
}

void splitInduction(const Induction &Of) {
  PHINode &Phi = *Of.Phi;
  Type *T = Phi.getType()->isPointerTy() ? Phi.getDataLayout().getIndexType(Phi.getType()) : Phi.getType();
  IRBuilder<> B(&Phi);
  PHINode *Far = B.CreatePHI(T, 2, Phi.getName() + ".far");
  Far->addIncoming(Constant::getNullValue(T), Of.L->getLoopPredecessor());
  B.SetInsertPoint(Phi.getParent(), Phi.getParent()->getFirstInsertionPt());
  B.SetCurrentDebugLocation(Phi.getDebugLoc());
  Value *Sum = sumOf(B, Of, Far), *At = Far;
  Phi.replaceUsesWithIf(Sum, [&](const Use &U) { return U.getUser() != Of.Steps.front().Next; });
  for (const auto &[Number, S] : enumerate(Of.Steps)) {
    Value *Distance = distanceOf(Of, S, T);
    B.SetInsertPoint(S.Next);
    At = S.IsBack ? B.CreateSub(At, Distance) : B.CreateAdd(At, Distance);
    Instruction *Behind = Number + 1 < Of.Steps.size() ? Of.Steps[Number + 1].Next : &Phi;
    if (!S.Next->hasOneUse())
      S.Next->replaceUsesWithIf(sumOf(B, Of, At), [&](const Use &U) { return U.getUser() != Behind; });
  }
  Far->addIncoming(At, Of.L->getLoopLatch());
  Phi.replaceAllUsesWith(PoisonValue::get(Phi.getType())); // by the first step
  Phi.eraseFromParent();
  for (const InductionStep &S : reverse(Of.Steps))
    S.Next->eraseFromParent();
}

/// Whether a loop's value is each work-item's own, and where it begins is computed again rather than kept.
static bool beginsApart(const PHINode &Phi, const Loop &L, const Uniformity &Uniform) {
  if ((!Phi.getType()->isIntegerTy() && !Phi.getType()->isPointerTy()) || Uniform.isUniform(&Phi))
    return false;
  auto *Start = dyn_cast<Instruction>(Phi.getIncomingValueForBlock(L.getLoopPreheader()));
  return !Start || canRecompute(*Start, Uniform);
}

void splitInductions(Function &Kernel) {
  DominatorTree DT(Kernel);
  LoopInfo Loops(DT);
  SmallVector<Induction, 4> Found;
  std::optional<Uniformity> Uniform;
  auto IsUniform = [&](const Value *Distance) { return Uniform->isUniform(Distance); };
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
      if (beginsApart(Phi, *L, *Uniform))
        if (std::optional<Induction> One = inductionOf(Phi, *L, MostSteps, IsUniform))
          Found.push_back(std::move(*One));
  }
  for (const Induction &One : Found)
    splitInduction(One);
}

} // namespace weft
