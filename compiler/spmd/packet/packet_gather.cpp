// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathers and scatters: of what, and from where. Processors add indices of 32 bits, with their sign, to one base: one
// instruction for as many lanes as a vector has floats, where indices of 64 bits take two, and two shuffles.

#include "compiler/ir/machine.h"
#include "compiler/spmd/packet/packetiser.h"

#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

namespace {

/// An address that is the same for all lanes but for one number of 32 bits.
struct IndexedAddress {
  const Value *Base = nullptr;
  SmallVector<std::pair<Value *, APInt>, 4> Uniform; ///< summands in bytes: value times number
  APInt Constant{64, 0};
  Value *Index = nullptr;
  uint64_t Scale = 0;
  bool Signed = false;
};

/// The terms of `V` times `Scale`: what is the same for all lanes, and one extended number.
bool addTerm(Value *V, const APInt &Scale, const Shapes &S, IndexedAddress &To) {
  Value *Left, *Right;
  const APInt *C;
  if (S.of(V).isUniform()) {
    To.Uniform.push_back({V, Scale});
    return true;
  }
  if (V->getType()->isIntegerTy(64) && match(V, m_Add(m_Value(Left), m_Value(Right))) &&
      (S.of(Left).isUniform() || S.of(Right).isUniform()))
    return addTerm(Left, Scale, S, To) && addTerm(Right, Scale, S, To);
  if (V->getType()->isIntegerTy(64) && match(V, m_Shl(m_Value(Left), m_APInt(C))) && C->ult(4))
    return addTerm(Left, Scale.shl(C->getZExtValue()), S, To);
  Value *Narrow;
  bool Signed = match(V, m_SExt(m_Value(Narrow)));
  if (To.Index || !Scale.isPowerOf2() || Scale.ugt(8) || !(Signed || match(V, m_ZExt(m_Value(Narrow)))) ||
      !Narrow->getType()->isIntegerTy(32) || !V->getType()->isIntegerTy(64))
    return false;
  To.Index = Narrow;
  To.Scale = Scale.getZExtValue();
  To.Signed = Signed;
  return true;
}

} // namespace

/// What one gather, else scatter, of a part moves for values of type `T`: of short vectors, numbers of their size. Null
/// where lanes go one by one: what the target has no such access of, and vectors whose lanes' addresses are no vector
/// (packet_addresses.cpp) or where gathers and scatters are slow (machine.h).
FixedVectorType *Packetiser::indexedType(Type *T, Value *Pointer, bool IsLoad) {
  if (T->isVectorTy()) {
    TypeSize Bits = DL.getTypeSizeInBits(T);
    if ((Bits != 32 && Bits != 64) || S.of(Pointer).isLinear() || laneAddress(Pointer) ||
        !machineOf(*Out).GathersShortVectors)
      return nullptr;
    T = B.getIntNTy(unsigned(Bits.getFixedValue()));
  }
  auto *Wide = FixedVectorType::get(T, Plan.Lanes);
  bool IsOne = IsLoad ? TTI.isLegalMaskedGather(Wide, Align(1)) && !TTI.forceScalarizeMaskedGather(Wide, Align(1))
                      : TTI.isLegalMaskedScatter(Wide, Align(1)) && !TTI.forceScalarizeMaskedScatter(Wide, Align(1));
  return IsOne ? Wide : nullptr;
}

/// Null where the address is of another kind.
Value *Packetiser::indexedPointers(Value *Pointer, unsigned Part) {
  IndexedAddress Of;
  auto IsBase = [&](const Value *V) { return isUniform(V); };
  Pointer = splitPointer(Pointer, Of.Constant, IsBase,
                         [&](Value *V, const APInt &Scale) { return addTerm(V, Scale, S, Of); });
  if (!Pointer || !Of.Index)
    return nullptr;
  // Numbers without sign: half their range is in the base, which may wrap on the way to the sum but not in it.
  if (!Of.Signed)
    Of.Constant += APInt(64, Of.Scale << 31);
  Value *Offset = B.getInt(Of.Constant);
  for (auto &[V, Scale] : Of.Uniform)
    Offset = B.CreateAdd(B.CreateMul(B.CreateSExtOrTrunc(scalar(V, Part), B.getInt64Ty()), B.getInt(Scale)), Offset);
  Value *Base = B.CreateGEP(B.getInt8Ty(), scalar(Pointer, Part), Offset), *Index = vector(Of.Index, Part);
  if (!Of.Signed)
    Index = B.CreateXor(Index, ConstantInt::get(Index->getType(), 1u << 31));
  Index = B.CreateSExt(Index, FixedVectorType::get(B.getInt64Ty(), Plan.Lanes));
  return B.CreateGEP(B.getIntNTy(unsigned(8 * Of.Scale)), Base, Index);
}

/// The addresses of a gather or scatter.
Value *Packetiser::lanePointers(Value *Pointer, unsigned Part) {
  Value *Indexed = indexedPointers(Pointer, Part);
  return Indexed ? Indexed : vector(Pointer, Part);
}

} // namespace weft::spmd
