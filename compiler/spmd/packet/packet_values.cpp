// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forms of values. Vectors of the language lie lane beside lane: lane I of <n x T> is elements I * n to I * n + n
// - 1. Aggregates are aggregates of wide members.

#include "compiler/spmd/packet/packetiser.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::spmd {

/// Null for types without a wide form.
Type *Packetiser::widen(Type *T) const {
  if (T->isIntegerTy() || T->isPointerTy() || T->isHalfTy() || T->isBFloatTy() || T->isFloatTy() || T->isDoubleTy())
    return FixedVectorType::get(T, Plan.Lanes);
  if (auto *V = dyn_cast<FixedVectorType>(T))
    return FixedVectorType::get(V->getElementType(), V->getNumElements() * Plan.Lanes);
  if (auto *A = dyn_cast<ArrayType>(T)) {
    Type *Member = widen(A->getElementType());
    return Member ? ArrayType::get(Member, A->getNumElements()) : nullptr;
  }
  if (auto *St = dyn_cast<StructType>(T)) {
    SmallVector<Type *, 4> Members;
    for (Type *M : St->elements()) {
      Members.push_back(widen(M));
      if (!Members.back())
        return nullptr;
    }
    return StructType::get(Context, Members);
  }
  return nullptr;
}

bool Packetiser::isPartDependent(const Value *V) const {
  return Plan.PartDim == 0 ? !isUniform(V) : PartDependent.contains(V);
}

unsigned Packetiser::scalarParts(const Value *V) const {
  return Plan.PartDim == 1 && isPartDependent(V) ? Plan.Parts : 1;
}

unsigned Packetiser::vectorParts(const Value *V) const {
  return isPartDependent(V) ? Plan.Parts : 1;
}

/// The last block of V's forms: what is made later stands right behind V.
void Packetiser::insertBehind(IRBuilderBase &At, Value *V, BasicBlock *Setup) {
  if (auto *I = dyn_cast<Instruction>(V)) {
    BasicBlock *BB = I->getParent();
    At.SetInsertPoint(BB, isa<PHINode>(I) ? BB->getFirstNonPHIIt() : std::next(I->getIterator()));
    At.SetCurrentDebugLocation(I->getDebugLoc());
  } else {
    At.SetInsertPoint(Setup->getTerminator());
    At.SetCurrentDebugLocation(DebugLoc());
  }
}

Value *Packetiser::addStride(IRBuilderBase &At, Value *Scalar, int64_t Stride) {
  if (!Stride)
    return Scalar;
  if (Scalar->getType()->isPointerTy())
    return At.CreateGEP(At.getInt8Ty(), Scalar, At.getInt64(uint64_t(Stride)));
  return At.CreateAdd(Scalar, ConstantInt::getSigned(Scalar->getType(), Stride, /*ImplicitTrunc=*/true));
}

Value *Packetiser::scalar(const Value *V, unsigned Part) {
  // What is no instruction and no argument is the same in both functions.
  if (!isa<Instruction>(V) && !isa<Argument>(V))
    return const_cast<Value *>(V);
  unsigned P = isPartDependent(V) ? Part : 0;
  Value *Base = Values[V].Scalar[0];
  if (Values[V].Scalar[P])
    return Values[V].Scalar[P];
  assert(Base && P && Plan.PartDim == 0 && "a scalar of a value that varies");
  IRBuilder<> At(Context);
  insertBehind(At, Base, Setup);
  return Values[V].Scalar[P] = addStride(At, Base, S.of(V).Stride * int64_t(P * Plan.Lanes));
}

Value *Packetiser::wideConstant(const Constant *C) {
  Type *Wide = widen(C->getType());
  if (isa<PoisonValue>(C))
    return PoisonValue::get(Wide);
  if (isa<UndefValue>(C))
    return UndefValue::get(Wide);
  if (C->isNullValue())
    return Constant::getNullValue(Wide);
  if (auto *St = dyn_cast<StructType>(Wide)) {
    SmallVector<Constant *, 4> Members;
    for (unsigned I = 0; I < St->getNumElements(); ++I)
      Members.push_back(cast<Constant>(wideConstant(C->getAggregateElement(I))));
    return ConstantStruct::get(St, Members);
  }
  if (auto *A = dyn_cast<ArrayType>(Wide)) {
    SmallVector<Constant *, 4> Members;
    for (unsigned I = 0; I < A->getNumElements(); ++I)
      Members.push_back(cast<Constant>(wideConstant(C->getAggregateElement(I))));
    return ConstantArray::get(A, Members);
  }
  auto *Vector = dyn_cast<FixedVectorType>(C->getType());
  if (!Vector)
    return ConstantVector::getSplat(ElementCount::getFixed(Plan.Lanes), const_cast<Constant *>(C));
  SmallVector<Constant *, 64> Elements;
  for (unsigned L = 0; L < Plan.Lanes; ++L)
    for (unsigned I = 0; I < Vector->getNumElements(); ++I) {
      Constant *Element = C->getAggregateElement(I);
      if (!Element) // an expression
        return spread(B, const_cast<Constant *>(C), 0);
      Elements.push_back(Element);
    }
  return ConstantVector::get(Elements);
}

/// Puts into `Whole` each member that an aggregate of type T has, as Make gives it of the member's number and type.
static Value *insertMembers(IRBuilderBase &At, Type *T, Value *Whole, function_ref<Value *(unsigned, Type *)> Make) {
  unsigned Members = isa<StructType>(T) ? T->getStructNumElements() : unsigned(T->getArrayNumElements());
  for (unsigned I = 0; I < Members; ++I)
    Whole = At.CreateInsertValue(Whole, Make(I, ExtractValueInst::getIndexedType(T, I)), I);
  return Whole;
}

Value *Packetiser::spread(IRBuilderBase &At, Value *Scalar, int64_t Stride) {
  Type *T = Scalar->getType();
  if (auto *V = dyn_cast<FixedVectorType>(T)) {
    SmallVector<int, 64> Again;
    for (unsigned L = 0; L < Plan.Lanes; ++L)
      for (unsigned I = 0; I < V->getNumElements(); ++I)
        Again.push_back(int(I));
    return At.CreateShuffleVector(Scalar, Again);
  }
  if (T->isAggregateType())
    return insertMembers(At, T, PoisonValue::get(widen(T)),
                         [&](unsigned I, Type *) { return spread(At, At.CreateExtractValue(Scalar, I), 0); });
  if (!Stride)
    return At.CreateVectorSplat(Plan.Lanes, Scalar);
  Type *Number = T->isPointerTy() ? At.getInt64Ty() : T;
  SmallVector<Constant *, 64> Steps;
  for (unsigned L = 0; L < Plan.Lanes; ++L)
    Steps.push_back(ConstantInt::getSigned(Number, Stride * int64_t(L), /*ImplicitTrunc=*/true));
  if (T->isPointerTy())
    return At.CreateGEP(At.getInt8Ty(), Scalar, ConstantVector::get(Steps));
  return At.CreateAdd(At.CreateVectorSplat(Plan.Lanes, Scalar), ConstantVector::get(Steps));
}

Value *Packetiser::vector(const Value *V, unsigned Part) {
  if (auto *C = dyn_cast<Constant>(V))
    return wideConstant(C);
  unsigned P = isPartDependent(V) ? Part : 0;
  if (Value *Made = Values[V].Vector[P])
    return Made;
  Value *Base = scalar(V, P);
  IRBuilder<> At(Context);
  insertBehind(At, Base, Setup);
  return Values[V].Vector[P] = spread(At, Base, S.of(V).Stride);
}

Value *Packetiser::extractLane(Value *Wide, Type *T, unsigned Lane) {
  if (auto *V = dyn_cast<FixedVectorType>(T)) {
    SmallVector<int, 16> Elements;
    for (unsigned I = 0; I < V->getNumElements(); ++I)
      Elements.push_back(int(Lane * V->getNumElements() + I));
    return B.CreateShuffleVector(Wide, Elements);
  }
  if (!T->isAggregateType())
    return B.CreateExtractElement(Wide, Lane);
  return insertMembers(B, T, PoisonValue::get(T), [&](unsigned I, Type *Member) {
    return extractLane(B.CreateExtractValue(Wide, I), Member, Lane);
  });
}

Value *Packetiser::insertLane(Value *Wide, Value *LaneValue, Type *T, unsigned Lane) {
  if (auto *V = dyn_cast<FixedVectorType>(T))
    return B.CreateInsertVector(Wide->getType(), Wide, LaneValue, uint64_t(Lane) * V->getNumElements());
  if (!T->isAggregateType())
    return B.CreateInsertElement(Wide, LaneValue, Lane);
  return insertMembers(B, T, Wide, [&](unsigned I, Type *Member) {
    return insertLane(B.CreateExtractValue(Wide, I), B.CreateExtractValue(LaneValue, I), Member, Lane);
  });
}

Value *Packetiser::lane(const Value *V, unsigned Part, unsigned Lane) {
  if (!isa<Instruction>(V) && !isa<Argument>(V))
    return const_cast<Value *>(V);
  Shape Of = S.of(V);
  if (Of.isLinear())
    return addStride(B, scalar(V, Part), Of.Stride * int64_t(Lane));
  return extractLane(vector(V, Part), V->getType(), Lane);
}

/// See shapes.cpp. For each lane that computes V, the sum of what this returns and the lane's number times the stride
/// is V's extension, modulo the wide type.
Value *Packetiser::exact(const Value *V, bool Signed, Type *Wide, unsigned Part) {
  auto Extend = [&](IRBuilderBase &At, Value *Narrow) {
    return Signed ? At.CreateSExt(Narrow, Wide) : At.CreateZExt(Narrow, Wide);
  };
  if (auto *C = dyn_cast<Constant>(V))
    return Extend(B, const_cast<Constant *>(C));
  unsigned P = Plan.PartDim == 1 && isPartDependent(V) ? Part : 0;
  auto Key = std::make_tuple(V, unsigned(Signed), Wide, P);
  if (Value *Made = Exact.lookup(Key))
    return Made;
  Value *Narrow = scalar(V, P);
  IRBuilder<> At(Context);
  const auto *I = dyn_cast<Instruction>(V);
  if (I && !isUniform(V) && isa<PHINode>(I)) {
    At.SetInsertPoint(cast<Instruction>(Narrow));
    PHINode *Phi = At.CreatePHI(Wide, cast<PHINode>(I)->getNumIncomingValues());
    ExactPhis.push_back({cast<PHINode>(I), Phi, Signed, P});
    return Exact[Key] = Phi;
  }
  if (!I || isUniform(V) || S.isAssumed(V, Signed) || S.isCarryFree(V, Signed)) {
    insertBehind(At, Narrow, Setup);
    return Exact[Key] = Extend(At, Narrow);
  }
  Value *Left = exact(I->getOperand(0), Signed, Wide, Part);
  bool IsShift = I->getOpcode() == Instruction::Shl;
  Value *Right = exact(I->getOperand(1), IsShift ? false : Signed, Wide, Part);
  insertBehind(At, Narrow, Setup);
  auto Opcode = I->getOpcode() == Instruction::Or ? Instruction::Add : Instruction::BinaryOps(I->getOpcode());
  return Exact[Key] = At.CreateBinOp(Opcode, Left, Right);
}

Value *Packetiser::maskLike(Value *Mask, Type *T) {
  auto *V = dyn_cast<FixedVectorType>(T);
  if (!V || V->getNumElements() == 1)
    return Mask;
  return B.CreateShuffleVector(Mask, createReplicatedMask(V->getNumElements(), Plan.Lanes));
}

Value *Packetiser::selectLanes(Value *Mask, Value *Yes, Value *No, Type *T) {
  if (Yes == No)
    return Yes;
  if (auto *C = dyn_cast<Constant>(Mask)) {
    if (C->isAllOnesValue())
      return Yes;
    if (C->isNullValue())
      return No;
  }
  if (!T->isAggregateType())
    return B.CreateSelect(maskLike(Mask, T), Yes, No);
  return insertMembers(B, T, PoisonValue::get(Yes->getType()), [&](unsigned I, Type *Member) {
    return selectLanes(Mask, B.CreateExtractValue(Yes, I), B.CreateExtractValue(No, I), Member);
  });
}

} // namespace weft::spmd
