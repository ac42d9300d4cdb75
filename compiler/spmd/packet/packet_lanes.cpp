// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One lane after another, for what has no vector form or must not have one. Operands and results pass through arrays in
// memory: a lane's number is no constant.

#include "compiler/spmd/packet/packetiser.h"

#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace weft::spmd {

void Packetiser::forLanes(Value *Mask, function_ref<void(Value *)> Body) {
  BasicBlock *Before = B.GetInsertBlock();
  BasicBlock *Loop = BasicBlock::Create(Context, "lane", Out), *Done = BasicBlock::Create(Context, "lanes.done", Out);
  Type *Bits = Mask ? B.getIntNTy(Plan.Lanes) : B.getInt64Ty();
  Value *Start = Mask ? B.CreateBitCast(Mask, Bits) : B.getInt64(0);
  if (Mask)
    B.CreateCondBr(B.CreateICmpNE(Start, ConstantInt::get(Bits, 0)), Loop, Done);
  else
    B.CreateBr(Loop);
  B.SetInsertPoint(Loop);
  PHINode *Left = B.CreatePHI(Bits, 2);
  Left->addIncoming(Start, Before);
  Value *Lane =
      Mask ? B.CreateZExtOrTrunc(B.CreateBinaryIntrinsic(Intrinsic::cttz, Left, B.getTrue()), B.getInt64Ty()) : Left;
  Body(Lane);
  Value *Rest =
      Mask ? B.CreateAnd(Left, B.CreateSub(Left, ConstantInt::get(Bits, 1))) : B.CreateAdd(Left, B.getInt64(1));
  Left->addIncoming(Rest, B.GetInsertBlock());
  B.CreateCondBr(B.CreateICmpEQ(Rest, ConstantInt::get(Bits, Mask ? 0 : Plan.Lanes)), Done, Loop);
  B.SetInsertPoint(Done);
}

AllocaInst *Packetiser::spillArray(Type *T) {
  auto *Array = ArrayType::get(T, Plan.Lanes);
  if (auto &Free = FreeSpills[Array]; !Free.empty())
    return Free.pop_back_val();
  IRBuilder<> At(Setup->getTerminator());
  AllocaInst *Spill = At.CreateAlloca(Array, nullptr, "spill");
  Spill->setAlignment(std::max(Spill->getAlign(), Align(16)));
  return Spill;
}

void Packetiser::spill(AllocaInst *Spill, const Value *V, unsigned Part) {
  Type *T = V->getType();
  if (isDense(T)) {
    B.CreateAlignedStore(vector(V, Part), Spill, Spill->getAlign());
    return;
  }
  for (unsigned L = 0; L < Plan.Lanes; ++L)
    B.CreateStore(lane(V, Part, L), B.CreateConstInBoundsGEP2_64(Spill->getAllocatedType(), Spill, 0, L));
}

Value *Packetiser::reload(AllocaInst *Spill, Type *T) {
  if (isDense(T))
    return B.CreateAlignedLoad(widen(T), Spill, Spill->getAlign());
  Value *Wide = PoisonValue::get(widen(T));
  for (unsigned L = 0; L < Plan.Lanes; ++L)
    Wide =
        insertLane(Wide, B.CreateLoad(T, B.CreateConstInBoundsGEP2_64(Spill->getAllocatedType(), Spill, 0, L)), T, L);
  return Wide;
}

Value *Packetiser::reloadLane(AllocaInst *Spill, Type *T, Value *Lane) {
  return B.CreateLoad(T, B.CreateInBoundsGEP(Spill->getAllocatedType(), Spill, {B.getInt64(0), Lane}));
}

/// A call or an access for each active lane in turn, parts in order.
bool Packetiser::emitLaneLoop(Instruction &I) {
  Type *T = I.getType();
  if (getLoadStorePointerOperand(&I))
    count(I, PacketCounts::ByLane, blockMaskOf(I.getParent(), 0));
  else
    ++(isa<CallBase>(I) ? Counts.LaneCalls : Counts.LaneAtomics);
  Forms Wide;
  for (unsigned P = 0, N = vectorParts(&I); P < (T->isVoidTy() && Plan.PartDim == 0 ? Plan.Parts : N); ++P) {
    SmallMapVector<Value *, AllocaInst *, 8> Spills;
    for (Use &U : I.operands())
      if (!S.of(U).isLinear() && !Spills.contains(U)) {
        Spills[U] = spillArray(U->getType());
        spill(Spills[U], U, P);
      }
    AllocaInst *Results = T->isVoidTy() || I.use_empty() ? nullptr : spillArray(T);
    Value *Mask = maskFor(I, P);
    if (Results && Mask && T->isFPOrFPVectorTy()) // as in loadLanes()
      B.CreateMemSet(Results, B.getInt8(0), DL.getTypeAllocSize(Results->getAllocatedType()), Results->getAlign());
    // Made where it dominates the loop, not in it.
    for (Use &U : I.operands())
      if (S.of(U).isLinear())
        scalar(U, P);
    forLanes(Mask, [&](Value *Lane) {
      Instruction *Clone = I.clone();
      for (Use &U : Clone->operands()) {
        Value *V = U.get();
        if (AllocaInst *Spill = Spills.lookup(V)) {
          U.set(reloadLane(Spill, V->getType(), Lane));
          continue;
        }
        Value *First = scalar(V, P);
        int64_t Stride = S.of(V).Stride;
        if (Stride && V->getType()->isPointerTy())
          First = B.CreateGEP(B.getInt8Ty(), First, B.CreateMul(Lane, B.getInt64(uint64_t(Stride))));
        else if (Stride)
          First = B.CreateAdd(First, B.CreateMul(B.CreateZExtOrTrunc(Lane, V->getType()),
                                                 ConstantInt::getSigned(V->getType(), Stride, true)));
        U.set(First);
      }
      Clone->setDebugLoc(B.getCurrentDebugLocation());
      B.Insert(Clone);
      if (Results)
        B.CreateStore(Clone, B.CreateInBoundsGEP(Results->getAllocatedType(), Results, {B.getInt64(0), Lane}));
    });
    if (!T->isVoidTy())
      Wide.Vector[P] = Results ? reload(Results, T) : PoisonValue::get(widen(T));
    for (auto [V, Spill] : Spills)
      release(Spill);
    if (Results)
      release(Results);
  }
  Values[&I] = Wide;
  return true;
}

Value *Packetiser::lastLane(const Value *V, unsigned Part, Value *Mask) {
  if (isUniform(V))
    return scalar(V, Part);
  if (!Mask)
    return lane(V, Part, Plan.Lanes - 1);
  Type *Bits = B.getIntNTy(Plan.Lanes);
  Value *Free = B.CreateBinaryIntrinsic(Intrinsic::ctlz, B.CreateBitCast(Mask, Bits), B.getFalse());
  // Modulo the lanes, where none is active.
  Value *Lane = B.CreateSub(B.getInt64(Plan.Lanes - 1), B.CreateZExtOrTrunc(Free, B.getInt64Ty()));
  Lane = B.CreateAnd(Lane, B.getInt64(Plan.Lanes - 1));
  Type *T = V->getType();
  if (!T->isVectorTy() && !T->isAggregateType())
    return B.CreateExtractElement(vector(V, Part), Lane);
  AllocaInst *Spill = spillArray(T);
  spill(Spill, V, Part);
  Value *Last = reloadLane(Spill, T, Lane);
  release(Spill);
  return Last;
}

void Packetiser::ifAny(Value *Mask, function_ref<void()> Body) {
  if (!Mask) {
    Body();
    return;
  }
  BasicBlock *Some = BasicBlock::Create(Context, "some", Out), *Done = BasicBlock::Create(Context, "some.done", Out);
  B.CreateCondBr(anyLane(Mask), Some, Done);
  B.SetInsertPoint(Some);
  Body();
  B.CreateBr(Done);
  B.SetInsertPoint(Done);
}

Value *Packetiser::valueIfAny(Value *Mask, function_ref<Value *()> Body) {
  BasicBlock *Before = B.GetInsertBlock(), *Behind = nullptr;
  Value *V = nullptr;
  ifAny(Mask, [&] {
    V = Body();
    Behind = B.GetInsertBlock();
  });
  if (!Mask)
    return V;
  PHINode *Phi = B.CreatePHI(V->getType(), 2);
  Phi->addIncoming(V, Behind);
  Phi->addIncoming(PoisonValue::get(V->getType()), Before);
  return Phi;
}

Value *Packetiser::twoWays(Value *Condition, function_ref<Value *()> IfYes, function_ref<Value *()> IfNo) {
  BasicBlock *Ways[] = {BasicBlock::Create(Context, "usual", Out), BasicBlock::Create(Context, "unusual", Out)};
  BasicBlock *Done = BasicBlock::Create(Context, "both", Out);
  B.CreateCondBr(Condition, Ways[0], Ways[1], MDBuilder(Context).createLikelyBranchWeights());
  Value *Results[2];
  for (unsigned I = 0; I < 2; ++I) {
    B.SetInsertPoint(Ways[I]);
    Results[I] = I == 0 ? IfYes() : IfNo();
    Ways[I] = B.GetInsertBlock();
    B.CreateBr(Done);
  }
  B.SetInsertPoint(Done);
  if (!Results[0])
    return nullptr;
  PHINode *Phi = B.CreatePHI(Results[0]->getType(), 2);
  for (unsigned I = 0; I < 2; ++I)
    Phi->addIncoming(Results[I], Ways[I]);
  return Phi;
}

} // namespace weft::spmd
