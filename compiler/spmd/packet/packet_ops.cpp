// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions without effects.

#include "compiler/spmd/packet/packetiser.h"

#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

/// The scalars of a value that is linear, or the same for all lanes.
bool Packetiser::emitScalars(Instruction &I) {
  auto *G = dyn_cast<GetElementPtrInst>(&I);
  bool IsElement = G && S.elementMajor(G);
  bool Same = all_of(I.operands(), [&](const Use &U) { return isUniform(U); });
  Forms Result;
  for (unsigned P = 0, N = scalarParts(&I); P < N; ++P) {
    if (IsElement) {
      Result.Scalar[P] = B.CreateGEP(B.getInt8Ty(), scalar(G->getPointerOperand(), P), elementOffset(*G, P, true));
      continue;
    }
    if (!Same && (isa<SExtInst>(I) || isa<ZExtInst>(I))) {
      bool Signed = isa<SExtInst>(I) || I.hasNonNeg();
      if (S.isPlaceInObject(&I)) {
        Result.Scalar[P] = B.CreateSExt(scalar(I.getOperand(0), P), I.getType());
        continue;
      }
      Result.Scalar[P] = exact(I.getOperand(0), Signed, I.getType(), P);
      continue;
    }
    Instruction *ScalarInst = I.clone();
    // Lane 0 need not be one of those whose bits are disjoint.
    if (!Same && match(&I, m_DisjointOr(m_Value(), m_Value()))) {
      ScalarInst->deleteValue();
      ScalarInst = BinaryOperator::CreateAdd(I.getOperand(0), I.getOperand(1));
    }
    for (Use &U : ScalarInst->operands()) {
      Value *Operand = U.get();
      bool IsIndex = G && U.getOperandNo() > 0 && !isUniform(Operand);
      Type *Index = G ? DL.getIndexType(G->getType()) : nullptr;
      U.set(IsIndex && Operand->getType()->getIntegerBitWidth() < Index->getIntegerBitWidth()
                ? exact(Operand, true, Index, P)
                : scalar(Operand, P));
    }
    Value *Mask = maskFor(I, P);
    if (I.isIntDivRem() && Mask && blockMaskOf(I.getParent(), P))
      ScalarInst->setOperand(1, safeDivisor(I, ScalarInst->getOperand(1), Mask ? anyLane(Mask) : nullptr));
    if (!Same)
      ScalarInst->dropPoisonGeneratingAnnotations();
    ScalarInst->setDebugLoc(B.getCurrentDebugLocation());
    Result.Scalar[P] = B.Insert(ScalarInst, I.getName());
  }
  Values[&I] = Result;
  return true;
}

bool Packetiser::emitVectors(Instruction &I) {
  Forms Result;
  for (unsigned P = 0, N = vectorParts(&I); P < N; ++P) {
    Result.Vector[P] = widenOperation(I, P);
    if (!Result.Vector[P])
      return refuse(Twine("instruction ") + I.getOpcodeName());
  }
  Values[&I] = Result;
  return true;
}

Value *Packetiser::elementOffset(GetElementPtrInst &G, unsigned Part, bool Lane0) {
  Type *Index = DL.getIndexType(G.getType());
  SmallMapVector<Value *, APInt, 4> Variable;
  APInt Constant(Index->getIntegerBitWidth(), 0);
  G.collectOffset(DL, Constant.getBitWidth(), Variable, Constant);
  uint64_t Times = uint64_t(Plan.Lanes) * Plan.Parts;
  auto Number = [&](const APInt &N) -> Value * {
    auto *C = ConstantInt::get(Index, N * Times);
    return Lane0 ? static_cast<Value *>(C) : B.CreateVectorSplat(Plan.Lanes, C);
  };
  Value *Sum = Number(Constant);
  for (auto &[V, Scale] : Variable) {
    Value *Factor = Lane0 ? scalar(V, Part) : vector(V, Part);
    Factor = B.CreateSExtOrTrunc(Factor, Lane0 ? Index : FixedVectorType::get(Index, Plan.Lanes));
    Sum = B.CreateAdd(Sum, B.CreateMul(Factor, Number(Scale)));
  }
  return Sum;
}

/// Uniform bases and indices stay scalars: back ends know such addresses.
Value *Packetiser::widenGep(GetElementPtrInst &G, unsigned Part) {
  if (G.getType()->isVectorTy())
    return eachLane(G, Part);
  Value *Base = G.getPointerOperand();
  if (S.elementMajor(&G)) {
    Value *Offset = elementOffset(G, Part, false);
    if (!S.of(Base).isLinear())
      return B.CreateGEP(B.getInt8Ty(), vector(Base, Part), Offset);
    Value *Lanes = spread(B, Constant::getNullValue(Offset->getType()->getScalarType()), S.of(Base).Stride);
    return B.CreateGEP(B.getInt8Ty(), scalar(Base, Part), B.CreateAdd(Offset, Lanes));
  }
  SmallVector<Value *, 4> Indices;
  for (Value *Index : G.indices())
    Indices.push_back(isUniform(Index) ? scalar(Index, Part) : vector(Index, Part));
  Value *At = isUniform(Base) ? scalar(Base, Part) : vector(Base, Part);
  return B.CreateGEP(G.getSourceElementType(), At, Indices, "", G.getNoWrapFlags());
}

Value *Packetiser::widenShuffle(ShuffleVectorInst &Shuffle, unsigned Part) {
  auto *From = dyn_cast<FixedVectorType>(Shuffle.getOperand(0)->getType());
  if (!From)
    return nullptr;
  int N = int(From->getNumElements());
  SmallVector<int, 64> Mask;
  for (int L = 0; L < int(Plan.Lanes); ++L)
    for (int M : Shuffle.getShuffleMask())
      Mask.push_back(M < 0 ? -1 : M < N ? L * N + M : (int(Plan.Lanes) + L) * N + M - N);
  return B.CreateShuffleVector(vector(Shuffle.getOperand(0), Part), vector(Shuffle.getOperand(1), Part), Mask);
}

Value *Packetiser::widenExtract(ExtractElementInst &Extract, unsigned Part) {
  auto *From = dyn_cast<FixedVectorType>(Extract.getVectorOperandType());
  auto *Index = dyn_cast<ConstantInt>(Extract.getIndexOperand());
  if (!From || !Index || Index->getValue().uge(From->getNumElements()))
    return eachLane(Extract, Part);
  SmallVector<int, 64> Mask;
  for (unsigned L = 0; L < Plan.Lanes; ++L)
    Mask.push_back(int(L * From->getNumElements() + Index->getZExtValue()));
  return B.CreateShuffleVector(vector(Extract.getVectorOperand(), Part), Mask);
}

Value *Packetiser::widenInsert(InsertElementInst &Insert, unsigned Part) {
  auto *To = dyn_cast<FixedVectorType>(Insert.getType());
  auto *Index = dyn_cast<ConstantInt>(Insert.getOperand(2));
  if (!To || !Index || Index->getValue().uge(To->getNumElements()))
    return eachLane(Insert, Part);
  int N = int(To->getNumElements()), At = int(Index->getZExtValue());
  // The new elements, each where it belongs; then those between the others.
  SmallVector<int, 64> Place(Plan.Lanes * N, -1), Blend;
  for (int L = 0; L < int(Plan.Lanes); ++L)
    Place[L * N + At] = L;
  for (int E = 0; E < int(Plan.Lanes) * N; ++E)
    Blend.push_back(E % N == At ? int(Plan.Lanes) * N + E : E);
  Value *Placed = B.CreateShuffleVector(vector(Insert.getOperand(1), Part), Place);
  return B.CreateShuffleVector(vector(Insert.getOperand(0), Part), Placed, Blend);
}

Value *Packetiser::eachLane(Instruction &I, unsigned Part) {
  Counts.LaneOperations += Part == 0;
  Value *Wide = PoisonValue::get(widen(I.getType()));
  for (unsigned L = 0; L < Plan.Lanes; ++L) {
    Instruction *Clone = I.clone();
    for (Use &U : Clone->operands())
      U.set(lane(U.get(), Part, L));
    Clone->setDebugLoc(B.getCurrentDebugLocation());
    Wide = insertLane(Wide, B.Insert(Clone), I.getType(), L);
  }
  return Wide;
}

Value *Packetiser::widenOperation(Instruction &I, unsigned Part) {
  auto Operand = [&](unsigned N) { return vector(I.getOperand(N), Part); };
  auto WithFlags = [&](Value *V) {
    if (auto *Made = dyn_cast<Instruction>(V)) {
      Made->copyIRFlags(&I);
      if (MDNode *Accuracy = I.getMetadata(LLVMContext::MD_fpmath))
        Made->setMetadata(LLVMContext::MD_fpmath, Accuracy);
    }
    return V;
  };
  if (auto *Operator = dyn_cast<BinaryOperator>(&I)) {
    Value *Right = Operand(1);
    if (Value *Divided = divide(I, Part, Operand(0), Right))
      return Divided;
    if (I.isIntDivRem())
      if (Value *Mask = maskFor(I, Part))
        Right = safeDivisor(I, Right, maskLike(Mask, I.getType()));
    // Not by the builder: what it folds may be an instruction of another block, whose flags are its own.
    return WithFlags(B.Insert(BinaryOperator::Create(Operator->getOpcode(), Operand(0), Right)));
  }
  if (auto *Cast = dyn_cast<CastInst>(&I))
    return WithFlags(B.Insert(CastInst::Create(Cast->getOpcode(), Operand(0), widen(I.getType()))));
  if (auto *Compare = dyn_cast<ICmpInst>(&I))
    if (Value *Lanes = compareNumbers(*Compare, Part))
      return Lanes;
  if (auto *Compare = dyn_cast<CmpInst>(&I))
    return WithFlags(B.Insert(CmpInst::Create(Compare->getOpcode(), Compare->getPredicate(), Operand(0), Operand(1))));
  switch (I.getOpcode()) {
  case Instruction::FNeg:
    return WithFlags(B.Insert(UnaryOperator::Create(Instruction::FNeg, Operand(0))));
  case Instruction::Freeze:
    return B.CreateFreeze(Operand(0));
  case Instruction::GetElementPtr:
    return widenGep(cast<GetElementPtrInst>(I), Part);
  case Instruction::ShuffleVector:
    return widenShuffle(cast<ShuffleVectorInst>(I), Part);
  case Instruction::ExtractElement:
    return widenExtract(cast<ExtractElementInst>(I), Part);
  case Instruction::InsertElement:
    return widenInsert(cast<InsertElementInst>(I), Part);
  case Instruction::ExtractValue:
    return B.CreateExtractValue(Operand(0), cast<ExtractValueInst>(I).getIndices());
  case Instruction::InsertValue:
    return B.CreateInsertValue(Operand(0), Operand(1), cast<InsertValueInst>(I).getIndices());
  case Instruction::Select: {
    Value *Condition = I.getOperand(0);
    if (Condition->getType()->isVectorTy())
      return B.CreateSelect(Operand(0), Operand(1), Operand(2));
    if (!isUniform(Condition))
      return selectLanes(Operand(0), Operand(1), Operand(2), I.getType());
    return B.CreateSelect(scalar(Condition, Part), Operand(1), Operand(2));
  }
  default:
    return nullptr;
  }
}

} // namespace weft::spmd
