// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathers and scatters: of what, and from where. Processors add indices of 32 bits, with their sign, to one base: one
// instruction for as many lanes as a vector has floats, where indices of 64 bits take two, and two shuffles. They
// gather words of 32 bits at least: of a byte, the aligned word that it lies in, which is readable where the byte is.

#include "compiler/ir/machine.h"
#include "compiler/spmd/packet/packetiser.h"

#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

namespace {

/// An address that is the same for all lanes but for one number of at most 32 bits.
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
      Narrow->getType()->getIntegerBitWidth() > 32 || !V->getType()->isIntegerTy(64))
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
  bool IsOne = IsLoad ? canGather(Wide, TTI)
                      : TTI.isLegalMaskedScatter(Wide, Align(1)) && !TTI.forceScalarizeMaskedScatter(Wide, Align(1));
  return IsOne ? Wide : nullptr;
}

/// Nothing where the address is of another kind.
std::optional<IndexedLanes> Packetiser::indexedLanes(Value *Pointer, unsigned Part) {
  IndexedAddress Of;
  auto IsBase = [&](const Value *V) { return isUniform(V); };
  Pointer = splitPointer(Pointer, Of.Constant, IsBase,
                         [&](Value *V, const APInt &Scale) { return addTerm(V, Scale, S, Of); });
  if (!Pointer || !Of.Index)
    return std::nullopt;
  const bool IsNarrow = Of.Index->getType()->getIntegerBitWidth() < 32, IsBiased = !Of.Signed && !IsNarrow;
  // Numbers without sign: half their range is in the base, which may wrap on the way to the sum but not in it.
  if (IsBiased)
    Of.Constant += APInt(64, Of.Scale << 31);
  Value *Offset = B.getInt(Of.Constant);
  for (auto &[V, Scale] : Of.Uniform)
    Offset = B.CreateAdd(B.CreateMul(B.CreateSExtOrTrunc(scalar(V, Part), B.getInt64Ty()), B.getInt(Scale)), Offset);
  Value *Base = B.CreateGEP(B.getInt8Ty(), scalar(Pointer, Part), Offset), *Index = vector(Of.Index, Part);
  Type *Words = FixedVectorType::get(B.getInt32Ty(), Plan.Lanes);
  Index = Of.Signed ? B.CreateSExt(Index, Words) : B.CreateZExt(Index, Words);
  if (IsBiased)
    Index = B.CreateXor(Index, ConstantInt::get(Words, 1u << 31));
  return IndexedLanes{Base, Index, Of.Scale, IsNarrow};
}

static Value *pointersOf(IRBuilderBase &B, Value *Base, Value *Index, uint64_t Scale) {
  auto *T = cast<FixedVectorType>(Index->getType());
  Index = B.CreateSExt(Index, FixedVectorType::get(B.getInt64Ty(), T->getNumElements()));
  return B.CreateGEP(B.getIntNTy(unsigned(8 * Scale)), Base, Index);
}

/// The addresses of a gather or scatter.
Value *Packetiser::lanePointers(Value *Pointer, unsigned Part) {
  std::optional<IndexedLanes> Of = indexedLanes(Pointer, Part);
  return Of ? pointersOf(B, Of->Base, Of->Index, Of->Scale) : vector(Pointer, Part);
}

/// Whether a load of bytes or numbers of 16 bits, which no processor gathers, is a gather of the words around them. Not
/// where each lane's address is at hand (packet_addresses.cpp), nor of numbers that may lie across two words.
bool Packetiser::isGatheredInWords(const LoadInst &L, Type *T) {
  Value *Pointer = const_cast<Value *>(L.getPointerOperand());
  return gathersInWords(T, L.getAlign(), TTI, Plan.Lanes) && !S.of(Pointer).isLinear() && !S.elementMajor(Pointer) &&
         !laneAddress(Pointer);
}

/// The words' addresses and, in `Shift`, by how many bits the numbers lie above their words' begin.
Value *Packetiser::wordPointers(Value *Pointer, unsigned Part, Value *&Shift) {
  auto *Words = FixedVectorType::get(B.getInt32Ty(), Plan.Lanes);
  auto All = [&](Value *V) { return B.CreateVectorSplat(Plan.Lanes, V); };
  auto Aligned = [&](Value *P, Type *Mask) {
    return B.CreateIntrinsic(Intrinsic::ptrmask, {P->getType(), Mask},
                             {P, ConstantInt::get(Mask, uint64_t(-4), /*IsSigned=*/true)});
  };
  auto Within = [&](Value *Bytes) { return B.CreateShl(B.CreateAnd(Bytes, 3), 3); };
  std::optional<IndexedLanes> Of = indexedLanes(Pointer, Part);
  if (!Of) {
    Value *Wide = vector(Pointer, Part);
    Shift = Within(B.CreateTrunc(B.CreatePtrToInt(Wide, FixedVectorType::get(B.getInt64Ty(), Plan.Lanes)), Words));
    return Aligned(Wide, FixedVectorType::get(B.getInt64Ty(), Plan.Lanes));
  }
  Value *Low = B.CreateAnd(B.CreateTrunc(B.CreatePtrToInt(Of->Base, B.getInt64Ty()), B.getInt32Ty()), 3);
  Value *Base = Aligned(Of->Base, B.getInt64Ty());
  if (Of->Scale >= 4) {
    Shift = All(Within(Low));
    return pointersOf(B, Base, Of->Index, Of->Scale);
  }
  // The bytes from the aligned base on to the number; of large indices the words go first, since the sum may wrap.
  const unsigned Log = Log2_64(Of->Scale);
  Value *Index = Of->Index, *Before = nullptr;
  if (!Of->IsNarrow) {
    Before = B.CreateAShr(Index, 2 - Log);
    Index = B.CreateAnd(Index, (4 >> Log) - 1);
  }
  Value *Bytes = B.CreateAdd(B.CreateShl(Index, Log), All(Low)), *Word = B.CreateAShr(Bytes, 2);
  Shift = Within(Bytes);
  return pointersOf(B, Base, Before ? B.CreateAdd(Before, Word) : Word, 4);
}

Value *Packetiser::gatherInWords(LoadInst &L, Type *T, unsigned Part, Value *Mask) {
  Value *Shift;
  Value *Pointers = wordPointers(L.getPointerOperand(), Part, Shift);
  auto *Words = FixedVectorType::get(B.getInt32Ty(), Plan.Lanes);
  Instruction *Own = B.CreateMaskedGather(Words, Pointers, Align(4), Mask);
  keepMetadata(Own, L);
  Value *Numbers =
      B.CreateTrunc(B.CreateLShr(Own, Shift), FixedVectorType::get(B.getIntNTy(T->getScalarSizeInBits()), Plan.Lanes));
  return B.CreateBitCast(Numbers, widen(T));
}

} // namespace weft::spmd
