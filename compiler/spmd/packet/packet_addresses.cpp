// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The addresses of accesses lane by lane. Rows of a matrix are the common case, one for each work-item and as long as
// the program says: a few sums and products of numbers whose lanes are known. Each lane's own, most of it outside the
// loop that walks the row, is less than vectors of addresses and taking these apart in every iteration.

#include "compiler/spmd/packet/packetiser.h"

using namespace llvm;

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

/// Nothing where the address is of another kind.
std::optional<LaneAddress> Packetiser::laneAddress(const Value *Pointer) {
  auto IsTerm = [&](const Value *V, Extension As) { return As == Extension::None ? S.of(V).isLinear() : isUniform(V); };
  std::optional<LinearAddress> Address =
      splitAddress(Pointer, S, DL, [&](const Value *V) { return S.of(V).isLinear(); }, IsTerm);
  if (!Address)
    return std::nullopt;
  LaneAddress Split{Address->Base, Address->Constant, {}, {}};
  for (const AddressTerm &Term : Address->Terms) {
    unsigned Operations = 0;
    if (!IsTerm(Term.V, Term.As) && !isComputed(Term.V, S, Operations))
      return std::nullopt;
    (IsTerm(Term.V, Term.As) ? Split.Known : Split.EachLane).push_back(Term);
  }
  return Split;
}

Value *Packetiser::extendTerm(Value *V, Extension As) {
  return As == Extension::Signed ? B.CreateSExt(V, B.getInt64Ty()) : B.CreateZExtOrTrunc(V, B.getInt64Ty());
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

SmallVector<Value *, 16> Packetiser::laneAddresses(const LaneAddress &Address, unsigned Part) {
  Value *Known = B.getInt64(uint64_t(Address.Constant));
  auto Times = [&](Value *V, const AddressTerm &Term) {
    return B.CreateMul(extendTerm(V, Term.As), B.getInt64(uint64_t(Term.Factor)));
  };
  auto Stride = uint64_t(S.of(Address.Base).Stride);
  for (const AddressTerm &Term : Address.Known) {
    Known = B.CreateAdd(Times(scalar(Term.V, Part), Term), Known);
    Stride += uint64_t(Term.Factor) * uint64_t(S.of(Term.V).Stride);
  }
  Value *First = B.CreateGEP(B.getInt8Ty(), scalar(Address.Base, Part), Known);
  SmallVector<Value *, 16> Addresses;
  for (unsigned Lane = 0; Lane < Plan.Lanes; ++Lane) {
    Value *Sum = B.getInt64(0);
    for (const AddressTerm &Term : Address.EachLane)
      Sum = B.CreateAdd(Sum, Times(computeLane(Term.V, Part, Lane), Term));
    Addresses.push_back(addStride(B, B.CreateGEP(B.getInt8Ty(), First, Sum), int64_t(Stride) * int64_t(Lane)));
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
