// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The addresses of accesses lane by lane. Rows of a matrix are the common case, one for each work-item and as long as
// the program says: a few sums and products of numbers whose lanes are known. Each lane's own, most of it outside the
// loop that walks the row, is less than vectors of addresses and taking these apart in every iteration.

#include "compiler/spmd/packet/packetiser.h"

#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

namespace {

constexpr unsigned MostOperations = 3; ///< of a number that differs between lanes by more than a known stride

/// Whether a lane's number is a few operations on numbers whose lanes are known.
bool isComputed(const Value *V, const Shapes &S, unsigned &Operations) {
  if (S.of(V).isLinear())
    return true;
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || !I->getType()->isIntegerTy() || ++Operations > MostOperations)
    return false;
  switch (I->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl:
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::Trunc:
    return all_of(I->operands(), [&](const Use &U) { return isComputed(U, S, Operations); });
  default:
    return false;
  }
}

} // namespace

/// `V`, of type i64 or (extended) narrower, times `Scale`.
bool Packetiser::addAddressTerm(Value *V, LaneAddress::Extension As, const APInt &Scale, LaneAddress &To) {
  Value *Left, *Right, *Narrow;
  const APInt *C;
  bool IsLinear = As == LaneAddress::None ? S.of(V).isLinear() : isUniform(V);
  if (IsLinear) {
    To.Known.push_back({V, As, Scale});
    return true;
  }
  // What a sum that must not wrap gives where it does concerns no lane that gets here.
  const auto *Sum = dyn_cast<OverflowingBinaryOperator>(V);
  bool IsExact = As == LaneAddress::None ||
                 (Sum && (As == LaneAddress::Signed ? Sum->hasNoSignedWrap() : Sum->hasNoUnsignedWrap()));
  if (IsExact && match(V, m_Add(m_Value(Left), m_Value(Right))))
    return addAddressTerm(Left, As, Scale, To) && addAddressTerm(Right, As, Scale, To);
  if (IsExact && match(V, m_Shl(m_Value(Left), m_APInt(C))) && C->ult(V->getType()->getIntegerBitWidth()))
    return addAddressTerm(Left, As, Scale.shl(C->getZExtValue()), To);
  if (As == LaneAddress::None && match(V, m_SExt(m_Value(Narrow))))
    return addAddressTerm(Narrow, LaneAddress::Signed, Scale, To);
  if (As == LaneAddress::None && match(V, m_ZExt(m_Value(Narrow))))
    return addAddressTerm(Narrow, LaneAddress::Unsigned, Scale, To);
  unsigned Operations = 0;
  if (!isComputed(V, S, Operations))
    return false;
  To.Own.push_back({V, As, Scale});
  return true;
}

/// The pointer below the element accesses that lead to `Pointer`, whose constant bytes are added up; the others go,
/// with what they are multiplied by, to `AddTerm`. Null where it refuses, or the address is of another kind.
Value *Packetiser::splitPointer(Value *Pointer, APInt &Constant, function_ref<bool(const Value *)> IsBase,
                                function_ref<bool(Value *, const APInt &)> AddTerm) {
  while (!IsBase(Pointer)) {
    auto *G = dyn_cast<GetElementPtrInst>(Pointer);
    SmallMapVector<Value *, APInt, 4> Variable;
    if (!G || G->getType()->isVectorTy() || S.elementMajor(G) || DL.getIndexTypeSizeInBits(G->getType()) != 64 ||
        !G->collectOffset(DL, 64, Variable, Constant))
      return nullptr;
    for (auto &[V, Scale] : Variable)
      if (!AddTerm(V, Scale))
        return nullptr;
    Pointer = G->getPointerOperand();
  }
  return S.elementMajor(Pointer) ? nullptr : Pointer;
}

/// Nothing where the address is of another kind.
std::optional<LaneAddress> Packetiser::laneAddress(Value *Pointer) {
  LaneAddress Of;
  auto IsBase = [&](const Value *V) { return S.of(V).isLinear(); };
  auto AddTerm = [&](Value *V, const APInt &Scale) {
    return V->getType()->isIntegerTy(64) && addAddressTerm(V, LaneAddress::None, Scale, Of);
  };
  if (!(Of.Base = splitPointer(Pointer, Of.Constant, IsBase, AddTerm)))
    return std::nullopt;
  return Of;
}

static Value *extend(IRBuilderBase &B, Value *V, LaneAddress::Extension As) {
  return As == LaneAddress::Signed ? B.CreateSExt(V, B.getInt64Ty()) : B.CreateZExt(V, B.getInt64Ty());
}

/// See isComputed. Nothing here wraps in a way that matters to a lane that is wanted.
Value *Packetiser::computeLane(const Value *V, unsigned Part, unsigned Lane) {
  if (S.of(V).isLinear())
    return lane(V, Part, Lane);
  const auto *I = cast<Instruction>(V);
  if (const auto *Cast = dyn_cast<CastInst>(I))
    return B.CreateCast(Cast->getOpcode(), computeLane(I->getOperand(0), Part, Lane), I->getType());
  return B.CreateBinOp(Instruction::BinaryOps(I->getOpcode()), computeLane(I->getOperand(0), Part, Lane),
                       computeLane(I->getOperand(1), Part, Lane));
}

SmallVector<Value *, 16> Packetiser::laneAddresses(const LaneAddress &Of, unsigned Part) {
  Value *Known = B.getInt(Of.Constant);
  APInt Stride(64, uint64_t(S.of(Of.Base).Stride), true);
  for (auto &[V, As, Scale] : Of.Known) {
    Known = B.CreateAdd(B.CreateMul(extend(B, scalar(V, Part), As), B.getInt(Scale)), Known);
    Stride += Scale * uint64_t(S.of(V).Stride);
  }
  Value *First = B.CreateGEP(B.getInt8Ty(), scalar(Of.Base, Part), Known);
  SmallVector<Value *, 16> Addresses;
  for (unsigned Lane = 0; Lane < Plan.Lanes; ++Lane) {
    Value *Own = B.getInt64(0);
    for (auto &[V, As, Scale] : Of.Own)
      Own = B.CreateAdd(Own, B.CreateMul(extend(B, computeLane(V, Part, Lane), As), B.getInt(Scale)));
    Addresses.push_back(addStride(B, B.CreateGEP(B.getInt8Ty(), First, Own), Stride.getSExtValue() * int64_t(Lane)));
  }
  return Addresses;
}

/// Each lane's address; a dead lane's is that of the spare variable.
SmallVector<Value *, 16> Packetiser::anyLaneAddresses(Value *Pointer, unsigned Part, Value *Mask, Value *Spare) {
  SmallVector<Value *, 16> Addresses;
  bool IsLinear = S.of(Pointer).isLinear();
  std::optional<LaneAddress> Computed = IsLinear ? std::nullopt : laneAddress(Pointer);
  if (!IsLinear && !Computed) {
    Value *Pointers = vector(Pointer, Part);
    if (Mask)
      Pointers = B.CreateSelect(Mask, Pointers, B.CreateVectorSplat(Plan.Lanes, Spare));
    for (unsigned I = 0; I < Plan.Lanes; ++I)
      Addresses.push_back(B.CreateExtractElement(Pointers, I));
    return Addresses;
  }
  if (Computed)
    Addresses = laneAddresses(*Computed, Part);
  else
    for (unsigned I = 0; I < Plan.Lanes; ++I)
      Addresses.push_back(lane(Pointer, Part, I));
  if (Mask)
    for (unsigned I = 0; I < Plan.Lanes; ++I)
      Addresses[I] = B.CreateSelect(B.CreateExtractElement(Mask, I), Addresses[I], Spare);
  return Addresses;
}

} // namespace weft::spmd
